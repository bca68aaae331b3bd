// KHR_interactivity, "Debug Operations".
#include "behavior/binder.hpp"
#include "behavior/machine.hpp"

namespace carom::behavior {

namespace {

bool bindLog(Binder& binder) {
  binder.flow("out");
  NodeProgram& out = binder.out();
  const std::optional<std::int32_t> severity = binder.wholeSetting("severity");
  const std::optional<std::string> message = binder.textSetting("message");
  std::optional<TextTemplate> text;
  if (severity && message) text = readMessageTemplate(*message);
  out.numbers = {text ? *severity : 0};
  if (!text) {
    if (binder.setting("message"))
      binder.warning("/configuration", "the severity or the message is not well formed; nothing is logged");
    return true;
  }
  out.text = *text;
  for (TemplatePart& part : out.text.parts) {
    if (part.parameter.empty()) continue;
    part.input = static_cast<std::int32_t>(out.inputs.size());
    if (!binder.input(part.parameter)) return false;
  }
  return true;
}

void activateLog(Machine& machine, std::int32_t node, std::int32_t) {
  if (machine.settings().log) {
    BehaviorMessage message;
    message.time = machine.now();
    message.severity = machine.program(node).numbers[0];
    message.pointer = machine.graph().nodes[node].origin.pointer;
    for (const TemplatePart& part : machine.program(node).text.parts) {
      message.text += part.literal;
      if (!part.parameter.empty()) message.text += machine.textOf(machine.input(node, part.input));
    }
    machine.settings().log(message);
  }
  machine.flow(node, 0);
}

constexpr Operation kOperations[] = {
    {.name = "debug/log", .bind = bindLog, .activate = activateLog},
};

}  // namespace

std::span<const Operation> debugOperations() {
  return kOperations;
}

}  // namespace carom::behavior
