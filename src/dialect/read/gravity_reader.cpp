// OMI_physics_gravity: the world's, and volumes on triggers of any family.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/families/omi_physics_gravity/tables.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

namespace names = omi_physics_gravity;

/// Beyond this not every integer is a number of the file.
constexpr double kLargestPriority = 9007199254740992.0;  // 2^53

constexpr Key kDetails[] = {Key::Directional, Key::Point, Key::Disc, Key::Torus, Key::Line, Key::Shaped};

class GravityReader {
 public:
  explicit GravityReader(Reading& reading) : reading_(reading), scene_(reading.scene) {}

  void read() {
    readWorld();
    if (!reading_.node_extensions.contains(names::kExtension)) return;
    noteTriggers();
    for (std::size_t i = 0; i < reading_.nodeCount(); ++i) {
      const json::Value object = reading_.asset.nodes()[i].extensions.find(names::kExtension);
      if (object) readVolume(static_cast<std::int32_t>(i), object);
    }
  }

 private:
  void warn(const std::string& pointer, std::string message,
            std::string_view code = codes::kPhysicsNoEffect) {
    reading_.diagnostics.warning(code, pointer, std::move(message));
  }
  void readWorld();
  void noteTriggers();
  void readVolume(std::int32_t node, json::Value object);
  void findTrigger(GravityVolume& volume);
  void readPriority(const Record& record, GravityVolume& volume);
  Record detailsOf(const Record& record, GravityKind kind);
  void readDetails(const Record& details, GravityVolume& volume);
  void readPoints(const Record& details, GravityVolume& volume);
  void readShape(const Record& details, GravityVolume& volume);
  /// The direction as a unit vector; `gravity` becomes 0 where there is none.
  DVec3 readDirection(const Record& record, double& gravity);

  Reading& reading_;
  Scene& scene_;
  std::vector<std::int32_t> trigger_of_node_;  ///< Into Scene::triggers; a compound before a single one.
  std::vector<bool> is_part_;                  ///< By trigger: whether a compound has it.
  std::vector<bool> is_body_;                  ///< By node: whether a motion or collider is on it.
};

DVec3 GravityReader::readDirection(const Record& record, double& gravity) {
  const DVec3 down{0, -1, 0};
  if (!record.has(Key::Direction)) return down;
  const DVec3 written = record.vector(Key::Direction);
  // Scaled first, so that neither huge nor tiny components leave the range of squares.
  const double largest = std::max({std::abs(written.x), std::abs(written.y), std::abs(written.z)});
  if (largest < 1e-30) {
    warn(record.pointer(Key::Direction), "'direction' has length 0; this gravity is 0");
    gravity = 0;
    return down;
  }
  const DVec3 scaled = written * (1 / largest);
  const double size = length(scaled) * largest;
  if (std::abs(size - 1) > 1e-3) {
    warn(record.pointer(Key::Direction),
         joined("'direction' has length ", json::number(size), "; it is normalised to a unit vector"),
         codes::kPhysicsNotUnit);
  }
  return normalized(scaled);
}

void GravityReader::readWorld() {
  const json::Value object = gltf::Asset::extension(reading_.asset.root(), names::kExtension);
  if (!object) return;
  const Record record = readRecord(names::kRoot, object, reading_.context);
  if (!record.isObject()) return;
  WorldGravity gravity;
  gravity.gravity = record.number(Key::Gravity);
  gravity.direction = readDirection(record, gravity.gravity);
  gravity.origin = record.origin();
  scene_.gravity = std::move(gravity);
}

void GravityReader::noteTriggers() {
  trigger_of_node_.assign(scene_.nodes.size(), -1);
  is_part_.assign(scene_.triggers.size(), false);
  is_body_.assign(scene_.nodes.size(), false);
  for (const Motion& motion : scene_.motions) is_body_[motion.node] = true;
  for (const StaticBody& body : scene_.static_bodies) is_body_[body.node] = true;
  for (const Collider& collider : scene_.colliders) is_body_[collider.node] = true;
  for (std::size_t i = 0; i < scene_.triggers.size(); ++i) {
    std::int32_t& at = trigger_of_node_[scene_.triggers[i].node];
    if (at < 0 || scene_.triggers[i].shape < 0) at = static_cast<std::int32_t>(i);
    for (const std::int32_t part : scene_.triggers[i].children) is_part_[part] = true;
  }
}

