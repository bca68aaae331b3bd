#include "behavior/machine.hpp"

#include <algorithm>
#include <cmath>

#include "carom/base/diagnostic_codes.hpp"

namespace carom::behavior {

Machine::Machine(const Scene& scene, World& world, const BehaviorSettings& settings)
    : scene_(scene), world_(world), settings_(settings), file_values_(scene), graph_(scene.behavior) {
  if (!graph_) {
    graph_ = std::make_shared<BehaviorGraph>();
    return;
  }
  program_ = compileGraph(scene, *graph_, diagnostics_);
  running_ = !diagnostics_.hasErrors();
  if (!running_) return;
  progress_.values.resize(program_.output_count);
  for (const NodeProgram& node : program_.nodes) {
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
      progress_.values[node.first_output + i] = node.outputs[i].initial;
  }
  stamps_.assign(program_.nodes.size(), 0);
  progress_.states.resize(program_.nodes.size());
  for (const BehaviorVariable& variable : graph_->variables) progress_.variables.push_back(variable.initial);
  progress_.random_state = settings.seed;
  collectHandlers();
  // Animations belong to the graph.
  if (!world.holdAnimations()) {
    for (std::int32_t i = 0; world.stopAnimation(i); ++i) {
    }
  }
}

std::vector<std::int32_t> Machine::nodesOf(std::string_view operation) const {
  std::vector<std::int32_t> out;
  for (std::size_t i = 0; i < program_.nodes.size(); ++i) {
    const Operation* own = program_.nodes[i].operation;
    if (own != nullptr && own->name == operation) out.push_back(static_cast<std::int32_t>(i));
  }
  return out;
}

void Machine::collectHandlers() {
  start_nodes_ = nodesOf("event/onStart");
  tick_nodes_ = nodesOf("event/onTick");
  enter_nodes_ = nodesOf("event/rigid_body_triggerEntered");
  exit_nodes_ = nodesOf("event/rigid_body_triggerExited");
  receivers_.resize(graph_->events.size());
  for (const std::int32_t node : nodesOf("event/receive"))
    receivers_[program(node).numbers[0]].push_back(node);
}

const Value& Machine::input(std::int32_t node, std::int32_t index) const {
  const InputSource& source = program(node).inputs[index];
  return source.node < 0 ? source.constant : output(source.node, source.output);
}

const Value& Machine::output(std::int32_t node, std::int32_t index) const {
  return progress_.values[program(node).first_output + static_cast<std::size_t>(index)];
}

void Machine::setOutput(std::int32_t node, std::int32_t index, const Value& value) {
  progress_.values[program(node).first_output + static_cast<std::size_t>(index)] = value;
}

void Machine::flow(std::int32_t node, std::int32_t index) {
  const FlowTarget& target = program(node).flows[index];
  if (target.node >= 0) frames_.push_back({target.node, target.socket, 0});
}

void Machine::continueAfter(std::int32_t node, std::int64_t state) {
  frames_.push_back({node, -1, state});
}

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014).
double Machine::random() {
  progress_.random_state += 0x9E3779B97F4A7C15u;
  std::uint64_t bits = progress_.random_state;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  bits ^= bits >> 31;
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

void Machine::warn(std::int32_t node, std::string_view code, std::string message) {
  if (!said_.emplace(std::pair(node, code), true).second) return;
  diagnostics_.warning(code, graph_->nodes[node].origin.pointer, std::move(message));
}

bool Machine::count(std::int32_t node) {
  if (cut_) return false;
  if (++operations_ <= settings_.limits.operations) return true;
  cut_ = true;
  warn(node, codes::kBehaviorLimit,
       "the graph has executed " + std::to_string(settings_.limits.operations) +
           " nodes in one step and is stopped here until the next");
  return false;
}

/// Computes the inputs of a node, those nodes first that others need.
bool Machine::pull(std::int32_t node) {
  pulling_.assign(1, {node, 0});
  while (!pulling_.empty()) {
    const std::int32_t at = pulling_.back().first;
    const std::vector<InputSource>& inputs = program(at).inputs;
    std::int32_t missing = -1;
    for (std::size_t& next = pulling_.back().second; next < inputs.size() && missing < 0; ++next) {
      const std::int32_t from = inputs[next].node;
      if (from < 0 || stamps_[from] == activation_) continue;
      const Operation* operation = program(from).operation;
      if (operation != nullptr && operation->isPure()) missing = from;
    }
    if (missing >= 0) {
      pulling_.push_back({missing, 0});
      continue;
    }
    pulling_.pop_back();
    if (!pulling_.empty() && !compute(at)) return false;
  }
  return true;
}

bool Machine::compute(std::int32_t node) {
  if (!count(node)) return false;
  const NodeProgram& own = program(node);
  stamps_[node] = activation_;
  if (own.calculate == nullptr) {
    own.operation->evaluate(*this, node);
    return true;
  }
  arguments_.clear();
  for (std::size_t i = 0; i < own.inputs.size(); ++i)
    arguments_.push_back(input(node, static_cast<std::int32_t>(i)));
  own.calculate(arguments_.data(), progress_.values.data() + own.first_output);
  return true;
}

void Machine::run() {
  while (!frames_.empty()) {
    const Frame frame = frames_.back();
    frames_.pop_back();
    ++activation_;
    if (!count(frame.node) || !pull(frame.node)) {
      frames_.clear();
      return;
    }
    const Operation& operation = *program(frame.node).operation;
    if (frame.socket < 0)
      operation.proceed(*this, frame.node, frame.state);
    else
      operation.activate(*this, frame.node, frame.socket);
  }
}

void Machine::dispatch(const std::vector<std::int32_t>& nodes, std::int32_t event) {
  progress_.current_event = nextId();
  stopped_ = false;
  const Value reference{
      ValueType::Reference,
      {static_cast<double>(ReferenceKind::Event), static_cast<double>(progress_.current_event)}};
  for (const std::int32_t node : nodes) {
    if (event >= 0) setOutput(node, event, reference);
    if (event < 0) setOutput(node, static_cast<std::int32_t>(program(node).outputs.size()) - 1, reference);
  }
  for (const std::int32_t node : nodes) {
    if (stopped_) break;
    flow(node, 0);
    run();
  }
}

bool Machine::isEventReference(const Value& value) const {
  return value.type == ValueType::Reference &&
         value.numbers[0] == static_cast<double>(ReferenceKind::Event) && value.numbers[1] > 0 &&
         value.numbers[1] <= static_cast<double>(progress_.last_id);
}

void Machine::stopEvent(const Value& event) {
  if (isEventReference(event) && event.numbers[1] == static_cast<double>(progress_.current_event))
    stopped_ = true;
}

void Machine::queue(std::int32_t event, std::vector<Value> values, std::int32_t node) {
  if (progress_.queue.size() >= settings_.limits.waiting_events) {
    warn(node, codes::kBehaviorLimit,
         "more than " + std::to_string(settings_.limits.waiting_events) +
             " custom events wait; this one is dropped");
    return;
  }
  const BehaviorEvent& definition = graph_->events[event];
  if (settings_.on_event && !definition.id.empty()) {
    BehaviorSent sent{progress_.now, definition.id, {}};
    for (std::size_t i = 0; i < values.size(); ++i)
      sent.values.emplace_back(definition.values[i].name, values[i]);
    settings_.on_event(sent);
  }
  progress_.queue.push_back({event, progress_.now, std::move(values)});
}

bool Machine::send(std::string_view id, const BehaviorValues& values, double time) {
  if (!running_ || id.empty() || !std::isfinite(time)) return false;
  const auto found = std::find_if(graph_->events.begin(), graph_->events.end(),
                                  [&](const BehaviorEvent& event) { return event.id == id; });
  if (found == graph_->events.end()) return false;
  WaitingEvent waiting;
  waiting.event = static_cast<std::int32_t>(found - graph_->events.begin());
  waiting.time = time;
  for (const BehaviorVariable& value : found->values) waiting.values.push_back(value.initial);
  for (const auto& [name, value] : values) {
    const auto socket =
        std::find_if(found->values.begin(), found->values.end(),
                     [&, &wanted = name](const BehaviorVariable& v) { return v.name == wanted; });
    if (socket == found->values.end() || socket->initial.type != value.type) return false;
    waiting.values[socket - found->values.begin()] = value;
  }
  const auto place = std::upper_bound(progress_.external.begin(), progress_.external.end(), time,
                                      [](double t, const WaitingEvent& other) { return t < other.time; });
  progress_.external.insert(place, std::move(waiting));
  return true;
}

}  // namespace carom::behavior
