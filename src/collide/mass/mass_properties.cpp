// Volume, centre and inertia of solids at unit density.
//
// Solids of revolution about y whose squared profile q(y) = radius² is a quadratic (a ball: R² - y², a
// frustum: (r + k·y)²) are integrated slice by slice. A disc at height y has the area π·q, the moment π·q²/4
// about a diameter and π·q²/2 about the axis:
//   V = π ∫ q dy,   first moment = π ∫ y q dy,   I_yy = π/2 ∫ q² dy,   I_xx = π ∫ (q²/4 + y² q) dy.
// These are polynomials in y, so the result is exact. A tapered capsule (spheres R_t at +h, R_b at -h) is
// bounded by its spheres and the cone that touches both. With s = (R_b - R_t)/2h the sine of the cone's
// slope, the tangent circle of a sphere of radius R is R·s above its centre and has the radius R·sqrt(1 -
// s²). So the capsule consists of the top sphere's cap above R_t·s, the bottom sphere's part below R_b·s, and
// a frustum between the circles.
//
// Polyhedra: divergence theorem, as a sum of signed tetrahedra from a reference point near the geometry to
// each triangle (B. Mirtich, "Fast and accurate computation of polyhedral mass properties", JGT 1(2), 1996;
// F. Tonon, "Explicit exact formulas for the 3-D tetrahedron inertia tensor", 2005): a tetrahedron (0, a, b,
// c) of volume V has
//   ∫ x xᵀ dV = V/20 · (a aᵀ + b bᵀ + c cᵀ + t tᵀ),  t = a + b + c.
#include "collide/mass/mass_properties.hpp"

#include "collide/hull/hull.hpp"
#include "collide/mesh/mesh.hpp"

namespace carom::collide {

namespace {

constexpr double kPi = 3.14159265358979323846;

double square(double x) {
  return x * x;
}

/// Moments of a solid of revolution about y, relative to the origin.
struct Revolved {
  double volume = 0;
  double first = 0;      ///< ∫ y dV
  double axial = 0;      ///< I_yy
  double diametral = 0;  ///< I_xx = I_zz
};

/// Adds the solid with radius² = q0 + q1·t + q2·t², t = y - start, 0 <= t <= height.
void addSlab(Revolved& sum, double start, double height, double q0, double q1, double q2) {
  const double h = height, h2 = h * h, h3 = h2 * h, h4 = h3 * h, h5 = h4 * h;
  // ∫ tⁿ q dt for n = 0, 1, 2, and ∫ q² dt.
  const double m0 = q0 * h + q1 * h2 / 2 + q2 * h3 / 3;
  const double m1 = q0 * h2 / 2 + q1 * h3 / 3 + q2 * h4 / 4;
  const double m2 = q0 * h3 / 3 + q1 * h4 / 4 + q2 * h5 / 5;
  const double squares =
      q0 * q0 * h + q0 * q1 * h2 + (q1 * q1 + 2 * q0 * q2) * h3 / 3 + q1 * q2 * h4 / 2 + q2 * q2 * h5 / 5;
  sum.volume += kPi * m0;
  sum.first += kPi * (m1 + start * m0);
  sum.axial += kPi / 2 * squares;
  sum.diametral += kPi * (squares / 4 + m2 + 2 * start * m1 + start * start * m0);
}

void addFrustum(Revolved& sum, double start, double height, double radius_start, double radius_end) {
  if (!(height > 0)) return;
  const double slope = (radius_end - radius_start) / height;
  addSlab(sum, start, height, radius_start * radius_start, 2 * radius_start * slope, slope * slope);
}

/// The part of a ball (centre at `center` on the axis) between heights `from` and `to` above its centre.
void addBallPart(Revolved& sum, double center, double radius, double from, double to) {
  addSlab(sum, center + from, to - from, (radius - from) * (radius + from), -2 * from, -1);
}

MassProperties fromRevolved(const Revolved& solid) {
  MassProperties result;
  if (!(solid.volume > 0)) return result;
  const double center = solid.first / solid.volume;
  const double diametral = solid.diametral - solid.volume * center * center;
  result.volume = solid.volume;
  result.center = {0, center, 0};
  result.inertia = {{diametral, 0, 0}, {0, solid.axial, 0}, {0, 0, diametral}};
  return result;
}

MassProperties diagonal(double volume, const DVec3& moments) {
  MassProperties result;
  result.volume = volume;
  result.inertia = {{moments.x, 0, 0}, {0, moments.y, 0}, {0, 0, moments.z}};
  return result;
}

MassProperties ofBall(double radius) {
  const double volume = 4 * kPi / 3 * radius * radius * radius;
  const double moment = 0.4 * volume * radius * radius;
  return diagonal(volume, {moment, moment, moment});
}

/// Sums ∫ dV, ∫ x dV and ∫ x xᵀ dV over signed tetrahedra.
class TetrahedronSum {
 public:
  explicit TetrahedronSum(const DVec3& reference) : reference_(reference) {}

