// OMI_physics_gravity: the world's, and volumes on triggers of every family.
#include <gtest/gtest.h>

#include "physics_file.hpp"

namespace carom::test {
namespace {

const std::string kWorld = "/extensions/OMI_physics_gravity";
const std::string kVolume = "/nodes/0/extensions/OMI_physics_gravity";

std::string gravityFile(const std::string& root, const std::string& nodes) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','KHR_implicit_shapes',"
         "'OMI_physics_body','OMI_physics_shape','OMI_collider','OMI_physics_gravity'],'extensions':{" +
         root + "},'nodes':[" + nodes + "]}";
}
const std::string kShapes =
    "'OMI_physics_shape':{'shapes':[{'type':'sphere','sphere':{'radius':9}},{'type':'box'}]}";
/// The world's gravity with these members.
Loaded world(const std::string& members) {
  return Loaded(gravityFile("'OMI_physics_gravity':{" + members + "}", "{}"));
}
/// A volume on a trigger of OMI.
Loaded volume(const std::string& members) {
  return Loaded(gravityFile(
      kShapes,
      "{'extensions':{'OMI_physics_body':{'trigger':{'shape':0}},'OMI_physics_gravity':{" + members + "}}}"));
}
GravityVolume only(const Loaded& file) {
  EXPECT_TRUE(file.ok()) << file.all();
  EXPECT_TRUE(file.ok() && file.scene().gravity_volumes.size() == 1u);
  return file.ok() ? file.scene().gravity_volumes.at(0) : GravityVolume();
}

TEST(WorldGravity, IsRead) {
  const Loaded plain = world("'gravity':1.62");
  EXPECT_LOADED(plain);
  EXPECT_EQ(plain.scene().gravity->gravity, 1.62);
  EXPECT_EQ(plain.scene().gravity->direction, DVec3(0, -1, 0));
  EXPECT_EQ(plain.scene().gravity->origin.pointer, kWorld);
  EXPECT_EQ(plain.scene().dialects, std::vector<std::string>{"gravity"});
  EXPECT_TRUE(plain.said().items().empty()) << plain.all();
  const Loaded sideways = world("'gravity':-2,'direction':[0.6,0,0.8]");
  EXPECT_EQ(sideways.scene().gravity->gravity, -2);
  EXPECT_NEAR(length(sideways.scene().gravity->direction - DVec3(0.6, 0, 0.8)), 0, 1e-12);
  EXPECT_FALSE(Loaded(gravityFile(kShapes, "{}")).scene().gravity);
}

TEST(WorldGravity, BadValues) {
  EXPECT_ERROR(world(""), codes::kPhysicsMissing, kWorld + "/gravity");
  for (const std::string wrong : {"Infinity", "NaN", "1e300"})
    EXPECT_ERROR(world("'gravity':" + wrong), codes::kPhysicsRange, kWorld + "/gravity");
  const Loaded longer = world("'gravity':9,'direction':[0,-3e30,4e30]");
  EXPECT_LOADED(longer);
  EXPECT_SAID(longer, Severity::Warning, codes::kPhysicsNotUnit, kWorld + "/direction");
  EXPECT_NEAR(length(longer.scene().gravity->direction - DVec3(0, -0.6, 0.8)), 0, 1e-12);
  EXPECT_EQ(longer.scene().gravity->gravity, 9);
  const Loaded zero = world("'gravity':9,'direction':[0,0,0]");
  EXPECT_LOADED(zero);
  EXPECT_SAID(zero, Severity::Warning, codes::kPhysicsNoEffect, kWorld + "/direction");
  EXPECT_EQ(zero.scene().gravity->gravity, 0);
  EXPECT_EQ(zero.scene().gravity->direction, DVec3(0, -1, 0));
}

TEST(GravityVolumes, EveryFieldOfEveryType) {
  const GravityVolume directional = only(volume(
      "'type':'directional','gravity':5,'priority':-7,'replace':true,'stop':true,'directional':{'direction':"
      "[1,0,0]}"));
  EXPECT_EQ(directional.kind, GravityKind::Directional);
  EXPECT_EQ(directional.node, 0);
  EXPECT_EQ(directional.trigger, 0);
  EXPECT_EQ(directional.gravity, 5);
  EXPECT_EQ(directional.priority, -7);
  EXPECT_TRUE(directional.replace && directional.stop);
  EXPECT_EQ(directional.direction, DVec3(1, 0, 0));
  EXPECT_EQ(directional.origin.pointer, kVolume);
  const GravityVolume point = only(volume("'type':'point','gravity':-5,'point':{'unitDistance':2}"));
  EXPECT_EQ(point.kind, GravityKind::Point);
  EXPECT_EQ(point.gravity, -5);
  EXPECT_EQ(point.unit_distance, 2);
  const GravityVolume disc = only(volume("'type':'disc','gravity':0,'disc':{'radius':3,'unitDistance':1}"));
  EXPECT_EQ(disc.kind, GravityKind::Disc);
  EXPECT_EQ(disc.radius, 3);
  EXPECT_EQ(disc.unit_distance, 1);
  const GravityVolume torus = only(volume("'type':'torus','gravity':0,'torus':{'radius':4}"));
  EXPECT_EQ(torus.kind, GravityKind::Torus);
  EXPECT_EQ(torus.radius, 4);
  const GravityVolume line =
      only(volume("'type':'line','gravity':1,'line':{'points':[0,0,0,1,2,3,4,5,6],'unitDistance':1}"));
  EXPECT_EQ(line.kind, GravityKind::Line);
  EXPECT_EQ(line.points, (std::vector<DVec3>{{0, 0, 0}, {1, 2, 3}, {4, 5, 6}}));
  const Loaded towards = volume("'type':'shaped','gravity':1,'shaped':{'shape':1,'unitDistance':0.5}");
  const GravityVolume shaped = only(towards);
  EXPECT_EQ(shaped.kind, GravityKind::Shaped);
  EXPECT_EQ(towards.scene().shapes.at(static_cast<std::size_t>(shaped.shape)).kind, ShapeKind::Box);
  EXPECT_TRUE(towards.said().items().empty()) << towards.all();
  EXPECT_EQ(towards.scene().dialects, (std::vector<std::string>{"omi", "gravity"}));
}

TEST(GravityVolumes, WithoutDetailsHaveTheirDefaults) {
  for (const std::string type : {"directional", "point", "disc", "torus"}) {
    const Loaded file = volume("'type':'" + type + "','gravity':1");
    const GravityVolume volume = only(file);
    EXPECT_TRUE(file.said().items().empty()) << file.all();
    EXPECT_EQ(volume.direction, DVec3(0, -1, 0));
    EXPECT_EQ(volume.unit_distance, 0);
    EXPECT_EQ(volume.radius, 1);
    EXPECT_EQ(volume.priority, 0);
    EXPECT_FALSE(volume.replace || volume.stop);
  }
}

TEST(GravityVolumes, TowardsNothingDoNothing) {
  for (const std::string members :
       {"'type':'line','gravity':1", "'type':'line','gravity':1,'line':{'points':[]}",
        "'type':'shaped','gravity':1", "'type':'shaped','gravity':1,'shaped':{'shape':-1}"}) {
    const Loaded file = volume(members);
    EXPECT_LOADED(file);
    EXPECT_SAID(file, Severity::Warning, codes::kPhysicsNoEffect, kVolume);
    EXPECT_TRUE(only(file).points.empty());
    EXPECT_EQ(only(file).shape, -1);
  }
  const Loaded zero =
      volume("'type':'directional','gravity':5,'replace':true,'directional':{'direction':[0,0,1e-40]}");
  EXPECT_SAID(zero, Severity::Warning, codes::kPhysicsNoEffect, kVolume + "/directional/direction");
  EXPECT_EQ(only(zero).gravity, 0);
  EXPECT_TRUE(only(zero).replace);
}

TEST(GravityVolumes, BadValues) {
  EXPECT_ERROR(volume("'gravity':1"), codes::kPhysicsMissing, kVolume + "/type");
  EXPECT_ERROR(volume("'type':'point'"), codes::kPhysicsMissing, kVolume + "/gravity");
  EXPECT_ERROR(volume("'type':'square','gravity':1"), codes::kPhysicsRange, kVolume + "/type");
  EXPECT_ERROR(volume("'type':'point','gravity':1e39"), codes::kPhysicsRange, kVolume + "/gravity");
  EXPECT_ERROR(volume("'type':'point','gravity':1,'point':{'unitDistance':-1}"), codes::kPhysicsRange,
               kVolume + "/point/unitDistance");
  EXPECT_ERROR(volume("'type':'torus','gravity':1,'torus':{'radius':-1}"), codes::kPhysicsRange,
               kVolume + "/torus/radius");
  EXPECT_ERROR(volume("'type':'shaped','gravity':1,'shaped':{'shape':2}"), codes::kPhysicsReference,
               kVolume + "/shaped/shape");
  for (const std::string points : {"[0,0,0]", "[0,0,0,1]", "[0,0,0,1,1,1,1]"})
    EXPECT_ERROR(volume("'type':'line','gravity':1,'line':{'points':" + points + "}"), codes::kPhysicsRange,
                 kVolume + "/line/points");
  EXPECT_ERROR(volume("'type':'line','gravity':1,'line':{'points':[0,0,0,1,'x',1]}"), codes::kPhysicsType,
               kVolume + "/line/points/4");
  EXPECT_SAID(volume("'type':'directional','gravity':1,'directional':{'direction':[0,-2,0]}"),
              Severity::Warning, codes::kPhysicsNotUnit, kVolume + "/directional/direction");
}

TEST(GravityVolumes, PrioritiesAreIntegers) {
  const Loaded file = volume("'type':'point','gravity':1,'priority':2.6");
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsUnusual, kVolume + "/priority");
  EXPECT_EQ(only(file).priority, 3);
  EXPECT_EQ(only(volume("'type':'point','gravity':1,'priority':-9007199254740992")).priority,
            -9007199254740992);
  EXPECT_TRUE(volume("'type':'point','gravity':1,'priority':5.0").said().items().empty());
  EXPECT_ERROR(volume("'type':'point','gravity':1,'priority':1e30"), codes::kPhysicsRange,
               kVolume + "/priority");
}

