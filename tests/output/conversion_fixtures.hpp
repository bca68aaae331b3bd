// Small files with what a conversion has to mind, in every family: the files of fixtures/, and some that
// tests put together.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "vehicle_fixtures.hpp"

namespace carom::test {

struct ConversionFixture {
  std::string name;
  std::string text;  ///< May have ' for ".
};

/// A tetrahedron of four triangles as mesh 0, and as mesh 1 the same with a morph target that lifts it by 1
/// m. Node weights and skins may use them.
inline const std::string kFixtureMeshes =
    "'buffers':[{'byteLength':96,'uri':'data:application/octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/"
    "AAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAA'},"
    "{'byteLength':12,'uri':'data:application/octet-stream;base64,AAIBAAEDAAMCAQID'}],"
    "'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':48},"
    "{'buffer':1,'byteLength':12}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],'max':[1,1,1]},"
    "{'bufferView':1,'componentType':5126,'count':4,'type':'VEC3','min':[0,1,0],'max':[0,1,0]},"
    "{'bufferView':2,'componentType':5121,'count':12,'type':'SCALAR'}],"
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':2}]},"
    "{'primitives':[{'attributes':{'POSITION':0},'indices':2,'targets':[{'POSITION':1}]}],'weights':[0]}],";

/// A file of the current KHR: shapes, members of the root object, nodes.
inline std::string khrFixture(const std::string& shapes, const std::string& root, const std::string& nodes) {
  std::string text =
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_implicit_shapes','KHR_physics_rigid_bodies'],";
  text += kFixtureMeshes + "'extensions':{";
  if (!shapes.empty())
    text += "'KHR_implicit_shapes':{'shapes':[" + shapes + "]}" + (root.empty() ? "" : ",");
  if (!root.empty()) text += "'KHR_physics_rigid_bodies':{" + root + "}";
  return text + "},'nodes':[" + nodes + "]}";
}
inline std::string omiFixture(const std::string& root, const std::string& nodes) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_physics_shape','OMI_physics_"
         "joint',"
         "'OMI_collider']," +
         kFixtureMeshes + "'extensions':{" + root + "},'nodes':[" + nodes + "]}";
}
/// A node with members of KHR_physics_rigid_bodies, and members of the node.
inline std::string khrNode(const std::string& members, const std::string& rest = "") {
  return "{'extensions':{'KHR_physics_rigid_bodies':{" + members + "}}" + rest + "}";
}
/// A file with a body of 1 kg; `used` are further names of extensions, `members` further members of the file.
inline std::string massFixture(const std::string& used, const std::string& members) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies'" + used + "]," + members +
         ",'nodes':[" + khrNode("'motion':{'mass':1}") + "]}";
}
inline std::string omiNode(const std::string& members, const std::string& rest = "") {
  return "{'extensions':{'OMI_physics_body':{" + members + "}}" + rest + "}";
}

/// The text without its blanks and line breaks: a converted file is laid out as the file it was made from.
inline std::string packed(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

/// Every file of fixtures/, in the order of their names, and the vehicles and gravity of
/// vehicle_fixtures.hpp.
inline std::vector<ConversionFixture> conversionFixtures() {
  std::vector<std::filesystem::path> paths;
  const std::filesystem::path folder =
      std::filesystem::path(CAROM_SOURCE_DIR) / "tests" / "output" / "fixtures";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<ConversionFixture> list;
  for (const std::filesystem::path& path : paths) {
    std::string name = path.stem().string();
    std::replace(name.begin(), name.end(), '_', ' ');
    std::ifstream file(path, std::ios::binary);
    list.push_back({name, {std::istreambuf_iterator<char>(file), {}}});
  }
  EXPECT_FALSE(list.empty()) << folder;
  list.push_back({"a vehicle", fullVehicleFixture()});
  list.push_back({"a vehicle of document 000", firstVehicleFixture()});
  list.push_back({"gravity of every type", gravityFixture()});
  list.push_back({"gravity on other triggers", mixedGravityFixture()});
  list.push_back({"gravity towards meshes", meshGravityFixture(kFixtureMeshes)});
  return list;
}

}  // namespace carom::test
