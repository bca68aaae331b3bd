// Applying node scale to shapes. The header has the rules, scaled_shape_tessellation.cpp the tessellations.
//
// A linear map increases the distance of two surfaces at most by its largest scale. So the deviation of a
// tessellation made before scaling, times that scale, bounds the deviation of the scaled shape.
#include "collide/shapes/scaled_shape.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "collide/hull/hull.hpp"
#include "collide/mesh/mesh.hpp"
#include "collide/shapes/scaled_shape_tessellation.hpp"
#include "collide/shapes/shape_settings.hpp"

namespace carom::collide {

namespace {

std::string text(const char* format, double a, double b = 0, double c = 0) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, format, a, b, c);
  return buffer;
}

std::string tooSmall(double size) {
  return text("The shape is only %.3g m large: it is disabled.", size);
}

class Scaler {
 public:
  Scaler(const ShapeSpec& spec, const Vec3& scale) : spec_(spec), signed_(scale), scale_(absolute(signed_)) {}
  ScaledShape run();

 private:
  double largestScale() const { return std::max({scale_.x, scale_.y, scale_.z}); }
  double smallestScale() const { return std::min({scale_.x, scale_.y, scale_.z}); }
  bool flattened() const { return smallestScale() == 0; }

  void disable(std::string why);
  void approximate(std::string how, double deviation);
  void sphere();
  void box();
  void capsule();
  void cylinder();
  void plane();
  void finitePlane(double half_x, double half_z);
  void hull();
  void mesh();
  void ball(double radius, double height);
  void hullOf(const std::vector<Vec3>& points);
  void tessellated(const Tessellation& tessellation, const char* what);
  void judgeSize();

  const ShapeSpec& spec_;
  DVec3 signed_;
  DVec3 scale_;
  ScaledShape result_;
};

void Scaler::disable(std::string why) {
  result_.disabled = true;
  result_.approximated = false;
  result_.max_deviation = 0;
  result_.explanation = std::move(why);
}

void Scaler::approximate(std::string how, double deviation) {
  result_.approximated = true;
  result_.max_deviation = std::max(result_.max_deviation, static_cast<float>(deviation));
  if (!result_.explanation.empty()) result_.explanation += ' ';
  result_.explanation += how;
}

/// Makes a hull of points that are already scaled.
void Scaler::hullOf(const std::vector<Vec3>& points) {
  // Before the hull is built: the builder turns a single point into a cube.
  Aabb box;
  for (const Vec3& p : points) box.include(p);
  const Vec3 size = box.upper - box.lower;
  if (std::max({size.x, size.y, size.z}) < ShapeSettings::kMinSize)
    return disable(tooSmall(std::max({size.x, size.y, size.z})));
  HullSettings settings;
  settings.max_vertices = std::clamp<std::uint32_t>(spec_.max_hull_vertices, 32, 4096);
  HullResult made = buildHull(points, settings);
  if (!made.hull) return disable("None of its points has finite coordinates: the shape is disabled.");
  if (made.simplified) {
    approximate(text("Its convex hull is simplified to %.0f vertices, at most %.3g m off.",
                     static_cast<double>(made.hull->vertices.size()), made.max_deviation),
                made.max_deviation);
  }
  result_.shape = std::move(made.hull);
}

void Scaler::tessellated(const Tessellation& tessellation, const char* what) {
  std::vector<Vec3> points;
  points.reserve(tessellation.points.size());
  for (const DVec3& p : tessellation.points) points.push_back(Vec3(scaled(p, scale_)));
  hullOf(points);
  if (result_.disabled) return;
  const double deviation = tessellation.deviation * largestScale();
  std::string how = text("Under the scale (%.4g, %.4g, %.4g) the ", signed_.x, signed_.y, signed_.z);
  how += what;
  how += flattened() ? " is flattened to a convex polygon or rod" : " is approximated by a convex hull";
  how +=
      text(" of %.0f vertices, at most %.3g m off.",
           static_cast<double>(std::get<std::shared_ptr<const ConvexHull>>(result_.shape)->vertices.size()),
           deviation);
  approximate(std::move(how), deviation);
}

/// A ball at `height` on Y, before scaling.
void Scaler::ball(double radius, double height) {
  const double high = largestScale(), low = smallestScale();
  if (high - low > ShapeSettings::kNearlyRound * high) {
    const std::uint32_t most = std::clamp<std::uint32_t>(spec_.max_hull_vertices, 32, 4096);
    return tessellated(tessellateBall(radius, height, most), "sphere");
  }
  const double mean = 0.5 * (high + low);
  result_.shape = Sphere{static_cast<float>(radius * mean)};
  result_.local_offset.translation.y = static_cast<float>(height * scale_.y);
  if (high - low > ShapeSettings::kSameScale * high) {
    const double deviation = radius * (high - mean);
    approximate(
        text("The sphere's slightly uneven scale is taken as uniform, at most %.3g m off.", deviation),
        deviation);
  }
}

