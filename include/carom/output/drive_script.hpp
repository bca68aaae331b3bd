// Drive scripts: commands for the vehicles and other values of a scene during a simulation, read from a file.
//
//   auto script = carom::DriveScript::read(json, scene);
//   for (...) script->apply(world), world.step();
//
// The file is a JSON array of entries, in any order:
//
//   [{"time": 1, "name": "Car", "linearActivation": [0, 0, 1]},
//    {"time": 4, "name": "Car", "angularActivation": [0, 0.5, 0], "ramp": true}]
//
// `time` is in seconds, >= 0. `node` (an index) or `name` (unique) selects the commanded node. A value stays
// until the next entry: an entry takes effect at its time, or with `ramp` changes linearly from the previous
// value and is reached at its time. The first values are those of the scene's file. In place of a node, an
// entry may name any writable value (docs/pointers.md):
//
//   {"time": 2, "pointer": "/nodes/3/extensions/KHR_physics_rigid_bodies/motion/mass", "value": 5}
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/result.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

class DriveScript {
 public:
  /// Fails with every error found, with JSON pointers into the script.
  static Result<DriveScript> read(std::string json, const Scene& scene);
  /// Description of the file format.
  static std::string_view help();

  /// Sends the commands due at the world's time; call before each step.
  void apply(World& world);
  /// Nodes whose transforms the script sets by pointer: for RecorderOptions::other_nodes.
  const std::vector<std::int32_t>& nodes() const { return nodes_; }
  /// A warning for each pointer whose value the world has refused so far, POINTER_NOT_DRIVEN.
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  /// Hover and HoverGimbal belong to the node's hover thruster; the node may also have a plain thruster.
  enum class Channel : std::uint8_t {
    Linear,
    Angular,
    Propulsion,
    Steering,
    Thrust,
    Gimbal,
    Hover,
    HoverGimbal
  };
  static constexpr std::size_t kChannels = 8;
  struct Key {
    double time = 0;
    bool ramp = false;
    DVec3 value;
  };
  /// One channel of one node.
  struct Track {
    std::int32_t node = -1;
    Channel channel = Channel::Linear;
    DVec3 first;            ///< Before the keys.
    std::vector<Key> keys;  ///< Ascending time.
    DVec3 valueAt(double time) const;
  };
  /// Of any value.
  struct ValueKey {
    double time = 0;
    bool ramp = false;
    Value value;
  };
  struct ValueTrack {
    std::string pointer;
    std::vector<ValueKey> keys;  ///< Ascending time.
    std::optional<Value> first;  ///< Before the keys; known once the script is applied.
    std::size_t next = 0;        ///< The first key that has not been told.
    bool refused = false;        ///< The world has refused a value.
  };
  struct Member;
  struct Reader;
  std::vector<Track>::iterator placeOf(std::int32_t node, Channel channel);
  bool hasTrack(std::int32_t node, Channel channel);
  Track& track(std::int32_t node, Channel channel);

  void applyValues(World& world);
  void set(World& world, ValueTrack& track, const Value& value);

  std::vector<std::int32_t> nodes_;
  std::vector<Track> tracks_;  ///< Ascending node and channel.
  std::vector<ValueTrack> values_;
  Diagnostics diagnostics_;
};

}  // namespace carom
