#include "carom/output/inspect.hpp"
#include "carom/output/report.hpp"
#include "json/writer.hpp"
#include "output/inspect_vehicles.hpp"
#include "output/inspect_words.hpp"
#include "output/report_json.hpp"

namespace carom {
namespace {

using namespace output;
using Layout = json::Writer::Layout;

/// An inspection with cached lookups for writing.
struct Inspected {
  const Inspection& inspection;
  const Scene& scene;
  std::vector<Scene::GlobalPose> poses;  ///< By node.
};

void node(json::Writer& json, const Scene& scene, std::int32_t index) {
  json.member("node", index);
  if (isIndex(index, scene.nodes.size())) json.member("name", scene.nodes[index].name);
}

void shape(json::Writer& json, const Inspected& inspected, std::int32_t index, std::int32_t node_index) {
  const Scene& scene = inspected.scene;
  if (!isIndex(index, scene.shapes.size())) return;
  const Shape& shape = scene.shapes[index];
  json.key("shape");
  json.beginObject(Layout::OneLine);
  json.member("type", shapeName(shape.kind));
  switch (shape.kind) {
    case ShapeKind::Sphere:
      json.member("radius", shape.radius);
      break;
    case ShapeKind::Box:
      json.member("size", shape.size);
      break;
    case ShapeKind::Capsule:
    case ShapeKind::Cylinder:
      json.member("height", shape.height);
      json.member("radius_top", shape.radius_top);
      json.member("radius_bottom", shape.radius_bottom);
      break;
    case ShapeKind::Plane:
      json.member("size_x", shape.size_x);
      json.member("size_z", shape.size_z);
      json.member("double_sided", shape.double_sided);
      break;
    case ShapeKind::ConvexHull:
    case ShapeKind::TriangleMesh:
      if (!isIndex(shape.geometry, scene.geometries.size())) break;
      json.member("vertices", scene.geometries[shape.geometry].positions.size());
      json.member("triangles", scene.geometries[shape.geometry].indices.size() / 3);
      break;
  }
  if (isIndex(node_index, scene.nodes.size())) json.member("scale", inspected.poses[node_index].scale);
  json.end();
}

void contents(json::Writer& json, const Inspected& inspected, const BodyContents& contents) {
  const Scene& scene = inspected.scene;
  json.key("colliders");
  json.beginArray();
  for (const std::size_t i : contents.colliders) {
    const Collider& collider = scene.colliders[i];
    json.beginObject();
    node(json, scene, collider.node);
    shape(json, inspected, collider.shape, collider.node);
    json.member("material", collider.material);
    json.member("filter", collider.filter);
    json.member("pointer", collider.origin.pointer);
    json.end();
  }
  json.end();
  json.key("triggers");
  json.beginArray();
  for (const std::size_t i : contents.triggers) {
    const Trigger& trigger = scene.triggers[i];
    json.beginObject();
    node(json, scene, trigger.node);
    shape(json, inspected, trigger.shape, trigger.node);
    if (!trigger.children.empty()) {
      json.key("parts");
      json.beginArray();
      for (const std::int32_t child : trigger.children) {
        if (!isIndex(child, scene.triggers.size())) continue;
        const Trigger& part = scene.triggers[child];
        json.beginObject();
        node(json, scene, part.node);
        shape(json, inspected, part.shape, part.node);
        json.end();
      }
      json.end();
    }
    json.member("filter", trigger.filter);
    json.member("pointer", trigger.origin.pointer);
    json.end();
  }
  json.end();
}

void body(json::Writer& json, const Inspected& inspected, const Motion& motion, const BodyContents& held) {
  const Scene& scene = inspected.scene;
  const BodyProperties* properties = propertiesOf(inspected.inspection, motion.node);
  json.beginObject();
  node(json, scene, motion.node);
  json.member("type", motionTypeName(properties ? properties->type : motion.type));
  json.member("animated", properties != nullptr && properties->animated);
  const Scene::GlobalPose& pose = inspected.poses[motion.node];
  json.member("position", pose.transform.translation);
  json.member("rotation", pose.transform.rotation);
  if (properties != nullptr) {
    json.member("mass", properties->mass);
    json.member("mass_computed", properties->mass_computed);
    json.member("center_of_mass", properties->center_of_mass);
    json.member("inertia_diagonal", properties->inertia_diagonal);
    json.member("inertia_orientation", properties->inertia_orientation);
    json.member("inertia_computed", properties->inertia_computed);
    json.member("defaults_used", properties->defaults_used);
  }
  json.member("linear_velocity", motion.linear_velocity);
  json.member("angular_velocity", motion.angular_velocity);
  json.member("gravity_factor", motion.gravity_factor);
  contents(json, inspected, held);
  json.member("pointer", motion.origin.pointer);
  json.end();
}

void names(json::Writer& json, std::string_view key, const std::vector<std::string>& list) {
  json.key(key);
  json.beginArray(Layout::OneLine);
  for (const std::string& name : list) json.value(name);
  json.end();
}

void surfaces(json::Writer& json, const Scene& scene) {
  json.key("materials");
  json.beginArray();
  for (const Material& material : scene.materials) {
    json.beginObject();
    json.member("static_friction", material.static_friction);
    json.member("dynamic_friction", material.dynamic_friction);
    json.member("restitution", material.restitution);
    if (material.friction_combine) json.member("friction_combine", combineName(material.friction_combine));
    if (material.restitution_combine)
      json.member("restitution_combine", combineName(material.restitution_combine));
    json.end();
  }
  json.end();
  json.key("filters");
  json.beginArray();
  for (const CollisionFilter& filter : scene.filters) {
    json.beginObject();
    names(json, "collision_systems", filter.collision_systems);
    if (filter.collide_with_systems) names(json, "collide_with_systems", *filter.collide_with_systems);
    if (filter.not_collide_with_systems)
      names(json, "not_collide_with_systems", *filter.not_collide_with_systems);
    json.end();
  }
  json.end();
}

void optionalMember(json::Writer& json, std::string_view name, const std::optional<double>& value) {
  json.key(name);
  value ? json.value(*value) : json.null();
}

void jointDescription(json::Writer& json, const JointDescription& description) {
  json.key("limits");
  json.beginArray();
  for (const JointLimit& limit : description.limits) {
    json.beginObject(Layout::OneLine);
    json.member("linear_axes", axisLetters(limit.linear_axes));
    json.member("angular_axes", axisLetters(limit.angular_axes));
    optionalMember(json, "min", limit.min);
    optionalMember(json, "max", limit.max);
    optionalMember(json, "stiffness", limit.stiffness);
    json.member("damping", limit.damping);
    json.end();
  }
  json.end();
  json.key("drives");
  json.beginArray();
  for (const JointDrive& drive : description.drives) {
    json.beginObject(Layout::OneLine);
    json.member("type", drive.angular ? "angular" : "linear");
    json.member("mode", drive.acceleration_mode ? "acceleration" : "force");
    json.member("axis", static_cast<int>(drive.axis));
    json.member("max_force", drive.max_force);
    optionalMember(json, "position_target", drive.position_target);
    optionalMember(json, "velocity_target", drive.velocity_target);
    json.member("stiffness", drive.stiffness);
    json.member("damping", drive.damping);
    json.end();
  }
  json.end();
}

void joints(json::Writer& json, const Inspection& inspection) {
  const Scene& scene = *inspection.scene;
  json.key("joints");
  json.beginArray();
  for (const Joint& joint : scene.joints) {
    if (isOutside(scene, joint.node)) continue;
    if (!isShown(inspection, joint.node) && !isShown(inspection, joint.connected_node)) continue;
    json.beginObject();
    node(json, scene, joint.node);
    json.member("connected_node", joint.connected_node);
    if (joint.body_node >= 0) json.member("body_node", joint.body_node);
    if (joint.connected_body_node >= 0) json.member("connected_body_node", joint.connected_body_node);
    json.member("enable_collision", joint.enable_collision);
    if (isIndex(joint.description, scene.joint_descriptions.size())) {
      const std::string_view kind = scene::jointName(scene.joint_descriptions[joint.description]);
      if (!kind.empty()) json.member("kind", kind);
      json.member("summary", jointText(scene.joint_descriptions[joint.description]));
    }
    if (isIndex(joint.description, scene.joint_descriptions.size()))
      jointDescription(json, scene.joint_descriptions[joint.description]);
    json.end();
  }
  json.end();
  json.key("animations");
  json.beginArray();
  for (const NodeAnimation& animation : scene.animations) {
    if (isOutside(scene, animation.node) || !isShown(inspection, animation.node)) continue;
    json.beginObject(Layout::OneLine);
    node(json, scene, animation.node);
    json.member("property", propertyName(animation.property));
    json.member("interpolation", interpolationName(animation.interpolation));
    json.member("keys", animation.times.size());
    json.end();
  }
  json.end();
}

}  // namespace

std::string inspectionJson(const Inspection& inspection) {
  const Inspected inspected{inspection, *inspection.scene, posesOf(inspection)};
  const Scene& scene = inspected.scene;
  json::Writer json;
  json.beginObject();
  json.member("source", scene.source);
  names(json, "dialects", scene.dialects);
  json.key("counts");
  writeCounts(json, countScene(scene));
  const std::vector<BodyContents> all = contentsOf(inspection);
  json.key("bodies");
  json.beginArray();
  for (const BodyPlace& place : bodiesInTreeOrder(inspection, all))
    body(json, inspected, scene.motions[place.motion], all[place.motion]);
  json.end();
  json.key("static");
  json.beginObject();
  contents(json, inspected, all.back());
  json.end();
  surfaces(json, scene);
  joints(json, inspection);
  writeVehicles(json, scene);
  writeGravity(json, scene);
  json.key("diagnostics");
  writeDiagnostics(json, inspection.diagnostics);
  json.end();
  return json.take() + '\n';
}

}  // namespace carom
