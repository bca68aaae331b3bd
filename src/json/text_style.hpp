// How a JSON text is laid out, and writing new text in the same way.
#pragma once

#include <string>
#include <string_view>

#include "json/document.hpp"

namespace carom::json {

struct TextStyle {
  bool pretty = false;  ///< One member or element a line.
  std::string newline = "\n";
  std::string unit = "  ";  ///< One level of indentation.
  std::string after_colon = "";
  std::string after_comma = "";  ///< Between elements on one line.
};

/// The style of a document, read off its root.
TextStyle styleOf(const Document& document);

/// `value` laid out in a style; `indent` is the indentation of the line it stands in.
std::string formatted(Value value, const TextStyle& style, std::string_view indent);

/// A JSON text on one line, with these blanks behind colons and commas and no others; values keep their text.
std::string onOneLine(std::string_view text, std::string_view after_colon, std::string_view after_comma);

/// The blanks that start at `offset`.
std::string_view blanksAt(std::string_view source, std::size_t offset);
/// The blanks at the beginning of the line that `offset` is in.
std::string_view lineIndent(std::string_view source, std::size_t offset);

}  // namespace carom::json
