// Flow operations, delays, variables and events.
#include "behavior/graph_file.hpp"

namespace carom::test {
namespace {

/// A second at 60 steps a second, and one more tick.
constexpr int kSecond = 61;

std::string index(int node) {
  return std::to_string(node);
}

/// A graph with counters: variables of type int that start at 0.
GraphFile counters(int count) {
  GraphFile graph;
  for (int i = 0; i < count; ++i) graph.variable(whole(0));
  return graph;
}

TEST(BehaviorFlow, SequenceFollowsTheOrderOfTheNames) {
  // 10 comes before 9, and U+1F855 (two UTF-16 units from D83E on) before U+FFFD.
  GraphFile graph;
  graph.variable(whole(0));
  const auto append = [&](int digit) {
    const int old = graph.get(0);
    const int tens = graph.add("math/mul", {{"a", old}, {"b", whole(10)}});
    return index(graph.set(0, graph.add("math/add", {{"a", tens}, {"b", whole(digit)}})));
  };
  const std::string one = append(1), two = append(2), three = append(3), four = append(4);
  const int sequence = graph.add(
      "flow/sequence", {}, {{"9", two}, {"\xEF\xBF\xBD", four}, {"10", one}, {"\xF0\x9F\xA1\x95", three}});
  expectVariables(graph, sequence, {whole(1234)});
}

TEST(BehaviorFlow, BranchAndSwitchTakeOneWay) {
  GraphFile graph = counters(4);
  const int yes = graph.increment(0), no = graph.increment(1);
  const int three = graph.increment(2), other = graph.increment(3);
  const int branch =
      graph.add("flow/branch", {{"condition", truth(true)}}, {{"true", index(yes)}, {"false", index(no)}});
  const int known = graph.add("flow/switch", {{"selection", whole(-3)}},
                              {{"-3", index(three)}, {"default", index(other)}}, "'cases':{'value':[1,-3]}");
  const int unknown = graph.add("flow/switch", {{"selection", whole(7)}},
                                {{"7", index(three)}, {"default", index(other)}}, "'cases':{'value':[1,-3]}");
  // Not all are whole numbers: the default configuration, which has no cases.
  const int wrong = graph.add("flow/switch", {{"selection", whole(1)}},
                              {{"1", index(three)}, {"default", index(other)}}, "'cases':{'value':[1,0.5]}");
  const int all = graph.inTurn({index(branch), index(known), index(unknown), index(wrong)});
  expectVariables(graph, all, {whole(1), whole(0), whole(1), whole(2)});
}

TEST(BehaviorFlow, LoopsCount) {
  GraphFile graph = counters(4);
  const int body = graph.increment(0);
  const int done = graph.increment(1);
  const int inner =
      graph.add("flow/for", {{"startIndex", whole(0)}, {"endIndex", whole(5)}}, {{"loopBody", index(body)}});
  const int outer = graph.add("flow/for", {{"startIndex", whole(-2)}, {"endIndex", whole(1)}},
                              {{"loopBody", index(inner)}, {"completed", index(done)}});
  const int last = graph.set(3, {outer, "index"});
  const int below = graph.add("math/lt", {{"a", graph.get(2)}, {"b", whole(7)}});
  const int repeat = graph.add("flow/while", {{"condition", below}},
                               {{"loopBody", index(graph.increment(2))}, {"completed", index(done)}});
  const int all = graph.inTurn({index(outer), index(repeat), index(last)});
  expectVariables(graph, all, {whole(15), whole(2), whole(7), whole(1)});
}

TEST(BehaviorFlow, ForBeginsAtItsInitialIndex) {
  GraphFile graph = counters(1);
  const int loop = graph.add("flow/for", {{"startIndex", whole(0)}, {"endIndex", whole(1)}}, {},
                             "'initialIndex':{'value':[-7]}");
  expectVariables(graph, graph.set(0, {loop, "index"}), {whole(-7)});
}

TEST(BehaviorFlow, DoNStopsUntilItIsReset) {
  GraphFile graph = counters(2);
  const int count = graph.increment(0);
  const int gate = graph.add("flow/doN", {{"n", whole(2)}}, {{"out", index(count)}});
  const int current = graph.set(1, {gate, "currentCount"});
  const std::string in = index(gate), reset = in + ":reset";
  const int all = graph.inTurn({in, in, in, reset, in, index(current)});
  expectVariables(graph, all, {whole(3), whole(1)});
}

/// How often each of three flows of a gate comes when it is activated seven times.
std::vector<double> gated(const std::string& configuration, bool reset = false, std::uint64_t seed = 1) {
  GraphFile graph = counters(3);
  Flows flows;
  for (int i = 0; i < 3; ++i)
    flows.emplace_back(std::string(1, static_cast<char>('a' + i)), index(graph.increment(i)));
  const int gate = graph.add("flow/multiGate", {}, flows, configuration);
  std::vector<std::string> seven(7, index(gate));
  if (reset) seven[1] += ":reset";
  graph.add("event/onStart", {}, {{"out", index(graph.inTurn(seven))}});
  Running run(graph.file(), {.seed = seed});
  run.steps(1);
  return {run[0].numbers[0], run[1].numbers[0], run[2].numbers[0]};
}

TEST(BehaviorFlow, MultiGateGoesRound) {
  using Counts = std::vector<double>;
  EXPECT_EQ(gated("'isRandom':{'value':[false]},'isLoop':{'value':[false]}"), (Counts{1, 1, 1}));
  EXPECT_EQ(gated("'isRandom':{'value':[false]},'isLoop':{'value':[true]}"), (Counts{3, 2, 2}));
  EXPECT_EQ(gated("'isRandom':{'value':[true]},'isLoop':{'value':[false]}"), (Counts{1, 1, 1}));
  // One of the two alone is no configuration.
  EXPECT_EQ(gated("'isLoop':{'value':[true]}"), (Counts{1, 1, 1}));
  EXPECT_EQ(gated("", true), (Counts{2, 1, 1}));
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Counts counts = gated("'isRandom':{'value':[true]},'isLoop':{'value':[true]}", false, seed);
    for (const double count : counts) EXPECT_TRUE(count == 2 || count == 3) << seed;
  }
}

TEST(BehaviorFlow, WaitAllWaits) {
  GraphFile graph = counters(3);
  const int some = graph.increment(0), all = graph.increment(1);
  const int wait = graph.add("flow/waitAll", {}, {{"out", index(some)}, {"completed", index(all)}},
                             "'inputFlows':{'value':[3]}");
  const int left = graph.set(2, {wait, "remainingInputs"});
  const std::string in = index(wait) + ":";
  // 0 and 0 again, 2: two are left out of three; 3 does not exist; 1 completes; reset, then 0.
  const int sequence =
      graph.inTurn({in + "0", in + "0", in + "2", in + "3", in + "1", in + "reset", in + "0", index(left)});
  expectVariables(graph, sequence, {whole(4), whole(1), whole(2)});
}

TEST(BehaviorFlow, ThrottleLetsThroughOnceInATime) {
  GraphFile graph = counters(2);
  graph.variable(number(0));
  const int count = graph.increment(0), wrong = graph.increment(1);
  const int throttle = graph.add("flow/throttle", {{"duration", number(0.25)}}, {{"out", index(count)}});
  const int refused = graph.add("flow/throttle", {{"duration", number(-1)}}, {{"err", index(wrong)}});
  const int rest = graph.set(2, {throttle, "lastRemainingTime"});
  graph.add("event/onTick", {},
            {{"out", index(graph.inTurn({index(throttle), index(refused), index(rest)}))}});
  Running run(graph.file());
  run.steps(kSecond);
  // At 0, 0.25, 0.5, 0.75 and 1 s: every fifteenth tick.
  EXPECT_EQ(run[0], whole(5));
  EXPECT_EQ(run[1], whole(kSecond));
  EXPECT_EQ(run[2], number(0));
}

TEST(BehaviorFlow, DelaysComeAtTheirTime) {
  GraphFile graph = counters(3);
  graph.variable(number(-1));
  const int tick = graph.add("event/onTick");
  const int when = graph.set(3, {tick, "timeSinceStart"});
  const int delay = graph.add(
      "flow/setDelay", {{"duration", number(0.5)}},
      {{"out", index(graph.increment(0))}, {"done", index(when)}, {"err", index(graph.increment(2))}});
  const int bad =
      graph.add("flow/setDelay", {{"duration", number(std::nan(""))}}, {{"err", index(graph.increment(1))}});
  graph.add("event/onStart", {}, {{"out", index(graph.inTurn({index(delay), index(bad)}))}});
  Running run(graph.file());
  run.steps(kSecond);
  EXPECT_EQ(run[0], whole(1));
  EXPECT_EQ(run[1], whole(1));
  EXPECT_EQ(run[2], whole(0));
  // Delays come before onTick, whose time is that of the tick before: one step less.
  EXPECT_NEAR(run[3].numbers[0], 0.5 - 1.0 / 60, 1e-12);
}

TEST(BehaviorFlow, DelaysAreCancelled) {
  GraphFile graph = counters(3);
  graph.variable(truth(true));
  const int a =
      graph.add("flow/setDelay", {{"duration", number(0.1)}}, {{"done", index(graph.increment(0))}});
  const int b =
      graph.add("flow/setDelay", {{"duration", number(0.1)}}, {{"done", index(graph.increment(1))}});
  const int c =
      graph.add("flow/setDelay", {{"duration", number(0.1)}}, {{"done", index(graph.increment(2))}});
  const int cancel = graph.add("flow/cancelDelay", {{"delay", {b, "lastDelay"}}});
  const int earlier = graph.add("flow/cancelDelay", {{"delayIndex", {c, "lastDelayIndex"}}});
  const int null = graph.add("flow/cancelDelay", {{"delay", Value{ValueType::Reference, {}}}});
  const int known =
      graph.add("pointer/get", {{"d", {b, "lastDelay"}}}, {},
                "'pointer':{'value':['/extensions/KHR_interactivity/delays/{d}']},'type':{'value':[9]}");
  const int valid = graph.set(3, {known, "isValid"});
  const int all = graph.inTurn({index(a), index(a), index(b), index(c), index(a) + ":cancel", index(cancel),
                                index(earlier), index(null), index(valid)});
  graph.add("event/onStart", {}, {{"out", index(all)}});
  Running run(graph.file());
  run.steps(kSecond);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(run[i], whole(0)) << i;
  EXPECT_EQ(run[3], truth(false));
}

TEST(BehaviorVariables, SeveralAreSetTogether) {
  GraphFile graph;
  graph.variable(number(1)), graph.variable(number(2));
  const int set = graph.add("variable/set", {{"0", graph.get(1)}, {"1", graph.get(0)}}, {},
                            "'variables':{'value':[0,1,0]}");
  expectVariables(graph, set, {number(2), number(1)});
}

TEST(BehaviorVariables, EarlierRevisionsSetOne) {
  GraphFile graph;
  graph.variable(number(1));
  const int set = graph.add("variable/set", {{"value", number(5)}}, {}, "'variable':{'value':[0]}");
  expectVariables(graph, set, {number(5)});
}

TEST(BehaviorVariables, StartWithTheirTypesDefaults) {
  GraphFile graph;
  graph.variable(number(std::nan(""))), graph.variable(value(ValueType::Reference, {}));
  Running run(graph.file());
  EXPECT_TRUE(std::isnan(run[0].numbers[0]));
  EXPECT_EQ(run[1], (Value{ValueType::Reference, {}}));
}

TEST(BehaviorVariables, InterpolateEases) {
  GraphFile graph = counters(1);
  graph.variable(vector2(0, 10)), graph.variable(vector4(0, 0, 0, 1)), graph.variable(number(0));
  const double half = std::sqrt(0.5);
  const auto interpolate = [&](int variable, const Value& to, const Value& p1, const Value& p2,
                               bool spherical) {
    return graph.add("variable/interpolate", {{"value", to}, {"duration", number(1)}, {"p1", p1}, {"p2", p2}},
                     {{"done", index(graph.increment(0))}},
                     "'variable':{'value':[" + index(variable) + "]},'useSlerp':{'value':[" +
                         (spherical ? "true" : "false") + "]}");
  };
  const int straight = interpolate(1, vector2(4, 30), vector2(0, 0), vector2(1, 1), false);
  const int turn = interpolate(2, vector4(0, half, 0, half), vector2(0.5, 0.5), vector2(0.5, 0.5), true);
  // y = 3 s² - 2 s³ with x = s: control points at x 1/3 and 2/3.
  const int smooth = interpolate(3, number(1), vector2(1.0 / 3, 0), vector2(2.0 / 3, 1), false);
  graph.add("event/onStart", {},
            {{"out", index(graph.inTurn({index(straight), index(turn), index(smooth)}))}});
  Running run(graph.file());
  run.steps(16);  // The last tick is at 0.25 s.
  expectValue(run[1], vector2(1, 15), 1e-9, "straight");
  expectValue(run[2], vector4(0, std::sin(0.125 * std::acos(0.0)), 0, std::cos(0.125 * std::acos(0.0))), 1e-9,
              "turn");
  expectValue(run[3], number(3 * 0.0625 - 2 * 0.015625), 1e-9, "smooth");
  EXPECT_EQ(run[0], whole(0));
  run.steps(45);
  EXPECT_EQ(run[1], vector2(4, 30));
  EXPECT_EQ(run[3], number(1));
  EXPECT_EQ(run[0], whole(3));
}

TEST(BehaviorVariables, SettingEndsAnInterpolation) {
  GraphFile graph = counters(1);
  graph.variable(number(0));
  const std::string p = "'variable':{'value':[1]},'useSlerp':{'value':[false]}";
  const int go = graph.add(
      "variable/interpolate",
      {{"value", number(1)}, {"duration", number(0.5)}, {"p1", vector2(0, 0)}, {"p2", vector2(1, 1)}},
      {{"done", index(graph.increment(0))}}, p);
  const int bad = graph.add(
      "variable/interpolate",
      {{"value", number(1)}, {"duration", number(0.5)}, {"p1", vector2(2, 0)}, {"p2", vector2(1, 1)}},
      {{"err", index(graph.increment(0))}}, p);
  const int stop = graph.set(1, number(7));
  const int later = graph.add("flow/setDelay", {{"duration", number(0.25)}}, {{"done", index(stop)}});
  graph.add("event/onStart", {}, {{"out", index(graph.inTurn({index(go), index(later), index(bad)}))}});
  Running run(graph.file());
  run.steps(kSecond);
  EXPECT_EQ(run[0], whole(1));
  EXPECT_EQ(run[1], number(7));
}

TEST(BehaviorEvents, StartComesOnceAndTicksEachStep) {
  GraphFile graph = counters(2);
  graph.variable(number(0)), graph.variable(number(0)), graph.variable(truth(false));
  const int start = graph.add("event/onStart", {}, {{"out", "8"}});
  (void)start;
  const int tick = graph.add("event/onTick", {}, {{"out", "11"}});
  const int old = graph.get(0);
  const int more = graph.add("math/add", {{"a", old}, {"b", whole(1)}});
  const int older = graph.get(1);
  const int most = graph.add("math/add", {{"a", older}, {"b", whole(1)}});
  const int first = graph.add("math/isNaN", {{"a", {tick, "timeSinceLastTick"}}});
  const int time = graph.set(2, {tick, "timeSinceStart"});
  const int count = graph.set(0, more);
  EXPECT_EQ(count, 8);
  const int since = graph.set(3, {tick, "timeSinceLastTick"}, index(time));
  const int nan = graph.set(4, first, index(since));
  const int ticks = graph.set(1, most, index(nan));
  EXPECT_EQ(ticks, 11);
  Running run(graph.file());
  run.steps(1);
  EXPECT_EQ(run[2], number(0));
  EXPECT_EQ(run[4], truth(true));
  run.steps(kSecond - 1);
  EXPECT_EQ(run[0], whole(1));
  EXPECT_EQ(run[1], whole(kSecond));
  EXPECT_NEAR(run[2].numbers[0], 1, 1e-12);
  EXPECT_NEAR(run[3].numbers[0], 1.0 / 60, 1e-12);
}

TEST(BehaviorEvents, CustomEventsArrive) {
  GraphFile graph = counters(1);
  graph.variable(number(0)), graph.variable(whole(0));
  graph.event("{'id':'hit','values':{'force':{'type':2,'value':[3]},'side':{'type':1,'value':[9]}}}");
  const std::string event = "'event':{'value':[0]}";
  const int receive = graph.add("event/receive", {}, {{"out", "6"}}, event);
  const int force = graph.set(1, {receive, "force"});
  const int side = graph.set(2, {receive, "side"}, index(force));
  const int count = graph.increment(0, index(side));
  const int again = graph.add("event/receive", {}, {{"out", index(count)}}, event);
  (void)again;
  EXPECT_EQ(graph.inTurn({index(side)}), 7);
  GraphFile silent = graph;
  const int send = graph.add("event/send", {{"force", number(5)}, {"side", whole(1)}}, {}, event);
  graph.add("event/onStart", {}, {{"out", index(send)}});
  std::vector<BehaviorSent> sent;
  BehaviorSettings settings;
  settings.on_event = [&](const BehaviorSent& e) { sent.push_back(e); };
  Running run(graph.file(), settings);
  run.steps(1);
  EXPECT_EQ(run[0], whole(1));
  EXPECT_EQ(run[1], number(5));
  EXPECT_EQ(run[2], whole(1));
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0].id, "hit");
  ASSERT_EQ(sent[0].values.size(), 2u);
  EXPECT_EQ(sent[0].values[0].first, "force");
  // From outside: what is left out has its initial value again.
  EXPECT_TRUE(run.behavior.send("hit", {{"side", whole(4)}}, 0.1));
  EXPECT_TRUE(run.behavior.send("hit", {}, 0.2));
  run.steps(6);
  EXPECT_EQ(run[0], whole(2));
  EXPECT_EQ(run[1], number(3));
  EXPECT_EQ(run[2], whole(4));
  run.steps(60);
  EXPECT_EQ(run[0], whole(3));
  EXPECT_EQ(run[2], whole(9));
  EXPECT_FALSE(run.behavior.send("miss"));
  EXPECT_FALSE(run.behavior.send("hit", {{"sides", whole(4)}}));
  EXPECT_FALSE(run.behavior.send("hit", {{"side", number(4)}}));
  EXPECT_FALSE(run.behavior.send("hit", {}, std::nan("")));
  EXPECT_EQ(run.behavior.eventIds(), std::vector<std::string>{"hit"});
}

