#include "carom/output/drive_script.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "carom/base/diagnostic_codes.hpp"
#include "json/document.hpp"

namespace carom {
namespace {

constexpr std::string_view kHelp =
    R"(A drive script is a JSON array. Each entry says what one node is to do from a time on:

  [
    {"time": 1, "name": "Car", "linearActivation": [0, 0, 1]},
    {"time": 3, "name": "Car", "angularActivation": [0, 0.5, 0], "ramp": true},
    {"time": 8, "name": "Car", "linearActivation": [0, 0, 0], "angularActivation": [0, 0, 0]}
  ]

  time               s, 0 or more
  node | name        index or name of the node that is driven; a name must be that of one node only
  linearActivation   of a vehicle body, -1..1 along its X (left), Y (up) and Z (forward)
  angularActivation  of a vehicle body, -1..1 about the same axes; Y is steering, left positive
  targetPropulsionForceRatio, targetSteeringRatio
                     of a wheel that no vehicle commands, -1..1
  ramp               true: reached at `time` in a straight line from what the node was told before;
                     false, or left out: changes at `time`

What an entry leaves out stays as it was. Entries may stand in any order.
)";

struct ChannelName {
  std::string_view name;
  bool vector;
};
constexpr ChannelName kChannels[] = {{"linearActivation", true},
                                     {"angularActivation", true},
                                     {"targetPropulsionForceRatio", false},
                                     {"targetSteeringRatio", false}};
constexpr std::size_t kVehicleChannels = 2;

bool isKnown(std::string_view member) {
  for (const ChannelName& channel : kChannels) {
    if (member == channel.name) return true;
  }
  return member == "time" || member == "node" || member == "name" || member == "ramp";
}

}  // namespace

struct DriveScript::Reader {
  const Scene& scene;
  Diagnostics& errors;
  DriveScript& script;
  std::map<std::string_view, std::pair<std::int32_t, int>> names;  // Node and how many have the name.

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
      error(entry, "exactly one of \"node\" and \"name\" has to say what is driven");
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
      error(name,
            "is the name of " + std::to_string(found->second.second) + " nodes; say which with \"node\"");
    } else {
      return found->second.first;
    }
    return -1;
  }

  std::optional<DVec3> valueOf(const json::Value& value, bool vector) {
    DVec3 out;
    bool good = vector ? value.isArray() && value.size() == 3 : value.isNumber();
    for (std::size_t i = 0; good && i < (vector ? 3u : 1u); ++i) {
      const json::Value number = vector ? value[i] : value;
      good = number.isNumber() && number.number() >= -1 && number.number() <= 1;
      if (good) out[i] = number.number();
    }
    if (good) return out;
    error(value, vector ? "has to be three numbers from -1 to 1" : "has to be a number from -1 to 1");
    return std::nullopt;
  }

  bool takes(std::int32_t node, std::size_t channel) const {
    if (channel < kVehicleChannels) {
      return std::any_of(scene.vehicles.begin(), scene.vehicles.end(),
                         [&](const Vehicle& v) { return v.node == node && v.motion >= 0; });
    }
    return std::any_of(scene.wheels.begin(), scene.wheels.end(),
                       [&](const Wheel& w) { return w.node == node && w.motion >= 0 && w.vehicle < 0; });
  }

  void readEntry(const json::Value& entry) {
    if (!entry.isObject()) return error(entry, "an entry has to be an object");
    for (std::size_t i = 0; i < entry.size(); ++i) {
      if (!isKnown(entry.key(i))) error(entry[i], "is not known here; see carom simulate --drive-help");
    }
    const json::Value time = entry.find("time"), ramp = entry.find("ramp");
    if (!time.isNumber() || !(time.number() >= 0) || std::isinf(time.number()))
      return error(time ? time : entry, "\"time\" has to be a number of seconds, 0 or more");
    if (ramp && !ramp.isBoolean()) return error(ramp, "has to be true or false");
    const std::int32_t node = nodeOf(entry);
    if (node < 0) return;
    bool any = false;
    for (std::size_t c = 0; c < std::size(kChannels); ++c) {
      const json::Value member = entry.find(kChannels[c].name);
      if (!member) continue;
      any = true;
      const std::optional<DVec3> value = valueOf(member, kChannels[c].vector);
      if (!value) continue;
      if (!takes(node, c)) {
        error(member, c < kVehicleChannels ? "its node is not a vehicle body on a motion"
                                           : "its node is not a wheel on a body that no vehicle commands");
        continue;
      }
      script.track(node, static_cast<Channel>(c))
          .keys.push_back({time.number(), ramp && ramp.boolean(), *value});
    }
    if (!any) error(entry, "does not say what its node is to do");
  }
};

std::string_view DriveScript::help() {
  return kHelp;
}

DriveScript::Track& DriveScript::track(std::int32_t node, Channel channel) {
  const auto place =
      std::lower_bound(tracks_.begin(), tracks_.end(), std::pair(node, channel),
                       [](const Track& a, const auto& key) { return std::pair(a.node, a.channel) < key; });
  if (place != tracks_.end() && place->node == node && place->channel == channel) return *place;
  return *tracks_.insert(place, Track{node, channel, {}});
}

Result<DriveScript> DriveScript::read(std::string json, const Scene& scene) {
  Diagnostics errors;
  const auto document = json::Document::parse(std::move(json), {}, errors);
  if (!document) return document.diagnostics();
  const json::Value root = (*document)->root();
  DriveScript script;
  Reader reader{scene, errors, script, {}};
  reader.findNames();
  if (!root.isArray()) reader.error(root, "a drive script has to be an array of entries");
  for (std::size_t i = 0; root.isArray() && i < root.size(); ++i) reader.readEntry(root[i]);
  if (errors.hasErrors()) return errors;
  for (Track& track : script.tracks_) {
    std::stable_sort(track.keys.begin(), track.keys.end(),
                     [](const Key& a, const Key& b) { return a.time < b.time; });
  }
  return script;
}

DVec3 DriveScript::Track::valueAt(double time) const {
  const auto next =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const Key& key) { return t < key.time; });
  const Key before = next == keys.begin() ? Key{} : *(next - 1);
  if (next == keys.end() || !next->ramp) return before.value;
  return before.value + (next->value - before.value) * ((time - before.time) / (next->time - before.time));
}

void DriveScript::apply(World& world) {
  const double time = world.time();
  for (std::size_t i = 0; i < tracks_.size();) {
    const std::int32_t node = tracks_[i].node;
    DVec3 value[std::size(kChannels)];
    bool told[std::size(kChannels)] = {};
    for (; i < tracks_.size() && tracks_[i].node == node; ++i) {
      const auto c = static_cast<std::size_t>(tracks_[i].channel);
      const Key& first = tracks_[i].keys.front();
      told[c] = first.ramp || time >= first.time;
      value[c] = tracks_[i].valueAt(time);
    }
    if (told[0] || told[1]) {
      for (const VehicleState& now : world.vehicles()) {
        if (now.node != node) continue;
        const DVec3 linear = told[0] ? value[0] : now.linear_activation;
        const DVec3 angular = told[1] ? value[1] : now.angular_activation;
        if (linear != now.linear_activation || angular != now.angular_activation)
          world.setVehicleActivation(node, linear, angular);
      }
    }
    if (told[2] || told[3]) world.setWheelTarget(node, value[2].x, value[3].x);
  }
}

}  // namespace carom
