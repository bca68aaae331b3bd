// Meshopt and Draco compressed meshes for the tests, made with the encoders of the same libraries.
#pragma once

#ifdef CAROM_MESH_COMPRESSION

#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <meshoptimizer.h>

#include <string>
#include <vector>

#include "asset_builder.hpp"

namespace carom::gltf {

using Indices = std::vector<std::uint32_t>;

// A wavy sheet of n by n vertices.
struct Sheet {
  std::vector<float> positions;
  Indices indices;
};
inline Sheet sheet(std::uint32_t n) {
  Sheet s;
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      s.positions.insert(s.positions.end(), {float(x), float((x * y) % 7) * 0.25f, float(y)});
    }
  }
  for (std::uint32_t y = 0; y + 1 < n; ++y) {
    for (std::uint32_t x = 0; x + 1 < n; ++x) {
      const std::uint32_t a = y * n + x;
      s.indices.insert(s.indices.end(), {a, a + n, a + 1, a + 1, a + n, a + n + 1});
    }
  }
  return s;
}

inline std::vector<unsigned char> encodedVertices(const void* data, std::size_t count, std::size_t size) {
  std::vector<unsigned char> bytes(meshopt_encodeVertexBufferBound(count, size));
  bytes.resize(meshopt_encodeVertexBuffer(bytes.data(), bytes.size(), data, count, size));
  return bytes;
}

inline std::vector<unsigned char> encodedTriangles(const Indices& indices) {
  std::vector<unsigned char> bytes(meshopt_encodeIndexBufferBound(indices.size(), 1u << 16));
  bytes.resize(meshopt_encodeIndexBuffer(bytes.data(), bytes.size(), indices.data(), indices.size()));
  return bytes;
}

inline std::vector<unsigned char> encodedSequence(const Indices& indices) {
  std::vector<unsigned char> bytes(meshopt_encodeIndexSequenceBound(indices.size(), 1u << 16));
  bytes.resize(meshopt_encodeIndexSequence(bytes.data(), bytes.size(), indices.data(), indices.size()));
  return bytes;
}

/// A file whose buffer 1 is a fallback without bytes.
struct MeshoptFile {
  AssetBuilder builder;
  std::string extension = "EXT_meshopt_compression";

  int addView(const std::vector<unsigned char>& bytes, std::size_t count, std::size_t stride,
              const std::string& mode, const std::string& more = "") {
    while (builder.binary.size() % 4 != 0) builder.binary.push_back('\0');
    const std::size_t offset = builder.binary.size();
    builder.binary.append(bytes.begin(), bytes.end());
    return builder.add("bufferViews",
                       R"({"buffer":1,"byteLength":)" + std::to_string(count * stride) +
                           R"(,"extensions":{")" + extension + R"(":{"buffer":0,"byteOffset":)" +
                           std::to_string(offset) + R"(,"byteLength":)" + std::to_string(bytes.size()) +
                           R"(,"byteStride":)" + std::to_string(stride) + R"(,"count":)" +
                           std::to_string(count) + R"(,"mode":")" + mode + "\"" + more + "}}}");
  }

  std::string glb() {
    builder.add("buffers", R"({"byteLength":)" + std::to_string(builder.binary.size()) + "}");
    builder.add("buffers",
                R"({"byteLength":1000000,"extensions":{")" + extension + R"(":{"fallback":true}}})");
    return builder.glb();
  }
};

struct DracoFile {
  std::vector<char> bytes;
  std::uint32_t points = 0;
  std::int32_t position = 0, joints = -1, weights = -1;
};

inline DracoFile encodedSheet(const Sheet& s, bool edgebreaker, bool skinned) {
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(int(s.indices.size() / 3));
  const int position = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  const int joints =
      skinned ? builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT8) : -1;
  const int weights =
      skinned ? builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_FLOAT32) : -1;
  const std::uint8_t joint[4] = {1, 0, 0, 0};
  const float weight[4] = {1, 0, 0, 0};
  for (std::size_t i = 0; i + 2 < s.indices.size(); i += 3) {
    const draco::FaceIndex face(std::uint32_t(i / 3));
    const float* const p = s.positions.data();
    builder.SetAttributeValuesForFace(position, face, p + 3 * s.indices[i], p + 3 * s.indices[i + 1],
                                      p + 3 * s.indices[i + 2]);
    if (!skinned) continue;
    builder.SetAttributeValuesForFace(joints, face, joint, joint, joint);
    builder.SetAttributeValuesForFace(weights, face, weight, weight, weight);
  }
  const auto mesh = builder.Finalize();
  DracoFile file;
  file.position = std::int32_t(mesh->attribute(position)->unique_id());
  if (skinned) file.joints = std::int32_t(mesh->attribute(joints)->unique_id());
  if (skinned) file.weights = std::int32_t(mesh->attribute(weights)->unique_id());
  draco::Encoder encoder;
  encoder.SetEncodingMethod(edgebreaker ? draco::MESH_EDGEBREAKER_ENCODING : draco::MESH_SEQUENTIAL_ENCODING);
  if (edgebreaker) encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 16);
  encoder.SetTrackEncodedProperties(true);
  draco::EncoderBuffer buffer;
  EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
  file.bytes.assign(buffer.data(), buffer.data() + buffer.size());
  file.points = std::uint32_t(encoder.num_encoded_points());
  return file;
}

inline std::string dracoGltf(const DracoFile& draco, std::size_t index_count, std::size_t point_count,
                             const std::string& position_id) {
  AssetBuilder builder;
  const int view = builder.addView(draco.bytes);
  builder.addAccessor(-1, 5126, point_count, "VEC3");
  builder.addAccessor(-1, 5125, index_count, "SCALAR");
  builder.addAccessor(-1, 5121, point_count, "VEC4");
  builder.addAccessor(-1, 5126, point_count, "VEC4");
  const bool skinned = draco.joints >= 0;
  const std::string skin_ids = skinned ? ",\"JOINTS_0\":" + std::to_string(draco.joints) +
                                             ",\"WEIGHTS_0\":" + std::to_string(draco.weights)
                                       : "";
  builder.addMesh(std::string("\"POSITION\":0") + (skinned ? R"(,"JOINTS_0":2,"WEIGHTS_0":3)" : ""),
                  R"(,"indices":1,"extensions":{"KHR_draco_mesh_compression":{"bufferView":)" +
                      std::to_string(view) + R"(,"attributes":{"POSITION":)" + position_id + skin_ids +
                      "}}}");
  builder.add("nodes", skinned ? R"({"mesh":0,"skin":0})" : R"({"mesh":0})");
  builder.add("nodes", R"({"translation":[0,100,0]})");
  if (skinned) builder.add("skins", R"({"joints":[0,1]})");
  return builder.glb();
}

inline std::string dracoGltf(const DracoFile& draco, const Sheet& s) {
  return dracoGltf(draco, s.indices.size(), draco.points, std::to_string(draco.position));
}

}  // namespace carom::gltf

#endif
