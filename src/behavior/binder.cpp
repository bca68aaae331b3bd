#include "behavior/binder.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/stable_sort.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "json/pointer.hpp"

namespace carom::behavior {

namespace {

bool isWhole32(double number) {
  return number == std::floor(number) && number >= -2147483648.0 && number <= 2147483647.0;
}

bool isFloats(ValueType type) {
  return type >= ValueType::Number && type <= ValueType::Vector4;
}

bool isMatrix(ValueType type) {
  return type >= ValueType::Matrix2 && type <= ValueType::Matrix4;
}

std::optional<ValueType> typeOfLetter(char letter) {
  constexpr std::string_view kLetters = "bif234ABCr";
  const std::size_t place = kLetters.find(letter);
  return place == std::string_view::npos ? std::nullopt : std::optional(static_cast<ValueType>(place));
}

/// Whether types fit a pattern; what its placeholders stand for is put into `any`.
bool matches(std::string_view pattern, const std::vector<InputSource>& inputs,
             std::optional<ValueType>& any) {
  any.reset();
  if (inputs.size() != pattern.find('>')) return false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const ValueType type = inputs[i].type;
    if (const std::optional<ValueType> fixed = typeOfLetter(pattern[i])) {
      if (type != *fixed) return false;
      continue;
    }
    if ((pattern[i] == 'N' && !isFloats(type)) || (pattern[i] == 'M' && !isMatrix(type))) return false;
    if (any && *any != type) return false;
    any = type;
  }
  return true;
}

std::string typesOf(const std::vector<InputSource>& inputs) {
  std::string text;
  for (const InputSource& input : inputs)
    text += (text.empty() ? "" : ", ") + std::string(valueTypeName(input.type));
  return text;
}

/// Place of a member of a node, below the node's pointer.
std::string placeOf(std::string_view members, std::string_view name) {
  std::string place(members);
  json::appendToken(place, name);
  return place;
}

}  // namespace

Value defaultValue(ValueType type) {
  Value out;
  out.type = type;
  const bool floats =
      type != ValueType::Boolean && type != ValueType::Integer && type != ValueType::Reference;
  for (std::size_t i = 0; floats && i < valueSize(type); ++i) out.numbers[i] = std::nan("");
  return out;
}

bool Binder::fault(std::string_view code, std::string_view place, std::string message) {
  diagnostics_.error(code, node_->origin.pointer + std::string(place), std::move(message));
  return false;
}

bool Binder::error(std::string_view place, std::string message) {
  return fault(codes::kBehaviorInvalid, place, std::move(message));
}

void Binder::warning(std::string_view place, std::string message) {
  diagnostics_.warning(codes::kBehaviorUnknown, node_->origin.pointer + std::string(place),
                       std::move(message));
}

const BehaviorInput* Binder::findInput(std::string_view name) const {
  const auto found = inputs_.find(name);
  return found == inputs_.end() ? nullptr : found->second;
}

std::optional<InputSource> Binder::source(const BehaviorInput& input) {
  InputSource out;
  const std::string place = placeOf("/values", input.socket);
  if (input.node < 0) {
    if (!input.known) {
      fault(codes::kBehaviorType, place, "its type is not known");
      return std::nullopt;
    }
    out.constant = input.value;
    out.type = input.value.type;
    return out;
  }
  if (input.node >= index_) {
    fault(codes::kBehaviorLoop, place + "/node",
          "a value can only come from a node before this one, which has index " + std::to_string(index_) +
              ", not from " + std::to_string(input.node));
    return std::nullopt;
  }
  const NodeProgram& from = program_.nodes[input.node];
  for (std::size_t i = 0; i < from.outputs.size(); ++i) {
    if (from.outputs[i].name != input.output) continue;
    out.node = input.node;
    out.output = static_cast<std::int32_t>(i);
    out.type = from.outputs[i].type;
    return out;
  }
  fault(codes::kBehaviorSocket, place,
        "node " + std::to_string(input.node) + " (" + graph_.nodes[input.node].operation +
            ") has no output " + inQuotes(input.output));
  return std::nullopt;
}

bool Binder::input(std::string_view name, std::optional<ValueType> type) {
  const BehaviorInput* found = findInput(name);
  if (found == nullptr)
    return fault(codes::kBehaviorSocket, "",
                 inQuotes(node_->operation) + " needs the input value " + inQuotes(name));
  const std::optional<InputSource> from = source(*found);
  if (!from) return false;
  if (type && from->type != *type)
    return fault(codes::kBehaviorType, placeOf("/values", name),
                 inQuotes(name) + " of " + inQuotes(node_->operation) + " must be of type " +
                     std::string(valueTypeName(*type)) + ", not " + std::string(valueTypeName(from->type)));
  out_->inputs.push_back(*from);
  return true;
}

bool Binder::indexInput(std::string_view name) {
  if (!input(name)) return false;
  const ValueType type = out_->inputs.back().type;
  if (type == ValueType::Integer || type == ValueType::Reference) return true;
  return fault(codes::kBehaviorType, placeOf("/values", name),
               inQuotes(name) + " must be of type ref or int, not " + std::string(valueTypeName(type)));
}

