// Sentences of documents 000 to 004, each with a file in its document's own spelling; docs/conformance.md
// names them.
#include <gtest/gtest.h>

#include <string>

#include "physics_file.hpp"
#include "scene/joint_name.hpp"

namespace carom::test {
namespace {

/// Document 003: KHR_physics_rigid_bodies with KHR_collision_shapes.
std::string draftFile(const std::string& shapes, const std::string& root, const std::string& nodes) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_collision_shapes','KHR_physics_rigid_bodies'],"
         "'extensions':{'KHR_collision_shapes':{'shapes':[" +
         shapes + "]},'KHR_physics_rigid_bodies':{" + root + "}},'nodes':[" + nodes + "]}";
}
std::string draftShape(int shape, const std::string& below) {
  return "/extensions/KHR_collision_shapes/shapes/" + std::to_string(shape) + below;
}
std::string typedBody(const std::string& members, const std::string& rest = "") {
  return nodeWith("OMI_physics_body", "{" + members + "}", rest);
}
std::string colliders(const std::string& list) {
  return "'OMI_collider':{'colliders':[" + list + "]}";
}
std::string bodyAt(int node, const std::string& below) {
  return "/nodes/" + std::to_string(node) + "/extensions/OMI_physics_body" + below;
}

TEST(Sentences, Document003CentreOfMassTakesTheNodesScale) {
  // "in local space": 1 along X of a node scaled by 2 below one scaled by 3 and mirrored is 6 m, mirrored.
  const Loaded file(
      draftFile("", "",
                "{'children':[1],'scale':[-3,3,3]}," +
                    bodyNode("'motion':{'mass':1,'centerOfMass':[1,2,0]}", ",'scale':[2,2,2]")));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().motions[0].center_of_mass, DVec3(-6, 12, 0));
}

TEST(Sentences, Document004CentreOfMassIsInMetres) {
  const Loaded file(omiFile("", typedBody("'type':'rigid','centerOfMass':[1,2,0]", ",'scale':[2,2,2]")));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().motions[0].center_of_mass, DVec3(1, 2, 0));
}

