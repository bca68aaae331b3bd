#include "scene_file.hpp"

#include <cstdint>
#include <initializer_list>
#include <map>

#include "carom/world/world.hpp"
#include "json/writer.hpp"

namespace carom::bench {
namespace {

using json::Writer;

void writeNumbers(Writer& writer, const char* name, std::initializer_list<double> numbers) {
  writer.key(name);
  writer.beginArray(Writer::Layout::OneLine);
  for (const double number : numbers) writer.value(number);
  writer.end();
}

void writeVector(Writer& writer, const DVec3& v) {
  writer.beginArray(Writer::Layout::OneLine);
  for (const double number : {v.x, v.y, v.z}) writer.value(number);
  writer.end();
}

void writePoints(Writer& writer, const SceneGeometry& geometry) {
  writer.key("points");
  writer.beginArray(Writer::Layout::OneLine);
  for (const Vec3& p : geometry.positions) {
    writer.value(double(p.x));
    writer.value(double(p.y));
    writer.value(double(p.z));
  }
  writer.end();
}

void writeShape(Writer& writer, const Scene& scene, const Shape& shape) {
  writer.beginObject();
  switch (shape.kind) {
    case ShapeKind::Box:
      writer.member("kind", "box");
      writeNumbers(writer, "size", {shape.size.x, shape.size.y, shape.size.z});
      break;
    case ShapeKind::Sphere:
      writer.member("kind", "sphere");
      writer.member("radius", shape.radius);
      break;
    case ShapeKind::Capsule:
      writer.member("kind", "capsule");
      writer.member("height", shape.height);
      writer.member("radius", shape.radius_top);
      break;
    case ShapeKind::ConvexHull:
      writer.member("kind", "hull");
      writePoints(writer, scene.geometries[static_cast<std::size_t>(shape.geometry)]);
      break;
    case ShapeKind::TriangleMesh: {
      const SceneGeometry& geometry = scene.geometries[static_cast<std::size_t>(shape.geometry)];
      writer.member("kind", "mesh");
      writePoints(writer, geometry);
      writer.key("indices");
      writer.beginArray(Writer::Layout::OneLine);
      for (const std::uint32_t index : geometry.indices) writer.value(index);
      writer.end();
      break;
    }
    case ShapeKind::Cylinder:
    case ShapeKind::Plane:
      writer.member("kind", "none of the benchmark's");
      break;
  }
  writer.end();
}

}  // namespace

std::string sceneFile(const Scene& scene) {
  const World world(scene);  // For masses.
  Writer writer;
  writer.beginObject();
  const WorldSettings usual;
  writeNumbers(writer, "gravity", {kUsualGravity.x, kUsualGravity.y, kUsualGravity.z});
  writer.member("time_step", usual.time_step);
  writer.member("friction", 0.6);
  writer.key("shapes");
  writer.beginArray();
  for (const Shape& shape : scene.shapes) writeShape(writer, scene, shape);
  writer.end();
  writer.key("bodies");
  writer.beginArray();
  std::map<std::int32_t, std::size_t> body_of_node;
  for (const Collider& collider : scene.colliders) {
    const SceneNode& node = scene.nodes[static_cast<std::size_t>(collider.node)];
    writer.beginObject(Writer::Layout::OneLine);
    writer.member("shape", collider.shape);
    writeNumbers(writer, "position", {node.translation.x, node.translation.y, node.translation.z});
    writeNumbers(writer, "rotation", {node.rotation.x, node.rotation.y, node.rotation.z, node.rotation.w});
    writer.member("mass",
                  collider.motion >= 0 ? world.properties(world.bodyOfNode(collider.node)).mass : 0.0);
    writer.member("apart", collider.filter >= 0);
    body_of_node[collider.node] = body_of_node.size();
    writer.end();
  }
  writer.end();
  writer.key("pins");
  writer.beginArray();
  for (const Joint& joint : scene.joints) {
    const SceneNode& a = scene.nodes[static_cast<std::size_t>(joint.node)];
    const SceneNode& b = scene.nodes[static_cast<std::size_t>(joint.connected_node)];
    writer.beginObject(Writer::Layout::OneLine);
    writer.key("bodies");
    writer.beginArray(Writer::Layout::OneLine);
    writer.value(body_of_node.at(a.parent));
    writer.value(body_of_node.at(b.parent));
    writer.end();
    writer.key("points");
    writer.beginArray(Writer::Layout::OneLine);
    writeVector(writer, a.translation);
    writeVector(writer, b.translation);
    writer.end();
    writer.end();
  }
  writer.end();
  writer.end();
  return writer.take() + "\n";
}

}  // namespace carom::bench
