// Questions about what is where.

#include <string>
#include <string_view>

#include "web/answer.hpp"
#include "web/bound_scene.hpp"
#include "web/bound_world.hpp"
#include "web/export.hpp"

namespace carom::web {
namespace {

/// What JavaScript says of which colliders a query sees.
struct AskedFilter {
  CollisionFilter systems;
  QueryFilter filter;
};

std::vector<std::string> names(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return out;
}

/// `systems` is null, or three lists with a form feed between them, a name a line; "-" stands for a list that
/// is absent.
void readFilter(AskedFilter& out, const char* systems, std::int32_t ignored_node, std::uint32_t flags) {
  out.filter.ignore_motion_node = ignored_node;
  out.filter.ignore_joined = (flags & 1) != 0;
  out.filter.include_triggers = (flags & 2) != 0;
  if (systems == nullptr) return;
  std::string_view rest = systems;
  std::string_view part[3];
  for (std::string_view& one : part) {
    const std::size_t end = rest.find('\f');
    one = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  if (part[0] != "-") out.systems.collision_systems = names(part[0]);
  if (part[1] != "-") out.systems.collide_with_systems = names(part[1]);
  if (part[2] != "-") out.systems.not_collide_with_systems = names(part[2]);
  out.filter.filter = &out.systems;
}

void addHit(Answer& answer, const RayCastHit& hit) {
  answer.numbers.push_back(hit.collider), answer.numbers.push_back(hit.motion);
  answer.numbers.push_back(hit.distance);
  answer.add(hit.point), answer.add(hit.normal);
}

/// Kind and five sizes: radius; x y z; height, top and bottom radius; size x and z; or a geometry's index.
Shape shapeOf(const double* v) {
  Shape shape;
  const int kind = static_cast<int>(v[0]);
  shape.kind = kind >= 0 && kind <= static_cast<int>(ShapeKind::TriangleMesh) ? static_cast<ShapeKind>(kind)
                                                                              : ShapeKind::Sphere;
  switch (shape.kind) {
    case ShapeKind::Sphere:
      shape.radius = v[1];
      break;
    case ShapeKind::Box:
      shape.size = {v[1], v[2], v[3]};
      break;
    case ShapeKind::Capsule:
    case ShapeKind::Cylinder:
      shape.height = v[1], shape.radius_top = v[2], shape.radius_bottom = v[3];
      break;
    case ShapeKind::Plane:
      shape.size_x = v[1], shape.size_z = v[2];
      break;
    case ShapeKind::ConvexHull:
    case ShapeKind::TriangleMesh:
      shape.geometry = static_cast<std::int32_t>(v[1]);
      break;
  }
  return shape;
}

DTransform poseOf(const double* v) {
  return {{v[0], v[1], v[2]}, normalized(DQuat{v[3], v[4], v[5], v[6]})};
}

}  // namespace

/// Origin, direction and distance: seven numbers. How many hits; of each nine numbers: collider, motion,
/// distance, point, normal.
CAROM_WEB(std::uint32_t)
carom_cast_ray(const BoundWorld* bound, const double* v, std::int32_t all, const char* systems,
               std::int32_t ignored_node, std::uint32_t flags) {
  Answer& answer = newAnswer();
  AskedFilter asked;
  readFilter(asked, systems, ignored_node, flags);
  const DVec3 origin{v[0], v[1], v[2]}, direction{v[3], v[4], v[5]};
  if (all == 0) {
    const RayCastHit hit = bound->world.castRay(origin, direction, v[6], asked.filter);
    if (hit.hit) addHit(answer, hit);
  } else {
    for (const RayCastHit& hit : bound->world.castRayAll(origin, direction, v[6], asked.filter))
      addHit(answer, hit);
  }
  return static_cast<std::uint32_t>(answer.numbers.size() / 9);
}

/// Shape, six numbers, pose, seven, and translation, three. 1 and collider, motion, fraction, whether they
/// overlap at the start, point and normal; or 0.
CAROM_WEB(std::int32_t)
carom_cast_shape(const BoundWorld* bound, const double* v, const char* systems, std::int32_t ignored_node,
                 std::uint32_t flags) {
  Answer& answer = newAnswer();
  AskedFilter asked;
  readFilter(asked, systems, ignored_node, flags);
  const ShapeCastHit hit =
      bound->world.castShape(shapeOf(v), poseOf(v + 6), {v[13], v[14], v[15]}, asked.filter);
  if (!hit.hit) return 0;
  answer.numbers = {static_cast<double>(hit.collider), static_cast<double>(hit.motion), hit.fraction,
                    hit.initially_overlapping ? 1.0 : 0.0};
  answer.add(hit.point), answer.add(hit.normal);
  return 1;
}

/// Shape, six numbers, and pose, seven. How many; of each collider and motion.
CAROM_WEB(std::uint32_t)
carom_overlap(const BoundWorld* bound, const double* v, const char* systems, std::int32_t ignored_node,
              std::uint32_t flags) {
  Answer& answer = newAnswer();
  AskedFilter asked;
  readFilter(asked, systems, ignored_node, flags);
  for (const OverlapHit& hit : bound->world.overlapShape(shapeOf(v), poseOf(v + 6), asked.filter)) {
    answer.numbers.push_back(hit.collider);
    answer.numbers.push_back(hit.motion);
  }
  return static_cast<std::uint32_t>(answer.numbers.size() / 2);
}

/// Point and distance, four numbers. 1 and collider, motion, distance, point and normal; or 0.
CAROM_WEB(std::int32_t)
carom_closest_point(const BoundWorld* bound, const double* v, const char* systems, std::int32_t ignored_node,
                    std::uint32_t flags) {
  Answer& answer = newAnswer();
  AskedFilter asked;
  readFilter(asked, systems, ignored_node, flags);
  const ClosestPointHit hit = bound->world.closestPoint({v[0], v[1], v[2]}, v[3], asked.filter);
  if (!hit.hit) return 0;
  answer.numbers = {static_cast<double>(hit.collider), static_cast<double>(hit.motion), hit.distance};
  answer.add(hit.point), answer.add(hit.normal);
  return 1;
}

}  // namespace carom::web
