// What every hull must satisfy, and random point clouds that hull builders find hard.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "collide/hull/hull.hpp"

namespace carom::collide::hull_test {

inline double extentOf(std::span<const Vec3> points) {
  Aabb box;
  for (const Vec3& p : points) box.include(p);
  const Vec3 size = box.upper - box.lower;
  return std::max({size.x, size.y, size.z});
}

/// "" or what is wrong with the structure: pairs, loops, indices, vertices on fewer than three faces, Euler's
/// formula.
inline std::string structureDefect(const ConvexHull& hull) {
  const std::size_t v = hull.vertices.size(), e = hull.edges.size(), f = hull.faces.size();
  if (e % 2 != 0) return "odd number of half edges";
  if (v + f != e / 2 + 2) return "Euler's formula";
  std::vector<int> degree(v, 0), owner(e, -1);
  for (std::size_t i = 0; i < f; ++i) {
    std::size_t at = hull.faces[i].first_edge;
    for (int k = 0; k < hull.faces[i].edge_count; ++k) {
      if (at >= e) return "edge index";
      if (hull.edges[at].face != i) return "face of an edge";
      if (owner[at] >= 0) return "edge in two loops";
      owner[at] = static_cast<int>(i);
      if (hull.edges[at].origin >= v) return "vertex index";
      ++degree[hull.edges[at].origin];
      const std::size_t next = hull.edges[at].next;
      if (next >= e) return "next index";
      if (hull.edges[next].origin != hull.edges[at ^ 1].origin) return "twin does not run back";
      at = next;
    }
    if (at != hull.faces[i].first_edge) return "loop does not close after edge_count edges";
    if (hull.faces[i].edge_count < 3) return "face with fewer than three edges";
    if (std::abs(length(hull.faces[i].normal) - 1) > 1e-5f) return "normal is not unit";
  }
  for (const int o : owner) {
    if (o < 0) return "edge in no loop";
  }
  const int least = hull.flat && f == 2 ? 2 : 3;
  for (const int d : degree) {
    if (d < least) return "vertex on too few faces";
  }
  return "";
}

/// "" or where it is not convex by more than `tolerance`: every vertex below every face, faces planar,
/// corners convex.
inline std::string convexityDefect(const ConvexHull& hull, double tolerance) {
  for (const ConvexHull::Face& face : hull.faces) {
    const DVec3 n(face.normal);
    for (const Vec3& p : hull.vertices) {
      if (dot(n, DVec3(p)) > face.offset + tolerance) return "vertex above a face";
    }
    std::uint16_t at = face.first_edge;
    do {
      const ConvexHull::HalfEdge& edge = hull.edges[at];
      const DVec3 a(hull.vertices[edge.origin]), b(hull.vertices[hull.edges[edge.next].origin]);
      const DVec3 c(hull.vertices[hull.edges[hull.edges[edge.next].next].origin]);
      if (std::abs(dot(n, a) - face.offset) > tolerance) return "face is not planar";
      if (dot(cross(b - a, c - b), n) < -tolerance * length(c - a)) return "hollow corner";
      at = edge.next;
    } while (at != face.first_edge);
  }
  return "";
}

/// Distance of the farthest point above a face.
inline double farthestOutside(const ConvexHull& hull, std::span<const Vec3> points) {
  double farthest = 0;
  for (const ConvexHull::Face& face : hull.faces) {
    const DVec3 n(face.normal);
    for (const Vec3& p : points) farthest = std::max(farthest, dot(n, DVec3(p)) - face.offset);
  }
  return farthest;
}

struct Measure {
  double volume = 0;
  double area = 0;
};
/// By fans of the faces.
inline Measure measure(const ConvexHull& hull) {
  Measure sum;
  const DVec3 base(hull.centroid);
  for (const ConvexHull::Face& face : hull.faces) {
    const DVec3 a = DVec3(hull.vertices[hull.edges[face.first_edge].origin]) - base;
    std::uint16_t e = hull.edges[face.first_edge].next;
    for (std::uint16_t n = hull.edges[e].next; n != face.first_edge; e = n, n = hull.edges[n].next) {
      const DVec3 b = DVec3(hull.vertices[hull.edges[e].origin]) - base;
      const DVec3 c = DVec3(hull.vertices[hull.edges[n].origin]) - base;
      sum.volume += dot(a, cross(b, c)) / 6;
      sum.area += length(cross(b - a, c - a)) / 2;
    }
  }
  return sum;
}

enum class Cloud {
  Ball,
  SphereSurface,
  BoxDuplicates,
  Grid,
  RotatedGrid,
  NoisyPlane,
  Cylinder,
  Prism,
  Clusters,
  Needle
};
inline constexpr Cloud kClouds[] = {
    Cloud::Ball,       Cloud::SphereSurface, Cloud::BoxDuplicates, Cloud::Grid,     Cloud::RotatedGrid,
    Cloud::NoisyPlane, Cloud::Cylinder,      Cloud::Prism,         Cloud::Clusters, Cloud::Needle};

class CloudMaker {
 public:
  explicit CloudMaker(std::uint32_t seed) : random_(seed) {}

