#include "validate/rules/behavior/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kBehaviorInvalid{
    "BEHAVIOR_INVALID", RuleFamily::Behavior, Grade::Error, false,
    "A member of a behaviour graph, or a node's configuration, does not have the form that it must have. The "
    "graph cannot run.",
    "KHR_interactivity",
    "",
    R"("configuration": {"variable": {"value": [7]}} of one variable)",
    R"("configuration": {"variable": {"value": [0]}})"};
const Rule kBehaviorType{
    "BEHAVIOR_TYPE", RuleFamily::Behavior, Grade::Error, false,
    "An input value has a type that the node's operation does not take. The graph cannot run. Convert the "
    "value with a node of `type/`.",
    "KHR_interactivity",
    "",
    R"("a": a float, "b": an int, of math/add)",
    R"(two floats, or two ints)"};
const Rule kBehaviorSocket{
    "BEHAVIOR_SOCKET", RuleFamily::Behavior, Grade::Error, true,
    "An input value is missing, or comes from an output that its node does not have: the graph cannot run. Or "
    "a flow leaves or enters by a socket that its node does not have: a warning, and nothing follows it.",
    "KHR_interactivity",
    "",
    R"("flows": {"then": {"node": 3}} of flow/branch)",
    R"("flows": {"true": {"node": 3}})"};
const Rule kBehaviorLoop{
    "BEHAVIOR_LOOP", RuleFamily::Behavior, Grade::Error, false,
    "Values or flows form a loop within a step. A value may come only from a node with a lower index. A flow "
    "may lead back only through `done` of a delay, an interpolation or an animation.",
    "KHR_interactivity",
    "",
    R"(node 3 sends its flow to node 2, and node 2 to node 3)",
    R"(a flow/while, or a flow/setDelay in between)"};
const Rule kBehaviorPointer{
    "BEHAVIOR_POINTER", RuleFamily::Behavior, Grade::Warning, true,
    "A pointer without variable parts names nothing in the file, has another type than the node says, or "
    "cannot be written. The node runs, but its access fails each time. A hint: the file has the object, but "
    "Carom does not know the value.",
    "KHR_interactivity, Object Model Access",
    "",
    R"("pointer": {"value": ["/nodes/7/translation"]} of five nodes)",
    R"("pointer": {"value": ["/nodes/4/translation"]})"};
const Rule kBehaviorUnknown{
    "BEHAVIOR_UNKNOWN", RuleFamily::Behavior, Grade::Warning, false,
    "A type or an operation of a behaviour graph is unknown; what uses it does nothing.",
    "KHR_interactivity",
    "",
    R"("declarations": [{"op": "math/plus"}])",
    R"("declarations": [{"op": "math/add"}])"};
// clang-format on

std::span<const Rule* const> behaviorRules() {
  static constexpr const Rule* kRules[] = {
      &kBehaviorInvalid, &kBehaviorType,    &kBehaviorSocket,
      &kBehaviorLoop,    &kBehaviorPointer, &kBehaviorUnknown,
  };
  return kRules;
}

}  // namespace carom::validate::rules
