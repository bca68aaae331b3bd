#include "cli/progress_bar.hpp"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace carom::cli {
namespace {

constexpr std::chrono::milliseconds kDelay{1000}, kInterval{100};
constexpr std::uint64_t kCells = 30;

}  // namespace

ProgressBar::ProgressBar(std::string_view what)
    : what_(what), on_terminal_(isatty(STDERR_FILENO) == 1), start_(Clock::now()), last_(start_) {}

ProgressBar::~ProgressBar() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::update(std::uint64_t done, std::uint64_t total) {
  if (!on_terminal_ || total == 0) return;
  const Clock::time_point now = Clock::now();
  if (now - start_ < kDelay || now - last_ < kInterval) return;
  last_ = now;
  shown_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double left = done > 0 ? elapsed * static_cast<double>(total - done) / static_cast<double>(done) : 0;
  const std::uint64_t filled = done * kCells / total;
  std::string cells;
  for (std::uint64_t i = 0; i < kCells; ++i) cells += i < filled ? '#' : '.';
  std::fprintf(stderr, "\r%.*s [%s] %3u %%  %llu/%llu steps  %.0f s left\x1b[K",
               static_cast<int>(what_.size()), what_.data(), cells.c_str(),
               static_cast<unsigned>(100 * done / total), static_cast<unsigned long long>(done),
               static_cast<unsigned long long>(total), left);
  std::fflush(stderr);
}

}  // namespace carom::cli