  void add(const Vec3& p, const Vec3& q, const Vec3& r) {
    const DVec3 a = DVec3(p) - reference_, b = DVec3(q) - reference_, c = DVec3(r) - reference_;
    const DVec3 t = a + b + c;
    const double six_volumes = dot(a, cross(b, c));
    six_volumes_ += six_volumes;
    moment_ += t * six_volumes;
    addProduct(a, six_volumes), addProduct(b, six_volumes), addProduct(c, six_volumes),
        addProduct(t, six_volumes);
  }

  /// Returns nothing if the volume is not positive.
  MassProperties result() const {
    MassProperties properties;
    if (!(six_volumes_ > 0)) return properties;
    const double volume = six_volumes_ / 6;
    const DVec3 center = moment_ * (1 / (4 * six_volumes_));
    // Second moments about the centre, then I = trace(C)·1 - C.
    const DVec3 squares = squares_ * (1.0 / 120) - scaled(center, center) * volume;
    const DVec3 products = products_ * (1.0 / 120) -
                           DVec3{center.y * center.z, center.z * center.x, center.x * center.y} * volume;
    properties.volume = volume;
    properties.center = reference_ + center;
    properties.inertia = {{squares.y + squares.z, -products.z, -products.y},
                          {-products.z, squares.z + squares.x, -products.x},
                          {-products.y, -products.x, squares.x + squares.y}};
    return properties;
  }

 private:
  void addProduct(const DVec3& v, double weight) {
    squares_ += scaled(v, v) * weight;
    products_ += DVec3{v.y * v.z, v.z * v.x, v.x * v.y} * weight;
  }

