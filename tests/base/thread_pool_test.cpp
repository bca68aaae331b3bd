// Jobs are done to the last index, and pools end, however few processors there are.
#include "base/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace carom {
namespace {

TEST(ThreadPool, EveryIndexIsCoveredOnce) {
  for (const std::int32_t threads : {1, 2, 3, 8, 16}) {
    ThreadPool pool(threads);
    for (const std::int32_t count : {0, 1, 2, 3, 7, 64, 1001}) {
      for (const std::int32_t grain : {1, 2, 64, 5000}) {
        std::vector<std::atomic<int>> met(static_cast<std::size_t>(count));
        std::atomic<bool> sound{true};
        pool.parallelFor(count, grain, [&](const ThreadPool::Range& range) {
          if (range.thread < 0 || range.thread >= threads) sound = false;
          for (std::int32_t i = range.begin; i < range.end; ++i) ++met[static_cast<std::size_t>(i)];
        });
        EXPECT_TRUE(sound);
        for (const std::atomic<int>& m : met) EXPECT_EQ(m, 1);
      }
    }
  }
}

TEST(ThreadPool, WorkersThatSleepAreWoken) {
  ThreadPool pool(3);
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(i));
    std::atomic<int> sum{0};
    pool.parallelFor(100, 1, [&](const ThreadPool::Range& range) { sum += range.end - range.begin; });
    EXPECT_EQ(sum, 100);
  }
}

TEST(ThreadPool, LentThreadsWorkAndAreGivenBack) {
  for (const std::int32_t late : {0, 2}) {
    std::vector<std::thread> threads;
    {
      ThreadPool pool(ThreadPool::Lent{3, 2});
      EXPECT_EQ(pool.threadCount(), 3);
      std::atomic<int> here{0};
      for (std::int32_t thread = 1; thread < 3; ++thread) {
        threads.emplace_back([&pool, &here, thread, late] {
          std::this_thread::sleep_for(std::chrono::milliseconds(late));
          ++here;
          pool.serve(thread);
        });
      }
      // Jobs are done whether or not threads have come.
      for (int i = 0; i < 50; ++i) {
        std::atomic<int> sum{0};
        pool.parallelFor(100, 1, [&](const ThreadPool::Range& range) { sum += range.end - range.begin; });
        EXPECT_EQ(sum, 100);
      }
      while (here != 2) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    for (std::thread& thread : threads) thread.join();
  }
}

TEST(ThreadPoolDeathTest, AThreadThatHasFailedIsNotWaitedFor) {
  EXPECT_DEATH(
      {
        ThreadPool pool(ThreadPool::Lent{2, 2});
        pool.giveUp();
        pool.parallelFor(100, 1, [](const ThreadPool::Range&) {});
      },
      "");
}

/// The end comes while workers begin, work, wait and sleep. Not joining one would hang.
TEST(ThreadPool, PoolsEndWhateverTheirWorkersDo) {
  for (int i = 0; i < 400; ++i) {
    ThreadPool pool(2 + i % 7);
    for (int job = i % 5; job > 0; --job) {
      pool.parallelFor(2, 1, [&](const ThreadPool::Range&) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(i % 100);
        while (std::chrono::steady_clock::now() < end) continue;
      });
    }
  }
}

}  // namespace
}  // namespace carom
