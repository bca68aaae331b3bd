// The state of a world as bytes, and back: the simulation's (solve/snapshot.cpp), and what the world adds to
// it: how many steps were made, where the nodes are, and which compound triggers are entered. The time and
// what is animated follow from the number of steps.

#include <cmath>

#include "base/byte_hash.hpp"
#include "base/byte_stream.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "world/fingerprint.hpp"
#include "world/limits.hpp"
#include "world/pointers/changes.hpp"
#include "world/sealed_bytes.hpp"
#include "world/world_implementation.hpp"

namespace carom {
namespace world {
namespace {

constexpr std::string_view kMagic = "CAROMSNP";
constexpr std::uint32_t kVersion = 6;
constexpr std::uint64_t kMaxSteps = std::uint64_t(1) << 52;  // Every step has a time of its own.

template <class Archive, class State>
void keepNode(Archive& archive, State& state, bool simulated) {
  archive(state.pose);
  if (simulated) archive(state.local, state.exact);
}

}  // namespace

void NodeTree::restoreSimulated(std::int32_t node, const DTransform& pose, const DTransform& local,
                                bool exact) {
  const std::size_t i = index(node);
  simulated_poses_[i] = pose;
  rotations_[i] = pose.rotation;
  nodes_[i].translation = local.translation;
  nodes_[i].rotation = local.rotation;
  inexact_[i] = exact ? 0 : 1;
}

void NodeTree::restoreGlobals(double time, std::span<const double> of_animations) {
  animate(time, of_animations);
  for (const std::int32_t node : top_down_) {
    if (simulated_[index(node)]) {
      globals_[index(node)] = parentGlobal(node) * affine(nodes_[index(node)]);
    } else {
      updateGlobal(node);
    }
  }
}

namespace {

/// Targets of vehicles and wheels, and their current values.
template <class Archive, class AnyVehicle>
void keepVehicle(Archive& archive, AnyVehicle& vehicle) {
  archive(vehicle.settings.linear_activation, vehicle.settings.angular_activation, vehicle.commanded);
}
template <class Archive, class AnyWheel>
void keepWheel(Archive& archive, AnyWheel& wheel) {
  archive(wheel.settings.target_propulsion_force_ratio, wheel.settings.target_steering_ratio,
          wheel.propulsion, wheel.steering);
}
template <class Archive, class AnyThruster>
void keepThruster(Archive& archive, AnyThruster& thruster) {
  auto& d = thruster.settings;
  archive(d.target_ratio, d.target_gimbal_ratio[0], d.target_gimbal_ratio[1], thruster.amount,
          thruster.gimbal[0], thruster.gimbal[1], thruster.distance, thruster.force);
}

struct VehicleParts {
  std::vector<CompiledVehicle> vehicles;
  std::vector<CompiledWheel> wheels;
  std::vector<CompiledThruster> thrusters;
};

/// Those of a scene with the targets and values that were saved.
VehicleParts readVehicles(ByteReader& in, const CompiledScene& compiled) {
  VehicleParts out{compiled.vehicles, compiled.wheels, compiled.thrusters};
  for (CompiledVehicle& vehicle : out.vehicles) keepVehicle(in, vehicle);
  for (CompiledWheel& wheel : out.wheels) keepWheel(in, wheel);
  for (CompiledThruster& thruster : out.thrusters) keepThruster(in, thruster);
  return out;
}

void putVehicles(const VehicleParts& parts, CompiledScene& compiled) {
  compiled.vehicles = parts.vehicles;
  compiled.wheels = parts.wheels;
  compiled.thrusters = parts.thrusters;
}

void checkVehicles(const VehicleParts& parts, ByteReader& in) {
  const auto is_tame = [](const auto&... numbers) { return ((std::abs(numbers) <= kMaxCoordinate) && ...); };
  for (const CompiledWheel& w : parts.wheels) {
    if (!is_tame(w.settings.target_propulsion_force_ratio, w.settings.target_steering_ratio, w.steering))
      in.fail("a wheel's targets are out of range");
  }
  for (const CompiledThruster& t : parts.thrusters) {
    const ThrusterDescription& d = t.settings;
    const double gimbal = std::abs(t.gimbal[0]) + std::abs(t.gimbal[1]);
    if (d.target_ratio < 0 || d.target_ratio > 1 ||
        !is_tame(d.target_gimbal_ratio[0], d.target_gimbal_ratio[1]) || t.amount < 0 ||
        t.amount > d.maximum || gimbal > 1.5 * d.max_gimbal)
      in.fail("a thruster's state is out of range");
  }
  for (const CompiledVehicle& v : parts.vehicles) {
    if (!isWithin(v.settings.linear_activation, 1) || !isWithin(v.settings.angular_activation, 1))
      in.fail("a vehicle's activation is out of range");
  }
}

}  // namespace

void TriggerTracker::save(ByteWriter& out) const {
  out.count(counts_.size());
  for (const auto& [key, count] : counts_) out(key.first, key.second, count);
}

bool TriggerTracker::restore(ByteReader& in, std::size_t colliders, std::size_t nodes) {
  constexpr std::size_t kEntryBytes = 12;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> counts;
  for (std::size_t left = in.count(kEntryBytes); left > 0; --left) {
    std::int32_t compound = -1, collider = -1, count = 0;
    in(compound, collider, count);
    if (!in.ok()) return false;
    const bool known =
        compound >= 0 && static_cast<std::size_t>(compound) < nodes_.size() &&
        (collider < 0 ? by_body_[compound] != 0 &&
                            static_cast<std::size_t>(-1 - static_cast<std::int64_t>(collider)) < nodes
                      : static_cast<std::size_t>(collider) < colliders);
    const std::size_t most = nodes_.size() * (collider < 0 ? colliders : 1);
    if (!known || count <= 0 || static_cast<std::size_t>(count) > most ||
        (!counts.empty() && counts.rbegin()->first >= std::pair(compound, collider)))
      return in.fail("the state of a compound trigger is impossible");
    counts.emplace_hint(counts.end(), std::pair(compound, collider), count);
  }
  if (in.ok()) counts_ = std::move(counts);
  return in.ok();
}

}  // namespace world

world::Origins World::Implementation::origins() const {
  if (!fingerprint) {
    ByteHash hash;
    hash(scene_fingerprint, world::geometryFingerprint(query_geometry));
    // How the scene was compiled: indices in the state mean nothing where that is done otherwise.
    for (const world::CompiledBody& body : compiled.bodies) hash(body.motion, body.node, body.body);
    for (const world::CompiledCollider& collider : compiled.colliders)
      hash(collider.node, collider.trigger, collider.collider, collider.simulation_body);
    fingerprint = hash.value();
  }
  return {*fingerprint, world::settingsFingerprint(settings)};
}

std::vector<std::byte> World::save() const {
  const Implementation& from = *implementation_;
  ByteWriter out;
  out(from.steps);
  for (std::size_t i = 0; i < from.compiled.bodies.size(); ++i) {
    const std::int32_t node = from.compiled.bodies[i].node;
    const world::NodeState state{from.poses[i], from.nodes.localPose(node), from.nodes.isExact(node)};
    world::keepNode(out, state, !from.compiled.bodies[i].properties.animated);
  }
  for (const world::CompiledVehicle& vehicle : from.compiled.vehicles) world::keepVehicle(out, vehicle);
  for (const world::CompiledWheel& wheel : from.compiled.wheels) world::keepWheel(out, wheel);
  for (const world::CompiledThruster& thruster : from.compiled.thrusters) world::keepThruster(out, thruster);
  from.saveChanges(out);
  from.triggers.save(out);
  from.compiled.simulation->save(out);
  return world::sealed(world::kMagic, world::kVersion, from.origins(), out.written());
}

Diagnostics World::restore(std::span<const std::byte> bytes) {
  Implementation& to = *implementation_;
  Diagnostics errors;
  world::Origins origins;
  const std::span<const std::byte> content =
      world::unsealed(bytes, world::kMagic, world::kVersion, codes::kSnapshotInvalid, origins, errors);
  if (errors.hasErrors()) return errors;
  const world::Origins own = to.origins();
  if (origins.scene != own.scene || origins.settings != own.settings) {
    errors.error(codes::kSnapshotForeign, "",
                 origins.scene != own.scene ? "it was saved by a world of another scene"
                                            : "it was saved by a world with other settings");
    return errors;
  }

  ByteReader in(content);
  std::uint64_t steps = 0;
  in(steps);
  if (steps > world::kMaxSteps) in.fail("the number of steps exceeds the limit");
  std::vector<world::NodeState> nodes(to.compiled.bodies.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    world::keepNode(in, nodes[i], !to.compiled.bodies[i].properties.animated);
  // Read twice: what vehicles may do depends on the values that were set, which follow.
  ByteReader first = in;
  world::readVehicles(in, to.compiled);
  Implementation::Changes changes;
  if (!Implementation::readChanges(in, changes) || !to.fits(changes)) {
    errors.error(codes::kSnapshotInvalid, "",
                 in.ok() ? "a value was set that this world does not have" : std::string(in.why()));
    return errors;
  }
  Implementation::Changes before;
  ByteWriter kept;
  before.take(to);
  to.compiled.simulation->save(kept);
  const world::VehicleParts parts_before{to.compiled.vehicles, to.compiled.wheels, to.compiled.thrusters};
  to.takeChanges(changes);
  to.restorePointerTracks(steps);
  const world::VehicleParts parts = world::readVehicles(first, to.compiled);
  world::checkVehicles(parts, in);
  world::TriggerTracker triggers = to.triggers;
  // The simulation reads to the end and is the last that can refuse.
  const bool triggers_fit = triggers.restore(in, to.compiled.colliders.size(), to.body_of_node.size());
  ByteReader again = in;
  if (!triggers_fit || !to.compiled.simulation->restore(in)) {
    errors.error(codes::kSnapshotInvalid, "", in.why());
    to.takeChanges(before);
    to.restorePointerTracks(to.steps);
    world::putVehicles(parts_before, to.compiled);
    ByteReader back(kept.written());
    to.compiled.simulation->restore(back);
    return errors;
  }
  to.triggers = std::move(triggers);
  world::putVehicles(parts, to.compiled);
  to.steps = steps;
  to.restoreNodes(nodes);
  // Contacts that were made with shapes of another scale do not hold.
  if (to.rescaleColliders()) {
    to.compiled.simulation->restore(again);
    to.restoreNodes(nodes);
  }
  to.touched = true;
  if (to.log) to.log->addRestore(bytes);
  return errors;
}

void World::Implementation::restoreNodes(std::span<const world::NodeState> states) {
  time = static_cast<double>(steps) * settings.time_step;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const world::CompiledBody& body = compiled.bodies[i];
    poses[i] = states[i].pose;
    if (!body.properties.animated)
      nodes.restoreSimulated(body.node, states[i].pose, states[i].local, states[i].exact);
  }
  players.advance(time, true);
  for (const NodeAnimation& track : nodes.tracks()) {
    const world::AnimationPlayer* player = players.find(track.animation);
    if (player != nullptr && player->waits) nodes.putBack(track);
  }
  nodes.restoreGlobals(time, players.keyTimes());
  // What was set is not what an animation says that does not play.
  if (players.areHeld()) {
    for (const auto& [pointer, change] : changed) {
      const std::optional<world::PropertyPlace> place = properties.find(pointer);
      if (place && place->row->holder == world::Holder::Node) set(*place, change.now);
    }
  }
  moved.clear();
  placeDrivenNodes(true);
  nodes.updateGlobals();
  // After a restore, every node counts as moved.
  moved = motionNodes();
  events.clear();
  takeStatistics();
}

}  // namespace carom
