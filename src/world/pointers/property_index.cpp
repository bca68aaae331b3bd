#include "world/pointers/property_index.hpp"

#include <algorithm>
#include <charconv>
#include <set>

namespace carom::world {

namespace {

/// The index in "/nodes/12/..." after a prefix, and what follows it; -1 when there is none.
std::int32_t indexAfter(std::string_view pointer, std::string_view prefix, std::string_view& rest) {
  if (!pointer.starts_with(prefix)) return -1;
  pointer.remove_prefix(prefix.size());
  std::int32_t index = -1;
  const auto [stop, failure] = std::from_chars(pointer.data(), pointer.data() + pointer.size(), index);
  if (failure != std::errc() || index < 0) return -1;
  const auto used = static_cast<std::size_t>(stop - pointer.data());
  // One spelling for each number, as RFC 6901 has it.
  if (used > 1 && pointer.front() == '0') return -1;
  rest = pointer.substr(used);
  return index;
}

const PropertyRow* rowOf(Holder holder, std::string_view member) {
  const auto rows = propertyRows();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const PropertyRow& row) {
    return row.holder == holder && (row.member == member || (row.member == "{}" && !member.empty()));
  });
  return found == rows.end() ? nullptr : &*found;
}

/// The object of a gravity volume that has the values of its type.
struct VolumePart {
  std::string_view member;
  Holder holder = Holder::DistantVolume;
};

VolumePart partOf(GravityKind kind) {
  switch (kind) {
    case GravityKind::Directional:
      return {"/directional", Holder::DirectionalVolume};
    case GravityKind::Disc:
      return {"/disc", Holder::RoundVolume};
    case GravityKind::Torus:
      return {"/torus", Holder::RoundVolume};
    case GravityKind::Line:
      return {"/line"};
    case GravityKind::Shaped:
      return {"/shaped"};
    case GravityKind::Point:
      break;
  }
  return {"/point"};
}

/// The object of a shape that has its sizes; hulls and meshes have none.
std::optional<std::pair<std::string_view, Holder>> sizesOf(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::Sphere:
      return std::pair{"/sphere", Holder::Sphere};
    case ShapeKind::Box:
      return std::pair{"/box", Holder::Box};
    case ShapeKind::Capsule:
      return std::pair{"/capsule", Holder::Capsule};
    case ShapeKind::Cylinder:
      return std::pair{"/cylinder", Holder::Cylinder};
    case ShapeKind::Plane:
      return std::pair{"/plane", Holder::Plane};
    default:
      return std::nullopt;
  }
}

/// The array that an object's pointer is an element of.
std::string_view arrayOf(std::string_view pointer) {
  return pointer.substr(0, pointer.rfind('/'));
}

}  // namespace

