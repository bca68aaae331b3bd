// What an engine is asked to do with a benchmark scene, and what comes of it.
#pragma once

#include <time.h>

#include <cstddef>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::bench {

struct PeerOptions {
  std::size_t steps = 600;    ///< Of 1/60 s.
  std::size_t interval = 60;  ///< Steps from one look at the poses to the next.
  bool sleeping = false;
};

struct PeerRun {
  std::vector<double> step_ms;                 ///< Processor time of each step.
  std::vector<std::vector<DTransform>> poses;  ///< Of the nodes of all bodies that can move, at each look.
};

/// Processor time of this thread: other work on the machine disturbs it less than the time of day.
inline double processorMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

}  // namespace carom::bench
