// OMI before August 2023: bodies with a type (document 004), flat shapes, OMI_collider (document 002).
#include <gtest/gtest.h>

#include <cmath>

#include "physics_file.hpp"

namespace carom::test {
namespace {

std::string body(const std::string& members, const std::string& rest = "") {
  return nodeWith("OMI_physics_body", "{" + members + "}", rest);
}
std::string shape(int index, const std::string& rest = "") {
  return nodeWith("OMI_physics_shape", "{'shape':" + std::to_string(index) + "}", rest);
}
std::string collider(int index, const std::string& rest = "") {
  return nodeWith("OMI_collider", "{'collider':" + std::to_string(index) + "}", rest);
}
std::string shapes(const std::string& list) {
  return "'OMI_physics_shape':{'shapes':[" + list + "]}";
}
std::string colliders(const std::string& list) {
  return "'OMI_collider':{'colliders':[" + list + "]}";
}
const std::string kBox = "{'type':'box','box':{'size':[1,2,3]}}";
const std::string kFlatBox = "{'type':'box','size':[1,2,3]}";
const std::string kTriggerBox = "{'type':'box','size':[1,2,3],'isTrigger':true}";

TEST(TypedBodies, TheSixTypes) {
  std::string nodes;
  for (const std::string type :
       {"static", "kinematic", "character", "rigid", "vehicle", "trigger", "dynamic"}) {
    nodes += (nodes.empty() ? "" : ",") + body("'type':'" + type + "'");
  }
  const Loaded file(omiFile("", nodes));
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  EXPECT_EQ(scene.dialects, std::vector<std::string>{"omi-2023-body"});
  ASSERT_EQ(scene.static_bodies.size(), 1u);
  EXPECT_EQ(scene.static_bodies[0].node, 0);
  ASSERT_EQ(scene.motions.size(), 5u);
  const struct {
    std::int32_t node;
    MotionType type;
    BodyRole role;
  } wanted[] = {{1, MotionType::Kinematic, BodyRole::Plain},
                {2, MotionType::Kinematic, BodyRole::Character},
                {3, MotionType::Dynamic, BodyRole::Plain},
                {4, MotionType::Dynamic, BodyRole::Vehicle},
                {6, MotionType::Dynamic, BodyRole::Plain}};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(scene.motions[i].node, wanted[i].node);
    EXPECT_EQ(scene.motions[i].type, wanted[i].type);
    EXPECT_EQ(scene.motions[i].role, wanted[i].role);
    EXPECT_EQ(scene.motions[i].mass, 1);
    EXPECT_EQ(scene.motions[i].center_of_mass, DVec3(0, 0, 0));
  }
  ASSERT_EQ(scene.triggers.size(), 1u);
  EXPECT_EQ(scene.triggers[0].node, 5);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsNoEffect, "/nodes/5/extensions/OMI_physics_body");
}

TEST(TypedBodies, UnknownTypesAndMissingOnes) {
  const Loaded other(omiFile("", body("'type':'ghost'")));
  EXPECT_ERROR(other, codes::kPhysicsRange, "/nodes/0/extensions/OMI_physics_body/type");
  const Loaded wrong(omiFile("", body("'type':3")));
  EXPECT_ERROR(wrong, codes::kPhysicsType, "/nodes/0/extensions/OMI_physics_body/type");
}

TEST(TypedBodies, ShapesOnTheBodyOnChildrenAndDeeper) {
  const Loaded file(
      omiFile(shapes(kBox),
              "{'extensions':{'OMI_physics_body':{'type':'rigid'},'OMI_physics_shape':{'shape':0}},"
              "'children':[1,2]}," +
                  shape(0) + ",{'children':[3,4]}," + shape(0) + "," +
                  body("'type':'kinematic'", ",'children':[5]") + "," + shape(0) + "," + shape(0)));
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  const Scene& scene = file.scene();
  ASSERT_EQ(scene.colliders.size(), 5u);
  const std::int32_t nodes[] = {0, 1, 3, 5, 6}, motions[] = {0, 0, 0, 1, -1};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(scene.colliders[i].node, nodes[i]);
    EXPECT_EQ(scene.colliders[i].motion, motions[i]);
  }
}

