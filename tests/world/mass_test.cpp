// Mass, centre of mass and inertia: from the file, or from the geometry at 1000 kg/m³.
#include <gtest/gtest.h>

#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

constexpr double kDensity = 1000;

struct Solid {
  double volume;
  DVec3 center;
  DVec3 inertia;  ///< About the centre, per unit of mass.
};

/// Closed forms. Round shapes along Y.
Solid solidSphere(double r) {
  return {4.0 / 3 * kPi * r * r * r, {}, DVec3{0.4, 0.4, 0.4} * (r * r)};
}
Solid solidBox(double x, double y, double z) {
  return {x * y * z, {}, DVec3{y * y + z * z, x * x + z * z, x * x + y * y} * (1.0 / 12)};
}
Solid solidCylinder(double h, double r) {
  const double side = (3 * r * r + h * h) / 12;
  return {kPi * r * r * h, {}, {side, r * r / 2, side}};
}
/// Tip at +h/2.
Solid solidCone(double h, double r) {
  const double side = 3.0 / 80 * (4 * r * r + h * h);
  return {kPi * r * r * h / 3, {0, -h / 4, 0}, {side, 0.3 * r * r, side}};
}
Solid solidCapsule(double h, double r) {
  const double v_cylinder = kPi * r * r * h, v_ball = 4.0 / 3 * kPi * r * r * r, v = v_cylinder + v_ball;
  // Two half balls, each with its centroid 3r/8 outside the cylinder's end.
  const double ball_side = v_ball * (0.4 * r * r + h * h / 4 + 3.0 / 8 * h * r);
  const double side = (v_cylinder * (h * h / 12 + r * r / 4) + ball_side) / v;
  return {v, {}, {side, (v_cylinder * r * r / 2 + v_ball * 0.4 * r * r) / v, side}};
}
/// A solid of revolution along Y, radius(y), by the midpoint rule.
template <class Radius>
Solid revolved(double y0, double y1, const Radius& radius) {
  constexpr int kSlices = 200000;
  const double dy = (y1 - y0) / kSlices;
  double v = 0, my = 0, axial = 0, across = 0;
  for (int i = 0; i < kSlices; ++i) {
    const double y = y0 + (i + 0.5) * dy, r = radius(y), disc = kPi * r * r * dy;
    v += disc, my += disc * y, axial += disc * r * r / 2, across += disc * (r * r / 4 + y * y);
  }
  const double c = my / v, side = across / v - c * c;
  return {v, {0, c, 0}, {side, axial / v, side}};
}

void expectSolid(const BodyProperties& p, const Solid& s, double tolerance, const char* what) {
  const double mass = s.volume * kDensity;
  EXPECT_NEAR(p.mass, mass, tolerance * mass) << what;
  EXPECT_LT(length(p.center_of_mass - s.center), tolerance + 1e-6) << what;
  // The principal axes may come in another order for hulls and meshes: compare the tensor.
  const DMat3 r = toMatrix(p.inertia_orientation);
  const auto entry = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    const DVec3* columns[3] = {&r.cx, &r.cy, &r.cz};
    for (std::size_t k = 0; k < 3; ++k) sum += (*columns[k])[i] * p.inertia_diagonal[k] * (*columns[k])[j];
    return sum;
  };
  const double scale = mass * std::max(s.inertia.x, std::max(s.inertia.y, s.inertia.z));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(entry(i, j), i == j ? mass * s.inertia[i] : 0, tolerance * scale) << what << " " << i << j;
  EXPECT_TRUE(p.mass_computed) << what;
  EXPECT_TRUE(p.inertia_computed) << what;
}

