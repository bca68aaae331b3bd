// How large the outputs of a simulation will be, before it begins.
#pragma once

#include <string>

#include "carom/scene/scene.hpp"
#include "cli/simulate_options.hpp"

namespace carom::cli {

/// What is wrong when an output would have more than 1 GB; "" when none has.
std::string sizeProblem(const Scene& scene, const SimulateOptions& options);

}  // namespace carom::cli
