// Motions, materials, filters, colliders, triggers.
#include <gtest/gtest.h>

#include <cmath>

#include "physics_file.hpp"

namespace carom::test {
namespace {

std::string motion(const std::string& members) {
  return khrFile("", "", bodyNode("'motion':{" + members + "}"));
}

TEST(Motions, EveryField) {
  const Loaded file(
      motion("'isKinematic':true,'mass':2,'centerOfMass':[1,2,3],'inertiaDiagonal':[4,5,6],"
             "'inertiaOrientation':[0,1,0,0],'linearVelocity':[7,8,9],'angularVelocity':[-1,-2,-3],"
             "'gravityFactor':-0.5"));
  EXPECT_LOADED(file);
  const Motion& m = file.scene().motions.at(0);
  EXPECT_EQ(m.node, 0);
  EXPECT_EQ(m.type, MotionType::Kinematic);
  EXPECT_EQ(m.mass, 2);
  EXPECT_EQ(m.center_of_mass, DVec3(1, 2, 3));
  EXPECT_EQ(m.inertia_diagonal, DVec3(4, 5, 6));
  EXPECT_EQ(m.inertia_orientation, DQuat(0, 1, 0, 0));
  EXPECT_EQ(m.linear_velocity, DVec3(7, 8, 9));
  EXPECT_EQ(m.angular_velocity, DVec3(-1, -2, -3));
  EXPECT_EQ(m.gravity_factor, -0.5);
  EXPECT_EQ(m.origin.pointer, nodeAt(0, "/motion"));
  EXPECT_EQ(m.origin.authored, 0xFFu);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, nodeAt(0, "/motion/gravityFactor"));
  EXPECT_EQ(file.said().items().size(), 1u) << file.all();
}

TEST(Motions, Defaults) {
  const Loaded file(motion(""));
  EXPECT_LOADED(file);
  const Motion& m = file.scene().motions.at(0);
  EXPECT_EQ(m.type, MotionType::Dynamic);
  EXPECT_FALSE(m.mass || m.center_of_mass || m.inertia_diagonal || m.inertia_orientation);
  EXPECT_EQ(m.linear_velocity, DVec3());
  EXPECT_EQ(m.gravity_factor, 1);
  EXPECT_EQ(m.origin.authored, 0u);
}

TEST(Motions, ZeroIsInfiniteWithAHintEach) {
  const Loaded file(motion("'mass':0,'inertiaDiagonal':[0,1,0]"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().motions.at(0).mass, kInfinity);
  EXPECT_EQ(file.scene().motions.at(0).inertia_diagonal, DVec3(kInfinity, 1, kInfinity));
  for (const std::string at : {"/mass", "/inertiaDiagonal/0", "/inertiaDiagonal/2"}) {
    EXPECT_SAID(file, Severity::Hint, codes::kPhysicsZeroIsInfinite, nodeAt(0, "/motion" + at));
  }
  EXPECT_EQ(file.said().items().size(), 3u) << file.all();
}

TEST(Motions, GravityFactorOfAKinematicBodyIsAHint) {
  const std::string place = nodeAt(0, "/motion/gravityFactor");
  EXPECT_SAID(Loaded(motion("'isKinematic':true,'gravityFactor':1")), Severity::Hint, codes::kPhysicsUnusual,
              place);
  EXPECT_TRUE(Loaded(motion("'isKinematic':false,'gravityFactor':2")).said().items().empty());
  EXPECT_TRUE(Loaded(motion("'isKinematic':true")).said().items().empty());
}

TEST(Motions, InstancesOfABodyAreReported) {
  const std::string instancing = "'EXT_mesh_gpu_instancing':{'attributes':{}}";
  const auto node = [&](const std::string& members) {
    return "{'extensions':{'KHR_physics_rigid_bodies':{" + members + "}," + instancing + "}}";
  };
  const std::string place = "/nodes/0/extensions/EXT_mesh_gpu_instancing";
  EXPECT_SAID(Loaded(khrFile("", "", node("'motion':{}"))), Severity::Warning, codes::kPhysicsNotApplied,
              place);
  EXPECT_SAID(Loaded(khrFile(kSphere, "", node("'collider':{'geometry':{'shape':0}}"))), Severity::Warning,
              codes::kPhysicsNotApplied, place);
  EXPECT_TRUE(Loaded(khrFile("", "", "{'extensions':{" + instancing + "}}")).said().items().empty());
}

TEST(Motions, NegativeAndNotFiniteAreErrors) {
  EXPECT_ERROR(Loaded(motion("'mass':-1")), codes::kPhysicsRange, nodeAt(0, "/motion/mass"));
  EXPECT_ERROR(Loaded(motion("'mass':Infinity")), codes::kPhysicsRange, nodeAt(0, "/motion/mass"));
  EXPECT_ERROR(Loaded(motion("'inertiaDiagonal':[1,-1,1]")), codes::kPhysicsRange,
               nodeAt(0, "/motion/inertiaDiagonal/1"));
  EXPECT_ERROR(Loaded(motion("'linearVelocity':[0,NaN,0]")), codes::kPhysicsRange,
               nodeAt(0, "/motion/linearVelocity/1"));
}

TEST(Motions, OrientationIsNormalised) {
  const Loaded file(motion("'inertiaDiagonal':[1,1,1],'inertiaOrientation':[0,0,3,4]"));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsNotUnit, nodeAt(0, "/motion/inertiaOrientation"));
  EXPECT_NEAR(file.scene().motions.at(0).inertia_orientation->z, 0.6, 1e-15);
  EXPECT_NEAR(file.scene().motions.at(0).inertia_orientation->w, 0.8, 1e-15);
  // Rounding to 32 bits is not worth a word.
  const Loaded rounded(motion("'inertiaDiagonal':[1,1,1],'inertiaOrientation':[0,0,0.70710677,0.70710677]"));
  EXPECT_LOADED(rounded);
  EXPECT_TRUE(rounded.said().items().empty()) << rounded.all();
  EXPECT_ERROR(Loaded(motion("'inertiaOrientation':[0,0,0,0]")), codes::kPhysicsRange,
               nodeAt(0, "/motion/inertiaOrientation"));
}

TEST(Motions, MisspellingsOfTheWild) {
  const Loaded file(motion("'inertialDiagonal':[1,2,2],'inertialOrientation':[1,0,0,0]"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().motions.at(0).inertia_diagonal, DVec3(1, 2, 2));
  EXPECT_EQ(file.scene().motions.at(0).inertia_orientation, DQuat(1, 0, 0, 0));
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsMisspelling, nodeAt(0, "/motion/inertialDiagonal"));
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsMisspelling, nodeAt(0, "/motion/inertialOrientation"));
}

