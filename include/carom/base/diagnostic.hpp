// Diagnostics about a file: one entry per finding, each with the JSON pointer to its place in the
// file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Severity of a finding. Error: the input is invalid and `load` fails. Warning: Carom does something that
/// the author may not expect; the message says what. Hint: advice.
enum class Severity { Error, Warning, Hint };

/// "error", "warning" or "hint".
std::string_view severityName(Severity severity);

/// One finding about an input file.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string_view code;  ///< Stable identifier, one of the constants in diagnostic_codes.hpp.
  std::string pointer;    ///< RFC 6901 JSON pointer into the file, "" for the whole file.
  std::string message;    ///< One sentence in English, naming the offending value.
};

/// Findings in order. Holds at most `kMaxDiagnostics`; further findings are only counted.
class Diagnostics {
 public:
  static constexpr std::size_t kMaxDiagnostics = 10000;

  void add(Severity severity, std::string_view code, std::string pointer, std::string message);
  void error(std::string_view code, std::string pointer, std::string message) {
    add(Severity::Error, code, std::move(pointer), std::move(message));
  }
  void warning(std::string_view code, std::string pointer, std::string message) {
    add(Severity::Warning, code, std::move(pointer), std::move(message));
  }
  void hint(std::string_view code, std::string pointer, std::string message) {
    add(Severity::Hint, code, std::move(pointer), std::move(message));
  }

  bool hasErrors() const { return error_count_ > 0; }
  std::size_t errorCount() const { return error_count_; }
  std::size_t omittedCount() const { return omitted_count_; }
  const std::vector<Diagnostic>& items() const { return items_; }

 private:
  std::vector<Diagnostic> items_;
  std::size_t error_count_ = 0;
  std::size_t omitted_count_ = 0;
};

}  // namespace carom
