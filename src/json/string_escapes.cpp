#include "json/string_escapes.hpp"

#include "json/splice.hpp"
#include "json/utf8.hpp"

namespace carom::json {
namespace {

std::uint32_t hexDigit(char c) {
  if (c >= '0' && c <= '9') return std::uint32_t(c - '0');
  if (c >= 'a' && c <= 'f') return std::uint32_t(c - 'a' + 10);
  return std::uint32_t(c - 'A' + 10);
}

std::uint32_t hexUnit(std::string_view digits) {
  std::uint32_t unit = 0;
  for (const char c : digits) unit = unit * 16 + hexDigit(c);
  return unit;
}

char simpleEscape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;  // Quote, backslash, slash.
  }
}

}  // namespace

void appendUtf8(std::string& out, std::uint32_t code_point) {
  const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3F));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

bool unescape(std::string_view raw, std::string& out) {
  out.reserve(out.size() + raw.size());
  std::size_t i = 0;
  while (i < raw.size()) {
    const std::size_t next = raw.find('\\', i);
    if (next == std::string_view::npos || next + 1 >= raw.size()) {
      out.append(raw.substr(i));
      return true;
    }
    out.append(raw.substr(i, next - i));
    i = next + 2;
    if (raw[next + 1] != 'u') {
      out.push_back(simpleEscape(raw[next + 1]));
      continue;
    }
    if (raw.size() < i + 4) return false;
    std::uint32_t code_point = hexUnit(raw.substr(i, 4));
    i += 4;
    if (code_point >= 0xD800 && code_point <= 0xDFFF) {
      if (code_point > 0xDBFF || raw.size() < i + 6 || raw[i] != '\\' || raw[i + 1] != 'u') return false;
      const std::uint32_t low = hexUnit(raw.substr(i + 2, 4));
      if (low < 0xDC00 || low > 0xDFFF) return false;
      code_point = 0x10000 + ((code_point - 0xD800) << 10) + (low - 0xDC00);
      i += 6;
    }
    appendUtf8(out, code_point);
  }
  return true;
}

std::string quoted(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  out.push_back('"');
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const auto c = static_cast<unsigned char>(*at);
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(*at++);
    } else if (c < 0x20) {
      constexpr char kHex[] = "0123456789abcdef";
      if (c == '\n') {
        out += "\\n";
      } else if (c == '\t') {
        out += "\\t";
      } else if (c == '\r') {
        out += "\\r";
      } else {
        out += "\\u00";
        out.push_back(kHex[c >> 4]);
        out.push_back(kHex[c & 15]);
      }
      ++at;
    } else if (const char* next = afterSequence(at, end)) {
      out.append(at, next);
      at = next;
    } else {
      appendUtf8(out, 0xFFFD);  // A byte that is not UTF-8 must not make the output invalid.
      ++at;
    }
  }
  out.push_back('"');
  return out;
}

}  // namespace carom::json
