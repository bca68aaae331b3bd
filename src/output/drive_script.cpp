#include "carom/output/drive_script.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/stable_sort.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "json/document.hpp"
#include "world/pointers/property_index.hpp"

namespace carom {
namespace {

constexpr std::string_view kHelp =
    R"(A drive script is a JSON array. Each entry commands one node from a given time on:

  [
    {"time": 1, "name": "Car", "linearActivation": [0, 0, 1]},
    {"time": 3, "name": "Car", "angularActivation": [0, 0.5, 0], "ramp": true},
    {"time": 8, "name": "Car", "linearActivation": [0, 0, 0], "angularActivation": [0, 0, 0]}
  ]

  time               s, 0 or more
  node | name        index or name of the commanded node; a name must be unique in the scene
  linearActivation   for a vehicle body: -1..1 along its X (left), Y (up) and Z (forward)
  angularActivation  for a vehicle body: -1..1 about the same axes; Y is steering, left positive
  targetPropulsionForceRatio, targetSteeringRatio
                     for a wheel that no vehicle controls: -1..1; document 000 calls them
                     currentForceRatio and currentSteeringRatio, which are read too
  targetForceRatio   for a thruster that no vehicle controls: 0..1 of its largest force
  targetHoverRatio   for a hover thruster that no vehicle controls: 0..1 of its largest energy
  targetGimbalRatio  for either kind, or both on one node: a pair of -1..1 about its X and Y
  pointer, value     instead of a node: any writable value of docs/pointers.md: a number, true or
                     false, or an array of numbers
  ramp               true: the value changes linearly from the previous entry and is reached at `time`;
                     false (the default): the value changes at `time`

Before its first entry, a node follows the values in its file. A value that an entry omits stays unchanged.
Entries may stand in any order.
)";

enum class Driven : std::uint8_t { Vehicle, Wheel, Thruster, HoverThruster, AnyThruster };

std::string_view refusal(Driven driven) {
  switch (driven) {
    case Driven::Vehicle:
      return "the node is not a vehicle body with a motion";
    case Driven::Wheel:
      return "the node is not a wheel on a body, or a vehicle controls the wheel";
    case Driven::Thruster:
      return "the node is not a thruster on a body, or a vehicle controls the thruster";
    case Driven::HoverThruster:
      return "the node is not a hover thruster on a body, or a vehicle controls it";
    case Driven::AnyThruster:
      break;
  }
  return "the node is not a thruster or hover thruster on a body, or a vehicle controls it";
}

}  // namespace

/// Members of an entry.
struct DriveScript::Member {
  std::string_view name;
  Channel channel;
  Driven driven;
  std::size_t size;  ///< 1: a number, else an array of as many.
  double lowest;
  std::string_view form;
};

struct DriveScript::Reader {
  const Scene& scene;
  Diagnostics& errors;
  DriveScript& script;
  std::map<std::string_view, std::pair<std::int32_t, int>> names{};  // Node and how many have the name.
  std::unique_ptr<world::PropertyIndex> index{};

  static constexpr Member kMembers[] = {
      {"linearActivation", Channel::Linear, Driven::Vehicle, 3, -1, "three numbers from -1 to 1"},
      {"angularActivation", Channel::Angular, Driven::Vehicle, 3, -1, "three numbers from -1 to 1"},
      {"targetPropulsionForceRatio", Channel::Propulsion, Driven::Wheel, 1, -1, "a number from -1 to 1"},
      {"targetSteeringRatio", Channel::Steering, Driven::Wheel, 1, -1, "a number from -1 to 1"},
      {"currentForceRatio", Channel::Propulsion, Driven::Wheel, 1, -1, "a number from -1 to 1"},
      {"currentSteeringRatio", Channel::Steering, Driven::Wheel, 1, -1, "a number from -1 to 1"},
      {"targetForceRatio", Channel::Thrust, Driven::Thruster, 1, 0, "a number from 0 to 1"},
      {"targetHoverRatio", Channel::Hover, Driven::HoverThruster, 1, 0, "a number from 0 to 1"},
      {"targetGimbalRatio", Channel::Gimbal, Driven::AnyThruster, 2, -1, "two numbers from -1 to 1"}};

  static bool isKnown(std::string_view member) {
    for (const Member& known : kMembers) {
      if (member == known.name) return true;
    }
    return member == "time" || member == "node" || member == "name" || member == "ramp" ||
           member == "pointer" || member == "value";
  }