  DVec3 reference_;
  double six_volumes_ = 0;
  DVec3 moment_, squares_, products_;
};

MassProperties ofHull(const ConvexHull* hull) {
  if (!hull || hull->flat) return {};
  TetrahedronSum sum{DVec3(hull->centroid)};
  for (const ConvexHull::Face& face : hull->faces) {
    const Vec3 corner = hull->vertices[hull->edges[face.first_edge].origin];
    std::uint16_t e = hull->edges[face.first_edge].next;
    for (std::uint16_t n = hull->edges[e].next; n != face.first_edge; e = n, n = hull->edges[n].next) {
      sum.add(corner, hull->vertices[hull->edges[e].origin], hull->vertices[hull->edges[n].origin]);
    }
  }
  return sum.result();
}

MassProperties ofMesh(const TriangleMesh* mesh) {
  if (!mesh || mesh->triangles.empty()) return {};
  if (mesh->closed) {
    TetrahedronSum sum{DVec3(mesh->nodes.empty() ? mesh->vertices[0] : mesh->nodes[0].aabb.center())};
    for (const TriangleMesh::Triangle& t : mesh->triangles) {
      sum.add(mesh->vertices[t.vertex[0]], mesh->vertices[t.vertex[1]], mesh->vertices[t.vertex[2]]);
    }
    const MassProperties properties = sum.result();
    // A surface that intersects itself may have a volume without moments; a body cannot.
    const DMat3& i = properties.inertia;
    if (properties.volume > 0 && i.cx.x > 0 && i.cy.y > 0 && i.cz.z > 0) return properties;
  }
  MassProperties properties = ofHull(mesh->hull.get());
  properties.used_hull = true;
  return properties;
}

struct OfShape {
  MassProperties operator()(const Sphere& sphere) const { return ofBall(sphere.radius); }
  MassProperties operator()(const Box& box) const {
    const DVec3 e(box.half_extents);
    const double volume = 8 * e.x * e.y * e.z;
    return diagonal(volume,
                    DVec3{square(e.y) + square(e.z), square(e.z) + square(e.x), square(e.x) + square(e.y)} *
                        (volume / 3));
  }
  MassProperties operator()(const Capsule& capsule) const {
    const double h = capsule.half_height, top = capsule.radius_top, bottom = capsule.radius_bottom;
    const double difference = bottom - top;
    if (difference >= 2 * h || -difference >= 2 * h) {
      // One sphere contains the other.
      MassProperties ball = ofBall(difference > 0 ? bottom : top);
      ball.center.y = difference > 0 ? -h : h;
      return ball;
    }
    const double s = difference / (2 * h), cosine = std::sqrt((1 - s) * (1 + s));
    Revolved solid;
    addBallPart(solid, -h, bottom, -bottom, bottom * s);
    addFrustum(solid, -h + bottom * s, 2 * h * cosine * cosine, bottom * cosine, top * cosine);
    addBallPart(solid, h, top, top * s, top);
    return fromRevolved(solid);
  }
  MassProperties operator()(const Cylinder& cylinder) const {
    Revolved solid;
    addFrustum(solid, -cylinder.half_height, 2.0 * cylinder.half_height, cylinder.radius_bottom,
               cylinder.radius_top);
    return fromRevolved(solid);
  }
  MassProperties operator()(const Plane&) const { return {}; }
  MassProperties operator()(const std::shared_ptr<const ConvexHull>& hull) const {
    return ofHull(hull.get());
  }
  MassProperties operator()(const std::shared_ptr<const TriangleMesh>& mesh) const {
    return ofMesh(mesh.get());
  }
};

/// Inertia of a point mass at `offset`: m (|d|²·1 - d dᵀ).
DMat3 pointInertia(double mass, const DVec3& d) {
  const double xx = mass * d.x * d.x, yy = mass * d.y * d.y, zz = mass * d.z * d.z;
  const double xy = -mass * d.x * d.y, yz = -mass * d.y * d.z, zx = -mass * d.z * d.x;
  return {{yy + zz, xy, zx}, {xy, zz + xx, yz}, {zx, yz, xx + yy}};
}

}  // namespace

MassProperties massProperties(const Shape& shape) {
  return std::visit(OfShape{}, shape);
}

MassProperties transformed(const MassProperties& properties, const DTransform& transform) {
  MassProperties result = properties;
  result.center = transformPoint(transform, properties.center);
  if (transform.rotation == DQuat{}) return result;
  const DMat3 r = toMatrix(transform.rotation);
  const DMat3 turned = r * properties.inertia * transposed(r);
  // Symmetric to the last bit.
  const DMat3 flipped = transposed(turned);
  result.inertia = {(turned.cx + flipped.cx) * 0.5, (turned.cy + flipped.cy) * 0.5,
                    (turned.cz + flipped.cz) * 0.5};
  return result;
}

MassProperties sum(std::span<const MassProperties> parts) {
  MassProperties total;
  DVec3 moment;
  for (const MassProperties& part : parts) {
    total.volume += part.volume;
    moment += part.center * part.volume;
    total.used_hull = total.used_hull || part.used_hull;
  }
  if (!(total.volume > 0)) return total;
  total.center = moment * (1 / total.volume);
  for (const MassProperties& part : parts) {
    total.inertia = total.inertia + part.inertia + pointInertia(part.volume, part.center - total.center);
  }
  return total;
}

}  // namespace carom::collide
