// Meshes and hulls, shared between the colliders that name the same thing.
#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"

namespace carom::dialect {

namespace {

/// Together, the subtrees that `geometry.node` names may be visited this many times: a chain of nodes that
/// each name themselves would otherwise cost the square of their number.
constexpr std::uint64_t kMaxVisitedNodes = 10'000'000;

std::string describe(const GeometrySource& source) {
  return (source.from_node ? "node " : "mesh ") + std::to_string(source.index);
}

bool withinBudget(Reading& reading, const GeometrySource& source, const std::string& referrer) {
  if (!source.from_node) return true;
  reading.visited_nodes += reading.order.subtree(source.index).size();
  if (reading.visited_nodes <= kMaxVisitedNodes) return true;
  reading.diagnostics.error(codes::kPhysicsTooLarge, referrer,
                            "the nodes used as collider geometry have too many descendants in total");
  return false;
}

std::int32_t decodeGeometry(Reading& reading, const GeometrySource& source, const std::string& referrer) {
  if (!withinBudget(reading, source, referrer)) return -1;
  const gltf::GeometryUse use = source.hull ? gltf::GeometryUse::Points : gltf::GeometryUse::Triangles;
  Result<gltf::Geometry> decoded =
      source.from_node ? reading.asset.nodeGeometry(source.index, use, referrer)
                       : reading.asset.meshGeometry(source.index, source.weights, use, referrer);
  for (const Diagnostic& item : decoded.diagnostics().items()) {
    reading.diagnostics.add(item.severity, item.code, item.pointer, item.message);
  }
  if (!decoded) return -1;
  if (source.hull ? decoded->positions.empty() : decoded->indices.empty()) {
    reading.diagnostics.error(codes::kPhysicsEmptyGeometry, referrer,
                              joined(describe(source), " has no ", (source.hull ? "vertices" : "triangles")));
    return -1;
  }
  if (decoded->has_unusable_primitives && !source.hull) {
    reading.diagnostics.warning(
        codes::kPhysicsNotApplied, referrer,
        joined(describe(source), " has point or line primitives; a mesh shape ignores them"));
  }
  SceneGeometry geometry;
  geometry.positions = std::move(decoded->positions);
  geometry.indices = std::move(decoded->indices);
  (source.from_node ? geometry.node : geometry.mesh) = source.index;
  geometry.weights = source.weights;
  if (source.hull) geometry.indices.clear();
  reading.geometry_bytes +=
      geometry.positions.size() * sizeof(Vec3) + geometry.indices.size() * sizeof(std::uint32_t);
  if (reading.geometry_bytes > reading.settings.max_decoded_bytes) {
    reading.diagnostics.error(codes::kPhysicsTooLarge, referrer,
                              "the colliders' geometry is too large in total");
    return -1;
  }
  reading.scene.geometries.push_back(std::move(geometry));
  return static_cast<std::int32_t>(reading.scene.geometries.size() - 1);
}

/// The shape of a mesh or node on its own, made once for all colliders that name it.
std::int32_t sharedShape(Reading& reading, const GeometrySource& source, const std::string& referrer,
                         const Origin& origin) {
  const auto known = reading.shapes.find(source);
  if (known != reading.shapes.end()) return known->second;
  std::int32_t index = -1;
  if (const std::int32_t geometry = geometryFor(reading, source, referrer); geometry >= 0) {
    Shape shape;
    shape.kind = source.hull ? ShapeKind::ConvexHull : ShapeKind::TriangleMesh;
    shape.geometry = geometry;
    shape.origin = origin;
    index = static_cast<std::int32_t>(reading.scene.shapes.size());
    reading.scene.shapes.push_back(std::move(shape));
  }
  reading.shapes.emplace(source, index);
  return index;
}

const std::vector<PooledShape>& poolOf(const Reading& reading, Target target) {
  if (target == Target::OmiShape) return reading.omi_shapes;
  if (target == Target::OmiCollider) return reading.omi_colliders;
  const auto& preferred =
      target == Target::ImplicitShape ? reading.implicit_shapes : reading.collision_shapes;
  const auto& other = target == Target::ImplicitShape ? reading.collision_shapes : reading.implicit_shapes;
  return preferred.empty() ? other : preferred;
}

Target shapeTarget(const Record& record) {
  const int position = record.table().indexOf(Key::Shape);
  return record.table().fields[position].target;
}

/// The shape of a checked index, with the parts that depend on the node that uses it.
std::int32_t pooledShape(Reading& reading, const Record& record, bool hull, std::int32_t node) {
  const PooledShape& pooled = poolOf(reading, shapeTarget(record))[record.index(Key::Shape)];
  if (pooled.shape < 0) return -1;
  if (record.wrote(Key::ConvexHull) && pooled.source.index < 0) {
    reading.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(Key::ConvexHull),
                             "'convexHull' has no effect on a shape that is not a mesh");
  }
  const std::vector<double>& node_weights = reading.asset.nodes()[node].weights;
  const bool own_weights = pooled.use_node_weights && !node_weights.empty();
  const bool own_hull = hull && pooled.source.index >= 0 && !pooled.source.hull;
  if (!own_weights && !own_hull) return pooled.shape;
  GeometrySource source = pooled.source;
  if (own_weights) source.weights = node_weights;
  source.hull = source.hull || hull;
  return sharedShape(reading, source, record.pointer(Key::Shape), pooled.origin);
}

std::int32_t readGeometry(Reading& reading, const RigidBodyFamily& family, json::Value object,
                          std::int32_t node) {
  const Record record = readRecord(*family.geometry, object, reading.context);
  if (!record.isObject()) return -1;
  const int named = record.wrote(Key::Shape) + record.wrote(Key::Mesh) + record.wrote(Key::Node);
  if (named != 1) {
    reading.diagnostics.error(named == 0 ? codes::kPhysicsMissing : codes::kPhysicsConflict, record.pointer(),
                              "a geometry must have exactly one of 'shape', 'mesh' and 'node'");
    return -1;
  }
  const bool hull = record.boolean(Key::ConvexHull);
  if (record.has(Key::Shape)) return pooledShape(reading, record, hull, node);
  const Key key = record.wrote(Key::Mesh) ? Key::Mesh : Key::Node;
  if (!record.has(key)) return -1;
  const GeometrySource source{key == Key::Node, record.index(key), hull, {}};
  return sharedShape(reading, source, record.pointer(key), record.origin());
}

}  // namespace

