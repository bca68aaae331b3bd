// Convex hulls of arbitrary points, in stages:
//   points → grid (26 bits across the largest extent, so that every test is exact) → triangulated hull
//   (hull_builder) → without vertices that hardly protrude (hull_thinning) → faces merged (hull_merge) →
//   ConvexHull.
// The grid is centred on the points, so their distance from the origin and their size do not matter. Its
// spacing is 1.5e-8 of the extent: a quarter of the spacing of floats at the ends, and far below the
// tolerance. The vertices of the result are input points, unrounded.
//
// Flat input becomes a polygon with two sides. Input on a line or at one point gets a volume, so that it has
// faces: a square rod of half width clamp(0.01·length, 1e-5 m, 1e-4 m), at least 1e-4 of the length; or a
// cube of half extent 1e-4 m. Both are larger where floats at that distance from the origin are too coarse.
#include "collide/hull/hull.hpp"

#include <algorithm>

#include "collide/hull/hull_builder.hpp"
#include "collide/hull/hull_merge.hpp"
#include "collide/hull/hull_polygon.hpp"
#include "collide/hull/hull_settings.hpp"
#include "collide/hull/hull_thinning.hpp"

namespace carom::collide {

namespace {

/// The usable points of the input on the grid.
struct Gridded {
  std::vector<GridPoint> points;
  std::vector<std::uint32_t> sources;  ///< Index of each in the input.
  DVec3 center;
  double spacing = 1;     ///< m
  double extent = 0;      ///< Largest extent, m.
  double coordinate = 0;  ///< Largest coordinate, m.
};

bool usable(const Vec3& p) {
  // NaN fails the comparison.
  return p.x >= -HullBuildSettings::kMaxCoordinate && p.x <= HullBuildSettings::kMaxCoordinate &&
         p.y >= -HullBuildSettings::kMaxCoordinate && p.y <= HullBuildSettings::kMaxCoordinate &&
         p.z >= -HullBuildSettings::kMaxCoordinate && p.z <= HullBuildSettings::kMaxCoordinate;
}

std::int32_t gridCoordinate(double value) {
  const std::int32_t rounded = static_cast<std::int32_t>(value < 0 ? value - 0.5 : value + 0.5);
  return std::clamp(rounded, -kGridHalf, kGridHalf);
}

Gridded toGrid(std::span<const Vec3> input) {
  Gridded grid;
  constexpr double kFar = 1e300;
  DVec3 lower{kFar, kFar, kFar}, upper{-kFar, -kFar, -kFar};
  std::size_t count = 0;
  for (const Vec3& p : input) {
    if (!usable(p)) continue;
    lower = minimum(lower, DVec3(p)), upper = maximum(upper, DVec3(p));
    ++count;
  }
  if (count == 0) return grid;
  grid.center = (lower + upper) * 0.5;
  const DVec3 size = upper - lower, reach = maximum(absolute(lower), absolute(upper));
  grid.extent = std::max({size.x, size.y, size.z});
  grid.coordinate = std::max({reach.x, reach.y, reach.z});
  grid.spacing = std::max(grid.extent, HullBuildSettings::kPointExtent) / (2.0 * kGridHalf);
  const double scale = 1 / grid.spacing;
  grid.points.reserve(count);
  grid.sources.reserve(count);
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (!usable(input[i])) continue;
    const DVec3 p = (DVec3(input[i]) - grid.center) * scale;
    grid.points.push_back({gridCoordinate(p.x), gridCoordinate(p.y), gridCoordinate(p.z)});
    grid.sources.push_back(static_cast<std::uint32_t>(i));
  }
  return grid;
}

/// Sets the plane of a face through its float vertices, with the stored normal: far from the origin the
/// rounding of the normal must not move the face.
void setPlane(ConvexHull& hull, ConvexHull::Face& face, const DVec3& normal) {
  face.normal = Vec3(normal);
  double low = 1e300, high = -1e300;
  std::uint16_t e = face.first_edge;
  do {
    const double along = dot(DVec3(face.normal), DVec3(hull.vertices[hull.edges[e].origin]));
    low = std::min(low, along), high = std::max(high, along);
    e = hull.edges[e].next;
  } while (e != face.first_edge);
  face.offset = static_cast<float>(0.5 * (low + high));
}

/// Sets the centroid of the volume, by tetrahedra from `base` to the faces' triangles; without volume, that
/// of the area.
void setCentroid(ConvexHull& hull, const DVec3& base) {
  double volume = 0, area = 0;
  DVec3 volume_moment, area_moment;
  for (const ConvexHull::Face& face : hull.faces) {
    const DVec3 a = DVec3(hull.vertices[hull.edges[face.first_edge].origin]) - base;
    std::uint16_t e = hull.edges[face.first_edge].next;
    for (std::uint16_t n = hull.edges[e].next; n != face.first_edge; e = n, n = hull.edges[n].next) {
      const DVec3 b = DVec3(hull.vertices[hull.edges[e].origin]) - base;
      const DVec3 c = DVec3(hull.vertices[hull.edges[n].origin]) - base;
      const double triple = dot(a, cross(b, c)), twice_area = length(cross(b - a, c - a));
      volume += triple, volume_moment += (a + b + c) * (triple / 4);
      area += twice_area, area_moment += (a + b + c) * (twice_area / 3);
    }
  }
  DVec3 center;
  if (!hull.flat && volume > 0) {
    center = volume_moment * (1 / volume);
  } else if (area > 0) {
    center = area_moment * (1 / area);
  }
  hull.centroid = Vec3(center + base);
  double nearest = 1e300;
  for (const ConvexHull::Face& face : hull.faces) {
    nearest = std::min(nearest, face.offset - dot(DVec3(face.normal), DVec3(hull.centroid)));
  }
  hull.inner_radius = hull.flat || nearest < 0 ? 0.0f : static_cast<float>(nearest);
}

void finish(ConvexHull& hull, const DVec3& base) {
  hull.aabb = {hull.vertices[0], hull.vertices[0]};
  for (const Vec3& v : hull.vertices) hull.aabb = {minimum(hull.aabb.lower, v), maximum(hull.aabb.upper, v)};
  setCentroid(hull, base);
  hull.vertex_edges.resize(hull.vertices.size());
  for (std::size_t e = 0; e < hull.edges.size(); ++e) {
    hull.vertex_edges[hull.edges[e].origin] = static_cast<std::uint16_t>(e);
  }
  makeTables(hull);
}

/// Distance of the farthest point outside the faces, grid units.
double farthestOutside(std::span<const GridPoint> points, std::span<const GridPoint> polygon_points,
                       const PolygonHull& polygons) {
  double farthest = 0;
  for (const PolygonHull::Face& face : polygons.faces) {
    const std::int32_t corner = polygons.edges[face.first_edge].origin;
    const DVec3 base = polygon_points[corner].position();
    for (const GridPoint& p : points) farthest = std::max(farthest, dot(face.normal, p.position() - base));
  }
  return farthest;
}

std::shared_ptr<ConvexHull> assemble(std::span<const Vec3> input, std::span<const GridPoint> points,
                                     std::span<const std::uint32_t> sources, const PolygonHull& polygons) {
  auto hull = std::make_shared<ConvexHull>();
  std::vector<std::int32_t> index(points.size(), -1);
  for (const PolygonHull::HalfEdge& e : polygons.edges) index[e.origin] = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (index[i] < 0) continue;
    index[i] = static_cast<std::int32_t>(hull->vertices.size());
    hull->vertices.push_back(input[sources[i]]);
  }
  hull->edges.reserve(polygons.edges.size());
  for (const PolygonHull::HalfEdge& e : polygons.edges) {
    hull->edges.push_back({static_cast<std::uint16_t>(index[e.origin]), static_cast<std::uint16_t>(e.next),
                           static_cast<std::uint16_t>(e.face)});
  }
  for (const PolygonHull::Face& f : polygons.faces) {
    ConvexHull::Face face;
    face.first_edge = static_cast<std::uint16_t>(f.first_edge);
    face.edge_count = static_cast<std::uint16_t>(f.edge_count);
    setPlane(*hull, face, f.normal);
    hull->faces.push_back(face);
  }
  return hull;
}

