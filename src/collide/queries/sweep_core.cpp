// Cores of shapes.
//
// The centre of a convex shape is inside it. A mesh is a surface, and its core is a point on it: what starts
// inside a closed mesh may move freely there. For shapes outside, the volume that the surface encloses is
// solid, so for these a point inside is the core. A closed mesh can be a ring or a cup, whose centre is
// outside. So points half way along chords through the enclosed volume are tried, and the deepest one,
// measured along the six axes, is taken.
#include "collide/queries/sweep_core.hpp"

#include <algorithm>

#include "collide/convex/convex_view.hpp"
#include "collide/mesh/mesh_inside.hpp"
#include "collide/queries/query_settings.hpp"

namespace carom::collide {

namespace {

Vec3 faceMiddle(const TriangleMesh::Face& face) {
  return (face.corner[0] + face.corner[1] + face.corner[2]) * (1.0f / 3);
}

Vec3 meanOf(const std::vector<Vec3>& points) {
  DVec3 sum;
  for (const Vec3& p : points) sum += DVec3(p);
  return Vec3(sum * (1.0 / static_cast<double>(points.size())));
}

/// Distance from a point inside a closed mesh to the outside along an axis, the shortest of six; 0 outside.
float depthOf(const Shape& shape, const TriangleMesh& mesh, const Vec3& point, float size) {
  if (!isInside(mesh, DVec3(point))) return 0;
  float least = size;
  for (int i = 0; i < 6; ++i) {
    Vec3 direction;
    direction[i / 2] = i % 2 == 0 ? size : -size;
    const RayHit hit = castRay(shape, {point, direction, 1});
    if (!hit.hit) return 0;
    least = std::min(least, hit.t * size);
  }
  return least;
}

ShapeCore coreOfConvex(const Shape& shape, const Vec3& preferred) {
  const Vec3 center(middle(convexView(shape)));
  const RayHit at_preferred = castRay(shape, {preferred, {1, 0, 0}, 0});
  const bool inside = at_preferred.hit && at_preferred.normal == Vec3{};
  const Vec3 point = inside ? preferred : center;
  return {true, point, std::max(0.0f, innerRadius(shape) - length(point - center)), {}, false, {}};
}

ShapeCore coreOfClosed(const Shape& shape, const TriangleMesh& mesh, const Vec3& preferred) {
  ShapeCore core;
  const Aabb box = mesh.nodes.empty() ? Aabb{} : mesh.nodes[0].aabb;
  const float size = 2 * length(box.extents());
  if (!(size > 0)) return core;
  float best = 0;
  const auto offer = [&](const Vec3& point) {
    const float depth = depthOf(shape, mesh, point, size);
    if (depth <= best) return;
    best = depth;
    core = {true, point, 0, {}, true, {}};
  };
  offer(preferred);
  if (core.exists) return core;
  offer(meanOf(mesh.vertices));
  const std::size_t step = std::max<std::size_t>(1, mesh.faces.size() / QuerySettings::kCoreSamples);
  for (std::size_t i = 0; i < mesh.faces.size(); i += step) {
    const TriangleMesh::Face& face = mesh.faces[i];
    const Vec3 start = faceMiddle(face) - face.normal * (1e-4f * size), direction = face.normal * -size;
    const RayHit out = castRay(shape, {start, direction, 1});
    if (out.hit) offer(start + direction * (0.5f * out.t));
  }
  return core;
}

ShapeCore coreOfSheet(const TriangleMesh& mesh, float margin) {
  const Vec3 middle = meanOf(mesh.vertices);
  ShapeCore core{true, faceMiddle(mesh.faces[0]), 0, mesh.faces[0].normal * margin, false, {}};
  for (const TriangleMesh::Face& face : mesh.faces) {
    const Vec3 point = faceMiddle(face);
    if (lengthSquared(point - middle) >= lengthSquared(core.point - middle)) continue;
    core.point = point;
    core.spread = face.normal * margin;
  }
  return core;
}

}  // namespace

ShapeCore coreOf(const Shape& shape, const Vec3& preferred, float sheet_margin) {
  if (isPlane(shape)) return {};
  if (isConvexBounded(shape)) return coreOfConvex(shape, preferred);
  const auto& mesh = std::get<std::shared_ptr<const TriangleMesh>>(shape);
  if (!mesh || mesh->faces.empty()) return {};
  const ShapeCore inside = mesh->closed ? coreOfClosed(shape, *mesh, preferred) : ShapeCore{};
  ShapeCore core = coreOfSheet(*mesh, sheet_margin);
  if (!inside.exists) return core;
  core.hollow = true;
  core.surface = core.point;
  core.point = inside.point;
  return core;
}

bool pathEnters(const Shape& shape, const Vec3& from, const Vec3& to, float radius, RayHit& hit) {
  // At most half of the ball may penetrate the other shape in a step.
  const Vec3 path = to - from, beyond = normalized(path) * (0.5f * radius);
  hit = castRay(shape, {from, path + beyond, 1});
  return hit.hit && dot(hit.normal, path + beyond) < 0;
}

}  // namespace carom::collide
