// Nodes that the command line names by index or by name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::cli {

/// Adds the nodes that a word names: one of that index, else all of that name. False, with a message, when
/// there is none.
bool findNodes(const Scene& scene, const std::string& word, std::vector<std::int32_t>& nodes,
               std::string& message);

}  // namespace carom::cli
