// Triangle meshes for the tests.
#pragma once

#include <cmath>
#include <vector>

#include "collide/convex_shapes.hpp"
#include "collide/mesh/mesh.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::collide::testing {

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> indices;

  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    indices.push_back(a), indices.push_back(b), indices.push_back(c);
  }
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangle(a, b, c), triangle(a, c, d);
  }
  std::uint32_t vertex(double x, double y, double z) {
    vertices.push_back(Vec3(DVec3{x, y, z}));
    return static_cast<std::uint32_t>(vertices.size() - 1);
  }
  std::shared_ptr<const TriangleMesh> build(bool both_sides = true) const {
    return buildMesh(vertices, indices, both_sides).mesh;
  }
  Soup moved(const Transform& t) const {
    Soup soup = *this;
    for (Vec3& v : soup.vertices) v = transformPoint(t, v);
    return soup;
  }
  void append(const Soup& other) {
    const std::uint32_t base = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const std::uint32_t i : other.indices) indices.push_back(base + i);
  }
};

/// Faces up: a grid of cells × cells squares over [-size/2, size/2]², inner vertices moved by up to `jitter`
/// of a cell, diagonals at random, height(x, z) over it.
template <class Height>
Soup gridSoup(int cells, double size, double jitter, std::uint64_t seed, Height&& height) {
  Soup soup;
  Random random(seed);
  const double step = size / cells;
  for (int i = 0; i <= cells; ++i) {
    for (int j = 0; j <= cells; ++j) {
      const bool inner = i > 0 && j > 0 && i < cells && j < cells;
      const double wobble = inner ? jitter * step : 0;
      const double x = -size / 2 + i * step + random.between(-wobble, wobble);
      const double z = -size / 2 + j * step + random.between(-wobble, wobble);
      soup.vertex(x, height(x, z), z);
    }
  }
  const auto at = [cells](int i, int j) { return static_cast<std::uint32_t>(i * (cells + 1) + j); };
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      const std::uint32_t a = at(i, j), b = at(i, j + 1), c = at(i + 1, j + 1), d = at(i + 1, j);
      if (random.unit() < 0.5) {
        soup.triangle(a, b, c), soup.triangle(a, c, d);
      } else {
        soup.triangle(b, c, d), soup.triangle(b, d, a);
      }
    }
  }
  return soup;
}
inline Soup flatGrid(int cells, double size, double jitter, std::uint64_t seed) {
  return gridSoup(cells, size, jitter, seed, [](double, double) { return 0.0; });
}

/// Outward-facing box with each face cut into cells × cells squares.
inline Soup boxSoup(const Vec3& half, int cells = 1) {
  Soup soup;
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = -1; side <= 1; side += 2) {
      const std::size_t n = static_cast<std::size_t>(axis), u = (n + 1) % 3, v = (n + 2) % 3;
      const std::uint32_t base = static_cast<std::uint32_t>(soup.vertices.size());
      for (int i = 0; i <= cells; ++i) {
        for (int j = 0; j <= cells; ++j) {
          Vec3 p;
          p[n] = static_cast<float>(side) * half[n];
          p[u] = half[u] * (2.0f * static_cast<float>(i) / static_cast<float>(cells) - 1);
          p[v] = half[v] * (2.0f * static_cast<float>(j) / static_cast<float>(cells) - 1);
          soup.vertices.push_back(p);
        }
      }
      for (int i = 0; i < cells; ++i) {
        for (int j = 0; j < cells; ++j) {
          const auto at = [&](int a, int b) {
            return base + static_cast<std::uint32_t>(a * (cells + 1) + b);
          };
          side > 0 ? soup.quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1))
                   : soup.quad(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
        }
      }
    }
  }
  return soup;
}

/// Surface of rings: point(i, j) for i around (closed) and j along (closed if `closed_along`).
template <class Point>
Soup ringSoup(int around, int along, bool closed_along, Point&& point) {
  Soup soup;
  const int rows = closed_along ? along : along + 1;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < around; ++i) {
      const DVec3 p = point(2 * M_PI * i / around, static_cast<double>(j) / along);
      soup.vertex(p.x, p.y, p.z);
    }
  }
  for (int j = 0; j < along; ++j) {
    for (int i = 0; i < around; ++i) {
      const auto at = [&](int a, int b) {
        return static_cast<std::uint32_t>((b % rows) * around + a % around);
      };
      soup.quad(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
    }
  }
  return soup;
}
/// About the Y axis.
inline Soup torusSoup(double radius, double tube, int around, int along) {
  return ringSoup(around, along, true, [&](double u, double v) {
    const double w = 2 * M_PI * v, r = radius + tube * std::cos(w);
    return DVec3{r * std::cos(u), tube * std::sin(w), r * std::sin(u)};
  });
}
inline Soup sphereSoup(double radius, int around, int along) {
  return ringSoup(around, along, false, [&](double u, double v) {
    const double w = M_PI * (v - 0.5), r = v == 0 || v == 1 ? 0 : radius * std::cos(w);
    return DVec3{r * std::cos(u), radius * std::sin(w), r * std::sin(u)};
  });
}
inline Soup cylinderSoup(double radius, double half_height, int around) {
  Soup soup = ringSoup(around, 1, false, [&](double u, double v) {
    return DVec3{radius * std::cos(u), half_height * (2 * v - 1), radius * std::sin(u)};
  });
  const std::uint32_t bottom = soup.vertex(0, -half_height, 0), top = soup.vertex(0, half_height, 0);
  const std::uint32_t n = static_cast<std::uint32_t>(around);
  for (std::uint32_t i = 0; i < n; ++i) {
    soup.triangle(bottom, i, (i + 1) % n);
    soup.triangle(top, n + (i + 1) % n, n + i);
  }
  return soup;
}

inline Shape meshShape(const Soup& soup, bool both_sides = true) {
  return soup.build(both_sides);
}

inline float lowestSeparation(const std::vector<Manifold>& manifolds) {
  float lowest = 1e30f;
  for (const Manifold& m : manifolds) {
    for (int i = 0; i < m.point_count; ++i) lowest = std::min(lowest, m.points[i].separation);
  }
  return lowest;
}

}  // namespace carom::collide::testing