void Scaler::sphere() {
  if (!(spec_.radius > 0)) return disable("The sphere has no radius: it is disabled.");
  ball(spec_.radius, 0);
}

void Scaler::box() {
  const DVec3 e = scaled(absolute(spec_.half_extents), scale_);
  if (std::min({e.x, e.y, e.z}) >= ShapeSettings::kMinSize) {
    result_.shape = Box{Vec3(e)};
    return;
  }
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(Vec3(DVec3{i & 1 ? e.x : -e.x, i & 2 ? e.y : -e.y, i & 4 ? e.z : -e.z}));
  hullOf(corners);
  if (!result_.disabled) approximate("A box without thickness is flattened to a polygon or rod.", 0);
}

void Scaler::capsule() {
  const double h = std::abs(spec_.half_height), top = spec_.radius_top, bottom = spec_.radius_bottom;
  if (!(top >= 0 && bottom >= 0 && (top > 0 || bottom > 0))) {
    return disable("The capsule has no radius: it is disabled.");
  }
  // One sphere contains the other.
  if (bottom - top >= 2 * h) return ball(bottom, -h);
  if (top - bottom >= 2 * h) return ball(top, h);
  const double high = largestScale(), low = smallestScale();
  if (high - low > ShapeSettings::kNearlyRound * high) {
    const std::uint32_t most = std::clamp<std::uint32_t>(spec_.max_hull_vertices, 32, 4096);
    return tessellated(tessellateCapsule(h, top, bottom, most), "capsule");
  }
  const double mean = 0.5 * (high + low);
  result_.shape = Capsule{static_cast<float>(h * mean), static_cast<float>(top * mean),
                          static_cast<float>(bottom * mean)};
  if (high - low > ShapeSettings::kSameScale * high) {
    const double deviation = (h + std::max(top, bottom)) * (high - mean);
    approximate(
        text("The capsule's slightly uneven scale is taken as uniform, at most %.3g m off.", deviation),
        deviation);
  }
}

void Scaler::cylinder() {
  const double h = std::abs(spec_.half_height), top = spec_.radius_top, bottom = spec_.radius_bottom;
  if (!(top >= 0 && bottom >= 0 && (top > 0 || bottom > 0))) {
    return disable("The cylinder has no radius: it is disabled.");
  }
  const double high = std::max(scale_.x, scale_.z), low = std::min(scale_.x, scale_.z);
  const double mean = 0.5 * (high + low), radius = std::max(top, bottom);
  if (high - low > ShapeSettings::kNearlyRound * high || h * scale_.y < ShapeSettings::kMinSize ||
      radius * mean < ShapeSettings::kMinSize) {
    const std::uint32_t most = std::clamp<std::uint32_t>(spec_.max_hull_vertices, 32, 4096);
    return tessellated(tessellateCylinder(h, top, bottom, most), "cylinder");
  }
  result_.shape = Cylinder{static_cast<float>(h * scale_.y), static_cast<float>(top * mean),
                           static_cast<float>(bottom * mean)};
  if (high - low > ShapeSettings::kSameScale * high) {
    const double deviation = radius * (high - mean);
    approximate(text("The cylinder's slightly uneven scale is taken as even, at most %.3g m off.", deviation),
                deviation);
  }
}

void Scaler::plane() {
  const bool endless_x = !(spec_.size_x <= ShapeSettings::kMaxSize),
             endless_z = !(spec_.size_z <= ShapeSettings::kMaxSize);
  if (endless_x && endless_z) {
    result_.shape = Plane{spec_.double_sided};
    return;
  }
  const double half_x = endless_x ? ShapeSettings::kStripHalfLength : 0.5 * std::abs(spec_.size_x) * scale_.x;
  const double half_z = endless_z ? ShapeSettings::kStripHalfLength : 0.5 * std::abs(spec_.size_z) * scale_.z;
  finitePlane(half_x, half_z);
  if (!result_.disabled && (endless_x || endless_z)) {
    approximate(text("A plane that is infinite along one axis ends %.0f m to each side.",
                     ShapeSettings::kStripHalfLength),
                0);
  }
}

