// What a joint is, in words.
#pragma once

#include <string>

#include "carom/scene/scene.hpp"

namespace carom::output {

/// "hinge about Z, -86° to 86°"; of a joint without a name, what it leaves free; "" when it has no limits.
std::string jointText(const JointDescription& description);

}  // namespace carom::output
