#include "solve/constraints/graph/slab_passes.hpp"

#include "base/relax_processor.hpp"
#include "solve/constraints/graph/graph_settings.hpp"

namespace carom::solve {
namespace {

/// Increments `taken` if it equals `pass`.
bool claim(std::atomic<std::int32_t>& taken, std::int32_t pass) {
  return taken.compare_exchange_strong(pass, pass + 1, std::memory_order_relaxed);
}

}  // namespace

void SlabPasses::start(const Runs& runs, std::int32_t passes) {
  if (!slabs_) slabs_ = std::make_unique<Slab[]>(GraphSettings::kMaxSlabs + 1);
  runs_ = runs;
  passes_ = passes;
  stages_ = runs.rest ? 4 : 3;
  for (std::int32_t s = 0; s < runs.slabs; ++s) {
    slabAt(s).inside.store(0, std::memory_order_relaxed);
    slabAt(s).border.store(0, std::memory_order_relaxed);
    slabAt(s).stages.store(0, std::memory_order_relaxed);
  }
  rest().store(0, std::memory_order_relaxed);
}

SlabPasses::Worker SlabPasses::startWorker(std::int32_t part, std::int32_t parts) const {
  return {runs_.slabs * part / parts, runs_.slabs * (part + 1) / parts};
}

bool SlabPasses::isAt(std::int32_t slab, std::int32_t stages) const {
  return slabAt(slab).stages.load(std::memory_order_acquire) == stages;
}

bool SlabPasses::takeSlab(std::int32_t slab, Task& task) {
  const std::int32_t pass = slabAt(slab).inside.load(std::memory_order_relaxed);
  if (pass == passes_ || !isAt(slab, pass * stages_) || !claim(slabAt(slab).inside, pass)) return false;
  task = {Kind::Slab, slab, pass, slab};
  return true;
}

bool SlabPasses::takeBorder(std::int32_t left, Task& task) {
  const std::int32_t pass = slabAt(left).border.load(std::memory_order_relaxed);
  const std::int32_t before = pass * stages_ + 1 + left % 2;
  if (pass == passes_ || !isAt(left, before) || !isAt(left + 1, before)) return false;
  if (!claim(slabAt(left).border, pass)) return false;
  task = {Kind::Border, left, pass, runs_.border(left)};
  return true;
}

bool SlabPasses::takeRest(Task& task) {
  const std::int32_t pass = rest().load(std::memory_order_relaxed);
  if (!runs_.rest || pass == passes_) return false;
  for (std::int32_t s = 0; s < runs_.slabs; ++s) {
    if (!isAt(s, pass * stages_ + 3)) return false;
  }
  if (!claim(rest(), pass)) return false;
  task = {Kind::Rest, 0, pass, runs_.theRest()};
  return true;
}

bool SlabPasses::takeFrom(std::int32_t first, std::int32_t end, Task& task) {
  for (std::int32_t s = first; s < end; ++s) {
    if (takeSlab(s, task) || (s + 1 < runs_.slabs && takeBorder(s, task))) return true;
  }
  return false;
}

/// Whether threads have taken all tasks of these slabs, and the rest, in all passes.
bool SlabPasses::areTaken(std::int32_t first, std::int32_t end) const {
  for (std::int32_t s = first; s < end; ++s) {
    if (slabAt(s).inside.load(std::memory_order_relaxed) < passes_) return false;
    if (s + 1 < runs_.slabs && slabAt(s).border.load(std::memory_order_relaxed) < passes_) return false;
  }
  return !runs_.rest || rest().load(std::memory_order_relaxed) == passes_;
}

bool SlabPasses::take(const Worker& worker, Task& task) {
  for (int round = 0;; ++round) {
    if (takeFrom(worker.first, worker.end, task) || takeRest(task)) return true;
    if (round < GraphSettings::kOwnRounds && !areTaken(worker.first, worker.end)) {
      relaxProcessor();
      continue;
    }
    if (takeFrom(0, runs_.slabs, task)) return true;
    if (areTaken(0, runs_.slabs)) return false;
    if (round < GraphSettings::kSpinRounds) {
      relaxProcessor();
    } else {
      yieldProcessor();
    }
  }
}

void SlabPasses::finish(const Task& task) {
  const std::int32_t before = task.pass * stages_;
  // Only the thread that works at a slab changes its stages.
  const auto set = [&](std::int32_t slab, std::int32_t stages) {
    slabAt(slab).stages.store(before + stages, std::memory_order_release);
  };
  switch (task.kind) {
    case Kind::Slab:
      set(task.slab, 1);
      break;
    case Kind::Border:
      for (const std::int32_t slab : {task.slab, task.slab + 1})
        set(slab, task.slab % 2 == 1 || lacksOddBorder(slab) ? 3 : 2);
      break;
    case Kind::Rest:
      for (std::int32_t slab = 0; slab < runs_.slabs; ++slab) set(slab, 4);
      break;
  }
}

}  // namespace carom::solve
