// Which revisions a file is written in.
#include <algorithm>
#include <string>
#include <vector>

#include "validate/checks.hpp"
#include "validate/rules/structure/rules.hpp"

namespace carom::validate {

namespace {

/// Revisions of one line, newest first, and what converts to the newest.
struct Line {
  std::string_view target;
  std::vector<std::string_view> ids;
};

const std::vector<Line>& lines() {
  static const std::vector<Line> all = {
      {"khr", {"khr", "khr-2025", "khr-2024-07", "khr-2024-06", "khr-2024", "khr-2023", "msft-2023"}},
      {"omi", {"omi", "omi-2024", "omi-2023-body", "omi-2023-flat", "omi-collider"}},
      {"omi", {"vehicle-v2", "vehicle-v1"}}};
  return all;
}

}  // namespace

void checkDialects(const Subject& subject, Findings& findings) {
  const std::vector<std::string>& found = subject.scene.dialects;
  for (const Line& line : lines()) {
    std::string named;
    std::size_t count = 0;
    bool old = false;
    for (const std::string_view id : line.ids) {
      if (std::find(found.begin(), found.end(), id) == found.end()) continue;
      named += (count++ == 0 ? "" : ", ") + std::string(id);
      old = old || id != line.ids.front();
    }
    const std::string advice = "; carom convert --to " + std::string(line.target) + " brings it up to date";
    if (count > 1) {
      findings.add(rules::kPhysicsDialectsMixed, "",
                   "the file mixes revisions of one extension: " + named + advice);
    } else if (old) {
      findings.add(rules::kPhysicsDialectOld, "", "the file is written in the draft " + named + advice);
    }
  }
}

}  // namespace carom::validate