bool Binder::inputOr(std::string_view name, const Value& otherwise) {
  if (hasInput(name)) return input(name, otherwise.type);
  out_->inputs.push_back({-1, 0, otherwise, otherwise.type});
  return true;
}

void Binder::output(std::string_view name, ValueType type) {
  out_->outputs.push_back({std::string(name), type, defaultValue(type)});
}

void Binder::output(std::string_view name, const Value& initial) {
  out_->outputs.push_back({std::string(name), initial.type, initial});
}

/// The index of an input flow: by name, or a number and "reset" after them; -1: none.
std::int32_t Binder::flowInput(const Operation& operation, std::string_view name) {
  constexpr std::int32_t kNumbers = 64;
  if (!operation.flow_inputs.empty()) {
    for (std::int32_t i = 0; !wordAt(operation.flow_inputs, static_cast<std::size_t>(i)).empty(); ++i) {
      if (wordAt(operation.flow_inputs, static_cast<std::size_t>(i)) == name) return i;
    }
    return -1;
  }
  if (name == "reset") return kNumbers;
  if (name.empty() || name.size() > 2 || (name.size() == 2 && name[0] == '0')) return -1;
  std::int32_t number = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') return -1;
    number = number * 10 + (c - '0');
  }
  return number < kNumbers ? number : -1;
}

FlowTarget Binder::target(const BehaviorFlow& flow) {
  if (flow.node < 0) return {};
  const Operation* operation = findOperation(graph_.nodes[flow.node].operation);
  if (operation == nullptr) return {};
  const std::int32_t socket = operation->activate != nullptr ? flowInput(*operation, flow.input) : -1;
  if (socket >= 0) return {flow.node, socket};
  diagnostics_.warning(codes::kBehaviorSocket, node_->origin.pointer + placeOf("/flows", flow.socket),
                       "node " + std::to_string(flow.node) + " (" + std::string(operation->name) +
                           ") has no input flow " + inQuotes(flow.input) + "; the flow ends there");
  return {};
}

void Binder::flow(std::string_view name) {
  const auto found = flows_.find(name);
  out_->flows.push_back(found == flows_.end() ? FlowTarget() : target(*found->second));
  if (found != flows_.end()) flows_.erase(found);
}

namespace {

/// UTF-8 in the order of UTF-16 code units: code points above U+FFFF come before U+E000 to U+FFFF.
bool isBefore(const std::string& a, const std::string& b) {
  const auto unit = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    // Leading bytes EE and EF (U+E000 to U+FFFF) change places with F0 to F4.
    return byte >= 0xF0 ? byte - 2 : (byte >= 0xEE ? byte + 16 : byte + 0);
  };
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [&](char x, char y) { return unit(x) < unit(y); });
}

}  // namespace

void Binder::allFlows() {
  std::vector<const BehaviorFlow*> sorted;
  for (const BehaviorFlow& flow : node_->flows) sorted.push_back(&flow);
  stableSort(sorted,
             [](const BehaviorFlow* a, const BehaviorFlow* b) { return isBefore(a->socket, b->socket); });
  for (const BehaviorFlow* flow : sorted) out_->flows.push_back(target(*flow));
  flows_.clear();
}

const BehaviorSetting* Binder::setting(std::string_view name) const {
  for (const BehaviorSetting& setting : node_->settings) {
    if (setting.name == name) return &setting;
  }
  return nullptr;
}

std::optional<std::int32_t> Binder::wholeSetting(std::string_view name) const {
  const BehaviorSetting* found = setting(name);
  if (found == nullptr || found->booleans || found->numbers.size() != 1 || !found->strings.empty() ||
      !isWhole32(found->numbers[0]))
    return std::nullopt;
  return static_cast<std::int32_t>(found->numbers[0]);
}

std::optional<bool> Binder::flagSetting(std::string_view name) const {
  const BehaviorSetting* found = setting(name);
  if (found == nullptr || !found->booleans || found->numbers.size() != 1) return std::nullopt;
  return found->numbers[0] != 0;
}

std::optional<std::string> Binder::textSetting(std::string_view name) const {
  const BehaviorSetting* found = setting(name);
  if (found == nullptr || found->strings.size() != 1 || !found->numbers.empty()) return std::nullopt;
  return found->strings[0];
}

std::optional<std::int32_t> Binder::indexSetting(std::string_view name, std::size_t count,
                                                 std::string_view what) {
  const std::optional<std::int32_t> number = wholeSetting(name);
  if (number && *number >= 0 && static_cast<std::size_t>(*number) < count) return number;
  const std::string place = setting(name) ? "/configuration/" + std::string(name) : "";
  error(place, inQuotes(node_->operation) + " needs the configuration " + inQuotes(name) +
                   ", an index; there are " + std::to_string(count) + " " + std::string(what));
  return std::nullopt;
}