std::int32_t geometryFor(Reading& reading, const GeometrySource& source, const std::string& referrer) {
  const auto known = reading.geometries.find(source);
  if (known != reading.geometries.end()) return known->second;
  const std::int32_t index = decodeGeometry(reading, source, referrer);
  reading.geometries.emplace(source, index);
  return index;
}

std::int32_t namedShape(Reading& reading, const Record& record, std::int32_t node) {
  return record.index(Key::Shape) < 0 ? -1 : pooledShape(reading, record, false, node);
}

std::int32_t readShapeReference(Reading& reading, const RigidBodyFamily& family, const Record& owner,
                                std::int32_t node) {
  if (owner.wrote(Key::Geometry) && owner.wrote(Key::Shape)) {
    reading.diagnostics.warning(codes::kPhysicsConflict, owner.pointer(Key::Shape),
                                "'shape' is ignored because 'geometry' is given");
  }
  if (owner.wrote(Key::Geometry)) {
    return owner.has(Key::Geometry) ? readGeometry(reading, family, owner.value(Key::Geometry), node) : -1;
  }
  if (owner.index(Key::Shape) < 0) return -1;
  if (family.geometry && reading.collision_shapes.empty()) {
    reading.diagnostics.hint(
        codes::kPhysicsOldForm, owner.pointer(Key::Shape),
        "with KHR_implicit_shapes, write 'geometry': {'shape': index} instead of 'shape'");
  }
  return pooledShape(reading, owner, false, node);
}

}  // namespace carom::dialect
