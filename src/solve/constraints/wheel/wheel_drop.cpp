#include "solve/constraints/wheel/wheel_drop.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "collide/hull/hull.hpp"
#include "collide/mesh/mesh_bvh.hpp"
#include "solve/constraints/wheel/wheel_settings.hpp"

namespace carom::solve {

using collide::Box;
using collide::ConvexHull;
using collide::MeshEdge;
using collide::Shape;
using collide::ShapeKind;
using collide::Sphere;
using collide::TriangleMesh;

namespace {

/// Cuts [first, last] to the s for which a + s d is within ±limit. Returns false if none is left.
bool clip(float a, float d, float limit, float& first, float& last) {
  if (d == 0) return std::abs(a) <= limit;
  const float inverse = 1 / d, s = (-limit - a) * inverse, t = (limit - a) * inverse;
  first = std::max(first, std::min(s, t));
  last = std::min(last, std::max(s, t));
  return first <= last;
}

/// Cuts [first, last] to the s for which a + s d <= 0. Returns false if none is left.
bool cutAbove(float a, float d, float& first, float& last) {
  if (d > 0) {
    last = std::min(last, -a / d);
  } else {
    first = std::max(first, -a / d);
  }
  return first <= last;
}

/// Whether an edge is closer to horizontal than to vertical.
bool isLevel(const Vec3& edge) {
  return edge.y * edge.y <= edge.x * edge.x + edge.z * edge.z;
}

class Landing {
 public:
  explicit Landing(const WheelDrop& drop) : drop_(drop), half_(0.5f * drop.width), height_(-drop.distance) {}

  /// Bit i of `ridges`: the edge from corner i may carry the wheel even if the triangle is steep.
  void addTriangle(const Vec3& a, const Vec3& b, const Vec3& c, std::uint32_t ridges = 0);
  void addBall(const Vec3& center, float radius);
  /// Notes that something in the box may be beside the wheel.
  void look(const Vec3& lower, const Vec3& upper) {
    const Vec3& m = drop_.margin;
    const float reach = drop_.radius + m.y;
    beside_ = beside_ || (lower.x <= half_ + m.x && upper.x >= -half_ - m.x &&
                          lower.z <= drop_.radius + m.z && upper.z >= -drop_.radius - m.z &&
                          upper.y >= -drop_.lowered - reach && lower.y <= reach - drop_.lowered);
  }
  WheelLanding take() const;

 private:
  void consider(const Vec3& p, const Vec3* face);
  void addSegment(const Vec3& a, const Vec3& b, const Vec3* face);
  void addSection(const Vec3 (&corner)[3], float side, const Vec3& normal);