TEST(GravityVolumes, DetailsOfOtherTypesAreReported) {
  const Loaded file =
      volume("'type':'point','gravity':1,'disc':{'radius':-1},'point':{'direction':[1,0,0]},'radius':1");
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsNoEffect, kVolume + "/disc");
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsUnknownMember, kVolume + "/point/direction");
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsUnknownMember, kVolume + "/radius");
}

const std::string kPoint = "'OMI_physics_gravity':{'type':'point','gravity':1}";

TEST(GravityVolumes, MustBeOnATrigger) {
  const Loaded file(gravityFile(kShapes, "{'extensions':{" + kPoint + "}}"));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsNoEffect, kVolume);
  EXPECT_EQ(only(file).trigger, -1);
  for (const std::string more : {"'motion':{'type':'dynamic'}", "'collider':{'shape':0}"}) {
    const Loaded both(gravityFile(
        kShapes, "{'extensions':{'OMI_physics_body':{'trigger':{'shape':0}," + more + "}," + kPoint + "}}"));
    EXPECT_LOADED(both);
    EXPECT_SAID(both, Severity::Warning, codes::kPhysicsUnusual, kVolume);
    EXPECT_EQ(only(both).trigger, 0);
  }
}

TEST(GravityVolumes, OfCompounds) {
  const auto file = [](const std::string& on_whole, const std::string& on_part) {
    return Loaded(gravityFile(
        kShapes, "{'children':[1],'extensions':{'OMI_physics_body':{'trigger':{'nodes':[1]}}" + on_whole +
                     "}},{'extensions':{'OMI_physics_body':{'trigger':{'shape':0}}" + on_part + "}}"));
  };
  const Loaded whole = file("," + kPoint, "");
  EXPECT_TRUE(whole.said().items().empty()) << whole.all();
  EXPECT_EQ(whole.scene().triggers.at(static_cast<std::size_t>(only(whole).trigger)).node, 0);
  const Loaded part = file("", "," + kPoint);
  EXPECT_SAID(part, Severity::Warning, codes::kPhysicsUnusual, "/nodes/1/extensions/OMI_physics_gravity");
  EXPECT_EQ(part.scene().triggers.at(static_cast<std::size_t>(only(part).trigger)).node, 1);
}

