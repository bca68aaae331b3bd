// A progress bar on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace carom::cli {

/// Shows nothing unless standard error is a terminal and the work has taken more than a second.
class ProgressBar {
 public:
  explicit ProgressBar(std::string_view what);
  ~ProgressBar();  ///< Wipes the bar.
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::uint64_t done, std::uint64_t total);

 private:
  using Clock = std::chrono::steady_clock;
  std::string_view what_;
  bool on_terminal_ = false;
  bool shown_ = false;
  Clock::time_point start_, last_;
};

}  // namespace carom::cli