  /// In -1..1, the same on every platform (std distributions are not).
  float signedUnit() { return static_cast<float>(random_()) / 2147483648.0f - 1.0f; }
  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint32_t>(bound)); }
  Vec3 inBox() {
    const float x = signedUnit(), y = signedUnit();
    return {x, y, signedUnit()};
  }
  Vec3 direction() {
    for (;;) {
      const Vec3 p = inBox();
      if (lengthSquared(p) > 0.01f && lengthSquared(p) < 1) return normalized(p);
    }
  }
  Quat rotation() { return normalized(Quat{signedUnit(), signedUnit(), signedUnit(), signedUnit() + 1.5f}); }

  std::vector<Vec3> make(Cloud kind, int count) {
    std::vector<Vec3> points;
    const Quat turn = rotation();
    const float noise = std::pow(10.0f, -3.0f - static_cast<float>(below(5)));
    const int side = 2 + below(6);
    for (int i = 0; i < count; ++i) {
      switch (kind) {
        case Cloud::Ball:
          points.push_back(inBox());
          break;
        case Cloud::SphereSurface:
          points.push_back(direction());
          break;
        case Cloud::BoxDuplicates: {
          const int corner = below(8);
          points.push_back({corner & 1 ? 1.f : -1.f, corner & 2 ? 1.f : -1.f, corner & 4 ? 0.5f : -0.5f});
          break;
        }
        case Cloud::Grid:
        case Cloud::RotatedGrid: {
          const Vec3 p{static_cast<float>(below(side)), static_cast<float>(below(side)),
                       static_cast<float>(below(side))};
          points.push_back(kind == Cloud::Grid ? p : rotate(turn, p));
          break;
        }
        case Cloud::NoisyPlane: {
          const float top = below(2) ? 0.3f : -0.3f;
          points.push_back(rotate(turn, Vec3{signedUnit(), top + noise * signedUnit(), signedUnit()}));
          break;
        }
        case Cloud::Cylinder: {
          const float angle = 6.2831853f * static_cast<float>(i / 2) / static_cast<float>((count + 1) / 2);
          points.push_back(rotate(turn, Vec3{std::cos(angle), i % 2 ? 0.7f : -0.7f, std::sin(angle)}));
          break;
        }
        case Cloud::Prism: {
          // Random points on the surface of a six-sided prism: none at its corners.
          const float angle = 1.0471976f * static_cast<float>(below(6)), s = 0.57735f * signedUnit();
          const Vec3 p{std::cos(angle) - s * std::sin(angle), signedUnit(),
                       std::sin(angle) + s * std::cos(angle)};
          points.push_back(rotate(turn, p));
          break;
        }
        case Cloud::Clusters: {
          const int corner = below(8);
          const Vec3 at{corner & 1 ? 1.f : -1.f, corner & 2 ? 1.f : -1.f, corner & 4 ? 1.f : -1.f};
          points.push_back(rotate(turn, at + noise * inBox()));
          break;
        }
        case Cloud::Needle:
          points.push_back(rotate(turn, scaled(inBox(), Vec3{1, 0.01f, 0.003f})));
          break;
      }
    }
    return points;
  }

 private:
  std::mt19937 random_;
};

}  // namespace carom::collide::hull_test
