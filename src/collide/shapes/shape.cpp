// Bounds and radii of shapes.
//
// The bounds of a convex set along a global axis e are its support along ±e, that is along the row Rᵀe of the
// rotation in the shape's own frame. A sphere gives its radius, a disc of radius r with axis y gives
// r·sqrt(row.x² + row.z²), the hull of two spheres or discs the larger support of its ends. For meshes,
// branch and bound over the tree: the support of a node's box bounds that of its contents.
#include "collide/shapes/shape.hpp"

#include <algorithm>

#include "collide/hull/hull.hpp"
#include "collide/mesh/mesh.hpp"
#include "collide/shapes/shape_settings.hpp"

namespace carom::collide {

namespace {

Vec3 row(const Mat3& m, std::size_t i) {
  return {m.cx[i], m.cy[i], m.cz[i]};
}

Aabb boundsOf(const Sphere& sphere, const Transform& transform) {
  return expanded(Aabb{transform.translation, transform.translation}, sphere.radius);
}

Aabb boundsOf(const Box& box, const Transform& transform) {
  const Mat3 m = toMatrix(transform.rotation);
  Vec3 extent;
  for (std::size_t i = 0; i < 3; ++i) extent[i] = dot(absolute(row(m, i)), box.half_extents);
  return {transform.translation - extent, transform.translation + extent};
}

/// Bounds of two ends at ±axis with the given half extents.
Aabb boundsOfEnds(const Vec3& center, const Vec3& axis, const Vec3& top_extent, const Vec3& bottom_extent) {
  return {center + minimum(axis - top_extent, -axis - bottom_extent),
          center + maximum(axis + top_extent, -axis + bottom_extent)};
}

Aabb boundsOf(const Capsule& capsule, const Transform& transform) {
  const Vec3 axis = rotate(transform.rotation, Vec3{0, capsule.half_height, 0});
  const float top = capsule.radius_top, bottom = capsule.radius_bottom;
  return boundsOfEnds(transform.translation, axis, {top, top, top}, {bottom, bottom, bottom});
}

Aabb boundsOf(const Cylinder& cylinder, const Transform& transform) {
  const Mat3 m = toMatrix(transform.rotation);
  Vec3 disc;
  for (std::size_t i = 0; i < 3; ++i) disc[i] = std::sqrt(m.cx[i] * m.cx[i] + m.cz[i] * m.cz[i]);
  return boundsOfEnds(transform.translation, m.cy * cylinder.half_height, disc * cylinder.radius_top,
                      disc * cylinder.radius_bottom);
}

Aabb boundsOf(const Plane& plane, const Transform& transform) {
  Aabb result{{-ShapeSettings::kUnbounded, -ShapeSettings::kUnbounded, -ShapeSettings::kUnbounded},
              {ShapeSettings::kUnbounded, ShapeSettings::kUnbounded, ShapeSettings::kUnbounded}};
  const Vec3 normal = rotate(transform.rotation, Vec3{0, 1, 0});
  for (std::size_t i = 0; i < 3; ++i) {
    // Only a plane perpendicular to an axis is bounded along it.
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    if (normal[j] != 0 || normal[k] != 0) continue;
    const float at = transform.translation[i];
    if (normal[i] > 0 || plane.double_sided) result.upper[i] = at;
    if (normal[i] < 0 || plane.double_sided) result.lower[i] = at;
  }
  return result;
}

Aabb boundsOf(const std::shared_ptr<const ConvexHull>& hull, const Transform& transform) {
  if (!hull || hull->vertices.empty()) return {transform.translation, transform.translation};
  const Mat3 m = toMatrix(transform.rotation);
  Aabb result;
  for (const Vec3& v : hull->vertices) {
    const Vec3 p = m * v;
    result.lower = minimum(result.lower, p), result.upper = maximum(result.upper, p);
  }
  return {result.lower + transform.translation, result.upper + transform.translation};
}

float boxSupport(const Aabb& box, const Vec3& direction) {
  float sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += direction[i] * (direction[i] > 0 ? box.upper[i] : box.lower[i]);
  return sum;
}

/// Largest dot(direction, vertex) of the mesh.
float meshSupport(const TriangleMesh& mesh, const Vec3& direction) {
  constexpr int kStackSize = 128;
  std::uint32_t stack[kStackSize];
  int depth = 0;
  stack[depth++] = 0;
  float best = -ShapeSettings::kUnbounded;
  while (depth > 0) {
    const TriangleMesh::BvhNode& node = mesh.nodes[stack[--depth]];
    const float bound = boxSupport(node.aabb, direction);
    if (bound <= best) continue;
    if (node.count > 0) {
      for (std::uint32_t t = node.first; t < node.first + node.count; ++t) {
        for (const std::uint32_t v : mesh.triangles[t].vertex) {
          const float along = dot(direction, mesh.vertices[v]);
          if (along > best) best = along;
        }
      }
    } else if (depth + 2 > kStackSize) {
      best = bound;  // The tree is deeper than any tree of buildMesh: bounds that are too large are safe.
    } else {
      // The child that reaches farther comes first.
      const std::uint32_t left = node.first, right = node.first + 1;
      const bool left_first =
          boxSupport(mesh.nodes[left].aabb, direction) >= boxSupport(mesh.nodes[right].aabb, direction);
      stack[depth++] = left_first ? right : left;
      stack[depth++] = left_first ? left : right;
    }
  }
  return best;
}

/// The same as by the tree, to the last bit: products and sums grow with their operands, also rounded.
Aabb boundsOfPoints(std::span<const Vec3> points, const Mat3& m, const Transform& transform) {
  const Vec3 x = row(m, 0), y = row(m, 1), z = row(m, 2);
  Aabb box;
  for (const Vec3& p : points) box.include(Vec3{dot(x, p), dot(y, p), dot(z, p)});
  return {box.lower + transform.translation, box.upper + transform.translation};
}

Aabb boundsOf(const std::shared_ptr<const TriangleMesh>& mesh, const Transform& transform) {
  if (!mesh || mesh->nodes.empty()) return {transform.translation, transform.translation};
  const Mat3 m = toMatrix(transform.rotation);
  if (mesh->vertices.size() <= ShapeSettings::kMostScanned)
    return boundsOfPoints(mesh->vertices, m, transform);
  Vec3 lower, upper;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 direction = row(m, i);
    upper[i] = meshSupport(*mesh, direction);
    lower[i] = -meshSupport(*mesh, -direction);
  }
  return {lower + transform.translation, upper + transform.translation};
}

float farthest(std::span<const Vec3> points, const Vec3& center) {
  float best = 0;
  for (const Vec3& p : points) {
    const float squared = lengthSquared(p - center);
    if (squared > best) best = squared;
  }
  return std::sqrt(best);
}

/// Distance of the farthest point of two discs, or spheres if `ball`, at ±half_height.
float outerRadiusOfEnds(float half_height, float top, float bottom, bool ball, const Vec3& center) {
  float best = 0;
  for (int end = 0; end < 2; ++end) {
    const float y = (end == 0 ? half_height : -half_height) - center.y;
    const float radius = end == 0 ? top : bottom;
    const float radial = std::sqrt(center.x * center.x + center.z * center.z);
    const float reach = ball ? std::sqrt(radial * radial + y * y) + radius
                             : std::sqrt((radial + radius) * (radial + radius) + y * y);
    if (reach > best) best = reach;
  }
  return best;
}

struct OuterRadius {
  Vec3 center;