std::vector<std::int32_t> Binder::casesSetting() const {
  std::vector<std::int32_t> out;
  std::set<std::int32_t> met;
  const BehaviorSetting* found = setting("cases");
  if (found == nullptr || found->booleans || !found->strings.empty()) return out;
  for (const double number : found->numbers) {
    if (!isWhole32(number)) return {};
    const auto whole = static_cast<std::int32_t>(number);
    if (met.insert(whole).second) out.push_back(whole);
    if (out.size() > kMaxSockets) return out;
  }
  return out;
}

bool Binder::pointerSettings() {
  const std::optional<std::string> pointer = textSetting("pointer");
  if (!pointer) return error("", inQuotes(node_->operation) + " needs the configuration 'pointer', a text");
  const std::optional<TextTemplate> text = readPointerTemplate(*pointer);
  if (!text) return error("/configuration/pointer", inQuotes(*pointer) + " is not a pointer template");
  const std::optional<std::int32_t> type = indexSetting("type", graph_.types.size(), "types");
  if (!type) return false;
  const std::optional<ValueType> known = graph_.types[*type];
  if (!known) return error("/configuration/type", "the type is not known");
  out_->type = *known;
  out_->text = *text;
  for (TemplatePart& part : out_->text.parts) {
    if (part.parameter.empty()) continue;
    for (const std::string_view taken : {"value", "duration", "p1", "p2"}) {
      const bool has =
          taken == "value" ? node_->operation != "pointer/get" : node_->operation == "pointer/interpolate";
      if (has && part.parameter == taken)
        return error("/configuration/pointer", "a parameter must not have the name " + inQuotes(taken));
    }
    part.input = static_cast<std::int32_t>(out_->inputs.size());
    if (!indexInput(part.parameter)) return false;
  }
  return true;
}

bool Binder::bindSignatures() {
  const Operation& operation = *out_->operation;
  const std::size_t count = operation.signatures[0].pattern.find('>');
  for (std::size_t i = 0; i < count; ++i) {
    if (!input(wordAt(operation.inputs, i))) return false;
  }
  for (const Signature& signature : operation.signatures) {
    std::optional<ValueType> any;
    if (signature.calculate == nullptr || !matches(signature.pattern, out_->inputs, any)) continue;
    out_->calculate = signature.calculate;
    for (std::size_t i = count + 1; i < signature.pattern.size(); ++i)
      output(wordAt(operation.outputs, i - count - 1),
             typeOfLetter(signature.pattern[i]).value_or(any.value_or(ValueType::Number)));
    return true;
  }
  return fault(codes::kBehaviorType, "/values",
               inQuotes(node_->operation) + " does not take values of type " + typesOf(out_->inputs));
}

/// A node of an operation that is not known: outputs as declared, of which each has its type's default.
void Binder::bindNothing() {
  if (node_->declaration < 0) return;
  const BehaviorDeclaration& declaration = graph_.declarations[node_->declaration];
  for (const BehaviorSocket& socket : declaration.outputs) {
    if (socket.type) output(socket.name, *socket.type);
  }
}

/// Values that the operation does not know must be right all the same.
void Binder::checkInputs() {
  for (const BehaviorInput& input : node_->inputs) {
    if (input.node >= index_) source(input);
  }
}

/// Flows that the operation does not have never come.
void Binder::checkFlows() {
  for (const auto& [socket, flow] : flows_) {
    diagnostics_.warning(
        codes::kBehaviorSocket, node_->origin.pointer + placeOf("/flows", socket),
        inQuotes(node_->operation) + " has no output flow " + inQuotes(socket) + "; nothing follows it");
  }
}

bool Binder::hasTrigger(std::int32_t node) {
  if (trigger_nodes_.empty()) {
    trigger_nodes_.resize(scene_.nodes.size());
    for (const Trigger& trigger : scene_.triggers) trigger_nodes_[trigger.node] = 1;
  }
  return trigger_nodes_[node] != 0;
}

void Binder::bind(std::int32_t node) {
  index_ = node;
  node_ = &graph_.nodes[node];
  out_ = &program_.nodes[node];
  out_->operation = findOperation(node_->operation);
  out_->first_output = program_.output_count;
  if (node_->inputs.size() > kMaxSockets || node_->flows.size() > kMaxSockets) {
    error("", "a node may have at most " + std::to_string(kMaxSockets) + " inputs and flows");
    return;
  }
  if (program_.output_count > kMaxOutputs) {
    if (!is_full_)
      error("", "the nodes before this one have " + std::to_string(program_.output_count) +
                    " outputs, more than a graph may have");
    is_full_ = true;
    return;
  }
  inputs_.clear(), flows_.clear();
  for (const BehaviorInput& input : node_->inputs) inputs_.emplace(input.socket, &input);
  for (const BehaviorFlow& flow : node_->flows) flows_.insert_or_assign(flow.socket, &flow);
  const std::size_t before = diagnostics_.errorCount();
  if (out_->operation == nullptr)
    bindNothing();
  else if (out_->operation->bind != nullptr)
    out_->operation->bind(*this);
  else
    bindSignatures();
  if (diagnostics_.errorCount() == before) {
    checkInputs();
    if (out_->operation != nullptr) checkFlows();
  }
  program_.output_count += out_->outputs.size();
}

}  // namespace carom::behavior
