// Files broken at random, with a fixed seed: reading them may fail in any way but by crashing. Run it under
// the sanitizers after changes to this layer.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "asset_builder.hpp"
#include "compressed_meshes.hpp"

namespace carom::gltf {
namespace {

/// A file with some of everything this layer reads.
std::string richFile() {
  AssetBuilder builder;
  const int corners = builder.addFloats(sixCorners(), "VEC3");
  const int indices = builder.addIndices(std::vector<std::uint16_t>{0, 1, 2, 3, 4, 5});
  const int joints = builder.addAccessor(builder.addView(std::vector<std::uint8_t>(24, 0)), 5121, 6, "VEC4");
  const int weights = builder.addFloats(std::vector<float>(24, 0.25f), "VEC4");
  const int times = builder.addFloats({0, 1}, "SCALAR");
  const int moves = builder.addFloats({0, 0, 0, 1, 2, 3}, "VEC3");
  const int turns =
      builder.addAccessor(builder.addView(std::vector<std::int16_t>{0, 0, 0, 32767, 0, 32767, 0, 0}), 5122, 2,
                          "VEC4", ",\"normalized\":true");
  const int sparse_indices = builder.addView(std::vector<std::uint8_t>{1, 5});
  const int sparse_values = builder.addView(std::vector<float>{1, 2, 3, 4, 5, 6});
  const int target = builder.addAccessor(
      -1, 5126, 6, "VEC3",
      R"(,"sparse":{"count":2,"indices":{"bufferView":)" + std::to_string(sparse_indices) +
          R"(,"componentType":5121},"values":{"bufferView":)" + std::to_string(sparse_values) + "}}");
  const int strided = builder.addView(std::vector<std::int16_t>(24, 7), ",\"byteStride\":8");
  const int quantized = builder.addAccessor(strided, 5122, 6, "VEC3", ",\"normalized\":true");
  const int bind = builder.addFloats(std::vector<float>(16, 1), "MAT4");
  const auto attribute = [](const char* name, int accessor) {
    return "\"" + std::string(name) + "\":" + std::to_string(accessor);
  };
  builder.addMesh(attribute("POSITION", corners) + "," + attribute("JOINTS_0", joints) + "," +
                      attribute("WEIGHTS_0", weights),
                  ",\"targets\":[{" + attribute("POSITION", target) + "}]," + attribute("indices", indices));
  for (const char* mode : {"0", "4", "5", "6"}) {
    builder.addMesh(attribute("POSITION", quantized), ",\"mode\":" + std::string(mode));
  }
  builder.add("nodes",
              R"({"children":[1,2,3],"translation":[1,2,3],"rotation":[0,0.6,0,0.8],"scale":[1,-2,3]})");
  builder.add("nodes", R"({"mesh":0,"skin":0,"weights":[0.5]})");
  builder.add("nodes", R"({"mesh":1,"matrix":[1,0,0,0,0,2,0,0,0,0,3,0,4,5,6,1],"children":[4,5]})");
  builder.add("nodes", R"({"mesh":2})");
  builder.add("nodes", R"({"mesh":3})");
  builder.add("nodes", R"({"mesh":4,"name":"caf\u00e9"})");
  builder.add("skins", R"({"joints":[2],)" + attribute("inverseBindMatrices", bind) + "}");
  builder.add("scenes", R"({"nodes":[0]})");
  builder.addMember("\"scene\":0");
  const std::string samplers = R"({"input":)" + std::to_string(times) + R"(,"output":)" +
                               std::to_string(moves) + R"(},{"input":)" + std::to_string(times) +
                               R"(,"output":)" + std::to_string(turns) + R"(,"interpolation":"STEP"})";
  builder.add("animations", R"({"samplers":[)" + samplers +
                                R"(],"channels":[{"sampler":0,"target":{"node":3,"path":"translation"}},)"
                                R"({"sampler":1,"target":{"node":4,"path":"rotation"}}]})");
  return builder.glb();
}

#ifdef CAROM_MESH_COMPRESSION
std::string meshoptFile() {
  const Sheet s = sheet(6);
  MeshoptFile file;
  const int vertices = file.addView(encodedVertices(s.positions.data(), 36, 12), 36, 12, "ATTRIBUTES");
  const int triangles = file.addView(encodedTriangles(s.indices), s.indices.size(), 2, "TRIANGLES");
  const int sequence = file.addView(encodedSequence(s.indices), s.indices.size(), 4, "INDICES");
  file.builder.addAccessor(vertices, 5126, 36, "VEC3");
  file.builder.addAccessor(triangles, 5123, s.indices.size(), "SCALAR");
  file.builder.addAccessor(sequence, 5125, s.indices.size(), "SCALAR");
  file.builder.addMesh("\"POSITION\":0", ",\"indices\":1");
  file.builder.addMesh("\"POSITION\":0", ",\"indices\":2");
  return file.glb();
}
#endif

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  std::string mutated(std::string bytes) {
    const std::size_t changes = 1 + below(4);
    for (std::size_t i = 0; i < changes && !bytes.empty(); ++i) change(bytes);
    return bytes;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }

