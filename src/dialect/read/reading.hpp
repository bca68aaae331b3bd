// The state of reading one file: the data read so far, and the readers that each add a part of the scene.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "carom/dialect/load.hpp"
#include "carom/scene/scene.hpp"
#include "dialect/families/families.hpp"
#include "dialect/read/node_order.hpp"
#include "dialect/tables/record.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

/// Source of a hull or mesh.
struct GeometrySource {
  bool from_node = false;       ///< The meshes of a node and its descendants, else one mesh.
  std::int32_t index = -1;      ///< Of the node or mesh.
  bool hull = false;            ///< Its convex hull.
  std::vector<double> weights;  ///< Morph weights; empty: the mesh's own.

  friend bool operator<(const GeometrySource& a, const GeometrySource& b) {
    return std::tie(a.from_node, a.index, a.hull, a.weights) <
           std::tie(b.from_node, b.index, b.hull, b.weights);
  }
};

/// An entry of a file's array of shapes.
struct PooledShape {
  std::int32_t shape = -1;  ///< Index into Scene::shapes; -1: it cannot be used, which was reported.
  GeometrySource source;    ///< Of a mesh or hull.
  bool use_node_weights = false;
  bool is_trigger = false;  ///< OMI: `isTrigger`.
  Origin origin;
};

/// Bounds of constraints (document 001) from here on stand for none: it has no other way to say so.
inline constexpr double kUnboundedConstraint = 1e30;

struct Reading {
  Reading(const gltf::Asset& read_asset, const LoadSettings& read_settings, Scene& read_scene,
          Diagnostics& read_diagnostics)
      : asset(read_asset),
        settings(read_settings),
        scene(read_scene),
        diagnostics(read_diagnostics),
        context{read_diagnostics, {}},
        order(read_scene.nodes) {}

  const gltf::Asset& asset;
  const LoadSettings& settings;
  Scene& scene;
  Diagnostics& diagnostics;
  RecordContext context;
  NodeOrder order;

  std::vector<PooledShape> implicit_shapes;   ///< For Target::ImplicitShape.
  std::vector<PooledShape> collision_shapes;  ///< For Target::CollisionShape.
  std::vector<PooledShape> omi_shapes;        ///< For Target::OmiShape.
  std::vector<PooledShape> omi_colliders;     ///< For Target::OmiCollider.
  std::map<GeometrySource, std::int32_t>
      geometries;                                 ///< Into Scene::geometries, -1 when it could not be read.
  std::map<GeometrySource, std::int32_t> shapes;  ///< Shapes of `geometry` objects that name a mesh or node.
  std::uint64_t geometry_bytes = 0;
  std::uint64_t visited_nodes = 0;

  std::vector<std::int32_t> trigger_of_node;  ///< Into Scene::triggers; -1: no trigger, -2: one left out.
  /// By node: the family whose word counts there, null while there is none.
  std::vector<const RigidBodyFamily*> family_of_node;
  struct Compound {
    std::int32_t trigger;
    json::Value nodes;  ///< Absent: all triggers below it that have no nearer compound.
  };
  std::vector<Compound> compounds;
  std::map<std::string_view, json::Value> node_extensions;  ///< Each with the first object of it on a node.

  /// By node: the nearest node at or above it that OMI makes a body, -1 if there is none.
  std::vector<std::int32_t> omi_body_of_node;
  bool omi_is_early = false;    ///< The file's OMI capsules without any radius have a full height.
  bool omi_is_current = false;  ///< The file has forms of OMI that are newer than capsules with one radius.

  /// By node: the motion at or above it, -1 if there is none. Known from assignMotions on.
  std::vector<std::int32_t> motion_of_node;
  std::int32_t tyre_material_base = 0;  ///< Where the materials that wheels name begin in Scene::materials.
  std::size_t tyre_material_count = 0;