TEST(Sentences, Document003MaterialsThatNameNoModeNameNone) {
  const Loaded file(
      draftFile("", "'physicsMaterials':[{'restitution':0.5},{'restitutionCombine':'maximum'}]", "{}"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().materials[0].restitution_combine, std::nullopt);
  EXPECT_EQ(file.scene().materials[1].restitution_combine, CombineMode::Maximum);
  EXPECT_EQ(combinedMode(std::nullopt, CombineMode::Maximum), CombineMode::Maximum);
  EXPECT_EQ(combinedMode(CombineMode::Multiply, std::nullopt), CombineMode::Multiply);
  EXPECT_EQ(combinedMode(std::nullopt, std::nullopt), CombineMode::Average);
}

TEST(Sentences, OmiMaterialsThatNameNoModeAverage) {
  const Loaded file(omiFile("'OMI_physics_body':{'physicsMaterials':[{'restitution':0.5}]}", "{}"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().materials[0].restitution_combine, CombineMode::Average);
}

TEST(Sentences, Document003RestitutionAboveOneIsAHint) {
  const Loaded file(draftFile("", "'physicsMaterials':[{'restitution':1.5}]", "{}"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().materials[0].restitution, 1.5);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, rootAt("/physicsMaterials/0/restitution"));
}

TEST(Sentences, Document003ShapesWithoutSizeAreKept) {
  const struct {
    std::string shape, at, what;
  } cases[] = {{"{'type':'sphere','sphere':{'radius':0}}", "/sphere/radius", "a point"},
               {"{'type':'box','box':{'size':[1,0,2]}}", "/box/size", "a rectangle"},
               {"{'type':'box','box':{'size':[0,0,2]}}", "/box/size", "a line"},
               {"{'type':'box','box':{'size':[0,0,0]}}", "/box/size", "a point"},
               {"{'type':'capsule','capsule':{'height':0}}", "/capsule/height", "a ball"},
               {"{'type':'cylinder','cylinder':{'height':0}}", "/cylinder/height", "a disk"}};
  for (const auto& c : cases) {
    const Loaded file(draftFile(c.shape, "", bodyNode("'collider':{'shape':0}")));
    EXPECT_LOADED(file);
    EXPECT_EQ(file.scene().colliders.size(), 1u) << c.shape;
    EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, draftShape(0, c.at));
    EXPECT_NE(file.all().find(c.what), std::string::npos) << file.all();
  }
  const Loaded negative(draftFile("{'type':'sphere','sphere':{'radius':-1}}", "", "{}"));
  EXPECT_ERROR(negative, codes::kPhysicsRange, draftShape(0, "/sphere/radius"));
}

// The current text: "Degenerate shapes are prohibited."
TEST(Sentences, CurrentKhrShapesMustHaveASize) {
  const struct {
    std::string shape, at;
  } cases[] = {{"{'type':'sphere','sphere':{'radius':0}}", "/sphere/radius"},
               {"{'type':'box','box':{'size':[1,0,2]}}", "/box/size"},
               {"{'type':'capsule','capsule':{'height':0}}", "/capsule/height"},
               {"{'type':'cylinder','cylinder':{'height':0}}", "/cylinder/height"},
               {"{'type':'plane','plane':{'sizeX':0}}", "/plane/sizeX"}};
  for (const auto& c : cases)
    EXPECT_ERROR(Loaded(khrFile(c.shape, "", "{}")), codes::kPhysicsRange,
                 "/extensions/KHR_implicit_shapes/shapes/0" + c.at);
  // One radius of a cone may be 0.
  EXPECT_LOADED(Loaded(khrFile("{'type':'cylinder','cylinder':{'height':1,'radiusTop':0}}", "", "{}")));
}

// OMI's current text: "If not specified or empty, this node is not a compound trigger."
TEST(Sentences, EmptyNodesOfAnOmiTriggerAreNoNodes) {
  const Loaded file(omiFile("'OMI_physics_shape':{'shapes':[{'type':'box'}]}",
                            nodeWith("OMI_physics_body", "{'trigger':{'shape':0,'nodes':[]}}")));
  EXPECT_LOADED(file);
  ASSERT_EQ(file.scene().triggers.size(), 1u);
  EXPECT_EQ(file.scene().triggers[0].shape, 0);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsEmpty, bodyAt(0, "/trigger/nodes"));
}

TEST(Sentences, Document003JointsOfDrivesAloneAreWarnedOf) {
  const std::string root =
      "'physicsJoints':[{'drives':[{'type':'linear','mode':'force','axis':0,'damping':1}]}]";
  const Loaded draft(draftFile("", root, "{}"));
  EXPECT_LOADED(draft);
  EXPECT_SAID(draft, Severity::Warning, codes::kPhysicsUnusual, rootAt("/physicsJoints/0/limits"));
  EXPECT_EQ(draft.scene().joint_descriptions[0].drives.size(), 1u);
  // The current text: "zero or more joint.limit objects".
  const Loaded current(khrFile(kSphere, root, bodyNode("'collider':{'geometry':{'mesh':0}}"),
                               ",'meshes':[{'primitives':[]}]"));
  EXPECT_FALSE(current.has(Severity::Warning, codes::kPhysicsUnusual, rootAt("/physicsJoints/0/limits")));
}

TEST(Sentences, Document003FilesSayWhereTheFilterFormulaReadLiterallyDiffers) {
  const std::string filters =
      "'collisionFilters':[{'collisionSystems':['a','b']},{'collisionSystems':['c'],'collideWithSystems':['a'"
      "]}]";
  const std::string nodes = bodyNode("'motion':{'mass':1},'collider':{'shape':0,'collisionFilter':0}") + "," +
                            bodyNode("'collider':{'shape':0,'collisionFilter':1}");
  // A member of a and b meets one that lists a only: at least one of its systems is listed, not all.
  const Loaded file(draftFile(kSphere, filters, nodes));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Hint, codes::kFilterReadings, rootAt("/collisionFilters"));
  EXPECT_NE(file.all().find("nodes 0 and 1 collide"), std::string::npos) << file.all();
  // Two static colliders never meet, however their filters are read.
  const Loaded fixed(draftFile(kSphere, filters,
                               bodyNode("'collider':{'shape':0,'collisionFilter':0}") + "," +
                                   bodyNode("'collider':{'shape':0,'collisionFilter':1}")));
  EXPECT_TRUE(fixed.said().items().empty()) << fixed.all();
}

