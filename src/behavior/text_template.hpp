// Texts with parameters: pointers ("/nodes/[index]/scale") and messages ("{a} of {b}").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom::behavior {

/// A literal text and the parameter that follows it.
struct TemplatePart {
  std::string literal;
  std::string parameter;    ///< Id of the input; empty: none follows.
  std::int32_t input = -1;  ///< Index of the input, once it is bound.
};

struct TextTemplate {
  std::vector<TemplatePart> parts;
};

/// 'text', for messages.
std::string inQuotes(std::string_view text);

/// KHR_interactivity, "JSON Pointer Template Parsing". Empty for what is not well formed.
std::optional<TextTemplate> readPointerTemplate(std::string_view text);
/// KHR_interactivity, "debug/log". Empty for what is not well formed.
std::optional<TextTemplate> readMessageTemplate(std::string_view text);

}  // namespace carom::behavior
