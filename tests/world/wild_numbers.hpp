// Numbers that no file should have, now and then, for tests of what does not break.
#pragma once

#include <cmath>
#include <optional>

#include "scene_builder.hpp"

namespace carom::test {

inline double wild(Random& r, double size) {
  const double kind = r(0, 1);
  if (kind < 0.04) return std::nan("");
  if (kind < 0.07) return kInfinity;
  if (kind < 0.10) return -kInfinity;
  if (kind < 0.14) return 1e300;
  if (kind < 0.18) return -1e20;
  return kind < 0.25 ? 0 : r(-size, size);
}
inline std::optional<double> wildOrNone(Random& r, double size) {
  return r(0, 1) < 0.5 ? std::nullopt : std::optional(wild(r, size));
}

}  // namespace carom::test