TEST(GravityVolumes, OnTriggersOfEveryFamily) {
  const auto expectTrigger = [](const Loaded& file, std::int32_t node) {
    const GravityVolume volume = only(file);
    EXPECT_TRUE(file.said().items().empty()) << file.all();
    EXPECT_EQ(file.scene().triggers.at(static_cast<std::size_t>(volume.trigger)).node, node);
  };
  expectTrigger(
      Loaded(gravityFile(
          "'KHR_implicit_shapes':{'shapes':[{'type':'box'}]}",
          "{'extensions':{'KHR_physics_rigid_bodies':{'trigger':{'geometry':{'shape':0}}}," + kPoint + "}}")),
      0);
  expectTrigger(
      Loaded(gravityFile(kShapes, "{'children':[1],'extensions':{'OMI_physics_body':{'type':'trigger'}," +
                                      kPoint + "}},{'extensions':{'OMI_physics_shape':{'shape':0}}}")),
      0);
  expectTrigger(Loaded(gravityFile("'OMI_collider':{'colliders':[{'type':'box','isTrigger':true}]}",
                                   "{'extensions':{'OMI_collider':{'collider':0}," + kPoint + "}}")),
                0);
}

TEST(GravityVolumes, ExtensionDataOfAnyShapeNeverCrashes) {
  const std::string values[] = {"null", "true", "1",    "-1",   "1e300", "'x'",
                                "[]",   "{}",   "[[]]", "[{}]", "[null]"};
  const std::string types[] = {"directional", "point", "disc", "torus", "line", "shaped"};
  int loaded = 0;
  for (const std::string& value : values) {
    for (const std::string& inner : values) {
      for (const std::string& type : types) {
        const Loaded file(gravityFile(
            kShapes + ",'OMI_physics_gravity':{'gravity':1}",
            "{'extensions':{'OMI_physics_body':{'trigger':{'shape':0}},'OMI_physics_gravity':{'type':'" +
                type + "','gravity':1,'" + type + "':{'direction':" + value + ",'points':" + value +
                ",'shape':" + value + ",'radius':" + value + ",'unitDistance':" + inner +
                "},'priority':" + inner + "}}}"));
        loaded += file.ok();
        const Loaded root(gravityFile(
            kShapes + ",'OMI_physics_gravity':{'gravity':" + value + ",'direction':" + inner + "}",
            "{'extensions':{'OMI_physics_gravity':" + value + "}}"));
        EXPECT_FALSE(root.ok());
      }
    }
  }
  EXPECT_GT(loaded, 0);  // Whatever a type does not have is only hinted at.
}

}  // namespace
}  // namespace carom::test
