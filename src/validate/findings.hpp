// Collects findings, graded and left out as the caller asked.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "carom/validate/validate.hpp"

namespace carom::validate {

class Findings {
 public:
  explicit Findings(const ValidateOptions& options);

  void add(const Rule& rule, std::string pointer, std::string message) {
    add(rule, rule.grade, std::move(pointer), std::move(message));
  }
  void add(const Rule& rule, Grade grade, std::string pointer, std::string message);
  /// Findings that were made, but not kept by who made them: they are counted as of this grade.
  void addOmitted(Grade grade, std::size_t count);
  /// Whether a rule had a finding at a place, kept or not.
  bool has(const Rule& rule, const std::string& pointer) const {
    return told_.contains({rule.code, pointer});
  }
  /// Whether findings of a rule would be reported: what nobody hears of need not be computed.
  bool wants(const Rule& rule) const;
  /// Puts the findings into the report, worst first.
  void moveInto(ValidationReport& report);

 private:
  /// Kept of any file: more are counted only.
  static constexpr std::size_t kMost = 20000;

  const ValidateOptions& options_;
  std::set<std::string_view> ignored_, only_;
  std::vector<Finding> found_;
  std::set<std::pair<std::string_view, std::string>> told_;
  std::array<std::size_t, kGradeCount> counts_{};
  bool truncated_ = false;
};

}  // namespace carom::validate
