#include "carom/base/diagnostic_codes.hpp"
#include "gltf/accessor_data.hpp"
#include "gltf/compression.hpp"

#ifdef CAROM_MESH_COMPRESSION
#include <meshoptimizer.h>
#endif

namespace carom::gltf {

#ifdef CAROM_MESH_COMPRESSION
namespace {

// The most bytes that so much compressed data can stand for. Attributes: 16 bytes take at least a header of
// two bits; triangles: at least one byte each; index sequences: at least one byte an index
// (EXT_meshopt_compression, appendix A).
bool plausible(const MeshoptView& view) {
  const std::uint64_t decoded = view.count * view.stride;
  switch (view.mode) {
    case MeshoptMode::Attributes:
      return decoded / 64 <= view.length;
    case MeshoptMode::Triangles:
      return view.count / 3 <= view.length;
    case MeshoptMode::Indices:
      break;
  }
  return view.count <= view.length;
}

void applyFilter(const MeshoptView& view, std::byte* bytes) {
  const auto count = static_cast<std::size_t>(view.count), stride = static_cast<std::size_t>(view.stride);
  switch (view.filter) {
    case MeshoptFilter::None:
      return;
    case MeshoptFilter::Octahedral:
      return meshopt_decodeFilterOct(bytes, count, stride);
    case MeshoptFilter::Quaternion:
      return meshopt_decodeFilterQuat(bytes, count, stride);
    case MeshoptFilter::Exponential:
      return meshopt_decodeFilterExp(bytes, count, stride);
  }
}

}  // namespace

bool canDecompress() {
  return true;
}

bool decodeMeshopt(const AssetData& data, const MeshoptView& view, std::span<const std::byte> compressed,
                   const std::string& pointer, std::vector<std::byte>& out, Diagnostics& errors) {
  if (!plausible(view)) {
    errors.error(codes::kCompressionInvalid, pointer,
                 std::to_string(compressed.size()) + " compressed bytes cannot decode to " +
                     std::to_string(view.count) + " elements of " + std::to_string(view.stride) + " bytes.");
    return false;
  }
  if (!takeDecodeBudget(data, view.count * view.stride, pointer, errors)) return false;
  out.resize(static_cast<std::size_t>(view.count * view.stride));
  if (view.count == 0) return true;
  const auto* bytes = reinterpret_cast<const unsigned char*>(compressed.data());
  const auto count = static_cast<std::size_t>(view.count), stride = static_cast<std::size_t>(view.stride);
  int failed = 0;
  switch (view.mode) {
    case MeshoptMode::Attributes:
      failed = meshopt_decodeVertexBuffer(out.data(), count, stride, bytes, compressed.size());
      break;
    case MeshoptMode::Triangles:
      failed = meshopt_decodeIndexBuffer(out.data(), count, stride, bytes, compressed.size());
      break;
    case MeshoptMode::Indices:
      failed = meshopt_decodeIndexSequence(out.data(), count, stride, bytes, compressed.size());
      break;
  }
  if (failed != 0) {
    errors.error(codes::kCompressionInvalid, pointer,
                 "The meshopt compressed data cannot be decoded (error " + std::to_string(failed) + ").");
    return false;
  }
  applyFilter(view, out.data());
  return true;
}

#else

bool canDecompress() {
  return false;
}

bool decodeMeshopt(const AssetData&, const MeshoptView&, std::span<const std::byte>,
                   const std::string& pointer, std::vector<std::byte>&, Diagnostics& errors) {
  errors.error(codes::kCompressionMissing, pointer,
               "The data is meshopt-compressed; this build of Carom has no meshopt decoder.");
  return false;
}

#endif

}  // namespace carom::gltf
