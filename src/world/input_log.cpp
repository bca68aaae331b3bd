#include "world/input_log.hpp"

#include <algorithm>

namespace carom::world {

InputLog::InputLog(const RecordingOptions& options, const WorldSettings& settings, std::uint64_t first_step,
                   std::uint64_t start_hash, std::span<const std::byte> start)
    : hash_interval_(std::max(1u, options.hash_interval)) {
  out_.text(options.scene);
  out_(settings.time_step, settings.substeps, settings.threads, settings.gravity.has_value(),
       settings.gravity.value_or(DVec3{}), settings.sleeping, settings.continuous,
       static_cast<std::uint8_t>(settings.filter_rule), settings.density, settings.static_slip_speed,
       settings.restitution_threshold);
  out_(first_step, start_hash);
  out_.count(start.size());
  out_.bytes(start);
}

void InputLog::flushSteps(ByteWriter& out, std::uint32_t steps) {
  if (steps == 1) out(static_cast<std::uint8_t>(Operation::Step));
  if (steps > 1) out(static_cast<std::uint8_t>(Operation::Steps), steps);
}

void InputLog::begin(Operation operation) {
  flushSteps(out_, pending_steps_);
  pending_steps_ = 0;
  out_(static_cast<std::uint8_t>(operation));
}

namespace {

/// What may be infinite has a flag: nothing infinite is read.
void writeNumber(ByteWriter& out, double number) {
  out(std::isinf(number), std::isinf(number) ? (number > 0 ? 1.0 : -1.0) : number);
}

}  // namespace

void InputLog::addValue(std::string_view pointer, const carom::Value& value) {
  begin(Operation::Value);
  out_.text(pointer);
  out_(static_cast<std::uint8_t>(value.type));
  for (const double number : value.numbers) writeNumber(out_, number);
}

void InputLog::addAnimation(std::int32_t animation, bool start, double first, double second, double third) {
  begin(Operation::Animation);
  out_(animation, start);
  for (const double number : {first, second, third}) writeNumber(out_, number);
}

void InputLog::addRestore(std::span<const std::byte> snapshot) {
  begin(Operation::Restore);
  out_.count(snapshot.size());
  out_.bytes(snapshot);
}

bool InputLog::addStep() {
  ++pending_steps_;
  return ++since_hash_ >= hash_interval_;
}

void InputLog::addHash(std::uint64_t hash) {
  begin(Operation::Hash);
  out_(hash);
  since_hash_ = 0;
}

std::vector<std::byte> InputLog::content(std::uint64_t hash) const {
  ByteWriter out = out_;
  flushSteps(out, pending_steps_);
  if (since_hash_ > 0) out(static_cast<std::uint8_t>(Operation::Hash), hash);
  return out.take();
}

}  // namespace carom::world
