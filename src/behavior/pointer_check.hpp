// Pointers of a graph that are known before it runs: whether they name anything.
#pragma once

#include "behavior/program.hpp"

namespace carom::behavior {

/// Warns of pointers without parameters, or with constant ones, that no node can read or write as it wants.
void checkPointers(const Scene& scene, const BehaviorGraph& graph, const Program& program,
                   Diagnostics& diagnostics);

}  // namespace carom::behavior