PropertyIndex::PropertyIndex(const Scene& scene) : nodes_(static_cast<std::int32_t>(scene.nodes.size())) {
  const auto index = [](std::size_t i) { return static_cast<std::int32_t>(i); };
  const auto addAll = [&](const auto& items, Holder holder) {
    for (std::size_t i = 0; i < items.size(); ++i) add(items[i].origin, {holder, index(i), -1});
  };
  addAll(scene.motions, Holder::Motion);
  addAll(scene.materials, Holder::Material);
  addAll(scene.joints, Holder::Joint);
  addAll(scene.wheel_descriptions, Holder::Wheel);
  addAll(scene.wheels, Holder::WheelNode);
  addAll(scene.seats, Holder::Seat);
  for (std::size_t i = 0; i < scene.thrusters.size(); ++i) {
    const std::int32_t of = scene.thrusters[i].description;
    const bool hover = of >= 0 && scene.thruster_descriptions[of].hover;
    add(scene.thrusters[i].origin, {hover ? Holder::HoverNode : Holder::ThrusterNode, index(i), -1});
  }
  // Of the revision of 2023 whose shapes have their sizes directly in them.
  const bool flat =
      std::find(scene.dialects.begin(), scene.dialects.end(), "omi-2023-flat") != scene.dialects.end();
  for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
    const Shape& shape = scene.shapes[i];
    const auto sizes = sizesOf(shape.kind);
    if (!sizes || !arrayOf(shape.origin.pointer).ends_with("/shapes")) continue;
    add({shape.origin.pointer + std::string(flat ? "" : sizes->first)}, {sizes->second, index(i), -1});
  }
  addAll(scene.vehicles, Holder::Vehicle);
  for (std::size_t i = 0; i < scene.thruster_descriptions.size(); ++i) {
    const ThrusterDescription& thruster = scene.thruster_descriptions[i];
    add(thruster.origin, {thruster.hover ? Holder::HoverThruster : Holder::Thruster, index(i), -1});
  }
  for (std::size_t i = 0; i < scene.joint_descriptions.size(); ++i) {
    const JointDescription& description = scene.joint_descriptions[i];
    for (std::size_t k = 0; k < description.limits.size(); ++k)
      add(description.limits[k].origin, {Holder::Limit, index(i), index(k)});
    for (std::size_t k = 0; k < description.drives.size(); ++k)
      add(description.drives[k].origin, {Holder::Drive, index(i), index(k)});
  }
  for (std::size_t i = 0; i < scene.gravity_volumes.size(); ++i) {
    const GravityVolume& volume = scene.gravity_volumes[i];
    add(volume.origin, {Holder::Volume, index(i), -1});
    const VolumePart part = partOf(volume.kind);
    if (!volume.origin.pointer.empty())
      add({volume.origin.pointer + std::string(part.member)}, {part.holder, index(i), -1});
    if (volume.kind != GravityKind::Line || volume.origin.pointer.empty()) continue;
    const std::string points = volume.origin.pointer + "/line/points";
    add({points}, {Holder::LinePoints, index(i), index(volume.points.size() * 3)});
    lengths_[points + ".length"] = index(volume.points.size() * 3);
  }
  if (scene.gravity) add(scene.gravity->origin, {Holder::Gravity, 0, -1});
  animations_ = static_cast<std::int32_t>(scene.animation_times.size());
  for (const NodeAnimation& track : scene.animations)
    animations_ = std::max(animations_, track.animation + 1);
  for (const PointerAnimation& track : scene.pointer_animations)
    animations_ = std::max(animations_, track.animation + 1);
  const auto count = [&](const auto& items) {
    for (const auto& item : items) ++lengths_[std::string(arrayOf(item.origin.pointer)) + ".length"];
  };
  std::set<std::string_view> shapes;
  for (const Shape& shape : scene.shapes) {
    const std::string_view array = arrayOf(shape.origin.pointer);
    if (array.ends_with("/shapes") && shapes.insert(shape.origin.pointer).second)
      ++lengths_[std::string(array) + ".length"];
  }
  count(scene.materials);
  count(scene.filters);
  count(scene.joint_descriptions);
  count(scene.wheel_descriptions);
  count(scene.thruster_descriptions);
  lengths_["/nodes.length"] = nodes_;
  lengths_["/animations.length"] = animations_;
}

void PropertyIndex::add(const Origin& origin, const Object& object) {
  if (!origin.pointer.empty()) objects_.emplace(origin.pointer, object);
}

std::optional<PropertyPlace> PropertyIndex::find(std::string_view pointer) const {
  std::string_view rest;
  if (const std::int32_t node = indexAfter(pointer, "/nodes/", rest); node >= 0 && rest.starts_with('/')) {
    const PropertyRow* row = rowOf(Holder::Node, rest.substr(1));
    if (row) return node < nodes_ ? std::optional(PropertyPlace{row, node, -1}) : std::nullopt;
  }
  if (const std::int32_t animation = indexAfter(pointer, "/animations/", rest); animation >= 0) {
    if (!rest.starts_with("/extensions/")) return std::nullopt;
    const PropertyRow* row = rowOf(Holder::Animation, rest.substr(rest.rfind('/') + 1));
    if (row && animation < animations_) return PropertyPlace{row, animation, -1};
    return std::nullopt;
  }
  const std::size_t slash = pointer.rfind('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view member = pointer.substr(slash + 1);
  const auto [first, last] = objects_.equal_range(pointer.substr(0, slash));
  for (auto object = first; object != last; ++object) {
    const PropertyRow* row = rowOf(object->second.holder, member);
    if (!row) continue;
    PropertyPlace place{row, object->second.item, object->second.part};
    if (row->member != "{}") return place;
    const std::int32_t size = place.part;
    place.part = indexAfter(member, "", rest);
    if (place.part >= 0 && place.part < size && rest.empty()) return place;
  }
  return std::nullopt;
}

std::int32_t PropertyIndex::lengthOf(std::string_view pointer) const {
  const auto found = lengths_.find(pointer);
  return found == lengths_.end() ? -1 : found->second;
}

}  // namespace carom::world
