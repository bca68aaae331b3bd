// Vehicles that fly by thrusters and gyroscopes: allocation, thrust, dampeners, speed limits.
#include <gtest/gtest.h>

#include <algorithm>

#include "world/thruster_builder.hpp"
#include "world/vehicles/thrust_allocation.hpp"

namespace carom::test {
namespace {

using world::Thrust;
using world::ThrustGoal;

/// A force within a thrust's bounds.
DVec3 anyThrust(Random& random, const Thrust& t) {
  const DVec3 side = normalized(cross(t.direction, random.direction()));
  const double angle = t.cone * std::sqrt(random(0, 1));
  return (t.direction * std::cos(angle) + side * std::sin(angle)) * random(t.least, t.most);
}

TEST(ThrustAllocation, FindsTheLeastErrorThatASearchFinds) {
  Random random(11);
  world::ThrustSearch search;
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<Thrust> thrusts;
    const int count = 2 + trial % 5;
    for (int i = 0; i < count; ++i) {
      Thrust t;
      t.arm = random.vector(-2, 2);
      t.direction = random.direction();
      t.cone = i % 2 == 0 ? random(0, 0.6) : 0;
      t.most = random(100, 1000);
      t.least = t.cone == 0 && trial % 3 == 0 ? random(0, 50) : 0;
      thrusts.push_back(t);
    }
    ThrustGoal goal;
    goal.force = random.vector(-600, 600), goal.torque = random.vector(-600, 600);
    goal.mass = 500, goal.radius = 1.3, goal.torque_weight = random(0.1, 3);
    allocateThrust(goal, thrusts, search);
    const double found = thrustError(goal, thrusts);
    for (const Thrust& t : thrusts) {
      EXPECT_LE(length(t.force), t.most * (1 + 1e-9));
      EXPECT_GE(length(t.force), t.least * (1 - 1e-9));
      EXPECT_GE(dot(t.force, t.direction), std::cos(t.cone) * length(t.force) - 1e-6);
    }
    // From there and from anywhere, smaller and smaller steps that lower the error.
    for (int start = 0; start < 4; ++start) {
      std::vector<Thrust> other = thrusts;
      if (start > 0) {
        for (Thrust& t : other) t.force = anyThrust(random, t);
      }
      double best = thrustError(goal, other);
      for (int k = 0; k < 20000; ++k) {
        const auto i = static_cast<std::size_t>(random(0, 0.999) * count);
        const DVec3 before = other[i].force;
        const double size = 400 * std::pow(0.5, 20.0 * k / 20000);
        other[i].force = possibleThrust(other[i], before + random.direction() * size);
        const double error = thrustError(goal, other);
        if (error < best) {
          best = error;
        } else {
          other[i].force = before;
        }
      }
      EXPECT_LE(found, best * (1 + 1e-3) + 1e-6) << trial << " " << start;
    }
  }
}

TEST(ThrustAllocation, ChangesNoMoreThanItHasTo) {
  world::ThrustSearch search;
  // Four alike in a square: what is wanted is shared evenly.
  std::vector<Thrust> thrusts;
  for (const double x : {1.0, -1.0}) {
    for (const double z : {1.0, -1.0}) {
      Thrust t;
      t.arm = {x, 0, z}, t.direction = {0, 1, 0}, t.most = 100;
      thrusts.push_back(t);
    }
  }
  ThrustGoal goal;
  goal.force = {0, 200, 0}, goal.mass = 10;
  allocateThrust(goal, thrusts, search);
  for (const Thrust& t : thrusts) EXPECT_NEAR(t.force.y, 50, 1e-3);
  goal.torque = {0, 0, 80};
  allocateThrust(goal, thrusts, search);
  for (const Thrust& t : thrusts) EXPECT_NEAR(t.force.y, 50 + 20 * t.arm.x, 1e-3);
}

/// Six thrusters along the axes, forward 4000 N, back 2000 N, others 1000 N; no gyroscopes.
int addShip(SceneBuilder& b, double max_gimbal = 0) {
  const int ship = addCraft(b, {});
  addVehicle(b, ship);
  addThruster(b, ship, {0, 0, -2}, {0, 0, 1}, engine(4000, max_gimbal));
  addThruster(b, ship, {0, 0, 2}, {0, 0, -1}, engine(2000, max_gimbal));
  for (const double side : {1.0, -1.0}) {
    addThruster(b, ship, {-side, 0, 0}, {side, 0, 0}, engine(1000, max_gimbal));
    addThruster(b, ship, {0, -side, 0}, {0, side, 0}, engine(1000, max_gimbal));
  }
  return ship;
}

TEST(Flight, ActivationIsTheShareOfTheThrust) {
  SceneBuilder b;
  const int ship = addShip(b);
  b.scene().vehicles[0].linear_dampeners = false;
  const std::pair<DVec3, DVec3> cases[] = {{{0, 0, 1}, {0, 0, 4}},
                                           {{0, 0, -0.5}, {0, 0, -1}},
                                           {{0.25, -1, 0.5}, {0.25, -1, 2}},
                                           {{0, 0, 5}, {0, 0, 4}}};
  for (const auto& [input, acceleration] : cases) {
    Simulation sim(b, weightless());
    ASSERT_TRUE(sim.world.setVehicleActivation(ship, input, {}));
    sim.run(2);
    EXPECT_LT(length(sim.velocity(ship) - acceleration * 2.0), 1e-4 * length(acceleration));
    EXPECT_LT(length(sim.spin(ship)), 1e-6);
    sim.world.setVehicleActivation(ship, {}, {});
    const DVec3 before = sim.velocity(ship);
    sim.run(1);
    EXPECT_EQ(sim.velocity(ship), before);  // No dampeners: it drifts on.
  }
}

TEST(Flight, RocketLiftsOffByThrustOverMassLessGravity) {
  SceneBuilder b;
  const int rocket = addCraft(b, {0, 5, 0}, axisAngle({1, 0, 0}, -90));  // Forward is up.
  addVehicle(b, rocket);
  addThruster(b, rocket, {0, 0, -3}, {0, 0, 1}, engine(25000, 0.1));
  b.scene().vehicles[0].linear_dampeners = false;
  Simulation sim(b);
  sim.world.setVehicleActivation(rocket, {0, 0, 1}, {});
  sim.run(3);
  const double a = 25 - 9.81;
  EXPECT_NEAR(sim.velocity(rocket).y, 3 * a, 1e-3);
  EXPECT_NEAR(sim.position(rocket).y, 5 + 4.5 * a, 1e-2);
  EXPECT_LT(length(sim.spin(rocket)), 1e-6);
}

TEST(Flight, GimbalTurnsARocketThatBurnsAndNoneThatDoesNot) {
  SceneBuilder b;
  const int rocket = addCraft(b, {});
  addVehicle(b, rocket);
  const double gimbal = 0.1, force = 5000, lever = 3;
  addThruster(b, rocket, {0, 0, -lever}, {0, 0, 1}, engine(force, gimbal));
  b.scene().vehicles[0].linear_dampeners = b.scene().vehicles[0].angular_dampeners = false;
  Simulation idle(b, weightless());
  idle.world.setVehicleActivation(rocket, {}, {1, 0, 0});
  idle.run(1);
  EXPECT_EQ(idle.velocity(rocket), (DVec3{}));
  EXPECT_EQ(idle.spin(rocket), (DVec3{}));
  for (const double input : {1.0, -1.0}) {
    Simulation sim(b, weightless());
    sim.world.setVehicleActivation(rocket, {0, 0, 1}, {input, 0, 0});
    sim.world.step();
    // The torque of the whole gimbal about X over its moment. A little less serves the force.
    const double most = force * std::sin(gimbal) * lever / 2000 / 60;
    EXPECT_NEAR(sim.spin(rocket).x, input * most, 0.05 * most);
    EXPECT_NEAR(sim.velocity(rocket).z, 5.0 / 60, 0.02 * 5 / 60);
  }
}

TEST(Flight, AnEngineBesideTheMiddleIsBalancedByItsGimbal) {
  SceneBuilder b;
  const int ship = addCraft(b, {});
  addVehicle(b, ship);
  addThruster(b, ship, {0.2, 0, -3}, {0, 0, 1}, engine(4000, 0.2));
  Simulation sim(b, weightless());
  sim.world.setVehicleActivation(ship, {0, 0, 1}, {});
  sim.run(4);
  EXPECT_LT(length(sim.spin(ship)), 0.02);
  const DVec3 push = inverseRotate(sim.state(ship).transform.rotation, sim.world.thrusters()[0].force);
  EXPECT_NEAR(push.x / push.z, -0.2 / 3, 0.02);  // Through the centre of mass.
  EXPECT_GT(sim.velocity(ship).z, 15);
}

TEST(Flight, GyroscopesTurnByTheirTorqueOverTheInertia) {
  SceneBuilder b;
  const int ship = addCraft(b, {});
  addVehicle(b, ship).gyro_torque = {400, 900, 300};
  b.scene().vehicles[0].angular_dampeners = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Simulation sim(b, weightless());
    DVec3 input, expected;
    input[axis] = -0.5;
    expected[axis] = -0.5 * DVec3{0.2, 0.3, 0.2}[axis];
    sim.world.setVehicleActivation(ship, {}, input);
    sim.run(1);
    EXPECT_LT(length(sim.spin(ship) - expected), 1e-5);
  }
}

