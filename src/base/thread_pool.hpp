// Runs the same function over ranges of indices on several threads: its own, lent ones, or the caller's
// (Scheduler). Which thread runs what never changes a result: callers write only to what their range owns.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "carom/base/step_hooks.hpp"

namespace carom {

class ThreadPool {
 public:
  /// `threads` >= 1 counts the calling thread; 1 starts none, nor does a scheduler that has a function.
  explicit ThreadPool(std::int32_t threads, const Scheduler& scheduler = {});

  /// Threads that are made elsewhere, as in WebAssembly: each of them calls serve() once.
  struct Lent {
    std::int32_t threads = 1;     ///< Counts the one that calls parallelFor.
    std::int32_t processors = 1;  ///< That there are for them.
    bool may_sleep = false;       ///< All of them may, as the main thread of a page may not.
  };
  explicit ThreadPool(const Lent& lent);
  /// Makes the calling thread number 1 <= thread < threadCount(). Does not return before the pool ends.
  void serve(std::int32_t thread);
  /// A lent thread has come to an end in the middle of its work: parallelFor ends the program instead of
  /// waiting for it.
  void giveUp();

  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  std::int32_t threadCount() const { return thread_count_; }

  /// A range of work: [begin, end) on thread 0 <= thread < threadCount().
  struct Range {
    std::int32_t begin = 0;
    std::int32_t end = 0;
    std::int32_t thread = 0;
  };

  /// Calls function(Range) until every index of 0..count has been covered once, in ranges of at most `grain`.
  /// Returns when all are done. Not reentrant.
  template <class Function>
  void parallelFor(std::int32_t count, std::int32_t grain, Function&& function) {
    if (count <= 0) return;
    if (thread_count_ == 1 || count <= grain) {
      function(Range{0, count, 0});
      return;
    }
    run(count, grain, &call<std::remove_reference_t<Function>>,
        const_cast<void*>(static_cast<const void*>(&function)));
  }

 private:
  using Callback = void (*)(void* context, const Range& range);
  template <class Function>
  static void call(void* context, const Range& range) {
    (*static_cast<Function*>(context))(range);
  }
  void run(std::int32_t count, std::int32_t grain, Callback callback, void* context);

  struct Workers;
  struct Job;
  std::int32_t thread_count_ = 1;
  Scheduler scheduler_;
  std::unique_ptr<Workers> workers_;
};

}  // namespace carom
