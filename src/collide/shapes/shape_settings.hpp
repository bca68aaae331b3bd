// Constants of shapes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom::collide {

struct ShapeSettings {
  /// Relative difference up to which scales are equal: float matrices are no more precise.
  static constexpr double kSameScale = 1e-5;
  /// Relative difference of scales up to which a round shape stays round with the mean scale: it then
  /// deviates less than any tessellation.
  static constexpr double kNearlyRound = 4e-3;
  /// Size below which a shape is marked as approximated, m.
  static constexpr double kReliableSize = 1e-4;
  /// Size below which a shape is disabled, m.
  static constexpr double kMinSize = 1e-3 * kReliableSize;
  /// Size above which a shape is disabled, m: squares and products of sizes approach the range of float.
  static constexpr double kMaxSize = 1e12;
  /// Half length of the strip that replaces a plane that is infinite along one axis only, m.
  static constexpr double kStripHalfLength = 1e4;
  /// Segments of a tessellated cylinder.
  static constexpr std::uint32_t kMaxCylinderSegments = 64;
  /// Vertices of a mesh up to which its bounds come from all of them, which takes 3 ns for each; six searches
  /// in the tree of 192 triangles take 1.4 µs.
  static constexpr std::size_t kMostScanned = 256;
  /// Bounds and radius of an infinite plane, m.
  static constexpr float kUnbounded = 1e30f;
};

}  // namespace carom::collide
