#include "virtual_threads.hpp"

#include <algorithm>
#include <numeric>

namespace carom::bench {
namespace {

double nanoseconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double, std::nano>(time).count();
}

/// Whether the first chunk has done the work of all, as in jobs over slabs when one thread is alone.
bool isOverSlabs(const std::vector<double>& chunks) {
  constexpr double kAll = 0.95;
  return chunks.size() > 1 && chunks[0] >= kAll * std::accumulate(chunks.begin(), chunks.end(), 0.0);
}

}  // namespace

VirtualThreads::VirtualThreads(double line) : line_(line) {
  constexpr int kReadings = 10000;
  const Clock::time_point start = Clock::now();
  for (int i = 1; i < kReadings; ++i) since_ = Clock::now();
  clock_ns_ = nanoseconds(Clock::now() - start) / kReadings;
}

Scheduler VirtualThreads::scheduler() {
  return {&VirtualThreads::run, this, kThreads.back()};
}

StageHook VirtualThreads::hook() {
  return {&VirtualThreads::begin, this};
}

void VirtualThreads::endStep() {
  StageTime& whole = step_[kStepStages];
  for (std::size_t s = 0; s < kStepStages; ++s) {
    whole.jobs += step_[s].jobs;
    whole.alone += step_[s].alone;
    for (std::size_t i = 0; i < kThreads.size(); ++i) whole.all[i] += step_[s].all[i];
  }
  steps_.push_back(step_);
  step_ = {};
}

StageTime VirtualThreads::median(std::size_t stage, std::size_t left_out) const {
  const auto of = [&](auto&& value) {
    std::vector<double> values;
    for (std::size_t i = left_out; i < steps_.size(); ++i) values.push_back(value(steps_[i][stage]));
    if (values.empty()) return 0.0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  };
  StageTime result;
  result.jobs = of([](const StageTime& t) { return t.jobs; });
  result.alone = of([](const StageTime& t) { return t.alone; });
  for (std::size_t i = 0; i < kThreads.size(); ++i)
    result.all[i] = of([i](const StageTime& t) { return t.all[i]; });
  return result;
}

/// Counts the time since the last job or the beginning of the stage for the calling thread.
void VirtualThreads::endAlone() {
  if (stage_ == StepStage::Outside) return;
  StageTime& stage = step_[static_cast<std::size_t>(stage_)];
  const double alone = std::max(0.0, nanoseconds(Clock::now() - since_) - clock_ns_);
  stage.alone += alone;
  for (double& time : stage.all) time += alone;
}

void VirtualThreads::begin(void* user, StepStage stage) {
  auto& self = *static_cast<VirtualThreads*>(user);
  self.endAlone();
  self.stage_ = stage;
  self.since_ = Clock::now();
}

void VirtualThreads::run(void* user, std::int32_t count, std::int32_t grain, Scheduler::Range range,
                         void* context) {
  auto& self = *static_cast<VirtualThreads*>(user);
  self.endAlone();
  self.chunks_.clear();
  for (std::int32_t first = 0; first < count; first += grain) {
    const Clock::time_point start = Clock::now();
    // Each chunk has another worker, as chunks of real threads do.
    const std::int32_t worker = first / grain % kThreads.back();
    range(context, first, std::min(count, first + grain), worker);
    self.chunks_.push_back(std::max(0.0, nanoseconds(Clock::now() - start) - self.clock_ns_));
  }
  if (self.stage_ != StepStage::Outside) {
    StageTime& stage = self.step_[static_cast<std::size_t>(self.stage_)];
    const bool slabs = isOverSlabs(self.chunks_);
    ++stage.jobs;
    for (std::size_t i = 0; i < kThreads.size(); ++i)
      stage.all[i] += slabs ? self.slabTime(kThreads[i]) : self.jobTime(kThreads[i]);
  }
  self.since_ = Clock::now();
}

double VirtualThreads::slabTime(int threads) const {
  const double whole = std::accumulate(chunks_.begin(), chunks_.end(), 0.0);
  if (threads == 1) return whole;
  const int at_work = std::max(1, std::min(threads, slabs_));
  return whole / at_work + (6 + 2 * at_work) * line_;
}

double VirtualThreads::jobTime(int threads) const {
  if (threads == 1) return std::accumulate(chunks_.begin(), chunks_.end(), 0.0);
  const auto count = static_cast<std::int64_t>(chunks_.size());
  std::vector<std::int64_t> next, end;
  std::vector<double> time;
  for (int t = 0; t < threads; ++t) {
    next.push_back(count * t / threads);
    end.push_back(count * (t + 1) / threads);
    time.push_back(t == 0 ? 0 : (1 + t) * line_);
  }
  std::vector<bool> had_work(time.size(), false);
  for (std::int64_t left = count; left > 0; --left) {
    const auto thread = static_cast<std::size_t>(std::min_element(time.begin(), time.end()) - time.begin());
    std::size_t row = thread;
    while (next[row] == end[row]) row = (row + 1) % next.size();
    time[thread] += chunks_[static_cast<std::size_t>(next[row]++)];
    had_work[thread] = true;
  }
  // Threads leave in the order in which they are ready.
  std::vector<double> ready;
  for (std::size_t t = 1; t < time.size(); ++t) {
    if (had_work[t]) ready.push_back(time[t]);
  }
  std::sort(ready.begin(), ready.end());
  double left = 0;
  for (const double r : ready) left = std::max(left, r) + line_;
  return std::max(time[0], ready.empty() ? 0 : left + line_);
}

}  // namespace carom::bench
