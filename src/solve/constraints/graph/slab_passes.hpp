// Passes over a heap that is divided into slabs (block_layout.hpp), in which threads do not all wait for each
// other between the slabs, the borders and the next pass.
//
// In a pass each slab goes through stages: the constraints within it, the border to its even neighbour, the
// border to its odd neighbour, and the constraints that reach farther. Only slabs that share a border have to
// be at the same stage when the border is solved. So each slab counts its completed stages, and a task that
// is ready may be solved at any time. A thread continues with its own slabs and depends on another thread
// only at their common borders, most often on something that was completed long before. Which thread solves
// what does not change the order in which constraints change a body: the result is that of one pass after the
// other, each with slabs first and borders after them.
//
// Each thread has its own slabs, the same ones in each pass, so they are in its processor's cache. A thread
// that has waited for a while takes tasks of others, since their thread may not be running.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "base/thread_pool.hpp"
#include "solve/constraints/graph/graph_settings.hpp"

namespace carom::solve {

class SlabPasses {
 public:
  /// The runs of one pass, in the order of their numbers: slabs, even borders, odd borders, the rest.
  struct Runs {
    std::int32_t slabs = 2;  ///< A power of two, 2..GraphSettings::kMaxSlabs.
    bool rest = false;       ///< Some constraints reach farther than to a neighbour.
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
    std::int32_t slab = 0;  ///< The slab; of a border, the left one.
    std::int32_t pass = 0, run = 0;
  };
  /// The range of a thread's own slabs.
  struct Worker {
    std::int32_t first = 0, end = 0;
  };
  /// Number of passes in which a thread has taken the slab, and its border to the next one; completed stages.
  struct alignas(64) Slab {
    std::atomic<std::int32_t> inside{0}, border{0}, stages{0};
  };

  void start(const Runs& runs, std::int32_t passes);
  Worker startWorker(std::int32_t part, std::int32_t parts) const;
  /// Waits until a task is ready and takes it. Returns false if all tasks are taken.
  bool take(const Worker& worker, Task& task);
  bool takeFrom(std::int32_t first, std::int32_t end, Task& task);
  bool takeSlab(std::int32_t slab, Task& task);
  bool takeBorder(std::int32_t left, Task& task);
  bool takeRest(Task& task);
  Slab& slabAt(std::int32_t slab) const { return slabs_[slab]; }
  std::atomic<std::int32_t>& rest() const { return slabAt(GraphSettings::kMaxSlabs).inside; }
  bool areTaken(std::int32_t first, std::int32_t end) const;
  void finish(const Task& task);
  bool isAt(std::int32_t slab, std::int32_t stages) const;
  bool lacksOddBorder(std::int32_t slab) const { return slab == 0 || slab == runs_.slabs - 1; }

  Runs runs_;
  std::int32_t passes_ = 0;
  std::int32_t stages_ = 3;        ///< Per pass.
  std::unique_ptr<Slab[]> slabs_;  ///< kMaxSlabs slabs, and one for the rest.
};

}  // namespace carom::solve
