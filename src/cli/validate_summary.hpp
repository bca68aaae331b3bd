// What many files come to.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "carom/validate/validate.hpp"

namespace carom::cli {

class ValidateSummary {
 public:
  void add(const ValidationReport& report);
  /// Files, findings by severity, and the most frequent codes.
  std::string text() const;

 private:
  std::size_t files_ = 0, files_with_errors_ = 0;
  std::array<std::size_t, kGradeCount> counts_{};
  std::map<std::string_view, std::size_t> codes_;
};

}  // namespace carom::cli
