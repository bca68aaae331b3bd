// A benchmark scene as a JSON file for engines in other languages.
#pragma once

#include <string>

#include "carom/scene/scene.hpp"

namespace carom::bench {

/// Numbers have as many digits as it takes to get the same bits back.
/// {"gravity", "time_step", "friction", "shapes": [{"kind": box|sphere|capsule|hull|mesh, …}], "bodies":
/// [{"shape", "position", "rotation", "mass", "apart"}], "pins": [{"bodies": [a, b], "points": [p, q]}]}.
/// Mass 0: does not move. Bodies that are "apart" do not touch one another. A pin holds point p of body a, in
/// the frame of a, to point q of body b. SI units, quaternions (x, y, z, w), full lengths, capsules along y
/// with the height of their cylinder; masses are those that Carom computes.
std::string sceneFile(const Scene& scene);

}  // namespace carom::bench