  void error(const json::Value& at, std::string message) {
    errors.error(codes::kDriveInvalid, at.pointer(), std::move(message));
  }

  void findNames() {
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      auto& [node, count] = names[scene.nodes[i].name];
      node = static_cast<std::int32_t>(i);
      ++count;
    }
  }

  /// -1 and an error when there is none.
  std::int32_t nodeOf(const json::Value& entry) {
    const json::Value index = entry.find("node"), name = entry.find("name");
    if (index.present() == name.present()) {
      error(entry, "the entry must have exactly one of \"node\" and \"name\"");
      return -1;
    }
    if (index) {
      const bool known = index.isNumber() && index.isInteger() && index.number() >= 0 &&
                         index.number() < static_cast<double>(scene.nodes.size());
      if (known) return static_cast<std::int32_t>(index.number());
      error(index, "is not the index of a node; the scene has " + std::to_string(scene.nodes.size()));
      return -1;
    }
    const auto found = name.isString() ? names.find(name.string()) : names.end();
    if (found == names.end() || name.string().empty()) {
      error(name, "is not the name of a node of the scene");
    } else if (found->second.second > 1) {
      error(name, "is the name of " + std::to_string(found->second.second) +
                      " nodes; use \"node\" with an index instead");
    } else {
      return found->second.first;
    }
    return -1;
  }

  std::optional<DVec3> valueOf(const json::Value& value, const Member& member) {
    DVec3 out;
    bool good = member.size == 1 || (value.isArray() && value.size() == member.size);
    for (std::size_t i = 0; good && i < member.size; ++i) {
      const json::Value number = member.size == 1 ? value : value[i];
      good = number.isNumber() && number.number() >= member.lowest && number.number() <= 1;
      if (good) out[i] = number.number();
    }
    if (good) return out;
    error(value, "must be " + std::string(member.form));
    return std::nullopt;
  }

  /// Whether a vehicle controls a wheel or thruster: only parts of its own body.
  template <class Part>
  bool isCommanded(const Part& part) const {
    return part.vehicle >= 0 && scene.vehicles[part.vehicle].motion == part.motion;
  }

  /// The tracks of what a node is told together, from what its file tells it; false when it is not for a
  /// script to drive.
  bool prepare(std::int32_t node, Driven driven) {
    const auto begin = [&](Channel channel, const DVec3& value) {
      script.track(node, channel).first = value;
    };
    bool any = false;
    if (driven == Driven::Vehicle) {
      for (const Vehicle& v : scene.vehicles) {
        if (v.node != node || v.motion < 0) continue;
        begin(Channel::Linear, v.linear_activation);
        begin(Channel::Angular, v.angular_activation);
        return true;
      }
    } else if (driven == Driven::Wheel) {
      for (const Wheel& w : scene.wheels) {
        if (w.node != node || w.motion < 0 || isCommanded(w)) continue;
        const WheelDescription& d = scene.wheel_descriptions[w.description];
        begin(Channel::Propulsion, {d.target_propulsion_force_ratio, 0, 0});
        begin(Channel::Steering, {d.target_steering_ratio, 0, 0});
        return true;
      }
    } else {
      for (const Thruster& t : scene.thrusters) {
        if (t.node != node || t.motion < 0 || isCommanded(t)) continue;
        const ThrusterDescription& d = scene.thruster_descriptions[t.description];
        if (driven != Driven::AnyThruster && d.hover != (driven == Driven::HoverThruster)) continue;
        begin(d.hover ? Channel::Hover : Channel::Thrust, {d.target_ratio, 0, 0});
        begin(d.hover ? Channel::HoverGimbal : Channel::Gimbal,
              {d.target_gimbal_ratio[0], d.target_gimbal_ratio[1], 0});
        any = true;
      }
    }
    return any;
  }

  /// Adds the command of a member; a gimbal goes to both thrusters of a node that has two.
  void addKey(std::int32_t node, const Member& member, const Key& key) {
    if (member.driven != Driven::AnyThruster) return script.track(node, member.channel).keys.push_back(key);
    for (const Channel channel : {Channel::Gimbal, Channel::HoverGimbal}) {
      if (script.hasTrack(node, channel)) script.track(node, channel).keys.push_back(key);
    }
  }

  std::optional<Value> valueOf(const json::Value& json, ValueType type) {
    const std::size_t size = valueSize(type);
    Value out;
    out.type = type;
    bool good = size == 1 || (json.isArray() && json.size() == size);
    for (std::size_t i = 0; good && i < size; ++i) {
      const json::Value part = size == 1 ? json : json[i];
      const bool flag = type == ValueType::Boolean;
      good = flag ? part.isBoolean() : part.isNumber() && std::isfinite(part.number());
      if (good) out.numbers[i] = flag ? (part.boolean() ? 1 : 0) : part.number();
    }
    if (good) return out;
    error(json, "has to be a value of type " + std::string(valueTypeName(type)));
    return std::nullopt;
  }

  /// An entry that names any value by its pointer.
  void readValue(const json::Value& entry, const Key& key) {
    const json::Value pointer = entry.find("pointer"), value = entry.find("value");
    if (!value) error(entry, "\"value\" has to say what the pointer's value is to be");
    for (std::size_t i = 0; i < entry.size(); ++i) {
      const std::string_view name = entry.key(i);
      if (isKnown(name) && name != "time" && name != "ramp" && name != "pointer" && name != "value")
        error(entry[i], "does not go with \"pointer\"");
    }
    if (!pointer.isString()) return error(pointer, "has to be a JSON pointer into the scene's file");
    if (!index) index = std::make_unique<world::PropertyIndex>(scene);
    const std::optional<world::PropertyPlace> place = index->find(pointer.string());
    if (!place || !place->row->writable)
      return error(pointer, "is no value that can be written; see docs/pointers.md");
    const std::optional<Value> read = value ? valueOf(value, place->row->type) : std::nullopt;
    if (!read) return;
    auto track = std::find_if(script.values_.begin(), script.values_.end(),
                              [&](const ValueTrack& t) { return t.pointer == pointer.string(); });
    if (track == script.values_.end())
      track = script.values_.insert(track, ValueTrack{std::string(pointer.string()), {}, {}, 0});
    track->keys.push_back({key.time, key.ramp, *read});
    if (place->row->holder == world::Holder::Node &&
        std::find(script.nodes_.begin(), script.nodes_.end(), place->item) == script.nodes_.end())
      script.nodes_.push_back(place->item);
  }

  /// Reports all errors of an entry at once.
  void readEntry(const json::Value& entry) {
    if (!entry.isObject()) return error(entry, "an entry must be an object");
    for (std::size_t i = 0; i < entry.size(); ++i) {
      if (!isKnown(entry.key(i)))
        error(entry[i], "is an unknown member; carom simulate --drive-help lists the known ones");
    }
    Key key;
    const json::Value time = entry.find("time"), ramp = entry.find("ramp");
    if (time.isNumber() && time.number() >= 0 && !std::isinf(time.number())) {
      key.time = time.number();
    } else {
      error(time ? time : entry, "\"time\" must be a number of seconds, 0 or more");
    }
    if (ramp && !ramp.isBoolean()) error(ramp, "must be true or false");
    key.ramp = ramp.isBoolean() && ramp.boolean();
    if (entry.find("pointer")) return readValue(entry, key);
    const std::int32_t node = nodeOf(entry);
    bool any = false;
    for (const Member& known : kMembers) {
      const json::Value member = entry.find(known.name);
      if (!member) continue;
      any = true;
      const std::optional<DVec3> value = valueOf(member, known);
      if (node < 0) continue;
      if (!prepare(node, known.driven)) {
        error(member, std::string(refusal(known.driven)));
      } else if (value) {
        key.value = *value;
        addKey(node, known, key);
      }
    }
    if (!any) error(entry, "the entry has no command; add for example \"linearActivation\"");
  }
};

