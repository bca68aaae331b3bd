// Reading recordings and doing again what they say. The operations are gone through twice: once when the
// recording is read, to find out whether they are whole and to count them, and once to carry them out.

#include "carom/world/recording.hpp"

#include "carom/base/diagnostic_codes.hpp"
#include "world/input_log.hpp"
#include "world/sealed_bytes.hpp"
#include "world/world_implementation.hpp"

namespace carom {
namespace {

using world::Operation;

/// An operation and its arguments, as far as it has them.
struct Input {
  Operation operation = Operation::Step;
  std::uint32_t steps = 1;
  std::uint64_t hash = 0;
  BodyHandle body;
  DVec3 first, second;  ///< Vector or translation; point.
  DQuat rotation;       ///< Of any length.
  std::int32_t node = -1;
  std::uint8_t kind = 0;  ///< Of thrusters, ThrusterKind.
  std::span<const std::byte> snapshot;
  std::string pointer;
  Value value;
  bool starts = false;
};

double readNumber(ByteReader& in) {
  bool infinite = false;
  double number = 0;
  in(infinite, number);
  return infinite ? (number > 0 ? kInfinity : -kInfinity) : number;
}

bool readInput(ByteReader& in, Input& input) {
  std::uint8_t number = 0;
  in(number);
  if (!in.ok() || number >= world::kOperations) return in.fail("it has an unknown operation");
  input.operation = static_cast<Operation>(number);
  input.steps = 1;
  input.kind = 0;
  if ((input.operation >= Operation::LinearVelocity && input.operation <= Operation::Wake) ||
      input.operation == Operation::AngularImpulse) {
    in(input.body.index);
    input.body.generation = 1;
  }
  switch (input.operation) {
    case Operation::Step:
    case Operation::Wake:
    case Operation::HoldAnimations:
      break;
    case Operation::Steps:
      in(input.steps);
      break;
    case Operation::Hash:
      in(input.hash);
      break;
    case Operation::LinearVelocity:
    case Operation::AngularVelocity:
    case Operation::Torque:
    case Operation::AngularImpulse:
      in(input.first);
      break;
    case Operation::Transform:
      in(input.first, input.rotation.x, input.rotation.y, input.rotation.z, input.rotation.w);
      break;
    case Operation::Impulse:
    case Operation::Force:
      in(input.first, input.second);
      break;
    case Operation::VehicleActivation:
      in(input.node, input.first, input.second);
      break;
    case Operation::WheelTarget:
      in(input.node, input.first.x, input.first.y);
      break;
    case Operation::ThrusterTarget:
      in(input.node, input.first);
      break;
    case Operation::ThrusterTargetOfKind:
      in(input.node, input.first, input.kind);
      if (input.kind > static_cast<std::uint8_t>(ThrusterKind::Hover))
        return in.fail("it has an unknown kind of thruster");
      break;
    case Operation::Value: {
      std::uint8_t type = 0;
      input.pointer = in.text();
      in(type);
      if (type > static_cast<std::uint8_t>(ValueType::Matrix4))
        return in.fail("it has a type that is not known");
      input.value.type = static_cast<ValueType>(type);
      for (double& number : input.value.numbers) number = readNumber(in);
      break;
    }
    case Operation::Animation:
      in(input.node, input.starts);
      for (double* number : {&input.first.x, &input.first.y, &input.first.z}) *number = readNumber(in);
      break;
    case Operation::Restore:
      input.snapshot = in.bytes(in.count(1));
      break;
  }
  return in.ok();
}

/// Repeats a recorded call; false if the world rejects it.
bool carryOut(World& world, const Input& input) {
  if (input.operation == Operation::Restore) return !world.restore(input.snapshot).hasErrors();
  if (input.operation == Operation::HoldAnimations) return world.holdAnimations();
  if (input.operation == Operation::Value) return world.set(input.pointer, input.value);
  if (input.operation == Operation::Animation) {
    if (input.starts) return world.startAnimation(input.node, input.first.x, input.first.y, input.first.z);
    return world.stopAnimation(input.node, input.first.y != 0 ? std::optional(input.first.x) : std::nullopt);
  }
  if (input.operation == Operation::VehicleActivation)
    return world.setVehicleActivation(input.node, input.first, input.second);
  if (input.operation == Operation::WheelTarget)
    return world.setWheelTarget(input.node, input.first.x, input.first.y);
  if (input.operation == Operation::ThrusterTarget || input.operation == Operation::ThrusterTargetOfKind)
    return world.setThrusterTarget(input.node, input.first.x, {input.first.y, input.first.z},
                                   static_cast<ThrusterKind>(input.kind));
  if (!world.isValid(input.body)) return false;
  switch (input.operation) {
    case Operation::LinearVelocity:
      return world.setLinearVelocity(input.body, input.first);
    case Operation::AngularVelocity:
      return world.setAngularVelocity(input.body, input.first);
    case Operation::Transform:
      return world.setTransform(input.body, {input.first, input.rotation});
    case Operation::Impulse:
      return world.applyImpulse(input.body, input.first, input.second);
    case Operation::Force:
      return world.applyForce(input.body, input.first, input.second);
    case Operation::Torque:
      return world.applyTorque(input.body, input.first);
    case Operation::AngularImpulse:
      return world.applyAngularImpulse(input.body, input.first);
    default:
      world.wake(input.body);
      return true;
  }
}

/// Compares; false when the states differ.
bool isSame(Replay& replay, std::uint64_t step, std::uint64_t recorded, std::uint64_t found) {
  ++replay.hashes;
  replay.recorded_hash = recorded;
  replay.found_hash = found;
  if (recorded != found) replay.differs_at = step;
  return recorded == found;
}

}  // namespace

struct RecordingReader {
  static bool readStart(ByteReader& in, Recording& recording) {
    recording.scene_ = in.text();
    WorldSettings& s = recording.settings_;
    std::uint8_t filter_rule = 0;
    bool has_gravity = false;
    DVec3 gravity;
    in(s.time_step, s.substeps, s.threads, has_gravity, gravity, s.sleeping, s.continuous, filter_rule,
       s.density, s.static_slip_speed, s.restitution_threshold);
    if (has_gravity) s.gravity = gravity;
    if (filter_rule > 1) return in.fail("it has an unknown filter rule");
    s.filter_rule = static_cast<FilterRule>(filter_rule);
    in(recording.first_step_, recording.start_hash_);
    const std::span<const std::byte> start = in.bytes(in.count(1));
    recording.start_.assign(start.begin(), start.end());
    const std::span<const std::byte> events = in.bytes(in.remaining());
    recording.events_.assign(events.begin(), events.end());
    return in.ok();
  }

