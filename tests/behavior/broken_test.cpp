// Graphs that are wrong, too large, or would never end.
#include <cmath>

#include "behavior/graph_file.hpp"
#include "carom/behavior/check.hpp"

namespace carom::test {
namespace {

std::string index(int node) {
  return std::to_string(node);
}

const std::string kNode = "/extensions/KHR_interactivity/graphs/0/nodes/";

/// The first error of a graph, as "pointer: message"; "" when there is none.
std::string errorOf(const GraphFile& graph) {
  const auto scene = loadFromMemory(graph.file());
  if (!scene.ok()) {
    for (const Diagnostic& item : scene.diagnostics().items())
      if (item.severity == Severity::Error) return item.pointer + ": " + item.message;
  }
  World world(*scene);
  BehaviorMachine behavior(*scene, world);
  EXPECT_EQ(behavior.isRunning(), !behavior.diagnostics().hasErrors());
  EXPECT_EQ(checkBehavior(*scene).items().size(), behavior.diagnostics().items().size());
  behavior.advance();
  for (const Diagnostic& item : behavior.diagnostics().items()) {
    if (item.severity != Severity::Error) continue;
    EXPECT_TRUE(item.code.starts_with("BEHAVIOR_")) << item.code;
    return item.pointer + ": " + item.message;
  }
  return "";
}

struct Broken {
  std::string operation;
  Inputs inputs;
  std::string configuration;
  std::string at;  ///< Behind the node's pointer.
};

TEST(BrokenGraphs, WrongNodesAreReportedWithTheirPlace) {
  const std::string get = "'pointer':{'value':['/nodes/0/scale']}";
  const Inputs ease = {
      {"value", number(1)}, {"duration", number(1)}, {"p1", vector2(0, 0)}, {"p2", vector2(0, 0)}};
  const Broken cases[] = {
      {"math/add", {{"a", number(1)}}, "", ""},
      {"math/add", {{"a", number(1)}, {"b", whole(1)}}, "", "/values"},
      {"math/add", {{"a", truth(true)}, {"b", truth(true)}}, "", "/values"},
      {"math/add", {{"a", vector2(1, 2)}, {"b", vector3(1, 2, 3)}}, "", "/values"},
      {"math/cross", {{"a", vector2(1, 2)}, {"b", vector2(1, 2)}}, "", "/values"},
      {"math/matMul", {{"a", vector4(1, 2, 3, 4)}, {"b", vector4(1, 2, 3, 4)}}, "", "/values"},
      {"math/select", {{"condition", truth(true)}, {"a", number(1)}, {"b", whole(1)}}, "", "/values"},
      {"math/switch", {{"selection", number(1)}, {"default", number(1)}}, "", "/values/selection"},
      {"math/switch", {{"selection", whole(1)}, {"default", number(1)}}, "'cases':{'value':[1]}", ""},
      {"math/switch",
       {{"selection", whole(1)}, {"default", number(1)}, {"1", whole(1)}},
       "'cases':{'value':[1]}",
       "/values/1"},
      {"math/not", {{"a", {0, "value"}}}, "", "/values/a/node"},
      {"math/not", {{"a", {5, "value"}}}, "", "/values/a/node"},
      {"flow/branch", {{"condition", number(1)}}, "", "/values/condition"},
      {"flow/branch", {}, "", ""},
      {"flow/for", {{"startIndex", whole(1)}}, "", ""},
      {"flow/setDelay", {{"duration", whole(1)}}, "", "/values/duration"},
      {"flow/cancelDelay", {{"delay", number(1)}}, "", "/values/delay"},
      {"variable/get", {}, "", ""},
      {"variable/get", {}, "'variable':{'value':[3]}", "/configuration/variable"},
      {"variable/get", {}, "'variable':{'value':[-1]}", "/configuration/variable"},
      {"variable/get", {}, "'variable':{'value':[0.5]}", "/configuration/variable"},
      {"variable/get", {}, "'variable':{'value':[true]}", "/configuration/variable"},
      {"variable/get", {}, "'variable':{'value':['x']}", "/configuration/variable"},
      {"variable/set", {}, "", ""},
      {"variable/set", {}, "'variables':{'value':[]}", "/configuration/variables"},
      {"variable/set", {}, "'variables':{'value':[7]}", "/configuration/variables"},
      {"variable/set", {}, "'variables':{'value':[0]}", ""},
      {"variable/set", {{"0", whole(1)}}, "'variables':{'value':[0]}", "/values/0"},
      {"variable/interpolate", ease, "'variable':{'value':[0]}", ""},
      {"variable/interpolate", ease, "'variable':{'value':[0]},'useSlerp':{'value':[true]}",
       "/configuration/useSlerp"},
      {"variable/interpolate", ease, "'variable':{'value':[1]},'useSlerp':{'value':[false]}",
       "/configuration/variable"},
      {"pointer/get", {}, "", ""},
      {"pointer/get", {}, get, ""},
      {"pointer/get", {}, get + ",'type':{'value':[10]}", "/configuration/type"},
      {"pointer/get", {}, "'pointer':{'value':['nodes']},'type':{'value':[2]}", "/configuration/pointer"},
      {"pointer/get",
       {},
       "'pointer':{'value':['/nodes/[n]/weights/[n]']},'type':{'value':[2]}",
       "/configuration/pointer"},
      {"pointer/get", {}, "'pointer':{'value':['/nodes/[n]']},'type':{'value':[2]}", ""},
      {"pointer/get",
       {{"n", number(1)}},
       "'pointer':{'value':['/nodes/[n]']},'type':{'value':[2]}",
       "/values/n"},
      {"pointer/set", {}, get + ",'type':{'value':[4]}", ""},
      {"pointer/set", {{"value", number(1)}}, get + ",'type':{'value':[4]}", "/values/value"},
      {"pointer/set",
       {{"value", whole(1)}},
       "'pointer':{'value':['/nodes/[value]/scale']},'type':{'value':[4]}",
       "/configuration/pointer"},
      {"pointer/interpolate", {}, get + ",'type':{'value':[1]}", "/configuration/type"},
      {"pointer/interpolate", {{"value", vector3(1, 1, 1)}}, get + ",'type':{'value':[4]}", ""},
      {"event/receive", {}, "", ""},
      {"event/receive", {}, "'event':{'value':[1]}", "/configuration/event"},
      {"event/send", {}, "'event':{'value':[0]}", ""},
      {"event/send", {{"x", whole(1)}}, "'event':{'value':[0]}", "/values/x"},
      {"event/stopPropagation", {{"stopImmediate", truth(true)}, {"event", whole(1)}}, "", "/values/event"},
      {"animation/start", {{"animation", number(1)}}, "", "/values/animation"},
      {"animation/stopAt", {{"animation", whole(1)}}, "", ""},
      {"debug/log", {}, "'severity':{'value':[0]},'message':{'value':['{a}']}", ""},
      {"rigid_body/applyImpulse", {}, "", ""},
      {"rigid_body/applyImpulse",
       {{"nodeIndex", whole(0)}, {"linearImpulse", number(1)}},
       "",
       "/values/linearImpulse"},
      {"rigid_body/rayCast", {{"rayStart", vector3(0, 0, 0)}}, "", ""},
      {"event/rigid_body_triggerEntered", {}, "", ""},
      {"event/rigid_body_triggerEntered", {}, "'nodeIndex':{'value':[0]}", "/configuration/nodeIndex"},
      {"event/rigid_body_triggerExited", {}, "'nodeIndex':{'value':[9]}", "/configuration/nodeIndex"},
  };
  for (const Broken& c : cases) {
    GraphFile graph;
    graph.variable(number(0)), graph.variable(whole(0));
    graph.event("{'values':{'x':{'type':2}}}");
    graph.add(c.operation, c.inputs, {}, c.configuration);
    for (int i = 0; i < 5; ++i) graph.add("math/Pi");
    const std::string error = errorOf(graph);
    EXPECT_EQ(error.substr(0, error.find(": ")), kNode + "0" + c.at)
        << c.operation << " " << c.configuration << "\n"
        << error;
  }
}

TEST(BrokenGraphs, OutputsMustExist) {
  GraphFile graph;
  const int pi = graph.add("math/Pi");
  graph.add("math/abs", {{"a", {pi, "values"}}});
  EXPECT_EQ(errorOf(graph), kNode + "1/values/a: node 0 (math/Pi) has no output 'values'");
}

TEST(BrokenGraphs, FlowsWithoutASocketEndWithAWarning) {
  GraphFile graph;
  graph.variable(whole(0));
  const int count = graph.increment(0);
  const int branch = graph.add("flow/branch", {{"condition", truth(true)}},
                               {{"then", index(count)}, {"true", index(count) + ":input"}});
  graph.add("event/onStart", {}, {{"out", index(branch)}});
  Running run(graph.file());
  run.steps(1);
  EXPECT_EQ(run[0], whole(0));
  const std::vector<Diagnostic>& items = run.behavior.diagnostics().items();
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0].pointer, kNode + index(branch) + "/flows/true");
  EXPECT_EQ(items[0].message, "node 2 (variable/set) has no input flow 'input'; the flow ends there");
  EXPECT_EQ(items[1].pointer, kNode + index(branch) + "/flows/then");
  EXPECT_EQ(items[1].message, "'flow/branch' has no output flow 'then'; nothing follows it");
  for (const Diagnostic& item : items) EXPECT_EQ(item.code, codes::kBehaviorSocket);
}

