#include "output/resource_uri.hpp"

#include "gltf/uri.hpp"

namespace carom::output {
namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::optional<std::filesystem::path> relativePath(std::string_view uri, const std::filesystem::path& folder) {
  Diagnostics ignored;
  if (!gltf::resolveUri(uri, folder, "", ignored)) return std::nullopt;
  const auto decoded = gltf::percentDecoded(uri);
  if (!decoded) return std::nullopt;
  const std::filesystem::path path = std::filesystem::path(*decoded).lexically_normal();
  if (!path.has_filename() || path == ".") return std::nullopt;
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
