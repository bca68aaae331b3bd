#include "json/text_style.hpp"

#include "json/splice.hpp"

namespace carom::json {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// Arrays of plain values stay on one line while they fit, as hand-written glTF has them.
constexpr std::size_t kMaxInlineArray = 80;

bool isPlain(Value value) {
  return !value.isArray() && !value.isObject();
}

bool fitsOnOneLine(Value array) {
  if (!array.isArray() || array.sourceEnd() - array.sourceBegin() > kMaxInlineArray) return false;
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (!isPlain(array[i])) return false;
  }
  return true;
}

// The nesting of fragments is bounded by the parser's depth limit.
void write(std::string& out, Value value, const TextStyle& style, std::string_view indent) {
  if (isPlain(value)) {
    out += value.text();
    return;
  }
  const bool object = value.isObject();
  const bool broken = style.pretty && value.size() > 0 && !fitsOnOneLine(value);
  const std::string inner = std::string(indent) + style.unit;
  out += object ? '{' : '[';
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (i > 0) out += ',';
    if (broken) {
      out += style.newline;
      out += inner;
    } else if (i > 0) {
      out += style.pretty ? std::string_view(" ") : std::string_view(style.after_comma);
    }
    if (object) {
      out += quoted(value.key(i));
      out += ':';
      out += style.after_colon;
    }
    write(out, value[i], style, inner);
  }
  if (broken) {
    out += style.newline;
    out += indent;
  }
  out += object ? '}' : ']';
}

}  // namespace

std::string_view blanksAt(std::string_view source, std::size_t offset) {
  const std::size_t end = source.find_first_not_of(kBlanks, offset);
  return source.substr(offset, (end == std::string_view::npos ? source.size() : end) - offset);
}

std::string_view lineIndent(std::string_view source, std::size_t offset) {
  const std::size_t newline = source.rfind('\n', offset);
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const std::size_t end = source.find_first_not_of(" \t", begin);
  return end == std::string_view::npos || end > offset ? source.substr(begin, offset - begin)
                                                       : source.substr(begin, end - begin);
}

TextStyle styleOf(const Document& document) {
  TextStyle style;
  const Value root = document.root();
  const std::string_view source = document.source();
  if (root.size() == 0) return style;
  const std::string_view before_first = blanksAt(source, root.sourceBegin() + 1);
  if (const std::size_t newline = before_first.rfind('\n'); newline != std::string_view::npos) {
    style.pretty = true;
    if (newline > 0 && before_first[newline - 1] == '\r') style.newline = "\r\n";
    const std::string_view outer = lineIndent(source, root.sourceBegin());
    std::string_view unit = before_first.substr(newline + 1);
    if (unit.starts_with(outer)) unit.remove_prefix(outer.size());
    style.unit = unit;
  }
  if (root.isObject()) {
    const std::size_t value_begin = root[0].sourceBegin();
    const std::size_t last = source.find_last_not_of(kBlanks, value_begin - 1);
    style.after_colon = source.substr(last + 1, value_begin - last - 1);
  }
  if (!style.pretty && root.size() > 1) {
    const std::size_t comma = source.find(',', root[0].sourceEnd());
    style.after_comma = blanksAt(source, comma + 1);
  }
  return style;
}

std::string onOneLine(std::string_view text, std::string_view after_colon, std::string_view after_comma) {
  std::string out;
  out.reserve(text.size());
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      out += c;
      if (c == '\\' && i + 1 < text.size()) out += text[++i];
      in_string = c != '"';
    } else if (kBlanks.find(c) == std::string_view::npos) {
      out += c;
      in_string = c == '"';
      if (c == ':') out += after_colon;
      if (c == ',') out += after_comma;
    }
  }
  return out;
}

std::string formatted(Value value, const TextStyle& style, std::string_view indent) {
  std::string out;
  write(out, value, style, indent);
  return out;
}

}  // namespace carom::json
