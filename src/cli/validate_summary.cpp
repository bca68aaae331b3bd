#include "cli/validate_summary.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

namespace carom::cli {

void ValidateSummary::add(const ValidationReport& report) {
  ++files_;
  files_with_errors_ += report.count(Grade::Error) > 0;
  for (std::size_t i = 0; i < kGradeCount; ++i) counts_[i] += report.counts[i];
  for (const Finding& finding : report.findings) ++codes_[finding.code];
}

std::string ValidateSummary::text() const {
  constexpr std::size_t kMostCodes = 5;
  const auto count = [](std::size_t number, const std::string& what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
  };
  std::string text = count(files_, "file") + ", " + std::to_string(files_with_errors_) +
                     " with errors: " + count(counts_[0], "error") + ", " + count(counts_[1], "warning") +
                     ", " + count(counts_[2], "info") + ", " + count(counts_[3], "hint") + "\n";
  if (files_ < 2) return text;
  std::vector<std::pair<std::string_view, std::size_t>> codes(codes_.begin(), codes_.end());
  std::stable_sort(codes.begin(), codes.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  for (std::size_t i = 0; i < std::min(codes.size(), kMostCodes); ++i) {
    char number[24];
    std::snprintf(number, sizeof number, "%8zu  ", codes[i].second);
    text += number + std::string(codes[i].first) + "\n";
  }
  return text;
}

}  // namespace carom::cli