std::string_view DriveScript::help() {
  return kHelp;
}

std::vector<DriveScript::Track>::iterator DriveScript::placeOf(std::int32_t node, Channel channel) {
  return std::lower_bound(tracks_.begin(), tracks_.end(), std::pair(node, channel),
                          [](const Track& a, const auto& key) { return std::pair(a.node, a.channel) < key; });
}

bool DriveScript::hasTrack(std::int32_t node, Channel channel) {
  const auto place = placeOf(node, channel);
  return place != tracks_.end() && place->node == node && place->channel == channel;
}

DriveScript::Track& DriveScript::track(std::int32_t node, Channel channel) {
  const auto place = placeOf(node, channel);
  if (place != tracks_.end() && place->node == node && place->channel == channel) return *place;
  return *tracks_.insert(place, Track{node, channel, {}, {}});
}

Result<DriveScript> DriveScript::read(std::string json, const Scene& scene) {
  Diagnostics errors;
  const auto document = json::Document::parse(std::move(json), {}, errors);
  if (!document) return document.diagnostics();
  const json::Value root = (*document)->root();
  DriveScript script;
  Reader reader{scene, errors, script};
  reader.findNames();
  if (!root.isArray()) reader.error(root, "a drive script must be an array of entries");
  for (std::size_t i = 0; root.isArray() && i < root.size(); ++i) reader.readEntry(root[i]);
  if (errors.hasErrors()) return errors;
  for (Track& track : script.tracks_) {
    stableSort(track.keys, [](const Key& a, const Key& b) { return a.time < b.time; });
  }
  for (ValueTrack& track : script.values_) {
    stableSort(track.keys, [](const ValueKey& a, const ValueKey& b) { return a.time < b.time; });
  }
  return script;
}

