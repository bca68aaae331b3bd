#include "gltf/asset_data.hpp"

#include <algorithm>

namespace carom::gltf {

std::uint32_t componentSize(ComponentType type) {
  switch (type) {
    case ComponentType::Byte:
    case ComponentType::UnsignedByte:
      return 1;
    case ComponentType::Short:
    case ComponentType::UnsignedShort:
      return 2;
    case ComponentType::UnsignedInt:
    case ComponentType::Float:
      break;
  }
  return 4;
}

std::string_view componentName(ComponentType type) {
  switch (type) {
    case ComponentType::Byte:
      return "BYTE";
    case ComponentType::UnsignedByte:
      return "UNSIGNED_BYTE";
    case ComponentType::Short:
      return "SHORT";
    case ComponentType::UnsignedShort:
      return "UNSIGNED_SHORT";
    case ComponentType::UnsignedInt:
      return "UNSIGNED_INT";
    case ComponentType::Float:
      break;
  }
  return "FLOAT";
}

std::uint32_t ElementLayout::columnBytes() const {
  const std::uint32_t bytes = rows * componentSize(component);
  return columns > 1 ? (bytes + 3) / 4 * 4 : bytes;
}

bool AssetData::takeBudget(std::uint64_t bytes) const {
  const std::uint64_t limit = decodeLimit();
  std::uint64_t used = decoded_bytes.load();
  do {
    if (bytes > limit || used > limit - bytes) return false;
  } while (!decoded_bytes.compare_exchange_weak(used, used + bytes));
  return true;
}

std::uint64_t AssetData::decodeLimit() const {
  // Well above the ratio of compression and of meshes shared by many nodes.
  constexpr std::uint64_t kAlways = std::uint64_t(64) << 20, kPerPresentByte = 4096;
  return std::min(options.max_decoded_bytes, kAlways + kPerPresentByte * presentBytes());
}

std::uint64_t AssetData::presentBytes() const {
  std::uint64_t bytes = document ? document->source().size() : 0;
  for (const BufferData& buffer : buffers) bytes += buffer.bytes.size();
  return bytes;
}

}  // namespace carom::gltf
