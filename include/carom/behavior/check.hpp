// Checks the behaviour graph of a file (KHR_interactivity) without running it.
#pragma once

#include "carom/base/diagnostic.hpp"
#include "carom/scene/scene.hpp"

namespace carom {

/// What BehaviorMachine says of a scene's graph before its first step: types, sockets, loops, operations and
/// pointers. Nothing for a scene without a graph.
Diagnostics checkBehavior(const Scene& scene);

}  // namespace carom
