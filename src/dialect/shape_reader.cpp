// The arrays of shapes of the shape extensions.
#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/reading.hpp"

namespace carom::dialect {

namespace {

constexpr Key kShapeKeys[] = {Key::Sphere, Key::Box,    Key::Capsule, Key::Cylinder,
                              Key::Plane,  Key::Convex, Key::Trimesh, Key::MeshShape};

/// The radii and height of a capsule or cylinder, of the new names or of the single `radius` found in the
/// wild.
void readRound(Reading& reading, const Record& record, Shape& shape) {
  shape.height = record.number(Key::Height);
  shape.radius_top = record.number(Key::RadiusTop);
  shape.radius_bottom = record.number(Key::RadiusBottom);
  if (record.has(Key::Radius)) {
    const double radius = record.number(Key::Radius);
    if (record.wrote(Key::RadiusTop) || record.wrote(Key::RadiusBottom)) {
      reading.diagnostics.warning(codes::kPhysicsOneRadius, record.pointer(Key::Radius),
                                  "'radius' is ignored beside 'radiusTop' and 'radiusBottom'");
    } else {
      const bool capsule = shape.kind == ShapeKind::Capsule;
      reading.diagnostics.warning(
          codes::kPhysicsOneRadius, record.pointer(Key::Radius),
          capsule
              ? "a capsule with one 'radius' is read as its exporter means it: 'height' is the full height"
              : "a cylinder's one 'radius' is read as both 'radiusTop' and 'radiusBottom'");
      shape.radius_top = shape.radius_bottom = radius;
      if (capsule && record.has(Key::Height)) shape.height -= 2 * radius;
      if (capsule && shape.height < 0) {
        reading.diagnostics.error(
            codes::kPhysicsRange, record.pointer(Key::Height),
            "the full 'height' of a capsule with one 'radius' must be at least twice the radius");
      }
      // As high as wide: a ball.
      if (capsule && static_cast<float>(shape.height) <= 0)
        shape.kind = ShapeKind::Sphere, shape.radius = radius;
    }
  }
  if (static_cast<float>(shape.radius_top) == 0 && static_cast<float>(shape.radius_bottom) == 0) {
    reading.diagnostics.error(codes::kPhysicsRange, record.pointer(),
                              "'radiusTop' and 'radiusBottom' must not both be 0");
  }
}

bool hullFlag(Reading& reading, const ShapeFamily& family, json::Value object, const Record& mesh) {
  if (mesh.has(Key::ConvexHull)) return mesh.boolean(Key::ConvexHull);
  if (!family.shape_extension) return false;
  const json::Value extension = gltf::Asset::extension(object, family.shape_extension->extension);
  if (!extension) return false;
  return readRecord(*family.shape_extension, extension, reading.context).boolean(Key::ConvexHull);
}

void readMeshShape(Reading& reading, const ShapeFamily& family, json::Value object, Key key,
                   const Record& record, PooledShape& pooled, Shape& shape) {
  pooled.source.index = record.index(Key::Mesh);
  pooled.source.hull =
      key == Key::Convex || (key == Key::MeshShape && hullFlag(reading, family, object, record));
  pooled.source.weights = record.numbers(Key::Weights);
  pooled.use_node_weights = record.boolean(Key::UseNodeWeights);
  if (record.has(Key::Skin)) {
    reading.diagnostics.warning(codes::kPhysicsNotApplied, record.pointer(Key::Skin),
                                "the skin of a shape is not applied: the mesh keeps its bind pose");
  }
  shape.kind = pooled.source.hull ? ShapeKind::ConvexHull : ShapeKind::TriangleMesh;
  shape.geometry = -1;
  if (pooled.source.index >= 0) {
    shape.geometry = geometryFor(reading, pooled.source, record.pointer(Key::Mesh));
  }
}

/// Reads the member that describes the shape of a kind. False when there is no usable shape.
bool readKind(Reading& reading, const ShapeFamily& family, const Record& record, Key key, PooledShape& pooled,
              Shape& shape) {
  const int position = family.shape->indexOf(key);
  const Field& field = family.shape->fields[static_cast<std::size_t>(position)];
  Record kind;
  if (record.has(key)) {
    kind = readRecord(*field.table, record.value(key), reading.context);
  } else if (record.wrote(key)) {
    return false;
  }
  const bool is_mesh = key == Key::Convex || key == Key::Trimesh || key == Key::MeshShape;
  if (!kind.isObject()) {
    if (!is_mesh) return true;  // Shape's own initialisers are the documents' defaults.
    reading.diagnostics.error(codes::kPhysicsMissing, record.pointer(key),
                              joined("a shape of type \"", field.name, "\" must have '", field.name, "'"));
    return false;
  }
  if (is_mesh) {
    readMeshShape(reading, family, record.json(), key, kind, pooled, shape);
    return shape.geometry >= 0;
  }
  if (key == Key::Sphere) shape.radius = kind.number(Key::Radius);
  if (key == Key::Box) shape.size = kind.vector(Key::Size);
  if (key == Key::Capsule || key == Key::Cylinder) readRound(reading, kind, shape);
  if (key == Key::Plane) {
    shape.size_x = kind.optionalNumber(Key::SizeX).value_or(kInfinity);
    shape.size_z = kind.optionalNumber(Key::SizeZ).value_or(kInfinity);
    shape.double_sided = kind.boolean(Key::DoubleSided);
  }
  return true;
}

ShapeKind kindOf(Key key) {
  switch (key) {
    case Key::Sphere:
      return ShapeKind::Sphere;
    case Key::Box:
      return ShapeKind::Box;
    case Key::Capsule:
      return ShapeKind::Capsule;
    case Key::Cylinder:
      return ShapeKind::Cylinder;
    case Key::Plane:
      return ShapeKind::Plane;
    case Key::Convex:
      return ShapeKind::ConvexHull;
    default:
      return ShapeKind::TriangleMesh;
  }
}

PooledShape readShape(Reading& reading, const ShapeFamily& family, json::Value object) {
  PooledShape pooled;
  const Record record = readRecord(*family.shape, object, reading.context);
  if (!record.isObject() || !record.has(Key::Type)) return pooled;
  pooled.origin = record.origin();
  Shape shape;
  shape.origin = pooled.origin;
  const int choice = record.choice(Key::Type);
  if (choice < 0) {
    reading.diagnostics.warning(
        codes::kPhysicsUnknownKind, record.pointer(Key::Type),
        joined("shapes of type ", excerpt(record.value(Key::Type)),
               " are not known; colliders and triggers that use this one are left out"));
    return pooled;
  }
  const Field& type = *family.shape->find(record.name(Key::Type));
  const Field& chosen = *family.shape->find(type.choices[static_cast<std::size_t>(choice)]);
  for (const Key other : kShapeKeys) {
    if (other == chosen.key || !record.wrote(other)) continue;
    reading.diagnostics.error(
        codes::kPhysicsConflict, record.pointer(other),
        joined("a shape of type \"", chosen.name, "\" must not have '", record.name(other), "'"));
  }
  shape.kind = kindOf(chosen.key);
  if (!readKind(reading, family, record, chosen.key, pooled, shape)) return pooled;
  pooled.shape = static_cast<std::int32_t>(reading.scene.shapes.size());
  reading.scene.shapes.push_back(std::move(shape));
  return pooled;
}

}  // namespace

void readShapePools(Reading& reading) {
  const std::size_t node_count = reading.nodeCount();
  reading.context.setCount(Target::Node, node_count);
  reading.context.setCount(Target::Mesh, reading.asset.meshCount());
  reading.context.setCount(Target::Skin, reading.asset.root().find("skins").size());
  for (const ShapeFamily& family : shapeFamilies()) {
    const json::Value extension = gltf::Asset::extension(reading.asset.root(), family.extension);
    if (!extension) continue;
    const Record root = readRecord(*family.root, extension, reading.context);
    std::vector<PooledShape>& pool =
        family.target == Target::ImplicitShape ? reading.implicit_shapes : reading.collision_shapes;
    // One file does not have both KHR_collision_shapes and MSFT_collision_primitives; the newer counts.
    if (!pool.empty()) {
      reading.diagnostics.warning(
          codes::kPhysicsFamilyIgnored, root.pointer(),
          joined("the shapes of ", family.extension, " are ignored beside those of a newer extension"));
      continue;
    }
    const json::Value array = root.isObject() ? root.value(Key::Shapes) : json::Value();
    pool.reserve(array.size());
    for (std::size_t i = 0; i < array.size(); ++i) pool.push_back(readShape(reading, family, array[i]));
  }
  // Either may be named in either way when the file has only one of them.
  const auto& implicit = reading.implicit_shapes.empty() ? reading.collision_shapes : reading.implicit_shapes;
  const auto& collision =
      reading.collision_shapes.empty() ? reading.implicit_shapes : reading.collision_shapes;
  reading.context.setCount(Target::ImplicitShape, implicit.size());
  reading.context.setCount(Target::CollisionShape, collision.size());
}

}  // namespace carom::dialect