TEST(Mass, FollowsFromTheGeometry) {
  SceneBuilder b;
  const int ball = b.node().dynamic().collider(sphere(0.3));
  const int crate = b.node().at(5, 0, 0).dynamic().collider(box(1, 2, 3));
  const int can = b.node().at(10, 0, 0).dynamic().collider(cylinder(2, 0.4));
  const int cone = b.node().at(15, 0, 0).dynamic().collider(cylinder(2, 0.7, 0));
  const int upside_down = b.node().at(20, 0, 0).dynamic().collider(cylinder(2, 0, 0.7));
  const int pill = b.node().at(25, 0, 0).dynamic().collider(capsule(1.2, 0.4));
  const int hull = b.node().at(30, 0, 0).dynamic().collider(b.hull(boxCorners(1, 2, 3)));
  const int mesh = b.node().at(35, 0, 0).dynamic().collider(b.mesh(boxMesh(1, 2, 3)));
  Simulation sim(b);
  // Float geometry: 1e-5.
  expectSolid(sim.properties(ball), solidSphere(0.3), 1e-5, "sphere");
  expectSolid(sim.properties(crate), solidBox(1, 2, 3), 1e-5, "box");
  expectSolid(sim.properties(can), solidCylinder(2, 0.4), 1e-5, "cylinder");
  expectSolid(sim.properties(cone), solidCone(2, 0.7), 1e-5, "cone");
  Solid flipped_cone = solidCone(2, 0.7);
  flipped_cone.center = flipped_cone.center * -1;
  expectSolid(sim.properties(upside_down), flipped_cone, 1e-5, "inverted cone");
  expectSolid(sim.properties(pill), solidCapsule(1.2, 0.4), 1e-5, "capsule");
  expectSolid(sim.properties(hull), solidBox(1, 2, 3), 1e-5, "hull");
  expectSolid(sim.properties(mesh), solidBox(1, 2, 3), 1e-5, "mesh");
}

TEST(Mass, OfTaperedShapes) {
  SceneBuilder b;
  const int frustum = b.node().dynamic().collider(cylinder(2, 0.8, 0.3));
  const int pill = b.node().at(5, 0, 0).dynamic().collider(capsule(2, 0.8, 0.3));
  Simulation sim(b);
  expectSolid(sim.properties(frustum),
              revolved(-1, 1, [](double y) { return 0.8 + (0.3 - 0.8) * (y + 1) / 2; }), 1e-5, "frustum");
  // Balls of 0.8 at −1 and 0.3 at +1: the common tangent cone touches where sin φ = (0.8 − 0.3)/2.
  const double s = 0.25, c = std::sqrt(1 - s * s), y0 = -1 + 0.8 * s, y1 = 1 + 0.3 * s;
  const auto radius = [&](double y) {
    if (y < y0) return std::sqrt(std::max(0.0, 0.64 - (y + 1) * (y + 1)));
    if (y > y1) return std::sqrt(std::max(0.0, 0.09 - (y - 1) * (y - 1)));
    return 0.8 * c + (0.3 * c - 0.8 * c) * (y - y0) / (y1 - y0);
  };
  expectSolid(sim.properties(pill), revolved(-1.8, 1.3, radius), 2e-5, "tapered capsule");
}

TEST(Mass, OfAMeshTorus) {
  // 2π²·R·r² and I = m·(R² + ¾r²) about its axis; inscribed facets lose (2π²/3)/n² per direction: 64 × 48:
  // 0.5 %.
  SceneBuilder b;
  const int torus = b.node().dynamic().collider(b.mesh(torusMesh(1, 0.25, 64, 48)));
  Simulation sim(b);
  const double v = 2 * kPi * kPi * 0.25 * 0.25, across = 0.5 + 5.0 / 8 * 0.0625;
  expectSolid(sim.properties(torus), {v, {}, {across, across, 1 + 0.75 * 0.0625}}, 0.01, "torus");
}

TEST(Mass, FollowsTheNodesScale) {
  SceneBuilder b;
  const int uniform = b.node().scaled({2, 2, 2}).dynamic().collider(sphere(0.25));
  const int stretched = b.node().at(5, 0, 0).scaled({1, 2, 3}).dynamic().collider(box(1, 1, 1));
  const int parent = b.node().at(10, 0, 0).scaled({0.5, 0.5, 0.5});
  const int below = b.child(parent).dynamic().collider(box(1, 2, 3));
  Simulation sim(b);
  expectSolid(sim.properties(uniform), solidSphere(0.5), 1e-5, "uniform");
  expectSolid(sim.properties(stretched), solidBox(1, 2, 3), 1e-5, "stretched");
  expectSolid(sim.properties(below), solidBox(0.5, 1, 1.5), 1e-5, "below");
}

