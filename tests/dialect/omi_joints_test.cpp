// OMI_physics_joint in both forms.
#include <gtest/gtest.h>

#include "physics_file.hpp"

namespace carom::test {
namespace {

const std::string kJoint = "OMI_physics_joint";
const std::string kRigid = nodeWith("OMI_physics_body", "{'motion':{'type':'dynamic'}}");

std::string joints(const std::string& list) {
  return "'OMI_physics_joint':{'physicsJoints':[" + list + "]}";
}
/// Bodies 0 and 1, and joint nodes from 2 on with these lists of constraints.
std::string constrained(const std::string& constraints, const std::vector<std::string>& lists) {
  std::string nodes = kRigid + "," + kRigid;
  for (const std::string& list : lists) {
    nodes += "," + nodeWith(kJoint, "{'constraints':" + list + ",'nodeA':0,'nodeB':1}");
  }
  return omiFile("'OMI_physics_joint':{'constraints':[" + constraints + "]}", nodes);
}
std::string axesOf(const JointLimit& limit) {
  std::string text;
  for (std::size_t i = 0; i < 3; ++i) {
    if (limit.linear_axes[i]) text += "L" + std::to_string(i);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (limit.angular_axes[i]) text += "A" + std::to_string(i);
  }
  return text;
}
std::vector<std::string> limitsOf(const JointDescription& description) {
  std::vector<std::string> result;
  for (const JointLimit& limit : description.limits) {
    char text[64];
    std::snprintf(text, sizeof text, "%s %g..%g", axesOf(limit).c_str(), limit.min.value_or(-99),
                  limit.max.value_or(99));
    result.emplace_back(text);
  }
  return result;
}
using Limits = std::vector<std::string>;

TEST(OmiJoints, CurrentForm) {
  const Loaded file(omiFile(
      joints(
          "{'limits':[{'linearAxes':[0,1,2],'angularAxes':[],'min':0,'max':0,'stiffness':-1},{'angularAxes':["
          "1],"
          "'min':-1,'max':1,'stiffness':5,'damping':2}],'drives':[{'type':'angular','mode':'force','axis':1,"
          "'maxForce':-1,'velocityTarget':3,'damping':4}]}"),
      nodeWith("OMI_physics_body", "{'motion':{'type':'dynamic'}}", ",'children':[1]") + "," +
          nodeWith(kJoint, "{'joint':0,'connectedNode':2,'enableCollision':true}") + ",{}"));
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  const Scene& scene = file.scene();
  EXPECT_EQ(scene.dialects, std::vector<std::string>{"omi"});
  ASSERT_EQ(scene.joints.size(), 1u);
  EXPECT_EQ(scene.joints[0].node, 1);
  EXPECT_EQ(scene.joints[0].connected_node, 2);
  EXPECT_EQ(scene.joints[0].body_node, -1);
  EXPECT_TRUE(scene.joints[0].enable_collision);
  const JointDescription& description = scene.joint_descriptions.at(0);
  EXPECT_EQ(limitsOf(description), (Limits{"L0L1L2 0..0", "A1 -1..1"}));
  EXPECT_FALSE(description.limits[0].stiffness.has_value());
  EXPECT_EQ(description.limits[1].stiffness, 5);
  EXPECT_EQ(description.limits[1].damping, 2);
  EXPECT_EQ(description.drives.at(0).max_force, kInfinity);
}

TEST(OmiJoints, LimitsOfBothKindsAreTwo) {
  const Loaded file(
      omiFile(joints("{'limits':[{'linearAxes':[0,1],'angularAxes':[2],'min':0,'max':1}]}"), "{}"));
  EXPECT_LOADED(file);
  EXPECT_EQ(limitsOf(file.scene().joint_descriptions.at(0)), (Limits{"L0L1 0..1", "A2 0..1"}));
}

TEST(OmiJoints, LimitsWithoutAxes) {
  const Loaded none(omiFile(joints("{'limits':[{'min':0}]}"), "{}"));
  EXPECT_ERROR(none, codes::kPhysicsMissing, "/extensions/OMI_physics_joint/physicsJoints/0/limits/0");
  const Loaded empty(omiFile(joints("{'limits':[{'linearAxes':[],'min':0}]}"), "{}"));
  EXPECT_LOADED(empty);
  EXPECT_SAID(empty, Severity::Warning, codes::kPhysicsNoEffect,
              "/extensions/OMI_physics_joint/physicsJoints/0/limits/0");
  EXPECT_TRUE(empty.scene().joint_descriptions.at(0).limits.empty());
}

TEST(OmiJoints, WrongReferences) {
  const Loaded file(omiFile(joints("{'limits':[{'linearAxes':[0],'min':0}]}"),
                            nodeWith(kJoint, "{'joint':1,'connectedNode':0}") + "," +
                                nodeWith(kJoint, "{'joint':0,'connectedNode':7}") + "," +
                                nodeWith(kJoint, "{}")));
  EXPECT_ERROR(file, codes::kPhysicsReference, "/nodes/0/extensions/OMI_physics_joint/joint");
  EXPECT_ERROR(file, codes::kPhysicsReference, "/nodes/1/extensions/OMI_physics_joint/connectedNode");
  EXPECT_ERROR(file, codes::kPhysicsMissing, "/nodes/2/extensions/OMI_physics_joint/joint");
  EXPECT_ERROR(file, codes::kPhysicsMissing, "/nodes/2/extensions/OMI_physics_joint/connectedNode");
}

TEST(Constraints, FramesAreTheJointNodesPose) {
  const Loaded file(constrained("{'linearAxes':[0,1,2]}", {"[0]"}));
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  const Scene& scene = file.scene();
  EXPECT_EQ(scene.dialects, (std::vector<std::string>{"omi-2024", "joint-v1"}));
  ASSERT_EQ(scene.joints.size(), 1u);
  const Joint& joint = scene.joints[0];
  EXPECT_EQ(joint.node, 2);
  EXPECT_EQ(joint.connected_node, 2);
  EXPECT_EQ(joint.body_node, 0);
  EXPECT_EQ(joint.connected_body_node, 1);
  EXPECT_FALSE(joint.enable_collision);
  const JointDescription& description = scene.joint_descriptions.at(0);
  EXPECT_EQ(limitsOf(description), Limits{"L0L1L2 0..0"});
  EXPECT_EQ(description.limits[0].damping, 1);
  EXPECT_FALSE(description.limits[0].stiffness.has_value());
}

TEST(Constraints, SpecialJoints) {
  const struct {
    std::string constraints, list;
    Limits limits;
  } cases[] = {
      {"{'linearAxes':[0,1,2],'angularAxes':[0,1,2]}", "[0]", {"L0L1L2 0..0", "A0A1A2 0..0"}},
      {"{'linearAxes':[0,1,2]}", "[0]", {"L0L1L2 0..0"}},
      {"{'linearAxes':[0,1,2]},{'angularAxes':[0,1]},{'angularAxes':[2],'lowerLimit':-1,'upperLimit':1}",
       "[0,1,2]",
       {"L0L1L2 0..0", "A0A1 0..0", "A2 -1..1"}},
      {"{'linearAxes':[0],'lowerLimit':-0.25,'upperLimit':1.75},{'linearAxes':[1,2]},{'angularAxes':[0,1]}",
       "[0,1,2]",
       {"L0 -0.25..1.75", "L1L2 0..0", "A0A1 0..0"}},
      // Each axis of a range by itself: document 001 knows no common distance.
      {"{'linearAxes':[0,1],'upperLimit':2}", "[0]", {"L0 0..2", "L1 0..2"}},
      {"{'linearAxes':[0,2],'lowerLimit':0.5,'upperLimit':0.5}", "[0]", {"L0 0.5..0.5", "L2 0.5..0.5"}},
      {"{'angularAxes':[0,1],'lowerLimit':-1}", "[0]", {"A0 -1..0", "A1 -1..0"}},
  };
  for (const auto& one : cases) {
    const Loaded file(constrained(one.constraints, {one.list}));
    EXPECT_LOADED(file);
    EXPECT_EQ(limitsOf(file.scene().joint_descriptions.at(0)), one.limits) << one.constraints;
  }
}

TEST(Constraints, LaterOnesOverride) {
  const std::string constraints =
      "{'linearAxes':[0,1,2],'angularAxes':[0,1,2]},{'angularAxes':[1],'lowerLimit':-1,'upperLimit':1}";
  const Loaded file(constrained(constraints, {"[0,1]", "[1,0]", "[0,1]"}));
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  EXPECT_EQ(limitsOf(scene.joint_descriptions.at(0)), (Limits{"L0L1L2 0..0", "A0A2 0..0", "A1 -1..1"}));
  EXPECT_EQ(limitsOf(scene.joint_descriptions.at(1)), (Limits{"L0L1L2 0..0", "A0A1A2 0..0"}));
  // The same list is the same description.
  ASSERT_EQ(scene.joints.size(), 3u);
  EXPECT_EQ(scene.joints[0].description, scene.joints[2].description);
  EXPECT_EQ(scene.joint_descriptions.size(), 2u);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsOverridden,
              "/nodes/2/extensions/OMI_physics_joint/constraints");
}

TEST(Constraints, WrongBounds) {
  const Loaded both(constrained("{'linearAxes':[0],'lowerLimit':2,'upperLimit':1}", {"[0]"}));
  EXPECT_ERROR(both, codes::kPhysicsRange, "/extensions/OMI_physics_joint/constraints/0/lowerLimit");
  const Loaded upper(constrained("{'linearAxes':[0],'upperLimit':-1}", {"[0]"}));
  EXPECT_ERROR(upper, codes::kPhysicsRange, "/extensions/OMI_physics_joint/constraints/0/upperLimit");
  const Loaded stiffness(constrained("{'linearAxes':[0],'stiffness':0}", {"[0]"}));
  EXPECT_ERROR(stiffness, codes::kPhysicsRange, "/extensions/OMI_physics_joint/constraints/0/stiffness");
}

TEST(Constraints, BodiesMustBeBodies) {
  const Loaded file(omiFile("'OMI_physics_joint':{'constraints':[{'linearAxes':[0]}]}",
                            kRigid + ",{}," + nodeWith(kJoint, "{'constraints':[0],'nodeA':0,'nodeB':1}") +
                                "," + nodeWith(kJoint, "{'constraints':[],'nodeA':0,'nodeB':9}")));
  EXPECT_ERROR(file, codes::kPhysicsReference, "/nodes/3/extensions/OMI_physics_joint/nodeB");
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsUnusual, "/nodes/2/extensions/OMI_physics_joint/nodeB");
}