TEST(Motions, ImpossibleInertiaIsAHint) {
  const Loaded file(motion("'inertiaDiagonal':[1,1,5]"));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, nodeAt(0, "/motion/inertiaDiagonal"));
}

std::string material(const std::string& members) {
  return khrFile("", "'physicsMaterials':[{" + members + "}]", "{}");
}

TEST(Materials, EveryFieldAndDefaults) {
  const Loaded file(
      khrFile("",
              "'physicsMaterials':[{'staticFriction':0.9,'dynamicFriction':0.8,'restitution':0.7,"
              "'frictionCombine':'multiply','restitutionCombine':'maximum','name':'ice'},{}]",
              "{}"));
  EXPECT_LOADED(file);
  const Material& m = file.scene().materials.at(0);
  EXPECT_EQ(m.static_friction, 0.9);
  EXPECT_EQ(m.dynamic_friction, 0.8);
  EXPECT_EQ(m.restitution, 0.7);
  EXPECT_EQ(m.friction_combine, CombineMode::Multiply);
  EXPECT_EQ(m.restitution_combine, CombineMode::Maximum);
  const Material& d = file.scene().materials.at(1);
  EXPECT_EQ(d.static_friction, 0.6);
  EXPECT_EQ(d.dynamic_friction, 0.6);
  EXPECT_EQ(d.restitution, 0);
  EXPECT_EQ(d.friction_combine, std::nullopt);
  EXPECT_EQ(d.origin.pointer, rootAt("/physicsMaterials/1"));
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Materials, CombineModes) {
  const CombineMode modes[] = {CombineMode::Average, CombineMode::Minimum, CombineMode::Maximum,
                               CombineMode::Multiply};
  const std::string names[] = {"average", "minimum", "maximum", "multiply"};
  const std::string capitals[] = {"AVERAGE", "MINIMUM", "MAXIMUM", "MULTIPLY"};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(Loaded(material("'frictionCombine':'" + names[i] + "'")).scene().materials[0].friction_combine,
              modes[i]);
    const Loaded loud(material("'restitutionCombine':'" + capitals[i] + "'"));
    EXPECT_LOADED(loud);
    EXPECT_EQ(loud.scene().materials[0].restitution_combine, modes[i]);
    EXPECT_SAID(loud, Severity::Warning, codes::kPhysicsMisspelling,
                rootAt("/physicsMaterials/0/restitutionCombine"));
  }
  EXPECT_ERROR(Loaded(material("'frictionCombine':'sum'")), codes::kPhysicsRange,
               rootAt("/physicsMaterials/0/frictionCombine"));
}

