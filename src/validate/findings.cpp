#include "validate/findings.hpp"

#include <utility>

#include "base/stable_sort.hpp"

namespace carom::validate {

Findings::Findings(const ValidateOptions& options)
    : options_(options),
      ignored_(options.ignore.begin(), options.ignore.end()),
      only_(options.only.begin(), options.only.end()) {}

bool Findings::wants(const Rule& rule) const {
  if (ignored_.contains(rule.code) || (!only_.empty() && !only_.contains(rule.code))) return false;
  const auto override = options_.severity.find(rule.code);
  return override == options_.severity.end() || override->second.has_value();
}

void Findings::add(const Rule& rule, Grade grade, std::string pointer, std::string message) {
  if (told_.size() < kMost) told_.emplace(rule.code, pointer);
  if (!wants(rule)) return;
  if (const auto override = options_.severity.find(rule.code); override != options_.severity.end())
    grade = *override->second;
  ++counts_[static_cast<std::size_t>(grade)];
  if (found_.size() >= kMost) {
    truncated_ = true;
    return;
  }
  found_.push_back({rule.code, grade, std::move(pointer), std::move(message)});
}

void Findings::addOmitted(Grade grade, std::size_t count) {
  counts_[static_cast<std::size_t>(grade)] += count;
  truncated_ = truncated_ || count > 0;
}

void Findings::moveInto(ValidationReport& report) {
  stableSort(found_, [](const Finding& a, const Finding& b) { return a.grade < b.grade; });
  report.counts = counts_;
  report.truncated = truncated_;
  // What the official validator says may be worse, and comes before.
  if (!options_.with_official && options_.max_issues > 0 && found_.size() > options_.max_issues) {
    found_.resize(options_.max_issues);
    report.truncated = true;
  }
  report.findings = std::move(found_);
}

}  // namespace carom::validate
