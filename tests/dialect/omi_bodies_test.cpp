// The current OMI_physics_body and OMI_physics_shape, and their revision until September 2024.
#include <gtest/gtest.h>

#include "physics_file.hpp"

namespace carom::test {
namespace {

const std::string kBody = "OMI_physics_body";

std::string shapes(const std::string& list) {
  return "'OMI_physics_shape':{'shapes':[" + list + "]}";
}
std::string body(const std::string& members, const std::string& rest = "") {
  return nodeWith(kBody, "{" + members + "}", rest);
}
std::string at(int node, const std::string& below) {
  return "/nodes/" + std::to_string(node) + "/extensions/OMI_physics_body" + below;
}
const std::string kBox = "{'type':'box','box':{'size':[1,2,3]}}";

TEST(OmiBodies, MotionColliderAndTrigger) {
  const Loaded file(omiFile(
      shapes(kBox) +
          ",'OMI_physics_body':{'physicsMaterials':[{'staticFriction':0.9,'frictionCombine':'minimum'}],"
          "'collisionFilters':[{'collisionSystems':['a']}]}",
      body("'motion':{'type':'dynamic','mass':3,'linearVelocity':[1,2,3],'gravityFactor':2},"
           "'collider':{'shape':0,'physicsMaterial':0,'collisionFilter':0}",
           ",'children':[1]") +
          "," + body("'trigger':{'shape':0,'collisionFilter':-1}")));
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  const Scene& scene = file.scene();
  EXPECT_EQ(scene.dialects, std::vector<std::string>{"omi"});
  ASSERT_EQ(scene.motions.size(), 1u);
  EXPECT_EQ(scene.motions[0].type, MotionType::Dynamic);
  EXPECT_EQ(scene.motions[0].mass, 3);
  EXPECT_EQ(scene.motions[0].linear_velocity, DVec3(1, 2, 3));
  EXPECT_EQ(scene.motions[0].gravity_factor, 2);
  ASSERT_EQ(scene.colliders.size(), 1u);
  EXPECT_EQ(scene.colliders[0].motion, 0);
  EXPECT_EQ(scene.colliders[0].material, 0);
  EXPECT_EQ(scene.colliders[0].filter, 0);
  EXPECT_EQ(scene.shapes[0].size, DVec3(1, 2, 3));
  EXPECT_EQ(scene.materials[0].friction_combine, CombineMode::Minimum);
  ASSERT_EQ(scene.triggers.size(), 1u);
  EXPECT_EQ(scene.triggers[0].motion, 0);
  EXPECT_EQ(scene.triggers[0].filter, -1);
}

TEST(OmiBodies, DefaultsAreTheirOwn) {
  const Loaded file(omiFile("", body("'motion':{'type':'dynamic'}")));
  EXPECT_LOADED(file);
  const Motion& motion = file.scene().motions.at(0);
  // 1 kg at the node's origin; KHR computes both.
  EXPECT_EQ(motion.mass, 1);
  EXPECT_EQ(motion.center_of_mass, DVec3(0, 0, 0));
  EXPECT_FALSE(motion.inertia_diagonal.has_value());
  EXPECT_EQ(motion.origin.authored, 1u);  // The type only.
}

TEST(OmiBodies, ZeroMassIsAnError) {
  const Loaded file(omiFile("", body("'motion':{'type':'dynamic','mass':0}")));
  EXPECT_ERROR(file, codes::kPhysicsRange, at(0, "/motion/mass"));
}

TEST(OmiBodies, ZeroInertiaIsComputed) {
  const Loaded zero(omiFile("", body("'motion':{'type':'dynamic','inertiaDiagonal':[0,0,0]}")));
  EXPECT_LOADED(zero);
  EXPECT_FALSE(zero.scene().motions.at(0).inertia_diagonal.has_value());
  EXPECT_TRUE(zero.said().items().empty()) << zero.all();
  const Loaded part(omiFile("", body("'motion':{'type':'dynamic','inertiaDiagonal':[1,0,1]}")));
  EXPECT_LOADED(part);
  EXPECT_FALSE(part.scene().motions.at(0).inertia_diagonal.has_value());
  EXPECT_SAID(part, Severity::Warning, codes::kPhysicsInertia, at(0, "/motion/inertiaDiagonal"));
  const Loaded whole(omiFile("", body("'motion':{'type':'dynamic','inertiaDiagonal':[1,2,3]}")));
  EXPECT_LOADED(whole);
  EXPECT_EQ(whole.scene().motions.at(0).inertia_diagonal, DVec3(1, 2, 3));
}

TEST(OmiBodies, typesAreThree) {
  const Loaded other(omiFile("", body("'motion':{'type':'rigid'}")));
  EXPECT_ERROR(other, codes::kPhysicsRange, at(0, "/motion/type"));
}

TEST(OmiBodies, StaticOnesBelongToTheWorld) {
  const Loaded file(
      omiFile(shapes(kBox), body("'motion':{'type':'static','mass':5},'collider':{'shape':0}")));
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.scene().motions.empty());
  ASSERT_EQ(file.scene().static_bodies.size(), 1u);
  EXPECT_EQ(file.scene().static_bodies[0].node, 0);
  EXPECT_EQ(file.scene().static_bodies[0].motion, -1);
  EXPECT_EQ(file.scene().colliders.at(0).motion, -1);
}

TEST(OmiBodies, StaticOnesBelowMovingOnesAreHeld) {
  const Loaded file(omiFile(shapes(kBox), body("'motion':{'type':'dynamic'}", ",'children':[1]") + "," +
                                              body("'motion':{'type':'static'}", ",'children':[2]") + "," +
                                              body("'collider':{'shape':0}")));
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  ASSERT_EQ(scene.motions.size(), 2u);
  EXPECT_EQ(scene.static_bodies.at(0).motion, 1);
  EXPECT_EQ(scene.motions[1].type, MotionType::Kinematic);
  EXPECT_EQ(scene.motions[1].linear_velocity, DVec3(0, 0, 0));
  EXPECT_EQ(scene.colliders.at(0).motion, 1);
  EXPECT_EQ(scene.motionOf(2), 1);
}

TEST(OmiBodies, CollidersWithoutShapesAreGroups) {
  const Loaded file(omiFile(shapes(kBox) + ",'OMI_physics_body':{'physicsMaterials':[{}]}",
                            body("'collider':{}", ",'children':[1,2]") + "," +
                                body("'collider':{'shape':0}") + "," +
                                body("'collider':{'shape':-1,'physicsMaterial':0}")));
  EXPECT_LOADED(file);
  ASSERT_EQ(file.scene().colliders.size(), 1u);
  EXPECT_EQ(file.scene().colliders[0].node, 1);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, at(2, "/collider/physicsMaterial"));
  EXPECT_EQ(file.said().items().size(), 1u) << file.all();
}

