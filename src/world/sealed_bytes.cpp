#include "world/sealed_bytes.hpp"

#include <algorithm>
#include <string>

#include "base/byte_hash.hpp"

namespace carom::world {
namespace {

/// Checksum of the content and the header.
std::uint64_t checksum(std::string_view magic, std::uint32_t version, const Origins& origins,
                       std::span<const std::byte> content) {
  ByteHash hash;
  hash(magic, version, origins.scene, origins.settings);
  hash.bytes(content);
  return hash.value();
}

}  // namespace

std::vector<std::byte> sealed(std::string_view magic, std::uint32_t version, const Origins& origins,
                              std::span<const std::byte> content) {
  ByteWriter out;
  out.bytes(std::as_bytes(std::span(magic.data(), magic.size())));
  out(version, origins.scene, origins.settings);
  out.count(content.size());
  out(checksum(magic, version, origins, content));
  out.bytes(content);
  return out.take();
}

std::span<const std::byte> unsealed(std::span<const std::byte> bytes, std::string_view magic,
                                    std::uint32_t version, std::string_view code, Origins& origins,
                                    Diagnostics& errors) {
  const auto refuse = [&](std::string why) {
    errors.error(code, "", std::move(why));
    return std::span<const std::byte>();
  };
  ByteReader in(bytes);
  const std::span<const std::byte> start = in.bytes(magic.size());
  const std::span<const std::byte> expected = std::as_bytes(std::span(magic.data(), magic.size()));
  if (!std::equal(start.begin(), start.end(), expected.begin(), expected.end()))
    return refuse("the data does not begin with \"" + std::string(magic) + "\"");
  std::uint32_t found_version = 0;
  in(found_version);
  if (in.ok() && found_version != version)
    return refuse("its format version is " + std::to_string(found_version) + "; this build reads version " +
                  std::to_string(version));
  std::uint64_t size = 0, sum = 0;
  in(origins.scene, origins.settings, size, sum);
  if (!in.ok() || size > in.remaining()) return refuse("the data is truncated");
  if (size < in.remaining()) return refuse("unexpected bytes follow its end");
  const std::span<const std::byte> content = in.bytes(in.remaining());
  if (sum != checksum(magic, version, origins, content))
    return refuse("its checksum is wrong; the data is damaged");
  return content;
}

}  // namespace carom::world
