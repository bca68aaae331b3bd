#include "carom/output/collider_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "json/splice.hpp"
#include "json/writer.hpp"
#include "output/concatenate.hpp"
#include "output/inspect_words.hpp"
#include "output/shape_mesh.hpp"
#include "world/shape_compiler.hpp"

namespace carom {
namespace {

using namespace output;
using Layout = json::Writer::Layout;

enum class Paint : std::uint8_t { Static, Dynamic, Kinematic, Trigger, Red, Green, Blue, Link, Center };
struct Colour {
  std::string_view name;
  std::array<double, 4> rgba;
};
constexpr std::array<Colour, 9> kColours = {{{"static", {0.45, 0.5, 0.55, 0.5}},
                                             {"dynamic", {0.9, 0.45, 0.1, 0.6}},
                                             {"kinematic", {0.1, 0.65, 0.45, 0.6}},
                                             {"trigger", {0.6, 0.3, 0.85, 0.3}},
                                             {"x", {0.9, 0.1, 0.1, 1}},
                                             {"y", {0.1, 0.7, 0.1, 1}},
                                             {"z", {0.15, 0.3, 0.95, 1}},
                                             {"joint", {0.1, 0.1, 0.1, 1}},
                                             {"centre of mass", {1, 0.85, 0, 1}}}};

struct Primitive {
  Paint paint;
  std::vector<Vec3> positions;
  std::vector<std::uint32_t> indices;  ///< Triangles; empty: the positions are ends of lines.
};

struct PictureNode {
  std::string name;
  DTransform place;
  std::size_t mesh;
};

/// Collects meshes and nodes and writes them as one .glb.
class Picture {
 public:
  std::size_t addMesh(std::vector<Primitive> primitives) {
    meshes_.push_back(std::move(primitives));
    return meshes_.size() - 1;
  }
  void addNode(PictureNode node) { nodes_.push_back(std::move(node)); }
  std::string write();

 private:
  std::size_t addAccessor(const void* data, std::size_t bytes, std::string accessor);
  std::size_t addPositions(const std::vector<Vec3>& positions);
  std::size_t addIndices(const std::vector<std::uint32_t>& indices);
  void writeMaterials(json::Writer& json) const;
  void writeMeshes(json::Writer& json);
  void writeNodes(json::Writer& json) const;
  std::string container(std::string json) const;

