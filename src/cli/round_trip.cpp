#include "cli/round_trip.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace carom::cli {

double roundTripNanoseconds() {
  using Clock = std::chrono::steady_clock;
  constexpr int kTrips = 1000, kRounds = 101, kSpins = 10000;
  alignas(64) std::atomic<int> ball{0};  // Even: here; odd: there.
  const auto wait = [&](int wanted) {
    for (int spin = 0; ball.load(std::memory_order_acquire) != wanted; ++spin) {
      if (spin > kSpins) std::this_thread::yield();  // There may be one processor only.
    }
  };
  std::thread other([&] {
    for (int i = 0; i < kTrips * kRounds; ++i) {
      wait(2 * i + 1);
      ball.store(2 * i + 2, std::memory_order_release);
    }
  });
  std::vector<double> rounds;
  for (int round = 0; round < kRounds; ++round) {
    const Clock::time_point before = Clock::now();
    for (int i = round * kTrips; i < (round + 1) * kTrips; ++i) {
      ball.store(2 * i + 1, std::memory_order_release);
      wait(2 * i + 2);
    }
    rounds.push_back(std::chrono::duration<double, std::nano>(Clock::now() - before).count() / kTrips);
  }
  other.join();
  std::nth_element(rounds.begin(), rounds.begin() + kRounds / 2, rounds.end());
  return rounds[kRounds / 2];
}

}  // namespace carom::cli
