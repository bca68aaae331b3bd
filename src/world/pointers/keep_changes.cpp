// Values that were set, in snapshots: with them the world is what it was when it was saved.
#include <cmath>

#include "base/byte_stream.hpp"
#include "world/pointers/changes.hpp"
#include "world/world_implementation.hpp"

namespace carom {

namespace {

/// An infinite time or number has a flag: nothing infinite is read.
void writeNumber(ByteWriter& out, double number) {
  out(std::isinf(number), std::isinf(number) ? (number > 0 ? 1.0 : -1.0) : number);
}

double readNumber(ByteReader& in) {
  bool infinite = false;
  double number = 0;
  in(infinite, number);
  return infinite ? (number > 0 ? kInfinity : -kInfinity) : number;
}

void writeValue(ByteWriter& out, const Value& value) {
  out(static_cast<std::uint8_t>(value.type));
  for (const double number : value.numbers) writeNumber(out, number);
}

Value readValue(ByteReader& in) {
  std::uint8_t type = 0;
  in(type);
  if (type > static_cast<std::uint8_t>(ValueType::Matrix4)) in.fail("a value has a type that is not known");
  Value value;
  if (in.ok()) value.type = static_cast<ValueType>(type);
  for (double& number : value.numbers) number = readNumber(in);
  return value;
}

}  // namespace

void World::Implementation::Changes::take(const Implementation& from) {
  values = from.changed;
  players = from.players.players();
  held = from.players.areHeld();
}

void World::Implementation::saveChanges(ByteWriter& out) const {
  out.count(changed.size());
  for (const auto& [pointer, change] : changed) {
    out.text(pointer);
    writeValue(out, change.first);
    writeValue(out, change.now);
  }
  out(players.areHeld());
  out.count(players.players().size());
  for (const world::AnimationPlayer& p : players.players()) {
    out(p.playing, p.repeats, p.waits, p.begun, p.start);
    writeNumber(out, p.end);
    writeNumber(out, p.stop_at);
    out(p.speed, p.held);
  }
  out.count(placed.size());
  for (const PlacedBody& p : placed) out(p.body, p.pose, p.linear, p.angular);
}

bool World::Implementation::readChanges(ByteReader& in, Changes& changes) {
  constexpr std::size_t kLeastBytes = 16;
  for (std::size_t left = in.count(kLeastBytes); left > 0 && in.ok(); --left) {
    std::string pointer = in.text();
    const Value first = readValue(in), now = readValue(in);
    if (!changes.values.emplace(std::move(pointer), Changed{first, now}).second)
      return in.fail("a value is there twice");
  }
  in(changes.held);
  for (std::size_t left = in.count(kLeastBytes); left > 0 && in.ok(); --left) {
    world::AnimationPlayer& p = changes.players.emplace_back();
    in(p.playing, p.repeats, p.waits, p.begun, p.start);
    p.end = readNumber(in);
    p.stop_at = readNumber(in);
    in(p.speed, p.held);
    if (!(p.speed > 0)) return in.fail("an animation plays with a speed that is none");
  }
  for (std::size_t left = in.count(kLeastBytes); left > 0 && in.ok(); --left) {
    PlacedBody& p = changes.placed.emplace_back();
    in(p.body, p.pose, p.linear, p.angular);
  }
  return in.ok();
}

bool World::Implementation::fits(const Changes& changes) const {
  if (changes.players.size() != players.players().size()) return false;
  for (const PlacedBody& p : changes.placed) {
    if (p.body < 0 || static_cast<std::size_t>(p.body) >= compiled.bodies.size()) return false;
  }
  for (const auto& [pointer, change] : changes.values) {
    const std::optional<world::PropertyPlace> place = properties.find(pointer);
    if (!place || !place->row->writable || place->row->type != change.now.type ||
        place->row->type != change.first.type)
      return false;
  }
  return true;
}

/// What was computed from the colliders before it was set is computed again.
void World::Implementation::forgetInertia(const world::PropertyPlace& place) {
  world::CompiledBody& body = compiled.bodies[body_of_motion[place.item]];
  if (place.row->property == world::Property::InertiaDiagonal) body.has_moments = body.had_moments;
  if (place.row->property == world::Property::InertiaOrientation) body.has_axes = body.had_moments;
  renewBody(body);
}

void World::Implementation::takeChanges(const Changes& changes) {
  for (const auto& [pointer, change] : changed) {
    if (changes.values.contains(pointer)) continue;
    const world::PropertyPlace place = *properties.find(pointer);
    set(place, change.first);
    if (place.row->holder == world::Holder::Motion) forgetInertia(place);
  }
  for (const auto& [pointer, change] : changes.values) {
    const auto known = changed.find(pointer);
    if (known == changed.end() || !(known->second.now == change.now))
      set(*properties.find(pointer), change.now);
  }
  changed = changes.values;
  players.setHeld(changes.held);
  for (std::size_t i = 0; i < changes.players.size(); ++i) {
    world::AnimationPlayer& player = players.players()[i];
    const double first = player.first, last = player.last;
    player = changes.players[i];
    player.first = first, player.last = last;
  }
  placed = changes.placed;
  if (nodes_set) placeSetNodes();
  if (std::exchange(ask_surfaces, false)) compiled.simulation->askPolicyAgain();
}

}  // namespace carom