  static bool countInputs(Recording& recording, std::string& why) {
    ByteReader in(recording.events_);
    Input input;
    while (in.ok() && in.remaining() > 0) {
      if (!readInput(in, input)) break;
      if (input.operation <= Operation::Steps) recording.step_count_ += input.steps;
      if (input.operation > Operation::Hash) ++recording.input_count_;
    }
    why = in.why();
    return in.ok();
  }

  static Result<Recording> read(std::span<const std::byte> bytes) {
    Diagnostics errors;
    world::Origins origins;
    const std::span<const std::byte> content = world::unsealed(
        bytes, world::kRecordingMagic, world::kRecordingVersion, codes::kRecordingInvalid, origins, errors);
    if (errors.hasErrors()) return errors;
    Recording recording;
    recording.scene_fingerprint_ = origins.scene;
    ByteReader in(content);
    std::string why;
    if (!readStart(in, recording)) return Result<Recording>::failure(codes::kRecordingInvalid, "", in.why());
    if (!countInputs(recording, why)) return Result<Recording>::failure(codes::kRecordingInvalid, "", why);
    return recording;
  }
};

Result<Recording> Recording::read(std::span<const std::byte> bytes) {
  return RecordingReader::read(bytes);
}

Result<Replay> Recording::replay(const Scene& scene, std::int32_t threads) const {
  WorldSettings settings = settings_;
  if (threads > 0) settings.threads = threads;
  World world(scene, settings);
  if (world.fingerprint() != scene_fingerprint_)
    return Result<Replay>::failure(codes::kRecordingForeign, "", "it was recorded from another scene");
  if (!start_.empty()) {
    const Diagnostics errors = world.restore(start_);
    if (errors.hasErrors()) return errors;
  }
  Replay replay;
  if (!isSame(replay, first_step_, start_hash_, world.stateHash())) return replay;
  ByteReader in(events_);
  Input input;
  while (in.remaining() > 0 && readInput(in, input)) {
    if (input.operation <= Operation::Steps) {
      for (std::uint32_t i = 0; i < input.steps; ++i) world.step();
      replay.steps += input.steps;
    } else if (input.operation == Operation::Hash) {
      if (!isSame(replay, world.stepCount(), input.hash, world.stateHash())) return replay;
    } else if (!carryOut(world, input)) {
      replay.differs_at = world.stepCount();
      return replay;
    }
  }
  return replay;
}

void World::startRecording(const RecordingOptions& options) {
  Implementation& own = *implementation_;
  std::vector<std::byte> start;
  if (own.touched || own.steps > 0) start = save();
  own.log = std::make_unique<world::InputLog>(options, own.settings, own.steps, stateHash(), start);
}

bool World::isRecording() const {
  return implementation_->log != nullptr;
}

std::vector<std::byte> World::recording() const {
  if (!isRecording()) return {};
  return world::sealed(world::kRecordingMagic, world::kRecordingVersion, implementation_->origins(),
                       implementation_->log->content(stateHash()));
}

std::vector<std::byte> World::stopRecording() {
  std::vector<std::byte> bytes = recording();
  implementation_->log.reset();
  return bytes;
}

std::uint64_t World::fingerprint() const {
  return implementation_->origins().scene;
}

}  // namespace carom