  float operator()(const Sphere& sphere) const { return length(center) + sphere.radius; }
  float operator()(const Box& box) const { return length(absolute(center) + box.half_extents); }
  float operator()(const Capsule& c) const {
    return outerRadiusOfEnds(c.half_height, c.radius_top, c.radius_bottom, true, center);
  }
  float operator()(const Cylinder& c) const {
    return outerRadiusOfEnds(c.half_height, c.radius_top, c.radius_bottom, false, center);
  }
  float operator()(const Plane&) const { return ShapeSettings::kUnbounded; }
  float operator()(const std::shared_ptr<const ConvexHull>& hull) const {
    return hull ? farthest(hull->vertices, center) : 0;
  }
  float operator()(const std::shared_ptr<const TriangleMesh>& mesh) const {
    return mesh ? farthest(mesh->vertices, center) : 0;
  }
};

struct Reach {
  Vec3 direction;

  float operator()(const Sphere& sphere) const { return sphere.radius; }
  float operator()(const Box& box) const { return dot(absolute(direction), box.half_extents); }
  float operator()(const Capsule& c) const { return ofEnds(c.half_height, c.radius_top, c.radius_bottom); }
  float operator()(const Cylinder& c) const {
    const float across = std::sqrt(direction.x * direction.x + direction.z * direction.z);
    return ofEnds(c.half_height, c.radius_top * across, c.radius_bottom * across);
  }
  float operator()(const Plane&) const { return ShapeSettings::kUnbounded; }
  float operator()(const std::shared_ptr<const ConvexHull>& hull) const {
    if (!hull || hull->vertices.empty()) return 0;
    float best = -ShapeSettings::kUnbounded;
    for (const Vec3& v : hull->vertices) best = std::max(best, dot(direction, v));
    return best;
  }
  float operator()(const std::shared_ptr<const TriangleMesh>& mesh) const {
    return mesh && !mesh->nodes.empty() ? meshSupport(*mesh, direction) : 0;
  }
  float ofEnds(float half_height, float top, float bottom) const {
    const float along = direction.y * half_height;
    return std::max(along + top, bottom - along);
  }
};

struct InnerRadius {
  float operator()(const Sphere& sphere) const { return sphere.radius; }
  float operator()(const Box& box) const {
    const Vec3& e = box.half_extents;
    return e.x < e.y ? (e.x < e.z ? e.x : e.z) : (e.y < e.z ? e.y : e.z);
  }
  /// The hull of two spheres is the union of the spheres between them, whose radius and centre change
  /// linearly; the middle one has the mean radius. (If one sphere contains the other, the middle one is still
  /// inside it.)
  float operator()(const Capsule& c) const { return 0.5f * (c.radius_top + c.radius_bottom); }
  /// Of the sphere about the middle of the axis: it touches an end, or the side, at the distance of the mean
  /// radius times the cosine of the slope.
  float operator()(const Cylinder& c) const {
    const float height = 2 * c.half_height, taper = c.radius_bottom - c.radius_top;
    const float slant = std::sqrt(height * height + taper * taper);
    if (!(slant > 0)) return 0;
    const float side = 0.5f * (c.radius_top + c.radius_bottom) * height / slant;
    return side < c.half_height ? side : c.half_height;
  }
  float operator()(const Plane&) const { return 0; }
  float operator()(const std::shared_ptr<const ConvexHull>& hull) const {
    return hull ? hull->inner_radius : 0;
  }
  float operator()(const std::shared_ptr<const TriangleMesh>&) const { return 0; }
};

}  // namespace

Aabb bounds(const Shape& shape, const Transform& transform) {
  return std::visit([&](const auto& s) { return boundsOf(s, transform); }, shape);
}

float reach(const Shape& shape, const Vec3& direction) {
  return std::visit(Reach{direction}, shape);
}

float outerRadius(const Shape& shape, const Vec3& center) {
  return std::visit(OuterRadius{center}, shape);
}

float coreOuterRadius(const Shape& shape, const Vec3& center) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return OuterRadius{center}(*sphere) - sphere->radius;
  const auto* capsule = std::get_if<Capsule>(&shape);
  if (capsule == nullptr) return outerRadius(shape, center);
  const float ball =
      capsule->radius_top < capsule->radius_bottom ? capsule->radius_top : capsule->radius_bottom;
  return OuterRadius{center}(*capsule) - ball;
}

float innerRadius(const Shape& shape) {
  return std::visit(InnerRadius{}, shape);
}

}  // namespace carom::collide
