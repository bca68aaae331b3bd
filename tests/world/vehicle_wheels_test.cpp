// Wheels against closed forms: statics, springs, Coulomb's law, geometry of steering.

#include <algorithm>
#include <cmath>

#include "carom/world/recording.hpp"
#include "gravity_builder.hpp"
#include "joint_builder.hpp"
#include "vehicle_builder.hpp"

namespace carom::test {
namespace {

WorldSettings awake() {
  WorldSettings settings;
  settings.sleeping = false;
  return settings;
}

/// Low, so that little load moves between the axles.
CarShape lowCar() {
  CarShape car;
  car.height = 0.05;
  return car;
}

const DVec3 kAhead{0, 0, 1}, kNone{0, 0, 0};

double forwardSpeed(const Simulation& sim) {
  return sim.world.vehicles().front().velocity.z;
}

double totalLoad(const Simulation& sim) {
  double sum = 0;
  for (const WheelState& wheel : sim.world.wheels()) sum += wheel.load;
  return sum;
}

TEST(VehicleWheels, CarAtRestCarriesItsWeightByStatics) {
  SceneBuilder b;
  b.floor();
  CarShape shape;
  shape.front = 1.5, shape.rear = -1.0;
  const Car car = addCar(b, {0, 0.6, 0}, shape);
  Simulation sim(b, awake());
  sim.run(8);
  const double weight = shape.mass * kGravity;
  const double at_front = weight * 1.0 / 2.5 / 2, at_rear = weight * 1.5 / 2.5 / 2;
  const std::vector<WheelState> wheels = sim.world.wheels();
  ASSERT_EQ(wheels.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const double expected = i < 2 ? at_front : at_rear;
    EXPECT_NEAR(wheels[i].load, expected, 0.01 * expected);
    EXPECT_NEAR(wheels[i].compression, expected / 20000, 0.01 * expected / 20000);
    EXPECT_EQ(wheels[i].ground, 0);
    EXPECT_EQ(wheels[i].vehicle, car.body);
  }
  const DVec3 before = sim.state(car.body).transform.translation;
  sim.run(60);
  EXPECT_LT(length(sim.state(car.body).transform.translation - before), 1e-4);
}

TEST(VehicleWheels, ParkedCarSleepsAndStartsAgain) {
  SceneBuilder b;
  b.floor();
  const Car car = addCar(b, {0, 0.6, 0}, lowCar());
  Simulation sim(b);
  sim.run(8);
  EXPECT_FALSE(sim.state(car.body).awake);
  EXPECT_TRUE(sim.world.setVehicleActivation(car.body, kAhead, kNone));
  sim.run(2);
  EXPECT_GT(forwardSpeed(sim), 1);
}

TEST(VehicleWheels, PropulsionAcceleratesByItsForce) {
  SceneBuilder b;
  b.floor({}, 4000);
  CarShape shape = lowCar();
  shape.force = 1200;
  const Car car = addCar(b, {0, 0.3, 0}, shape);
  Simulation sim(b, awake());
  sim.run(4);
  ASSERT_TRUE(sim.world.setVehicleActivation(car.body, kAhead, kNone));
  sim.run(1);
  const double before = forwardSpeed(sim);
  sim.run(3);
  EXPECT_NEAR((forwardSpeed(sim) - before) / 3, 2 * 1200 / shape.mass, 0.03 * 2.4);
  // A wheel that grips rolls.
  for (const WheelState& wheel : sim.world.wheels())
    EXPECT_NEAR(wheel.spin * shape.wheel.radius, forwardSpeed(sim), 0.02);
}

TEST(VehicleWheels, TooMuchPropulsionSpinsTheWheels) {
  SceneBuilder b;
  b.floor({}, 4000);
  CarShape shape = lowCar();
  shape.force = 20000, shape.front_drives = true;
  shape.tyre = surface(0.8, 0.5);  // Averages with the ground's 0.6 to 0.7 and 0.55
  const Car car = addCar(b, {0, 0.3, 0}, shape);
  Simulation sim(b, awake());
  sim.run(4);
  ASSERT_TRUE(sim.world.setVehicleActivation(car.body, kAhead, kNone));
  sim.run(1);
  const double before = forwardSpeed(sim);
  sim.run(2);
  EXPECT_NEAR((forwardSpeed(sim) - before) / 2, 0.55 * kGravity, 0.03 * 0.55 * kGravity);
  for (const WheelState& wheel : sim.world.wheels()) EXPECT_GT(wheel.forward_slip, 1);
}

TEST(VehicleWheels, TopSpeedIsKept) {
  SceneBuilder b;
  b.floor({}, 4000);
  CarShape shape = lowCar();
  const Car car = addCar(b, {0, 0.3, 0}, shape);
  b.scene().vehicles[0].max_speed = 12;
  Simulation sim(b, awake());
  sim.run(1);
  ASSERT_TRUE(sim.world.setVehicleActivation(car.body, kAhead, kNone));
  sim.run(15);
  EXPECT_NEAR(forwardSpeed(sim), 12, 0.02 * 12);
}

/// Way from 20 m/s to standing still, with nothing asked of a vehicle that has dampeners.
double brakingDistance(const CarShape& shape) {
  SceneBuilder b;
  b.floor({}, 4000);
  const Car car = addCar(b, {0, 0.18, 0}, shape);
  Simulation sim(b, awake());
  sim.run(3);
  sim.world.setLinearVelocity(sim.body(car.body), {0, 0, 20});
  const double start = sim.state(car.body).transform.translation.z;
  sim.run(12);
  EXPECT_NEAR(forwardSpeed(sim), 0, 1e-3);
  return sim.state(car.body).transform.translation.z - start;
}

TEST(VehicleWheels, BrakesWithTheirForce) {
  CarShape shape = lowCar();
  shape.wheel.braking_force = 900;
  const double deceleration = 4 * 900 / shape.mass;
  EXPECT_NEAR(brakingDistance(shape), 400 / (2 * deceleration), 0.05 * 400 / (2 * deceleration));
}

TEST(VehicleWheels, LocksAndSlidesWhenBrakedTooHard) {
  CarShape shape = lowCar();
  shape.wheel.braking_force = 20000;
  EXPECT_NEAR(brakingDistance(shape), 400 / (2 * 0.6 * kGravity), 0.05 * 400 / (2 * 0.6 * kGravity));
}

TEST(VehicleWheels, SteeringMakesTheAxlesMeet) {
  SceneBuilder b;
  b.floor({}, 4000);
  CarShape shape = lowCar();
  shape.force = 300;
  const Car car = addCar(b, {0, 0.3, 0}, shape);
  b.scene().vehicles[0].max_speed = 2;
  Simulation sim(b, awake());
  sim.run(1);
  ASSERT_TRUE(sim.world.setVehicleActivation(car.body, kAhead, {0, 0.6, 0}));
  sim.run(10);
  const std::vector<WheelState> wheels = sim.world.wheels();
  const double base = shape.front - shape.rear;
  EXPECT_NEAR(wheels[0].steering, 0.6 * 0.5, 1e-9);  // The inner wheel turns by its share.
  const double left = base / std::tan(wheels[0].steering) + shape.half_track;
  const double right = base / std::tan(wheels[1].steering) - shape.half_track;
  EXPECT_NEAR(left, right, 1e-6);
  const VehicleState vehicle = sim.world.vehicles().front();
  const double at_rear_axle = vehicle.velocity.z / vehicle.angular_velocity.y;
  EXPECT_NEAR(at_rear_axle, left, 0.03 * left);
  EXPECT_GT(vehicle.angular_velocity.y, 0);
}

TEST(VehicleWheels, RearWheelsSteerAgainstTheFrontOnes) {
  SceneBuilder b;
  b.floor();
  CarShape shape = lowCar();
  shape.rear_steers = true;
  const Car car = addCar(b, {0, 0.3, 0}, shape);
  Simulation sim(b, awake());
  ASSERT_TRUE(sim.world.setVehicleActivation(car.body, kNone, {0, -1, 0}));
  sim.run(1);
  const std::vector<WheelState> wheels = sim.world.wheels();
  EXPECT_NEAR(wheels[1].steering, -0.5, 1e-9);
  EXPECT_NEAR(wheels[3].steering, 0.5, 1e-9);
  EXPECT_NEAR(wheels[0].steering, -wheels[2].steering, 1e-12);
  EXPECT_LT(std::abs(wheels[0].steering), 0.5);
  // Without input the dampeners straighten them, 1 rad/s.
  ASSERT_TRUE(sim.world.setVehicleActivation(car.body, kNone, kNone));
  sim.run(0.25);
  EXPECT_NEAR(sim.world.wheels()[1].steering, -0.25, 1e-6);
  sim.run(0.5);
  EXPECT_EQ(sim.world.wheels()[1].steering, 0);
}

TEST(VehicleWheels, TooFastInTheTurnSlidesWithWhatFrictionGives) {
  SceneBuilder b;
  b.floor({}, 4000);
  CarShape shape = lowCar();
  shape.force = 500;
  const Car car = addCar(b, {0, 0.18, 0}, shape);
  b.scene().vehicles[0].linear_dampeners = false;
  Simulation sim(b, awake());
  sim.run(2);
  ASSERT_TRUE(sim.world.setVehicleActivation(car.body, kNone, {0, 1, 0}));
  sim.run(1);
  sim.world.setLinearVelocity(sim.body(car.body), {0, 0, 15});
  sim.run(0.3);
  double most = 0;
  DVec3 before = sim.state(car.body).linear_velocity;
  for (int i = 0; i < 5; ++i) {
    sim.run(0.2);
    const DVec3 now = sim.state(car.body).linear_velocity;
    most = std::max(most, length(now - before) / 0.2);
    before = now;
  }
  EXPECT_LT(most, 1.05 * 0.6 * kGravity);
  EXPECT_GT(most, 0.8 * 0.6 * kGravity);
}

TEST(VehicleWheels, HighAndNarrowRollsOver) {
  const auto tilt = [](double height) {
    SceneBuilder b;
    b.floor({}, 4000);
    CarShape shape;
    shape.height = height, shape.half_track = 0.5, shape.tyre = surface(1.4, 1.4);
    shape.inertia = {1400, 1600, 150};
    const Car car = addCar(b, {0, height + 0.13, 0}, shape);
    b.scene().vehicles[0].linear_dampeners = false;
    Simulation sim(b, awake());
    sim.run(2);
    EXPECT_TRUE(sim.world.setVehicleActivation(car.body, kNone, {0, 1, 0}));
    sim.run(1);
    sim.world.setLinearVelocity(sim.body(car.body), {0, 0, 14});
    sim.run(2.5);
    const DVec3 up = rotate(sim.state(car.body).transform.rotation, DVec3{0, 1, 0});
    return up.y;
  };
  // Mean friction 1.0: over when half the track is less than the height.
  EXPECT_GT(tilt(0.1), 0.9);
  EXPECT_LT(tilt(0.9), 0.5);
}

/// A car that can only heave, dropped onto its unloaded suspension: position over time.
std::vector<double> heave(double compression_damping, double rebound_damping) {
  SceneBuilder b;
  b.floor();
  CarShape shape = lowCar();
  shape.wheel.suspension_damping_compression = compression_damping;
  shape.wheel.suspension_damping_rebound = rebound_damping;
  const double rest =
      shape.wheel.radius + shape.height - shape.mass * kGravity / 4 / shape.wheel.suspension_stiffness;
  const Car car = addCar(b, {0, rest + 0.05, 0}, shape);
  Simulation sim(b, awake());
  std::vector<double> heights;
  sim.run(3, [&] { heights.push_back(sim.state(car.body).transform.translation.y - rest); });
  return heights;
}

TEST(VehicleWheels, SuspensionSwingsAtItsFrequencyAndDecays) {
  const double k = 4 * 20000, m = 1000, c = 4 * 300;
  const double omega = std::sqrt(k / m), decay = c / (2 * m),
               swing = std::sqrt(omega * omega - decay * decay);
  const std::vector<double> heights = heave(300, 300);
  // Times of the passes downwards through rest, interpolated.
  std::vector<double> passes;
  std::vector<double> peaks;
  for (std::size_t i = 1; i + 1 < heights.size(); ++i) {
    if (heights[i - 1] > 0 && heights[i] <= 0)
      passes.push_back((static_cast<double>(i) + heights[i - 1] / (heights[i - 1] - heights[i])) / 60);
    if (heights[i] > 0 && heights[i] >= heights[i - 1] && heights[i] > heights[i + 1])
      peaks.push_back(heights[i]);
  }
  ASSERT_GE(passes.size(), 3u);
  ASSERT_GE(peaks.size(), 2u);
  const double period = (passes[2] - passes[0]) / 2;
  EXPECT_NEAR(period, 2 * kPi / swing, 0.03 * 2 * kPi / swing);
  EXPECT_NEAR(std::log(peaks[0] / peaks[1]), decay * period, 0.03 * decay * period + 0.01);
}

TEST(VehicleWheels, CompressionAndReboundDampApart) {
  // With one side undamped, half a swing keeps its amplitude and the other loses e^(-2 decay T/2).
  const double k = 4 * 20000, m = 1000, c = 4 * 600;
  const double omega = std::sqrt(k / m), decay = c / (2 * m),
               swing = std::sqrt(omega * omega - decay * decay);
  const double lost = std::exp(-decay * kPi / swing);
  const auto extremes = [](const std::vector<double>& h) {
    std::vector<double> out;
    for (std::size_t i = 1; i + 1 < h.size(); ++i) {
      if ((h[i] - h[i - 1]) * (h[i + 1] - h[i]) < 0) out.push_back(std::abs(h[i]));
    }
    return out;
  };
  const std::vector<double> compressed = extremes(heave(600, 0));
  ASSERT_GE(compressed.size(), 3u);
  EXPECT_NEAR(compressed[1] / compressed[0], 1, 0.03);
  EXPECT_NEAR(compressed[2] / compressed[1], lost, 0.03);
  const std::vector<double> rebound = extremes(heave(0, 600));
  ASSERT_GE(rebound.size(), 3u);
  EXPECT_NEAR(rebound[1] / rebound[0], lost, 0.03);
  EXPECT_NEAR(rebound[2] / rebound[1], 1, 0.03);
}

TEST(VehicleWheels, ParkedOnASlopeStays) {
  for (const DVec3 axis : {DVec3{1, 0, 0}, DVec3{0, 0, 1}}) {
    SceneBuilder b;
    const DQuat tilt = axisAngle(axis, 20);
    b.node("slope").rotated(tilt).collider(plane());
    CarShape shape = lowCar();
    shape.wheel.braking_force = 3000;
    const Car car = addCar(b, rotate(tilt, DVec3{0, 0.2, 0}), shape, tilt);
    Simulation sim(b, awake());
    sim.run(5);
    const DVec3 before = sim.state(car.body).transform.translation;
    sim.run(60);
    EXPECT_LT(length(sim.state(car.body).transform.translation - before), 1e-3);
  }
}

TEST(VehicleWheels, WithoutBrakesItRollsDownTheSlope) {
  SceneBuilder b;
  const DQuat tilt = axisAngle({1, 0, 0}, 10);
  b.node("slope").rotated(tilt).collider(plane());
  const Car car = addCar(b, rotate(tilt, DVec3{0, 0.2, 0}), lowCar(), tilt);
  b.scene().vehicles[0].linear_dampeners = false;
  Simulation sim(b, awake());
  sim.run(2);
  const double before = forwardSpeed(sim);
  sim.run(3);
  const double expected = kGravity * std::sin(radians(10));
  EXPECT_NEAR((forwardSpeed(sim) - before) / 3, expected, 0.01 * expected);
}

class StiffnessAndMass : public testing::TestWithParam<std::pair<double, double>> {};

TEST_P(StiffnessAndMass, StaysCalmAndCarriesItsWeight) {
  const auto [stiffness, mass] = GetParam();
  SceneBuilder b;
  b.floor();
  CarShape shape = lowCar();
  shape.mass = mass;
  shape.wheel.suspension_stiffness = stiffness;
  // A good part of critical, or it would go on swinging.
  const double damping = std::max(2000.0, 0.5 * std::sqrt(stiffness * mass));
  shape.wheel.suspension_damping_compression = shape.wheel.suspension_damping_rebound = damping;
  const Car car = addCar(b, {0, 0.35, 0}, shape);
  Simulation sim(b, awake());
  sim.run(10);
  double fastest = 0;
  sim.run(2, [&] { fastest = std::max(fastest, length(sim.state(car.body).linear_velocity)); });
  EXPECT_LT(fastest, 0.01);
  EXPECT_NEAR(totalLoad(sim), mass * kGravity, 0.01 * mass * kGravity);
  const double compression = mass * kGravity / 4 / stiffness;
  for (const WheelState& wheel : sim.world.wheels()) {
    if (compression < shape.wheel.suspension_travel) {
      EXPECT_NEAR(wheel.compression, compression, 0.01 * compression + 1e-4);
    } else {
      EXPECT_NEAR(wheel.compression, shape.wheel.suspension_travel, 0.02);  // On its stop.
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Wheels, StiffnessAndMass,
                         testing::Values(std::pair(1e3, 10.0), std::pair(1e3, 1e3), std::pair(1e5, 10.0),
                                         std::pair(1e5, 1e3), std::pair(1e5, 1e5), std::pair(1e7, 10.0),
                                         std::pair(1e7, 1e3), std::pair(1e7, 1e5)));

TEST(VehicleWheels, ReactionsBalanceOnACrateAndASledge) {
  SceneBuilder b;
  b.floor();
  const int crate = b.node("crate").at(0.8, 0.05, 1.3).dynamic(50).collider(box(0.6, 0.1, 0.6));
  addCar(b, {0, 0.6, 0});
  Simulation sim(b, awake());
  sim.run(10);
  const std::vector<WheelState> wheels = sim.world.wheels();
  EXPECT_EQ(wheels[0].ground, crate);
  EXPECT_NEAR(totalLoad(sim), 1000 * kGravity, 0.001 * 1000 * kGravity);
  EXPECT_LT(length(sim.state(crate).linear_velocity), 1e-3);
  // The momentum of car and sledge together changes by nothing but gravity, with nothing under them.
  SceneBuilder apart;
  const int sledge = apart.node("sledge").at(0, -0.1, 0).dynamic(3000).collider(box(6, 0.2, 8));
  const Car second = addCar(apart, {0, 0.4, 0});
  Simulation free(apart, awake());
  free.world.setVehicleActivation(second.body, kAhead, {0, 0.5, 0});
  free.run(2);
  const BodyState a = free.state(second.body), s = free.state(sledge);
  const DVec3 momentum = a.linear_velocity * 1000 + s.linear_velocity * 3000;
  const double fallen = 4000 * kGravity * free.world.time();
  EXPECT_NEAR(momentum.x, 0, 0.001 * fallen);
  EXPECT_NEAR(momentum.y, -fallen, 0.001 * fallen);
  EXPECT_NEAR(momentum.z, 0, 0.001 * fallen);
}

TEST(VehicleWheels, ASeesawCarriesTheCarAndItsMoment) {
  SceneBuilder b;
  const DVec3 pivot{0, 2, 0};
  const int plank = b.node("plank").at(pivot).dynamic(200).collider(box(3, 0.1, 8));
  JointBuilder(b, b.node().at(pivot), b.child(plank)).hinge(0).angular({0}, radians(-5), radians(5));
  const Car car = addCar(b, pivot + DVec3{0, 0.65, 0.8});
  b.scene().vehicles[0].linear_dampeners = true;
  Simulation sim(b, awake());
  sim.run(10);
  const JointState joint = sim.world.joints().at(0);
  const DVec3 arm = sim.state(car.body).transform.translation - pivot;
  ASSERT_LT(length(sim.state(car.body).linear_velocity), 1e-3);
  ASSERT_GT(arm.z, 0.4);
  // At the end of its way the hinge holds what the weight turns, and all of the weight.
  EXPECT_NEAR(joint.force.y, 1200 * kGravity, 0.001 * 1200 * kGravity);
  EXPECT_NEAR(joint.torque.x, -1000 * kGravity * arm.z, 0.001 * 1000 * kGravity * arm.z);
  EXPECT_NEAR(totalLoad(sim), 1000 * kGravity * std::cos(radians(5)), 0.002 * 1000 * kGravity);
}

TEST(VehicleWheels, DrivesOntoALiftThatRises) {
  SceneBuilder b;
  const int lift = b.node("lift").at(0, -0.1, 0).kinematic().collider(box(6, 0.2, 8));
  const Car car = addCar(b, {0, 0.4, 0});
  Simulation sim(b, awake());
  sim.run(3);
  sim.world.setLinearVelocity(sim.body(lift), {0, 0.5, 0});
  sim.run(4);
  EXPECT_NEAR(sim.state(car.body).linear_velocity.y, 0.5, 1e-3);
  EXPECT_NEAR(totalLoad(sim), 1000 * kGravity, 0.01 * 1000 * kGravity);
}

TEST(VehicleWheels, DrivesOntoALiftAndIsRaised) {
  SceneBuilder b;
  b.floor();
  const int lift = b.node("lift").at(0, -0.05, 11).kinematic().collider(box(6, 0.1, 12));
  const Car car = addCar(b, {0, 0.5, 0});
  b.scene().vehicles[0].max_speed = 4;
  Simulation sim(b, awake());
  sim.run(1);
  sim.world.setVehicleActivation(car.body, kAhead, kNone);
  sim.run(2.8);
  sim.world.setVehicleActivation(car.body, kNone, kNone);
  sim.run(2);
  const DVec3 before = sim.state(car.body).transform.translation;
  EXPECT_NEAR(before.z, 11, 2);
  sim.world.setLinearVelocity(sim.body(lift), {0, 1, 0});
  sim.run(2);
  const DVec3 after = sim.state(car.body).transform.translation;
  EXPECT_NEAR(after.y, before.y + 2, 0.001);
  EXPECT_NEAR(after.z, before.z, 0.001);
  EXPECT_NEAR(totalLoad(sim), 1000 * kGravity, 0.01 * 1000 * kGravity);
  for (const WheelState& wheel : sim.world.wheels()) EXPECT_EQ(wheel.ground, lift);
}

TEST(VehicleWheels, ActionEqualsReactionOnAFreeSledge) {
  SceneBuilder b;
  const int sledge = b.node("sledge").at(0, -0.1, 0).dynamic(3000).collider(box(6, 0.2, 8));
  const Car car = addCar(b, {0, 0.4, 0});
  WorldSettings settings = weightless();
  settings.sleeping = false;
  Simulation sim(b, settings);
  // Pressed on once, it drives and steers.
  sim.world.applyImpulse(sim.body(car.body), {0, -2000, 0}, sim.position(car.body));
  sim.world.setVehicleActivation(car.body, kAhead, {0, 0.5, 0});
  double given = 0, wrong = 0;
  sim.run(2, [&] {
    const DVec3 own = sim.momentum(car.body) - DVec3{0, -2000, 0};
    given = std::max(given, length(own));
    wrong = std::max(wrong, length(own + sim.momentum(sledge)));
  });
  EXPECT_GT(given, 1000);
  EXPECT_LT(wrong, 1e-4 * given);  // Rounding.
}

TEST(VehicleWheels, ClimbsAKerb) {
  SceneBuilder b;
  b.floor({}, 400);
  b.node("kerb").at(0, 0.05, 13).collider(box(20, 0.1, 20));
  CarShape shape;
  shape.wheel.radius = 0.35;
  const Car car = addCar(b, {0, 0.6, 0}, shape);
  b.scene().vehicles[0].max_speed = 5;
  Simulation sim(b, awake());
  sim.run(2);
  const double before = sim.state(car.body).transform.translation.y;
  sim.world.setVehicleActivation(car.body, kAhead, kNone);
  double most_tilt = 0;
  sim.run(4,
          [&] { most_tilt = std::max(most_tilt, angleBetween(sim.state(car.body).transform.rotation, {})); });
  EXPECT_GT(sim.state(car.body).transform.translation.z, 6);
  EXPECT_NEAR(sim.state(car.body).transform.translation.y, before + 0.1, 0.03);
  EXPECT_LT(most_tilt, 8);
}

TEST(VehicleWheels, StopsAtAWallThatItsWheelsMeet) {
  SceneBuilder b;
  b.floor();
  b.node("wall").at(0, 0.25, 4).collider(box(20, 0.5, 1));
  CarShape shape;
  shape.front = 1.9;  // Wheels ahead of the chassis.
  shape.wheel.radius = 0.35;
  shape.clearance = 0.6;
  const Car car = addCar(b, {0, 0.6, 0}, shape);
  b.scene().vehicles[0].max_speed = 3;
  Simulation sim(b, awake());
  sim.run(2);
  sim.world.setVehicleActivation(car.body, kAhead, kNone);
  sim.run(4);
  // 3.5 m less the wheel's radius and the axle's place.
  EXPECT_NEAR(sim.state(car.body).transform.translation.z, 3.5 - 0.35 - 1.9, 0.1);
  EXPECT_NEAR(forwardSpeed(sim), 0, 0.2);
}

TEST(VehicleWheels, AWallDoesNotTakeTheGroundFromUnderAWheel) {
  for (const double share : {0.86, 0.9, 0.95, 1.0, 1.3}) {
    SceneBuilder b;
    b.floor();
    CarShape shape;
    shape.front = 1.9, shape.clearance = 0.7;
    shape.wheel.radius = 0.35;
    const double height = share * shape.wheel.radius;
    b.node("wall").at(0, height / 2, 4).collider(box(20, height, 3));
    const Car car = addCar(b, {0, 0.6, 0}, shape);
    b.scene().vehicles[0].max_speed = 6;
    Simulation sim(b, awake());
    sim.run(2);
    sim.world.setVehicleActivation(car.body, kAhead, kNone);
    sim.run(3);
    EXPECT_NEAR(sim.state(car.body).transform.translation.z, 2.5 - 0.35 - 1.9, 0.02) << share;
    int lost = 0;
    sim.run(1, [&] {
      for (const WheelState& wheel : sim.world.wheels()) lost += wheel.ground < 0 ? 1 : 0;
    });
    EXPECT_EQ(lost, 0) << share;
    // Where it leans on the wall's edge, that carries a little.
    EXPECT_NEAR(totalLoad(sim), 1000 * kGravity, 0.1 * 1000 * kGravity) << share;
  }
}

TEST(VehicleWheels, ScrapesAlongAWallWithoutClimbingIt) {
  const auto wallMesh = [] {
    MeshData m;
    for (int i = 0; i <= 60; ++i) {
      for (int j = 0; j <= 4; ++j) m.positions.push_back({2.0, j * 0.5, -20 + i * 2.0});
    }
    for (std::uint32_t i = 0; i < 60; ++i) {
      for (std::uint32_t a = 5 * i; a < 5 * i + 4; ++a)
        m.indices.insert(m.indices.end(), {a, a + 5, a + 1, a + 1, a + 5, a + 6});
    }
    return m;
  };
  for (const double lean : {-3.0, 0.0, 1000.0}) {  // The last one: a mesh.
    SceneBuilder b;
    b.floor({}, 400);
    if (lean < 1000) {
      b.node("wall").at(2.5, 1, 40).rotated({0, 0, 1}, lean).collider(box(1, 3, 120));
    } else {
      b.node("wall").collider(b.mesh(wallMesh()));
    }
    CarShape shape = lowCar();
    shape.half_track = 0.9, shape.clearance = 0.5;  // The wheels are the widest.
    shape.wheel.radius = 0.35;
    const DQuat yaw = axisAngle({0, 1, 0}, 5);
    const Car car = addCar(b, {0, 0.5, 0}, shape, yaw);
    b.scene().vehicles[0].max_speed = 10;
    Simulation sim(b, awake());
    sim.run(2);
    const double rest = sim.state(car.body).transform.translation.y;
    sim.world.setLinearVelocity(sim.body(car.body), rotate(yaw, DVec3{0, 0, 10}));
    sim.world.setVehicleActivation(car.body, kAhead, {0, 0.1, 0});
    double highest = 0, most = 0;
    sim.run(4, [&] {
      highest = std::max(highest, sim.state(car.body).transform.translation.y - rest);
      most = std::max(most, totalLoad(sim));
    });
    EXPECT_GT(sim.state(car.body).transform.translation.z, 30);
    EXPECT_GT(sim.state(car.body).transform.translation.x, 0.9);  // It is at the wall.
    EXPECT_LT(highest, 0.02) << lean;
    EXPECT_LT(most, 1.2 * 1000 * kGravity) << lean;
  }
}

TEST(VehicleWheels, LandsOnItsWheelsHoweverFastItFalls) {
  for (const double speed : {10.0, 25.0, 60.0, 120.0}) {
    for (const double radius : {0.02, 0.25}) {
      SceneBuilder b;
      b.floor();
      CarShape shape;
      shape.wheel.radius = radius;
      const Car car = addCar(b, {0, 20, 0}, shape);
      Simulation sim(b, awake());
      sim.world.setLinearVelocity(sim.body(car.body), {0, -speed, 0});
      sim.run(6);
      const double rest =
          radius + shape.height - shape.mass * kGravity / 4 / shape.wheel.suspension_stiffness;
      EXPECT_NEAR(sim.state(car.body).transform.translation.y, rest, 0.01) << speed << " " << radius;
      EXPECT_NEAR(totalLoad(sim), 1000 * kGravity, 0.01 * 1000 * kGravity) << speed << " " << radius;
    }
  }
}

// The ground's normal turns while a wheel rolls over what is round: where it is taken too far ahead, the load
// pushes the car.
TEST(VehicleWheels, CoastsRoundAPlanetAtItsSpeed) {
  const double radius = 20;
  SceneBuilder b;
  b.node().collider(sphere(radius));
  const Car car = addCar(b, {radius + 0.6, 0, 0}, {}, axisAngle({0, 0, 1}, -90));
  const int pull = b.node().trigger(sphere(4 * radius));
  GravityVolume volume = gravity(GravityKind::Point, kGravity);
  volume.stop = true;
  act(b, pull, volume);
  b.scene().vehicles[0].linear_dampeners = false;
  Simulation sim(b, awake());
  sim.run(3);
  sim.world.setLinearVelocity(sim.body(car.body), {0, 0, 8});
  sim.world.setAngularVelocity(sim.body(car.body), {0, -8 / radius, 0});
  sim.run(1);
  const double before = length(sim.state(car.body).linear_velocity);
  sim.run(30);
  // A step ahead by ε of it would give g ε v h / r, 0.1 m/s² for a whole one.
  EXPECT_NEAR(length(sim.state(car.body).linear_velocity), before, 0.05);
}

TEST(VehicleWheels, ParkedOnATurntableGoesRoundWithIt) {
  SceneBuilder b;
  const int disc = b.node("disc").at(0, -0.05, 0).kinematic().collider(cylinder(0.1, 20));
  const Car car = addCar(b, {5, 0.5, 0});
  Simulation sim(b, awake());
  sim.run(1);
  for (int i = 0; i < 60; ++i) {
    sim.world.setAngularVelocity(sim.body(disc), {0, 0.3 * i / 60, 0});
    sim.run(0.05);
  }
  const auto distance = [&] {
    const DVec3 p = sim.state(car.body).transform.translation;
    return std::hypot(p.x, p.z);
  };
  const double before = distance();
  sim.run(20);
  // Velocities point along the tangent an eighth of a step too early: v ω h/8, 0.9 mm/s.
  EXPECT_NEAR(distance(), before, 0.02);
}

TEST(VehicleWheels, LargeWheelsThatSpinDoNotThrowTheirBody) {
  SceneBuilder b;
  b.floor({}, 400);
  CarShape shape;
  shape.wheel.radius = 3, shape.wheel.width = 2;  // 23 t each, of a body of 1 t.
  shape.front = 4, shape.rear = -4, shape.half_track = 2.5;
  const Car car = addCar(b, {0, 3.4, 0}, shape);
  Simulation sim(b, awake());
  sim.run(3);
  sim.world.setVehicleActivation(car.body, kAhead, kNone);
  double least = 1;
  sim.run(3, [&] {
    least = std::min(least, rotate(sim.state(car.body).transform.rotation, DVec3{0, 1, 0}).y);
  });
  EXPECT_GT(least, 0.98);
  EXPECT_GT(forwardSpeed(sim), 4);
}

TEST(VehicleWheels, BottomsOutOnItsStopAndHangsNoLowerThanUnloaded) {
  SceneBuilder b;
  b.floor();
  CarShape shape = lowCar();
  shape.wheel.suspension_travel = 0.1;  // 12 cm would be needed
  const Car car = addCar(b, {0, 0.6, 0}, shape);
  Simulation sim(b, awake());
  for (const WheelState& wheel : sim.world.wheels()) EXPECT_EQ(wheel.compression, 0);
  double deepest = 0;
  sim.run(6, [&] {
    for (const WheelState& wheel : sim.world.wheels()) deepest = std::max(deepest, wheel.compression);
  });
  EXPECT_LE(deepest, 0.1 + 1e-6);
  EXPECT_NEAR(totalLoad(sim), 1000 * kGravity, 0.01 * 1000 * kGravity);
  EXPECT_NEAR(sim.state(car.body).transform.translation.y, 0.05 + 0.25 - 0.1, 0.01);
}

TEST(VehicleWheels, DriveWithoutAVehicleBody) {
  SceneBuilder b;
  b.floor({}, 400);
  const Car car = addCar(b, {0, 0.3, 0}, lowCar());
  b.scene().vehicles.clear();
  for (Wheel& wheel : b.scene().wheels) wheel.vehicle = -1;
  b.scene().wheel_descriptions[2].target_propulsion_force_ratio = 0.5;
  b.scene().wheel_descriptions[3].target_propulsion_force_ratio = 0.5;
  Simulation sim(b, awake());
  sim.run(1);
  const double before = sim.state(car.body).linear_velocity.z;
  sim.run(2);
  EXPECT_NEAR((sim.state(car.body).linear_velocity.z - before) / 2, 2, 0.05);
  EXPECT_TRUE(sim.world.vehicles().empty());
  EXPECT_TRUE(sim.world.setWheelTarget(car.wheels[0], 0, 1));
  EXPECT_FALSE(sim.world.setWheelTarget(car.body, 0, 1));
  EXPECT_FALSE(sim.world.setVehicleActivation(car.body, kAhead, kNone));
  sim.run(1);
  EXPECT_NEAR(sim.world.wheels()[0].steering, 0.5, 1e-6);
}

TEST(VehicleWheels, NodesTurnRollAndTravel) {
  SceneBuilder b;
  b.floor({}, 400);
  const Car car = addCar(b, {0, 0.3, 0}, lowCar());
  Simulation sim(b, awake());
  sim.world.setVehicleActivation(car.body, {0, 0, 0.2}, {0, 1, 0});
  sim.run(1.5);
  const std::vector<MovedNode> nodes = sim.world.motionNodes();
  ASSERT_EQ(nodes.size(), 5u);
  const std::vector<WheelState> wheels = sim.world.wheels();
  for (std::size_t i = 0; i < 4; ++i) {
    const auto node = std::find_if(nodes.begin(), nodes.end(),
                                   [&](const MovedNode& n) { return n.node == wheels[i].node; });
    ASSERT_NE(node, nodes.end());
    EXPECT_NEAR(node->local_translation.y, -0.05 + wheels[i].compression, 1e-6);
    const DVec3 axle = rotate(node->local_rotation, DVec3{1, 0, 0});
    EXPECT_NEAR(std::atan2(-axle.z, axle.x), wheels[i].steering, 1e-5);
    EXPECT_NEAR(axle.y, 0, 1e-6);
  }
  // Rolling forwards takes the top of the wheel forwards.
  const auto rolled = [&](int node) {
    for (const MovedNode& n : sim.world.motionNodes()) {
      if (n.node == node) return rotate(n.local_rotation, DVec3{0, 1, 0});
    }
    return DVec3{};
  };
  const DVec3 before = rolled(car.wheels[2]);
  sim.world.step();
  EXPECT_GT(dot(cross(before, rolled(car.wheels[2])), DVec3{1, 0, 0}), 0);
  EXPECT_GT(sim.world.wheels()[2].spin, 0);
}

TEST(VehicleWheels, AirborneWheelsExtendAndSpin) {
  SceneBuilder b;
  const Car car = addCar(b, {0, 100, 0}, lowCar());
  b.scene().vehicles[0].max_speed = 30;
  Simulation sim(b, awake());
  sim.world.setVehicleActivation(car.body, kAhead, kNone);
  sim.run(1);
  for (const WheelState& wheel : sim.world.wheels()) {
    EXPECT_EQ(wheel.ground, -1);
    EXPECT_EQ(wheel.load, 0);
    EXPECT_LE(wheel.spin * 0.25, 30.1);
  }
  EXPECT_GT(sim.world.wheels()[2].spin, 10);
  // Nothing but gravity moves the centre of mass.
  EXPECT_NEAR(sim.state(car.body).linear_velocity.z, 0, 1e-6);
  EXPECT_NEAR(sim.state(car.body).linear_velocity.y, -kGravity, 1e-3);
}

TEST(VehicleWheels, SameBitsForAnyThreadsLanesAndAfterASnapshot) {
  const auto run = [](int threads, int lanes, bool restored) {
    SceneBuilder b;
    b.floor({}, 400);
    std::vector<int> cars;
    for (int i = 0; i < 6; ++i) {
      const Car car = addCar(b, {static_cast<double>(i % 3) * 4, 0.4, static_cast<double>(i / 3) * 7});
      cars.push_back(car.body);
    }
    b.node("crate").at(0, 0.3, 4).dynamic(20).collider(box(0.5, 0.5, 0.5));
    WorldSettings settings;
    settings.threads = threads, settings.lanes = lanes;
    Simulation sim(b, settings);
    for (const int car : cars) sim.world.setVehicleActivation(car, kAhead, {0, car % 2 ? 0.7 : -0.7, 0});
    sim.run(1.5);
    if (restored) {
      const std::vector<std::byte> saved = sim.world.save();
      Simulation second(b, settings);
      EXPECT_FALSE(second.world.restore(saved).hasErrors());
      second.run(1.5);
      return second.world.stateHash();
    }
    sim.run(1.5);
    return sim.world.stateHash();
  };
  const std::uint64_t expected = run(1, 1, false);
  EXPECT_EQ(run(2, 4, false), expected);
  EXPECT_EQ(run(3, 8, false), expected);
  EXPECT_EQ(run(1, 0, true), expected);
}

TEST(VehicleWheels, RecordingsRepeatWhatWasDriven) {
  SceneBuilder b;
  b.floor({}, 400);
  const Car car = addCar(b, {0, 0.4, 0});
  const Scene scene = b.build();
  World world(scene);
  world.startRecording();
  for (int i = 0; i < 120; ++i) {
    if (i == 30) {
      ASSERT_TRUE(world.setVehicleActivation(car.body, kAhead, {0, 0.3, 0}));
    }
    world.step();
  }
  const auto recording = Recording::read(world.stopRecording());
  ASSERT_TRUE(recording.ok());
  const auto replay = recording->replay(scene);
  ASSERT_TRUE(replay.ok());
  EXPECT_FALSE(replay->differs_at.has_value());
  EXPECT_EQ(recording->inputCount(), 1u);
}

}  // namespace
}  // namespace carom::test
