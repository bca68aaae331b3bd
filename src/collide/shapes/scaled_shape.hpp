// Shapes as files describe them, converted to the engine's shapes with a node's scale applied.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "carom/base/vector.hpp"
#include "collide/shapes/shape.hpp"
#include "collide/shapes/shape_settings.hpp"

namespace carom::collide {

/// Geometry before scaling, in the frames of shape.hpp.
struct ShapeSpec {
  enum class Kind : std::uint8_t { Sphere, Box, Capsule, Cylinder, Plane, Hull, Mesh };
  static constexpr double kUnbounded = std::numeric_limits<double>::infinity();

  Kind kind = Kind::Sphere;
  double radius = 0.5;                ///< Sphere, m.
  DVec3 half_extents{0.5, 0.5, 0.5};  ///< Box, m.
  double half_height =
      0.25;  ///< Capsule: half the distance of the sphere centres. Cylinder: half its height. m.
  double radius_top = 0.25;                ///< Capsule, cylinder, m, >= 0.
  double radius_bottom = 0.25;             ///< Capsule, cylinder, m, >= 0.
  double size_x = kUnbounded;              ///< Plane, full length, m; infinite allowed.
  double size_z = kUnbounded;              ///< Plane, full length, m; infinite allowed.
  bool double_sided = false;               ///< Plane.
  std::span<const Vec3> vertices;          ///< Hull, mesh, m.
  std::span<const std::uint32_t> indices;  ///< Mesh, three per triangle.
  std::uint32_t max_hull_vertices = 256;   ///< Limit for any hull that is built, 32 to 4096.
};

struct ScaledShape {
  Shape shape;                ///< Meaningless when disabled.
  Transform local_offset;     ///< From the shape's frame to the node's (without its scale).
  bool disabled = false;      ///< Nothing is left to collide with.
  bool approximated = false;  ///< The shape is not exactly the requested one, or is too small to be reliable.
  float max_deviation = 0;    ///< Upper bound of the deviation of its surface from the exact one, m.
  std::string explanation;    ///< One sentence or more if disabled or approximated, else empty.
  std::uint32_t dropped_triangles = 0;  ///< Mesh: number of triangles without area.
  bool inverted = false;                ///< Mesh: it was closed but inside out, and has been reversed.
};

/// `scale`: scale per axis of the node, any sign. The sign does not matter to implicit shapes; it mirrors
/// hulls and meshes.
///
/// Exact: any shape under uniform scale; boxes, hulls, meshes and planes under any scale; cylinders whose x
/// and z scales agree. Other round shapes become hulls whose vertices lie as far outside the exact surface as
/// their faces lie inside it. One or two components of zero flatten the shape; three disable it. A plane that
/// is infinite along one axis only becomes a strip of ShapeSettings::kStripHalfLength to each side. Shapes
/// smaller than ShapeSettings::kReliableSize in all directions are marked as approximated; smaller than a
/// thousandth of that they are disabled.
ScaledShape makeScaledShape(const ShapeSpec& spec, const Vec3& scale);

}  // namespace carom::collide
