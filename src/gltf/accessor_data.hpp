// Decoding accessors: strides, sparse overrides, normalized integers, compressed views.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gltf/asset_data.hpp"

namespace carom::gltf {

class AccessorDecoder {
 public:
  AccessorDecoder(const AssetData& data, Diagnostics& errors) : data_(data), errors_(errors) {}

  /// Every component as a float, element after element; normalized integers as glTF 2.0 section 3.11 says.
  bool floats(std::int32_t accessor, std::vector<float>& out);
  /// A SCALAR accessor of an unsigned type, as vertex indices.
  bool indices(std::int32_t accessor, std::vector<std::uint32_t>& out);
  /// Unsigned integers of any element type (joint indices).
  bool unsignedIntegers(std::int32_t accessor, std::vector<std::uint32_t>& out);

 private:
  const AssetData& data_;
  Diagnostics& errors_;
};

/// The bytes of a view, decompressed if need be; nothing, with an error, when there are none.
std::optional<std::span<const std::byte>> viewBytes(const AssetData& data, std::int32_t view,
                                                    Diagnostics& errors);

/// Takes `bytes` from the decoding allowance; false with an error at `pointer` when it is used up.
bool takeDecodeBudget(const AssetData& data, std::uint64_t bytes, const std::string& pointer,
                      Diagnostics& errors);

}  // namespace carom::gltf