TEST(BrokenGraphs, ConstantPointersAreLookedUp) {
  const struct {
    std::string operation, pointer;
    Value value;
    std::string says;  ///< "" for a good pointer.
  } cases[] = {
      {"pointer/get", "/nodes/0/scale", vector3(0, 0, 0), ""},
      {"pointer/get", "/nodes.length", whole(0), ""},
      {"pointer/get", "/extensions/KHR_interactivity/limits/maxActiveDelays", whole(0), ""},
      {"pointer/get", "/nodes/1/scale", vector3(0, 0, 0), "names nothing in the file, so 'isValid' is false"},
      {"pointer/get", "/nodes/[n]/scale", vector3(0, 0, 0), "names nothing in the file"},
      {"pointer/get", "/nodes/[m]/scale", vector3(0, 0, 0), "is negative or names nothing"},
      {"pointer/get", "/nodes/0/scale", number(0), "is of type float3, not float"},
      {"pointer/get", "/nodes/0/camera", whole(0), "is no value that Carom knows"},
      {"pointer/set", "/nodes/0/translation", vector3(0, 0, 0), ""},
      {"pointer/set", "/nodes.length", whole(0), "cannot be written, so the flow 'err' follows"},
      {"pointer/set", "/materials/0/alphaCutoff", number(1), "names nothing in the file"},
  };
  for (const auto& c : cases) {
    GraphFile graph;
    graph.add(c.operation, {{"n", whole(7)}, {"m", whole(-1)}, {"value", c.value}}, {},
              "'pointer':{'value':['" + c.pointer + "']},'type':{'value':[" +
                  index(static_cast<int>(c.value.type)) + "]}");
    const Diagnostics found = checkBehavior(sceneOf(graph.file()));
    ASSERT_EQ(found.items().size(), c.says.empty() ? 0u : 1u) << c.pointer;
    if (c.says.empty()) continue;
    EXPECT_EQ(found.items()[0].code, codes::kBehaviorPointer);
    EXPECT_EQ(found.items()[0].pointer, kNode + "0/configuration/pointer");
    EXPECT_NE(found.items()[0].message.find(c.says), std::string::npos) << found.items()[0].message;
  }
}

