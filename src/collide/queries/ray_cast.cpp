// Rays against every kind of shape, in double.
//
// Spheres and round sides are quadratics in the ray's parameter. Boxes and hulls are intersections of half
// spaces, so the ray is clipped against each (Cyrus and Beck 1978). A tapered capsule consists of two spheres
// and the frustum between the circles at which their common tangent cone touches them; the first entry into
// any of the three is the entry into the shape. Flat hulls have no inside: their outline is treated as a
// sheet.
// any of the three is the entry into the shape. Flat hulls have no inside: their outline is met like a sheet.
#include "collide/convex/convex_view.hpp"
#include "collide/mesh/mesh.hpp"
#include "collide/mesh_contacts/mesh_contacts.hpp"
#include "collide/query.hpp"

namespace carom::collide {

namespace {

struct DRay {
  DVec3 origin, direction;
  double max_t;
};

/// The first hit found so far.
struct FirstHit {
  bool hit = false;
  double t = 1e300;
  DVec3 normal;

  void offer(double at, const DVec3& n, const DRay& ray) {
    if (!(at >= 0) || !(at <= ray.max_t) || !(at < t)) return;
    hit = true, t = at, normal = n;
  }
};

RayHit inside() {
  RayHit hit;
  hit.hit = true;
  return hit;
}

RayHit toHit(const FirstHit& first) {
  RayHit hit;
  if (!first.hit) return hit;
  hit.hit = true;
  hit.t = static_cast<float>(first.t);
  hit.normal = Vec3(normalized(first.normal));
  return hit;
}

/// Entry into a sphere from outside.
void offerSphere(const DRay& ray, const DVec3& centre, double radius, FirstHit& first) {
  const DVec3 e = ray.origin - centre;
  const double a = lengthSquared(ray.direction);
  if (!(a > 0) || !(radius > 0)) return;
  // From the point of the ray nearest to the centre, so that distant origins lose no digits.
  const double nearest = -dot(e, ray.direction) / a;
  const double miss = lengthSquared(e + ray.direction * nearest);
  const double half = (radius * radius - miss) / a;
  if (half < 0) return;
  const double t = nearest - std::sqrt(half);
  first.offer(t, e + ray.direction * t, ray);
}

/// Side of a frustum about the Y axis: radius `r0` at y0 and `r1` at y1 > y0.
void offerSide(const DRay& ray, double y0, double r0, double y1, double r1, FirstHit& first) {
  if (!(y1 > y0)) return;
  const double k = (r1 - r0) / (y1 - y0);
  const DVec3 o = ray.origin, d = ray.direction;
  const double r = r0 + k * (o.y - y0);
  // |xz|² = (r + k t dy)²: a t² + 2 b t + c = 0.
  const double a = d.x * d.x + d.z * d.z - k * k * d.y * d.y;
  const double b = o.x * d.x + o.z * d.z - r * k * d.y;
  const double c = o.x * o.x + o.z * o.z - r * r;
  double roots[2];
  int count = 0;
  const double size = lengthSquared(d);
  if (a > 1e-14 * size || a < -1e-14 * size) {
    const double discriminant = b * b - a * c;
    if (discriminant < 0) return;
    const double q = -(b + (b >= 0 ? 1 : -1) * std::sqrt(discriminant));
    roots[count++] = q / a;
    if (q != 0) roots[count++] = c / q;
  } else if (b != 0) {
    roots[count++] = -c / (2 * b);
  }
  for (int i = 0; i < count; ++i) {
    const DVec3 p = o + d * roots[i];
    if (!(p.y >= y0) || !(p.y <= y1)) continue;
    const double here = r0 + k * (p.y - y0);
    const DVec3 n{p.x, -k * here, p.z};
    if (dot(n, d) < 0) first.offer(roots[i], n, ray);
  }
}

void offerCap(const DRay& ray, double y, double radius, double outward, FirstHit& first) {
  if (!(ray.direction.y * outward < 0)) return;
  const double t = (y - ray.origin.y) / ray.direction.y;
  const DVec3 p = ray.origin + ray.direction * t;
  if (p.x * p.x + p.z * p.z <= radius * radius) first.offer(t, {0, outward, 0}, ray);
}

RayHit castAt(const Sphere& sphere, const DRay& ray) {
  if (lengthSquared(ray.origin) < static_cast<double>(sphere.radius) * sphere.radius) return inside();
  FirstHit first;
  offerSphere(ray, {}, sphere.radius, first);
  return toHit(first);
}

/// Clips the ray against one half space after the other.
struct Clipper {
  const DRay& ray;
  double enter = -1e300, leave = 1e300;
  DVec3 normal{};

