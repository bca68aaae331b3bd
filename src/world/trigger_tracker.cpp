#include "world/trigger_tracker.hpp"

#include <algorithm>

namespace carom::world {

TriggerTracker::TriggerTracker(const Scene& scene) {
  const std::size_t count = scene.triggers.size();
  compounds_.resize(count);
  for (const Trigger& trigger : scene.triggers) {
    nodes_.push_back(trigger.node);
    filters_.push_back(trigger.filter);
    by_body_.push_back(trigger.by_body ? 1 : 0);
  }
  silent_.assign(count, 0);
  for (const Trigger& trigger : scene.triggers) {
    for (const std::int32_t child : trigger.by_body ? trigger.children : std::vector<std::int32_t>())
      silent_[child] = 1;
  }
  std::vector<std::int32_t> open;
  std::vector<std::int32_t> seen_for(count, -1);
  for (std::size_t compound = 0; compound < count; ++compound) {
    // Everything below the compound, each trigger once.
    const auto id = static_cast<std::int32_t>(compound);
    seen_for[compound] = id;
    open.assign(scene.triggers[compound].children.begin(), scene.triggers[compound].children.end());
    while (!open.empty()) {
      const auto child = static_cast<std::size_t>(open.back());
      open.pop_back();
      if (seen_for[child] == id) continue;
      seen_for[child] = id;
      compounds_[child].push_back(id);
      const auto& below = scene.triggers[child].children;
      open.insert(open.end(), below.begin(), below.end());
    }
  }
}

bool TriggerTracker::count(std::int32_t trigger, std::int32_t counted, bool begin) {
  const auto key = std::pair(trigger, counted);
  if (begin) return ++counts_[key] == 1;
  const auto found = counts_.find(key);
  if (found == counts_.end()) return false;
  if (--found->second > 0) return false;
  counts_.erase(found);
  return true;
}

}  // namespace carom::world
