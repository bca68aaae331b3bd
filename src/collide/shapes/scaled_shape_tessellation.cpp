// Each round surface is a family of circles or spheres about known centres. Take a polyhedron inscribed in
// the unit sphere whose nearest face is at distance d from the centre; it lies inside the sphere by up to 1 -
// d. Scaled by f = 2 / (1 + d), its vertices are outside by f - 1 and its faces inside by 1 - f·d = f - 1:
// the deviation is balanced and about half as large.
//
// Ball: geodesic polyhedron (each face of an icosahedron divided into frequency² triangles), the most uniform
// of the simple ones. Capsule: rings of latitude on each ball, from the circle where the common cone touches
// it to the pole, with the same meridians on both, so that the sides between the balls are plane. The plane
// through two meridians 2α apart and two latitudes 2β apart is at least cos α · cos β from the centre.
#include "collide/shapes/scaled_shape_tessellation.hpp"

#include <algorithm>

#include "collide/shapes/shape_settings.hpp"

namespace carom::collide {

namespace {

constexpr double kPi = 3.14159265358979323846;

/// For |x| <= π, by the Taylor series; the first omitted term is below 1e-16.
double sine(double x) {
  const double x2 = x * x;
  double term = x, sum = x;
  for (int n = 2; n < 32; n += 2) {
    term *= -x2 / (n * (n + 1));
    sum += term;
  }
  return sum;
}
double cosine(double x) {
  return sine(kPi / 2 - (x < 0 ? -x : x));
}

/// By bisection: -1 <= s <= 1.
double arcSine(double s) {
  double low = -kPi / 2, high = kPi / 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (sine(middle) < s ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double balancedFactor(double inner_distance) {
  return 2 / (1 + inner_distance);
}

/// Points evenly around Y.
void addRing(std::vector<DVec3>& points, double radius, double height, std::uint32_t segments) {
  for (std::uint32_t i = 0; i < segments; ++i) {
    const double angle = 2 * kPi * i / segments - kPi;
    points.push_back({radius * cosine(angle), height, radius * sine(angle)});
  }
}

/// Rings of a ball's cap from `latitude` to the pole, and the pole. `pole` is +1 or -1.
void addCap(std::vector<DVec3>& points, double radius, double center, double latitude, double pole,
            std::uint32_t intervals, std::uint32_t segments) {
  if (!(radius > 0)) {
    points.push_back({0, center, 0});
    return;
  }
  for (std::uint32_t k = 0; k < intervals; ++k) {
    const double at = latitude + (pole * kPi / 2 - latitude) * k / intervals;
    addRing(points, radius * cosine(at), center + radius * sine(at), segments);
  }
  points.push_back({0, center + pole * radius, 0});
}

/// Vertices (±1, ±φ, 0) and their cyclic permutations; faces are the triples at mutual distance 2.
void icosahedron(DVec3 vertices[12], int faces[20][3]) {
  const double phi = 0.5 * (1 + std::sqrt(5.0));
  int count = 0;
  for (const double s : {-1.0, 1.0}) {
    for (const double t : {-phi, phi}) {
      vertices[count++] = {s, t, 0};
      vertices[count++] = {0, s, t};
      vertices[count++] = {t, 0, s};
    }
  }
  const auto adjacent = [&](int i, int j) { return lengthSquared(vertices[i] - vertices[j]) < 4.5; };
  count = 0;
  for (int i = 0; i < 12; ++i) {
    for (int j = i + 1; j < 12; ++j) {
      for (int k = j + 1; k < 12; ++k) {
        if (!adjacent(i, j) || !adjacent(j, k) || !adjacent(k, i)) continue;
        faces[count][0] = i, faces[count][1] = j, faces[count][2] = k;
        ++count;
      }
    }
  }
}

/// The unit vector at barycentric place (i, j, frequency - i - j) of a face.
DVec3 geodesicPoint(const DVec3& a, const DVec3& b, const DVec3& c, int i, int j, int frequency) {
  return normalized(a * i + b * j + c * (frequency - i - j));
}

double planeDistance(const DVec3& a, const DVec3& b, const DVec3& c) {
  const double along = dot(normalized(cross(b - a, c - a)), a);
  return along < 0 ? -along : along;
}

}  // namespace

Tessellation tessellateBall(double radius, double height, std::uint32_t max_points) {
  int frequency = 1;
  while (10 * static_cast<std::uint32_t>((frequency + 1) * (frequency + 1)) + 2 <= max_points) ++frequency;
  DVec3 vertices[12];
  int faces[20][3];
  icosahedron(vertices, faces);
  Tessellation result;
  double nearest = 1;
  for (const auto& face : faces) {
    const DVec3 &a = vertices[face[0]], &b = vertices[face[1]], &c = vertices[face[2]];
    for (int i = 0; i <= frequency; ++i) {
      for (int j = 0; i + j <= frequency; ++j) {
        const DVec3 p = geodesicPoint(a, b, c, i, j, frequency);
        // Faces share their borders; duplicate points do not matter to a hull.
        result.points.push_back(p);
        if (i + j < frequency) {
          const DVec3 q = geodesicPoint(a, b, c, i + 1, j, frequency);
          const DVec3 r = geodesicPoint(a, b, c, i, j + 1, frequency);
          nearest = std::min(nearest, planeDistance(p, q, r));
          if (i + j + 1 < frequency) {
            nearest = std::min(nearest, planeDistance(q, r, geodesicPoint(a, b, c, i + 1, j + 1, frequency)));
          }
        }
      }
    }
  }
  const double factor = balancedFactor(nearest);
  for (DVec3& p : result.points) p = p * (radius * factor) + DVec3{0, height, 0};
  result.deviation = radius * (factor - 1);
  return result;
}

Tessellation tessellateCapsule(double half_height, double radius_top, double radius_bottom,
                               std::uint32_t max_points) {
  const double slope = std::clamp((radius_bottom - radius_top) / (2 * half_height), -1.0, 1.0);
  const double latitude = arcSine(slope);
  // As fine along a meridian as around it: a cap from pole to pole is π long, the equator 2π. The equator
  // gets more points, because the sides are as wide as it is.
  const double points = static_cast<double>(max_points - 2);
  const std::uint32_t segments = static_cast<std::uint32_t>(std::sqrt(points * 5 / 3));
  const std::uint32_t intervals = (max_points - 2) / segments;
  const double top_share = (kPi / 2 - latitude) / kPi;
  const std::uint32_t top = std::clamp<std::uint32_t>(
      static_cast<std::uint32_t>(top_share * static_cast<double>(intervals) + 0.5), 1, intervals - 1);
  const std::uint32_t bottom = intervals - top;
  const double step = std::max((kPi / 2 - latitude) / top, (kPi / 2 + latitude) / bottom);
  const double factor = balancedFactor(cosine(kPi / segments) * cosine(step / 2));

  Tessellation result;
  addCap(result.points, radius_top * factor, half_height, latitude, 1, top, segments);
  addCap(result.points, radius_bottom * factor, -half_height, latitude, -1, bottom, segments);
  result.deviation = std::max(radius_top, radius_bottom) * (factor - 1);
  return result;
}

Tessellation tessellateCylinder(double half_height, double radius_top, double radius_bottom,
                                std::uint32_t max_points) {
  const std::uint32_t segments = std::min(max_points / 2, ShapeSettings::kMaxCylinderSegments);
  const double factor = balancedFactor(cosine(kPi / segments));
  Tessellation result;
  for (const double end : {1.0, -1.0}) {
    const double radius = end > 0 ? radius_top : radius_bottom;
    if (radius > 0) {
      addRing(result.points, radius * factor, end * half_height, segments);
    } else {
      result.points.push_back({0, end * half_height, 0});
    }
  }
  result.deviation = std::max(radius_top, radius_bottom) * (factor - 1);
  return result;
}

}  // namespace carom::collide
