#include "base/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>
#include <vector>

#include "base/change_of_word.hpp"
#include "base/relax_processor.hpp"

namespace carom {

namespace {

// Rounds of waiting that keep the processor: longer than the serial parts of a step, since what is given away
// may come back milliseconds later. Where there are more threads than processors, the one that is waited for
// may need this one's.
constexpr int kSpins = 4000, kSpinsOfMany = 64;
#ifdef __wasm__
// Who yields there sleeps (relax_processor.hpp), and is late for the next job: a worker spins for about a
// millisecond before.
constexpr int kIdleSpins = 25000, kYields = 20;
#else
constexpr int kIdleSpins = kSpins, kYields = 1000;  // before a worker without work sleeps
#endif

}  // namespace

// A job is cut into chunks, and every thread has a row of them of its own, the same one in every job of the
// same size: what it has worked on in one pass over the contacts is in its processor's cache in the next.
// A thread that has finished its own row helps with the others'.
//
// `state` is all that says how a job stands, in one word: a number that grows from job to job, whether it is
// open, how many workers have joined it and how many have left. A worker that comes too late, since its
// processor did something else, finds the job closed and nobody waits for it.
//
// Workers spin for a short time after a job, since a step hands out many small jobs in a row, then sleep;
// only sleeping ones have to be notified.
struct ThreadPool::Workers {
  static constexpr std::uint64_t kLeft = 1, kJoined = 1 << 8, kOpen = 1 << 16, kNumber = 1 << 17;

  /// A thread's row of chunks that are still to be done.
  struct alignas(64) Row {
    std::atomic<std::int32_t> next{0};
    std::int32_t end = 0;
  };

  Workers(std::int32_t count, std::int32_t processors)
      : rows(static_cast<std::size_t>(count)),
        spins(processors < count ? kSpinsOfMany : kSpins),
        idle_spins(processors < count ? kSpinsOfMany : kIdleSpins) {}

  /// One round of waiting: first spins, then yields the processor.
  static void waitABit(int round, int spins) {
    if (round < spins) {
      relaxProcessor();
    } else {
      yieldProcessor();
    }
  }

#ifndef __EMSCRIPTEN__
  std::vector<std::thread> threads;
#endif
  std::atomic<std::int32_t> served{0};  // Lent threads in serve().
  std::atomic<bool> given_up{false};
  ChangeOfWord wake;
  std::atomic<bool> stop{false};
  std::atomic<std::int32_t> sleeping{0};
  alignas(64) std::atomic<std::uint64_t> state{0};

  // The job.
  alignas(64) Callback callback = nullptr;
  void* context = nullptr;
  std::int32_t count = 0;
  std::int32_t grain = 1;
  std::vector<Row> rows;
  int spins;       ///< Of the calling thread, for workers that are still at it.
  int idle_spins;  ///< Of workers, for the next job.

  static std::uint64_t joined(std::uint64_t s) {
    return s / kJoined % 256;
  }
  static std::uint64_t left(std::uint64_t s) {
    return s % 256;
  }
  static std::uint64_t number(std::uint64_t s) {
    return s / kNumber;
  }

  void work(std::int32_t thread) {
    const std::size_t size = rows.size();
    for (std::size_t k = 0; k < size; ++k) {
      Row& row = rows[(static_cast<std::size_t>(thread) + k) % size];
      while (row.next.load(std::memory_order_relaxed) < row.end) {
        const std::int32_t chunk = row.next.fetch_add(1, std::memory_order_relaxed);
        if (chunk >= row.end) break;
        callback(context, Range{chunk * grain, std::min(count, (chunk + 1) * grain), thread});
      }
    }
  }

  /// Joins the job if it is still open; false if it is not. In either case `seen`
  /// becomes its number.
  bool join(std::uint64_t& seen) {
    std::uint64_t now = state.load(std::memory_order_acquire);
    while ((now & kOpen) != 0 && number(now) != seen) {
      if (!state.compare_exchange_weak(now, now + kJoined, std::memory_order_acq_rel)) continue;
      seen = number(now);
      return true;
    }
    seen = number(now);
    return false;
  }

