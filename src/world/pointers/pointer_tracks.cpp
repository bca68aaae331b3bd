// Values that animations drive (KHR_animation_pointer): found when the world is made, set before each step.
#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "world/world_implementation.hpp"

namespace carom {

namespace {

/// Whether keys of so many numbers can say a value of a type.
bool canSay(const PointerAnimation& keys, ValueType type) {
  return keys.components == valueSize(type);
}

/// One number of each key of an array of numbers.
PointerAnimation element(const PointerAnimation& track, std::size_t which) {
  PointerAnimation out = track;
  out.type = ValueType::Number;
  out.components = 1;
  out.values.clear();
  for (std::size_t i = which; i < track.values.size(); i += track.components)
    out.values.push_back(track.values[i]);
  return out;
}

/// Booleans and integers change at keys only, whatever the sampler says.
bool isDiscrete(ValueType type) {
  return type == ValueType::Boolean || type == ValueType::Integer;
}

double component(const PointerAnimation& track, std::size_t key, std::size_t part, std::size_t i) {
  const std::size_t size = track.components;
  const bool cubic = track.interpolation == KeyInterpolation::CubicSpline;
  return static_cast<double>(track.values[(cubic ? key * 3 + part : key) * size + i]);
}

/// glTF 2.0, appendix C, component by component; a quaternion is made unit again.
Value sample(const PointerAnimation& track, ValueType type, double time) {
  const auto next = std::upper_bound(track.times.begin(), track.times.end(), time,
                                     [](double t, float key) { return t < static_cast<double>(key); });
  const std::size_t key =
      next == track.times.begin() ? 0 : static_cast<std::size_t>(next - track.times.begin()) - 1;
  const bool between = next != track.times.begin() && next != track.times.end();
  Value out;
  out.type = type;
  const std::size_t size = valueSize(type);
  for (std::size_t i = 0; i < size; ++i) out.numbers[i] = component(track, key, 1, i);
  if (!between || track.interpolation == KeyInterpolation::Step || isDiscrete(type)) return out;
  const double from = static_cast<double>(track.times[key]);
  const double duration = static_cast<double>(track.times[key + 1]) - from, t = (time - from) / duration;
  for (std::size_t i = 0; i < size; ++i) {
    const double a = out.numbers[i], b = component(track, key + 1, 1, i);
    if (track.interpolation == KeyInterpolation::Linear) {
      out.numbers[i] = a + (b - a) * t;
      continue;
    }
    const double leaving = component(track, key, 2, i), arriving = component(track, key + 1, 0, i);
    const double t2 = t * t, t3 = t2 * t;
    out.numbers[i] = (2 * t3 - 3 * t2 + 1) * a + duration * (t3 - 2 * t2 + t) * leaving +
                     (3 * t2 - 2 * t3) * b + duration * (t3 - t2) * arriving;
  }
  return out;
}

}  // namespace

void World::Implementation::findPointerTracks(const Scene& scene) {
  const auto add = [&](const world::PropertyPlace& place, PointerAnimation keys) {
    pointer_tracks.push_back({place, std::move(keys), get(place).value_or(Value{place.row->type, {}})});
  };
  for (const PointerAnimation& track : scene.pointer_animations) {
    if (properties.lengthOf(track.target + ".length") == static_cast<std::int32_t>(track.components) &&
        properties.find(track.target + "/0")) {
      for (std::size_t i = 0; i < track.components; ++i)
        add(*properties.find(track.target + "/" + std::to_string(i)), element(track, i));
      continue;
    }
    const std::optional<world::PropertyPlace> place = properties.find(track.target);
    const auto leaveOut = [&](const std::string& why) {
      diagnostics.warning(codes::kPointerNotDriven, track.pointer, "'" + track.target + "' " + why);
    };
    if (!place) {
      leaveOut("names nothing that this world has; it is not animated");
    } else if (!place->row->writable) {
      leaveOut("cannot be changed while the world runs; it is not animated");
    } else if (!canSay(track, place->row->type)) {
      leaveOut("is of type " + std::string(valueTypeName(place->row->type)) + ", and the keys are of " +
               std::string(valueTypeName(track.type)) + "; it is not animated");
    } else if (!track.times.empty()) {
      add(*place, track);
    }
  }
}

/// The values that they had after so many steps: what depends on them is as it was then.
void World::Implementation::restorePointerTracks(std::uint64_t at) {
  if (pointer_tracks.empty()) return;
  const double then = static_cast<double>(at) * settings.time_step;
  players.advance(then, true);
  if (at > 0) return followPointerTracks(then);
  for (const PointerTrack& track : pointer_tracks) {
    if (track.place.row->holder != world::Holder::Node) set(track.place, track.first);
  }
}

void World::Implementation::followPointerTracks(double at_time) {
  for (const PointerTrack& track : pointer_tracks) {
    const std::span<const double> times = players.keyTimes();
    const auto animation = static_cast<std::size_t>(track.keys.animation);
    const double at = track.keys.animation >= 0 && animation < times.size() ? times[animation] : at_time;
    if (std::isnan(at)) continue;
    const Value value = sample(track.keys, track.place.row->type, at);
    const std::optional<Value> now = get(track.place);
    if (now && *now == value) continue;
    set(track.place, value);
  }
}

}  // namespace carom