TEST(Mass, OfACompoundByTheParallelAxisTheorem) {
  SceneBuilder b;
  const int body = b.node().dynamic();
  b.child(body).at(1, 0, 0).collider(sphere(0.5));
  b.child(body).at(-1, 0, 0).collider(sphere(0.5));
  const int lopsided = b.node().at(20, 0, 0).dynamic().collider(box(2, 1, 1));
  b.child(lopsided).at(2, 0, 0).rotated({0, 0, 1}, 90).collider(box(1, 2, 1));  // Turned: 2 long in x.
  Simulation sim(b);
  const double m = 4.0 / 3 * kPi * 0.125;
  const double i = 0.4 * 0.25;
  expectSolid(sim.properties(body), {2 * m, {}, {i, i + 1, i + 1}}, 1e-5, "dumbbell");
  // Together the boxes are one of 4 × 1 × 1 with its centre at x = 1.
  Solid joined = solidBox(4, 1, 1);
  joined.center = {1, 0, 0};
  expectSolid(sim.properties(lopsided), joined, 1e-5, "two boxes");
}

TEST(Mass, DensityIsASetting) {
  SceneBuilder b;
  const int body = b.node().dynamic().collider(box(1, 1, 1));
  WorldSettings settings;
  settings.density = 250;
  Simulation sim(b, settings);
  EXPECT_NEAR(sim.properties(body).mass, 250, 1e-3);
}

TEST(Mass, AuthoredMassScalesTheComputedInertia) {
  SceneBuilder b;
  const int body = b.node().dynamic(3).collider(box(1, 2, 3));
  Simulation sim(b);
  const BodyProperties p = sim.properties(body);
  EXPECT_EQ(p.mass, 3);
  EXPECT_FALSE(p.mass_computed);
  EXPECT_TRUE(p.inertia_computed);
  const Solid s = solidBox(1, 2, 3);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(p.inertia_diagonal[i], 3 * s.inertia[i], 1e-4) << i;
}

TEST(Mass, AuthoredValuesAreTakenAsTheyAre) {
  SceneBuilder b;
  const DQuat axes = axisAngle({1, 2, 0}, 50);
  const int body = b.node()
                       .rotated({0, 1, 0}, 30)
                       .dynamic(7)
                       .collider(box(1, 1, 1))
                       .inertia({1, 2, 4}, axes)
                       .centerOfMass({0.1, -0.2, 0.3})
                       .gravityFactor(0);
  Simulation sim(b);
  const BodyProperties p = sim.properties(body);
  EXPECT_EQ(p.mass, 7);
  EXPECT_LT(length(p.center_of_mass - DVec3{0.1, -0.2, 0.3}), 1e-9);
  EXPECT_FALSE(p.inertia_computed);
  // Inertia = R·diag·Rᵀ in node space, seen in the motion: Δω = I⁻¹·(τ·t) with the axes turned with the node.
  const DQuat global = axisAngle({0, 1, 0}, 30) * axes;
  const DVec3 impulse{0.3, 0.4, -0.2}, arm{0, 0.5, 0.25};
  sim.world.applyImpulse(sim.body(body), impulse, sim.state(body).center + arm);
  DVec3 local = inverseRotate(global, cross(arm, impulse));
  local = {local.x / 1, local.y / 2, local.z / 4};
  EXPECT_LT(length(sim.spin(body) - rotate(global, local)), 1e-5);
  EXPECT_LT(length(sim.velocity(body) - impulse * (1.0 / 7)), 1e-6);
}