/// "The OMI_physics_gravity extension MUST be defined on an OMI_physics_body node that is a base trigger
/// node": it has a trigger, neither motion nor collider, and is no part of a compound.
void GravityReader::findTrigger(GravityVolume& volume) {
  const auto at = static_cast<std::size_t>(volume.node);
  volume.trigger = trigger_of_node_[at];
  const std::string& pointer = volume.origin.pointer;
  if (volume.trigger < 0) {
    warn(pointer, "this gravity's node has no trigger to act in; the gravity has no effect");
    return;
  }
  if (is_part_[volume.trigger]) {
    warn(pointer,
         "the trigger of this gravity is part of a compound trigger; the gravity belongs on the compound's "
         "node. It acts in this "
         "part alone",
         codes::kPhysicsUnusual);
  }
  if (is_body_[at]) {
    warn(pointer, "this gravity's node is also a body or collider; it should have a trigger only",
         codes::kPhysicsUnusual);
  }
}

void GravityReader::readPriority(const Record& record, GravityVolume& volume) {
  const double priority = record.number(Key::Priority);
  if (std::abs(priority) > kLargestPriority) {
    reading_.diagnostics.error(codes::kPhysicsRange, record.pointer(Key::Priority),
                               "'priority' must be an integer from -2^53 to 2^53");
    return;
  }
  volume.priority = static_cast<std::int64_t>(std::llround(priority));
  if (static_cast<double>(volume.priority) == priority) return;
  warn(record.pointer(Key::Priority),
       joined("'priority' is ", json::number(priority), "; it is rounded to ",
              std::to_string(volume.priority), " because it must be an integer"),
       codes::kPhysicsUnusual);
}

/// The object named like the type. Other objects have no effect.
Record GravityReader::detailsOf(const Record& record, GravityKind kind) {
  for (const Key key : kDetails) {
    if (key == kDetails[static_cast<std::size_t>(kind)] || !record.has(key)) continue;
    warn(record.pointer(key), joined("'", record.name(key), "' has no effect on gravity of type ",
                                     excerpt(record.value(Key::Type))));
  }
  const Key key = kDetails[static_cast<std::size_t>(kind)];
  const Table& table = *names::kVolume.fields[names::kVolume.indexOf(key)].table;
  return record.has(key) ? readRecord(table, record.value(key), reading_.context) : defaultRecord(table);
}

void GravityReader::readPoints(const Record& details, GravityVolume& volume) {
  const std::vector<double> numbers = details.numbers(Key::Points);
  if (numbers.empty()) {
    if (details.wrote(Key::Points) && !details.has(Key::Points)) return;
    warn(volume.origin.pointer, "this gravity of type line has no 'points'; it has no effect");
    return;
  }
  if (numbers.size() % 3 != 0 || numbers.size() < 6) {
    reading_.diagnostics.error(codes::kPhysicsRange, details.pointer(Key::Points),
                               joined("'points' has ", std::to_string(numbers.size()),
                                      " numbers; it must have three for each of at least two "
                                      "points"));
    return;
  }
  volume.points.reserve(numbers.size() / 3);
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    volume.points.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
}

void GravityReader::readShape(const Record& details, GravityVolume& volume) {
  if (details.wrote(Key::Shape) && !details.has(Key::Shape)) return;
  volume.shape = namedShape(reading_, details, volume.node);
  if (volume.shape >= 0) return;
  warn(volume.origin.pointer, "this gravity of type shaped has no 'shape'; it has no effect");
}

void GravityReader::readDetails(const Record& details, GravityVolume& volume) {
  const Table& table = details.table();
  if (table.indexOf(Key::UnitDistance) >= 0) volume.unit_distance = details.number(Key::UnitDistance);
  if (table.indexOf(Key::Radius) >= 0) volume.radius = details.number(Key::Radius);
  if (volume.kind == GravityKind::Directional) volume.direction = readDirection(details, volume.gravity);
  if (volume.kind == GravityKind::Line) readPoints(details, volume);
  if (volume.kind == GravityKind::Shaped) readShape(details, volume);
}

void GravityReader::readVolume(std::int32_t node, json::Value object) {
  const Record record = readRecord(names::kVolume, object, reading_.context);
  if (!record.isObject() || record.choice(Key::Type) < 0) return;
  GravityVolume volume;
  volume.node = node;
  // The table lists the types in GravityKind's order.
  volume.kind = static_cast<GravityKind>(record.choice(Key::Type));
  volume.gravity = record.number(Key::Gravity);
  volume.replace = record.boolean(Key::Replace);
  volume.stop = record.boolean(Key::Stop);
  volume.origin = record.origin();
  checkPhysicsNode(reading_, node, record.pointer());
  findTrigger(volume);
  readPriority(record, volume);
  const Record details = detailsOf(record, volume.kind);
  readDetails(details, volume);
  scene_.gravity_volumes.push_back(std::move(volume));
}

}  // namespace

void readGravity(Reading& reading) {
  GravityReader(reading).read();
}

}  // namespace carom::dialect