TEST(OmiBodies, EmptyListsOfFiltersRestrictNothing) {
  const Loaded file(
      omiFile("'OMI_physics_body':{'collisionFilters':[{'collideWithSystems':[],"
              "'collisionSystems':['a']}]}",
              "{}"));
  EXPECT_LOADED(file);
  EXPECT_FALSE(file.scene().filters.at(0).collide_with_systems.has_value());
  EXPECT_FALSE(file.said().hasErrors());
}

TEST(OmiTriggers, Compounds) {
  const Loaded file(omiFile(shapes(kBox), body("'trigger':{'nodes':[1,2]}", ",'children':[1,2,3]") + "," +
                                              body("'trigger':{'shape':0}") + "," +
                                              body("'trigger':{'shape':0}") + "," +
                                              body("'trigger':{'shape':0}")));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().triggers.at(0).children, (std::vector<std::int32_t>{1, 2}));
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(OmiTriggers, WithoutShapeTakeAllBelowThem) {
  // Node 0 has no shape; 1 and 2 are its own; 3 is a body with its own trigger 4; 5 a compound of its own
  // with 6.
  const Loaded file(omiFile(
      shapes(kBox),
      body("'trigger':{}", ",'children':[1,3,5]") + "," + body("'trigger':{'shape':0}", ",'children':[2]") +
          "," + body("'trigger':{'shape':0}") + "," + body("'motion':{'type':'dynamic'}", ",'children':[4]") +
          "," + body("'trigger':{'shape':0}") + "," + body("'trigger':{'nodes':[6]}", ",'children':[6]") +
          "," + body("'trigger':{'shape':0}")));
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  ASSERT_EQ(scene.triggers.size(), 6u);
  EXPECT_EQ(scene.triggers[0].children, (std::vector<std::int32_t>{1, 2, 4}));
  EXPECT_EQ(scene.triggers[4].children, (std::vector<std::int32_t>{5}));
  const Loaded empty(omiFile("", body("'trigger':{}")));
  EXPECT_LOADED(empty);
  EXPECT_SAID(empty, Severity::Warning, codes::kPhysicsNoEffect, at(0, "/trigger"));
}