TEST(BehaviorEvents, PropagationStops) {
  GraphFile graph = counters(2);
  const int first = graph.add("event/onTick", {}, {{"out", "2"}});
  const int gate = graph.add("event/onStart");
  (void)gate;
  graph.add("event/stopPropagation", {{"stopImmediate", truth(true)}, {"event", {first, "event"}}},
            {{"out", "5"}});
  graph.increment(0);
  graph.add("event/onTick", {}, {{"out", index(graph.increment(1))}});
  Running run(graph.file());
  run.steps(3);
  EXPECT_EQ(run[0], whole(3));
  EXPECT_EQ(run[1], whole(0));
}

TEST(BehaviorDebug, LogWritesItsTemplate) {
  GraphFile graph;
  const int log = graph.add("debug/log", {{"a", vector2(1, 0.5)}, {"b", truth(true)}}, {},
                            "'severity':{'value':[2]},'message':{'value':['{{x}} {a} {b} {a}']}");
  graph.add("event/onStart", {}, {{"out", index(log)}});
  std::vector<BehaviorMessage> messages;
  BehaviorSettings settings;
  settings.log = [&](const BehaviorMessage& m) { messages.push_back(m); };
  Running run(graph.file(), settings);
  run.steps(2);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].text, "{x} [1, 0.5] true [1, 0.5]");
  EXPECT_EQ(messages[0].severity, 2);
  EXPECT_EQ(messages[0].time, 0);
  EXPECT_EQ(messages[0].pointer, "/extensions/KHR_interactivity/graphs/0/nodes/0");
}

}  // namespace
}  // namespace carom::test
