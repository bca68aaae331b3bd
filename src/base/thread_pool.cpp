#include "base/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace carom {

namespace {

/// Tells the processor that this thread only waits for a word of memory to change.
inline void relaxProcessor() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// One round of waiting: first on the processor, then giving way to whoever else wants it. Where there are
/// more threads than processors, the one that is waited for may need this one's.
inline void waitABit(int round) {
  constexpr int kSpins = 64;
  if (round < kSpins) {
    relaxProcessor();
  } else {
    std::this_thread::yield();
  }
}

constexpr int kRoundsAwake = 1000;  // of a worker without work; longer than the serial parts of a step

}  // namespace

// Workers spin for a short time after a job, since a step hands out many small jobs in a row, then sleep on a
// condition variable; only sleeping ones have to be notified. A job is a shared counter from which threads
// take ranges.
struct ThreadPool::Workers {
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::condition_variable wake;
  std::atomic<std::uint64_t> generation{0};
  std::atomic<bool> stop{false};
  std::atomic<std::int32_t> sleeping{0};

  Callback callback = nullptr;
  void* context = nullptr;
  std::int32_t count = 0;
  std::int32_t grain = 1;
  std::atomic<std::int32_t> next{0};
  std::atomic<std::int32_t> busy{0};

  void work(std::int32_t thread) {
    for (;;) {
      const std::int32_t begin = next.fetch_add(grain, std::memory_order_relaxed);
      if (begin >= count) return;
      callback(context, Range{begin, std::min(count, begin + grain), thread});
    }
  }

  void loop(std::int32_t thread) {
    std::uint64_t seen = 0;
    for (;;) {
      std::uint64_t now = generation.load(std::memory_order_acquire);
      for (int round = 0; now == seen && round < kRoundsAwake; ++round) {
        waitABit(round);
        now = generation.load(std::memory_order_acquire);
      }
      if (now == seen) {
        std::unique_lock lock(mutex);
        sleeping.fetch_add(1, std::memory_order_seq_cst);
        wake.wait(lock, [&] { return generation.load(std::memory_order_seq_cst) != seen; });
        sleeping.fetch_sub(1, std::memory_order_seq_cst);
        now = generation.load(std::memory_order_acquire);
      }
      seen = now;
      if (stop.load(std::memory_order_acquire)) return;
      work(thread);
      busy.fetch_sub(1, std::memory_order_release);
    }
  }
};

/// What a caller's scheduler is handed as its context.
struct ThreadPool::Job {
  Callback callback;
  void* context;
  std::int32_t workers;

  static void doRange(void* context, std::int32_t begin, std::int32_t end, std::int32_t worker) {
    const Job& job = *static_cast<const Job*>(context);
    assert(worker >= 0 && worker < job.workers && begin >= 0 && begin <= end);
    if (begin < end) job.callback(job.context, Range{begin, end, worker});
  }
};

ThreadPool::ThreadPool(std::int32_t threads, const Scheduler& scheduler)
    : thread_count_(std::max(1, threads)), scheduler_(scheduler) {
  if (scheduler_.parallel_for != nullptr) {
    thread_count_ = std::max(1, scheduler_.workers);
    return;
  }
#ifdef __EMSCRIPTEN__
  thread_count_ = 1;
#endif
  if (thread_count_ == 1) return;
  workers_ = std::make_unique<Workers>();
  for (std::int32_t i = 1; i < thread_count_; ++i) {
    workers_->threads.emplace_back([this, i] { workers_->loop(i); });
  }
}

ThreadPool::~ThreadPool() {
  if (!workers_) return;
  workers_->stop.store(true, std::memory_order_release);
  {
    std::lock_guard lock(workers_->mutex);
    workers_->generation.fetch_add(1, std::memory_order_acq_rel);
  }
  workers_->wake.notify_all();
  for (std::thread& thread : workers_->threads) thread.join();
}

void ThreadPool::run(std::int32_t count, std::int32_t grain, Callback callback, void* context) {
  if (scheduler_.parallel_for != nullptr) {
    Job job{callback, context, thread_count_};
    scheduler_.parallel_for(scheduler_.user, count, std::max(1, grain), &Job::doRange, &job);
    return;
  }
  Workers& w = *workers_;
  w.callback = callback;
  w.context = context;
  w.count = count;
  w.grain = std::max(1, grain);
  w.next.store(0, std::memory_order_relaxed);
  w.busy.store(thread_count_ - 1, std::memory_order_relaxed);
  // Either this sees a worker that is about to sleep, or that worker sees the new generation.
  w.generation.fetch_add(1, std::memory_order_seq_cst);
  if (w.sleeping.load(std::memory_order_seq_cst) > 0) {
    { std::lock_guard lock(w.mutex); }
    w.wake.notify_all();
  }
  w.work(0);
  for (int round = 0; w.busy.load(std::memory_order_acquire) != 0; ++round) waitABit(round);
}

}  // namespace carom