HullResult solidHull(std::span<const Vec3> input, const Gridded& grid, const GridHull& first,
                     double tolerance) {
  HullResult result;
  result.status = HullStatus::Ok;
  result.simplified = first.simplified;
  // From here on only the vertices are used; the input may be millions of points.
  std::vector<GridPoint> points;
  std::vector<std::uint32_t> sources;
  std::vector<std::int32_t> index(grid.points.size(), -1);
  GridHull hull = first;
  for (GridTriangle& t : hull.triangles) {
    for (std::int32_t& v : t.vertex) {
      std::int32_t& known = index[v];
      if (known < 0) {
        known = static_cast<std::int32_t>(points.size());
        points.push_back(grid.points[v]);
        sources.push_back(grid.sources[v]);
      }
      v = known;
    }
  }
  const std::vector<GridPoint> vertices = points;
  const GridHull thinned = thinHull(points, sources, hull, tolerance);
  const PolygonHull polygons = mergeFaces(points, thinned, 2 * tolerance);
  // The deviation by omitted points is measured against the result if that is affordable, otherwise the
  // stages' bounds are added up.
  const bool few = grid.points.size() * polygons.faces.size() <= HullBuildSettings::kMaxMeasured;
  const double outside = few ? farthestOutside(grid.points, points, polygons)
                             : farthestOutside(vertices, points, polygons) + first.residual;
  result.max_deviation = static_cast<float>(outside * grid.spacing);
  std::shared_ptr<ConvexHull> made = assemble(input, points, sources, polygons);
  finish(*made, grid.center);
  result.hull = std::move(made);
  return result;
}

