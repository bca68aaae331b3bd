#include "carom/output/event_log.hpp"

#include "json/splice.hpp"
#include "output/decimal_text.hpp"

namespace carom {
namespace {

class EventLine {
 public:
  EventLine(const Event& event, const Scene* scene) : scene_(scene) {
    line_ = "{\"step\":";
    output::appendInteger(line_, static_cast<long long>(event.step));
    line_ += ",\"time\":";
    line_ += json::number(event.time);
    line_ += ",\"type\":\"";
    line_ += eventName(event.type);
    line_ += '"';
  }

  void integer(std::string_view name, std::int32_t value) {
    key(name);
    output::appendInteger(line_, value);
  }
  void node(std::string_view name, std::int32_t index) {
    integer(name, index);
    if (!scene_ || index < 0 || static_cast<std::size_t>(index) >= scene_->nodes.size()) return;
    names_ += names_.empty() ? "" : ",";
    names_ += '"';
    names_ += name;
    names_ += "\":";
    names_ += json::quoted(scene_->nodes[index].name);
  }
  void number(std::string_view name, double value) {
    key(name);
    output::appendSignificant(line_, value, 9);
  }
  void vector(std::string_view name, const DVec3& value) {
    key(name);
    line_ += '[';
    for (std::size_t i = 0; i < 3; ++i) {
      if (i > 0) line_ += ',';
      output::appendSignificant(line_, value[i], 9);
    }
    line_ += ']';
  }
  void parts(const std::vector<std::int32_t>& nodes) {
    key("parts");
    line_ += '[';
    for (const std::int32_t part : nodes) {
      if (line_.back() != '[') line_ += ',';
      output::appendInteger(line_, part);
    }
    line_ += ']';
  }
  std::string finish() {
    if (!names_.empty()) line_.append(",\"names\":{").append(names_).append("}");
    return std::move(line_) + "}\n";
  }

 private:
  void key(std::string_view name) {
    line_ += ",\"";
    line_ += name;
    line_ += "\":";
  }

  const Scene* scene_;
  std::string line_, names_;
};

}  // namespace

std::string eventLine(const Event& event, const Scene* scene, const EventContact& contact) {
  EventLine line(event, scene);
  const bool is_trigger = event.type == EventType::TriggerEnter || event.type == EventType::TriggerExit;
  const bool is_joint = event.type == EventType::JointLimitReached || event.type == EventType::JointLimitLeft;
  if (is_trigger) line.node("trigger", event.trigger);
  if (is_joint) {
    line.node("joint", event.joint);
    line.integer("limit", event.limit);
  } else {
    line.node("collider", event.collider);
  }
  line.node("motion", event.motion);
  if (!is_trigger) {
    line.node("other", event.other);
    line.node("other_motion", event.other_motion);
  }
  if (!event.parts.empty()) line.parts(event.parts);
  if (contact.known) {
    line.vector("point", contact.point);
    line.vector("normal", contact.normal);
    line.number("impulse", contact.impulse);
    line.number("approach_speed", contact.approach_speed);
  }
  return line.finish();
}

void EventWriter::write(std::span<const Event> events, std::span<const EventContact> contacts) {
  if (!file_) return;
  for (std::size_t i = 0; i < events.size(); ++i)
    file_->write(eventLine(events[i], scene_, i < contacts.size() ? contacts[i] : EventContact{}));
}

}  // namespace carom