void Scaler::finitePlane(double half_x, double half_z) {
  if (!(half_x >= ShapeSettings::kMinSize && half_z >= ShapeSettings::kMinSize &&
        half_x <= ShapeSettings::kMaxSize && half_z <= ShapeSettings::kMaxSize)) {
    return disable("The plane has no area left: it is disabled.");
  }
  const float x = static_cast<float>(half_x), z = static_cast<float>(half_z);
  const Vec3 corners[4] = {{-x, 0, -z}, {-x, 0, z}, {x, 0, z}, {x, 0, -z}};
  static constexpr std::uint32_t kIndices[6] = {0, 1, 2, 0, 2, 3};
  MeshResult made = buildMesh(corners, kIndices, spec_.double_sided);
  if (!made.mesh) return disable("The plane has no area left: it is disabled.");
  result_.shape = std::move(made.mesh);
}

std::vector<Vec3> scaledVertices(std::span<const Vec3> vertices, const DVec3& scale) {
  std::vector<Vec3> result;
  result.reserve(vertices.size());
  for (const Vec3& v : vertices) result.push_back(Vec3(scaled(DVec3(v), scale)));
  return result;
}

void Scaler::hull() {
  hullOf(scaledVertices(spec_.vertices, signed_));
  if (!result_.disabled && flattened()) approximate("A scale of zero flattens the convex hull.", 0);
}

void Scaler::mesh() {
  const std::vector<Vec3> vertices = scaledVertices(spec_.vertices, signed_);
  std::vector<std::uint32_t> indices(spec_.indices.begin(), spec_.indices.end());
  if (indices.size() % 3 != 0) return disable("The mesh's indices are not triangles: it is disabled.");
  for (const std::uint32_t i : indices) {
    if (i >= vertices.size()) return disable("The mesh's indices exceed its vertices: it is disabled.");
  }
  if (signed_.x * signed_.y * signed_.z < 0) {
    for (std::size_t i = 0; i < indices.size(); i += 3) std::swap(indices[i + 1], indices[i + 2]);
  }
  MeshResult made = buildMesh(vertices, indices);
  if (!made.mesh) return disable("No triangle of the mesh has an area: it is disabled.");
  result_.dropped_triangles = made.dropped_triangles;
  result_.inverted = made.inverted;
  result_.shape = std::move(made.mesh);
  if (flattened()) approximate("A scale of zero flattens the mesh.", 0);
}

/// Disables shapes that are too small to exist or too large for the arithmetic, and marks those that are too
/// small to be reliable.
void Scaler::judgeSize() {
  if (result_.disabled || isPlane(result_.shape)) return;
  const Aabb box = bounds(result_.shape, {});
  const DVec3 size = DVec3(box.upper) - DVec3(box.lower);
  const double largest = std::max({size.x, size.y, size.z});
  const double reach = outerRadius(result_.shape, {});
  // NaN fails the comparison.
  if (!(largest <= ShapeSettings::kMaxSize && reach <= ShapeSettings::kMaxSize)) {
    return disable(text("The shape reaches farther than %.0e m or its size is not a number: it is disabled.",
                        ShapeSettings::kMaxSize));
  }
  if (largest < ShapeSettings::kMinSize) return disable(tooSmall(largest));
  if (largest < ShapeSettings::kReliableSize) {
    approximate(text("The shape is only %.3g m large; below %.0e m contacts are not reliable.", largest,
                     ShapeSettings::kReliableSize),
                0);
  }
}

ScaledShape Scaler::run() {
  if (!(largestScale() <= ShapeSettings::kMaxSize) || scale_.x != scale_.x || scale_.y != scale_.y ||
      scale_.z != scale_.z) {
    disable("The node's scale is not a usable number: the shape is disabled.");
    return std::move(result_);
  }
  if (largestScale() == 0) {
    disable("The node's scale is zero: the shape is disabled.");
    return std::move(result_);
  }
  switch (spec_.kind) {
    case ShapeSpec::Kind::Sphere:
      sphere();
      break;
    case ShapeSpec::Kind::Box:
      box();
      break;
    case ShapeSpec::Kind::Capsule:
      capsule();
      break;
    case ShapeSpec::Kind::Cylinder:
      cylinder();
      break;
    case ShapeSpec::Kind::Plane:
      plane();
      break;
    case ShapeSpec::Kind::Hull:
      hull();
      break;
    case ShapeSpec::Kind::Mesh:
      mesh();
      break;
  }
  judgeSize();
  return std::move(result_);
}

}  // namespace

ScaledShape makeScaledShape(const ShapeSpec& spec, const Vec3& scale) {
  return Scaler(spec, scale).run();
}

}  // namespace carom::collide
