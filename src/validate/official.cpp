#include "carom/validate/official.hpp"

#include <algorithm>
#include <mutex>
#include <set>

#include "base/stable_sort.hpp"
#include "dialect/families/families.hpp"
#include "json/document.hpp"

namespace carom {

namespace {

/// A code that lives as long as the program.
std::string_view kept(std::string_view code) {
  static std::set<std::string, std::less<>> codes;
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  return *codes.emplace(code).first;
}

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// Whether a message quotes the name of an extension of physics.
bool quotesPhysics(std::string_view text) {
  const std::size_t end = text.rfind('\'');
  if (end == std::string_view::npos || end == 0) return false;
  const std::size_t begin = text.rfind('\'', end - 1);
  return begin != std::string_view::npos &&
         dialect::isPhysicsExtension(text.substr(begin + 1, end - begin - 1));
}

/// Whether a message is there only because the other validator does not know physics.
bool isFalse(std::string_view code, std::string_view text, std::string_view pointer,
             const ValidationReport& report) {
  // Of a file that Carom cannot read, nothing is known but this.
  if (code == "UNSUPPORTED_EXTENSION" && quotesPhysics(text)) return true;
  return (code == "UNSUPPORTED_EXTENSION" || code == "NODE_EMPTY" || code == "UNUSED_OBJECT") &&
         contains(report.used_by_physics, pointer);
}

class Merge {
 public:
  Merge(const ValidateOptions& options, ValidationReport& report) : options_(options), report_(report) {
    for (const Finding& finding : report.findings) said_.emplace(finding.code, finding.pointer);
  }

  void take(json::Value message) {
    const json::Value code = message.find("code"), text = message.find("message"),
                      severity = message.find("severity"), pointer = message.find("pointer");
    if (!code.isString() || !text.isString() || !severity.isInteger()) return;
    const std::string place = pointer.isString() ? std::string(pointer.string()) : std::string();
    const double number = severity.number();
    if (number < 0 || number >= static_cast<double>(kGradeCount) ||
        isFalse(code.string(), text.string(), place, report_))
      return;
    if (!said_.emplace(std::string(code.string()), place).second) return;
    if (contains(options_.ignore, code.string())) return;
    if (!options_.only.empty() && !contains(options_.only, code.string())) return;
    auto grade = static_cast<Grade>(static_cast<int>(number));
    if (const auto other = options_.severity.find(code.string()); other != options_.severity.end()) {
      if (!other->second) return;
      grade = *other->second;
    }
    ++report_.counts[static_cast<std::size_t>(grade)];
    report_.findings.push_back({kept(code.string()), grade, place, std::string(text.string())});
  }

  void finish() {
    stableSort(report_.findings, [](const Finding& a, const Finding& b) { return a.grade < b.grade; });
    if (options_.max_issues == 0 || report_.findings.size() <= options_.max_issues) return;
    report_.findings.resize(options_.max_issues);
    report_.truncated = true;
  }

 private:
  const ValidateOptions& options_;
  ValidationReport& report_;
  std::set<std::pair<std::string, std::string>> said_;
};

}  // namespace

bool mergeOfficial(const std::string& official, const ValidateOptions& options, ValidationReport& report) {
  Diagnostics ignored;
  const auto document = json::Document::parse(official, {}, ignored);
  if (!document) return false;
  const json::Value messages = (*document)->root().find("issues").find("messages");
  if (!messages.isArray()) return false;
  Merge merge(options, report);
  for (std::size_t i = 0; i < messages.size(); ++i) merge.take(messages[i]);
  if ((*document)->root().find("issues").find("truncated").boolean()) report.truncated = true;
  merge.finish();
  const json::Value info = (*document)->root().find("info");
  if (report.asset && info.isObject()) report.asset->official = std::string(info.text());
  return true;
}

}  // namespace carom
