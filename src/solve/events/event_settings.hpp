// Constants of the summary at the end of a step.
#pragma once

#include <cstdint>

namespace carom::solve {

struct EventSettings {
  /// Penetration from which continuous collision examines the bodies in the next step even if they are slow,
  /// as a fraction of the smaller inscribed radius.
  static constexpr float kDeepShare = 0.3f;
  /// Live contacts per job.
  static constexpr std::int32_t kContactsPerJob = 256;
};

}  // namespace carom::solve
