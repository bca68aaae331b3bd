// Where one collider stops at another on its way in a step.
//
// A body stops at its first impact. If the other body cannot be pushed or is kMuchHeavier times as
// heavy, the body stops in the frame of the other one, which carries it along to the end of the step. If the
// other body is slow, it ends its step and pushes the stopped body ahead of it. Otherwise both stop where
// they were at the time of impact. So neither passes the other, however fast they are, and a body that only
// spins does not throw others about. The next step's contacts produce the rebound: a stopped body keeps its
// velocity, a body in free flight the velocity that it had at the time of impact.
#pragma once

#include <cstdint>

#include "solve/simulation_state.hpp"

namespace carom::solve {

/// Sweeps one collider against another. Replaces `first` if it stops earlier.
void sweepAgainst(SimulationState& state, std::int32_t mine, std::int32_t theirs, BodyStop& first);

}  // namespace carom::solve
