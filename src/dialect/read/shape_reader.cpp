// The arrays of shapes of the shape extensions.
#include <algorithm>

#include "base/compact_sort.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "dialect/families/khr_implicit_shapes/tables.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"
#include "scene/shape_name.hpp"

namespace carom::dialect {

namespace {

constexpr Key kShapeKeys[] = {Key::Sphere, Key::Box,    Key::Capsule, Key::Cylinder,
                              Key::Plane,  Key::Convex, Key::Trimesh, Key::MeshShape};

/// A capsule whose height is from end to end.
void readFullHeight(Reading& reading, const Record& record, Shape& shape) {
  shape.height -= shape.radius_top + shape.radius_bottom;
  if (shape.height < 0) {
    reading.diagnostics.error(
        codes::kPhysicsRange, record.pointer(Key::Height),
        "the full 'height' of a capsule with one 'radius' must be at least twice the radius");
  }
  // As high as wide: a ball.
  if (static_cast<float>(shape.height) <= 0) {
    shape.kind = ShapeKind::Sphere;
    shape.radius = shape.radius_top;
  }
}

void warnOneRadius(Reading& reading, const Record& record, CapsuleHeight rule, bool capsule) {
  if (rule == CapsuleHeight::Full || (rule == CapsuleHeight::Revision && !reading.omi_is_current)) return;
  reading.diagnostics.warning(
      codes::kPhysicsOneRadius, record.pointer(Key::Radius),
      capsule ? "a capsule has one 'radius'; its 'height' is taken as the full height, including both caps"
              : "a cylinder has one 'radius'; it is used for 'radiusTop' and 'radiusBottom'");
}

/// The radii and height of a capsule or cylinder, of two radii or of one. With one, a capsule's height is
/// full.
void readRound(Reading& reading, const Record& record, CapsuleHeight rule, Shape& shape) {
  const bool capsule = shape.kind == ShapeKind::Capsule;
  const bool two = record.wrote(Key::RadiusTop) || record.wrote(Key::RadiusBottom);
  shape.height = record.number(Key::Height);
  shape.radius_top = record.number(Key::RadiusTop);
  shape.radius_bottom = record.number(Key::RadiusBottom);
  const bool one = rule == CapsuleHeight::Full || (record.has(Key::Radius) && !two);
  if (record.has(Key::Radius) && two) {
    reading.diagnostics.warning(codes::kPhysicsOneRadius, record.pointer(Key::Radius),
                                "'radius' is ignored because 'radiusTop' or 'radiusBottom' is given");
  }
  if (one) {
    warnOneRadius(reading, record, rule, capsule);
    shape.radius_top = shape.radius_bottom = record.number(Key::Radius);
  }
  const bool early = rule == CapsuleHeight::Revision && reading.omi_is_early && !two;
  // A height that is left out is the one of its own table: full where heights always are.
  const bool given = record.has(Key::Height) || rule == CapsuleHeight::Full;
  if (capsule && given && (one || early)) readFullHeight(reading, record, shape);
  if (static_cast<float>(std::max(shape.radius_top, shape.radius_bottom)) == 0 &&
      shape.kind != ShapeKind::Sphere) {
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

/// Document 002: "The final hull shape should have no more than 255 points in total".
void warnManyPoints(Reading& reading, const Record& record, const SceneGeometry& geometry) {
  constexpr std::size_t kMostPoints = 255;
  std::vector<Vec3> points = geometry.positions;
  const auto before = [](const Vec3& a, const Vec3& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
  };
  compactSort(points.begin(), points.end(), before);
  const auto count = static_cast<std::size_t>(std::unique(points.begin(), points.end()) - points.begin());
  if (count <= kMostPoints) return;
  reading.diagnostics.warning(
      codes::kPhysicsUnusual, record.pointer(Key::Mesh),
      joined("this hull has ", std::to_string(count), " points; ", record.table().extension,
             " allows at most 255, and other importers may drop the rest"));
}

/// Documents 002 and 004: the mesh of a hull or trimesh "MUST be a trimesh", of one primitive.
void checkMeshOfShape(Reading& reading, const Record& record, const GeometrySource& source) {
  const json::Value primitives = reading.asset.root().find("meshes")[source.index].find("primitives");
  const std::string pointer = record.pointer(Key::Mesh);
  bool triangles = true;
  for (std::size_t i = 0; i < primitives.size(); ++i) {
    const json::Value mode = primitives[i].find("mode");
    triangles = triangles && (!mode || mode.number() >= 4);
  }
  if (!triangles) {
    reading.diagnostics.warning(codes::kPhysicsUnusual, pointer,
                                joined("the mesh of a shape must be a trimesh in ", record.table().extension,
                                       "; this one has points or lines, which other importers refuse"));
  }
  if (primitives.size() > 1) {
    reading.diagnostics.hint(
        codes::kPhysicsUnusual, pointer,
        "the mesh of a shape should be of one primitive; those of this one are taken together");
  }
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
                                "the skin of a shape is ignored; the mesh keeps its bind pose");
  }
  shape.kind = pooled.source.hull ? ShapeKind::ConvexHull : ShapeKind::TriangleMesh;
  shape.geometry = -1;
  if (pooled.source.index >= 0) {
    shape.geometry = geometryFor(reading, pooled.source, record.pointer(Key::Mesh));
  }
}

/// The member that describes a shape of a kind: the shape's own object where its fields are flat, the table's
/// defaults where it is left out. Not an object when the member is wrong.
Record kindRecord(Reading& reading, const Table& table, const Record& record, Key key) {
  const int position = table.indexOf(key);
  if (position < 0) return record;
  const Field& field = table.fields[position];
  if (record.has(key)) return readRecord(*field.table, record.value(key), reading.context);
  return record.wrote(key) ? Record() : defaultRecord(*field.table);
}

/// Sizes of 0 that the schema allows, and what is left of the shape. False where the text prohibits them.
bool checkDegenerate(Reading& reading, const ShapeFamily& family, const Record& record, const Shape& shape) {
  bool good = true;
  const auto hint = [&](Key key, std::string_view what) {
    if (!record.has(key)) return;
    if (family.extension == khr_implicit_shapes::kExtension) {
      good = false;
      reading.diagnostics.error(
          codes::kPhysicsRange, record.pointer(key),
          joined("'", record.name(key), "' of 0 makes this ", scene::shapeName(shape.kind),
                 " degenerate, which ", family.extension, " prohibits; give it a size"));
      return;
    }
    reading.diagnostics.hint(
        codes::kPhysicsUnusual, record.pointer(key),
        joined("'", record.name(key), "' of 0 makes this ", scene::shapeName(shape.kind), " ", what));
  };
  const auto zero = [](double length) { return static_cast<float>(length) == 0; };
  const bool height = zero(shape.height);
  if (shape.kind == ShapeKind::Sphere && zero(shape.radius))
    hint(Key::Radius, "a point, which is simulated as a ball of 0.1 mm");
  if (shape.kind == ShapeKind::Box) {
    const int sides = zero(shape.size.x) + zero(shape.size.y) + zero(shape.size.z);
    if (sides == 1) hint(Key::Size, "a rectangle");
    if (sides == 2) hint(Key::Size, "a line");
    if (sides == 3) hint(Key::Size, "a point, which is simulated as a ball of 0.1 mm");
  }
  if (shape.kind == ShapeKind::Capsule && height) hint(Key::Height, "a ball of its larger radius");
  if (shape.kind == ShapeKind::Cylinder && height) hint(Key::Height, "a disk");
  return good;
}

/// Reads the details of a shape of a kind. False if there is no usable shape.
bool readKind(Reading& reading, const ShapeFamily& family, const Record& record, Key key, PooledShape& pooled,
              Shape& shape) {
  const Record kind = kindRecord(reading, record.table(), record, key);
  if (!kind.isObject()) return false;
  if (key == Key::Convex || key == Key::Trimesh || key == Key::MeshShape) {
    const bool nested = record.table().indexOf(key) >= 0;
    if (nested ? !record.wrote(key)
               : (!kind.wrote(Key::Mesh) || (kind.has(Key::Mesh) && kind.index(Key::Mesh) < 0))) {
      reading.diagnostics.error(codes::kPhysicsMissing, record.pointer(nested ? key : Key::Mesh),
                                joined("a shape of type ", excerpt(record.value(Key::Type)), " must have '",
                                       record.name(nested ? key : Key::Mesh), "'"));
      return false;
    }
    readMeshShape(reading, family, record.json(), key, kind, pooled, shape);
    return shape.geometry >= 0;
  }
  if (key == Key::Sphere) shape.radius = kind.number(Key::Radius);
  if (key == Key::Box) shape.size = kind.vector(Key::Size);
  if (key == Key::Capsule || key == Key::Cylinder) readRound(reading, kind, family.capsule_height, shape);
  if (key == Key::Plane) {
    shape.size_x = kind.optionalNumber(Key::SizeX).value_or(kInfinity);
    shape.size_z = kind.optionalNumber(Key::SizeZ).value_or(kInfinity);
    shape.double_sided = kind.boolean(Key::DoubleSided);
  }
  return checkDegenerate(reading, family, kind, shape);
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

/// The kind a choice of `type` names.
Key keyOf(std::string_view type) {
  if (type == "sphere") return Key::Sphere;
  if (type == "box") return Key::Box;
  if (type == "capsule") return Key::Capsule;
  if (type == "cylinder") return Key::Cylinder;
  if (type == "plane") return Key::Plane;
  if (type == "trimesh") return Key::Trimesh;
  return type == "mesh" ? Key::MeshShape : Key::Convex;
}

/// Members of another kind: an object is an error, a flat field has no effect.
void reportOtherKinds(Reading& reading, const Record& record, Key chosen) {
  for (const Key other : kShapeKeys) {
    if (other == chosen || !record.wrote(other)) continue;
    reading.diagnostics.error(codes::kPhysicsConflict, record.pointer(other),
                              joined("a shape of type ", excerpt(record.value(Key::Type)), " must not have '",
                                     record.name(other), "'"));
  }
  if (record.table().indexOf(Key::IsTrigger) < 0) return;
  const bool round = chosen == Key::Capsule || chosen == Key::Cylinder;
  const auto valid = [&](Key key) {
    if (key == Key::Size) return chosen == Key::Box;
    if (key == Key::Radius) return round || chosen == Key::Sphere;
    return key == Key::Height ? round : chosen == Key::Convex || chosen == Key::Trimesh;
  };
  for (const Key key : {Key::Size, Key::Radius, Key::Height, Key::Mesh}) {
    if (!record.wrote(key) || valid(key)) continue;
    if (key == Key::Mesh && record.has(key) && record.index(key) < 0) continue;  // What leaving it out says.
    reading.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(key),
                             joined("'", record.name(key), "' has no effect on a shape of type ",
                                    excerpt(record.value(Key::Type))));
  }
}

const Table& tableFor(const ShapeFamily& family, json::Value object) {
  if (!family.shape) return *family.flat_shape;
  return family.flat_shape && isFlatShape(object) ? *family.flat_shape : *family.shape;
}

PooledShape readShape(Reading& reading, const ShapeFamily& family, json::Value object) {
  PooledShape pooled;
  const Table& table = tableFor(family, object);
  const bool flat = &table == family.flat_shape;
  const Record record = readRecord(table, object, reading.context);
  if (!record.isObject() || !record.has(Key::Type)) return pooled;
  pooled.origin = record.origin();
  pooled.is_trigger = record.boolean(Key::IsTrigger);
  Shape shape;
  shape.origin = pooled.origin;
  const int choice = record.choice(Key::Type);
  if (choice < 0) {
    reading.diagnostics.warning(
        codes::kPhysicsUnknownKind, record.pointer(Key::Type),
        joined("shapes of type ", excerpt(record.value(Key::Type)),
               " are unknown; colliders and triggers that use this shape are ignored"));
    return pooled;
  }
  const std::string_view type = table.find("type")->choices[choice];
  const Key key = keyOf(type);
  reportOtherKinds(reading, record, key);
  shape.kind = kindOf(key);
  ShapeFamily as_read = family;
  if (flat) as_read.capsule_height = CapsuleHeight::Full;
  if (!readKind(reading, as_read, record, key, pooled, shape)) return pooled;
  if (flat && pooled.source.index >= 0) checkMeshOfShape(reading, record, pooled.source);
  if (flat && key == Key::Convex && type == "hull") {
    warnManyPoints(reading, record, reading.scene.geometries[shape.geometry]);
  }
  pooled.shape = static_cast<std::int32_t>(reading.scene.shapes.size());
  reading.scene.shapes.push_back(std::move(shape));
  return pooled;
}

std::vector<PooledShape>& poolOf(Reading& reading, Target target) {
  if (target == Target::OmiShape) return reading.omi_shapes;
  if (target == Target::OmiCollider) return reading.omi_colliders;
  return target == Target::ImplicitShape ? reading.implicit_shapes : reading.collision_shapes;
}

/// The array of a family's shapes; absent when the file has none.
json::Value shapeArray(Reading& reading, const ShapeFamily& family) {
  if (!family.root) {
    const json::Value array = reading.asset.root().find("shapes");
    if (!array || array.isArray()) return array;
    reading.diagnostics.error(codes::kPhysicsType, array.pointer(),
                              joined("'shapes' must be an array of objects, not ", excerpt(array)));
    return {};
  }
  const json::Value extension = gltf::Asset::extension(reading.asset.root(), family.extension);
  if (!extension) return {};
  const Record root = readRecord(*family.root, extension, reading.context);
  return root.isObject() ? root.value(Key::Shapes) : json::Value();
}

}  // namespace

bool isFlatShape(json::Value object) {
  if (!object.isObject()) return false;
  const json::Value type = object.find("type");
  if (!type.isString() || object.find(type.string())) {
    return false;
  }
  for (const std::string_view member : {"size", "radius", "height", "mesh", "isTrigger"}) {
    if (object.find(member)) return true;
  }
  return type.string() == "hull";
}

void readShapePools(Reading& reading) {
  const std::size_t node_count = reading.nodeCount();
  reading.context.setCount(Target::Node, node_count);
  reading.context.setCount(Target::Mesh, reading.asset.meshCount());
  reading.context.setCount(Target::Skin, reading.asset.root().find("skins").size());
  for (const ShapeFamily& family : shapeFamilies()) {
    const json::Value array = shapeArray(reading, family);
    if (!array) continue;
    std::vector<PooledShape>& pool = poolOf(reading, family.target);
    // One file does not have both KHR_collision_shapes and MSFT_collision_primitives, or KHR_implicit_shapes
    // and the shapes of glTF 2.1; the first of each counts.
    if (!pool.empty()) {
      reading.diagnostics.warning(codes::kPhysicsFamilyIgnored, array.pointer(),
                                  joined("the shapes of ", family.extension,
                                         " are ignored; another extension already defines shapes"));
      continue;
    }
    pool.reserve(array.size());
    for (std::size_t i = 0; i < array.size(); ++i) pool.push_back(readShape(reading, family, array[i]));
  }
  reading.context.setCount(Target::OmiShape, reading.omi_shapes.size());
  reading.context.setCount(Target::OmiCollider, reading.omi_colliders.size());
  // Either may be named in either way when the file has only one of them.
  const auto& implicit = reading.implicit_shapes.empty() ? reading.collision_shapes : reading.implicit_shapes;
  const auto& collision =
      reading.collision_shapes.empty() ? reading.implicit_shapes : reading.collision_shapes;
  reading.context.setCount(Target::ImplicitShape, implicit.size());
  reading.context.setCount(Target::CollisionShape, collision.size());
}

}  // namespace carom::dialect
