#include "carom/output/report.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "carom/behavior/behavior.hpp"
#include "output/report_json.hpp"

namespace carom {
namespace {

using json::Writer;

bool simulated(const Scene& scene, std::int32_t node) {
  return node >= 0 && static_cast<std::size_t>(node) < scene.nodes.size() && scene.nodes[node].in_scene;
}

void writeSettings(json::Writer& json, const Report& report) {
  const WorldSettings& settings = report.settings;
  json.key("settings");
  json.beginObject();
  json.member("seconds", report.seconds);
  json.member("rate", report.rate);
  json.member("substeps", settings.substeps);
  json.member("threads", settings.threads);
  json.member("gravity", settings.gravity.value_or(kUsualGravity));
  json.member("sleeping", settings.sleeping);
  json.member("continuous", settings.continuous);
  json.member("filter_rule", settings.filter_rule == FilterRule::Shared ? "shared" : "literal");
  json.member("density", settings.density);
  json.end();
}

void writeEvents(json::Writer& json, const Report& report) {
  json.key("events");
  json.beginObject();
  for (std::size_t i = 0; i < report.events.size(); ++i)
    json.member(eventName(static_cast<EventType>(i)), report.events[i]);
  json.end();
}

void writeDeepest(json::Writer& json, const Report& report, const Scene* scene) {
  if (!report.deepest) return;
  const ContactPoint& contact = report.deepest->contact;
  json.key("deepest");
  json.beginObject();
  json.member("step", report.deepest->step);
  json.member("time", report.deepest->time);
  json.member("depth", contact.penetration);
  json.member("point", contact.point);
  for (const auto& [key, node] :
       {std::pair("collider", contact.collider), std::pair("other", contact.other)}) {
    json.member(key, node);
    if (scene && node >= 0 && static_cast<std::size_t>(node) < scene->nodes.size())
      json.member(std::string(key) + "_name", scene->nodes[node].name);
  }
  json.end();
}

void writeVariables(json::Writer& json, const Report& report) {
  if (report.variables.empty()) return;
  json.key("variables");
  json.beginArray();
  for (const BehaviorVariable& variable : report.variables) {
    const Value& value = variable.initial;
    json.beginObject(json::Writer::Layout::OneLine);
    json.member("name", variable.name);
    json.member("type", valueTypeName(value.type));
    json.key("value");
    json.beginArray(json::Writer::Layout::OneLine);
    for (std::size_t i = 0; i < valueSize(value.type); ++i) {
      if (value.type == ValueType::Boolean) {
        json.value(value.numbers[i] != 0);
      } else if (value.type == ValueType::Reference) {
        json.value(valueText(value));
      } else {
        json.value(value.numbers[i]);
      }
    }
    json.end();
    json.end();
  }
  json.end();
}

}  // namespace

namespace output {

void writeCounts(json::Writer& json, const SceneCounts& counts) {
  json.beginObject();
  json.member("bodies", counts.bodies);
  json.member("dynamic", counts.dynamic);
  json.member("kinematic", counts.kinematic);
  json.member("static", counts.static_nodes);
  json.member("colliders", counts.colliders);
  json.member("triggers", counts.triggers);
  json.member("joints", counts.joints);
  json.member("vehicles", counts.vehicles);
  json.end();
}

void writeDiagnostics(json::Writer& json, const std::vector<Diagnostic>& diagnostics) {
  json.beginArray();
  for (const Diagnostic& item : diagnostics) {
    json.beginObject();
    json.member("code", item.code);
    json.member("severity", severityName(item.severity));
    json.member("pointer", item.pointer);
    json.member("message", item.message);
    json.end();
  }
  json.end();
}

}  // namespace output

SceneCounts countScene(const Scene& scene) {
  SceneCounts counts;
  std::vector<bool> animated(scene.nodes.size());
  for (const NodeAnimation& animation : scene.animations)
    if (simulated(scene, animation.node) && animation.property != NodeProperty::Scale)
      animated[animation.node] = true;
  for (const Motion& motion : scene.motions) {
    if (!simulated(scene, motion.node)) continue;
    ++counts.bodies;
    const bool follows = animated[motion.node];
    ++(follows || motion.type == MotionType::Kinematic ? counts.kinematic : counts.dynamic);
  }
  for (const Collider& collider : scene.colliders) {
    if (!simulated(scene, collider.node)) continue;
    ++counts.colliders;
    if (collider.motion < 0) ++counts.static_nodes;
  }
  for (const Trigger& trigger : scene.triggers)
    if (simulated(scene, trigger.node)) ++counts.triggers;
  for (const Joint& joint : scene.joints)
    if (simulated(scene, joint.node)) ++counts.joints;
  for (const Vehicle& vehicle : scene.vehicles)
    if (simulated(scene, vehicle.node)) ++counts.vehicles;
  return counts;
}

std::string stateHashText(std::uint64_t value) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[15 - i] = kDigits[(value >> (4 * i)) & 15];
  return text;
}

StepTimes summarizeStepTimes(std::vector<double> milliseconds) {
  StepTimes times;
  if (milliseconds.empty()) return times;
  times.total = std::accumulate(milliseconds.begin(), milliseconds.end(), 0.0);
  std::sort(milliseconds.begin(), milliseconds.end());
  const std::size_t count = milliseconds.size();
  times.median = milliseconds[(count - 1) / 2];
  times.p95 = milliseconds[(count * 95 + 99) / 100 - 1];
  times.max = milliseconds.back();
  return times;
}

std::string reportJson(const Report& report, const Scene* scene) {
  json::Writer json;
  json.beginObject();
  json.member("source", report.source);
  json.key("dialects");
  json.beginArray(json::Writer::Layout::OneLine);
  for (const std::string& dialect : report.dialects) json.value(dialect);
  json.end();
  json.key("counts");
  output::writeCounts(json, report.counts);
  writeSettings(json, report);
  json.member("load_ms", report.load_ms);
  json.member("steps", report.steps);
  json.key("step_ms");
  json.beginObject();
  json.member("median", report.step_ms.median);
  json.member("p95", report.step_ms.p95);
  json.member("max", report.step_ms.max);
  json.member("total", report.step_ms.total);
  json.end();
  writeEvents(json, report);
  json.member("asleep", report.asleep);
  json.member("max_penetration", report.max_penetration);
  writeDeepest(json, report, scene);
  json.member("state_hash", stateHashText(report.state_hash));
  writeVariables(json, report);
  json.key("warnings");
  output::writeDiagnostics(json, report.warnings);
  json.end();
  return json.take() + '\n';
}

std::string failureJson(std::string_view source, const Diagnostics& diagnostics) {
  Writer json;
  json.beginObject();
  json.member("source", source);
  json.member("error_count", diagnostics.errorCount());
  json.key("diagnostics");
  output::writeDiagnostics(json, diagnostics.items());
  json.end();
  return json.take() + '\n';
}

}  // namespace carom