TEST(Flight, AttitudeHoldStopsAnySpinAndStaysWhereItIs) {
  Random random(4);
  for (int i = 0; i < 10; ++i) {
    SceneBuilder b;
    const DVec3 spin = random.vector(-1, 1);
    const int ship = addCraft(b, {}, random.rotation());
    b.scene().motions[0].angular_velocity = spin;
    addVehicle(b, ship).gyro_torque = {2000, 2000, 2000};
    Simulation sim(b, weightless());
    double before = sim.kineticEnergy(ship);
    sim.run(6, [&] {
      const double energy = sim.kineticEnergy(ship);
      EXPECT_LE(energy, before * (1 + 1e-5) + 1e-9);  // Never turned the other way.
      before = energy;
    });
    EXPECT_LT(length(sim.spin(ship)), 1e-4);
    const DQuat held = sim.state(ship).transform.rotation;
    sim.run(30);
    EXPECT_LT(angleBetween(sim.state(ship).transform.rotation, held), 0.01);
  }
}

TEST(Flight, SmallThrustersInPairsTurnWithoutMoving) {
  SceneBuilder b;
  const int ship = addCraft(b, {});
  addVehicle(b, ship);
  for (const double z : {2.0, -2.0}) {
    for (const double x : {1.0, -1.0}) addThruster(b, ship, {0, 0, z}, {x, 0, 0}, engine(100));
  }
  Simulation sim(b, weightless());
  sim.world.setVehicleActivation(ship, {}, {0, 1, 0});
  sim.run(2);
  // Two of the four, 100 N each at 2 m.
  EXPECT_NEAR(sim.spin(ship).y, 2 * 400.0 / 3000, 0.02);
  EXPECT_LT(length(sim.velocity(ship)), 0.01);
  sim.world.setVehicleActivation(ship, {}, {});
  sim.run(4);
  EXPECT_LT(length(sim.spin(ship)), 1e-3);
  EXPECT_LT(length(sim.velocity(ship)), 0.01);
}