TEST(TypedBodies, TriggersAreOneOfAllTheirShapes) {
  const Loaded file(omiFile(shapes(kBox), body("'type':'rigid'", ",'children':[1]") + "," +
                                              body("'type':'trigger'", ",'children':[2,3]") + "," + shape(0) +
                                              "," + shape(0, ",'children':[4]") + "," + shape(0)));
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  EXPECT_TRUE(scene.colliders.empty());
  ASSERT_EQ(scene.triggers.size(), 4u);
  EXPECT_EQ(scene.triggers[3].node, 1);
  EXPECT_EQ(scene.triggers[3].shape, -1);
  EXPECT_EQ(scene.triggers[3].children, (std::vector<std::int32_t>{0, 1, 2}));
  for (const Trigger& trigger : scene.triggers)
    EXPECT_EQ(trigger.motion, 0);  // It moves with the rigid body.
}

TEST(TypedBodies, TriggersWithOneShapeOfTheirOwn) {
  const Loaded file(
      omiFile(shapes(kBox),
              "{'extensions':{'OMI_physics_body':{'type':'trigger'},'OMI_physics_shape':{'shape':0}}}"));
  EXPECT_LOADED(file);
  ASSERT_EQ(file.scene().triggers.size(), 1u);
  EXPECT_EQ(file.scene().triggers[0].shape, 0);
}

/// R·diag·Rᵀ of a motion, by rows.
std::array<double, 9> tensorOf(const Motion& motion) {
  const DMat3 r = toMatrix(motion.inertia_orientation.value_or(DQuat{}));
  const DVec3 d = *motion.inertia_diagonal;
  std::array<double, 9> m{};
  const DVec3 columns[3] = {r.cx, r.cy, r.cz};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) m[3 * i + j] += columns[k][i] * d[k] * columns[k][j];
    }
  }
  return m;
}

TEST(TypedBodies, InertiaTensorsKeepTheirCouplings) {
  for (const std::array<double, 9>& tensor :
       {std::array<double, 9>{2, 0, 0, 0, 3, 0, 0, 0, 4},
        std::array<double, 9>{2, 0.5, 0, 0.5, 3, 0, 0, 0, 4},
        std::array<double, 9>{2, 0.5, -0.25, 0.5, 3, 0.125, -0.25, 0.125, 4},
        std::array<double, 9>{2, 0.1, 0.1, 0.1, 2, 0.1, 0.1, 0.1, 2}}) {
    std::string text;
    for (const double value : tensor) text += (text.empty() ? "" : ",") + std::to_string(value);
    const Loaded file(omiFile("", body("'type':'rigid','inertiaTensor':[" + text + "]")));
    EXPECT_LOADED(file);
    EXPECT_TRUE(file.said().items().empty()) << file.all();
    const Motion& motion = file.scene().motions.at(0);
    ASSERT_TRUE(motion.inertia_diagonal.has_value());
    const std::array<double, 9> found = tensorOf(motion);
    // Rounding of a few operations on numbers of about 4.
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(found[i], tensor[i], 1e-14) << text;
  }
  const Loaded diagonal(omiFile("", body("'type':'rigid','inertiaTensor':[2,0,0,0,3,0,0,0,4]")));
  EXPECT_LOADED(diagonal);
  EXPECT_EQ(diagonal.scene().motions.at(0).inertia_diagonal, DVec3(2, 3, 4));
  EXPECT_FALSE(diagonal.scene().motions.at(0).inertia_orientation.has_value());
}

TEST(TypedBodies, BrokenInertiaTensorsAreRepairedOrComputed) {
  const std::string pointer = "/nodes/0/extensions/OMI_physics_body/inertiaTensor";
  const Loaded skew(omiFile("", body("'type':'rigid','inertiaTensor':[2,0.4,0,0.6,3,0,0,0,4]")));
  EXPECT_LOADED(skew);
  EXPECT_SAID(skew, Severity::Warning, codes::kPhysicsInertia, pointer);
  EXPECT_NEAR(tensorOf(skew.scene().motions.at(0))[1], 0.5, 1e-14);
  for (const std::string wrong : {"[2,0,0,0,-3,0,0,0,4]", "[1,2,0,2,1,0,0,0,1]", "[2,0,0,0,0,0,0,0,4]"}) {
    const Loaded file(omiFile("", body("'type':'rigid','inertiaTensor':" + wrong)));
    EXPECT_LOADED(file);
    EXPECT_SAID(file, Severity::Warning, codes::kPhysicsInertia, pointer);
    EXPECT_FALSE(file.scene().motions.at(0).inertia_diagonal.has_value());
  }
  const Loaded zero(omiFile("", body("'type':'rigid','inertiaTensor':[0,0,0,0,0,0,0,0,0]")));
  EXPECT_LOADED(zero);
  EXPECT_FALSE(zero.scene().motions.at(0).inertia_diagonal.has_value());
  EXPECT_TRUE(zero.said().items().empty()) << zero.all();
}

