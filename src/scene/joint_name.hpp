// What people call a joint of these limits: "hinge", "slider", ...
#pragma once

#include <string_view>

#include "carom/scene/scene.hpp"

namespace carom::scene {

/// "weld", "pin", "ball", "cone-twist", "hinge", "slider" or "rail", whatever the revision of the file says
/// it with; "" for limits that have no such name. Document 001 names weld, pin, hinge and slider.
std::string_view jointName(const JointDescription& description);

}  // namespace carom::scene
