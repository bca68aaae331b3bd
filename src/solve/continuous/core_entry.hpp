// Whether one shape's core has entered another shape in a step.
//
// The solver handles pairs that touch at the start, and overlaps at the end that are shallow compared
// with the size of the body. But it can fail: a bullet that hits with a corner may rotate by many radians
// within a step, and contact points and arms of the start then mean nothing. So each solid also has a core, a
// point inside it (sweep_core.hpp), and the core of one body never enters the shape of another: the straight
// path of the core in the step, seen from the other body, must not enter the other shape. If it does, the
// body returns, in the other's frame, to its pose at the start of the step. A core that has never been inside
// a shape thus cannot come out on its far side.
//
// Two bodies that are wedged into each other may have no way out except past a core, and would be stuck for
// ever. Movable bodies whose steps were undone kStuckSteps times have long lost the speed of their impact;
// they are released.
#pragma once

#include <cstdint>

#include "solve/simulation_state.hpp"

namespace carom::solve {

enum class CoreEntry : std::uint8_t { Unknown, None, Found };

/// Whether the core of one of two colliders has entered the other one on its way, and the normal there, in
/// the frame of `theirs`. Unknown where a core has yet to be found and other threads are at work.
CoreEntry findCoreEntry(SimulationState& state, std::int32_t mine, std::int32_t theirs, bool others_work,
                        Vec3& normal);

}  // namespace carom::solve
