#include "cli/node_choice.hpp"

#include <charconv>

#include "cli/suggestions.hpp"

namespace carom::cli {

bool findNodes(const Scene& scene, const std::string& word, std::vector<std::int32_t>& nodes,
               std::string& message) {
  std::int32_t index = -1;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
  const bool is_index = error == std::errc() && end == word.data() + word.size() && index >= 0 &&
                        static_cast<std::size_t>(index) < scene.nodes.size();
  if (is_index) nodes.push_back(index);
  std::vector<std::string> names;
  bool found = is_index;
  for (std::size_t i = 0; !is_index && i < scene.nodes.size(); ++i) {
    names.push_back(scene.nodes[i].name);
    if (scene.nodes[i].name != word) continue;
    nodes.push_back(static_cast<std::int32_t>(i));
    found = true;
  }
  if (!found)
    message = "there is no node \"" + word + "\"" + suggestion(word, names) + " (the file has " +
              std::to_string(scene.nodes.size()) + " nodes)";
  return found;
}

}  // namespace carom::cli
