// The progress of a run as bytes, and back. Nothing in the bytes is trusted: types, indices and references
// are checked before the machine takes anything.
#include <cmath>

#include "base/bit_cast.hpp"
#include "base/byte_hash.hpp"
#include "base/byte_stream.hpp"
#include "behavior/machine.hpp"
#include "carom/base/diagnostic_codes.hpp"

namespace carom::behavior {

namespace {

constexpr std::string_view kMagic = "CAROMBHV";
constexpr std::uint32_t kVersion = 1;
constexpr double kMostIds = 9007199254740992.0;  // Numbers up to 2^53 are whole in double.

// Numbers of a graph may be infinite or NaN, which ByteReader does not read.
void writeNumber(ByteWriter& out, double number) {
  out(bitCast<std::uint64_t>(number));
}

double readNumber(ByteReader& in) {
  std::uint64_t bits = 0;
  in(bits);
  return bitCast<double>(bits);
}

double readTime(ByteReader& in) {
  double time = 0;
  in(time);
  return time;
}

/// References have a kind and a number.
std::size_t numbersOf(ValueType type) {
  return type == ValueType::Reference ? 2 : valueSize(type);
}

/// The numbers of a value whose type is known.
void writeValue(ByteWriter& out, const Value& value) {
  for (std::size_t i = 0; i < numbersOf(value.type); ++i) writeNumber(out, value.numbers[i]);
}

void writeTyped(ByteWriter& out, const Value& value) {
  out(static_cast<std::uint8_t>(value.type));
  writeValue(out, value);
}

class ProgressReader {
 public:
  ProgressReader(std::span<const std::byte> content, const BehaviorGraph& graph, const Program& program)
      : in_(content), graph_(graph), program_(program) {}

  ByteReader& in() { return in_; }
  Progress read(const Progress& like);
  std::map<std::string, Value, std::less<>> readFileValues();

 private:
  Value readValue(ValueType type);
  Value readTyped();
  bool isReference(const Value& value) const;
  /// The index of a node that has one of the operations, and its `done` flow.
  std::int32_t readNode(std::initializer_list<std::string_view> operations);
  void readStates(std::vector<NodeState>& states);
  Interpolation readInterpolation();
  PlayingAnimation readAnimation();
  WaitingEvent readEvent();

