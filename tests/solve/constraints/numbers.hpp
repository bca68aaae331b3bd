// Numbers for tests that are the same on every platform.
#pragma once

#include <cstdint>

namespace carom::solve {

/// Between -1 and 1.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) / 4503599627370496.0 - 1;
  }

 private:
  std::uint64_t state_;
};

}  // namespace carom::solve