  std::vector<std::vector<Primitive>> meshes_;
  std::vector<PictureNode> nodes_;
  std::string binary_, views_, accessors_;
  std::size_t accessor_count_ = 0;
};

std::string triple(const Vec3& v) {
  return concatenate("[", json::number(v.x), ", ", json::number(v.y), ", ", json::number(v.z), "]");
}

std::size_t Picture::addAccessor(const void* data, std::size_t bytes, std::string accessor) {
  const std::string_view separator = accessor_count_ > 0 ? ", " : "";
  views_ += concatenate(separator, "{\"buffer\": 0, \"byteOffset\": ", binary_.size(),
                        ", \"byteLength\": ", bytes, "}");
  accessors_ += concatenate(separator, "{\"bufferView\": ", accessor_count_, ", ", accessor, "}");
  binary_.append(static_cast<const char*>(data), bytes);
  return accessor_count_++;
}

std::size_t Picture::addPositions(const std::vector<Vec3>& positions) {
  std::vector<float> floats;
  Vec3 lower = positions.front(), upper = lower;
  for (const Vec3& p : positions) {
    floats.insert(floats.end(), {p.x, p.y, p.z});
    lower = minimum(lower, p);
    upper = maximum(upper, p);
  }
  return addAccessor(floats.data(), floats.size() * sizeof(float),
                     concatenate("\"componentType\": 5126, \"type\": \"VEC3\", \"count\": ", positions.size(),
                                 ", \"min\": ", triple(lower), ", \"max\": ", triple(upper)));
}

std::size_t Picture::addIndices(const std::vector<std::uint32_t>& indices) {
  return addAccessor(
      indices.data(), indices.size() * sizeof(std::uint32_t),
      concatenate("\"componentType\": 5125, \"type\": \"SCALAR\", \"count\": ", indices.size()));
}

void Picture::writeMaterials(json::Writer& json) const {
  json.key("materials");
  json.beginArray();
  for (const Colour& colour : kColours) {
    json.beginObject();
    json.member("name", colour.name);
    json.key("pbrMetallicRoughness");
    json.beginObject(Layout::OneLine);
    json.key("baseColorFactor");
    json.beginArray(Layout::OneLine);
    for (const double value : colour.rgba) json.value(value);
    json.end();
    json.member("metallicFactor", 0);
    json.end();
    if (colour.rgba[3] < 1) json.member("alphaMode", "BLEND");
    json.member("doubleSided", true);
    json.end();
  }
  json.end();
}

void Picture::writeMeshes(json::Writer& json) {
  json.key("meshes");
  json.beginArray();
  for (const std::vector<Primitive>& primitives : meshes_) {
    json.beginObject();
    json.key("primitives");
    json.beginArray();
    for (const Primitive& primitive : primitives) {
      json.beginObject(Layout::OneLine);
      json.key("attributes");
      json.beginObject(Layout::OneLine);
      json.member("POSITION", addPositions(primitive.positions));
      json.end();
      if (!primitive.indices.empty()) json.member("indices", addIndices(primitive.indices));
      json.member("mode", primitive.indices.empty() ? 1 : 4);
      json.member("material", static_cast<int>(primitive.paint));
      json.end();
    }
    json.end();
    json.end();
  }
  json.end();
}

void Picture::writeNodes(json::Writer& json) const {
  json.member("scene", 0);
  json.key("scenes");
  json.beginArray();
  json.beginObject();
  json.key("nodes");
  json.beginArray(Layout::OneLine);
  for (std::size_t i = 0; i < nodes_.size(); ++i) json.value(i);
  json.end();
  json.end();
  json.end();
  json.key("nodes");
  json.beginArray();
  for (const PictureNode& node : nodes_) {
    json.beginObject();
    json.member("name", node.name);
    json.member("mesh", node.mesh);
    json.member("translation", node.place.translation);
    json.member("rotation", normalized(node.place.rotation));
    json.end();
  }
  json.end();
}

void appendWord(std::string& bytes, std::size_t word) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(word >> (8 * i) & 0xFF);
}

std::string Picture::container(std::string json) const {
  json.append((4 - json.size() % 4) % 4, ' ');
  std::string bytes = "glTF";
  appendWord(bytes, 2);
  const std::size_t binary = binary_.empty() ? 0 : 8 + binary_.size();
  appendWord(bytes, 12 + 8 + json.size() + binary);
  appendWord(bytes, json.size());
  bytes += "JSON";
  bytes += json;
  if (binary == 0) return bytes;
  appendWord(bytes, binary_.size());
  bytes += std::string_view("BIN\0", 4);
  return bytes + binary_;
}

std::string Picture::write() {
  json::Writer json;
  json.beginObject();
  json.key("asset");
  json.beginObject(Layout::OneLine);
  json.member("version", "2.0");
  json.member("generator", "carom inspect --colliders");
  json.end();
  if (!nodes_.empty()) {
    writeNodes(json);
    writeMaterials(json);
    writeMeshes(json);
  }
  json.end();
  std::string text = json.take();
  if (!nodes_.empty()) {
    text.pop_back();
    text += concatenate(",\n\"bufferViews\": [", views_, "],\n\"accessors\": [", accessors_,
                        "],\n\"buffers\": [{\"byteLength\": ", binary_.size(), "}]}");
  }
  return container(std::move(text));
}

/// Draws a scene into a picture.
class Drawing {
 public:
  explicit Drawing(const Inspection& inspection)
      : inspection_(inspection), scene_(*inspection.scene), poses_(posesOf(inspection)), compiler_(scene_) {}

  std::string draw() {
    for (const Collider& collider : scene_.colliders)
      drawShape(collider.node, collider.shape, paintOf(collider.motion), "collider");
    for (const Trigger& trigger : scene_.triggers)
      drawShape(trigger.node, trigger.shape, Paint::Trigger, "trigger");
    for (const Joint& joint : scene_.joints) drawJoint(joint);
    for (const BodyProperties& body : inspection_.bodies) drawCenter(body);
    return picture_.write();
  }