  const WheelDrop& drop_;
  float half_;
  float height_;            ///< Height of the wheel's centre at which it stands so far.
  float highest_ = -1e30f;  ///< The same for the current triangle.
  bool hit_ = false, beside_ = false, bottoms_ = false;
  Vec3 ends_[2];  ///< Of the points that carry it, the two farthest apart along the axle.
  Vec3 best_;
  float face_height_ = -1e30f;
  Vec3 face_normal_;
};

/// Processes a point that may carry the wheel. `face`: normal of the face that the wheel touches there.
void Landing::consider(const Vec3& p, const Vec3* face) {
  const float r = drop_.radius;
  const float height = p.y + std::sqrt(std::max(0.0f, r * r - p.z * p.z));
  highest_ = std::max(highest_, height);
  const float level = WheelSettings::kLevel * drop_.radius;
  if (height < height_ - level) return;
  if (!hit_ || height > height_ + level) {
    ends_[0] = ends_[1] = p;
  } else {
    if (p.x < ends_[0].x) ends_[0] = p;
    if (p.x > ends_[1].x) ends_[1] = p;
  }
  if (face != nullptr && height > face_height_) face_height_ = height, face_normal_ = *face;
  if (!hit_ || height > height_) {
    if (!hit_ && height < -drop_.distance) return;
    height_ = height, best_ = p;
    hit_ = true;
  }
}

/// Processes the part of a segment below the wheel. `face`: normal of the face of which it is a section.
void Landing::addSegment(const Vec3& a, const Vec3& b, const Vec3* face) {
  const Vec3 d = b - a;
  float first = 0, last = 1;
  if (face == nullptr && !clip(a.x, d.x, half_, first, last)) return;
  if (!clip(a.z, d.z, WheelSettings::kCarryingReach * drop_.radius, first, last)) return;
  // The part above the axle is not below the wheel.
  const float over = a.y + drop_.lowered;
  if (d.y == 0 ? over > 0 : !cutAbove(over, d.y, first, last)) return;
  consider(a + d * first, nullptr);
  consider(a + d * last, nullptr);
  if (d.z == 0) return;
  const float m = d.y / d.z;
  const float s = (drop_.radius * m / std::sqrt(1 + m * m) - a.z) / d.z;
  if (s > first && s < last) consider(a + d * s, face);
}

/// Processes the section of a triangle with the plane of a side of the wheel.
void Landing::addSection(const Vec3 (&corner)[3], float side, const Vec3& normal) {
  Vec3 ends[2];
  int count = 0;
  for (int i = 0; i < 3 && count < 2; ++i) {
    const Vec3 &a = corner[i], &b = corner[i == 2 ? 0 : i + 1];
    if ((a.x <= side) == (b.x <= side)) continue;
    ends[count] = a + (b - a) * ((side - a.x) / (b.x - a.x));
    ends[count++].x = side;
  }
  if (count == 2) addSegment(ends[0], ends[1], &normal);
}

void Landing::addTriangle(const Vec3& a, const Vec3& b, const Vec3& c, std::uint32_t ridges) {
  const Vec3 lower = minimum(a, minimum(b, c)), upper = maximum(a, maximum(b, c));
  const float r = drop_.radius;
  const Vec3 across = cross(b - a, c - a);
  const float up = std::abs(across.y);
  const bool wall = !(up >= WheelSettings::kLeastCarryingSlope * length(across));
  const bool steep = wall || !(up > WheelSettings::kSteep * (std::abs(across.x) + std::abs(across.z)));
  if (steep) look(lower, upper);
  if (wall && ridges == 0) return;
  if (lower.x > half_ || upper.x < -half_ || lower.z > r || upper.z < -r) return;
  if (upper.y + r < height_ - WheelSettings::kLevel * drop_.radius &&
      (steep || upper.y + r + drop_.margin.y < 0))
    return;
  const Vec3 normal = across * ((across.y < 0 ? -1.0f : 1.0f) / length(across));
  const Vec3 corner[3] = {a, b, c};
  highest_ = -1e30f;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &from = corner[i], &to = corner[i == 2 ? 0 : i + 1];
    if (wall && ((ridges >> i & 1) == 0 || !isLevel(to - from))) continue;
    addSegment(from, to, nullptr);
  }
  if (wall) return;
  addSection(corner, half_, normal);
  addSection(corner, -half_, normal);
  if (steep) return;
  // Height at which the wheel may stand on the triangle after moving by the margin.
  const Vec3& m = drop_.margin;
  const float risen = (std::abs(across.x) * m.x + std::abs(across.z) * m.z) / up;
  bottoms_ = bottoms_ || highest_ + m.y + risen >= 0;
}

void Landing::addBall(const Vec3& center, float radius) {
  const Vec3 size{radius, radius, radius};
  look(center - size, center + size);
  const float aside = std::max(0.0f, std::abs(center.x) - half_);
  if (aside >= radius) return;
  const float cut_radius = std::sqrt(radius * radius - aside * aside);
  const float reach = cut_radius + drop_.radius;
  if (std::abs(center.z) >= reach) return;
  const float up = std::sqrt(reach * reach - center.z * center.z);
  const float share = cut_radius / reach;
  const Vec3 point{std::clamp(center.x, -half_, half_), center.y + up * share, center.z * (1 - share)};
  const Vec3 normal = normalized(point - center);
  if (point.y > -drop_.lowered || normal.y < WheelSettings::kLeastCarryingSlope) return;
  consider(point, &normal);
  bottoms_ = point.y + drop_.radius + drop_.margin.y >= 0;
}

WheelLanding Landing::take() const {
  WheelLanding out;
  out.beside = beside_;
  out.bottoms = bottoms_;
  out.hit = hit_;
  if (!hit_) return out;
  out.distance = -height_;
  out.point = (ends_[0] + ends_[1]) * 0.5f;
  const float r = drop_.radius;
  const Vec3 radial{0, std::sqrt(std::max(0.0f, r * r - best_.z * best_.z)) / r, -best_.z / r};
  const bool on_face = face_height_ > height_ - WheelSettings::kFaceLevel * drop_.radius;
  out.normal = on_face ? face_normal_ : radial;
  return out;
}

void addBox(const Box& box, const Transform& t, Landing& landing) {
  const Vec3& h = box.half_extents;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const float sign : {1.0f, -1.0f}) {
      Vec3 middle{0, 0, 0}, u{0, 0, 0}, v{0, 0, 0};
      middle[axis] = sign * h[axis];
      u[(axis + 1) % 3] = h[(axis + 1) % 3], v[(axis + 2) % 3] = h[(axis + 2) % 3];
      const Vec3 m = rotate(t.rotation, middle);
      if (!(m.y > 0)) continue;  // Only faces that point upwards can carry.
      const Vec3 c = m + t.translation, a = rotate(t.rotation, u), b = rotate(t.rotation, v);
      landing.addTriangle(c - a - b, c + a - b, c + a + b);
      landing.addTriangle(c - a - b, c + a + b, c - a + b);
    }
  }
}

