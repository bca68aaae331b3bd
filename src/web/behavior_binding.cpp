// The behaviour graph of a world, and the values that pointers name.

#include <string>
#include <string_view>

#include "carom/scene/behavior.hpp"
#include "json/writer.hpp"
#include "web/answer.hpp"
#include "web/bound_world.hpp"
#include "web/export.hpp"

namespace carom::web {
namespace {

/// Members `type` and `value`: true or false, a number, an array of numbers; text for references.
void writeValue(json::Writer& json, const Value& value) {
  json.member("type", valueTypeName(value.type));
  json.key("value");
  if (value.type == ValueType::Boolean) return json.value(value.numbers[0] != 0);
  if (value.type == ValueType::Reference) return json.value(valueText(value));
  const std::size_t size = valueSize(value.type);
  if (size == 1) return json.value(value.numbers[0]);
  json.beginArray(json::Writer::Layout::OneLine);
  for (std::size_t i = 0; i < size; ++i) json.value(value.numbers[i]);
  json.end();
}

void writeNamed(json::Writer& json, std::string_view name, const Value& value) {
  json.beginObject(json::Writer::Layout::OneLine);
  json.member("name", name);
  writeValue(json, value);
  json.end();
}

void writeNamed(json::Writer& json, const BehaviorValues& values) {
  json.beginArray();
  for (const auto& [name, value] : values) writeNamed(json, name, value);
  json.end();
}

bool isRunning(const BoundWorld& bound) {
  return bound.behavior && bound.behavior->isRunning();
}

}  // namespace

CAROM_WEB(std::int32_t) carom_behavior_running(const BoundWorld* bound) {
  return isRunning(*bound) ? 1 : 0;
}

/// The custom events that can be sent, with their values as they are at first: JSON.
CAROM_WEB(void) carom_behavior_events(const BoundWorld* bound) {
  json::Writer json;
  json.beginArray();
  if (isRunning(*bound)) {
    for (const std::string& id : bound->behavior->eventIds()) {
      json.beginObject();
      json.member("id", id);
      json.key("values");
      writeNamed(json, bound->behavior->eventValues(id));
      json.end();
    }
  }
  json.end();
  newAnswer().text = json.take();
}

/// Sends an event at the first tick at or after a time, s, with the numbers of all its values in their order;
/// no numbers: all as they are at first. 0 where there is no such event or they are not as many.
CAROM_WEB(std::int32_t)
carom_behavior_send(BoundWorld* bound, const char* id, const double* numbers, std::uint32_t count,
                    double time) {
  if (!isRunning(*bound)) return 0;
  if (count == 0) return bound->behavior->send(id, {}, time) ? 1 : 0;
  BehaviorValues values = bound->behavior->eventValues(id);
  std::uint32_t used = 0;
  for (auto& [name, value] : values) {
    const auto size = static_cast<std::uint32_t>(valueSize(value.type));
    if (size > count - used) return 0;
    for (std::uint32_t i = 0; i < size; ++i) value.numbers[i] = numbers[used + i];
    used += size;
  }
  return used == count && bound->behavior->send(id, values, time) ? 1 : 0;
}

/// The variables of the graph as they are now: JSON.
CAROM_WEB(void) carom_behavior_variables(const BoundWorld* bound) {
  json::Writer json;
  json.beginArray();
  if (isRunning(*bound)) {
    for (std::size_t i = 0; i < bound->behavior->variableCount(); ++i)
      writeNamed(json, bound->scene->behavior->variables[i].name, bound->behavior->variable(i));
  }
  json.end();
  newAnswer().text = json.take();
}

/// What the graph has logged and sent in the steps of the last call of carom_world_step: JSON.
CAROM_WEB(void) carom_behavior_messages(const BoundWorld* bound) {
  json::Writer json;
  json.beginObject();
  json.key("log");
  json.beginArray();
  for (const BehaviorMessage& message : bound->messages) {
    json.beginObject();
    json.member("time", message.time);
    json.member("severity", message.severity);
    json.member("text", message.text);
    json.member("pointer", message.pointer);
    json.end();
  }
  json.end();
  json.key("sent");
  json.beginArray();
  for (const BehaviorSent& event : bound->sent) {
    json.beginObject();
    json.member("time", event.time);
    json.member("id", event.id);
    json.key("values");
    writeNamed(json, event.values);
    json.end();
  }
  json.end();
  json.end();
  newAnswer().text = json.take();
}

/// The value that a pointer names: JSON; 0 where the world has none.
CAROM_WEB(std::int32_t) carom_world_get(const BoundWorld* bound, const char* pointer) {
  Answer& answer = newAnswer();
  const std::optional<Value> value = bound->world.get(pointer);
  if (!value) return 0;
  json::Writer json;
  json.beginObject();
  writeValue(json, *value);
  json.end();
  answer.text = json.take();
  return 1;
}

/// Sets it to a value of its type with so many numbers; 0 where that cannot be.
CAROM_WEB(std::int32_t)
carom_world_set(BoundWorld* bound, const char* pointer, const double* numbers, std::uint32_t count) {
  std::optional<Value> value = bound->world.get(pointer);
  if (!value || count != valueSize(value->type)) return 0;
  for (std::uint32_t i = 0; i < count; ++i) value->numbers[i] = numbers[i];
  return bound->world.set(pointer, *value) ? 1 : 0;
}

}  // namespace carom::web
