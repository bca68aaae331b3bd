#include "cli/round_trip.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace carom::cli {

double roundTripNanoseconds(int rounds) {
  using Clock = std::chrono::steady_clock;
  constexpr int kTrips = 100, kSpins = 10000;
  alignas(64) std::atomic<int> ball{0};  // Even: here; odd: there.
  const auto wait = [&](int wanted) {
    for (int spin = 0; ball.load(std::memory_order_acquire) != wanted; ++spin) {
      if (spin > kSpins) std::this_thread::yield();  // There may be one processor only.
    }
  };
  std::thread other([&] {
    for (int i = 0; i < kTrips * rounds; ++i) {
      wait(2 * i + 1);
      ball.store(2 * i + 2, std::memory_order_release);
    }
  });
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    const Clock::time_point before = Clock::now();
    for (int i = round * kTrips; i < (round + 1) * kTrips; ++i) {
      ball.store(2 * i + 1, std::memory_order_release);
      wait(2 * i + 2);
    }
    times.push_back(std::chrono::duration<double, std::nano>(Clock::now() - before).count() / kTrips);
  }
  other.join();
  const auto middle = times.begin() + rounds / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

}  // namespace carom::cli
