#include "carom/output/inspect.hpp"

#include <gtest/gtest.h>

#include "json/document.hpp"

namespace carom {
namespace {

/// A scene made in code with one of everything.
Scene fullScene() {
  Scene scene;
  scene.source = "made in code";
  scene.dialects = {"khr-2025"};
  scene.nodes.resize(5);
  scene.nodes[0].name = "floor";
  scene.nodes[1].name = "cart";
  scene.nodes[1].scale = {2, 2, 2};
  scene.nodes[1].children = {2};
  scene.nodes[2].name = "line\nfeed \x1b[31m";
  scene.nodes[2].parent = 1;
  scene.nodes[3].name = "door";
  scene.nodes[4].name = "not shown";
  scene.nodes[4].in_scene = false;
  Shape plane, capsule, mesh;
  plane.kind = ShapeKind::Plane;
  capsule.kind = ShapeKind::Capsule;
  capsule.radius_top = 0.1;
  mesh.kind = ShapeKind::TriangleMesh;
  mesh.geometry = 0;
  scene.shapes = {plane, capsule, mesh};
  scene.geometries.resize(1);
  scene.geometries[0].positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
  scene.geometries[0].indices = {0, 2, 1};
  scene.materials.resize(1);
  scene.materials[0].friction_combine = CombineMode::Maximum;
  scene.filters.resize(1);
  scene.filters[0].collision_systems = {"walls"};
  scene.filters[0].not_collide_with_systems = std::vector<std::string>{"ghosts"};
  scene.motions.resize(3);
  scene.motions[0].node = 2;
  scene.motions[1].node = 1;
  scene.motions[1].type = MotionType::Kinematic;
  scene.motions[1].linear_velocity = {1, 0, 0};
  scene.motions[2].node = 4;
  scene.colliders = {{0, 0, 0, 0, -1, {}}, {2, 1, -1, -1, 0, {}}, {3, 2, -1, -1, -1, {}}};
  scene.triggers.resize(3);
  scene.triggers[0].node = 0, scene.triggers[0].shape = 0;
  scene.triggers[1].node = 3, scene.triggers[1].children = {0, 2};
  scene.triggers[2].node = 3, scene.triggers[2].shape = 1;
  JointDescription hinge;
  hinge.limits.resize(1);
  hinge.limits[0].linear_axes = {true, true, true};
  hinge.limits[0].min = hinge.limits[0].max = 0;
  hinge.drives.resize(1);
  hinge.drives[0].angular = true;
  hinge.drives[0].velocity_target = 3;
  scene.joint_descriptions = {hinge};
  scene.joints = {{3, 1, 0, true, {}}};
  scene.animations = {{1, NodeProperty::Rotation, KeyInterpolation::Step, {0, 2}, std::vector<float>(8), ""}};
  return scene;
}

Inspection inspectionOf(const Scene& scene) {
  Inspection inspection;
  inspection.scene = &scene;
  BodyProperties cart, rider;
  cart.node = 1;
  cart.type = MotionType::Kinematic;
  cart.animated = true;
  cart.mass = kInfinity;
  cart.inertia_diagonal = {kInfinity, kInfinity, kInfinity};
  rider.node = 2;
  rider.mass = 12.5;
  rider.mass_computed = true;
  rider.inertia_diagonal = {1, 2, 3};
  inspection.bodies = {cart, rider};
  inspection.diagnostics = {{Severity::Warning, "NOT_YET", "/nodes/3", "Something is not simulated."},
                            {Severity::Hint, "ODD", "", "Something is odd."}};
  return inspection;
}

TEST(Inspection, TextHasEverything) {
  const Scene scene = fullScene();
  const std::string text = inspectionText(inspectionOf(scene));
  for (const char* part :
       {"2 bodies (1 dynamic, 1 kinematic)", "node 1 \"cart\"  kinematic, follows its animation",
        "mass infinite kg", "starts at (1, 0, 0) m/s", "mass 12.5 kg (from its shapes)",
        "capsule, height 0.5 m, radius 0.25 to 0.1 m, scaled by (2, 2, 2)",
        "plane, infinite x infinite m, one-sided", "mesh, 3 vertices, 1 triangle", "compound of 2 triggers",
        "friction 0.6 static, 0.6 dynamic (maximum)", "member of \"walls\"; does not collide with \"ghosts\"",
        "node 3 \"door\" to node 1 \"cart\", pin, bodies collide", "distance along xyz: 0 to 0",
        "rotation about x, at 3 per second", "rotation, 2 keys, step, until 2 s", "Warnings",
        "/nodes/3: Something is not simulated. [NOT_YET]", "Hints"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << "control characters of a name reach the terminal";
  EXPECT_EQ(text.find("not shown"), std::string::npos);
  // The nested body is indented below its parent.
  EXPECT_LT(text.find("  node 1 \"cart\""), text.find("    node 2 \"line feed"));
}

TEST(Inspection, SmallNumbersAreNotShownAsZero) {
  Scene scene;
  scene.nodes.resize(1);
  scene.motions.resize(1);
  scene.motions[0].node = 0;
  scene.motions[0].linear_velocity = {1e-11, 0, 0};
  scene.nodes[0].translation = {1e-16, 2, 0};  // As rounding leaves it: this one is nothing.
  Inspection inspection;
  inspection.scene = &scene;
  BodyProperties body;
  body.node = 0;
  body.mass = 4e-10;
  body.inertia_diagonal = {2e-17, 3e-17, 4e-17};
  inspection.bodies = {body};
  const std::string text = inspectionText(inspection);
  for (const char* part :
       {"at (0, 2, 0) m", "mass 4e-10 kg", "inertia (2e-17, 3e-17, 4e-17)", "starts at (1e-11, 0, 0) m/s"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(Inspection, BodiesWithoutVolumeSayWhereTheirMassIsFrom) {
  Scene scene;
  scene.nodes.resize(1);
  scene.motions.resize(1);
  scene.motions[0].node = 0;
  const std::string text = inspectionText(inspect(scene));
  EXPECT_NE(text.find("mass 1 kg (none of its shapes has a volume), centre of mass (0, 0, 0) m (its origin)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("kg m\xC2\xB2 (of a ball of radius 0.5 m)"), std::string::npos) << text;
  EXPECT_EQ(text.find("from its shapes"), std::string::npos) << text;
}

TEST(Inspection, WhatIsNotShownIsNotListed) {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[1].name = "hidden";
  scene.nodes[1].in_scene = false;
  scene.shapes.resize(1);
  scene.colliders = {{1, 0, -1, -1, -1, {}}};
  scene.triggers.resize(1);
  scene.triggers[0].node = 1, scene.triggers[0].shape = 0;
  scene.joint_descriptions.resize(1);
  scene.joints = {{1, 0, 0, false, {}}};
  scene.animations = {{1, NodeProperty::Scale, KeyInterpolation::Step, {0}, std::vector<float>(3), ""}};
  Inspection inspection;
  inspection.scene = &scene;
  const std::string text = inspectionText(inspection);
  EXPECT_NE(text.find("Static world: nothing"), std::string::npos) << text;
  EXPECT_NE(text.find("No warnings or hints."), std::string::npos) << text;
  EXPECT_EQ(text.find("hidden"), std::string::npos) << text;
  EXPECT_EQ(inspectionJson(inspection).find("hidden"), std::string::npos);
}

TEST(Inspection, AnimatedNodesAreWhereTheSimulationStarts) {
  Scene scene;
  scene.nodes.resize(1);
  scene.shapes.resize(1);
  scene.shapes[0].kind = ShapeKind::Sphere;
  scene.motions.resize(1);
  scene.motions[0].node = 0;
  scene.colliders = {{0, 0, -1, -1, 0, {}}};
  scene.animations = {
      {0, NodeProperty::Translation, KeyInterpolation::Step, {0}, {0, 7, 0}, ""},
      {0, NodeProperty::Scale, KeyInterpolation::Step, {0}, {3, 3, 3}, ""},
  };
  const std::string text = inspectionText(inspect(scene));
  EXPECT_NE(text.find("follows its animation  at (0, 7, 0) m"), std::string::npos) << text;
  EXPECT_NE(text.find("scaled by (3, 3, 3)"), std::string::npos) << text;
  const World world(scene);
  EXPECT_EQ(world.state(world.bodies()[0]).transform.translation, (DVec3{0, 7, 0}));
}

TEST(Inspection, JsonHasEverything) {
  const Scene scene = fullScene();
  Diagnostics diagnostics;
  const auto document = json::Document::parse(inspectionJson(inspectionOf(scene)), {}, diagnostics);
  ASSERT_TRUE(document);
  const json::Document& json = **document;
  EXPECT_TRUE(diagnostics.items().empty());
  EXPECT_EQ(json.resolve("/bodies/0/name").string(), "cart");
  EXPECT_EQ(json.resolve("/bodies/0/mass").string(), "Infinity");
  EXPECT_TRUE(json.resolve("/bodies/0/animated").boolean());
  EXPECT_EQ(json.resolve("/bodies/1/name").string(), scene.nodes[2].name);
  EXPECT_EQ(json.resolve("/bodies/1/colliders/0/shape/radius_top").number(), 0.1);
  EXPECT_EQ(json.resolve("/bodies/1/colliders/0/shape/scale/0").number(), 2);
  EXPECT_EQ(json.resolve("/static/colliders").size(), 2u);
  EXPECT_EQ(json.resolve("/static/triggers/0/parts").size(), 2u);
  EXPECT_EQ(json.resolve("/materials/0/friction_combine").string(), "maximum");
  EXPECT_EQ(json.resolve("/filters/0/not_collide_with_systems/0").string(), "ghosts");
  EXPECT_EQ(json.resolve("/joints/0/limits/0/linear_axes").string(), "xyz");
  EXPECT_EQ(json.resolve("/joints/0/drives/0/max_force").string(), "Infinity");
  EXPECT_EQ(json.resolve("/animations/0/keys").number(), 2);
  EXPECT_EQ(json.resolve("/diagnostics/1/severity").string(), "hint");
}

TEST(Inspection, IndicesOutOfRangeAreSurvived) {
  Scene scene;
  scene.nodes.resize(1);
  scene.motions.resize(1);
  scene.motions[0].node = 0;
  scene.colliders = {{5, 7, 9, 9, 4, {}}};
  scene.triggers.resize(1);
  scene.triggers[0].children = {8}, scene.triggers[0].motion = 3;
  scene.joints = {{12, -1, 4, false, {}, 40, -7}};
  Inspection inspection;
  inspection.scene = &scene;
  EXPECT_NE(inspectionText(inspection).find("no shape"), std::string::npos);
  Diagnostics diagnostics;
  EXPECT_TRUE(json::Document::parse(inspectionJson(inspection), {}, diagnostics));
}

TEST(Inspection, DeepNestingIsWalkedWithoutRecursion) {
  Scene scene;
  constexpr std::int32_t kDepth = 2000;
  scene.nodes.resize(kDepth);
  scene.motions.resize(kDepth);
  for (std::int32_t i = 0; i < kDepth; ++i) {
    const auto index = static_cast<std::size_t>(i);
    scene.nodes[index].parent = i - 1;
    if (i + 1 < kDepth) scene.nodes[index].children = {i + 1};
    scene.motions[index].node = i;
  }
  Inspection inspection;
  inspection.scene = &scene;
  EXPECT_FALSE(inspectionText(inspection).empty());
}

}  // namespace
}  // namespace carom