TEST(Materials, RangesAndOddities) {
  EXPECT_ERROR(Loaded(material("'staticFriction':-0.1")), codes::kPhysicsRange,
               rootAt("/physicsMaterials/0/staticFriction"));
  const Loaded bouncy(material("'restitution':1.5"));
  EXPECT_LOADED(bouncy);
  EXPECT_SAID(bouncy, Severity::Hint, codes::kPhysicsUnusual, rootAt("/physicsMaterials/0/restitution"));
  const Loaded odd(material("'staticFriction':0.1,'dynamicFriction':0.2"));
  EXPECT_SAID(odd, Severity::Hint, codes::kPhysicsUnusual, rootAt("/physicsMaterials/0/dynamicFriction"));
}

std::string filter(const std::string& members) {
  return khrFile("", "'collisionFilters':[{" + members + "}]", "{}");
}

TEST(Filters, ListsAreReadAsTheyAre) {
  const Loaded file(filter("'collisionSystems':['a','\\u00e4'],'collideWithSystems':['b']"));
  EXPECT_LOADED(file);
  const CollisionFilter& f = file.scene().filters.at(0);
  EXPECT_EQ(f.collision_systems, (std::vector<std::string>{"a", "\xC3\xA4"}));
  EXPECT_EQ(f.collide_with_systems, std::vector<std::string>{"b"});
  EXPECT_FALSE(f.not_collide_with_systems);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Filters, BothListsAreAnError) {
  EXPECT_ERROR(Loaded(filter("'collideWithSystems':['a'],'notCollideWithSystems':['b']")),
               codes::kPhysicsConflict, rootAt("/collisionFilters/0"));
}

TEST(Filters, EmptyAndRepeatedLists) {
  const Loaded none(filter("'collideWithSystems':[]"));
  EXPECT_LOADED(none);
  EXPECT_TRUE(none.scene().filters[0].collide_with_systems);
  EXPECT_SAID(none, Severity::Warning, codes::kPhysicsEmpty,
              rootAt("/collisionFilters/0/collideWithSystems"));
  const Loaded hints(filter("'collisionSystems':['a','b','a'],'notCollideWithSystems':[]"));
  EXPECT_LOADED(hints);
  EXPECT_SAID(hints, Severity::Hint, codes::kPhysicsEmpty,
              rootAt("/collisionFilters/0/notCollideWithSystems"));
  EXPECT_SAID(hints, Severity::Hint, codes::kPhysicsUnusual, rootAt("/collisionFilters/0/collisionSystems"));
}

TEST(Colliders, EveryFieldAndNearestMotion) {
  const Loaded file(
      khrFile(kSphere, "'physicsMaterials':[{},{}],'collisionFilters':[{},{},{}]",
              bodyNode("'motion':{}", ",'children':[1]") + ",{'children':[2,3]}," +
                  bodyNode("'motion':{},'collider':{'geometry':{'shape':0}}") + "," +
                  bodyNode("'collider':{'geometry':{'shape':0},'physicsMaterial':1,'collisionFilter':2}") +
                  "," + bodyNode("'collider':{'geometry':{'shape':0}}")));
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  ASSERT_EQ(scene.colliders.size(), 3u);
  EXPECT_EQ(scene.colliders[0].node, 2);
  EXPECT_EQ(scene.colliders[0].motion, 1);
  EXPECT_EQ(scene.colliders[0].material, -1);
  EXPECT_EQ(scene.colliders[0].filter, -1);
  EXPECT_EQ(scene.colliders[1].motion, 0);
  EXPECT_EQ(scene.colliders[1].material, 1);
  EXPECT_EQ(scene.colliders[1].filter, 2);
  EXPECT_EQ(scene.colliders[2].motion, -1);
  EXPECT_EQ(scene.colliders[2].origin.pointer, nodeAt(4, "/collider"));
  for (const Collider& collider : scene.colliders) EXPECT_EQ(collider.motion, scene.motionOf(collider.node));
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Colliders, BadReferences) {
  const auto at = nodeAt(0, "/collider");
  EXPECT_ERROR(
      Loaded(khrFile(kSphere, "", bodyNode("'collider':{'geometry':{'shape':0},'physicsMaterial':0}"))),
      codes::kPhysicsReference, at + "/physicsMaterial");
  EXPECT_ERROR(
      Loaded(khrFile(kSphere, "", bodyNode("'collider':{'geometry':{'shape':0},'collisionFilter':-1}"))),
      codes::kPhysicsReference, at + "/collisionFilter");
  EXPECT_ERROR(Loaded(khrFile(kSphere, "", bodyNode("'collider':{}"))), codes::kPhysicsMissing,
               at + "/geometry");
}