void addHull(const ConvexHull& hull, const Transform& t, Landing& landing) {
  const auto at = [&](std::uint16_t edge) {
    return transformPoint(t, hull.vertices[hull.edges[edge].origin]);
  };
  for (const ConvexHull::Face& face : hull.faces) {
    if (!(rotate(t.rotation, face.normal).y > 0)) continue;
    const Vec3 first = at(face.first_edge);
    std::uint16_t edge = hull.edges[face.first_edge].next;
    for (int i = 2; i < face.edge_count; ++i) {
      const std::uint16_t next = hull.edges[edge].next;
      // Edges of the triangle that are edges of the face.
      const std::uint32_t outer = 2u | (i == 2 ? 1u : 0u) | (i + 1 == face.edge_count ? 4u : 0u);
      landing.addTriangle(first, at(edge), at(next), outer);
      edge = next;
    }
  }
}

/// Edges at which the surface bends or ends.
std::uint32_t ridgesOf(const TriangleMesh::Triangle& triangle) {
  std::uint32_t ridges = 0;
  for (int i = 0; i < 3; ++i) {
    const MeshEdge edge = triangle.edge(i);
    // A concave edge is convex seen from the other side.
    if (edge != MeshEdge::Flat) ridges |= 1u << i;
  }
  return ridges;
}

void addMesh(const TriangleMesh& mesh, const Transform& t, const WheelDrop& drop, Landing& landing) {
  // Box of all places that the wheel may reach, in the frame of the mesh.
  const float r = drop.radius;
  const Vec3& m = drop.margin;
  const Vec3 half{0.5f * drop.width + m.x, r + m.y + 0.5f * drop.distance, r + m.z};
  const Vec3 middle = inverseTransformPoint(t, Vec3{0, -0.5f * drop.distance, 0});
  const Quat back = conjugate(t.rotation);
  const Vec3 reach = absolute(rotate(back, Vec3{half.x, 0, 0})) + absolute(rotate(back, Vec3{0, half.y, 0})) +
                     absolute(rotate(back, Vec3{0, 0, half.z}));
  const Mat3 turn = toMatrix(t.rotation);
  const Vec3 across{turn.cx.x, turn.cy.x, turn.cz.x};
  visitLeaves(mesh, {middle - reach, middle + reach}, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      const Vec3(&corner)[3] = mesh.faces[i].corner;
      // Most triangles in the box lie on one side of the wheel.
      const float a = dot(across, corner[0]) + t.translation.x, b = dot(across, corner[1]) + t.translation.x,
                  c = dot(across, corner[2]) + t.translation.x;
      if (std::min(a, std::min(b, c)) > half.x || std::max(a, std::max(b, c)) < -half.x) continue;
      landing.addTriangle(turn * corner[0] + t.translation, turn * corner[1] + t.translation,
                          turn * corner[2] + t.translation, ridgesOf(mesh.triangles[i]));
    }
  });
}

void addPlane(const Transform& t, const WheelDrop& drop, Landing& landing) {
  const Vec3 n = rotate(t.rotation, Vec3{0, 1, 0});
  if (!(std::abs(n.y) > WheelSettings::kVerticalPlane)) return;
  const float offset = dot(n, t.translation);
  const auto at = [&](float x, float z) { return Vec3{x, (offset - n.x * x - n.z * z) / n.y, z}; };
  const float x = 0.5f * drop.width + drop.margin.x, z = drop.radius + drop.margin.z;
  landing.addTriangle(at(-x, -z), at(x, z), at(x, -z));
  landing.addTriangle(at(-x, -z), at(-x, z), at(x, z));
}

}  // namespace

bool canDropWheelOn(const Shape& shape) {
  const ShapeKind kind = kindOf(shape);
  return kind != ShapeKind::Capsule && kind != ShapeKind::Cylinder;
}

WheelLanding dropWheel(const Shape& shape, const Transform& shape_to_wheel, const WheelDrop& drop) {
  Landing landing(drop);
  switch (kindOf(shape)) {
    case ShapeKind::Sphere:
      landing.addBall(shape_to_wheel.translation, std::get<Sphere>(shape).radius);
      break;
    case ShapeKind::Box:
      addBox(std::get<Box>(shape), shape_to_wheel, landing);
      break;
    case ShapeKind::Plane:
      addPlane(shape_to_wheel, drop, landing);
      break;
    case ShapeKind::Hull:
      addHull(*std::get<std::shared_ptr<const ConvexHull>>(shape), shape_to_wheel, landing);
      break;
    case ShapeKind::Mesh:
      addMesh(*std::get<std::shared_ptr<const TriangleMesh>>(shape), shape_to_wheel, drop, landing);
      break;
    case ShapeKind::Capsule:
    case ShapeKind::Cylinder:
      break;
  }
  WheelLanding out = landing.take();
  if (kindOf(shape) != ShapeKind::Mesh && kindOf(shape) != ShapeKind::Plane) {
    const Aabb box = bounds(shape, shape_to_wheel);
    Landing whole(drop);
    whole.look(box.lower, box.upper);
    out.beside = whole.take().beside;
  }
  return out;
}

}  // namespace carom::solve
