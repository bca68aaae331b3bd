#include "behavior/program.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "behavior/binder.hpp"
#include "behavior/pointer_check.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "json/pointer.hpp"

namespace carom::behavior {

namespace {

/// Flows that are activated later than their node, or end where they lead: no loop goes through them within a
/// step.
bool isLater(const BehaviorNode& node, const BehaviorFlow& flow) {
  if (flow.input == "reset" || flow.input == "cancel") return true;
  const Operation* operation = findOperation(node.operation);
  if (flow.socket != "done" || operation == nullptr) return false;
  for (const std::string_view name : {"flow/setDelay", "variable/interpolate", "pointer/interpolate",
                                      "animation/start", "animation/stopAt"}) {
    if (operation->name == name) return true;
  }
  return false;
}

/// Nodes from which flows lead back to themselves, found by taking away those that nothing leads to (A. B.
/// Kahn, "Topological sorting of large networks", 1962).
void checkLoops(const BehaviorGraph& graph, Diagnostics& diagnostics) {
  const std::size_t count = graph.nodes.size();
  std::vector<std::uint32_t> incoming(count, 0);
  const auto eachFlow = [&](std::size_t node, const auto& visit) {
    for (const BehaviorFlow& flow : graph.nodes[node].flows) {
      if (flow.node >= 0 && static_cast<std::size_t>(flow.node) < count && !isLater(graph.nodes[node], flow))
        visit(static_cast<std::size_t>(flow.node), flow);
    }
  };
  for (std::size_t i = 0; i < count; ++i)
    eachFlow(i, [&](std::size_t to, const BehaviorFlow&) { ++incoming[to]; });
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < count; ++i) {
    if (incoming[i] == 0) free.push_back(i);
  }
  std::vector<std::uint8_t> taken(count, 0);
  for (std::size_t i = 0; i < free.size(); ++i) {
    taken[free[i]] = 1;
    eachFlow(free[i], [&](std::size_t to, const BehaviorFlow&) {
      if (--incoming[to] == 0) free.push_back(to);
    });
  }
  // What is left lies in loops or behind one; a flow that goes back closes one.
  for (std::size_t i = 0; i < count; ++i) {
    if (taken[i] != 0) continue;
    bool said = false;
    eachFlow(i, [&](std::size_t to, const BehaviorFlow& flow) {
      if (said || taken[to] != 0 || to > i) return;
      said = true;
      std::string place = graph.nodes[i].origin.pointer + "/flows";
      json::appendToken(place, flow.socket);
      diagnostics.error(codes::kBehaviorLoop, std::move(place),
                        "flows must not form a loop, and this one leads back to node " + std::to_string(to));
    });
  }
}

/// Says once of each operation that is not known that its nodes do nothing.
void reportUnknown(const BehaviorGraph& graph, Diagnostics& diagnostics) {
  std::set<std::string, std::less<>> said;
  for (const BehaviorNode& node : graph.nodes) {
    if (node.declaration < 0 || findOperation(node.operation) != nullptr) continue;
    if (!said.insert(node.operation).second) continue;
    diagnostics.warning(codes::kBehaviorUnknown,
                        graph.origin.pointer + "/declarations/" + std::to_string(node.declaration),
                        "operation '" + node.operation + "' is not known; its nodes do nothing");
  }
}

/// Physics events: one node for each trigger at most.
void checkTriggerNodes(const BehaviorGraph& graph, const Program& program, Diagnostics& diagnostics) {
  std::set<std::tuple<const Operation*, std::int32_t>> seen;
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    const NodeProgram& node = program.nodes[i];
    if (node.operation == nullptr || !node.operation->name.starts_with("event/rigid_body_trigger")) continue;
    if (node.numbers.empty() || seen.insert({node.operation, node.numbers[0]}).second) continue;
    diagnostics.error(codes::kBehaviorInvalid, graph.nodes[i].origin.pointer,
                      "another node of '" + graph.nodes[i].operation + "' has the same trigger, node " +
                          std::to_string(node.numbers[0]));
  }
}

}  // namespace

Program compileGraph(const Scene& scene, const BehaviorGraph& graph, Diagnostics& diagnostics) {
  Program program;
  program.nodes.resize(graph.nodes.size());
  for (std::size_t i = 0; i < graph.variables.size(); ++i) {
    if (!graph.variables[i].known)
      diagnostics.error(codes::kBehaviorType, graph.origin.pointer + "/variables/" + std::to_string(i),
                        "its type is not known");
  }
  reportUnknown(graph, diagnostics);
  Binder binder(scene, graph, program, diagnostics);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) binder.bind(static_cast<std::int32_t>(i));
  checkLoops(graph, diagnostics);
  checkTriggerNodes(graph, program, diagnostics);
  if (!diagnostics.hasErrors()) checkPointers(scene, graph, program, diagnostics);
  return program;
}

}  // namespace carom::behavior
