// Threads: workers of the page that share this instance's memory (web/carom/src/threads.ts).
#include "base/thread_pool.hpp"
#include "web/export.hpp"
#include "web/lent_threads.hpp"

namespace carom::web {
namespace {

// As old as the instance: threads stay in it, so it has no end.
ThreadPool* lent_pool = nullptr;

void onLentThreads(void*, std::int32_t count, std::int32_t grain, Scheduler::Range range, void* context) {
  lent_pool->parallelFor(count, grain, [&](const ThreadPool::Range& part) {
    range(context, part.begin, part.end, part.thread);
  });
}

}  // namespace

Scheduler lentScheduler() {
  if (lent_pool == nullptr) return {};
  return {&onLentThreads, nullptr, lent_pool->threadCount()};
}

/// Expects threads 1..threads-1, each to call carom_threads_serve once. The main thread of a page may not
/// sleep.
CAROM_WEB(void) carom_threads_expect(std::int32_t threads, std::int32_t processors, std::int32_t may_sleep) {
  if (lent_pool == nullptr && threads > 1)
    lent_pool = new ThreadPool(ThreadPool::Lent{threads, processors, may_sleep != 0});
}

/// The calling thread works for this instance from now on; does not return.
CAROM_WEB(void) carom_threads_serve(std::int32_t thread) {
  lent_pool->serve(thread);
}

/// A lent thread has failed, so the instance cannot go on: the next step is an error.
CAROM_WEB(void) carom_threads_give_up() {
  if (lent_pool != nullptr) lent_pool->giveUp();
}

}  // namespace carom::web