TEST(BrokenGraphs, PointerTemplatesAreChecked) {
  // The examples of the document.
  const std::string good[] = {"/myProperty", "/nodes/0/scale", "/nodes/[n]/extras/{{index}}",
                              "/nodes/[n]/extras/[[index]]", "/nodes/[n]/a~0~1b"};
  const std::string bad[] = {
      "/nodes/[n]/extras/~2",    "/nodes/{n}/weights/[n]",  "/nodes/[/scale",       "/nodes/{/scale",
      "/nodes/[]/scale",         "/nodes/{}/scale",         "/nodes/[n/scale",      "/nodes/{n/scale",
      "/nodes/[i[n]/scale",      "/nodes/[i{n]/scale",      "/nodes/{i]n}/scale",   "/nodes/{i}n}/scale",
      "/nodes/0/extras/[[i[n]]", "/nodes/0/extras/{{i{n}}", "/nodes/0/extras/[[n]", "/nodes/0/extras/{{n}"};
  const auto graphWith = [](const std::string& text) {
    GraphFile graph;
    graph.add("pointer/get", {{"n", whole(0)}}, {},
              "'pointer':{'value':['" + text + "']},'type':{'value':[2]}");
    return graph;
  };
  for (const std::string& text : good) EXPECT_EQ(errorOf(graphWith(text)), "") << text;
  for (const std::string& text : bad) {
    EXPECT_NE(errorOf(graphWith(text)).find("is not a pointer template"), std::string::npos) << text;
  }
}