TEST(Flight, LinearDampenersStopAndDoNotOvershoot) {
  Random random(7);
  for (int i = 0; i < 8; ++i) {
    SceneBuilder b;
    const int ship = addShip(b, i % 2 == 0 ? 0 : 0.2);
    b.scene().nodes[static_cast<std::size_t>(ship)].rotation = random.rotation();
    b.scene().motions[0].linear_velocity = random.vector(-6, 6);
    const DVec3 start = b.scene().motions[0].linear_velocity;
    Simulation sim(b, weightless());
    sim.run(9, [&] {
      const BodyState s = sim.state(ship);
      const DVec3 v = inverseRotate(s.transform.rotation, s.linear_velocity);
      for (std::size_t k = 0; k < 3; ++k) EXPECT_GT(v[k] * start[k], -1e-3 * std::abs(start[k]));
    });
    EXPECT_LT(length(sim.velocity(ship)), 1e-3);
    EXPECT_LT(length(sim.spin(ship)), 1e-3);
  }
}

TEST(Flight, DampenersCarryAWeightThatTheThrustersCan) {
  for (const double force : {12000.0, 8000.0}) {
    SceneBuilder b;
    const int ship = addCraft(b, {0, 100, 0});
    addVehicle(b, ship).gyro_torque = {500, 500, 500};
    addThruster(b, ship, {0, -1, 0}, {0, 1, 0}, engine(force));
    Simulation sim(b);
    sim.run(10);
    if (force > 9810) {
      EXPECT_NEAR(sim.position(ship).y, 100, 1e-3);
      EXPECT_NEAR(sim.world.thrusters()[0].force.y, 9810, 1);
    } else {
      // Too weak to hold it: it does not try, but brakes the fall.
      EXPECT_NEAR(sim.velocity(ship).y, -(9.81 - 8) * 10, 0.5);
    }
  }
}

