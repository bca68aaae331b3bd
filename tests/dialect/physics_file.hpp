// Small files for tests: a text loaded, and what was said about it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/dialect/load.hpp"

namespace carom::test {

/// A quoted JSON text with ' for ".
inline std::string json(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  return text;
}

/// What came of loading a text.
struct Loaded {
  explicit Loaded(const std::string& text) : result(loadFromMemory(json(text))) {}
  Result<Scene> result;

  bool ok() const { return result.ok(); }
  const Scene& scene() const { return result.value(); }
  const Diagnostics& said() const { return result.ok() ? result->diagnostics : result.diagnostics(); }
  /// Whether exactly one finding of a severity is about a pointer, with this code.
  bool has(Severity severity, std::string_view code, std::string_view pointer) const {
    int count = 0;
    for (const Diagnostic& item : said().items()) {
      count += item.severity == severity && item.code == code && item.pointer == pointer;
    }
    return count == 1;
  }
  std::string all() const {
    std::string text = "\n";
    for (const Diagnostic& item : said().items()) {
      text += std::string(severityName(item.severity)) + " " + item.pointer + " " + item.message + " [" +
              std::string(item.code) + "]\n";
    }
    return text;
  }
};

/// A file of the current dialect: `shapes`, the members of the rigid body root object, and the nodes' texts.
inline std::string khrFile(const std::string& shapes, const std::string& root, const std::string& nodes,
                           const std::string& rest = "") {
  std::string text =
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_implicit_shapes','KHR_physics_rigid_bodies'],";
  text += "'extensions':{";
  if (!shapes.empty()) text += "'KHR_implicit_shapes':{'shapes':[" + shapes + "]},";
  text += "'KHR_physics_rigid_bodies':{" + root + "}},";
  text += "'nodes':[" + nodes + "]" + rest + "}";
  return text;
}

/// A file of OMI's extensions: members of `extensions` at the root, and the nodes' texts.
inline std::string omiFile(const std::string& root, const std::string& nodes, const std::string& rest = "") {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_physics_shape',"
         "'OMI_physics_joint','OMI_collider'],'extensions':{" +
         root + "},'nodes':[" + nodes + "]" + rest + "}";
}

/// A node with one extension, given by its name and text.
inline std::string nodeWith(const std::string& extension, const std::string& text,
                            const std::string& rest = "") {
  return "{'extensions':{'" + extension + "':" + text + "}" + rest + "}";
}

/// A node with the members of its rigid body extension.
inline std::string bodyNode(const std::string& members, const std::string& rest = "") {
  return "{'extensions':{'KHR_physics_rigid_bodies':{" + members + "}}" + rest + "}";
}

inline const std::string kSphere = "{'type':'sphere','sphere':{'radius':0.5}}";

/// Where the extension of a node and the root object lie.
inline std::string nodeAt(int node, const std::string& below) {
  return "/nodes/" + std::to_string(node) + "/extensions/KHR_physics_rigid_bodies" + below;
}
inline std::string rootAt(const std::string& below) {
  return "/extensions/KHR_physics_rigid_bodies" + below;
}
inline std::string shapeAt(int shape, const std::string& below = "") {
  return "/extensions/KHR_implicit_shapes/shapes/" + std::to_string(shape) + below;
}

}  // namespace carom::test

#define EXPECT_SAID(loaded, severity, code, pointer) \
  EXPECT_TRUE((loaded).has(severity, code, pointer)) << (pointer) << (loaded).all()
#define EXPECT_ERROR(loaded, code, pointer)                     \
  do {                                                          \
    EXPECT_FALSE((loaded).ok());                                \
    EXPECT_SAID(loaded, carom::Severity::Error, code, pointer); \
  } while (false)
#define EXPECT_LOADED(loaded) ASSERT_TRUE((loaded).ok()) << (loaded).all()
