// Changes that a snapshot stores beside the state: values that were set, and animations that were started or
// stopped.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "world/world_implementation.hpp"

namespace carom {

struct World::Implementation::Changes {
  std::map<std::string, Changed, std::less<>> values;
  std::vector<world::AnimationPlayer> players;
  bool held = false;  ///< The animations wait until they are started.
  std::vector<PlacedBody> placed;

  void take(const Implementation& from);
};

}  // namespace carom
