#include "behavior/text_template.hpp"

#include <algorithm>

namespace carom::behavior {

std::string inQuotes(std::string_view text) {
  std::string out(1, '\'');
  out += text;
  return out += '\'';
}

namespace {

/// Doubled brackets as single ones; empty where one stands alone.
std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (std::string_view("[]{}").find(text[i]) == std::string_view::npos) continue;
    if (i + 1 >= text.size() || text[i + 1] != text[i]) return std::nullopt;
    ++i;
  }
  return out;
}

/// Whether each ~ begins ~0 or ~1 (RFC 6901).
bool hasGoodTildes(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '~' && (i + 1 >= text.size() || (text[i + 1] != '0' && text[i + 1] != '1'))) return false;
  }
  return true;
}

std::string withoutTildes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '~' && i + 1 < text.size()) {
      out += text[++i] == '1' ? '/' : '~';
    } else {
      out += text[i];
    }
  }
  return out;
}

bool isParameter(std::string_view segment, char open) {
  return !segment.empty() && segment[0] == open && (segment.size() == 1 || segment[1] != open);
}

/// The id in "[id]" or "{id}"; empty when it is none.
std::string idOf(std::string_view segment) {
  const char close = segment[0] == '[' ? ']' : '}';
  if (segment.size() < 3 || segment.back() != close) return {};
  const std::string_view inner = segment.substr(1, segment.size() - 2);
  if (inner.find_first_of("[]{}") != std::string_view::npos) return {};
  return withoutTildes(inner);
}

bool hasParameter(const TextTemplate& text, std::string_view id) {
  return std::any_of(text.parts.begin(), text.parts.end(),
                     [&](const TemplatePart& part) { return part.parameter == id; });
}

}  // namespace

std::optional<TextTemplate> readPointerTemplate(std::string_view text) {
  if ((!text.empty() && text.front() != '/') || !hasGoodTildes(text)) return std::nullopt;
  TextTemplate out;
  std::string literal;
  while (!text.empty()) {
    text.remove_prefix(1);
    const std::size_t end = std::min(text.find('/'), text.size());
    const std::string_view segment = text.substr(0, end);
    text.remove_prefix(end);
    literal += '/';
    if (isParameter(segment, '[') || isParameter(segment, '{')) {
      const std::string id = idOf(segment);
      if (id.empty() || hasParameter(out, id)) return std::nullopt;
      out.parts.push_back({literal, id, -1});
      literal.clear();
      continue;
    }
    const std::optional<std::string> plain = unescaped(segment);
    if (!plain) return std::nullopt;
    literal += *plain;
  }
  if (!literal.empty()) out.parts.push_back({literal, {}, -1});
  return out;
}

std::optional<TextTemplate> readMessageTemplate(std::string_view text) {
  TextTemplate out;
  std::string literal;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '{' && c != '}') {
      literal += c;
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == c) {
      literal += c;
      ++i;
      continue;
    }
    if (c == '}') return std::nullopt;
    const std::size_t end = text.find_first_of("{}", i + 1);
    if (end == std::string_view::npos || text[end] == '{' || end == i + 1) return std::nullopt;
    out.parts.push_back({literal, std::string(text.substr(i + 1, end - i - 1)), -1});
    literal.clear();
    i = end;
  }
  if (!literal.empty()) out.parts.push_back({literal, {}, -1});
  return out;
}

}  // namespace carom::behavior