 private:
  const Scene::GlobalPose& pose(std::int32_t node) const { return poses_[node]; }
  std::string nameOf(std::int32_t node, std::string_view what) const {
    return concatenate(nodeName(scene_, node), " ", what);
  }
  bool isDrawn(std::int32_t node) const {
    return isIndex(node, scene_.nodes.size()) && !isOutside(scene_, node) && isShown(inspection_, node);
  }

  Paint paintOf(std::int32_t motion) const {
    if (!isIndex(motion, scene_.motions.size())) return Paint::Static;
    const Motion& body = scene_.motions[motion];
    const BodyProperties* properties = propertiesOf(inspection_, body.node);
    const bool moved = properties && properties->animated;
    return moved || body.type == MotionType::Kinematic ? Paint::Kinematic : Paint::Dynamic;
  }

  void drawShape(std::int32_t node, std::int32_t shape, Paint paint, std::string_view what) {
    if (!isDrawn(node) || !isIndex(shape, scene_.shapes.size())) return;
    const world::CompiledShape& compiled = compiler_.compile(shape, pose(node).scale);
    if (!compiled.shape) return;
    // Equal shapes share their mesh.
    const auto [mesh, is_new] = meshes_.try_emplace({compiled.shape.get(), paint}, 0);
    if (is_new) {
      ShapeMesh made = meshOf(*compiled.shape);
      mesh->second = picture_.addMesh({{paint, std::move(made.positions), std::move(made.indices)}});
    }
    const DTransform offset{DVec3(compiled.offset.translation), DQuat(compiled.offset.rotation)};
    picture_.addNode({nameOf(node, what), pose(node).transform * offset, mesh->second});
  }

  /// The axes of a frame.
  std::size_t axes() {
    if (axes_) return *axes_;
    const float r = 0.3f;
    axes_ = picture_.addMesh({{Paint::Red, {{0, 0, 0}, {r, 0, 0}}, {}},
                              {Paint::Green, {{0, 0, 0}, {0, r, 0}}, {}},
                              {Paint::Blue, {{0, 0, 0}, {0, 0, r}}, {}}});
    return *axes_;
  }

  void drawJoint(const Joint& joint) {
    if (!isDrawn(joint.node) || !isIndex(joint.connected_node, scene_.nodes.size())) return;
    const DTransform from = pose(joint.node).transform, to = pose(joint.connected_node).transform;
    picture_.addNode({nameOf(joint.node, "joint"), from, axes()});
    picture_.addNode({nameOf(joint.connected_node, "joint"), to, axes()});
    const DVec3 line = to.translation - from.translation;
    if (!(length(line) > 1e-6)) return;
    const std::size_t link = picture_.addMesh({{Paint::Link, {{0, 0, 0}, Vec3(line)}, {}}});
    picture_.addNode({nameOf(joint.node, "joint offset"), {from.translation, DQuat{}}, link});
  }

  void drawCenter(const BodyProperties& body) {
    if (!isDrawn(body.node) || body.type != MotionType::Dynamic) return;
    if (!cross_) {
      const float r = 0.1f;
      cross_ = picture_.addMesh(
          {{Paint::Center, {{-r, 0, 0}, {r, 0, 0}, {0, -r, 0}, {0, r, 0}, {0, 0, -r}, {0, 0, r}}, {}}});
    }
    const DTransform& place = pose(body.node).transform;
    const DVec3 center = place.translation + rotate(place.rotation, body.center_of_mass);
    picture_.addNode(
        {nameOf(body.node, "centre of mass"), {center, place.rotation * body.inertia_orientation}, *cross_});
  }

  const Inspection& inspection_;
  const Scene& scene_;
  std::vector<Scene::GlobalPose> poses_;
  world::ShapeCompiler compiler_;
  Picture picture_;
  std::map<std::pair<const collide::Shape*, Paint>, std::size_t> meshes_;
  std::optional<std::size_t> axes_, cross_;
};

}  // namespace

std::string colliderPicture(const Inspection& inspection) {
  return Drawing(inspection).draw();
}

}  // namespace carom