TEST(Triggers, SingleAndCompound) {
  const Loaded file(khrFile(kSphere, "'collisionFilters':[{}]",
                            bodyNode("'trigger':{'nodes':[2,1]},'motion':{}", ",'children':[1,2]") + "," +
                                bodyNode("'trigger':{'geometry':{'shape':0},'collisionFilter':0}") + "," +
                                bodyNode("'trigger':{'nodes':[3]}", ",'children':[3]") + "," +
                                bodyNode("'trigger':{'geometry':{'shape':0}}")));
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  ASSERT_EQ(scene.triggers.size(), 4u);
  EXPECT_EQ(scene.triggers[0].shape, -1);
  EXPECT_EQ(scene.triggers[0].children, (std::vector<std::int32_t>{2, 1}));
  EXPECT_EQ(scene.triggers[0].motion, 0);
  EXPECT_EQ(scene.triggers[1].shape, 0);
  EXPECT_EQ(scene.triggers[1].filter, 0);
  EXPECT_EQ(scene.triggers[2].children, (std::vector<std::int32_t>{3}));
  EXPECT_EQ(scene.triggers[3].motion, 0);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Triggers, CompoundsNeedDescendantsWithTriggers) {
  const std::string leaf = bodyNode("'trigger':{'geometry':{'shape':0}}");
  const auto compound = [&](const std::string& nodes) {
    return Loaded(khrFile(
        kSphere, "",
        bodyNode("'trigger':{'nodes':" + nodes + "}", ",'children':[1,2]") + "," + leaf + ",{}," + leaf));
  };
  EXPECT_LOADED(compound("[1]"));
  EXPECT_ERROR(compound("[1,2]"), codes::kPhysicsCompound, nodeAt(0, "/trigger/nodes/1"));
  EXPECT_ERROR(compound("[3]"), codes::kPhysicsCompound, nodeAt(0, "/trigger/nodes/0"));
  EXPECT_ERROR(compound("[0]"), codes::kPhysicsCompound, nodeAt(0, "/trigger/nodes/0"));
  EXPECT_ERROR(compound("[]"), codes::kPhysicsRange, nodeAt(0, "/trigger/nodes"));
  EXPECT_ERROR(compound("[9]"), codes::kPhysicsReference, nodeAt(0, "/trigger/nodes/0"));
  const Loaded twice = compound("[1,1]");
  EXPECT_LOADED(twice);
  EXPECT_SAID(twice, Severity::Warning, codes::kPhysicsUnusual, nodeAt(0, "/trigger/nodes/1"));
  EXPECT_EQ(twice.scene().triggers.at(0).children.size(), 1u);
}

TEST(Triggers, EitherShapeOrNodes) {
  EXPECT_ERROR(Loaded(khrFile(kSphere, "", bodyNode("'trigger':{}"))), codes::kPhysicsMissing,
               nodeAt(0, "/trigger/geometry"));
  EXPECT_ERROR(Loaded(khrFile(kSphere, "",
                              bodyNode("'trigger':{'geometry':{'shape':0},'nodes':[1]}", ",'children':[1]") +
                                  "," + bodyNode("'trigger':{'geometry':{'shape':0}}"))),
               codes::kPhysicsConflict, nodeAt(0, "/trigger"));
}

}  // namespace
}  // namespace carom::test
