#include "cli/messages.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "carom/base/diagnostic_codes.hpp"

namespace carom::cli {
namespace {

constexpr std::size_t kMaxWarnings = 40;

/// On one line and without control characters, which a file could use to play tricks on the terminal.
std::string plain(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return result;
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void appendLine(std::string& text, std::string_view file, const Diagnostic& item) {
  if (item.severity == Severity::Warning) text += "warning: ";
  text += plain(file);
  text += ": ";
  text += plain(item.pointer);
  text += ": ";
  text += plain(item.message);
  text += " [";
  text += item.code;
  text += "]\n";
}

void appendOmitted(std::string& text, std::string_view file, Severity severity, const std::string& message) {
  appendLine(text, file, {severity, codes::kDiagnosticsOmitted, "", message});
}

}  // namespace

void printDiagnostics(std::string_view file, std::span<const Diagnostic> diagnostics) {
  std::size_t warnings = 0;
  std::string text;
  for (const Diagnostic& item : diagnostics) {
    if (item.severity == Severity::Hint) continue;
    if (item.severity == Severity::Warning && ++warnings > kMaxWarnings) continue;
    appendLine(text, file, item);
  }
  if (warnings > kMaxWarnings)
    appendOmitted(text, file, Severity::Warning,
                  std::to_string(warnings - kMaxWarnings) +
                      " more warnings are not shown; carom inspect and --report list all of them");
  print(text);
}

void printDiagnostics(std::string_view file, const Diagnostics& diagnostics) {
  printDiagnostics(file, std::span(diagnostics.items()));
  if (diagnostics.omittedCount() == 0) return;
  std::string text;
  appendOmitted(text, file, diagnostics.hasErrors() ? Severity::Error : Severity::Warning,
                std::to_string(diagnostics.omittedCount()) + " more diagnostics are not listed");
  print(text);
}

void printUsageError(std::string_view message) {
  std::string text = "carom: ";
  text += plain(message);
  text += '\n';
  print(text);
}

bool printOutput(std::string_view text) {
  errno = 0;
  // A device that is full may refuse the bytes at once; then flushing has nothing left to fail on.
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  printUsageError(std::string("cannot write to standard output: ") + std::strerror(errno != 0 ? errno : EIO));
  return false;
}

}  // namespace carom::cli