TEST(Flight, MaxSpeedEndsTheDrivingAndBrakesNothing) {
  SceneBuilder b;
  const int ship = addShip(b);
  b.scene().vehicles[0].max_speed = 7;
  b.scene().vehicles[0].linear_dampeners = false;
  Simulation sim(b, weightless());
  sim.world.setVehicleActivation(ship, {0, 0, 1}, {});
  sim.run(10, [&] { EXPECT_LT(sim.velocity(ship).z, 7 * 1.0001); });
  EXPECT_NEAR(sim.velocity(ship).z, 7, 7e-3);
  sim.world.setLinearVelocity(sim.body(ship), {0, 0, 20});
  sim.run(2);
  EXPECT_NEAR(sim.velocity(ship).z, 20, 1e-6);
  // The other way it may.
  sim.world.setVehicleActivation(ship, {0, 0, -1}, {});
  sim.run(1);
  EXPECT_NEAR(sim.velocity(ship).z, 18, 1e-3);
  // Across: along both together.
  sim.world.setLinearVelocity(sim.body(ship), {});
  sim.world.setVehicleActivation(ship, {1, 0, 0.25}, {});
  sim.run(12);
  EXPECT_NEAR(length(sim.velocity(ship)), 7, 0.01);
}

TEST(Flight, ThrottleKeepsItsShareOfTheLargestSpeed) {
  SceneBuilder b;
  const int ship = addShip(b);
  b.scene().vehicles[0].max_speed = 10;
  b.scene().vehicles[0].use_throttle = true;
  Simulation sim(b, weightless());
  for (const double throttle : {0.5, 1.0, 0.3}) {
    sim.world.setVehicleActivation(ship, {0, 0, throttle}, {});
    sim.run(6);
    EXPECT_NEAR(sim.velocity(ship).z, 10 * throttle, 0.01);
  }
  // Without a largest speed it is the share of the thrust.
  b.scene().vehicles[0].max_speed.reset();
  b.scene().vehicles[0].linear_dampeners = false;
  Simulation thrust(b, weightless());
  thrust.world.setVehicleActivation(ship, {0, 0, 0.5}, {});
  thrust.run(2);
  EXPECT_NEAR(thrust.velocity(ship).z, 4, 1e-3);
}

