// Joints: descriptions, limits, drives and the nodes they connect.
#include <gtest/gtest.h>

#include "physics_file.hpp"

namespace carom::test {
namespace {

std::string described(const std::string& description) {
  return khrFile("", "'physicsJoints':[" + description + "]", "{}");
}
std::string limit(const std::string& members) {
  return described("{'limits':[{" + members + "}]}");
}
std::string drive(const std::string& members) {
  return described("{'drives':[{'type':'linear','mode':'force','axis':0," + members + "}]}");
}
const std::string kLimit = rootAt("/physicsJoints/0/limits/0");
const std::string kDrive = rootAt("/physicsJoints/0/drives/0");

TEST(JointLimits, EveryField) {
  const Loaded file(limit("'linearAxes':[2,0],'min':0.5,'max':2,'stiffness':10,'damping':3"));
  EXPECT_LOADED(file);
  const JointLimit& l = file.scene().joint_descriptions.at(0).limits.at(0);
  EXPECT_EQ(l.linear_axes, (std::array<bool, 3>{true, false, true}));
  EXPECT_EQ(l.angular_axes, (std::array<bool, 3>{}));
  EXPECT_EQ(l.min, 0.5);
  EXPECT_EQ(l.max, 2);
  EXPECT_EQ(l.stiffness, 10);
  EXPECT_EQ(l.damping, 3);
  EXPECT_EQ(l.origin.pointer, kLimit);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(JointLimits, Defaults) {
  const Loaded file(limit("'angularAxes':[1],'max':1"));
  EXPECT_LOADED(file);
  const JointLimit& l = file.scene().joint_descriptions.at(0).limits.at(0);
  EXPECT_EQ(l.angular_axes, (std::array<bool, 3>{false, true, false}));
  EXPECT_FALSE(l.min);
  EXPECT_FALSE(l.stiffness);
  EXPECT_EQ(l.damping, 0);
}

TEST(JointLimits, Axes) {
  EXPECT_ERROR(Loaded(limit("'min':0")), codes::kPhysicsMissing, kLimit);
  EXPECT_ERROR(Loaded(limit("'min':0,'linearAxes':[0],'angularAxes':[0]")), codes::kPhysicsConflict, kLimit);
  EXPECT_ERROR(Loaded(limit("'min':0,'linearAxes':[3]")), codes::kPhysicsRange, kLimit + "/linearAxes/0");
  EXPECT_ERROR(Loaded(limit("'min':0,'angularAxes':[0,0]")), codes::kPhysicsRange, kLimit + "/angularAxes/1");
  EXPECT_ERROR(Loaded(limit("'min':0,'angularAxes':[]")), codes::kPhysicsRange, kLimit + "/angularAxes");
}

TEST(JointLimits, Ranges) {
  EXPECT_ERROR(Loaded(limit("'linearAxes':[0],'min':1,'max':0.5")), codes::kPhysicsRange, kLimit + "/min");
  EXPECT_ERROR(Loaded(limit("'linearAxes':[0],'min':0,'stiffness':-1")), codes::kPhysicsRange,
               kLimit + "/stiffness");
  EXPECT_ERROR(Loaded(limit("'linearAxes':[0],'min':0,'damping':-1")), codes::kPhysicsRange,
               kLimit + "/damping");
  const Loaded open(limit("'linearAxes':[0]"));
  EXPECT_LOADED(open);
  EXPECT_SAID(open, Severity::Hint, codes::kPhysicsUnusual, kLimit);
  const Loaded negative(limit("'angularAxes':[0,1],'max':-1"));
  EXPECT_LOADED(negative);
  EXPECT_SAID(negative, Severity::Warning, codes::kPhysicsUnusual, kLimit + "/max");
}

TEST(JointLimits, WhatHasNoEffectIsAHint) {
  const Loaded hard(limit("'linearAxes':[0],'max':1,'damping':5"));
  EXPECT_SAID(hard, Severity::Hint, codes::kPhysicsUnusual, kLimit + "/damping");
  const Loaded loose(limit("'linearAxes':[0],'max':1,'stiffness':0,'damping':5"));
  EXPECT_SAID(loose, Severity::Hint, codes::kPhysicsUnusual, kLimit + "/stiffness");
}

TEST(JointDrives, EveryField) {
  const Loaded file(
      described("{'drives':[{'type':'angular','mode':'acceleration','axis':2,'maxForce':5,'positionTarget':1,"
                "'velocityTarget':-2,'stiffness':3,'damping':4}]}"));
  EXPECT_LOADED(file);
  const JointDrive& d = file.scene().joint_descriptions.at(0).drives.at(0);
  EXPECT_TRUE(d.angular);
  EXPECT_TRUE(d.acceleration_mode);
  EXPECT_EQ(d.axis, 2);
  EXPECT_EQ(d.max_force, 5);
  EXPECT_EQ(d.position_target, 1);
  EXPECT_EQ(d.velocity_target, -2);
  EXPECT_EQ(d.stiffness, 3);
  EXPECT_EQ(d.damping, 4);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(JointDrives, InfiniteForceOfTheWild) {
  const Loaded file(drive("'maxForce':Infinity,'velocityTarget':1,'damping':1"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().joint_descriptions.at(0).drives.at(0).max_force, kInfinity);
  const Loaded absent(drive("'velocityTarget':1,'damping':1"));
  EXPECT_EQ(absent.scene().joint_descriptions.at(0).drives.at(0).max_force, kInfinity);
}

TEST(JointDrives, RangesAndKinds) {
  EXPECT_ERROR(Loaded(drive("'maxForce':-1")), codes::kPhysicsRange, kDrive + "/maxForce");
  EXPECT_ERROR(Loaded(described("{'drives':[{'type':'linear','mode':'force','axis':3}]}")),
               codes::kPhysicsRange, kDrive + "/axis");
  EXPECT_ERROR(Loaded(described("{'drives':[{'type':'linear','axis':0}]}")), codes::kPhysicsMissing,
               kDrive + "/mode");
  const Loaded unknown(described("{'drives':[{'type':'magnetic','mode':'force','axis':0}]}"));
  EXPECT_LOADED(unknown);
  EXPECT_SAID(unknown, Severity::Warning, codes::kPhysicsUnknownKind, kDrive + "/type");
  EXPECT_TRUE(unknown.scene().joint_descriptions.at(0).drives.empty());
}

TEST(JointDrives, TargetsWithoutGainsAreHints) {
  const Loaded file(drive("'positionTarget':1,'velocityTarget':2"));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, kDrive + "/positionTarget");
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, kDrive + "/velocityTarget");
  EXPECT_EQ(file.scene().joint_descriptions.at(0).drives.at(0).stiffness, 0);
}

const std::string kJoints = "'physicsJoints':[{'limits':[{'linearAxes':[0,1,2],'min':0,'max':0}]},{}]";

TEST(Joints, EveryField) {
  const Loaded file(
      khrFile("", kJoints,
              bodyNode("'motion':{},'joint':{'connectedNode':1,'joint':0,'enableCollision':true}") + ",{}"));
  EXPECT_LOADED(file);
  const Joint& j = file.scene().joints.at(0);
  EXPECT_EQ(j.node, 0);
  EXPECT_EQ(j.connected_node, 1);
  EXPECT_EQ(j.description, 0);
  EXPECT_TRUE(j.enable_collision);
  EXPECT_EQ(j.origin.pointer, nodeAt(0, "/joint"));
  const Loaded plain(
      khrFile("", kJoints, bodyNode("'motion':{},'joint':{'connectedNode':1,'joint':0}") + ",{}"));
  EXPECT_FALSE(plain.scene().joints.at(0).enable_collision);
}

TEST(Joints, References) {
  const auto joint = [](const std::string& members) {
    return Loaded(khrFile("", kJoints, bodyNode("'motion':{},'joint':{" + members + "}") + ",{}"));
  };
  const auto at = nodeAt(0, "/joint");
  EXPECT_ERROR(joint("'joint':0"), codes::kPhysicsMissing, at + "/connectedNode");
  EXPECT_ERROR(joint("'connectedNode':1"), codes::kPhysicsMissing, at + "/joint");
  EXPECT_ERROR(joint("'connectedNode':2,'joint':0"), codes::kPhysicsReference, at + "/connectedNode");
  EXPECT_ERROR(joint("'connectedNode':1,'joint':2"), codes::kPhysicsReference, at + "/joint");
}

TEST(Joints, WithoutAMovableSideOrWithinOneBody) {
  const Loaded fixed(khrFile("", kJoints, bodyNode("'joint':{'connectedNode':1,'joint':0}") + ",{}"));
  EXPECT_LOADED(fixed);
  EXPECT_SAID(fixed, Severity::Warning, codes::kPhysicsNoEffect, nodeAt(0, "/joint"));
  const Loaded same(khrFile(
      "", kJoints, bodyNode("'motion':{},'joint':{'connectedNode':1,'joint':0}", ",'children':[1]") + ",{}"));
  EXPECT_LOADED(same);
  EXPECT_SAID(same, Severity::Warning, codes::kPhysicsNoEffect, nodeAt(0, "/joint"));
}

TEST(Joints, EmptyDescriptionIsAHint) {
  const Loaded file(described("{}"));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, rootAt("/physicsJoints/0"));
}

}  // namespace
}  // namespace carom::test
