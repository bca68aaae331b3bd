#include "base/relax_processor.hpp"

#ifdef __wasm__
#include <atomic>
#include <cstdint>
#else
#include <thread>
#endif

namespace carom {

#ifdef __wasm__

namespace {
std::atomic<bool> may_sleep{false};
}

void allowShortSleep() {
  may_sleep.store(true, std::memory_order_relaxed);
}

void yieldProcessor() {
  if (!may_sleep.load(std::memory_order_relaxed)) return relaxProcessor();
  constexpr long long kNanoseconds = 10000;
  static int never_written = 0;
  __builtin_wasm_memory_atomic_wait32(&never_written, 0, kNanoseconds);
}

#else

void allowShortSleep() {}

void yieldProcessor() {
  std::this_thread::yield();
}

#endif

}  // namespace carom