TEST(Mass, LowCentreOfMassRightsAWobblyToy) {
  // A capsule with its centre of mass low in the bottom ball rights itself: the axis ends upright, small end
  // up.
  SceneBuilder b;
  b.floor();
  const int toy = b.node()
                      .at(0, 0.6, 0)
                      .rotated({0, 0, 1}, 60)
                      .dynamic(1)
                      .collider(capsule(0.5498, 0.389, 0.25))
                      .centerOfMass({0, -0.35, 0});
  Simulation sim(b);
  double highest = -1;
  sim.run(20, [&] {
    if (sim.world.time() > 10)
      highest = std::max(highest, rotate(sim.state(toy).transform.rotation, DVec3{0, 1, 0}).y);
  });
  EXPECT_GT(highest, 0.99);  // It swings about the upright; without losses it need not stop there.
}

TEST(Mass, CentreOfMassDecidesTheSwing) {
  // Gravity does no work on the spin of a free body: the centre of mass falls straight, whatever the node's
  // origin does.
  SceneBuilder b;
  const int body =
      b.node().at(0, 10, 0).dynamic(1).collider(box(1, 1, 1)).centerOfMass({0.4, 0, 0}).spin({0, 0, 3});
  Simulation sim(b);
  const DVec3 start = sim.state(body).center;
  sim.run(1);
  const DVec3 center = sim.state(body).center;
  EXPECT_NEAR(center.x, start.x, 1e-4);
  EXPECT_NEAR(start.y - center.y, 0.5 * kGravity, 0.025);
}

TEST(Mass, OpenMeshUsesItsHullAndSaysSo) {
  MeshData open = boxMesh(1, 1, 1);
  open.indices.resize(open.indices.size() - 6);  // Without one face.
  SceneBuilder b;
  const int body = b.node().dynamic().collider(b.mesh(open));
  Simulation sim(b);
  expectSolid(sim.properties(body), solidBox(1, 1, 1), 1e-5, "open box");
  EXPECT_FALSE(sim.world.diagnostics().items().empty());
}

TEST(Mass, InsideOutMeshStillHasItsMass) {
  SceneBuilder b;
  const int body = b.node().dynamic().collider(b.mesh(flipped(boxMesh(1, 1, 1))));
  Simulation sim(b);
  expectSolid(sim.properties(body), solidBox(1, 1, 1), 1e-5, "inside out");
}

TEST(Mass, TriggersWeighNothing) {
  SceneBuilder b;
  const int body = b.node().dynamic().collider(box(1, 1, 1));
  b.child(body).at(5, 0, 0).trigger(box(10, 10, 10));
  Simulation sim(b);
  expectSolid(sim.properties(body), solidBox(1, 1, 1), 1e-5, "with trigger");
}

TEST(Mass, BodiesWithoutVolumeStayUsable) {
  SceneBuilder b;
  const int bare = b.node().dynamic();
  const int flat =
      b.node().at(5, 0, 0).dynamic().collider(b.hull({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}}));
  const int sheet =
      b.node().at(10, 0, 0).dynamic().collider(b.mesh({{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {0, 2, 1}}));
  Simulation sim(b);
  sim.run(1);
  for (const int n : {bare, flat, sheet}) {
    EXPECT_GT(sim.properties(n).mass, 0) << n;
    EXPECT_NEAR(sim.velocity(n).y, -kGravity, 0.01) << n;
  }
  EXPECT_TRUE(sim.allFinite());
}

TEST(Mass, CompoundsMoveAsOne) {
  // An L of two boxes lands and lies with both parts on the floor.
  SceneBuilder b;
  b.floor();
  const int body = b.node().at(0, 1, 0).dynamic();
  const int foot = b.child(body).at(1, 0, 0);
  b.child(foot).collider(box(2, 0.5, 0.5));
  b.child(body).at(0, 0.75, 0).collider(box(0.5, 2, 0.5));
  Simulation sim(b);
  sim.run(4);
  EXPECT_NEAR(sim.position(body).y, 0.25, 0.01);
  EXPECT_LT(angleBetween(sim.state(body).transform.rotation, {}), 1);
}

}  // namespace
}  // namespace carom::test
