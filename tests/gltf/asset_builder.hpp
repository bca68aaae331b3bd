// Makes small glTF files for the tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gltf/asset.hpp"

namespace carom::gltf {

inline std::string littleEndian(std::uint32_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(value >> (8 * i)));
  return bytes;
}

inline std::string chunk(std::string_view type, std::string data, char padding) {
  while (data.size() % 4 != 0) data.push_back(padding);
  return littleEndian(static_cast<std::uint32_t>(data.size())) + std::string(type) + data;
}

inline std::string container(const std::string& chunks) {
  return "glTF" + littleEndian(2) + littleEndian(static_cast<std::uint32_t>(12 + chunks.size())) + chunks;
}

inline std::string glbOf(const std::string& json, const std::string& binary) {
  return container(chunk("JSON", json, ' ') + chunk(std::string_view("BIN\0", 4), binary, '\0'));
}

/// Collects the parts of a file; every `add` gives the index of what it added.
class AssetBuilder {
 public:
  std::string binary;

  template <class T>
  int addView(const std::vector<T>& values, const std::string& more = "") {
    while (binary.size() % 8 != 0) binary.push_back('\0');
    const std::size_t offset = binary.size();
    binary.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    return add("bufferViews", R"({"buffer":0,"byteOffset":)" + std::to_string(offset) + R"(,"byteLength":)" +
                                  std::to_string(values.size() * sizeof(T)) + more + "}");
  }

  int addAccessor(int view, int component, std::size_t count, const std::string& type,
                  const std::string& more = "") {
    const std::string where = view < 0 ? "" : "\"bufferView\":" + std::to_string(view) + ",";
    return add("accessors", "{" + where + "\"componentType\":" + std::to_string(component) + ",\"count\":" +
                                std::to_string(count) + ",\"type\":\"" + type + "\"" + more + "}");
  }

  int addFloats(const std::vector<float>& values, const std::string& type) {
    static const std::map<std::string, std::size_t> kComponents = {
        {"SCALAR", 1}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    return addAccessor(addView(values), 5126, values.size() / kComponents.at(type), type);
  }

  template <class T>
  int addIndices(const std::vector<T>& values) {
    return addAccessor(addView(values),
                       sizeof(T) == 1   ? 5121
                       : sizeof(T) == 2 ? 5123
                                        : 5125,
                       values.size(), "SCALAR");
  }

  /// Adds to a top-level array.
  int add(const std::string& list, const std::string& json) {
    lists_[list].push_back(json);
    return static_cast<int>(lists_[list].size()) - 1;
  }

  int addMesh(const std::string& attributes, const std::string& more = "") {
    return add("meshes", R"({"primitives":[{"attributes":{)" + attributes + "}" + more + "}]}");
  }

  /// A top-level member besides the arrays, with its comma left out.
  void addMember(const std::string& member) { members_ += "," + member; }

  std::string json() const {
    std::string text = R"({"asset":{"version":"2.0"})" + members_;
    if (!binary.empty() && !lists_.contains("buffers")) {
      text += ",\"buffers\":[{\"byteLength\":" + std::to_string(binary.size()) + "}]";
    }
    for (const auto& [name, items] : lists_) {
      text += ",\"" + name + "\":[";
      for (std::size_t i = 0; i < items.size(); ++i) text += (i ? "," : "") + items[i];
      text += "]";
    }
    return text + "}";
  }

  std::string glb() const { return glbOf(json(), binary); }

 private:
  std::map<std::string, std::vector<std::string>> lists_;
  std::string members_;
};

/// A file with an error: its first diagnostic.
inline Diagnostic loadError(const std::string& bytes, const LoadOptions& options = {},
                            const std::filesystem::path& folder = {}) {
  Diagnostics diagnostics;
  const auto asset = Asset::loadFromMemory(bytes, folder, options, diagnostics);
  EXPECT_FALSE(asset.ok());
  if (asset.ok()) return {};
  for (const Diagnostic& d : asset.diagnostics().items()) {
    if (d.severity == Severity::Error) return d;
  }
  ADD_FAILURE() << "failed without an error";
  return {};
}

inline std::shared_ptr<const Asset> loaded(const std::string& bytes, Diagnostics* warnings = nullptr,
                                           const LoadOptions& options = {},
                                           const std::filesystem::path& folder = {}) {
  Diagnostics own;
  auto asset = Asset::loadFromMemory(bytes, folder, options, warnings ? *warnings : own);
  if (!asset.ok()) {
    for (const Diagnostic& d : asset.diagnostics().items()) ADD_FAILURE() << d.pointer << ": " << d.message;
    return nullptr;
  }
  return *asset;
}

template <class T>
Diagnostic firstError(const Result<T>& result) {
  EXPECT_FALSE(result.ok());
  if (result.ok() || result.diagnostics().items().empty()) return {};
  EXPECT_TRUE(result.diagnostics().hasErrors());
  return result.diagnostics().items()[0];
}

inline Result<Geometry> meshTriangles(const std::string& bytes, const LoadOptions& options = {}) {
  const auto asset = loaded(bytes, nullptr, options);
  if (!asset) return Diagnostics();
  return asset->meshGeometry(0, {}, GeometryUse::Triangles, "/referrer");
}

inline void expectNear(const Vec3& actual, const Vec3& expected, float tolerance = 1e-5f) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
  EXPECT_NEAR(actual.z, expected.z, tolerance);
}

/// A unit triangle's corners, twice: (0,0,0), (1,0,0), (0,1,0), and the same at z = 1.
inline std::vector<float> sixCorners() {
  return {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1};
}

}  // namespace carom::gltf