  void change(std::string& bytes) {
    const std::size_t at = below(bytes.size());
    switch (below(7)) {
      case 0:
        bytes[at] = static_cast<char>(random_());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.insert(at, bytes.substr(below(bytes.size()), below(32)));
        break;
      case 4:
        bytes.erase(at, 1 + below(8));
        break;
      default:
        replaceNumber(bytes, at);
    }
  }

  // Puts another value in place of the next number of the JSON, in the same number of bytes where that can
  // be, so that the container stays whole.
  void replaceNumber(std::string& bytes, std::size_t at) {
    static const char* const kValues[] = {"-1",   "0",          "1",    "2",    "3",    "7",    "9",
                                          "255",  "4294967295", "1e30", "1.5",  "NaN",  "null", "[]",
                                          "\"\"", "{}",         "true", "5120", "5126", "99999"};
    const std::size_t begin = bytes.find_first_of("0123456789", at);
    if (begin == std::string::npos) return;
    const std::size_t end = std::min(bytes.find_first_not_of("0123456789", begin), bytes.size());
    std::string value = kValues[below(std::size(kValues))];
    if (value.size() < end - begin) value.insert(0, end - begin - value.size(), ' ');
    if (value.size() > end - begin && below(2) == 0) value.resize(end - begin);
    bytes.replace(begin, end - begin, value);
    if (bytes.size() >= 20 && bytes.starts_with("glTF") && value.size() != end - begin) {
      const auto grown = static_cast<std::uint32_t>(value.size() - (end - begin));
      for (const std::size_t field : {std::size_t(8), std::size_t(12)}) {
        std::uint32_t length = 0;
        for (std::size_t i = 4; i-- > 0;) length = length << 8 | static_cast<unsigned char>(bytes[field + i]);
        bytes.replace(field, 4, littleEndian(length + grown));
      }
    }
  }

  std::mt19937 random_;
};

// Reads everything there is to read; the number of things that could be read.
std::size_t readAll(const std::string& bytes) {
  LoadOptions options;
  options.max_decoded_bytes = std::uint64_t(1) << 26;
  Diagnostics diagnostics;
  const auto asset = Asset::loadFromMemory(bytes, {}, options, diagnostics);
  if (!asset.ok()) {
    EXPECT_TRUE(asset.diagnostics().hasErrors());
    return 0;
  }
  std::size_t read = 1;
  for (const auto use : {GeometryUse::Triangles, GeometryUse::Points}) {
    for (std::size_t i = 0; i < (*asset)->meshCount(); ++i) {
      const auto geometry = (*asset)->meshGeometry(std::int32_t(i), {}, use, "");
      EXPECT_NE(geometry.ok(), geometry.diagnostics().hasErrors());
      if (!geometry.ok()) continue;
      for (const std::uint32_t index : geometry->indices) EXPECT_LT(index, geometry->positions.size());
      ++read;
    }
    for (std::size_t i = 0; i < (*asset)->nodes().size(); ++i) {
      read += (*asset)->nodeGeometry(std::int32_t(i), use, "").ok();
      const auto global = (*asset)->globalTransform(std::int32_t(i));
      EXPECT_EQ(global.scale.x, global.scale.x);
    }
  }
  return read;
}

void readMutations(const std::string& file, std::uint32_t seed, int count) {
  EXPECT_GT(readAll(file), 1u);
  const char* const more = std::getenv("CAROM_MUTATION_SEED");
  Mutator mutator(seed + (more ? 1000u * static_cast<std::uint32_t>(std::atoi(more)) : 0u));
  std::size_t readable = 0;
  for (int i = 0; i < count; ++i) readable += readAll(mutator.mutated(file)) > 0;
  // Some must get past the container, or nothing behind it is tried.
  EXPECT_GT(readable, std::size_t(count) / 50);
}

TEST(Mutation, NothingCrashes) {
  readMutations(richFile(), 1, 4000);
}

#ifdef CAROM_MESH_COMPRESSION
TEST(Mutation, NothingCrashesInMeshopt) {
  readMutations(meshoptFile(), 2, 2000);
}

TEST(Mutation, NothingCrashesInDraco) {
  const Sheet s = sheet(6);
  for (const bool edgebreaker : {true, false}) {
    readMutations(dracoGltf(encodedSheet(s, edgebreaker, true), s), 3, 1000);
  }
}
#endif

}  // namespace
}  // namespace carom::gltf
