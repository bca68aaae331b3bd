// What `carom validate` says of behaviour graphs: the same as a run, and in bounded time.
#include <algorithm>
#include <chrono>

#include "behavior/graph_file.hpp"
#include "carom/behavior/check.hpp"
#include "carom/validate/validate.hpp"

namespace carom::test {
namespace {

const std::string kNode = "/extensions/KHR_interactivity/graphs/0/nodes/";

ValidationReport check(const std::string& file) {
  return validateBytes(file, "graph.gltf", {});
}

bool has(const ValidationReport& report, std::string_view code, const std::string& pointer) {
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
    return finding.code == code && finding.pointer == pointer;
  });
}

TEST(BehaviorRules, ValidationSaysWhatARunSays) {
  GraphFile graph;
  const int late = graph.add("math/not", {{"a", {1, "value"}}});
  graph.add("math/add", {{"a", number(1)}, {"b", truth(true)}});
  graph.add("flow/branch", {});
  graph.add("flow/sequence", {}, {{"a", "3"}});
  graph.add("audio/play", {});
  graph.add("variable/get", {}, {}, "'variable':{'value':[3]}");
  const std::string file = graph.file();
  const ValidationReport report = check(file);
  EXPECT_TRUE(has(report, codes::kBehaviorLoop, kNode + std::to_string(late) + "/values/a/node"));
  EXPECT_TRUE(has(report, codes::kBehaviorType, kNode + "1/values"));
  EXPECT_TRUE(has(report, codes::kBehaviorSocket, kNode + "2"));
  EXPECT_TRUE(has(report, codes::kBehaviorLoop, kNode + "3/flows/a"));
  EXPECT_TRUE(has(report, codes::kBehaviorUnknown, "/extensions/KHR_interactivity/graphs/0/declarations/4"));
  EXPECT_TRUE(has(report, codes::kBehaviorInvalid, kNode + "5/configuration/variable"));
  const Scene scene = sceneOf(file);
  World world(scene);
  const BehaviorMachine machine(scene, world);
  for (const Diagnostic& item : machine.diagnostics().items())
    EXPECT_TRUE(has(report, item.code, item.pointer)) << item.pointer << ": " << item.message;
}

TEST(BehaviorRules, AGraphThatRunsHasNoFindings) {
  GraphFile graph;
  graph.variable(vector3(0, 0, 0));
  const int place = graph.add("pointer/get", {{"n", whole(0)}}, {},
                              "'pointer':{'value':['/nodes/[n]/translation']},'type':{'value':[4]}");
  graph.add("event/onStart", {}, {{"out", std::to_string(graph.set(0, place))}});
  for (const Finding& finding : check(graph.file()).findings)
    EXPECT_FALSE(finding.code.starts_with("BEHAVIOR")) << finding.pointer << ": " << finding.message;
}

TEST(BehaviorRules, NamesInPointersAreEscaped) {
  GraphFile graph;
  graph.add("flow/sequence", {}, {{"a/b~", "0:no"}});
  EXPECT_TRUE(has(check(graph.file()), codes::kBehaviorSocket, kNode + "0/flows/a~1b~0"));
}

/// A check takes time in proportion to the file, so ten seconds are many times what is needed.
template <class Build>
void expectChecked(const std::string& what, const Build& build) {
  GraphFile graph;
  build(graph);
  const std::string file = graph.file("'nodes':[{}]");
  const auto start = std::chrono::steady_clock::now();
  const ValidationReport report = check(file);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), 10) << what;
  EXPECT_TRUE(std::any_of(report.findings.begin(), report.findings.end(), [](const Finding& finding) {
    return finding.code.starts_with("BEHAVIOR_");
  })) << what;
}

TEST(BehaviorRules, AHundredThousandNodesAreCheckedInBoundedTime) {
  constexpr int kNodes = 100000;
  expectChecked("wrong types", [](GraphFile& graph) {
    for (int i = 0; i < kNodes; ++i) graph.add("math/add", {{"a", number(1)}, {"b", whole(1)}});
  });
  expectChecked("one loop", [](GraphFile& graph) {
    for (int i = 0; i < kNodes; ++i)
      graph.add("flow/sequence", {}, {{"a", std::to_string((i + 1) % kNodes)}});
  });
  expectChecked("a chain of values that ends in itself", [](GraphFile& graph) {
    for (int i = 0; i < kNodes; ++i) graph.add("math/neg", {{"a", i > 0 ? i - 1 : 0}});
  });
  expectChecked("pointers to nothing", [](GraphFile& graph) {
    for (int i = 0; i < kNodes; ++i)
      graph.add("pointer/get", {}, {}, "'pointer':{'value':['/nodes/9/scale']},'type':{'value':[4]}");
  });
  expectChecked("all values of an event in each of its receivers", [](GraphFile& graph) {
    std::string values;
    for (int i = 0; i < 2000; ++i) values += (i > 0 ? ",'" : "'") + std::to_string(i) + "':{'type':2}";
    graph.event("{'values':{" + values + "}}");
    for (int i = 0; i < kNodes; ++i) graph.add("event/receive", {}, {}, "'event':{'value':[0]}");
  });
  expectChecked("switches with thousands of cases", [](GraphFile& graph) {
    std::string cases = "0";
    Flows flows;
    for (int i = 1; i < 4000; ++i)
      cases += "," + std::to_string(i), flows.emplace_back(std::to_string(i), "0");
    for (int i = 0; i < 20; ++i)
      graph.add("flow/switch", {{"selection", number(1)}}, flows, "'cases':{'value':[" + cases + "]}");
  });
}

}  // namespace
}  // namespace carom::test