  ByteReader in_;
  const BehaviorGraph& graph_;
  const Program& program_;
};

bool ProgressReader::isReference(const Value& value) const {
  const double kind = value.numbers[0], number = value.numbers[1];
  if (!(number >= 0 && number <= kMostIds) || number != std::floor(number)) return false;
  if (kind == static_cast<double>(ReferenceKind::Object))
    return number < static_cast<double>(graph_.references.size());
  return kind == static_cast<double>(ReferenceKind::None) ||
         kind == static_cast<double>(ReferenceKind::Delay) ||
         kind == static_cast<double>(ReferenceKind::Event);
}

Value ProgressReader::readValue(ValueType type) {
  Value out;
  out.type = type;
  for (std::size_t i = 0; i < numbersOf(type); ++i) out.numbers[i] = readNumber(in_);
  const double first = out.numbers[0];
  const bool whole = first == std::floor(first) && first >= -2147483648.0 && first <= 2147483647.0;
  if ((type == ValueType::Boolean && first != 0 && first != 1) || (type == ValueType::Integer && !whole) ||
      (type == ValueType::Reference && !isReference(out)))
    in_.fail("a value is none of its type");
  return in_.ok() ? out : Value{type, {}};
}

Value ProgressReader::readTyped() {
  std::uint8_t type = 0;
  in_(type);
  if (type > static_cast<std::uint8_t>(ValueType::Reference))
    in_.fail("a value has a type that is not known");
  return readValue(in_.ok() ? static_cast<ValueType>(type) : ValueType::Number);
}

std::int32_t ProgressReader::readNode(std::initializer_list<std::string_view> operations) {
  constexpr std::size_t kDone = 2;
  std::int32_t node = -1;
  in_(node);
  if (in_.ok() && node >= 0 && static_cast<std::size_t>(node) < program_.nodes.size()) {
    const NodeProgram& own = program_.nodes[node];
    for (const std::string_view name : operations) {
      if (own.operation != nullptr && own.operation->name == name && own.flows.size() > kDone) return node;
    }
  }
  in_.fail("a node has another operation");
  return -1;
}

void ProgressReader::readStates(std::vector<NodeState>& states) {
  for (std::size_t i = 0; i < states.size() && in_.ok(); ++i) {
    NodeState& state = states[i];
    state.time = readNumber(in_);
    in_(state.bits);
    state.used.resize(in_.count(1));
    for (std::uint8_t& used : state.used) {
      in_(used);
      if (used > 1) in_.fail("a flag is neither 0 nor 1");
    }
    if (!state.used.empty() && state.used.size() != program_.nodes[i].flows.size())
      in_.fail("a node has another number of flows");
  }
}

Interpolation ProgressReader::readInterpolation() {
  Interpolation out;
  in_(out.variable);
  out.pointer = in_.text();
  in_(out.begun, out.duration, out.easing.p1[0], out.easing.p1[1], out.easing.p2[0], out.easing.p2[1],
      out.spherical);
  out.from = readTyped();
  out.to = readTyped();
  const bool is_variable = out.pointer.empty();
  out.node = readNode({is_variable ? "variable/interpolate" : "pointer/interpolate"});
  const ValueType type = out.to.type;
  const auto variables = static_cast<std::int32_t>(graph_.variables.size());
  const bool fits = is_variable ? out.variable >= 0 && out.variable < variables &&
                                      graph_.variables[out.variable].initial.type == type
                                : out.variable == -1;
  const bool has_between =
      type != ValueType::Boolean && type != ValueType::Integer && type != ValueType::Reference;
  const bool eases = out.easing.p1[0] >= 0 && out.easing.p1[0] <= 1 && out.easing.p2[0] >= 0 &&
                     out.easing.p2[0] <= 1 && out.duration >= 0;
  if (!fits || !has_between || !eases || out.from.type != type ||
      (out.spherical && type != ValueType::Vector4))
    in_.fail("an interpolation is impossible");
  return out;
}

PlayingAnimation ProgressReader::readAnimation() {
  PlayingAnimation out;
  in_(out.animation);
  out.start = readNumber(in_);
  out.end = readNumber(in_);
  out.stop = readNumber(in_);
  out.node = readNode({"animation/start"});
  bool stops = false;
  in_(stops);
  if (stops) out.stop_node = readNode({"animation/stopAt"});
  if (out.animation < 0) in_.fail("an animation is none of the file's");
  return out;
}

WaitingEvent ProgressReader::readEvent() {
  WaitingEvent out;
  in_(out.event, out.time);
  if (out.event < 0 || static_cast<std::size_t>(out.event) >= graph_.events.size()) {
    in_.fail("an event is none of the graph's");
    return out;
  }
  for (const BehaviorVariable& value : graph_.events[out.event].values)
    out.values.push_back(readValue(value.initial.type));
  return out;
}

constexpr std::size_t kEventBytes = 12, kDelayBytes = 20, kTriggerBytes = 13;  // At least.

Progress ProgressReader::read(const Progress& like) {
  Progress out;
  in_(out.last_id, out.current_event, out.random_state, out.started, out.ticked);
  out.now = readTime(in_), out.begun = readTime(in_), out.last_tick = readTime(in_);
  out.saved_at = readTime(in_);
  if (static_cast<double>(out.last_id) > kMostIds || out.current_event > out.last_id)
    in_.fail("a number of an event exceeds the limit");
  for (const NodeProgram& node : program_.nodes) {
    for (const OutputSocket& output : node.outputs) out.values.push_back(readValue(output.type));
  }
  out.states.resize(like.states.size());
  readStates(out.states);
  for (const BehaviorVariable& variable : graph_.variables)
    out.variables.push_back(readValue(variable.initial.type));
  for (std::size_t left = in_.count(kDelayBytes); left > 0 && in_.ok(); --left) {
    Delay& delay = out.delays.emplace_back();
    in_(delay.id, delay.time);
    delay.node = readNode({"flow/setDelay"});
    if (delay.id > out.last_id) in_.fail("a number of a delay exceeds the limit");
  }
  for (std::size_t left = in_.count(kDelayBytes); left > 0 && in_.ok(); --left)
    out.interpolations.push_back(readInterpolation());
  for (std::size_t left = in_.count(kDelayBytes); left > 0 && in_.ok(); --left)
    out.animations.push_back(readAnimation());
  for (std::size_t left = in_.count(kEventBytes); left > 0 && in_.ok(); --left)
    out.queue.push_back(readEvent());
  for (std::size_t left = in_.count(kEventBytes); left > 0 && in_.ok(); --left) {
    out.external.push_back(readEvent());
    if (out.external.size() > 1 && out.external[out.external.size() - 2].time > out.external.back().time)
      in_.fail("events are not in the order of their times");
  }
  for (std::size_t left = in_.count(kTriggerBytes); left > 0 && in_.ok(); --left) {
    TriggerChange& change = out.restored.emplace_back();
    in_(change.entered, change.trigger, change.collider, change.motion);
  }
  return out;
}

std::map<std::string, Value, std::less<>> ProgressReader::readFileValues() {
  constexpr std::size_t kLeastBytes = 9;
  std::map<std::string, Value, std::less<>> out;
  for (std::size_t left = in_.count(kLeastBytes); left > 0 && in_.ok(); --left) {
    std::string pointer = in_.text();
    const Value value = readTyped();
    if (!out.emplace(std::move(pointer), value).second) in_.fail("a value is there twice");
  }
  return out;
}

void addValue(ByteHash& hash, const Value& value) {
  hash(static_cast<std::uint32_t>(value.type));
  for (const double number : value.numbers) hash(number);
}

/// Of all that a state means something for: what nodes do, and what their sockets are connected to.
std::uint64_t fingerprintOf(const BehaviorGraph& graph, const Program& program) {
  ByteHash hash;
  for (const std::string& reference : graph.references) hash(std::string_view(reference));
  for (const BehaviorVariable& variable : graph.variables) addValue(hash, variable.initial);
  for (const BehaviorEvent& event : graph.events) {
    hash(std::string_view(event.id));
    for (const BehaviorVariable& value : event.values) addValue(hash, value.initial);
  }
  for (const NodeProgram& node : program.nodes) {
    hash(node.operation != nullptr ? node.operation->name : std::string_view());
    for (const InputSource& input : node.inputs) {
      hash(input.node, input.output);
      addValue(hash, input.constant);
    }
    for (const OutputSocket& output : node.outputs) addValue(hash, output.initial);
    for (const FlowTarget& flow : node.flows) hash(flow.node, flow.socket);
    for (const std::int32_t number : node.numbers) hash(number);
    for (const TemplatePart& part : node.text.parts) hash(std::string_view(part.literal), part.input);
    hash(static_cast<std::uint32_t>(node.type));
  }
  return hash.value();
}

}  // namespace

world::Origins Machine::origins() const {
  ByteHash graph, limits;
  graph(world_.fingerprint(), fingerprintOf(*graph_, program_));
  const BehaviorLimits& own = settings_.limits;
  limits(own.operations, own.events, own.waiting_events, own.delays, own.variable_interpolations,
         own.pointer_interpolations, own.animations, world_.settings().time_step);
  return {graph.value(), limits.value()};
}

std::vector<std::byte> Machine::save() const {
  if (!running_) return {};
  const Progress& from = progress_;
  ByteWriter out;
  out(from.last_id, from.current_event, from.random_state, from.started, from.ticked);
  out(from.now, from.begun, from.last_tick, world_.time());
  for (const Value& value : from.values) writeValue(out, value);
  for (const NodeState& state : from.states) {
    writeNumber(out, state.time);
    out(state.bits);
    out.count(state.used.size());
    for (const std::uint8_t used : state.used) out(used);
  }
  for (const Value& value : from.variables) writeValue(out, value);
  out.count(from.delays.size());
  for (const Delay& delay : from.delays) out(delay.id, delay.time, delay.node);
  out.count(from.interpolations.size());
  for (const Interpolation& i : from.interpolations) {
    out(i.variable);
    out.text(i.pointer);
    out(i.begun, i.duration, i.easing.p1[0], i.easing.p1[1], i.easing.p2[0], i.easing.p2[1], i.spherical);
    writeTyped(out, i.from);
    writeTyped(out, i.to);
    out(i.node);
  }
  out.count(from.animations.size());
  for (const PlayingAnimation& playing : from.animations) {
    out(playing.animation);
    for (const double time : {playing.start, playing.end, playing.stop}) writeNumber(out, time);
    out(playing.node, playing.stop_node >= 0);
    if (playing.stop_node >= 0) out(playing.stop_node);
  }
  const auto write_events = [&](const auto& events) {
    out.count(events.size());
    for (const WaitingEvent& event : events) {
      out(event.event, event.time);
      for (const Value& value : event.values) writeValue(out, value);
    }
  };
  write_events(from.queue);
  write_events(from.external);
  // What a tick at this time has seen does not come again.
  const bool seen = from.ticked && from.now == world_.time();
  const std::vector<TriggerChange> changes = seen ? std::vector<TriggerChange>() : triggerChanges();
  out.count(changes.size());
  for (const TriggerChange& c : changes) out(c.entered, c.trigger, c.collider, c.motion);
  out.count(file_values_.changes().size());
  for (const auto& [pointer, value] : file_values_.changes()) {
    out.text(pointer);
    writeTyped(out, value);
  }
  return world::sealed(kMagic, kVersion, origins(), out.written());
}

Diagnostics Machine::restore(std::span<const std::byte> saved) {
  Diagnostics errors;
  world::Origins origins_saved;
  const std::span<const std::byte> content =
      world::unsealed(saved, kMagic, kVersion, codes::kSnapshotInvalid, origins_saved, errors);
  if (errors.hasErrors()) return errors;
  const auto refuse = [&](std::string_view code, std::string why) {
    errors.error(code, "", std::move(why));
    return errors;
  };
  if (!running_) return refuse(codes::kSnapshotForeign, "no graph runs here");
  const world::Origins own = origins();
  if (origins_saved.scene != own.scene)
    return refuse(codes::kSnapshotForeign, "it was saved by the graph of another scene");
  if (origins_saved.settings != own.settings)
    return refuse(codes::kSnapshotForeign, "it was saved with other limits or another time step");
  ProgressReader reader(content, *graph_, program_);
  Progress progress = reader.read(progress_);
  std::map<std::string, Value, std::less<>> values = reader.readFileValues();
  const FileValues file(scene_);
  for (const auto& [pointer, value] : values) {
    const std::optional<Value> known = file.get(pointer);
    if (!known || known->type != value.type) reader.in().fail("a value of the file does not exist");
  }
  if (!reader.in().finish()) return refuse(codes::kSnapshotInvalid, reader.in().why());
  if (progress.saved_at != world_.time())
    return refuse(codes::kSnapshotForeign, "it was saved at " + std::to_string(progress.saved_at) +
                                               " s; restore the world to that time first");
  progress_ = std::move(progress);
  file_values_.setChanges(std::move(values));
  activation_ = 0;
  stamps_.assign(stamps_.size(), 0);
  return errors;
}

}  // namespace carom::behavior
