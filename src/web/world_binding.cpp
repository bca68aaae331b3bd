// Worlds: making them, stepping, reading, changing bodies, states.

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "carom/world/recording.hpp"
#include "web/answer.hpp"
#include "web/bound_scene.hpp"
#include "web/bound_world.hpp"
#include "web/export.hpp"
#include "web/lent_threads.hpp"

namespace carom::web {
namespace {

/// The settings' places in the array that JavaScript hands over.
enum Setting : std::uint8_t {
  kTimeStep,
  kSubsteps,
  kThreads,
  kLanes,
  kHasGravity,
  kGravityX,
  kGravityY,
  kGravityZ,
  kSleeping,
  kContinuous,
  kFilterRule,
  kDensity,
  kStaticSlipSpeed,
  kRestitutionThreshold,
  kBehavior,
  kSettings
};

WorldSettings settingsOf(const double* values) {
  WorldSettings out;
  out.time_step = values[kTimeStep];
  out.substeps = static_cast<std::int32_t>(values[kSubsteps]);
  out.threads = static_cast<std::int32_t>(values[kThreads]);
  out.lanes = static_cast<std::int32_t>(values[kLanes]);
  if (values[kHasGravity] != 0) out.gravity = {values[kGravityX], values[kGravityY], values[kGravityZ]};
  out.sleeping = values[kSleeping] != 0;
  out.continuous = values[kContinuous] != 0;
  out.filter_rule = values[kFilterRule] != 0 ? FilterRule::Literal : FilterRule::Shared;
  out.density = values[kDensity];
  out.static_slip_speed = values[kStaticSlipSpeed];
  out.restitution_threshold = values[kRestitutionThreshold];
  if (out.threads > 1) out.scheduler = lentScheduler();
  return out;
}

/// Calls change(body) for a node's body; 0 where it has none or refuses.
template <class Change>
std::int32_t ofBody(BoundWorld* bound, std::int32_t node, Change&& change) {
  const BodyHandle body = bound->world.bodyOfNode(node);
  return body && change(body) ? 1 : 0;
}

std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

/// The settings that the library takes unless told otherwise.
CAROM_WEB(void) carom_default_settings() {
  const WorldSettings usual;
  std::vector<double>& out = newAnswer().numbers;
  out.assign(kSettings, 0);
  out[kTimeStep] = usual.time_step, out[kSubsteps] = usual.substeps, out[kThreads] = usual.threads;
  out[kLanes] = usual.lanes, out[kSleeping] = usual.sleeping, out[kContinuous] = usual.continuous;
  out[kDensity] = usual.density, out[kStaticSlipSpeed] = usual.static_slip_speed;
  out[kRestitutionThreshold] = usual.restitution_threshold, out[kBehavior] = 1;
}

CAROM_WEB(BoundWorld*) carom_world_create(const BoundScene* scene, const double* settings) {
  return new BoundWorld(scene->scene, settingsOf(settings), settings[kBehavior] != 0);
}
CAROM_WEB(void) carom_world_free(BoundWorld* bound) {
  delete bound;
}
CAROM_WEB(void) carom_world_step(BoundWorld* bound, std::uint32_t count) {
  bound->step(count);
}
CAROM_WEB(double) carom_world_time(const BoundWorld* bound) {
  return bound->world.time();
}
CAROM_WEB(double) carom_world_step_count(const BoundWorld* bound) {
  return static_cast<double>(bound->world.stepCount());
}
/// s, as the world has it.
CAROM_WEB(double) carom_world_time_step(const BoundWorld* bound) {
  return bound->world.settings().time_step;
}
/// Gravity, m/s².
CAROM_WEB(void) carom_world_gravity(const BoundWorld* bound) {
  newAnswer().add(bound->world.gravity());
}
/// The higher and the lower half of the state hash.
CAROM_WEB(void) carom_world_hash(const BoundWorld* bound) {
  const std::uint64_t hash = bound->world.stateHash();
  newAnswer().numbers = {static_cast<double>(hash >> 32), static_cast<double>(hash & 0xffffffffu)};
}
CAROM_WEB(void) carom_world_diagnostics(const BoundWorld* bound) {
  std::vector<Diagnostic> all = bound->world.diagnostics().items();
  if (bound->behavior) {
    const std::vector<Diagnostic>& found = bound->behavior->diagnostics().items();
    all.insert(all.end(), found.begin(), found.end());
  }
  newAnswer().say(all);
}
CAROM_WEB(void) carom_world_statistics(const BoundWorld* bound) {
  const StepStatistics& s = bound->world.statistics();
  newAnswer().numbers = {double(s.awake_bodies),    double(s.sleeping_bodies), double(s.contact_pairs),
                         double(s.touching_pairs),  double(s.contact_points),  double(s.islands),
                         double(s.max_penetration), double(s.mean_penetration)};
}

/// Fills a view's arrays and returns how many things there are; 0 for what is no view.
CAROM_WEB(std::uint32_t) carom_world_view(BoundWorld* bound, std::uint32_t view) {
  return view < kViewStrides.size() ? bound->refresh(static_cast<View>(view)).count : 0;
}
CAROM_WEB(const std::int32_t*) carom_view_integers(BoundWorld* bound, std::uint32_t view) {
  return view < kViewStrides.size() ? bound->views[view].integers.data() : nullptr;
}
CAROM_WEB(const double*) carom_view_numbers(BoundWorld* bound, std::uint32_t view) {
  return view < kViewStrides.size() ? bound->views[view].numbers.data() : nullptr;
}
/// Integers of each thing in the lower 16 bits, numbers in the higher; 0 for what is no view.
CAROM_WEB(std::uint32_t) carom_view_strides(std::uint32_t view) {
  return view < kViewStrides.size() ? kViewStrides[view].integers | (kViewStrides[view].numbers << 16) : 0;
}

CAROM_WEB(std::int32_t)
carom_set_linear_velocity(BoundWorld* bound, std::int32_t node, double x, double y, double z) {
  return ofBody(bound, node, [&](BodyHandle body) {
    return bound->world.setLinearVelocity(body, {x, y, z});
  });
}
CAROM_WEB(std::int32_t)
carom_set_angular_velocity(BoundWorld* bound, std::int32_t node, double x, double y, double z) {
  return ofBody(bound, node, [&](BodyHandle body) {
    return bound->world.setAngularVelocity(body, {x, y, z});
  });
}
/// Position and rotation, seven numbers.
CAROM_WEB(std::int32_t) carom_set_transform(BoundWorld* bound, std::int32_t node, const double* v) {
  const DTransform pose{{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}};
  return ofBody(bound, node, [&](BodyHandle body) { return bound->world.setTransform(body, pose); });
}
/// Impulse and point, six numbers.
CAROM_WEB(std::int32_t) carom_apply_impulse(BoundWorld* bound, std::int32_t node, const double* v) {
  return ofBody(bound, node, [&](BodyHandle body) {
    return bound->world.applyImpulse(body, {v[0], v[1], v[2]}, {v[3], v[4], v[5]});
  });
}
/// Force and point, six numbers.
CAROM_WEB(std::int32_t) carom_apply_force(BoundWorld* bound, std::int32_t node, const double* v) {
  return ofBody(bound, node, [&](BodyHandle body) {
    return bound->world.applyForce(body, {v[0], v[1], v[2]}, {v[3], v[4], v[5]});
  });
}
CAROM_WEB(std::int32_t)
carom_apply_torque(BoundWorld* bound, std::int32_t node, double x, double y, double z) {
  return ofBody(bound, node, [&](BodyHandle body) { return bound->world.applyTorque(body, {x, y, z}); });
}
CAROM_WEB(std::int32_t) carom_wake(BoundWorld* bound, std::int32_t node) {
  return ofBody(bound, node, [&](BodyHandle body) { return bound->world.wake(body), true; });
}
/// Linear and angular activation, six numbers.
CAROM_WEB(std::int32_t) carom_set_vehicle(BoundWorld* bound, std::int32_t node, const double* v) {
  return bound->world.setVehicleActivation(node, {v[0], v[1], v[2]}, {v[3], v[4], v[5]}) ? 1 : 0;
}
CAROM_WEB(std::int32_t)
carom_set_wheel(BoundWorld* bound, std::int32_t node, double propulsion, double steering) {
  return bound->world.setWheelTarget(node, propulsion, steering) ? 1 : 0;
}
CAROM_WEB(std::int32_t)
carom_set_thruster(BoundWorld* bound, std::int32_t node, double ratio, double gimbal_x, double gimbal_y,
                   std::int32_t kind) {
  if (kind < 0 || kind > 2) return 0;
  return bound->world.setThrusterTarget(node, ratio, {gimbal_x, gimbal_y}, static_cast<ThrusterKind>(kind))
             ? 1
             : 0;
}

CAROM_WEB(void) carom_world_save(const BoundWorld* bound) {
  newAnswer().text = textOf(bound->save());
}
/// 1, or 0 and the diagnostics.
CAROM_WEB(std::int32_t)
carom_world_restore(BoundWorld* bound, const std::byte* bytes, std::uint32_t size) {
  Answer& answer = newAnswer();
  const Diagnostics found = bound->restore({bytes, size});
  if (found.hasErrors()) return answer.say(found.items()), 0;
  bound->forgetStep();
  return 1;
}
CAROM_WEB(void) carom_recording_start(BoundWorld* bound, const char* scene) {
  bound->world.startRecording({.scene = scene});
}
/// The recording so far; it goes on.
CAROM_WEB(void) carom_recording_so_far(const BoundWorld* bound) {
  newAnswer().text = textOf(bound->world.recording());
}
CAROM_WEB(void) carom_recording_stop(BoundWorld* bound) {
  newAnswer().text = textOf(bound->world.stopRecording());
}
/// Does a recording again. 1 and the numbers: steps, hashes compared, first step that differs or -1; or 0 and
/// the diagnostics.
CAROM_WEB(std::int32_t)
carom_replay(const BoundScene* scene, const std::byte* bytes, std::uint32_t size) {
  Answer& answer = newAnswer();
  const Result<Recording> recording = Recording::read({bytes, size});
  if (!recording) return answer.say(recording.diagnostics().items()), 0;
  const Result<Replay> replay = recording->replay(*scene->scene, 1);
  if (!replay) return answer.say(replay.diagnostics().items()), 0;
  answer.numbers = {static_cast<double>(replay->steps), static_cast<double>(replay->hashes),
                    replay->differs_at ? static_cast<double>(*replay->differs_at) : -1.0};
  return 1;
}

}  // namespace carom::web
