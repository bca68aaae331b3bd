#include "carom/base/diagnostic_codes.hpp"
#include "gltf/accessor_data.hpp"
#include "gltf/compression.hpp"

#ifdef CAROM_MESH_COMPRESSION
#include <draco/compression/decode.h>
#include <draco/compression/point_cloud/point_cloud_decoder.h>
#include <draco/core/varint_decoding.h>
#include <draco/metadata/metadata_decoder.h>

#include <exception>
#include <limits>
#endif

namespace carom::gltf {

#ifdef CAROM_MESH_COMPRESSION
namespace {

// The library allocates what the header says before it reads the data, so the header is checked first. A byte
// of connectivity stands for a few triangles, in a very regular mesh for a few hundred; a vertex of the
// sequential encoding is named by at least one byte.
constexpr std::uint64_t kTrianglesPerByte = 256;
// Rough size of the library's tables, to count against LoadOptions::max_decoded_bytes.
constexpr std::uint64_t kBytesPerTriangle = 96;

struct Refusal {
  std::string why;
};

// Reads the header far enough to know the numbers of triangles and vertices; says why they are not believed.
std::optional<Refusal> headerRefusal(draco::DecoderBuffer buffer, std::uint64_t& triangles) {
  const std::uint64_t size = static_cast<std::uint64_t>(buffer.remaining_size());
  draco::DracoHeader header;
  if (!draco::PointCloudDecoder::DecodeHeader(&buffer, &header).ok()) return Refusal{"has no Draco header"};
  if (header.version_major != 2 || header.version_minor != 2) {
    return Refusal{"has bitstream version " + std::to_string(header.version_major) + "." +
                   std::to_string(header.version_minor) + ", not 2.2"};
  }
  if (header.encoder_type != draco::TRIANGULAR_MESH) return Refusal{"is not a triangle mesh"};
  buffer.set_bitstream_version(DRACO_BITSTREAM_VERSION(2, 2));
  if (header.flags & METADATA_FLAG_MASK) {
    draco::GeometryMetadata metadata;
    if (!draco::MetadataDecoder().DecodeGeometryMetadata(&buffer, &metadata))
      return Refusal{"has broken metadata"};
  }
  std::uint32_t faces = 0, vertices = 0;
  bool read = false;
  if (header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING) {
    std::uint8_t traversal = 0;
    read = buffer.Decode(&traversal) && draco::DecodeVarint(&vertices, &buffer) &&
           draco::DecodeVarint(&faces, &buffer);
    if (vertices > std::uint64_t(3) * faces) return Refusal{"has more vertices than corners"};
  } else if (header.encoder_method == draco::MESH_SEQUENTIAL_ENCODING) {
    read = draco::DecodeVarint(&faces, &buffer) && draco::DecodeVarint(&vertices, &buffer);
    if (vertices > size) return Refusal{"is too short for " + std::to_string(vertices) + " vertices"};
  }
  if (!read) return Refusal{"has a broken header"};
  if (faces > kTrianglesPerByte * size)
    return Refusal{"is too short for " + std::to_string(faces) + " triangles"};
  triangles = faces;
  return std::nullopt;
}

// The values of one attribute, vertex after vertex, `components` each.
template <class T>
bool attributeValues(const draco::Mesh& mesh, std::int32_t id, int components, std::vector<T>& out) {
  const draco::PointAttribute* attribute = mesh.GetAttributeByUniqueId(static_cast<std::uint32_t>(id));
  if (!attribute || attribute->num_components() != components) return false;
  out.resize(std::size_t(mesh.num_points()) * std::size_t(components));
  for (draco::PointIndex point(0); point < mesh.num_points(); ++point) {
    T* const value = out.data() + std::size_t(point.value()) * std::size_t(components);
    if (!attribute->ConvertValue<T>(attribute->mapped_index(point), static_cast<std::int8_t>(components),
                                    value)) {
      return false;
    }
  }
  return true;
}

bool decodeChecked(const AssetData& data, const DracoData& draco, std::span<const std::byte> compressed,
                   std::uint64_t expected_vertices, const std::string& pointer, DracoMesh& out,
                   Diagnostics& errors) {
  const auto fail = [&](const std::string& why) {
    errors.error(codes::kCompressionInvalid, pointer, "The Draco data " + why + ".");
    return false;
  };
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(compressed.data()), compressed.size());
  std::uint64_t triangles = 0;
  if (const auto refusal = headerRefusal(buffer, triangles)) return fail(refusal->why);
  if (!takeDecodeBudget(data, triangles * kBytesPerTriangle, pointer, errors)) return false;
  draco::Decoder decoder;
  auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
  if (!decoded.ok()) return fail("cannot be decoded: " + decoded.status().error_msg_string());
  const draco::Mesh& mesh = *decoded.value();
  if (mesh.num_points() != expected_vertices) {
    return fail("has " + std::to_string(mesh.num_points()) + " vertices, but the POSITION accessor says " +
                std::to_string(expected_vertices));
  }
  if (!attributeValues(mesh, draco.position, 3, out.positions)) {
    return fail("has no attribute " + std::to_string(draco.position) + " with three components");
  }
  out.indices.reserve(std::size_t(mesh.num_faces()) * 3);
  for (draco::FaceIndex face(0); face < mesh.num_faces(); ++face) {
    for (const draco::PointIndex& corner : mesh.face(face)) {
      if (corner.value() >= mesh.num_points())
        return fail("has a triangle with a vertex that does not exist");
      out.indices.push_back(corner.value());
    }
  }
  out.joints.resize(draco.joints.size());
  out.weights.resize(draco.weights.size());
  for (std::size_t set = 0; set < draco.joints.size(); ++set) {
    if (draco.joints[set] < 0 || draco.weights[set] < 0) continue;  // Left uncompressed.
    if (!attributeValues(mesh, draco.joints[set], 4, out.joints[set]) ||
        !attributeValues(mesh, draco.weights[set], 4, out.weights[set])) {
      return fail("has no joints or weights for set " + std::to_string(set));
    }
  }
  return true;
}

}  // namespace

bool decodeDraco(const AssetData& data, const DracoData& draco, std::span<const std::byte> compressed,
                 std::uint64_t expected_vertices, const std::string& pointer, DracoMesh& out,
                 Diagnostics& errors) {
  // The library's own allocations may throw; nothing must leave the public interface that way.
  try {
    return decodeChecked(data, draco, compressed, expected_vertices, pointer, out, errors);
  } catch (const std::exception&) {
    errors.error(codes::kCompressionInvalid, pointer, "Out of memory while decoding the Draco data.");
    return false;
  }
}

#else

bool decodeDraco(const AssetData&, const DracoData&, std::span<const std::byte>, std::uint64_t,
                 const std::string& pointer, DracoMesh&, Diagnostics& errors) {
  errors.error(codes::kCompressionMissing, pointer,
               "The mesh is Draco-compressed; this build of Carom has no Draco decoder.");
  return false;
}

#endif

}  // namespace carom::gltf