TEST(Sentences, Document004MassOfZeroIsIgnoredWhereNothingUsesIt) {
  for (const std::string type : {"static", "trigger", "kinematic", "character"}) {
    const Loaded file(omiFile("", typedBody("'type':'" + type + "','mass':0")));
    EXPECT_TRUE(file.ok()) << type << file.all();
    EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, bodyAt(0, "/mass"));
  }
  for (const std::string type : {"rigid", "vehicle"}) {
    const Loaded file(omiFile("", typedBody("'type':'" + type + "','mass':0")));
    EXPECT_ERROR(file, codes::kPhysicsRange, bodyAt(0, "/mass"));
  }
}

TEST(Sentences, OmiMotionWithoutATypeIsDynamic) {
  // As the authors' triggers.gltf has it.
  const Loaded file(omiFile("", nodeWith("OMI_physics_body", "{'motion':{'mass':2}}")));
  ASSERT_TRUE(file.ok()) << file.all();
  ASSERT_EQ(file.scene().motions.size(), 1u);
  EXPECT_EQ(file.scene().motions[0].type, MotionType::Dynamic);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsMissing, bodyAt(0, "/motion/type"));
  const Loaded wrong(omiFile("", nodeWith("OMI_physics_body", "{'motion':{'type':'magic'}}")));
  EXPECT_ERROR(wrong, codes::kPhysicsRange, bodyAt(0, "/motion/type"));
}

TEST(Sentences, Document002MeshOfMinusOneIsTheDefault) {
  const std::string node = nodeWith("OMI_collider", "{'collider':0}");
  const Loaded box(omiFile(colliders("{'type':'box','mesh':-1}"), node));
  EXPECT_LOADED(box);
  EXPECT_EQ(box.scene().colliders.size(), 1u);
  const Loaded hull(omiFile(colliders("{'type':'hull','mesh':-1}"), node));
  EXPECT_ERROR(hull, codes::kPhysicsMissing, "/extensions/OMI_collider/colliders/0/mesh");
}

TEST(Sentences, Document002ScaledColliderNodesAreDiscouraged) {
  const Loaded file(
      omiFile(colliders("{'type':'box'}"), nodeWith("OMI_collider", "{'collider':0}", ",'scale':[2,2,2]")));
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, "/nodes/0/extensions/OMI_collider");
}

/// A tetrahedron's corners as a buffer, drawn in primitives of some modes.
std::string meshFile(const std::string& type, const std::string& modes) {
  std::string primitives;
  for (const char mode : modes)
    primitives += (primitives.empty() ? "{'attributes':{'POSITION':0},'mode':"
                                      : ",{'attributes':{'POSITION':0},'mode':") +
                  std::string(1, mode) + "}";
  return omiFile(colliders("{'type':'" + type + "','mesh':0}"), nodeWith("OMI_collider", "{'collider':0}"),
                 ",'meshes':[{'primitives':[" + primitives +
                     "]}],'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3',"
                     "'min':[0,0,0],'max':[1,1,0]}],'bufferViews':[{'buffer':0,'byteLength':36}],"
                     "'buffers':[{'byteLength':36,'uri':'data:application/octet-stream;base64,"
                     "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA'}]");
}

TEST(Sentences, Document002HullsOfPointsAreWarnedOf) {
  const std::string mesh = "/extensions/OMI_collider/colliders/0/mesh";
  for (const std::string modes : {"0", "1"}) {  // Points, lines.
    const Loaded file(meshFile("hull", modes));
    ASSERT_TRUE(file.ok()) << file.all();
    EXPECT_SAID(file, Severity::Warning, codes::kPhysicsUnusual, mesh);
  }
  const Loaded triangles(meshFile("hull", "4"));
  EXPECT_FALSE(triangles.has(Severity::Warning, codes::kPhysicsUnusual, mesh)) << triangles.all();
  // "should be made of only one glTF mesh primitive".
  EXPECT_SAID(Loaded(meshFile("hull", "44")), Severity::Hint, codes::kPhysicsUnusual, mesh);
  EXPECT_SAID(Loaded(meshFile("trimesh", "44")), Severity::Hint, codes::kPhysicsUnusual, mesh);
  // "must contain at least one triangle".
  EXPECT_FALSE(Loaded(meshFile("trimesh", "0")).ok());
}

