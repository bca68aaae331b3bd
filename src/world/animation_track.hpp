// Values of animated node properties at a time.
#pragma once

#include "carom/scene/scene.hpp"

namespace carom::world {

/// Translation or scale at `time` (s). Times outside the keys clamp, as glTF says. The track must have a key.
DVec3 sampleVector(const NodeAnimation& track, double time);
/// Rotation, unit.
DQuat sampleRotation(const NodeAnimation& track, double time);

}  // namespace carom::world
