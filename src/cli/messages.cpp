#include "cli/messages.hpp"

#include <cstdio>
#include <string>

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

}  // namespace

void printDiagnostics(std::string_view file, std::span<const Diagnostic> diagnostics) {
  std::size_t warnings = 0;
  std::string text;
  for (const Diagnostic& item : diagnostics) {
    if (item.severity == Severity::Hint) continue;
    if (item.severity == Severity::Warning && ++warnings > kMaxWarnings) continue;
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
  if (warnings > kMaxWarnings) {
    text += "warning: ";
    text += plain(file);
    text += ": and ";
    text += std::to_string(warnings - kMaxWarnings);
    text += " more warnings; carom inspect and the report list all\n";
  }
  print(text);
}

void printDiagnostics(std::string_view file, const Diagnostics& diagnostics) {
  printDiagnostics(file, std::span(diagnostics.items()));
  if (diagnostics.omittedCount() == 0) return;
  std::string text = plain(file);
  text += ": and ";
  text += std::to_string(diagnostics.omittedCount());
  text += " more findings\n";
  print(text);
}

void printUsageError(std::string_view message) {
  std::string text = "carom: ";
  text += plain(message);
  text += '\n';
  print(text);
}

}  // namespace carom::cli
