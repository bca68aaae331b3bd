#include "machine.hpp"

#include <immintrin.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace carom::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 7;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Keeps the compiler from leaving out what makes a value.
void use(const void* value) {
  __asm__ volatile("" : : "r"(value) : "memory");
}

/// Ten chains hide the latency of an operation, and with their factor they fit into the 16 registers.
constexpr int kChains = 10;

template <class Operation>
double operationSpeed(Operation&& operation, double operations_per_call) {
  constexpr int kCalls = 2'000'000;
  double best = 0;
  __m256 chains[kChains];
  for (__m256& chain : chains) chain = _mm256_set1_ps(1);
  for (int round = 0; round < kRounds; ++round) {
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < kCalls; ++i) {
      for (__m256& chain : chains) chain = operation(chain);
    }
    best = std::max(best, kCalls * operations_per_call * kChains / secondsSince(start));
    use(chains);
  }
  return best;
}

}  // namespace

double streamSpeed(std::size_t bytes) {
  const std::size_t count = bytes / (3 * sizeof(float)) / 8 * 8;
  std::vector<float> a(count, 0.0f), b(count, 1.0f), c(count, 2.0f);
  const __m256 factor = _mm256_set1_ps(3);
  const std::size_t repeats = std::max<std::size_t>(1, (std::size_t(1) << 28) / bytes);
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    const Clock::time_point start = Clock::now();
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
      for (std::size_t i = 0; i < count; i += 8) {
        _mm256_storeu_ps(
            &a[i], _mm256_add_ps(_mm256_loadu_ps(&b[i]), _mm256_mul_ps(factor, _mm256_loadu_ps(&c[i]))));
      }
      use(a.data());
    }
    const double moved = static_cast<double>(count * 3 * sizeof(float) * repeats);
    best = std::max(best, moved / secondsSince(start));
  }
  return best;
}

Arithmetic arithmeticSpeed() {
  const __m256 factor = _mm256_set1_ps(0.999f), more = _mm256_set1_ps(1e-3f);
  Arithmetic speed;
  speed.separate =
      operationSpeed([&](__m256 x) { return _mm256_add_ps(_mm256_mul_ps(x, factor), more); }, 16);
  speed.fused = operationSpeed([&](__m256 x) { return _mm256_fmadd_ps(x, factor, more); }, 16);
  return speed;
}

}  // namespace carom::bench