TEST(BrokenGraphs, LoopsOfFlowsAreErrors) {
  GraphFile self;
  self.add("flow/sequence", {}, {{"a", "0"}});
  EXPECT_EQ(errorOf(self),
            kNode + "0/flows/a: flows must not form a loop, and this one leads back to node 0");
  GraphFile two;
  two.add("event/onStart", {}, {{"out", "1"}});
  two.add("flow/sequence", {}, {{"a", "2"}});
  two.add("flow/sequence", {}, {{"b", "1"}});
  EXPECT_EQ(errorOf(two), kNode + "2/flows/b: flows must not form a loop, and this one leads back to node 1");
  // Through time it is none.
  GraphFile later;
  later.variable(whole(0));
  later.add("event/onStart", {}, {{"out", "1"}});
  later.add("flow/setDelay", {{"duration", number(0.1)}}, {{"done", "4"}});
  later.increment(0, "1");
  Running run(later.file());
  run.steps(61);
  // Every 0.1 s, which is six steps.
  EXPECT_EQ(run[0], whole(10));
}

TEST(BrokenGraphs, UnknownOperationsDoNothing) {
  GraphFile graph;
  graph.variable(whole(0));
  const int after = graph.increment(0);
  const int odd = graph.add("audio/play", {{"volume", number(1)}}, {{"out", index(after)}});
  const int all = graph.add("flow/sequence", {}, {{"a", index(odd)}, {"b", index(odd)}});
  graph.add("event/onStart", {}, {{"out", index(all)}});
  Running run(graph.file());
  run.steps(2);
  EXPECT_EQ(run[0], whole(0));
  ASSERT_EQ(run.behavior.diagnostics().items().size(), 1u);
  EXPECT_EQ(run.behavior.diagnostics().items()[0].code, codes::kBehaviorUnknown);
  EXPECT_NE(run.behavior.diagnostics().items()[0].message.find("audio/play"), std::string::npos);
}

TEST(BrokenGraphs, UnknownOperationsOfExtensionsHaveDefaults) {
  const std::string file = quoted(
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_interactivity'],'extensions':{'KHR_interactivity':{"
      "'graphs':[{'types':[{'signature':'float'},{'signature':'int'}],'variables':[{'type':0,'value':[3]},{"
      "'type':1,'value':[3]}],'declarations':[{'op':'x/y','extension':'VND_x','outputValueSockets':{'f':{"
      "'type':0},'i':{'type':1}}},{'op':'variable/set'},{'op':'event/onStart'}],'nodes':[{'declaration':0},{"
      "'declaration':1,'configuration':{'variables':{'value':[0,1]}},'values':{'0':{'node':0,'socket':'f'},"
      "'1':{'node':0,'socket':'i'}}},{'declaration':2,'flows':{'out':{'node':1}}}]}]}}}");
  Running run(file);
  run.steps(1);
  EXPECT_TRUE(std::isnan(run[0].numbers[0]));
  EXPECT_EQ(run[1], whole(0));
}

