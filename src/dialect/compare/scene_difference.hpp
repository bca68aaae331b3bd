// Differences of two scenes, independent of their dialects.
#pragma once

#include <string>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::dialect {

/// Every difference in words, none when the scenes mean the same physics. `b` may have more nodes at the end.
/// Numbers may differ by the rounding of a text or of a change of axes.
std::vector<std::string> differences(const Scene& a, const Scene& b);

}  // namespace carom::dialect
