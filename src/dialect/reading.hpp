// The state of reading one file: what is known so far, and the readers that each add their part to the scene.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "carom/dialect/load.hpp"
#include "carom/scene/scene.hpp"
#include "dialect/families.hpp"
#include "dialect/node_order.hpp"
#include "dialect/record.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

/// What a hull or mesh is made from.
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
  Origin origin;
};

struct Reading {
  const gltf::Asset& asset;
  const LoadSettings& settings;
  Scene& scene;
  Diagnostics& diagnostics;
  RecordContext context;
  NodeOrder order;

  std::vector<PooledShape> implicit_shapes;   ///< What Target::ImplicitShape indexes.
  std::vector<PooledShape> collision_shapes;  ///< What Target::CollisionShape indexes.
  std::map<GeometrySource, std::int32_t>
      geometries;                                 ///< Into Scene::geometries, -1 when it could not be read.
  std::map<GeometrySource, std::int32_t> shapes;  ///< Shapes of `geometry` objects that name a mesh or node.
  std::uint64_t geometry_bytes = 0;
  std::uint64_t visited_nodes = 0;

  std::vector<std::int32_t> trigger_of_node;  ///< Into Scene::triggers; -1: no trigger, -2: one left out.
  struct Compound {
    std::int32_t trigger;
    json::Value nodes;
  };
  std::vector<Compound> compounds;
  std::map<std::string_view, json::Value> node_extensions;  ///< Each with the first object of it on a node.

  bool failed() const { return diagnostics.hasErrors(); }
  std::size_t nodeCount() const { return scene.nodes.size(); }
};

/// Which dialects the file is in (Scene::dialects), and warnings for extensions that are not listed or not
/// read.
void identifyDialects(Reading& reading);

/// Reads the arrays of shapes of every shape extension in the file.
void readShapePools(Reading& reading);
/// The scene's geometry for a source, -1 after reporting why there is none. `referrer`: pointer of what names
/// it.
std::int32_t geometryFor(Reading& reading, const GeometrySource& source, const std::string& referrer);
/// The shape that a collider's or trigger's `geometry` object or `shape` gives on a node; -1 after reporting.
std::int32_t readShapeReference(Reading& reading, const RigidBodyFamily& family, const Record& owner,
                                std::int32_t node);

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

/// Reads one node's extension object.
void readNode(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base, std::int32_t node,
              json::Value extension);
void readMotion(Reading& reading, const RigidBodyFamily& family, std::int32_t node, json::Value object);
void readCollider(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base,
                  std::int32_t node, json::Value object);
void readTrigger(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base, std::int32_t node,
                 json::Value object);
void readJoint(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base, std::int32_t node,
               json::Value object);

/// What needs all nodes to have been read: motions of colliders, joints without effect, triggers of
/// compounds.
void assignMotions(Reading& reading);
void linkCompounds(Reading& reading);

/// Scene::animations, and warnings for animated geometry.
void readAnimations(Reading& reading);

}  // namespace carom::dialect
