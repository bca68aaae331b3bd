#include "cli/simulate_summary.hpp"

#include "output/concatenate.hpp"
#include "output/decimal_text.hpp"

namespace carom::cli {
namespace {

using output::concatenate;

std::string digits(double value, int count) {
  std::string text;
  output::appendSignificant(text, value, count);
  return text;
}

}  // namespace

std::string simulateSummary(const Report& report, const Recorder& recorder) {
  const SceneCounts& counts = report.counts;
  std::string text = concatenate(report.source, "\n");
  text += concatenate("  scene      ", counts.bodies, counts.bodies == 1 ? " body" : " bodies", " (",
                      counts.dynamic, " dynamic, ", counts.kinematic, " kinematic), ", counts.colliders,
                      " colliders (", counts.static_nodes, " static), ", counts.triggers, " triggers, ",
                      counts.joints, " joints\n");
  text += concatenate("  simulated  ", digits(report.seconds, 6), " s in ", report.steps,
                      " steps: ", digits(report.step_ms.total, 3), " ms, median ",
                      digits(report.step_ms.median, 3), " ms a step, most ", digits(report.step_ms.max, 3),
                      " ms\n");
  text += concatenate("  events     ", recorder.eventCount(EventType::ContactBegin), " contacts began, ",
                      recorder.eventCount(EventType::ContactEnd), " ended; ",
                      recorder.eventCount(EventType::TriggerEnter), " triggers entered, ",
                      recorder.eventCount(EventType::TriggerExit), " left\n");
  text += concatenate("  deepest    ", digits(report.max_penetration * 1000, 3), " mm of penetration\n");
  text += concatenate("  state      ", stateHashText(report.state_hash), "\n");
  text += "Write the motion with -o BAKED.glb, --trajectory FILE.csv, --events, --report or --plot.\n";
  return text;
}

}  // namespace carom::cli
