// A small document with everything that baking must leave alone, and motion keys for it.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "carom/output/bake.hpp"
#include "carom/output/motion_keys.hpp"
#include "gltf/asset.hpp"
#include "temporary_folder.hpp"

namespace carom::test {

/// Not a picture, but its first bytes say so.
inline const std::string kPicture = "\x89PNG\r\n\x1a\n picture";

/// Three vertices of a triangle and two keys of an animation: 36 + 8 + 24 bytes.
inline std::string sceneBytes() {
  const float values[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, /* times */ 0, 1, /* translations */ 0, 0, 0, 0, 2, 0};
  std::string bytes(sizeof values, '\0');
  std::memcpy(bytes.data(), values, sizeof values);
  return bytes;
}

/// Node 0 is animated, 1 is an ordinary body, 2 has a matrix, 3 is not a body. Laid out oddly on purpose.
inline std::string sceneText(const std::string& buffer_member,
                             const std::string& image_uri = "sub%20folder/pic.png") {
  return R"({ "asset" : {"version":"2.0","generator":"by hand"},
  "extensionsUsed":["KHR_implicit_shapes","KHR_physics_rigid_bodies","EXT_unknown"],
  "extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"sphere","sphere":{"radius":1e0}}]},
                "EXT_unknown":{"keep":[1.50, 2.0e+1 ,null]}},
  "scene":0, "scenes":[{"nodes":[0,1,2,3]}],
  "nodes":[ {"name":"lift","extensions":{"KHR_physics_rigid_bodies":{"motion":{},"collider":{"geometry":{"shape":0}}}}},
    {"name":"ball","translation":[0,5,0],"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":2},"collider":{"geometry":{"shape":0}}}}},
    {"name":"matrix","matrix":[0,0,-2,0, 0,2,0,0, 2,0,0,0, 3,4,5,1],"extras":{"a":[ 1 ]},
     "extensions":{"KHR_physics_rigid_bodies":{"motion":{},"collider":{"geometry":{"shape":0}}}}},
    {"name":"still","mesh":0}],
  "meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
  "materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}], "textures":[{"source":0}],
  "images":[{"uri":")" +
         image_uri + R"(","name":"picture"}],
  "animations":[{"name":"up","channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],
                 "samplers":[{"input":1,"output":2}]}],
  "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
    {"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
    {"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}],
  "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},
    {"buffer":0,"byteOffset":44,"byteLength":24}],
  "buffers":[{"byteLength":68,"name":"data")" +
         buffer_member + "}]\n}\n";
}

inline std::string littleEndian(std::uint32_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>((value >> (8 * i)) & 255);
  return bytes;
}

inline std::string glb(std::string text, std::string binary) {
  while (text.size() % 4) text += ' ';
  while (binary.size() % 4) binary += '\0';
  std::string bytes =
      "glTF" + littleEndian(2) + littleEndian(static_cast<std::uint32_t>(28 + text.size() + binary.size())) +
      littleEndian(static_cast<std::uint32_t>(text.size())) + "JSON" + text +
      littleEndian(static_cast<std::uint32_t>(binary.size())) + std::string("BIN\0", 4) + binary;
  return bytes;
}

/// Two seconds of a fall for each of the nodes.
inline MotionKeys fallingKeys(const Scene& scene, const std::vector<std::int32_t>& nodes) {
  MotionKeys keys(scene);
  for (int step = 0; step <= 20; ++step) {
    std::vector<MovedNode> moved;
    for (const std::int32_t node : nodes) {
      const DVec3 place{double(node), 5 - 0.05 * step * step, 0};
      moved.push_back({node, {place, {}}, place, {}});
    }
    keys.add(step * 0.1, moved);
  }
  keys.finish();
  return keys;
}

}  // namespace carom::test