TEST(BrokenGraphs, EndlessLoopsAreCut) {
  GraphFile graph;
  graph.variable(whole(0)), graph.variable(whole(0));
  const int loop =
      graph.add("flow/while", {{"condition", truth(true)}}, {{"loopBody", index(graph.increment(0))}});
  graph.add("event/onTick", {}, {{"out", index(loop)}});
  graph.add("event/onTick", {}, {{"out", index(graph.increment(1))}});
  BehaviorSettings settings;
  settings.limits.operations = 3000;
  Running run(graph.file(), settings);
  run.steps(1);
  // A round is the loop, what is set, and two values: four executions.
  EXPECT_NEAR(run[0].numbers[0], 750, 2);
  EXPECT_EQ(run[1], whole(0));
  run.steps(2);
  EXPECT_NEAR(run[0].numbers[0], 2250, 6);
  ASSERT_EQ(run.behavior.diagnostics().items().size(), 1u);  // Once, however many steps.
  EXPECT_EQ(run.behavior.diagnostics().items()[0].code, codes::kBehaviorLimit);
  EXPECT_EQ(run.behavior.diagnostics().items()[0].severity, Severity::Warning);
}

TEST(BrokenGraphs, EventsThatSendThemselvesWaitForTheNextStep) {
  GraphFile graph;
  graph.variable(whole(0));
  graph.event("{}");
  const std::string event = "'event':{'value':[0]}";
  const int send = graph.add("event/send", {}, {}, event);
  graph.add("event/receive", {}, {{"out", index(graph.increment(0, index(send)))}}, event);
  graph.add("event/onStart", {}, {{"out", index(send)}});
  BehaviorSettings settings;
  settings.limits.events = 10;
  Running run(graph.file(), settings);
  // Twice in a step events are delivered.
  run.steps(3);
  EXPECT_EQ(run[0], whole(60));
  EXPECT_TRUE(run.behavior.diagnostics().items().empty());
}

TEST(BrokenGraphs, TooManyEventsAreDropped) {
  GraphFile graph;
  graph.event("{}");
  const int send = graph.add("event/send", {}, {}, "'event':{'value':[0]}");
  const int loop = graph.add("flow/for", {{"startIndex", whole(0)}, {"endIndex", whole(100)}},
                             {{"loopBody", index(send)}});
  graph.add("event/onStart", {}, {{"out", index(loop)}});
  BehaviorSettings settings;
  settings.limits.waiting_events = 20;
  Running run(graph.file(), settings);
  run.steps(1);
  ASSERT_EQ(run.behavior.diagnostics().items().size(), 1u);
  EXPECT_EQ(run.behavior.diagnostics().items()[0].code, codes::kBehaviorLimit);
}

TEST(BrokenGraphs, SchedulesHaveLimits) {
  GraphFile graph;
  graph.variable(whole(0)), graph.variable(whole(0));
  const int delay = graph.add("flow/setDelay", {{"duration", number(9)}},
                              {{"out", index(graph.increment(0))}, {"err", index(graph.increment(1))}});
  const int loop = graph.add("flow/for", {{"startIndex", whole(0)}, {"endIndex", whole(30)}},
                             {{"loopBody", index(delay)}});
  BehaviorSettings settings;
  settings.limits.delays = 12;
  expectVariables(graph, loop, {whole(12), whole(18)}, 1, settings);
}

TEST(BrokenGraphs, SharedValuesAreEvaluatedOnce) {
  // x + x a hundred times over has 2^100 ways from the last node to the first.
  GraphFile graph;
  graph.variable(number(0));
  int last = graph.add("math/Pi");
  for (int i = 0; i < 100; ++i) last = graph.add("math/add", {{"a", last}, {"b", last}});
  graph.add("event/onStart", {}, {{"out", index(graph.set(0, last))}});
  Running run(graph.file());
  run.steps(1);
  EXPECT_EQ(run[0].numbers[0], std::ldexp(3.141592653589793, 100));
}

TEST(BrokenGraphs, AHundredThousandNodesAreNoDepth) {
  GraphFile graph;
  graph.variable(number(0)), graph.variable(whole(0));
  int last = graph.add("math/E");
  for (int i = 0; i < 50000; ++i) last = graph.add("math/neg", {{"a", last}});
  const int set = graph.set(0, last);
  int flow = set;
  for (int i = 0; i < 50000; ++i) flow = graph.add("flow/sequence", {}, {{"a", index(flow)}});
  graph.add("event/onStart", {}, {{"out", index(flow)}});
  Running run(graph.file());
  run.steps(1);
  EXPECT_EQ(run[0], number(2.718281828459045));
}

}  // namespace
}  // namespace carom::test