TEST(FlatShapes, AreReadLikeNestedOnes) {
  const Loaded file(
      omiFile(shapes(kFlatBox + ",{'type':'sphere','radius':2},{'type':'capsule','radius':0.5,'height':3}"
                                ",{'type':'cylinder','radius':0.25},{'type':'capsule','height':4}"),
              body("'type':'static'", ",'children':[1]") + "," + shape(0)));
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  const Scene& scene = file.scene();
  EXPECT_EQ(scene.dialects, std::vector<std::string>{"omi-2023-flat"});
  EXPECT_EQ(scene.shapes.at(0).size, DVec3(1, 2, 3));
  EXPECT_EQ(scene.shapes.at(1).radius, 2);
  EXPECT_EQ(scene.shapes.at(2).height, 2);
  EXPECT_EQ(scene.shapes.at(3).height, 2);
  EXPECT_EQ(scene.shapes.at(3).radius_top, 0.25);
  EXPECT_EQ(scene.shapes.at(4).height, 3);
  EXPECT_EQ(scene.shapes.at(4).radius_top, 0.5);
  EXPECT_EQ(scene.colliders.size(), 1u);
}

TEST(FlatShapes, FieldsOfOtherKindsAreHints) {
  const Loaded file(omiFile(colliders("{'type':'box','radius':1,'height':3}"), "{}"));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, "/extensions/OMI_collider/colliders/0/radius");
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, "/extensions/OMI_collider/colliders/0/height");
}

TEST(OmiCollider, WithoutBodies) {
  const Loaded file(omiFile(
      colliders(kFlatBox + "," + kTriggerBox),
      "{'children':[1,2,3,4]}," + collider(0) + "," + collider(0) + "," + collider(1) + "," + collider(1)));
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  const Scene& scene = file.scene();
  EXPECT_EQ(scene.dialects, std::vector<std::string>{"omi-collider"});
  EXPECT_EQ(scene.colliders.size(), 2u);
  EXPECT_EQ(scene.colliders[0].motion, -1);
  ASSERT_EQ(scene.triggers.size(), 2u);  // Two zones of a level, each its own.
  EXPECT_EQ(scene.triggers[0].shape, 1);
}

