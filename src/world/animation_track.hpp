// Values of animated node properties at a time.
#pragma once

#include "carom/scene/scene.hpp"

namespace carom::world {

/// Translation or scale at `time` (s), clamped to the keys as in glTF. The track must have a key.
DVec3 sampleVector(const NodeAnimation& track, double time);
/// Rotation, unit.
DQuat sampleRotation(const NodeAnimation& track, double time);

}  // namespace carom::world
