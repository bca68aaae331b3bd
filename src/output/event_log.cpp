#include "carom/output/event_log.hpp"

#include "json/splice.hpp"
#include "output/decimal_text.hpp"

namespace carom {

std::string eventLine(const Event& event) {
  std::string line = "{\"step\":";
  output::appendInteger(line, static_cast<long long>(event.step));
  line += ",\"time\":" + json::number(event.time);
  line += ",\"type\":\"";
  line += eventName(event.type);
  line += '"';
  const auto node = [&line](std::string_view name, std::int32_t index) {
    line += ",\"";
    line += name;
    line += "\":";
    output::appendInteger(line, index);
  };
  const bool is_trigger = event.type == EventType::TriggerEnter || event.type == EventType::TriggerExit;
  const bool is_joint = event.type == EventType::JointLimitReached || event.type == EventType::JointLimitLeft;
  if (is_trigger) node("trigger", event.trigger);
  if (is_joint) {
    node("joint", event.joint);
    node("limit", event.limit);
  } else {
    node("collider", event.collider);
  }
  node("motion", event.motion);
  if (!is_trigger) {
    node("other", event.other);
    node("other_motion", event.other_motion);
  }
  if (!event.parts.empty()) {
    line += ",\"parts\":[";
    for (const std::int32_t part : event.parts) {
      if (line.back() != '[') line += ',';
      output::appendInteger(line, part);
    }
    line += ']';
  }
  return line += "}\n";
}

void writeEvents(std::span<const Event> events, OutputFile& file) {
  for (const Event& event : events) file.write(eventLine(event));
}

}  // namespace carom
