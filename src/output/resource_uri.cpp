#include "output/resource_uri.hpp"

#include <algorithm>

namespace carom::output {
namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool hasScheme(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  if (colon == std::string_view::npos || colon == 0 || !isLetter(uri[0])) return false;
  return std::all_of(uri.begin(), uri.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return isLetter(c) || isDigit(c) || c == '+' || c == '-' || c == '.'; });
}

int hexDigit(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> percentDecoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hexDigit(text[i + 1]), low = hexDigit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

}  // namespace

bool isDataUri(std::string_view uri) {
  constexpr std::string_view kScheme = "data:";
  return uri.size() >= kScheme.size() &&
         std::equal(kScheme.begin(), kScheme.end(), uri.begin(), [](char a, char b) {
           return a == b || (isLetter(b) && a == static_cast<char>(b | 0x20));
         });
}

std::optional<std::filesystem::path> relativePath(std::string_view uri) {
  if (uri.empty() || hasScheme(uri)) return std::nullopt;
  const auto decoded = percentDecoded(uri);
  if (!decoded || decoded->find('\0') != std::string::npos || decoded->find('\\') != std::string::npos)
    return std::nullopt;
  const std::filesystem::path path = std::filesystem::path(*decoded).lexically_normal();
  if (path.empty() || path.is_absolute() || *path.begin() == ".." || path.filename().empty() || path == ".")
    return std::nullopt;
  return path;
}

std::string uriOf(const std::filesystem::path& relative) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  static constexpr std::string_view kPlain = "-._~/!$&'()*+,;=@";
  std::string uri;
  for (const char c : relative.generic_string()) {
    // Bytes of UTF-8 letters stay as they are: glTF URIs may be IRIs.
    if (isLetter(c) || isDigit(c) || kPlain.find(c) != std::string_view::npos ||
        static_cast<unsigned char>(c) >= 0x80) {
      uri += c;
    } else {
      uri += '%';
      uri += kDigits[static_cast<unsigned char>(c) >> 4];
      uri += kDigits[static_cast<unsigned char>(c) & 15];
    }
  }
  return uri;
}

}  // namespace carom::output