TEST(Constraints, BetweenBodiesThatDoNotMoveHaveNoEffect) {
  const std::string fixed = nodeWith("OMI_physics_body", "{'motion':{'type':'static'}}");
  const Loaded file(
      omiFile("'OMI_physics_joint':{'constraints':[{'linearAxes':[0]}]}",
              fixed + "," + fixed + "," + nodeWith(kJoint, "{'constraints':[0],'nodeA':0,'nodeB':1}")));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsNoEffect, "/nodes/2/extensions/OMI_physics_joint");
}

TEST(Constraints, AreNotAppliedBesideAJointOfKhr) {
  const std::string both =
      "{'extensions':{'KHR_physics_rigid_bodies':{'motion':{}},'OMI_physics_body':{'motion':{'type':'dynamic'"
      "}}}}";
  const Loaded file(
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','OMI_physics_body',"
      "'OMI_physics_joint'],'extensions':{'KHR_physics_rigid_bodies':{'physicsJoints':[{'limits':[{'"
      "linearAxes':"
      "[0],'min':0,'max':0}]}]},'OMI_physics_joint':{'constraints':[{'linearAxes':[0]}]}},'nodes':["
      "{'children':[1],'extensions':{'KHR_physics_rigid_bodies':{'motion':{}},'OMI_physics_body':{'motion':{'"
      "type':"
      "'dynamic'}}}}," +
      bodyNode("'joint':{'joint':0,'connectedNode':2}") + "," + both + "," +
      nodeWith(kJoint, "{'constraints':[0],'nodeA':0,'nodeB':2}") + "]}");
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().joints.size(), 1u);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsFamilyIgnored, "/nodes/3/extensions/OMI_physics_joint");
}

}  // namespace
}  // namespace carom::test
