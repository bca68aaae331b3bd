// Gravity volumes, wheels and thrusters whose values change by pointer while the world runs.
#include <cmath>

#include "carom/dialect/load.hpp"
#include "world/vehicle_builder.hpp"

namespace carom::test {
namespace {

Scene loaded(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  auto scene = loadFromMemory(text);
  for (const Diagnostic& item : scene.diagnostics().items()) ADD_FAILURE() << item.pointer << item.message;
  return scene.ok() ? std::move(scene.value()) : Scene();
}

const std::string kVolume = "/nodes/0/extensions/OMI_physics_gravity/";

/// A volume of 200 m about the origin and a body of 1 kg at (x, 0, 0).
std::string volumeFile(const std::string& volume, double x = 0) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_physics_shape',"
         "'OMI_physics_gravity'],'extensions':{'OMI_physics_shape':{'shapes':[{'type':'box','box':{'size':"
         "[200,200,200]}},{'type':'sphere','sphere':{'radius':0.5}}]},'OMI_physics_gravity':{'gravity':10}},"
         "'nodes':[{'extensions':{'OMI_physics_body':{'trigger':{'shape':0}},'OMI_physics_gravity':" +
         volume + "}},{'translation':[" + std::to_string(x) +
         ",0,0],'extensions':{'OMI_physics_body':{'motion':{'type':'dynamic','mass':1},'collider':{'shape':1}"
         "}}"
         "}]}";
}

/// What the body's velocity gains in a step at 60 Hz, times 60: its acceleration, m/s².
DVec3 acceleration(World& world) {
  const BodyHandle body = world.bodyOfNode(1);
  const DVec3 before = world.state(body).linear_velocity;
  world.step();
  return (world.state(body).linear_velocity - before) * 60.0;
}

void expectNear(const DVec3& found, const DVec3& expected, double tolerance, const std::string& what) {
  EXPECT_LT(length(found - expected), tolerance)
      << what << ": " << found.x << " " << found.y << " " << found.z;
}

TEST(PointersOfForces, VolumesChangeWhileTheyAct) {
  World world(
      loaded(volumeFile("{'type':'directional','gravity':3,'priority':7,'stop':true,'directional':"
                        "{'direction':[1,0,0]}}")));
  EXPECT_EQ(world.get(kVolume + "gravity"), Value::of(3.0));
  EXPECT_EQ(world.get(kVolume + "priority"), Value::of(std::int32_t(7)));
  EXPECT_EQ(world.get(kVolume + "stop"), Value::of(true));
  EXPECT_EQ(world.get(kVolume + "replace"), Value::of(false));
  EXPECT_EQ(world.get(kVolume + "directional/direction"), Value::of(DVec3{1, 0, 0}));
  EXPECT_FALSE(world.get(kVolume + "point/unitDistance"));
  constexpr double kFloats = 1e-3;  // Of velocities up to 10 m/s in float, times 60.
  expectNear(acceleration(world), {3, 0, 0}, kFloats, "as in the file");
  ASSERT_TRUE(world.set(kVolume + "gravity", Value::of(-6.0)));
  expectNear(acceleration(world), {-6, 0, 0}, kFloats, "repels");
  ASSERT_TRUE(world.set(kVolume + "directional/direction", Value::of(DVec3{0, 0, 2})));
  EXPECT_EQ(world.get(kVolume + "directional/direction"), Value::of(DVec3{0, 0, 1}));
  expectNear(acceleration(world), {0, 0, -6}, kFloats, "turned");
  ASSERT_TRUE(world.set(kVolume + "stop", Value::of(false)));
  expectNear(acceleration(world), {0, -10, -6}, kFloats, "with the world's");
  EXPECT_FALSE(world.set(kVolume + "gravity", Value::of(1e300)));
  EXPECT_FALSE(world.set(kVolume + "directional/direction", Value::of(DVec3{0, 0, 0})));
  EXPECT_EQ(world.get(kVolume + "gravity"), Value::of(-6.0));
}

TEST(PointersOfForces, DistancesOfVolumesChange) {
  // g (u/d)² towards the origin at d = 10 m.
  World world(loaded(volumeFile("{'type':'point','gravity':2,'stop':true,'point':{'unitDistance':10}}", 10)));
  EXPECT_NEAR(acceleration(world).x, -2, 0.01);
  ASSERT_TRUE(world.set(kVolume + "point/unitDistance", Value::of(20.0)));
  EXPECT_NEAR(acceleration(world).x, -8, 0.05);
  ASSERT_TRUE(world.set(kVolume + "point/unitDistance", Value::of(0.0)));
  EXPECT_NEAR(acceleration(world).x, -2, 0.01);
  EXPECT_FALSE(world.set(kVolume + "point/unitDistance", Value::of(-1.0)));
  // From 10 m, the nearest point of a circle of 4 m lies inwards, that of one of 14 m outwards.
  World disc(loaded(volumeFile("{'type':'torus','gravity':2,'stop':true,'torus':{'radius':4}}", 10)));
  EXPECT_NEAR(acceleration(disc).x, -2, 0.01);
  ASSERT_TRUE(disc.set(kVolume + "torus/radius", Value::of(14.0)));
  EXPECT_NEAR(acceleration(disc).x, 2, 0.01);
  EXPECT_EQ(disc.get(kVolume + "torus/radius"), Value::of(14.0));
}

// OMI_physics_gravity's object model: `line/points` is an array of numbers.
TEST(PointersOfForces, PointsOfALineChange) {
  World world(
      loaded(volumeFile("{'type':'line','gravity':2,'stop':true,'line':{'points':[0,0,-9,0,0,9]}}", 10)));
  EXPECT_NEAR(acceleration(world).x, -2, 0.01);
  EXPECT_EQ(world.get(kVolume + "line/points.length"), Value::of(std::int32_t(6)));
  EXPECT_EQ(world.get(kVolume + "line/points/2"), Value::of(-9.0));
  ASSERT_TRUE(world.set(kVolume + "line/points/0", Value::of(20.0)));
  ASSERT_TRUE(world.set(kVolume + "line/points/3", Value::of(20.0)));
  EXPECT_NEAR(acceleration(world).x, 2, 0.01);
  EXPECT_FALSE(world.get(kVolume + "line/points/6"));
  EXPECT_FALSE(world.get(kVolume + "line/points/x"));
  EXPECT_FALSE(world.set(kVolume + "line/points/5", Value::of(1e300)));
  EXPECT_EQ(world.get(kVolume + "line/points/5"), Value::of(9.0));
}

TEST(PointersOfForces, AnAnimationDrivesAllPointsOfALine) {
  Scene scene =
      loaded(volumeFile("{'type':'line','gravity':2,'stop':true,'line':{'points':[0,0,-9,0,0,9]}}", 10));
  PointerAnimation track;
  track.target = kVolume + "line/points";
  track.components = 6;
  track.times = {0, 1};
  track.values = {0, 0, -9, 0, 0, 9, 0, 30, -9, 0, 30, 9};
  scene.pointer_animations.push_back(track);
  World world(scene);
  EXPECT_EQ(world.diagnostics().items().size(), 0u);
  for (int i = 0; i < 30; ++i) world.step();
  EXPECT_NEAR(world.get(kVolume + "line/points/1")->numbers[0], 15, 1e-6);
  // Half a second of 2 m/s² towards (0, 30 t) from (10, 0): upwards in the end.
  EXPECT_GT(acceleration(world).y, 1.5);
  track.components = 5;
  track.values.resize(10);
  scene.pointer_animations = {track};
  EXPECT_EQ(World(scene).diagnostics().items().size(), 1u);
}

// Where two volumes overlap, the one of the higher priority comes first; `stop` leaves out those after it.
TEST(PointersOfForces, PrioritiesOrderTheVolumes) {
  const std::string box = "{'extensions':{'OMI_physics_body':{'trigger':{'shape':0}},'OMI_physics_gravity':";
  const std::string text =
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_physics_shape',"
      "'OMI_physics_gravity'],'extensions':{'OMI_physics_shape':{'shapes':[{'type':'box','box':{'size':"
      "[200,200,200]}},{'type':'sphere','sphere':{'radius':0.5}}]}},'nodes':[" +
      box +
      "{'type':'directional','gravity':3,'priority':1,'stop':true,'directional':{'direction':[1,0,0]}}}}," +
      "{'extensions':{'OMI_physics_body':{'motion':{'type':'dynamic','mass':1},'collider':{'shape':1}}}}," +
      box + "{'type':'directional','gravity':5,'stop':true,'directional':{'direction':[0,0,1]}}}}]}";
  World world(loaded(text));
  const std::string second = "/nodes/2/extensions/OMI_physics_gravity/priority";
  expectNear(acceleration(world), {3, 0, 0}, 1e-3, "as in the file");
  ASSERT_TRUE(world.set(second, Value::of(std::int32_t(2))));
  expectNear(acceleration(world), {0, 0, 5}, 1e-3, "the other one first");
  const std::vector<std::byte> saved = world.save();
  World restored(loaded(text));
  ASSERT_FALSE(restored.restore(saved).hasErrors());
  expectNear(acceleration(restored), {0, 0, 5}, 1e-3, "restored");
  ASSERT_TRUE(world.set(second, Value::of(std::int32_t(1))));
  expectNear(acceleration(world), {3, 0, 0}, 1e-3, "equal ones in the order of their nodes");
}

TEST(PointersOfForces, AVolumeThatChangesWakesWhatSleepsInIt) {
  const std::string text =
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_physics_shape',"
      "'OMI_physics_gravity'],'extensions':{'OMI_physics_shape':{'shapes':[{'type':'box','box':{'size':"
      "[20,20,20]}},{'type':'box','box':{'size':[1,1,1]}}]}},'nodes':[{'extensions':{'OMI_physics_body':{"
      "'trigger':{'shape':0}},'OMI_physics_gravity':{'type':'directional','gravity':5,'stop':true}}},"
      "{'translation':[0,1,0],'extensions':{'OMI_physics_body':{'motion':{'type':'dynamic','mass':1},"
      "'collider':{'shape':1}}}},{'extensions':{'OMI_physics_body':{'motion':{'type':'static'},'collider':{"
      "'shape':1}}}}]}";
  World world(loaded(text));
  for (int i = 0; i < 300; ++i) world.step();
  ASSERT_EQ(world.statistics().awake_bodies, 0);
  ASSERT_TRUE(world.set(kVolume + "gravity", Value::of(-5.0)));
  for (int i = 0; i < 60; ++i) world.step();
  EXPECT_NEAR(world.state(world.bodyOfNode(1)).linear_velocity.y, 5, 0.1);
}

TEST(PointersOfForces, ShapesAreCounted) {
  const World world(loaded(volumeFile("{'type':'directional','gravity':3}")));
  EXPECT_EQ(world.get("/extensions/OMI_physics_shape/shapes.length"), Value::of(std::int32_t(2)));
}

const std::string kWheel = "/wheels/0/";

/// A car of 800 kg that stands on four wheels of one description.
SceneBuilder standingCar(Car& car) {
  SceneBuilder b;
  b.floor();
  CarShape shape;
  shape.mass = 800;
  shape.rear_drives = false;
  shape.wheel.radius = 0.3;
  shape.wheel.suspension_stiffness = 20000;
  shape.wheel.suspension_travel = 0.25;
  shape.wheel.suspension_damping_compression = shape.wheel.suspension_damping_rebound = 4000;
  car = addCar(b, {0, 0.6, 0}, shape);
  for (Wheel& wheel : b.scene().wheels) wheel.description = 0;
  b.scene().wheel_descriptions.resize(1);
  b.scene().wheel_descriptions[0].origin.pointer = "/wheels/0";
  return b;
}

double heightAfter(Simulation& sim, const Car& car, double seconds) {
  sim.run(seconds);
  return sim.position(car.body).y;
}

TEST(PointersOfForces, WheelsChangeTheirSizeAndSuspension) {
  Car car;
  Simulation sim(standingCar(car));
  // Radius, 0.3 m to the centre of mass, less the compression m g/4/k.
  const double compression = 800 * 9.81 / 4 / 20000;
  EXPECT_NEAR(heightAfter(sim, car, 3), 0.6 - compression, 2e-3);
  ASSERT_TRUE(sim.world.set(kWheel + "radius", Value::of(0.4)));
  EXPECT_EQ(sim.world.get(kWheel + "radius"), Value::of(0.4));
  EXPECT_NEAR(heightAfter(sim, car, 3), 0.7 - compression, 2e-3);
  ASSERT_TRUE(sim.world.set(kWheel + "suspensionStiffness", Value::of(40000.0)));
  EXPECT_NEAR(heightAfter(sim, car, 3), 0.7 - compression / 2, 2e-3);
  // On its stop: stiff, but not rigid.
  ASSERT_TRUE(sim.world.set(kWheel + "suspensionTravel", Value::of(0.02)));
  EXPECT_NEAR(heightAfter(sim, car, 3), 0.7 - 0.02, 5e-3);
  for (const char* name : {"width", "suspensionDampingCompression", "suspensionDampingRebound"}) {
    ASSERT_TRUE(sim.world.set(kWheel + name, Value::of(0.2))) << name;
    EXPECT_EQ(sim.world.get(kWheel + name), Value::of(0.2)) << name;
    EXPECT_FALSE(sim.world.set(kWheel + name, Value::of(-0.2))) << name;
  }
  EXPECT_FALSE(sim.world.set(kWheel + "radius", Value::of(0.0)));
  EXPECT_EQ(sim.world.get(kWheel + "radius"), Value::of(0.4));
}

/// A thruster of 10 N that turns as far as it may about its X.
SceneBuilder turnedThruster() {
  SceneBuilder b;
  const int body = b.node().at(0, 5, 0).dynamic(1).gravityFactor(0).collider(sphere(0.5));
  Scene& scene = b.scene();
  Thruster thruster;
  thruster.node = b.node("thruster", body);
  thruster.motion = 0;
  thruster.description = 0;
  thruster.origin.pointer = "/thruster";
  ThrusterDescription d;
  d.maximum = 10;
  d.target_ratio = 1;
  d.max_gimbal = 0.5;
  d.target_gimbal_ratio = {1, 0};
  d.origin.pointer = "/thrusters/0";
  scene.thrusters.push_back(thruster);
  scene.thruster_descriptions.push_back(d);
  return b;
}

TEST(PointersOfForces, ThrustersTurnAsFarAsTheyMay) {
  Simulation sim(turnedThruster());
  sim.run(0.1);
  EXPECT_NEAR(sim.world.thrusters().at(0).gimbal[0], 0.5, 1e-12);
  ASSERT_TRUE(sim.world.set("/thrusters/0/maxGimbal", Value::of(0.2)));
  EXPECT_EQ(sim.world.get("/thrusters/0/maxGimbal"), Value::of(0.2));
  sim.run(0.1);
  EXPECT_NEAR(sim.world.thrusters().at(0).gimbal[0], 0.2, 1e-12);
  ASSERT_TRUE(sim.world.set("/thrusters/0/maxGimbal", Value::of(1.0)));
  sim.run(2);
  EXPECT_NEAR(sim.world.thrusters().at(0).gimbal[0], 1, 1e-12);
}

/// A world in which values were set, saved and restored elsewhere, goes on with the same bits; and back.
void expectKept(const Scene& scene, const std::vector<std::pair<std::string, Value>>& values) {
  World world(scene), other(scene);
  const auto run = [](World& w) {
    for (int i = 0; i < 20; ++i) w.step();
    return w.stateHash();
  };
  const std::vector<std::byte> start = world.save();
  const std::uint64_t first = run(world);
  for (const auto& [pointer, value] : values) ASSERT_TRUE(world.set(pointer, value)) << pointer;
  run(world);
  const std::vector<std::byte> saved = world.save();
  const std::uint64_t after = run(world);
  const Diagnostics errors = other.restore(saved);
  ASSERT_FALSE(errors.hasErrors()) << errors.items()[0].message;
  for (const auto& [pointer, value] : values) EXPECT_EQ(other.get(pointer), value) << pointer;
  EXPECT_EQ(run(other), after);
  ASSERT_FALSE(world.restore(start).hasErrors());
  EXPECT_EQ(run(world), first);
  // What is refused leaves everything as it was.
  std::vector<std::byte> bad = saved;
  bad.back() ^= std::byte{1};
  const std::vector<std::byte> now = world.save();
  EXPECT_TRUE(world.restore(bad).hasErrors());
  EXPECT_EQ(world.save(), now);
}

TEST(PointersOfForces, SnapshotsKeepThem) {
  Car car;
  expectKept(standingCar(car).build(), {{kWheel + "radius", Value::of(0.35)},
                                        {kWheel + "width", Value::of(0.3)},
                                        {kWheel + "suspensionTravel", Value::of(0.1)},
                                        {kWheel + "brakingForce", Value::of(700.0)}});
  expectKept(turnedThruster().build(),
             {{"/thrusters/0/maxGimbal", Value::of(1.5)}, {"/thrusters/0/maxForce", Value::of(25.0)}});
  expectKept(loaded(volumeFile("{'type':'point','gravity':2,'point':{'unitDistance':10}}", 10)),
             {{kVolume + "gravity", Value::of(7.0)},
              {kVolume + "stop", Value::of(true)},
              {kVolume + "point/unitDistance", Value::of(3.0)}});
}

}  // namespace
}  // namespace carom::test