  bool failed() const { return diagnostics.hasErrors(); }
  std::size_t nodeCount() const { return scene.nodes.size(); }
};

/// Which dialects the file is in (Scene::dialects), and warnings for extensions that are not listed or not
/// read.
void identifyDialects(Reading& reading);

/// Whether a shape of OMI_physics_shape has its fields beside `type`.
bool isFlatShape(json::Value object);
/// Reads the arrays of shapes of every shape extension in the file.
void readShapePools(Reading& reading);
/// The scene's geometry for a source, -1 after reporting why there is none. `referrer`: pointer of what names
/// it.
std::int32_t geometryFor(Reading& reading, const GeometrySource& source, const std::string& referrer);
/// The shape that a collider's or trigger's `geometry` object or `shape` gives on a node; -1 after reporting.
std::int32_t readShapeReference(Reading& reading, const RigidBodyFamily& family, const Record& owner,
                                std::int32_t node);

/// The entry of a shape array that a record's `shape` names with its node's weights; -1 after reporting.
std::int32_t namedShape(Reading& reading, const Record& record, std::int32_t node);

/// Where a family's resources begin in the scene's vectors.
struct ResourceBase {
  std::int32_t material = 0;
  std::int32_t filter = 0;
  std::int32_t joint = 0;
};
/// Reads the root object of a family: materials, filters, joint descriptions.
ResourceBase readResources(Reading& reading, const RigidBodyFamily& family);
void readMaterials(Reading& reading, const RigidBodyFamily& family, json::Value array);
void readFilters(Reading& reading, const RigidBodyFamily& family, json::Value array);
void readJointDescriptions(Reading& reading, const RigidBodyFamily& family, json::Value array);

/// Warns when the physics of a node is not simulated, or not as the node is shown.
void checkPhysicsNode(Reading& reading, std::int32_t node, const std::string& pointer);
/// Reads one node's extension object.
void readNode(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base, std::int32_t node,
              json::Value extension);
void readMotion(Reading& reading, const RigidBodyFamily& family, std::int32_t node, json::Value object);
/// The mass that OMI gives a body. 0 is ignored where no mass is used, with a hint, and an error elsewhere.
std::optional<double> readOmiMass(Reading& reading, const Record& record, bool used);
/// Hints when no body has such principal moments: one larger than the sum of the other two.
void checkInertia(Reading& reading, const std::string& pointer, const DVec3& inertia);
void readCollider(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base,
                  std::int32_t node, json::Value object);
void readTrigger(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base, std::int32_t node,
                 json::Value object);
void readJoint(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base, std::int32_t node,
               json::Value object);

/// Bodies of OMI with a `type`, and what has its shape on the node itself: OMI_physics_shape, OMI_collider.
void readTypedBodies(Reading& reading);
/// OMI_physics_joint in both forms.
void readOmiJoints(Reading& reading);
/// Whether an object of OMI_physics_body on a node is a body with a `type`.
bool isTypedBody(json::Value object);
/// Whether a node's extension of OMI is to be read: false after reporting that another family's word counts.
bool takeForOmi(Reading& reading, std::int32_t node, std::string_view extension, json::Value value);

/// What needs all nodes to have been read: motions of colliders, joints without effect, triggers of
/// compounds.
void assignMotions(Reading& reading);
void linkCompounds(Reading& reading);
/// Says where the two readings of the filter formula differ. Colliders must know their motions.
void reportFilterReadings(Reading& reading);

WheelForm wheelForm(json::Value wheel);
/// OMI's extensions of vehicles and seats. Bodies must have been read.
void readVehicles(Reading& reading);
void readSpawnPoints(Reading& reading);
/// The behaviour graph of the file.
void readBehavior(Reading& reading);
/// OMI_physics_gravity. Triggers must have been read.
void readGravity(Reading& reading);

/// Scene::animations, and warnings for animated geometry.
void readAnimations(Reading& reading);

}  // namespace carom::dialect
