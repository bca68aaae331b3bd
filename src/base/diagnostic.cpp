#include "carom/base/diagnostic.hpp"

#include <utility>

namespace carom {

std::string_view severityName(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Hint:
      break;
  }
  return "hint";
}

void Diagnostics::add(Severity severity, std::string_view code, std::string pointer, std::string message) {
  if (severity == Severity::Error) ++error_count_;
  if (items_.size() >= kMaxDiagnostics) {
    ++omitted_count_;
    return;
  }
  items_.push_back({severity, code, std::move(pointer), std::move(message)});
}

}  // namespace carom
