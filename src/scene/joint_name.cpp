// Each of the six degrees of freedom is free, limited or fixed; the name follows from that.
#include "scene/joint_name.hpp"

#include <algorithm>
#include <array>

namespace carom::scene {

namespace {

enum class Freedom : std::uint8_t { Free, Limited, Fixed };

/// What a joint leaves of each degree of freedom; x, y, z.
struct Freedoms {
  std::array<Freedom, 3> linear{};
  std::array<Freedom, 3> angular{};
  bool cone = false;   ///< The angle between two axes has room.
  bool total = false;  ///< The whole angle of rotation has room.
};

int count(const std::array<Freedom, 3>& axes, Freedom freedom) {
  return static_cast<int>(std::count(axes.begin(), axes.end(), freedom));
}

/// Hard, and without room: a distance or angle of several axes together has none only at 0.
bool isFixed(const JointLimit& limit, std::ptrdiff_t axes) {
  if (limit.stiffness || !limit.max) return false;
  return axes == 1 ? limit.min && *limit.min == *limit.max : *limit.max == 0;
}

void apply(const JointLimit& limit, Freedoms& out) {
  const bool angular =
      std::find(limit.angular_axes.begin(), limit.angular_axes.end(), true) != limit.angular_axes.end();
  const std::array<bool, 3>& axes = angular ? limit.angular_axes : limit.linear_axes;
  const std::ptrdiff_t number = std::count(axes.begin(), axes.end(), true);
  if (number == 0 || (!limit.min && !limit.max)) return;
  const bool fixed = isFixed(limit, number);
  if (!fixed && angular && number == 2) out.cone = true;
  if (!fixed && angular && number == 3) out.total = true;
  std::array<Freedom, 3>& own = angular ? out.angular : out.linear;
  for (std::size_t i = 0; i < 3; ++i) {
    if (axes[i]) own[i] = std::max(own[i], fixed ? Freedom::Fixed : Freedom::Limited);
  }
}

/// Of a joint that slides along one axis: by the rotations it leaves.
std::string_view slidingName(const Freedoms& f) {
  const auto axis = static_cast<std::size_t>(
      std::find_if(f.linear.begin(), f.linear.end(), [](Freedom x) { return x != Freedom::Fixed; }) -
      f.linear.begin());
  const int held = count(f.angular, Freedom::Fixed);
  if (held == 3 || (held == 2 && f.angular[axis] != Freedom::Fixed)) return "slider";
  return held == 0 ? "rail" : "";
}

}  // namespace

std::string_view jointName(const JointDescription& description) {
  Freedoms f;
  for (const JointLimit& limit : description.limits) apply(limit, f);
  const int held = count(f.linear, Freedom::Fixed);
  if (held == 2) return slidingName(f);
  if (held != 3) return "";
  const int still = count(f.angular, Freedom::Fixed);
  if (still == 3) return "weld";
  if (still == 2) return "hinge";
  if (f.cone) return "cone-twist";
  if (count(f.angular, Freedom::Free) == 3) return "pin";
  return f.total || still == 0 ? "ball" : "";
}

}  // namespace carom::scene