  /// Clips against the half space dot(n, p) <= offset. Returns false if the ray misses it.
  bool clip(const DVec3& n, double offset) {
    const double rate = dot(n, ray.direction), room = offset - dot(n, ray.origin);
    if (rate < 0) {
      if (room > enter * rate) return enter <= leave;
      if (room / rate > enter) enter = room / rate, normal = n;
    } else if (rate > 0) {
      if (room / rate < leave) leave = room / rate;
    } else if (room < 0) {
      return false;
    }
    return enter <= leave;
  }
  RayHit result() const {
    if (enter < 0) return leave > 0 ? inside() : RayHit{};
    FirstHit first;
    first.offer(enter, normal, ray);
    return toHit(first);
  }
};

RayHit castAt(const Box& box, const DRay& ray) {
  Clipper clipper{ray};
  for (std::size_t i = 0; i < 3; ++i) {
    DVec3 n;
    n[i] = 1;
    const double extent = box.half_extents[i];
    if (!clipper.clip(n, extent) || !clipper.clip(-n, extent)) return {};
  }
  return clipper.result();
}

RayHit castAt(const Capsule& capsule, const DRay& ray) {
  const double h = capsule.half_height, top = capsule.radius_top, bottom = capsule.radius_bottom;
  const DVec3 top_centre{0, h, 0}, bottom_centre{0, -h, 0};
  const double axial = h > 0 ? (bottom - top) / (2 * h) : 2;
  const bool joined = axial < 1 && axial > -1;
  const double across = joined ? std::sqrt(1 - axial * axial) : 0;
  const double y1 = h + top * axial, r1 = top * across, y0 = -h + bottom * axial, r0 = bottom * across;
  const DVec3 o = ray.origin;
  const double radial_squared = o.x * o.x + o.z * o.z;
  if (lengthSquared(o - top_centre) < top * top || lengthSquared(o - bottom_centre) < bottom * bottom)
    return inside();
  if (joined && o.y > y0 && o.y < y1) {
    const double here = r0 + (r1 - r0) * (o.y - y0) / (y1 - y0);
    if (radial_squared < here * here) return inside();
  }
  FirstHit first;
  offerSphere(ray, top_centre, top, first);
  offerSphere(ray, bottom_centre, bottom, first);
  if (joined) offerSide(ray, y0, r0, y1, r1, first);
  return toHit(first);
}

RayHit castAt(const Cylinder& cylinder, const DRay& ray) {
  const double h = cylinder.half_height, top = cylinder.radius_top, bottom = cylinder.radius_bottom;
  const DVec3 o = ray.origin;
  if (o.y > -h && o.y < h) {
    const double here = bottom + (top - bottom) * (o.y + h) / (2 * h);
    if (o.x * o.x + o.z * o.z < here * here) return inside();
  }
  FirstHit first;
  offerCap(ray, h, top, 1, first);
  offerCap(ray, -h, bottom, -1, first);
  offerSide(ray, -h, bottom, h, top, first);
  return toHit(first);
}

RayHit castAt(const Plane& plane, const DRay& ray) {
  const double y = ray.origin.y, dy = ray.direction.y;
  if (!plane.double_sided && y < 0) return inside();
  const double side = y < 0 ? -1 : 1;
  FirstHit first;
  if (side * dy < 0 || y == 0) first.offer(y == 0 ? 0 : -y / dy, {0, y == 0 && dy > 0 ? -1 : side, 0}, ray);
  if (y == 0 && dy == 0) first.hit = false;
  return toHit(first);
}

/// The outline of a flat hull as a sheet.
RayHit castFlat(const ConvexHull& hull, const DRay& ray) {
  const ConvexHull::Face& face = hull.faces[0];
  const DVec3 n = normalized(DVec3(face.normal));
  const double rate = dot(n, ray.direction);
  if (rate == 0) return {};
  const DVec3 on_face(hull.vertices[hull.edges[face.first_edge].origin]);
  const double t = dot(n, on_face - ray.origin) / rate;
  const DVec3 p = ray.origin + ray.direction * t;
  std::uint16_t edge = face.first_edge;
  for (int i = 0; i < face.edge_count; ++i) {
    const std::uint16_t next = hull.edges[edge].next;
    const DVec3 from(hull.vertices[hull.edges[edge].origin]), to(hull.vertices[hull.edges[next].origin]);
    if (dot(cross(to - from, p - from), n) < 0) return {};
    edge = next;
  }
  FirstHit first;
  first.offer(t, rate > 0 ? -n : n, ray);
  return toHit(first);
}

RayHit castAt(const std::shared_ptr<const ConvexHull>& hull, const DRay& ray) {
  if (!hull || hull->faces.size() < 2) return {};
  if (hull->flat) return castFlat(*hull, ray);
  Clipper clipper{ray};
  for (const ConvexHull::Face& face : hull->faces) {
    if (!clipper.clip(DVec3(face.normal), face.offset)) return {};
  }
  return clipper.result();
}

}  // namespace

RayHit castRay(const Shape& shape, const Ray& ray) {
  if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape)) {
    return *mesh ? castRayMesh(**mesh, ray) : RayHit{};
  }
  const DRay wide{DVec3(ray.origin), DVec3(ray.direction), ray.max_t};
  return std::visit(
      [&wide](const auto& s) -> RayHit {
        if constexpr (requires { castAt(s, wide); }) {
          return castAt(s, wide);
        } else {
          return {};
        }
      },
      shape);
}

}  // namespace carom::collide
