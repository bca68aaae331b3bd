#include "base/byte_stream.hpp"

#include <cstring>

namespace carom {

void ByteWriter::bytes(std::span<const std::byte> bytes) {
  if (!bytes.empty()) std::memcpy(room(bytes.size()), bytes.data(), bytes.size());
}

}  // namespace carom
