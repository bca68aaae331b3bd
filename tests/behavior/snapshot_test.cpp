// Saved states of graphs: with the world's own state they give the same run, and bad bytes do nothing.
#include <filesystem>

#include "behavior/graph_file.hpp"
#include "world/sealed_bytes.hpp"

namespace carom::test {
namespace {

using Bytes = std::vector<std::byte>;

/// A scene with its world and graph, and what can be seen of a step.
struct Stepped {
  explicit Stepped(Scene read, const BehaviorSettings& settings = {})
      : scene(std::move(read)), world(scene), behavior(scene, world, settings) {
    EXPECT_TRUE(behavior.isRunning());
  }
  std::string step() {
    behavior.advance();
    world.step();
    std::string out = std::to_string(world.stateHash());
    for (std::size_t i = 0; i < behavior.variableCount(); ++i) out += " " + valueText(behavior.variable(i));
    return out;
  }
  bool restore(const Bytes& of_world, const Bytes& of_graph) {
    const Diagnostics world_errors = world.restore(of_world);
    for (const Diagnostic& item : world_errors.items()) ADD_FAILURE() << item.message;
    const Diagnostics errors = behavior.restore(of_graph);
    for (const Diagnostic& item : errors.items()) ADD_FAILURE() << item.message;
    return !errors.hasErrors();
  }

  Scene scene;
  World world;
  BehaviorMachine behavior;
};

Scene shipped(const std::string& name) {
  return std::move(load(std::filesystem::path(CAROM_SOURCE_DIR) / "scenes" / name).value());
}

/// Saves a run after each of some numbers of steps, and goes on from there in another world and, at last, in
/// its own.
void expectSameRuns(const Scene& scene, int steps, const std::vector<int>& saved_after,
                    const std::function<void(Stepped&)>& begin = {}) {
  Stepped run(scene);
  if (begin) begin(run);
  std::vector<std::string> seen;
  std::vector<std::pair<Bytes, Bytes>> states;
  for (int i = 0; i <= steps; ++i) {
    states.emplace_back(run.world.save(), run.behavior.save());
    if (i < steps) seen.push_back(run.step());
  }
  for (const int after : saved_after) {
    const auto& [of_world, of_graph] = states[static_cast<std::size_t>(after)];
    Stepped other(scene);
    for (Stepped* again : {&other, &run}) {
      SCOPED_TRACE(again == &run ? "rolled back" : "another world");
      ASSERT_TRUE(again->restore(of_world, of_graph)) << after;
      EXPECT_EQ(again->behavior.save(), of_graph) << after;
      for (int i = after; i < steps; ++i)
        ASSERT_EQ(again->step(), seen[static_cast<std::size_t>(i)])
            << "saved after " << after << ", step " << i;
      EXPECT_EQ(again->behavior.save(), states.back().second) << after;
    }
  }
}

TEST(BehaviorSnapshots, ADoorGoesOn) {
  // The ball enters the trigger in step 68; the door opens, waits and closes in the 3 s behind it.
  expectSameRuns(shipped("door.gltf"), 270, {0, 1, 67, 68, 69, 70, 90, 150, 220, 270});
}

TEST(BehaviorSnapshots, AKickComes) {
  expectSameRuns(shipped("kick.gltf"), 180, {0, 60, 119, 120, 121, 122, 150});
  expectSameRuns(shipped("kick.gltf"), 90, {30, 60}, [](Stepped& run) { run.behavior.send("kick", {}, 1); });
}

TEST(BehaviorSnapshots, AMotorGoesOn) {
  expectSameRuns(shipped("motor.gltf"), 330, {30, 60, 61, 120, 239, 240, 241, 300});
}

TEST(BehaviorSnapshots, APlatformGrowsOn) {
  expectSameRuns(shipped("growing.gltf"), 240, {20, 60, 61, 100, 180, 200});
}

/// A graph that has something of everything that lasts over a step.
Scene busyScene() {
  GraphFile graph;
  for (int i = 0; i < 6; ++i) graph.variable(whole(0));
  graph.variable(number(0)), graph.variable(vector4(0, 0, 0, 1)),
      graph.variable(value(ValueType::Reference, {}));
  graph.event("{'id':'poke','values':{'x':{'type':2,'value':[1]}}}");
  graph.event("{}");
  const auto index = [](int node) { return std::to_string(node); };
  const std::string own = "'event':{'value':[1]}", poke = "'event':{'value':[0]}";
  Flows three;
  for (int i = 0; i < 3; ++i)
    three.emplace_back(std::string(1, static_cast<char>('a' + i)), index(graph.increment(i)));
  const int gate =
      graph.add("flow/multiGate", {}, three, "'isRandom':{'value':[true]},'isLoop':{'value':[true]}");
  const int wait =
      graph.add("flow/waitAll", {}, {{"completed", index(graph.increment(3))}}, "'inputFlows':{'value':[2]}");
  const int throttle = graph.add("flow/throttle", {{"duration", number(0.07)}}, {{"out", index(gate)}});
  const int count = graph.add("flow/doN", {{"n", whole(9)}}, {{"out", index(wait) + ":0"}});
  const int send = graph.add("event/send", {}, {}, own);
  const int delay =
      graph.add("flow/setDelay", {{"duration", number(0.11)}}, {{"done", index(send)}, {"out", index(gate)}});
  const int keep = graph.set(8, {delay, "lastDelay"});
  const int random = graph.add("math/random");
  const int set_random = graph.set(6, random);
  const int color = graph.add("pointer/interpolate",
                              {{"value", vector3(1, 0, 0)},
                               {"duration", number(0.4)},
                               {"p1", vector2(0.2, 0)},
                               {"p2", vector2(1, 1)}},
                              {}, "'pointer':{'value':['/materials/0/emissiveFactor']},'type':{'value':[4]}");
  const int turn = graph.add("variable/interpolate",
                             {{"value", vector4(0, 1, 0, 0)},
                              {"duration", number(0.6)},
                              {"p1", vector2(0, 0)},
                              {"p2", vector2(0.5, 1)}},
                             {{"done", index(graph.increment(4))}},
                             "'variable':{'value':[7]},'useSlerp':{'value':[true]}");
  const int green = graph.add("pointer/get", {}, {},
                              "'pointer':{'value':['/materials/0/emissiveFactor']},'type':{'value':[4]}");
  const int red = graph.add("math/extract3", {{"a", green}});
  graph.add("event/onStart", {}, {{"out", index(graph.inTurn({index(color), index(turn), index(delay)}))}});
  const int each = graph.inTurn({index(throttle), index(count), index(set_random)});
  graph.add("event/onTick", {}, {{"out", index(each)}});
  const int redder = graph.set(6, {red, "0"});
  graph.add("event/receive", {},
            {{"out", index(graph.inTurn({index(wait) + ":1", index(delay), index(keep), index(redder)}))}},
            own);
  const int hit = graph.add("event/receive", {}, {}, poke);
  (void)hit;
  graph.add("event/receive", {}, {{"out", index(graph.increment(5))}}, poke);
  return sceneOf(graph.file("'materials':[{}],'nodes':[{}]"));
}

void poke(Stepped& run) {
  for (const double time : {0.2, 0.5, 0.9, 5.0}) run.behavior.send("poke", {{"x", number(time)}}, time);
}

TEST(BehaviorSnapshots, EverythingThatLastsIsInThem) {
  std::vector<int> all;
  for (int i = 0; i < 80; i += 3) all.push_back(i);
  expectSameRuns(busyScene(), 80, all, poke);
}

TEST(BehaviorSnapshots, BadBytesChangeNothing) {
  const Scene scene = busyScene();
  Stepped run(scene), other(scene);
  poke(run), poke(other);
  for (int i = 0; i < 20; ++i) run.step(), other.step();
  const Bytes good = run.behavior.save();
  const auto refused = [&](Bytes bytes) {
    const Diagnostics errors = run.behavior.restore(bytes);
    EXPECT_EQ(errors.errorCount(), 1u);
    return errors.hasErrors() && errors.items()[0].code == codes::kSnapshotInvalid;
  };
  for (std::size_t size = 0; size < good.size(); ++size)
    ASSERT_TRUE(refused(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)))) << size;
  for (std::size_t at = 0; at < good.size(); ++at) {
    Bytes bad = good;
    bad[at] ^= std::byte{0x41};
    ASSERT_TRUE(refused(bad)) << at;
  }
  Bytes longer = good;
  longer.push_back(std::byte{0});
  EXPECT_TRUE(refused(longer));
  EXPECT_EQ(run.behavior.save(), good);
  for (int i = 0; i < 20; ++i) ASSERT_EQ(run.step(), other.step());
}