TEST(Flight, LinearInputGimbalsAsFarAsTheAdjustRatioLetsIt) {
  for (const double ratio : {0.0, 0.5, 1.0}) {
    SceneBuilder b;
    const int craft = addCraft(b, {});
    addVehicle(b, craft);
    ThrusterDescription d = engine(5000, 0.2);
    d.linear_gimbal_adjust_ratio = ratio;
    addThruster(b, craft, {0, 0, 0}, {0, 1, 0}, d);
    Simulation sim(b, weightless());
    sim.world.setVehicleActivation(craft, {0, 1, 1}, {});
    sim.run(1);
    const auto gimbal = sim.world.thrusters()[0].gimbal;
    EXPECT_NEAR(std::hypot(gimbal[0], gimbal[1]), 0.2 * ratio, 1e-3 + 0.02 * ratio) << ratio;
    EXPECT_NEAR(sim.velocity(craft).z, 5 * std::sin(0.2 * ratio), 0.05) << ratio;
  }
}

TEST(Flight, AParkedVehicleFallsAsleepAndInputWakesIt) {
  SceneBuilder b;
  b.floor();
  const int ship = addCraft(b, {0, 0.5, 0});
  b.child(ship).collider(box(2, 1, 4));
  addVehicle(b, ship).gyro_torque = {500, 500, 500};
  addThruster(b, ship, {0, 0, -2}, {0, 0, 1}, engine(20000, 0.1));
  Simulation sim(b);
  sim.run(5);
  EXPECT_FALSE(sim.state(ship).awake);
  sim.world.setVehicleActivation(ship, {0, 0, 1}, {});
  sim.run(1);
  EXPECT_TRUE(sim.state(ship).awake);
  EXPECT_GT(sim.velocity(ship).z, 5);
}

TEST(Flight, UntilItHasInputAThrusterDoesWhatTheFileSaysOfIt) {
  SceneBuilder b;
  const int ship = addCraft(b, {});
  addVehicle(b, ship).linear_dampeners = false;
  ThrusterDescription d = engine(1000);
  d.target_ratio = 0.25;
  addThruster(b, ship, {0, 0, -1}, {0, 0, 1}, d);
  Simulation sim(b, weightless());
  sim.run(1);
  EXPECT_NEAR(sim.velocity(ship).z, 0.25, 1e-4);
  sim.world.setVehicleActivation(ship, {}, {});
  sim.run(1);
  EXPECT_NEAR(sim.velocity(ship).z, 0.25, 1e-4);
  EXPECT_EQ(sim.world.thrusters()[0].amount, 0);
}

TEST(Flight, InfiniteMassesAndMomentsDoNoHarm) {
  for (const DVec3& inertia : {DVec3{kInfinity, 3000, kInfinity}, DVec3{kInfinity, kInfinity, kInfinity}}) {
    SceneBuilder b;
    const int ship = addCraft(b, {});
    b.scene().motions[0].inertia_diagonal = inertia;
    addVehicle(b, ship).gyro_torque = {500, 500, 500};
    addThruster(b, ship, {1, 0, -1}, {0, 0, 1}, engine(1000, 0.3));
    Simulation sim(b, weightless());
    sim.world.setVehicleActivation(ship, {0, 0, 1}, {1, 0, 1});
    sim.run(3, [&] { ASSERT_TRUE(sim.allFinite()); });
    EXPECT_GT(length(sim.velocity(ship)), 0.5);
  }
  SceneBuilder b;
  const int heavy = addCraft(b, {}, {}, kInfinity);
  b.scene().motions[0].inertia_diagonal = DVec3{2000, 3000, 1500};
  addVehicle(b, heavy).gyro_torque = {500, 500, 500};
  addThruster(b, heavy, {1, 0, -1}, {0, 0, 1}, engine(1000, 0.3));
  Simulation sim(b, weightless());
  sim.world.setVehicleActivation(heavy, {0, 0, 1}, {0, 1, 0});
  sim.run(3, [&] { ASSERT_TRUE(sim.allFinite()); });
  EXPECT_EQ(sim.velocity(heavy), (DVec3{}));
  EXPECT_GT(sim.spin(heavy).y, 0.1);
}

}  // namespace
}  // namespace carom::test