TEST(OmiTriggers, ShapeAndNodesConflict) {
  const Loaded file(omiFile(shapes(kBox), body("'trigger':{'shape':0,'nodes':[1]}", ",'children':[1]") + "," +
                                              body("'trigger':{'shape':0}")));
  EXPECT_ERROR(file, codes::kPhysicsConflict, at(0, "/trigger"));
  const Loaded none(omiFile(shapes(kBox), body("'trigger':{'shape':-1,'nodes':[1]}", ",'children':[1]") +
                                              "," + body("'trigger':{'shape':0}")));
  EXPECT_LOADED(none);
}

TEST(OmiShapes, Defaults) {
  const Loaded file(omiFile(
      shapes("{'type':'box'},{'type':'sphere'},{'type':'capsule'},{'type':'cylinder'},{'type':'capsule',"
             "'capsule':{}}"),
      "{}"));
  EXPECT_LOADED(file);
  const auto& read = file.scene().shapes;
  ASSERT_EQ(read.size(), 5u);
  EXPECT_EQ(read[0].size, DVec3(1, 1, 1));
  EXPECT_EQ(read[1].radius, 0.5);
  for (const int i : {2, 4}) {
    EXPECT_EQ(read[static_cast<std::size_t>(i)].height, 1);
    EXPECT_EQ(read[static_cast<std::size_t>(i)].radius_top, 0.5);
    EXPECT_EQ(read[static_cast<std::size_t>(i)].radius_bottom, 0.5);
  }
  EXPECT_EQ(read[3].height, 2);
  EXPECT_EQ(read[3].radius_top, 0.5);
}

TEST(OmiShapes, HeightsOfCapsulesByRevision) {
  const std::string early = "{'type':'capsule','capsule':{'radius':0.5,'height':3}}";
  const std::string current = "{'type':'capsule','capsule':{'radiusTop':0.5,'radiusBottom':0.25,'height':3}}";
  const std::string neither = "{'type':'capsule','capsule':{'height':3}}";
  const Loaded old(omiFile(shapes(early + "," + neither), "{}"));
  EXPECT_LOADED(old);
  EXPECT_EQ(old.scene().dialects, std::vector<std::string>{"omi-2024"});
  EXPECT_EQ(old.scene().shapes.at(0).height, 2);
  EXPECT_EQ(old.scene().shapes.at(0).radius_top, 0.5);
  EXPECT_EQ(old.scene().shapes.at(1).height, 2);
  EXPECT_TRUE(old.said().items().empty()) << old.all();
  const Loaded now(omiFile(shapes(current + "," + neither), "{}"));
  EXPECT_LOADED(now);
  EXPECT_EQ(now.scene().dialects, std::vector<std::string>{"omi"});
  EXPECT_EQ(now.scene().shapes.at(0).height, 3);
  EXPECT_EQ(now.scene().shapes.at(0).radius_bottom, 0.25);
  EXPECT_EQ(now.scene().shapes.at(1).height, 3);
  // The exporter that writes the old form into a current file.
  const Loaded mixed(omiFile(shapes(early + "," + current + "," + neither), "{}"));
  EXPECT_LOADED(mixed);
  EXPECT_EQ(mixed.scene().shapes.at(0).height, 2);
  EXPECT_EQ(mixed.scene().shapes.at(1).height, 3);
  EXPECT_EQ(mixed.scene().shapes.at(2).height, 3);
  EXPECT_SAID(mixed, Severity::Warning, codes::kPhysicsOneRadius,
              "/extensions/OMI_physics_shape/shapes/0/capsule/radius");
}