/// Bytes with a right checksum that no machine has saved: an error, or a strange state that runs.
TEST(BehaviorSnapshots, BytesThatLieDoNotCrash) {
  const Scene scene = busyScene();
  Stepped run(scene);
  poke(run);
  for (int i = 0; i < 20; ++i) run.step();
  const Bytes good = run.behavior.save(), of_world = run.world.save();
  Diagnostics errors;
  world::Origins origins;
  const std::span<const std::byte> content =
      world::unsealed(good, "CAROMBHV", 1, codes::kSnapshotInvalid, origins, errors);
  ASSERT_FALSE(errors.hasErrors());
  int accepted = 0;
  for (std::size_t at = 0; at < content.size(); ++at) {
    for (const int flip : {0x01, 0x80, 0xff}) {
      Bytes bad(content.begin(), content.end());
      bad[at] ^= static_cast<std::byte>(flip);
      ASSERT_FALSE(run.world.restore(of_world).hasErrors());
      const Diagnostics said = run.behavior.restore(world::sealed("CAROMBHV", 1, origins, bad));
      if (said.hasErrors()) {
        EXPECT_FALSE(said.items()[0].message.empty());
        continue;
      }
      ++accepted;
      run.step(), run.step();
    }
    Bytes cut(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_TRUE(run.behavior.restore(world::sealed("CAROMBHV", 1, origins, cut)).hasErrors());
  }
  EXPECT_GT(accepted, 0);
}

TEST(BehaviorSnapshots, OthersAreRefused) {
  const Scene scene = busyScene();
  Stepped run(scene);
  const Bytes first = run.behavior.save();
  run.step();
  const auto code = [](BehaviorMachine& machine, const Bytes& bytes) {
    const Diagnostics errors = machine.restore(bytes);
    return errors.hasErrors() ? errors.items()[0].code : std::string_view();
  };
  EXPECT_EQ(code(run.behavior, first), codes::kSnapshotForeign);  // Of another time than the world has.
  Stepped door(shipped("door.gltf"));
  EXPECT_EQ(code(door.behavior, first), codes::kSnapshotForeign);
  BehaviorSettings settings;
  settings.limits.delays = 3;
  Stepped limited(scene, settings);
  EXPECT_EQ(code(limited.behavior, first), codes::kSnapshotForeign);
  EXPECT_EQ(code(limited.behavior, run.world.save()), codes::kSnapshotInvalid);
  const Scene still = shipped("bowl.gltf");
  World world(still);
  BehaviorMachine none(still, world);
  EXPECT_TRUE(none.save().empty());
  EXPECT_EQ(code(none, first), codes::kSnapshotForeign);
}

}  // namespace
}  // namespace carom::test