  void loop(std::int32_t thread) {
    std::uint64_t seen = 0;
    for (;;) {
      std::uint64_t now = number(state.load(std::memory_order_acquire));
      for (int round = 0; now == seen && round < idle_spins + kYields; ++round) {
        waitABit(round, idle_spins);
        now = number(state.load(std::memory_order_acquire));
      }
      if (now == seen) {
        sleeping.fetch_add(1, std::memory_order_seq_cst);
        wake.wait(state, [&](std::uint64_t s) { return number(s) != seen; });
        sleeping.fetch_sub(1, std::memory_order_seq_cst);
      }
      if (!join(seen)) {
        // Not before: the end may be announced at any time, and join() takes note of it.
        if (stop.load(std::memory_order_acquire)) return;
        continue;
      }
      work(thread);
      state.fetch_add(kLeft, std::memory_order_release);
    }
  }

  /// Lets the workers know that there is something new.
  void announce(std::uint64_t now) {
    // Either this sees a worker that is about to sleep, or that worker sees the new state.
    state.store(now, std::memory_order_seq_cst);
    if (sleeping.load(std::memory_order_seq_cst) != 0) wake.notify(state);
  }
};

/// Context for a caller's scheduler.
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
  thread_count_ = 1;  // There, threads can only be lent.
#else
  if (thread_count_ == 1) return;
  workers_ = std::make_unique<Workers>(thread_count_,
                                       static_cast<std::int32_t>(std::thread::hardware_concurrency()));
  for (std::int32_t i = 1; i < thread_count_; ++i) {
    workers_->threads.emplace_back([this, i] { workers_->loop(i); });
  }
#endif
}

ThreadPool::ThreadPool(const Lent& lent) : thread_count_(std::max(1, lent.threads)) {
  if (lent.may_sleep) allowShortSleep();
  if (thread_count_ > 1) workers_ = std::make_unique<Workers>(thread_count_, lent.processors);
}

void ThreadPool::serve(std::int32_t thread) {
  assert(workers_ && thread > 0 && thread < thread_count_);
  workers_->served.fetch_add(1, std::memory_order_seq_cst);
  workers_->loop(thread);
  workers_->served.fetch_sub(1, std::memory_order_seq_cst);
}

void ThreadPool::giveUp() {
  if (workers_) workers_->given_up.store(true, std::memory_order_seq_cst);
}

ThreadPool::~ThreadPool() {
  if (!workers_) return;
  workers_->stop.store(true, std::memory_order_release);
  workers_->announce(workers_->state.load(std::memory_order_relaxed) + Workers::kNumber);
#ifndef __EMSCRIPTEN__
  for (std::thread& thread : workers_->threads) thread.join();
#endif
  while (workers_->served.load(std::memory_order_seq_cst) != 0) yieldProcessor();
}

void ThreadPool::run(std::int32_t count, std::int32_t grain, Callback callback, void* context) {
  if (scheduler_.parallel_for != nullptr) {
    Job job{callback, context, thread_count_};
    scheduler_.parallel_for(scheduler_.user, count, std::max(1, grain), &Job::doRange, &job);
    return;
  }
  Workers& w = *workers_;
  if (w.given_up.load(std::memory_order_relaxed)) std::abort();
  w.callback = callback;
  w.context = context;
  w.count = count;
  w.grain = std::max(1, grain);
  const std::int32_t chunks = (count - 1) / w.grain + 1;
  for (std::int32_t t = 0; t < thread_count_; ++t) {
    const auto first = [&](std::int64_t k) { return static_cast<std::int32_t>(chunks * k / thread_count_); };
    Workers::Row& row = w.rows[t];
    row.next.store(first(t), std::memory_order_relaxed);
    row.end = first(t + 1);
  }
  w.announce((Workers::number(w.state.load(std::memory_order_relaxed)) + 1) * Workers::kNumber |
             Workers::kOpen);
  w.work(0);
  std::uint64_t now = w.state.fetch_and(~Workers::kOpen, std::memory_order_acq_rel);
  for (int round = 0; Workers::left(now) != Workers::joined(now); ++round) {
    if (w.given_up.load(std::memory_order_relaxed)) std::abort();
    Workers::waitABit(round, w.spins);
    now = w.state.load(std::memory_order_acquire);
  }
}

}  // namespace carom