TEST(Sentences, Document001JointOnABodysOwnNodeIsAHint) {
  const auto file = [](int joint_node) {
    std::string nodes;
    for (int i = 0; i < 3; ++i) {
      std::string extensions;
      if (i < 2) extensions += "'OMI_physics_body':{'type':'rigid'}";
      if (i == joint_node)
        extensions += (extensions.empty() ? "" : ",") +
                      std::string("'OMI_physics_joint':{'constraints':[0],'nodeA':0,'nodeB':1}");
      nodes += (i == 0 ? "{'extensions':{" : ",{'extensions':{") + extensions + "}}";
    }
    return Loaded(omiFile("'OMI_physics_joint':{'constraints':[{'linearAxes':[0,1,2]}]}", nodes));
  };
  EXPECT_SAID(file(0), Severity::Hint, codes::kPhysicsUnusual, "/nodes/0/extensions/OMI_physics_joint");
  EXPECT_TRUE(file(2).said().items().empty()) << file(2).all();
}

TEST(Sentences, Document000WheelOfWidthZeroIsACircle) {
  const Loaded file(
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_vehicle_wheel','OMI_vehicle_body'"
      "],"
      "'nodes':[{'children':[1],'extensions':{'OMI_physics_body':{'motion':{'type':'dynamic'}}}},"
      "{'extensions':{'OMI_vehicle_wheel':{'wheel':0}}}],"
      "'extensions':{'OMI_vehicle_wheel':{'wheels':[{'maxForce':10,'width':0}]}}}");
  ASSERT_TRUE(file.ok()) << file.all();
  EXPECT_EQ(file.scene().wheel_descriptions[0].width, 0);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, "/extensions/OMI_vehicle_wheel/wheels/0/width");
}

/// A limit of the axes named by letters; capitals are rotations.
JointLimit limitOf(const std::string& axes, std::optional<double> min, std::optional<double> max) {
  JointLimit limit;
  for (const char c : axes) {
    if (c >= 'x') limit.linear_axes[static_cast<std::size_t>(c - 'x')] = true;
    if (c <= 'Z') limit.angular_axes[static_cast<std::size_t>(c - 'X')] = true;
  }
  limit.min = min;
  limit.max = max;
  return limit;
}

TEST(Sentences, JointsHaveTheNamesOfDocument001) {
  const auto name = [](std::vector<JointLimit> limits) {
    JointDescription description;
    description.limits = std::move(limits);
    return scene::jointName(description);
  };
  const JointLimit point = limitOf("xyz", 0, 0);
  EXPECT_EQ(name({point, limitOf("XYZ", 0, 0)}), "weld");
  EXPECT_EQ(name({point}), "pin");
  EXPECT_EQ(name({point, limitOf("YZ", std::nullopt, 0)}), "hinge");
  EXPECT_EQ(name({point, limitOf("YZ", 0, 0), limitOf("X", -1, 1)}), "hinge");
  EXPECT_EQ(name({limitOf("yz", 0, 0), limitOf("XYZ", 0, 0)}), "slider");
  EXPECT_EQ(name({limitOf("yz", 0, 0), limitOf("x", 0, 2), limitOf("YZ", 0, 0)}), "slider");
  EXPECT_EQ(name({limitOf("xz", 0, 0)}), "rail");
  EXPECT_EQ(name({point, limitOf("XYZ", 0, 1)}), "ball");
  EXPECT_EQ(name({point, limitOf("YZ", 0, 0.5), limitOf("X", -1, 1)}), "cone-twist");
  EXPECT_EQ(name({limitOf("x", 0, 0)}), "");
  EXPECT_EQ(name({}), "");
  JointLimit soft = point;
  soft.stiffness = 100;
  EXPECT_EQ(name({soft}), "");
  // As document 001 spells a hinge: one axis a constraint.
  EXPECT_EQ(name({limitOf("x", 0, 0), limitOf("y", 0, 0), limitOf("z", 0, 0), limitOf("X", 0, 0),
                  limitOf("Y", 0, 0)}),
            "hinge");
}

}  // namespace
}  // namespace carom::test