DVec3 DriveScript::Track::valueAt(double time) const {
  const auto next =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const Key& key) { return t < key.time; });
  const Key before = next == keys.begin() ? Key{0, false, first} : *(next - 1);
  if (next == keys.end() || !next->ramp) return before.value;
  return before.value + (next->value - before.value) * ((time - before.time) / (next->time - before.time));
}

void DriveScript::set(World& world, ValueTrack& track, const Value& value) {
  if (world.set(track.pointer, value) || track.refused) return;
  track.refused = true;
  diagnostics_.warning(codes::kPointerNotDriven, track.pointer,
                       "the world refuses the value that the drive script gives at " +
                           std::to_string(world.time()) + " s; docs/pointers.md says what may be written");
}

void DriveScript::applyValues(World& world) {
  const double time = world.time();
  for (ValueTrack& track : values_) {
    if (!track.first) track.first = world.get(track.pointer);
    while (track.next < track.keys.size() && track.keys[track.next].time <= time) {
      const ValueKey& key = track.keys[track.next++];
      set(world, track, key.value);
    }
    if (track.next == track.keys.size() || !track.keys[track.next].ramp || !track.first) continue;
    const ValueKey& to = track.keys[track.next];
    const ValueKey from = track.next == 0 ? ValueKey{0, false, *track.first} : track.keys[track.next - 1];
    if (to.value.type == ValueType::Boolean || to.value.type == ValueType::Integer) continue;
    Value value = to.value;
    const double fraction = (time - from.time) / (to.time - from.time);
    for (std::size_t i = 0; i < valueSize(value.type); ++i)
      value.numbers[i] = from.value.numbers[i] + (to.value.numbers[i] - from.value.numbers[i]) * fraction;
    set(world, track, value);
  }
}

void DriveScript::apply(World& world) {
  applyValues(world);
  const double time = world.time();
  for (std::size_t i = 0; i < tracks_.size();) {
    const std::int32_t node = tracks_[i].node;
    DVec3 value[kChannels];
    bool due[kChannels] = {};
    for (; i < tracks_.size() && tracks_[i].node == node; ++i) {
      const std::vector<Key>& keys = tracks_[i].keys;
      const auto c = static_cast<std::size_t>(tracks_[i].channel);
      due[c] = !keys.empty() && (keys.front().ramp || time >= keys.front().time);
      value[c] = tracks_[i].valueAt(time);
    }
    if (due[0] || due[1]) {
      for (const VehicleState& now : world.vehicles()) {
        if (now.node != node) continue;
        const DVec3 linear = due[0] ? value[0] : now.linear_activation;
        const DVec3 angular = due[1] ? value[1] : now.angular_activation;
        if (linear != now.linear_activation || angular != now.angular_activation)
          world.setVehicleActivation(node, linear, angular);
      }
    }
    if (due[2] || due[3]) world.setWheelTarget(node, value[2].x, value[3].x);
    if (due[4] || due[5])
      world.setThrusterTarget(node, value[4].x, {value[5].x, value[5].y}, ThrusterKind::Thruster);
    if (due[6] || due[7])
      world.setThrusterTarget(node, value[6].x, {value[7].x, value[7].y}, ThrusterKind::Hover);
  }
}

}  // namespace carom
