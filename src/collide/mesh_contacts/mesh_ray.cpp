// Rays against triangle meshes.
//
// Seen from the ray's origin, a triangle is hit if the direction is on the same side of the three planes
// through the origin and its edges. The signs come from dot(d, a × b), which is computed to exactly opposite
// values for the two triangles of an edge, so no ray passes between them (the idea of S. Woop, C. Benthin, I.
// Wald, "Watertight Ray/Triangle Intersection", 2013, in double).
#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh/mesh_topology.hpp"
#include "collide/mesh_contacts/mesh_contacts.hpp"
#include "collide/mesh_contacts/slab_clip.hpp"

namespace carom::collide {

namespace {

/// Parameter at which a ray enters a box, at most max_t; 1e300 if it misses.
struct BoxEntry {
  DVec3 origin, direction;
  double max_t;

  double operator()(const Aabb& box) const {
    // Boxes are exact; the margin covers the rounding of the slabs.
    const DVec3 low(box.lower), high(box.upper);
    const DVec3 lower = low - absolute(low) * 1e-12 - origin, upper = high + absolute(high) * 1e-12 - origin;
    double enter = 0, leave = max_t;
    if (!clipToSlabs(lower, upper, direction, enter, leave)) return 1e300;
    return enter <= leave * (1 + 1e-12) ? enter : 1e300;
  }
};

/// Parameter of the hit, or a negative number.
double hitTriangle(const MeshTriangle& t, const DVec3& origin, const DVec3& direction) {
  const DVec3 a = t.corner[0] - origin, b = t.corner[1] - origin, c = t.corner[2] - origin;
  const double w0 = dot(direction, cross(b, c)), w1 = dot(direction, cross(c, a)),
               w2 = dot(direction, cross(a, b));
  const bool all_positive = w0 >= 0 && w1 >= 0 && w2 >= 0, all_negative = w0 <= 0 && w1 <= 0 && w2 <= 0;
  const double sum = w0 + w1 + w2;
  if (!(all_positive || all_negative) || sum == 0) return -1;
  const DVec3 p = (a * w0 + b * w1 + c * w2) * (1 / sum);
  return dot(p, direction) / lengthSquared(direction);
}

}  // namespace

RayHit castRayMesh(const TriangleMesh& mesh, const Ray& ray) {
  RayHit hit;
  const DVec3 origin(ray.origin), direction(ray.direction);
  double best = ray.max_t;
  if (!(lengthSquared(direction) > 0) || !(best >= 0) || !(lengthSquared(direction) < 1e60)) return hit;
  const BoxEntry entry{origin, direction, best};
  // The limit is exclusive: with the margin, hits at max_t count.
  visitNearest(mesh, best * (1 + 1e-12) + 1e-300, entry, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      const double t = hitTriangle(meshTriangle(mesh, i), origin, direction);
      if (!(t >= 0) || t > best || (t == best && hit.hit)) continue;
      best = t;
      hit.hit = true;
      hit.triangle = static_cast<std::int32_t>(i);
    }
    return best * (1 + 1e-12) + 1e-300;
  });
  if (!hit.hit) return hit;
  hit.t = static_cast<float>(best);
  hit.normal = mesh.faces[hit.triangle].normal;
  if (mesh.sides != MeshSides::Front && dot(DVec3(hit.normal), direction) > 0) hit.normal = -hit.normal;
  return hit;
}

}  // namespace carom::collide