HullResult flatHull(std::span<const Vec3> input, const Gridded& grid, const GridHull& first, double tolerance,
                    std::uint32_t max_vertices) {
  const FlatPolygon polygon = buildFlatPolygon(grid.points, first.base, tolerance, max_vertices);
  auto hull = std::make_shared<ConvexHull>();
  hull->flat = true;
  for (const std::int32_t v : polygon.vertices) {
    hull->vertices.push_back(input[grid.sources[v]]);
  }
  const std::size_t count = hull->vertices.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t after = (i + 1) % count, before = (i + count - 1) % count;
    hull->edges.push_back({static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(2 * after), 0});
    hull->edges.push_back({static_cast<std::uint16_t>(after), static_cast<std::uint16_t>(2 * before + 1), 1});
  }
  for (std::uint16_t f = 0; f < 2; ++f) {
    ConvexHull::Face face;
    face.first_edge = f;
    face.edge_count = static_cast<std::uint16_t>(count);
    setPlane(*hull, face, f == 0 ? polygon.normal : -polygon.normal);
    hull->faces.push_back(face);
  }
  finish(*hull, grid.center);
  HullResult result;
  result.status = HullStatus::Flat;
  result.simplified = polygon.simplified;
  result.max_deviation = static_cast<float>(polygon.residual * grid.spacing);
  result.hull = std::move(hull);
  return result;
}

/// A thin solid around a line or a point.
HullResult rodHull(std::span<const Vec3> input, const Gridded& grid, const GridHull& first) {
  const DVec3 a(input[grid.sources[first.base[0]]]);
  const DVec3 b(input[grid.sources[first.base[1]]]);
  const double length_of_line = first.span == Span::Line ? length(b - a) : 0;
  double half_width = HullBuildSettings::kRodHalfWidth;
  DVec3 along{1, 0, 0}, start = grid.center, end = grid.center;
  if (first.span == Span::Line) {
    half_width = std::max(std::clamp(0.01 * length_of_line, 0.1 * HullBuildSettings::kRodHalfWidth,
                                     HullBuildSettings::kRodHalfWidth),
                          1e-4 * length_of_line);
    along = normalized(b - a), start = a, end = b;
  }
  half_width = std::max(half_width, 8 * HullBuildSettings::kFloatStep * grid.coordinate);
  if (first.span == Span::Point) start.x -= half_width, end.x += half_width;
  const DVec3 u = perpendicular(along), v = cross(along, u);
  std::vector<Vec3> corners;
  for (const DVec3& middle : {start, end}) {
    for (const double s : {-half_width, half_width}) {
      for (const double t : {-half_width, half_width}) corners.push_back(Vec3(middle + u * s + v * t));
    }
  }
  HullSettings settings;
  settings.relative_tolerance = 1e-6;
  HullResult result = buildHull(corners, settings);
  if (result.hull) {
    auto marked = std::make_shared<ConvexHull>(*result.hull);
    marked->flat = true;
    result.hull = std::move(marked);
  }
  result.status = HullStatus::Flat;
  result.max_deviation = 0;
  return result;
}

}  // namespace

HullResult buildHull(std::span<const Vec3> points, const HullSettings& settings) {
  // Indices are signed 32-bit; two thousand million points would need 60 GB here.
  constexpr std::size_t kMaxPoints = 0x7fffffff;
  Gridded grid = toGrid(points.first(std::min(points.size(), kMaxPoints)));
  if (grid.points.empty()) return {};

  const double relative = std::clamp(settings.relative_tolerance, 1e-7, 0.05);
  // One half for omitted points, one half for vertices that are removed later.
  const double tolerance = 0.5 * relative * 2.0 * kGridHalf;
  // 4096 vertices have at most 6·4096 - 12 half edges: indices fit into 16 bits.
  const std::uint32_t max_vertices = std::clamp<std::uint32_t>(settings.max_vertices, 4, 4096);
  GridHull first;
  if (grid.extent >= HullBuildSettings::kPointExtent)
    first = buildGridHull(grid.points, tolerance, max_vertices);
  switch (first.span) {
    case Span::Solid:
      return solidHull(points, grid, first, tolerance);
    case Span::Plane:
      return flatHull(points, grid, first, tolerance, max_vertices);
    case Span::Line:
    case Span::Point:
      break;
  }
  return rodHull(points, grid, first);
}

}  // namespace carom::collide
