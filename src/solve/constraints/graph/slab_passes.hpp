// Passes over a heap that is cut into slabs (block_layout.hpp), without all threads waiting for each other
// between the slabs, the borders and the next pass.
//
// In a pass a slab goes through stages: what lies within it, the border to its even neighbour, the border to
// its odd one, and what reaches farther. Only slabs that share a border need to be at the same stage when it
// is solved. So each slab has a count of the stages behind it, and what is ready can be done at any time: a
// thread goes on with its own slabs, and depends on another only where theirs meet, most often on something
// that has been done long before. Which thread does what, and when, changes no order in which a body is
// touched: the result is that of one pass, slab and border after the other.
//
// Each thread has slabs of its own, the same ones in every pass, which its processor's cache knows. One that
// has waited in vain for a while helps with others': the thread that they belong to may not be running.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "base/thread_pool.hpp"

namespace carom::solve {

class SlabPasses {
 public:
  static constexpr std::int32_t kMostSlabs = 64;

  /// The runs of one pass, in the order of their numbers: slabs, even borders, odd borders, the rest.
  struct Runs {
    std::int32_t slabs = 2;  ///< A power of two, 2..kMostSlabs.
    bool rest = false;       ///< There is something that reaches farther than to a neighbour.
    std::int32_t border(std::int32_t left) const {
      return left % 2 == 0 ? slabs + left / 2 : slabs + slabs / 2 + left / 2;
    }
    std::int32_t theRest() const { return 2 * slabs; }
  };

  /// Calls function(pass, run) once for each pass 0..passes-1 and each run.
  template <class Function>
  void run(ThreadPool& pool, const Runs& runs, std::int32_t passes, Function&& function) {
    start(runs, passes);
    const std::int32_t parts = std::min(pool.threadCount(), runs.slabs);
    pool.parallelFor(parts, 1, [&](const ThreadPool::Range& range) {
      for (std::int32_t part = range.begin; part < range.end; ++part) {
        const Worker worker = startWorker(part, parts);
        for (Task task; take(worker, task);) {
          function(task.pass, task.run);
          finish(task);
        }
      }
    });
  }

 private:
  enum class Kind : std::uint8_t { Slab, Border, Rest };
  struct Task {
    Kind kind = Kind::Slab;
    std::int32_t slab = 0;  ///< Of a border: the left one.
    std::int32_t pass = 0, run = 0;
  };
  /// A thread and where its own slabs are.
  struct Worker {
    std::int32_t first = 0, end = 0;
  };
  /// Passes of which somebody has taken over the slab, and the border to the next; stages behind the slab.
  struct alignas(64) Slab {
    std::atomic<std::int32_t> inside{0}, border{0}, stages{0};
  };

  void start(const Runs& runs, std::int32_t passes);
  Worker startWorker(std::int32_t part, std::int32_t parts) const;
  /// Waits until something is ready and takes it over; false: others have taken over all there is.
  bool take(const Worker& worker, Task& task);
  bool takeFrom(std::int32_t first, std::int32_t end, Task& task);
  bool takeSlab(std::int32_t slab, Task& task);
  bool takeBorder(std::int32_t left, Task& task);
  bool takeRest(Task& task);
  std::atomic<std::int32_t>& rest() const { return slabs_[kMostSlabs].inside; }
  bool areTaken(std::int32_t first, std::int32_t end) const;
  void finish(const Task& task);
  bool isAt(std::int32_t slab, std::int32_t stages) const;
  bool lacksOddBorder(std::int32_t slab) const { return slab == 0 || slab == runs_.slabs - 1; }

  Runs runs_;
  std::int32_t passes_ = 0;
  std::int32_t stages_ = 3;        ///< Of a pass.
  std::unique_ptr<Slab[]> slabs_;  ///< And one for the rest.
};

}  // namespace carom::solve
