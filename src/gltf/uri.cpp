#include "gltf/uri.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "carom/base/diagnostic_codes.hpp"

namespace carom::gltf {
namespace {

int hexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) ":" (RFC 3986 section 3.1). A drive letter looks the
// same.
bool hasScheme(std::string_view uri) {
  if (uri.empty() || !isLetter(uri[0])) return false;
  for (const char c : uri) {
    if (c == ':') return true;
    if (!isLetter(c) && !(c >= '0' && c <= '9') && c != '+' && c != '-' && c != '.') return false;
  }
  return false;
}

constexpr std::array<std::int8_t, 256> base64Values() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
  }
  return values;
}
constexpr std::array<std::int8_t, 256> kBase64Values = base64Values();

std::string quotedExcerpt(std::string_view uri) {
  std::string text(1, '"');
  text.append(uri.substr(0, 80)).append(uri.size() > 80 ? "…\"" : "\"");
  return text;
}

// Whether a relative path climbs above where it starts, counting its parts.
bool climbsOut(std::string_view path) {
  long depth = 0;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part == "..") {
      if (--depth < 0) return true;
    } else if (!part.empty() && part != ".") {
      ++depth;
    }
    begin = end + 1;
  }
  return false;
}

}  // namespace

std::optional<std::string> percentDecoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hexValue(text[i + 1]), low = hexValue(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return out;
}

std::optional<std::string> base64Decoded(std::string_view text) {
  for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.resize(text.size() / 4 * 3 + (text.size() % 4 == 0 ? 0 : text.size() % 4 - 1));
  std::size_t at = 0;
  std::uint32_t bits = 0;
  int invalid = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int value = kBase64Values[static_cast<unsigned char>(text[i])];
    invalid |= value;
    bits = bits << 6 | (static_cast<std::uint32_t>(value) & 63);
    if (i % 4 == 3) {
      out[at++] = static_cast<char>(bits >> 16);
      out[at++] = static_cast<char>(bits >> 8);
      out[at++] = static_cast<char>(bits);
    }
  }
  if (invalid < 0) return std::nullopt;
  if (text.size() % 4 == 2) {
    out[at++] = static_cast<char>(bits >> 4);
  } else if (text.size() % 4 == 3) {
    out[at++] = static_cast<char>(bits >> 10);
    out[at++] = static_cast<char>(bits >> 2);
  }
  return out;
}

bool isDataUri(std::string_view uri) {
  constexpr std::string_view kScheme = "data:";
  if (uri.size() < kScheme.size()) return false;
  for (std::size_t i = 0; i < kScheme.size(); ++i) {
    const char lower = uri[i] >= 'A' && uri[i] <= 'Z' ? static_cast<char>(uri[i] + 32) : uri[i];
    if (lower != kScheme[i]) return false;
  }
  return true;
}

bool decodeDataUri(std::string_view uri, std::string_view pointer, std::string& bytes,
                   Diagnostics& diagnostics) {
  const auto fail = [&](const char* why) {
    diagnostics.error(codes::kUriInvalid, std::string(pointer),
                      "The data URI " + quotedExcerpt(uri.substr(0, 40)) + " " + why + ".");
    return false;
  };
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos)
    return fail("has no comma before its data; expected data:[type][;base64],DATA");
  const std::string_view data = uri.substr(comma + 1);
  const bool base64 = uri.substr(0, comma).ends_with(";base64");
  std::optional<std::string> decoded;
  if (!base64 || data.find('%') != std::string_view::npos) {
    decoded = percentDecoded(data);
    if (!decoded) return fail("has a percent sign without two hexadecimal digits");
    if (base64) decoded = base64Decoded(*decoded);
  } else {
    decoded = base64Decoded(data);
  }
  if (!decoded) return fail("is not valid base64");
  bytes = std::move(*decoded);
  return true;
}

std::optional<std::filesystem::path> resolveUri(std::string_view uri, const std::filesystem::path& folder,
                                                std::string_view pointer, Diagnostics& diagnostics) {
  const auto refuse = [&](std::string_view code, const char* why) -> std::optional<std::filesystem::path> {
    diagnostics.error(code, std::string(pointer), "The URI " + quotedExcerpt(uri) + " " + why + ".");
    return std::nullopt;
  };
  if (uri.empty()) return refuse(codes::kUriInvalid, "is empty");
  if (hasScheme(uri))
    return refuse(codes::kUriRefused, "has a scheme; only data: and relative paths are read");
  const auto decoded = percentDecoded(uri);
  if (!decoded) return refuse(codes::kUriInvalid, "has a percent sign without two hexadecimal digits");
  const std::string& path = *decoded;
  if (path.find('\0') != std::string::npos) return refuse(codes::kUriInvalid, "has a zero byte");
  if (path.find('\\') != std::string::npos) return refuse(codes::kUriRefused, "has a backslash");
  if (path.starts_with('/') || hasScheme(path)) return refuse(codes::kUriRefused, "is absolute");
  if (climbsOut(path)) return refuse(codes::kUriRefused, "leads outside the scene's folder");
  if (folder.empty())
    return refuse(codes::kUriRefused, "is relative, but the scene was not loaded from a folder");
  // "folder/../file" is "file" (RFC 3986, 5.2.4), whether or not the folder exists.
  const std::filesystem::path relative = std::filesystem::path(path).lexically_normal();
  // The same again for what the file system makes of it: a symbolic link must not lead out either.
  std::error_code error;
  const auto real_folder = std::filesystem::canonical(folder, error);
  if (error) return refuse(codes::kFileUnreadable, "cannot be resolved: the scene's folder does not exist");
  const auto real_file = std::filesystem::weakly_canonical(folder / relative, error);
  if (error) return refuse(codes::kFileUnreadable, "cannot be resolved");
  const auto [folder_end, file_at] =
      std::mismatch(real_folder.begin(), real_folder.end(), real_file.begin(), real_file.end());
  (void)file_at;
  if (folder_end != real_folder.end()) return refuse(codes::kUriRefused, "leads outside the scene's folder");
  return real_file;
}

}  // namespace carom::gltf
