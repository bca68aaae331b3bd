// Triangle meshes generated for tests; counter-clockwise seen from outside (or from above for floors).
#pragma once

#include <cmath>
#include <functional>

#include "world/scene_builder.hpp"

namespace carom::test {

/// A grid of `rows` × `columns` points with the quads between them cut in two. `wrap_rows`/`wrap_columns`
/// close it.
inline MeshData gridMesh(int rows, int columns, bool wrap_rows, bool wrap_columns,
                         const std::function<DVec3(int row, int column)>& point) {
  MeshData m;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) m.positions.push_back(point(r, c));
  const auto index = [&](int r, int c) {
    return static_cast<std::uint32_t>((r % rows) * columns + c % columns);
  };
  for (int r = 0; r < (wrap_rows ? rows : rows - 1); ++r)
    for (int c = 0; c < (wrap_columns ? columns : columns - 1); ++c) {
      const std::uint32_t i00 = index(r, c), i01 = index(r, c + 1), i10 = index(r + 1, c),
                          i11 = index(r + 1, c + 1);
      m.indices.insert(m.indices.end(), {i00, i11, i01, i00, i10, i11});
    }
  return m;
}
/// The same triangles seen from the other side.
inline MeshData flipped(MeshData m) {
  for (std::size_t i = 0; i + 2 < m.indices.size(); i += 3) std::swap(m.indices[i + 1], m.indices[i + 2]);
  return m;
}
/// A floor in the plane y = height(x, z), seen from above.
inline MeshData floorMesh(double x0, double x1, int cells_x, double z0, double z1, int cells_z,
                          const std::function<double(double, double)>& height = {}) {
  return gridMesh(cells_z + 1, cells_x + 1, false, false, [&](int r, int c) {
    const double x = x0 + (x1 - x0) * c / cells_x, z = z0 + (z1 - z0) * r / cells_z;
    return DVec3{x, height ? height(x, z) : 0.0, z};
  });
}
/// Closed, about the Z axis.
inline MeshData torusMesh(double ring_radius, double tube_radius, int segments, int sides) {
  return gridMesh(segments, sides, true, true, [&](int r, int c) {
    const double u = 2 * kPi * r / segments, v = 2 * kPi * c / sides;
    const double d = ring_radius + tube_radius * std::cos(v);
    return DVec3{d * std::cos(u), d * std::sin(u), tube_radius * std::sin(v)};
  });
}
/// Closed, axis Y.
inline MeshData cylinderMesh(double height, double radius, int sides) {
  MeshData m = gridMesh(2, sides, false, true, [&](int r, int c) {
    const double a = 2 * kPi * c / sides;
    return DVec3{radius * std::sin(a), r == 0 ? height / 2 : -height / 2, radius * std::cos(a)};
  });
  const auto top = static_cast<std::uint32_t>(m.positions.size()), bottom = top + 1;
  m.positions.push_back({0, height / 2, 0});
  m.positions.push_back({0, -height / 2, 0});
  for (int c = 0; c < sides; ++c) {
    const auto a = static_cast<std::uint32_t>(c), b = static_cast<std::uint32_t>((c + 1) % sides);
    const auto n = static_cast<std::uint32_t>(sides);
    m.indices.insert(m.indices.end(), {top, a, b, bottom, n + b, n + a});
  }
  return m;
}
inline std::vector<DVec3> boxCorners(double x, double y, double z) {
  std::vector<DVec3> p;
  for (int i = 0; i < 8; ++i)
    p.push_back({(i & 1 ? 0.5 : -0.5) * x, (i & 2 ? 0.5 : -0.5) * y, (i & 4 ? 0.5 : -0.5) * z});
  return p;
}
/// Closed, full lengths.
inline MeshData boxMesh(double x, double y, double z) {
  return {boxCorners(x, y, z), {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6}};
}
/// Closed.
inline MeshData sphereMesh(double radius, int rings, int segments) {
  MeshData m = gridMesh(rings - 1, segments, false, true, [&](int r, int c) {
    const double v = kPi * (r + 1) / rings, u = 2 * kPi * c / segments;
    return DVec3{radius * std::sin(v) * std::sin(u), radius * std::cos(v),
                 radius * std::sin(v) * std::cos(u)};
  });
  const auto top = static_cast<std::uint32_t>(m.positions.size()), bottom = top + 1;
  m.positions.push_back({0, radius, 0});
  m.positions.push_back({0, -radius, 0});
  const auto last = static_cast<std::uint32_t>((rings - 2) * segments);
  for (int c = 0; c < segments; ++c) {
    const auto a = static_cast<std::uint32_t>(c), b = static_cast<std::uint32_t>((c + 1) % segments);
    m.indices.insert(m.indices.end(), {top, a, b, bottom, last + b, last + a});
  }
  return m;
}
/// An open bowl: a hemisphere below y = 0 with a straight wall above it, seen from inside.
inline MeshData bowlMesh(double radius, double wall_height, int rings, int segments) {
  MeshData m = gridMesh(rings + 1, segments, false, true, [&](int r, int c) {
    const double u = 2 * kPi * c / segments;
    const double v = r == 0 ? kPi / 2 : kPi / 2 * (rings - r + 1) / rings;
    return DVec3{radius * std::sin(v) * std::sin(u), r == 0 ? wall_height : -radius * std::cos(v),
                 radius * std::sin(v) * std::cos(u)};
  });
  const auto bottom = static_cast<std::uint32_t>(m.positions.size());
  m.positions.push_back({0, -radius, 0});
  const auto last = static_cast<std::uint32_t>(rings * segments);
  for (int c = 0; c < segments; ++c) {
    const auto a = static_cast<std::uint32_t>(c), b = static_cast<std::uint32_t>((c + 1) % segments);
    m.indices.insert(m.indices.end(), {bottom, last + b, last + a});
  }
  return flipped(std::move(m));
}
/// Volume by the divergence theorem, positive for closed meshes seen from outside.
inline double signedVolume(const MeshData& m) {
  double six = 0;
  for (std::size_t i = 0; i + 2 < m.indices.size(); i += 3)
    six +=
        dot(m.positions[m.indices[i]], cross(m.positions[m.indices[i + 1]], m.positions[m.indices[i + 2]]));
  return six / 6;
}

}  // namespace carom::test