TEST(OmiCollider, SiblingsOfABodyAreOneCompound) {
  const Loaded file(omiFile(colliders(kFlatBox + "," + kTriggerBox),
                            body("'type':'rigid'", ",'children':[1,2,3,4]") + "," + collider(0) + "," +
                                collider(0) + "," + collider(1) + "," + collider(1)));
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  EXPECT_EQ(scene.dialects, std::vector<std::string>{"omi-collider"});
  ASSERT_EQ(scene.colliders.size(), 2u);
  EXPECT_EQ(scene.colliders[0].motion, 0);
  EXPECT_EQ(scene.colliders[1].motion, 0);
  ASSERT_EQ(scene.triggers.size(), 3u);
  EXPECT_EQ(scene.triggers[2].node, 0);
  EXPECT_EQ(scene.triggers[2].children, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(scene.triggers[2].motion, 0);
}

TEST(OmiCollider, TriggerByShapeOrByBody) {
  for (const int which : {0, 1}) {
    const Loaded file(omiFile(colliders(kFlatBox + "," + kTriggerBox),
                              body(which == 0 ? "'type':'trigger'" : "'type':'static'", ",'children':[1]") +
                                  "," + collider(which)));
    EXPECT_LOADED(file);
    EXPECT_TRUE(file.scene().colliders.empty());
    ASSERT_EQ(file.scene().triggers.size(), which == 0 ? 2u : 1u);
    EXPECT_EQ(file.scene().triggers[0].node, 1);
  }
}

TEST(OmiCollider, CapsulesHaveFullHeights) {
  const Loaded file(omiFile(colliders("{'type':'capsule'},{'type':'capsule','height':1,'radius':0.5},{'type':"
                                      "'cylinder'}"),
                            "{}"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().shapes.at(0).height, 1);
  EXPECT_EQ(file.scene().shapes.at(1).kind, ShapeKind::Sphere);
  EXPECT_EQ(file.scene().shapes.at(2).height, 2);
  EXPECT_EQ(file.scene().shapes.at(2).radius_bottom, 0.5);
  const Loaded low(omiFile(colliders("{'type':'capsule','height':0.9}"), "{}"));
  EXPECT_ERROR(low, codes::kPhysicsRange, "/extensions/OMI_collider/colliders/0/height");
}

TEST(OmiCollider, MeshKindsNeedTheirMesh) {
  const Loaded file(
      omiFile(colliders("{'type':'hull'},{'type':'trimesh','mesh':0},{'type':'hull','mesh':-1}"), "{}"));
  EXPECT_ERROR(file, codes::kPhysicsMissing, "/extensions/OMI_collider/colliders/0/mesh");
  EXPECT_ERROR(file, codes::kPhysicsReference, "/extensions/OMI_collider/colliders/1/mesh");
  EXPECT_ERROR(file, codes::kPhysicsMissing, "/extensions/OMI_collider/colliders/2/mesh");
}

std::string base64(const std::string& bytes) {
  static const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

/// A mesh of `count` different points, as triangles of three each (count: a multiple of 3).
std::string meshOf(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    for (const float value :
         {std::cos(static_cast<float>(i)), static_cast<float>(i), std::sin(static_cast<float>(i))})
      bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  const std::string size = std::to_string(bytes.size());
  return ",'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],'accessors':[{'bufferView':0,'"
         "componentType':"
         "5126,'count':" +
         std::to_string(count) + ",'type':'VEC3','min':[-1,0,-1],'max':[1," + std::to_string(count - 1) +
         ",1]}],'bufferViews':[{'buffer':0,'byteLength':" + size + "}],'buffers':[{'byteLength':" + size +
         ",'uri':'data:application/octet-stream;base64," + base64(bytes) + "'}]";
}

TEST(OmiCollider, HullsOfManyPointsAreReported) {
  const std::string hull = "{'type':'hull','mesh':0}";
  const Loaded few(omiFile(colliders(hull), collider(0), meshOf(255)));
  EXPECT_LOADED(few);
  EXPECT_TRUE(few.said().items().empty()) << few.all();
  EXPECT_EQ(few.scene().shapes.at(0).kind, ShapeKind::ConvexHull);
  const Loaded many(omiFile(colliders(hull), collider(0), meshOf(258)));
  EXPECT_LOADED(many);
  EXPECT_SAID(many, Severity::Warning, codes::kPhysicsUnusual, "/extensions/OMI_collider/colliders/0/mesh");
  // The limit went with the name `hull`.
  const Loaded convex(omiFile(shapes("{'type':'convex','mesh':0}"), shape(0), meshOf(258)));
  EXPECT_LOADED(convex);
  EXPECT_TRUE(convex.said().items().empty()) << convex.all();
}

TEST(MixedFamilies, TheNewestOnANodeCounts) {
  const Loaded file(
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','KHR_implicit_shapes',"
      "'OMI_physics_body','OMI_physics_shape'],'extensions':{'KHR_implicit_shapes':{'shapes':[{'type':'"
      "sphere'}]},"
      "'OMI_physics_shape':{'shapes':[{'type':'box'}]}},'nodes':["
      "{'children':[1],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':2},'collider':{'geometry':"
      "{'shape':0}}},'OMI_physics_body':{'motion':{'type':'dynamic','mass':3}}}},"
      "{'extensions':{'OMI_physics_body':{'collider':{'shape':0}}}},"
      "{'extensions':{'OMI_physics_body':{'collider':{'shape':0}}}}]}");
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  EXPECT_EQ(scene.dialects, (std::vector<std::string>{"khr", "omi"}));
  ASSERT_EQ(scene.motions.size(), 1u);
  EXPECT_EQ(scene.motions[0].mass, 2);
  // The collider below is what OMI says of the same body; the one on node 2 is a thing of its own.
  ASSERT_EQ(scene.colliders.size(), 2u);
  EXPECT_EQ(scene.colliders[0].node, 0);
  EXPECT_EQ(scene.colliders[1].node, 2);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsFamilyIgnored, "/nodes/0/extensions/OMI_physics_body");
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsFamilyIgnored, "/nodes/1/extensions/OMI_physics_body");
}

TEST(MixedFamilies, ShapesOfTwoKindsOnANode) {
  const Loaded file(
      omiFile(shapes(kBox) + "," + colliders(kFlatBox),
              "{'extensions':{'OMI_physics_shape':{'shape':0},'OMI_collider':{'collider':0}}}"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().colliders.size(), 1u);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsFamilyIgnored, "/nodes/0/extensions/OMI_collider");
}

TEST(OtherExtensions, AreLeftAlone) {
  const Loaded file(
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_spawn_point','EXT_own'],'nodes':[{'extensions':{"
      "'OMI_spawn_point':{'title':'here'},'EXT_own':3}}]}");
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  EXPECT_TRUE(file.scene().dialects.empty());
}

}  // namespace
}  // namespace carom::test