TEST(OmiShapes, FullHeightsOfTwoRadiiOrLess) {
  const Loaded ball(omiFile(shapes("{'type':'capsule','capsule':{'radius':0.5,'height':1}}"), "{}"));
  EXPECT_LOADED(ball);
  EXPECT_EQ(ball.scene().shapes.at(0).kind, ShapeKind::Sphere);
  EXPECT_EQ(ball.scene().shapes.at(0).radius, 0.5);
  const Loaded low(omiFile(shapes("{'type':'capsule','capsule':{'radius':0.5,'height':0.5}}"), "{}"));
  EXPECT_ERROR(low, codes::kPhysicsRange, "/extensions/OMI_physics_shape/shapes/0/capsule/height");
}

TEST(OmiShapes, SpheresWithoutRadiusArePoints) {
  const Loaded file(
      omiFile(shapes("{'type':'sphere','sphere':{'radius':0}}"), body("'collider':{'shape':0}")));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().colliders.size(), 1u);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual,
              "/extensions/OMI_physics_shape/shapes/0/sphere/radius");
}

TEST(OmiShapes, MeshKindsNeedTheirMesh) {
  const Loaded file(
      omiFile(shapes("{'type':'convex'},{'type':'trimesh','trimesh':{}},{'type':'convex','convex':"
                     "{'mesh':4}}"),
              "{}"));
  EXPECT_ERROR(file, codes::kPhysicsMissing, "/extensions/OMI_physics_shape/shapes/0/convex");
  EXPECT_ERROR(file, codes::kPhysicsMissing, "/extensions/OMI_physics_shape/shapes/1/trimesh/mesh");
  EXPECT_ERROR(file, codes::kPhysicsReference, "/extensions/OMI_physics_shape/shapes/2/convex/mesh");
}

TEST(CoreShapes, HaveTheirOwnDefaults) {
  const Loaded file(
      "{'asset':{'version':'2.1'},'extensionsUsed':['KHR_physics_rigid_bodies'],'shapes':[{'type':'sphere'},"
      "{'type':'capsule'},{'type':'cylinder','cylinder':{'radiusTop':0}},{'type':'plane'},{'type':'box','box'"
      ":"
      "{'size':[1,2,3]}}],'nodes':[" +
      bodyNode("'collider':{'geometry':{'shape':4}}") + "]}");
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  const Scene& scene = file.scene();
  EXPECT_EQ(scene.dialects, (std::vector<std::string>{"khr", "gltf-2.1"}));
  ASSERT_EQ(scene.shapes.size(), 5u);
  EXPECT_EQ(scene.shapes[1].height, 1);
  EXPECT_EQ(scene.shapes[1].radius_top, 0.5);
  EXPECT_EQ(scene.shapes[2].height, 2);
  EXPECT_EQ(scene.shapes[2].radius_top, 0);
  EXPECT_EQ(scene.shapes[2].radius_bottom, 0.5);
  EXPECT_FALSE(scene.shapes[3].double_sided);
  EXPECT_EQ(scene.shapes[static_cast<std::size_t>(scene.colliders.at(0).shape)].size, DVec3(1, 2, 3));
  const Loaded wrong("{'asset':{'version':'2.1'},'shapes':{}}");
  EXPECT_ERROR(wrong, codes::kPhysicsType, "/shapes");
}

TEST(CoreShapes, AreIgnoredBesideTheExtension) {
  const Loaded file(khrFile(kSphere, "", "{}", ",'shapes':[{'type':'box'}]"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().shapes.size(), 1u);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsFamilyIgnored, "/shapes");
}

}  // namespace
}  // namespace carom::test
