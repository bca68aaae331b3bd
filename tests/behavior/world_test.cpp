// Graphs that act on a world: pointers, animations, the physics nodes of document 003.
#include <cmath>

#include "behavior/graph_file.hpp"
#include "carom/world/recording.hpp"

namespace carom::test {
namespace {

std::string index(int node) {
  return std::to_string(node);
}

const std::string kRoot = "/extensions/KHR_physics_rigid_bodies/";

/// Node 0: a ball of 2 kg and radius 0.5 m without gravity at (0, 5, 0), its collider in node 1 below it;
/// node 2: a trigger of 2 m at (3, 5, 0); node 3: a kinematic body; node 4: a node with nothing; node 5: a
/// floor whose top is at 0.
const std::string kNodes =
    "'nodes':[{'translation':[0,5,0],'children':[1],'extensions':{'KHR_physics_rigid_bodies':"
    "{'motion':{'mass':2,'gravityFactor':0,'inertiaDiagonal':[0.5,0.5,0.5]}}}},"
    "{'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':0}}}}},"
    "{'translation':[3,5,0],'extensions':{'KHR_physics_rigid_bodies':{'trigger':{'geometry':{'shape':1}}}}},"
    "{'translation':[0,20,0],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'isKinematic':true}}}},"
    "{'translation':[1,2,3],'scale':[2,2,2]},"
    "{'translation':[0,-1,0],'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':1},"
    "'collisionFilter':0}}}}]";
const std::string kShapes =
    ",'KHR_implicit_shapes':{'shapes':[{'type':'sphere','sphere':{'radius':0.5}},"
    "{'type':'box','box':{'size':[2,2,2]}}]},'KHR_physics_rigid_bodies':{'physicsMaterials':[{}],"
    "'collisionFilters':[{'collisionSystems':['ground']},{'notCollideWithSystems':['ground']}]}";

std::string scene(const GraphFile& graph, const std::string& rest = "") {
  return graph.file(kNodes + rest, kShapes);
}

std::string pointer(const std::string& text, ValueType type) {
  return "'pointer':{'value':['" + text + "']},'type':{'value':[" + index(static_cast<int>(type)) + "]}";
}

/// A graph that runs one node at the start and counts which of its flows come.
struct OneNode {
  GraphFile graph;
  OneNode(const std::string& operation, const Inputs& inputs, const std::vector<std::string>& flows,
          const std::string& configuration = "") {
    Flows all;
    for (const std::string& flow : flows) {
      const int variable = graph.variable(whole(0));
      all.emplace_back(flow, index(graph.increment(variable)));
    }
    node = graph.add(operation, inputs, all, configuration);
    graph.add("event/onStart", {}, {{"out", index(node)}});
  }
  int node = -1;
};

TEST(BehaviorPointers, GetReadsAndSaysWhetherItCould) {
  GraphFile graph;
  graph.variable(vector3(0, 0, 0)), graph.variable(truth(false)), graph.variable(truth(true));
  graph.variable(number(7));
  const int there =
      graph.add("pointer/get", {{"n", whole(0)}}, {}, pointer("/nodes/[n]/translation", ValueType::Vector3));
  const int wrong =
      graph.add("pointer/get", {{"n", whole(0)}}, {}, pointer("/nodes/[n]/translation", ValueType::Number));
  const int all = graph.add("flow/sequence", {},
                            {{"a", index(graph.set(0, there))},
                             {"b", index(graph.set(1, {there, "isValid"}))},
                             {"c", index(graph.set(2, {wrong, "isValid"}))},
                             {"d", index(graph.set(3, wrong))}});
  graph.add("event/onStart", {}, {{"out", index(all)}});
  Running run(scene(graph));
  run.steps(1);
  EXPECT_EQ(run[0], vector3(0, 5, 0));
  EXPECT_EQ(run[1], truth(true));
  EXPECT_EQ(run[2], truth(false));
  EXPECT_TRUE(std::isnan(run[3].numbers[0]));
}

TEST(BehaviorPointers, SetTakesTheFlowThatFits) {
  const struct {
    std::string pointer;
    ValueType type;
    Value value;
    Inputs inputs;
    bool good;
  } cases[] = {
      {"/nodes/4/translation", ValueType::Vector3, vector3(1, 1, 1), {}, true},
      {"/nodes/[n]/translation", ValueType::Vector3, vector3(1, 1, 1), {{"n", whole(4)}}, true},
      {"/nodes/{n}/translation", ValueType::Vector3, vector3(1, 1, 1), {{"n", whole(4)}}, true},
      {"/nodes/[n]/translation", ValueType::Vector3, vector3(1, 1, 1), {{"n", whole(-1)}}, false},
      {"/nodes/[n]/translation", ValueType::Vector3, vector3(1, 1, 1), {{"n", whole(99)}}, false},
      {"/nodes/4/translation", ValueType::Vector4, vector4(1, 1, 1, 1), {}, false},
      {"/nodes/4/globalMatrix",
       ValueType::Matrix4,
       value(ValueType::Matrix4, std::vector<double>(16, 1)),
       {},
       false},
      {kRoot + "physicsMaterials/0/staticFriction", ValueType::Number, number(0.1), {}, true},
      {kRoot + "physicsMaterials/0/staticFriction", ValueType::Number, number(-1), {}, false},
      {"/extensions/KHR_interactivity/limits/maxActiveDelays", ValueType::Integer, whole(5), {}, false},
  };
  for (const auto& c : cases) {
    Inputs inputs = c.inputs;
    inputs.emplace_back("value", c.value);
    OneNode one("pointer/set", inputs, {"out", "err"}, pointer(c.pointer, c.type));
    Running run(scene(one.graph));
    run.steps(1);
    EXPECT_EQ(run[0], whole(c.good ? 1 : 0)) << c.pointer;
    EXPECT_EQ(run[1], whole(c.good ? 0 : 1)) << c.pointer;
  }
}

TEST(BehaviorPointers, ReferencesNameObjects) {
  // A reference of another array does not fit.
  for (const bool fits : {true, false}) {
    From from = whole(0);
    from.json = reference(fits ? "/nodes/4" : "/extensions/KHR_physics_rigid_bodies");
    OneNode one("pointer/set", {{"n", from}, {"value", vector3(7, 8, 9)}}, {"out", "err"},
                pointer("/nodes/{n}/translation", ValueType::Vector3));
    Running run(scene(one.graph));
    run.steps(1);
    EXPECT_EQ(run[fits ? 0 : 1], whole(1));
    EXPECT_EQ(run.world.get("/nodes/4/translation"), fits ? vector3(7, 8, 9) : vector3(1, 2, 3));
  }
}

TEST(BehaviorPointers, OwnValuesAreThere) {
  const std::pair<std::string, Value> cases[] = {
      {"asset/majorVersion", whole(2)},
      {"limits/maxActiveDelays", whole(1000)},
      {"limits/maxActiveAnimations", whole(1000)},
      {"limits/maxActivePropertyInterpolations", whole(1000)},
      {"limits/maxActiveVariableInterpolations", whole(1000)},
      {"activeCamera/position", vector3(std::nan(""), std::nan(""), std::nan(""))},
      {"activeCamera/perspective/yfov", number(std::nan(""))}};
  for (const auto& [name, expected] : cases) {
    GraphFile graph;
    graph.variable(expected.type == ValueType::Integer ? whole(7) : expected), graph.variable(truth(false));
    const int get =
        graph.add("pointer/get", {}, {}, pointer("/extensions/KHR_interactivity/" + name, expected.type));
    graph.add("event/onStart", {},
              {{"out", index(graph.set(0, get, index(graph.set(1, {get, "isValid"}))))}});
    Running run(scene(graph));
    run.steps(1);
    expectValue(run[0], expected, 0, name);
    EXPECT_EQ(run[1], truth(true)) << name;
  }
}

TEST(BehaviorPointers, ScalesAreSet) {
  for (const auto& [node, scale, good] :
       {std::tuple(4, vector3(3, 4, 5), true), std::tuple(5, vector3(3, 4, 5), true),
        std::tuple(0, vector3(3, 4, 5), true), std::tuple(0, vector3(1, 0, 1), false)}) {
    const std::string place = "/nodes/" + index(node) + "/scale";
    OneNode one("pointer/set", {{"value", scale}}, {"out", "err"}, pointer(place, ValueType::Vector3));
    Running run(scene(one.graph));
    run.steps(2);
    EXPECT_EQ(run[good ? 0 : 1], whole(1)) << node;
    EXPECT_EQ(run.world.get(place) == scale, good) << node;
  }
}

TEST(BehaviorPointers, WhatIsOnlyShownIsKept) {
  const struct {
    std::string pointer;
    Value first, then;
  } cases[] = {
      {"/materials/0/pbrMetallicRoughness/baseColorFactor", vector4(1, 0.5, 0, 1), vector4(0, 1, 0, 1)},
      {"/materials/0/emissiveFactor", vector3(0, 0, 0), vector3(1, 1, 1)},
      {"/nodes/4/extensions/KHR_node_visibility/visible", truth(true), truth(false)}};
  for (const auto& c : cases) {
    GraphFile graph;
    graph.variable(c.then), graph.variable(c.first), graph.variable(whole(0));
    const std::string place = pointer(c.pointer, c.first.type);
    const int get = graph.add("pointer/get", {}, {}, place);
    const int before = graph.set(0, get), after = graph.set(1, get);
    const int set = graph.add("pointer/set", {{"value", c.then}},
                              {{"out", index(after)}, {"err", index(graph.increment(2))}}, place);
    const int all = graph.add("flow/sequence", {}, {{"a", index(before)}, {"b", index(set)}});
    graph.add("event/onStart", {}, {{"out", index(all)}});
    Running run(scene(graph, ",'materials':[{'pbrMetallicRoughness':{'baseColorFactor':[1,0.5,0,1]}}]"));
    run.steps(1);
    EXPECT_EQ(run[0], c.first) << c.pointer;
    EXPECT_EQ(run[1], c.then) << c.pointer;
    EXPECT_EQ(run[2], whole(0)) << c.pointer;
  }
  for (const std::string& missing :
       {std::string("/materials/1/emissiveFactor"), std::string("/materials/0/name"),
        std::string("/materials/0/normalTexture/scale")}) {
    OneNode one("pointer/set", {{"value", number(1)}}, {"out", "err"}, pointer(missing, ValueType::Number));
    Running run(scene(one.graph, ",'materials':[{}]"));
    run.steps(1);
    EXPECT_EQ(run[1], whole(1)) << missing;
  }
}

TEST(BehaviorPointers, AKinematicBodyFollowsAnInterpolationWithoutDelay) {
  // From y = 20 to 22 in 1 s: at each step's end it is where the straight line is then.
  OneNode one(
      "pointer/interpolate",
      {{"value", vector3(0, 22, 0)}, {"duration", number(1)}, {"p1", vector2(0, 0)}, {"p2", vector2(1, 1)}},
      {"out", "err", "done"}, pointer("/nodes/3/translation", ValueType::Vector3));
  Running run(scene(one.graph));
  for (int i = 1; i <= 60; ++i) {
    run.steps(1);
    // The simulation holds places in doubles and velocities in floats.
    EXPECT_NEAR(run.world.get("/nodes/3/translation")->numbers[1], 20 + 2 * i / 60.0, 1e-5) << i;
    EXPECT_EQ(run[2], whole(0));
  }
  run.steps(2);
  EXPECT_EQ(run[0], whole(1));
  EXPECT_EQ(run[2], whole(1));
  EXPECT_NEAR(run.world.get("/nodes/3/translation")->numbers[1], 22, 1e-5);
}

TEST(BehaviorPointers, RotationsTakeTheShorterWay) {
  const double angle = 0.2 * std::acos(-1.0);
  OneNode one("pointer/interpolate",
              {{"value", vector4(0, -std::sin(angle / 2), 0, -std::cos(angle / 2))},
               {"duration", number(1)},
               {"p1", vector2(0.5, 0.5)},
               {"p2", vector2(0.5, 0.5)}},
              {"out", "err", "done"}, pointer("/nodes/4/rotation", ValueType::Vector4));
  Running run(scene(one.graph));
  run.steps(15);
  const Value found = *run.world.get("/nodes/4/rotation");
  EXPECT_NEAR(std::abs(found.numbers[1]), std::sin(angle / 8), 1e-9);
  EXPECT_NEAR(std::abs(found.numbers[3]), std::cos(angle / 8), 1e-9);
}

TEST(BehaviorPointers, WhatCannotBeInterpolatedSaysSo) {
  const Inputs good = {
      {"value", number(1)}, {"duration", number(1)}, {"p1", vector2(0, 0)}, {"p2", vector2(1, 1)}};
  const std::string friction = kRoot + "physicsMaterials/0/staticFriction";
  for (int i = 0; i < 5; ++i) {
    Inputs inputs = good;
    if (i == 1) inputs[1].second = number(-1);
    if (i == 2) inputs[2].second = vector2(1.5, 0);
    if (i == 3) inputs[3].second = vector2(0, std::nan(""));
    OneNode one("pointer/interpolate", inputs, {"out", "err", "done"},
                pointer(i == 4 ? "/nodes/0/mass" : friction, ValueType::Number));
    Running run(scene(one.graph));
    run.steps(1);
    EXPECT_EQ(run[i == 0 ? 0 : 1], whole(1)) << i;
  }
}

/// An animation of node 4: from x = 0 at 0 s to 6 at 2 s.
const std::string kAnimation =
    ",'buffers':[{'byteLength':32,'uri':'data:application/octet-stream;base64,"
    "AAAAAAAAAEAAAAAAAAAAAAAAAAAAAMBAAAAAAAAAAAA='}],'bufferViews':[{'buffer':0,'byteLength':32}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR','min':[0],'max':[2]},"
    "{'bufferView':0,'byteOffset':8,'componentType':5126,'count':2,'type':'VEC3'}],"
    "'animations':[{'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0,'target':{'node':4,'path':"
    "'translation'}}]}]";

TEST(BehaviorAnimations, WaitUntilTheyAreStarted) {
  GraphFile graph;
  graph.variable(whole(0));
  const int start = graph.add(
      "animation/start",
      {{"animation", whole(0)}, {"startTime", number(0)}, {"endTime", number(2)}, {"speed", number(2)}},
      {{"done", index(graph.increment(0))}});
  const int delay = graph.add("flow/setDelay", {{"duration", number(0.5)}}, {{"done", index(start)}});
  graph.add("event/onStart", {}, {{"out", index(delay)}});
  const std::string file = scene(graph, kAnimation);
  Running run(file);
  const auto x = [&] { return run.world.get("/nodes/4/translation")->numbers[0]; };
  run.steps(30);
  // Where the file has it, and not at the animation's first key.
  EXPECT_EQ(run.world.get("/nodes/4/translation"), vector3(1, 2, 3));
  run.steps(30);
  EXPECT_NEAR(x(), 3, 1e-6);
  EXPECT_EQ(run[0], whole(0));
  run.steps(31);
  EXPECT_NEAR(x(), 6, 1e-6);
  EXPECT_EQ(run[0], whole(1));
  // Stopped: it is free to be set.
  EXPECT_TRUE(run.world.set("/nodes/4/translation", vector3(9, 9, 9)));
  run.steps(2);
  EXPECT_EQ(x(), 9);
  // Without the graph it plays from the start.
  World alone(run.scene);
  for (int i = 0; i < 60; ++i) alone.step();
  EXPECT_NEAR(alone.get("/nodes/4/translation")->numbers[0], 3, 1e-6);
}

TEST(BehaviorAnimations, AreStoppedAtOnceAndAtATime) {
  GraphFile graph;
  graph.variable(whole(0)), graph.variable(whole(0));
  const int start = graph.add(
      "animation/start",
      {{"animation", whole(0)}, {"startTime", number(0)}, {"endTime", number(100)}, {"speed", number(1)}},
      {{"done", index(graph.increment(0))}});
  From animation = whole(0);
  animation.json = reference("/animations/0");
  const int at = graph.add("animation/stopAt", {{"animation", animation}, {"stopTime", number(1)}},
                           {{"done", index(graph.increment(1))}});
  const int stop = graph.add("animation/stop", {{"animation", animation}});
  const int again = graph.add("flow/sequence", {}, {{"a", index(start)}, {"b", index(at)}});
  const int late = graph.add("flow/setDelay", {{"duration", number(2.5)}}, {{"done", index(stop)}});
  const int second = graph.add("flow/setDelay", {{"duration", number(2)}}, {{"done", index(start)}});
  graph.add("event/onStart", {},
            {{"out", index(graph.add("flow/sequence", {},
                                     {{"a", index(again)}, {"b", index(second)}, {"c", index(late)}}))}});
  Running run(scene(graph, kAnimation));
  const auto x = [&] { return run.world.get("/nodes/4/translation")->numbers[0]; };
  run.steps(90);
  EXPECT_NEAR(x(), 3, 1e-6);
  EXPECT_EQ(run[1], whole(1));
  run.steps(120);  // Started again at 2 s, stopped at 2.5 s.
  EXPECT_NEAR(x(), 1.5, 1e-6);
  EXPECT_EQ(run[0], whole(0));
}

/// Node 0 has a mesh with a morph target; animation 0 moves its weight, animation 1 a colour, in 2 s.
const std::string kUnseen =
    ",'materials':[{}],'meshes':[{'primitives':[{'attributes':{'POSITION':2},'targets':[{'POSITION':2}]}]}],"
    "'buffers':[{'byteLength':44,'uri':'data:application/octet-stream;base64,"
    "AAAAAAAAAEAAAAAAAAAAAAAAAAAAAMBAAAAAAAAAAAAAAAAAAAAAAAAAAAA='}],'bufferViews':[{'buffer':0,"
    "'byteLength':44}],'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR','min':[0],"
    "'max':[2]},{'bufferView':0,'byteOffset':8,'componentType':5126,'count':2,'type':'SCALAR'},"
    "{'bufferView':0,'byteOffset':8,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[6,0,0]}"
    ","
    "{'bufferView':0,'byteOffset':8,'componentType':5126,'count':2,'type':'VEC3'}],"
    "'animations':[{'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0,'target':{'node':0,'path':"
    "'weights'}}]},{'samplers':[{'input':0,'output':3}],'channels':[{'sampler':0,'target':{'path':'pointer',"
    "'extensions':{'KHR_animation_pointer':{'pointer':'/materials/0/emissiveFactor'}}}}]},"
    "{'samplers':[],'channels':[]}]";

TEST(BehaviorAnimations, ThoseOfWhatIsNotSimulatedPlayToTheirEnd) {
  for (const int animation : {0, 1}) {
    GraphFile graph;
    for (int i = 0; i < 3; ++i) graph.variable(whole(0));
    const int start = graph.add("animation/start",
                                {{"animation", whole(animation)},
                                 {"startTime", number(0)},
                                 {"endTime", number(2)},
                                 {"speed", number(4)}},
                                {{"done", index(graph.increment(0))}, {"err", index(graph.increment(1))}});
    graph.add("event/onStart", {}, {{"out", index(start)}});
    const int count = graph.add("pointer/get", {}, {}, pointer("/animations.length", ValueType::Integer));
    graph.add("event/onTick", {}, {{"out", index(graph.set(2, count))}});
    Running run(graph.file("'nodes':[{'mesh':0}]" + kUnseen));
    run.steps(30);  // The last tick is at 29/60 s.
    EXPECT_EQ(run[0], whole(0)) << animation;
    EXPECT_EQ(run.world.get("/animations/" + index(animation) + "/extensions/_/maxTime"), Value::of(2.0));
    run.steps(1);
    EXPECT_EQ(run[0], whole(1)) << animation;
    EXPECT_EQ(run[1], whole(0)) << animation;
    EXPECT_EQ(run[2], whole(3));
  }
}

TEST(BehaviorAnimations, WhatIsWrongTakesErr) {
  const Inputs good = {
      {"animation", whole(0)}, {"startTime", number(0)}, {"endTime", number(2)}, {"speed", number(1)}};
  for (int i = 0; i < 6; ++i) {
    Inputs inputs = good;
    if (i == 1) inputs[0].second = whole(1);
    if (i == 2) inputs[1].second = number(kInfinity);
    if (i == 3) inputs[2].second = number(std::nan(""));
    if (i == 4) inputs[3].second = number(0);
    if (i == 5) inputs[0].second = Value{ValueType::Reference, {}};
    OneNode one("animation/start", inputs, {"out", "err"});
    Running run(scene(one.graph, kAnimation));
    run.steps(1);
    EXPECT_EQ(run[i == 0 ? 0 : 1], whole(1)) << i;
  }
  OneNode none("animation/stop", {{"animation", whole(3)}}, {"out", "err"});
  Running run(scene(none.graph, kAnimation));
  run.steps(1);
  EXPECT_EQ(run[1], whole(1));
}

/// The body of node 0 after the step in which a node of an operation was activated.
BodyState bodyAfter(const std::string& operation, const Inputs& inputs) {
  OneNode one(operation, inputs, {"out", "err"});
  Running run(scene(one.graph));
  run.steps(1);
  EXPECT_EQ(run[0], whole(1)) << operation;
  return run.world.state(run.world.bodyOfNode(0));
}

TEST(BehaviorPhysics, ImpulsesChangeVelocities) {
  // p/m and L/I: 2 kg, 0.5 kg·m².
  const BodyState state = bodyAfter(
      "rigid_body/applyImpulse",
      {{"nodeIndex", whole(1)}, {"linearImpulse", vector3(6, 0, 0)}, {"angularImpulse", vector3(0, 1, 0)}});
  EXPECT_NEAR(state.linear_velocity.x, 3, 1e-6);
  EXPECT_NEAR(state.angular_velocity.y, 2, 1e-6);
}

TEST(BehaviorPhysics, APointImpulseTurnsToo) {
  const BodyState state =
      bodyAfter("rigid_body/applyPointImpulse",
                {{"nodeIndex", whole(0)}, {"impulse", vector3(2, 0, 0)}, {"position", vector3(0, 5, 0.5)}});
  EXPECT_NEAR(state.linear_velocity.x, 1, 1e-6);
  // (0, 0, 0.5) × (2, 0, 0) = (0, 1, 0).
  EXPECT_NEAR(state.angular_velocity.y, 2, 1e-6);
}

TEST(BehaviorPhysics, ImpulsesWithoutABodyTakeErr) {
  const double nan = std::nan("");
  const std::pair<std::int32_t, Value> cases[] = {
      {4, vector3(1, 0, 0)}, {-1, vector3(1, 0, 0)}, {99, vector3(1, 0, 0)}, {0, vector3(nan, 0, 0)}};
  for (const auto& [node, impulse] : cases) {
    OneNode one("rigid_body/applyImpulse", {{"nodeIndex", whole(node)}, {"linearImpulse", impulse}},
                {"out", "err"});
    OneNode point("rigid_body/applyPointImpulse",
                  {{"nodeIndex", whole(node)}, {"impulse", impulse}, {"position", vector3(0, 5, 0)}},
                  {"out", "err"});
    for (OneNode* which : {&one, &point}) {
      Running run(scene(which->graph));
      run.steps(1);
      EXPECT_EQ(run[1], whole(1)) << node;
      EXPECT_EQ(run.world.state(run.world.bodyOfNode(0)).linear_velocity, DVec3());
    }
  }
}

TEST(BehaviorPhysics, RaysHit) {
  // Straight down beside the ball to the floor's top at 0: half of the way from 4 to -4. Filter 1 lets it
  // through.
  for (const std::int32_t filter : {-1, 0, 1, 2}) {
    GraphFile graph;
    for (int i = 0; i < 3; ++i) graph.variable(whole(0));
    graph.variable(whole(-7)), graph.variable(number(0)), graph.variable(vector3(0, 0, 0));
    const int ray = graph.add("rigid_body/rayCast",
                              {{"rayStart", vector3(0.9, 4, 0)},
                               {"rayEnd", vector3(0.9, -4, 0)},
                               {"collisionFilterIndex", whole(filter)}},
                              {{"hit", "17"}, {"miss", "18"}, {"err", "19"}});
    const int hit = graph.increment(0), miss = graph.increment(1), err = graph.increment(2);
    const int where = graph.set(3, {ray, "hitNodeIndex"});
    const int far = graph.set(4, {ray, "hitFraction"});
    const int normal = graph.set(5, {ray, "hitNormal"});
    ASSERT_EQ(graph.add("event/onStart", {}, {{"out", index(ray)}}), 13);
    for (int i = 14; i < 17; ++i) graph.get(0);
    const auto then = [&](int first) {
      return graph.add("flow/sequence", {},
                       {{"a", index(first)}, {"b", index(where)}, {"c", index(far)}, {"d", index(normal)}});
    };
    ASSERT_EQ(then(hit), 17);
    then(miss), then(err);
    Running run(scene(graph));
    run.steps(1);
    const bool hits = filter == -1 || filter == 0;
    EXPECT_EQ(run[hits ? 0 : (filter == 1 ? 1 : 2)], whole(1)) << filter;
    EXPECT_EQ(run[3], whole(hits ? 5 : -1)) << filter;
    if (hits) {
      EXPECT_NEAR(run[4].numbers[0], 0.5, 1e-6);
      expectValue(run[5], vector3(0, 1, 0), 1e-6, "normal");
    } else {
      EXPECT_TRUE(std::isnan(run[4].numbers[0]));
    }
  }
}

TEST(BehaviorPhysics, TriggersSayWhoComesAndGoes) {
  // The ball moves at 6 m/s from x = 0: its front reaches the trigger at x = 2 after 0.25 s, its back leaves
  // x = 4 after 0.75 s.
  GraphFile graph;
  for (int i = 0; i < 4; ++i) graph.variable(whole(-7));
  graph.variable(number(-1)), graph.variable(number(-1));
  const int tick = graph.add("event/onTick");
  const std::string trigger = "'nodeIndex':{'value':[2]}";
  const int in = graph.add("event/rigid_body_triggerEntered", {}, {{"out", "8"}}, trigger);
  const int out = graph.add("event/rigid_body_triggerExited", {}, {{"out", "7"}}, trigger);
  const int time_in = graph.set(4, {tick, "timeSinceStart"});
  const int motion = graph.set(1, {in, "motionNodeIndex"}, index(time_in));
  const int left = graph.set(2, {out, "colliderNodeIndex"});
  const int time_out = graph.set(5, {tick, "timeSinceStart"}, index(left));
  ASSERT_EQ(graph.set(3, {out, "motionNodeIndex"}, index(time_out)), 7);
  ASSERT_EQ(graph.set(0, {in, "colliderNodeIndex"}, index(motion)), 8);
  const int go =
      graph.add("rigid_body/applyImpulse", {{"nodeIndex", whole(0)}, {"linearImpulse", vector3(12, 0, 0)}});
  graph.add("event/onStart", {}, {{"out", index(go)}});
  Running run(scene(graph));
  run.steps(61);
  EXPECT_EQ(run[0], whole(1));
  EXPECT_EQ(run[1], whole(0));
  EXPECT_EQ(run[2], whole(1));
  EXPECT_EQ(run[3], whole(0));
  // Events come with the tick after the step in which they happened; onTick still has the tick before.
  EXPECT_NEAR(run[4].numbers[0], 0.25, 2.1 / 60);
  EXPECT_NEAR(run[5].numbers[0], 0.75, 2.1 / 60);
}

TEST(BehaviorRecordings, AReplayNeedsNoGraph) {
  GraphFile graph;
  const int push = graph.add(
      "rigid_body/applyImpulse",
      {{"nodeIndex", whole(0)}, {"linearImpulse", vector3(1, 2, 0)}, {"angularImpulse", vector3(0, 1, 1)}});
  const int start = graph.add(
      "animation/start",
      {{"animation", whole(0)}, {"startTime", number(0)}, {"endTime", number(1)}, {"speed", number(1)}});
  const int set = graph.add(
      "pointer/set", {{"value", number(0.5)}}, {},
      pointer("/nodes/0/extensions/KHR_physics_rigid_bodies/motion/gravityFactor", ValueType::Number));
  const int all =
      graph.add("flow/sequence", {}, {{"a", index(push)}, {"b", index(start)}, {"c", index(set)}});
  graph.add(
      "event/onStart", {},
      {{"out", index(graph.add("flow/setDelay", {{"duration", number(0.2)}}, {{"done", index(all)}}))}});
  const Scene made = sceneOf(scene(graph, kAnimation));
  World world(made);
  world.startRecording();
  BehaviorMachine behavior(made, world);
  for (int i = 0; i < 60; ++i) behavior.advance(), world.step();
  const auto recording = Recording::read(world.stopRecording());
  ASSERT_TRUE(recording.ok());
  const auto replay = recording->replay(made);
  ASSERT_TRUE(replay.ok());
  EXPECT_EQ(replay->steps, 60u);
  EXPECT_FALSE(replay->differs_at);
  EXPECT_EQ(replay->found_hash, world.stateHash());
}

TEST(BehaviorRecordings, TwoRunsAreTheSame) {
  GraphFile graph;
  const int random = graph.add("math/random");
  const int push = graph.add("math/combine3", {{"a", random}, {"b", random}, {"c", random}});
  const int kick = graph.add("rigid_body/applyImpulse", {{"nodeIndex", whole(0)}, {"linearImpulse", push}});
  graph.add("event/onTick", {}, {{"out", index(kick)}});
  const std::string file = scene(graph);
  Running first(file), second(file, {}, {.threads = 3}), other(file, {.seed = 9});
  first.steps(60), second.steps(60), other.steps(60);
  EXPECT_EQ(first.world.stateHash(), second.world.stateHash());
  EXPECT_NE(first.world.stateHash(), other.world.stateHash());
}

}  // namespace
}  // namespace carom::test
