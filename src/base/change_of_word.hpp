// Sleeping until a word that other threads write is as it is waited for.
#pragma once

#include <atomic>
#include <cstdint>

#ifndef __wasm__
#include <condition_variable>
#include <mutex>
#endif

namespace carom {

/// Who changes the word calls notify() afterwards. Either notify() wakes who waits, or the waiting one sees
/// the change.
class ChangeOfWord {
 public:
#ifdef __wasm__
  // The instructions of WebAssembly's threads, without what the C library needs of each thread for its
  // mutexes.
  template <class Wanted>
  void wait(const std::atomic<std::uint64_t>& word, Wanted&& wanted) {
    static_assert(sizeof(word) == sizeof(long long));
    auto* const address = const_cast<long long*>(reinterpret_cast<const long long*>(&word));
    for (;;) {
      const std::uint64_t now = word.load(std::memory_order_seq_cst);
      if (wanted(now)) return;
      __builtin_wasm_memory_atomic_wait64(address, static_cast<long long>(now), -1);
    }
  }
  void notify(const std::atomic<std::uint64_t>& word) {
    __builtin_wasm_memory_atomic_notify(const_cast<int*>(reinterpret_cast<const int*>(&word)), ~0u);
  }
#else
  template <class Wanted>
  void wait(const std::atomic<std::uint64_t>& word, Wanted&& wanted) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return wanted(word.load(std::memory_order_seq_cst)); });
  }
  void notify(const std::atomic<std::uint64_t>&) {
    { const std::lock_guard lock(mutex_); }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
#endif
};

}  // namespace carom
