// Pointers of animations and behaviour graphs at physics, in files of every family: they name the same values
// in the output, and those that have no place there are losses.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "carom/world/world.hpp"
#include "conversion.hpp"
#include "gltf/asset.hpp"
#include "temporary_folder.hpp"

namespace carom::test {
namespace {

/// Two keys of numbers, and the behaviour nodes and animations of pointers.
std::string channels(const std::vector<std::string>& pointers) {
  std::string text;
  for (const std::string& pointer : pointers) {
    text += (text.empty() ? "" : ",") +
            ("{'sampler':0,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'" +
             pointer + "'}}}}");
  }
  return "'animations':[{'samplers':[{'input':0,'output':0}],'channels':[" + text +
         "]}],'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR','min':[0],'max':[1]"
         "}],"
         "'bufferViews':[{'buffer':0,'byteLength':8}],"
         "'buffers':[{'byteLength':8,'uri':'data:application/octet-stream;base64,AAAAAAAAgD8='}]";
}

std::string fileOf(const std::string& extensions, const std::string& nodes, const std::string& rest) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_animation_pointer'],'extensions':{" + extensions +
         "},'nodes':[" + nodes + "]" + (rest.empty() ? "" : "," + rest) + "}";
}

struct Moved {
  std::string from;
  std::string to;  ///< "": no place.
};

/// The targets of a file's channels, by their order.
std::vector<std::string> targetsOf(const Scene& scene) {
  std::vector<std::string> targets;
  const json::Value list = scene.asset->document().resolve("/animations/0/channels");
  for (std::size_t i = 0; i < list.size(); ++i)
    targets.emplace_back(list[i].find("target").find("extensions")[0].find("pointer").string());
  return targets;
}

void expectMoved(const std::string& extensions, const std::string& nodes, const std::string& target,
                 const std::vector<Moved>& pointers) {
  SCOPED_TRACE(target);
  const TemporaryFolder folder;
  std::vector<std::string> sources;
  for (const Moved& one : pointers) sources.push_back(one.from);
  const Scene scene = loaded(fileOf(extensions, nodes, channels(sources)), folder);
  const Converted converted(scene, target, folder / "out.gltf");
  ASSERT_TRUE(converted.ok());
  const std::vector<std::string> targets = targetsOf(converted.loaded);
  ASSERT_EQ(targets.size(), pointers.size());
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    const std::string& to = pointers[i].to;
    EXPECT_EQ(targets[i], to.empty() ? pointers[i].from : to);
    const std::string place =
        "/animations/0/channels/" + std::to_string(i) + "/target/extensions/KHR_animation_pointer/pointer";
    const bool lost = std::any_of(converted.summary.losses.begin(), converted.summary.losses.end(),
                                  [&](const ConversionLoss& loss) {
                                    return loss.rule == "pointer-into-physics" && loss.pointer == place;
                                  });
    EXPECT_EQ(lost, to.empty()) << pointers[i].from;
  }
}

const std::string kKhr = "/extensions/KHR_physics_rigid_bodies";
const std::string kOmi = "/extensions/OMI_physics_body";

const std::string kKhrRoot =
    "'KHR_implicit_shapes':{'shapes':[{'type':'plane','plane':{'sizeX':4,'sizeZ':4}},{'type':'sphere','"
    "sphere':{"
    "'radius':0.5}},"
    "{'type':'capsule','capsule':{'height':1,'radiusTop':0.25,'radiusBottom':0.25}}]},"
    "'KHR_physics_rigid_bodies':{'physicsMaterials':[{'restitution':0.5}],'physicsJoints':[{'limits':[{"
    "'linearAxes':[0,1,2],'min':0,'max':0}]},"
    "{'limits':[{'angularAxes':[2],'min':-1,'max':1}],'drives':[{'type':'angular','mode':'force','axis':2,"
    "'velocityTarget':1,'damping':1}]}]}";
const std::string kKhrNodes =
    "{'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':2},'collider':{'geometry':{'shape':1},"
    "'physicsMaterial':0}}}},"
    "{'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':0}}}}},"
    "{'extensions':{'KHR_physics_rigid_bodies':{'joint':{'connectedNode':1,'joint':1}}},'translation':[2,0,0]"
    ","
    "'children':[3]},"
    "{'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':1},'collider':{'geometry':{'shape':2}}}}}";

TEST(ConvertedPointers, FromTheCurrentKhr) {
  expectMoved(
      kKhrRoot, kKhrNodes, "omi",
      {{"/nodes/0" + kKhr + "/motion/mass", "/nodes/0" + kOmi + "/motion/mass"},
       {"/nodes/0" + kKhr + "/motion/linearVelocity", "/nodes/0" + kOmi + "/motion/linearVelocity"},
       {"/nodes/0" + kKhr + "/motion/isKinematic", ""},
       {kKhr + "/physicsMaterials/0/restitution", kOmi + "/physicsMaterials/0/restitution"},
       {kKhr + "/physicsJoints/1/limits/0/max", "/extensions/OMI_physics_joint/physicsJoints/1/limits/0/max"},
       {kKhr + "/physicsJoints/1/drives/0/velocityTarget",
        "/extensions/OMI_physics_joint/physicsJoints/1/drives/0/velocityTarget"},
       {kKhr + "/physicsJoints/1/drives/1/velocityTarget", ""},
       {"/nodes/2" + kKhr + "/joint/enableCollision",
        "/nodes/2/extensions/OMI_physics_joint/enableCollision"},
       // The plane is gone, so the shapes behind it move up.
       {"/extensions/KHR_implicit_shapes/shapes/1/sphere/radius",
        "/extensions/OMI_physics_shape/shapes/0/sphere/radius"},
       {"/extensions/KHR_implicit_shapes/shapes/2/capsule/height",
        "/extensions/OMI_physics_shape/shapes/1/capsule/height"},
       {"/extensions/KHR_implicit_shapes/shapes/0/plane/sizeX", ""},
       {kKhr + "/physicsMaterials.length", kOmi + "/physicsMaterials.length"},
       {"/extensions/KHR_implicit_shapes/shapes.length", ""},
       {"/nodes/0/translation", "/nodes/0/translation"}});
  expectMoved(
      kKhrRoot, kKhrNodes, "khr",
      {{"/nodes/0" + kKhr + "/motion/mass", "/nodes/0" + kKhr + "/motion/mass"},
       {"/extensions/KHR_implicit_shapes/shapes.length", "/extensions/KHR_implicit_shapes/shapes.length"}});
  expectMoved(kKhrRoot, kKhrNodes, "khr-2025",
              {{"/extensions/KHR_implicit_shapes/shapes/1/sphere/radius",
                "/extensions/KHR_implicit_shapes/shapes/0/sphere/radius"},
               {"/extensions/KHR_implicit_shapes/shapes/0/plane/sizeX", ""}});
  expectMoved(kKhrRoot, kKhrNodes, "khr-2024",
              {{"/nodes/0" + kKhr + "/motion/mass", "/nodes/0" + kKhr + "/motion/mass"},
               {"/extensions/KHR_implicit_shapes/shapes/1/sphere/radius",
                "/extensions/KHR_collision_shapes/shapes/0/sphere/radius"}});
}

// Documents 001 and 004: bodies with a type, constraints of one list, one radius.
TEST(ConvertedPointers, ToBodiesWithATypeAndConstraints) {
  expectMoved(
      kKhrRoot, kKhrNodes, "omi-2023-body",
      {{"/nodes/0" + kKhr + "/motion/mass", "/nodes/0" + kOmi + "/mass"},
       {"/nodes/0" + kKhr + "/motion/gravityFactor", ""},
       {kKhr + "/physicsMaterials/0/restitution", ""},
       {kKhr + "/physicsJoints/1/limits/0/max", "/extensions/OMI_physics_joint/constraints/0/upperLimit"},
       {kKhr + "/physicsJoints/0/limits/0/max", ""},
       {kKhr + "/physicsJoints/1/drives/0/velocityTarget", ""},
       {"/extensions/KHR_implicit_shapes/shapes/2/capsule/height", ""},
       {"/extensions/KHR_implicit_shapes/shapes/2/capsule/radiusTop", ""}});
  expectMoved(kKhrRoot, kKhrNodes, "omi-collider",
              {{"/extensions/KHR_implicit_shapes/shapes/1/sphere/radius",
                "/extensions/OMI_collider/colliders/0/radius"}});
}

const std::string kOmiRoot =
    "'OMI_physics_shape':{'shapes':[{'type':'capsule','capsule':{'radius':0.5,'height':2}},{'type':'box','"
    "box':{"
    "'size':[1,1,1]}}]},"
    "'OMI_physics_body':{'physicsMaterials':[{},{'dynamicFriction':1}]},"
    "'OMI_physics_joint':{'physicsJoints':[{'limits':[{'linearAxes':[0],'angularAxes':[1],'min':-1,'max':1}]}"
    "]}";
const std::string kOmiNodes =
    "{'extensions':{'OMI_physics_body':{'motion':{'type':'dynamic'},'collider':{'shape':0,'physicsMaterial':"
    "1}}}},"
    "{'extensions':{'OMI_physics_body':{'motion':{'type':'dynamic'},'collider':{'shape':1}}},'scale':[2,2,2]}"
    ","
    "{'extensions':{'OMI_physics_joint':{'connectedNode':1,'joint':0}}}";

TEST(ConvertedPointers, FromOmi) {
  expectMoved(kOmiRoot, kOmiNodes, "khr",
              {{"/nodes/1" + kOmi + "/motion/angularVelocity", "/nodes/1" + kKhr + "/motion/angularVelocity"},
               {"/nodes/0" + kOmi + "/motion/centerOfMass", "/nodes/0" + kKhr + "/motion/centerOfMass"},
               // Document 003's centre of mass takes the node's scale, OMI's does not.
               {"/nodes/1" + kOmi + "/motion/centerOfMass", ""},
               {kOmi + "/physicsMaterials/1/dynamicFriction", kKhr + "/physicsMaterials/1/dynamicFriction"},
               {"/extensions/OMI_physics_shape/shapes/1/box/size",
                "/extensions/KHR_implicit_shapes/shapes/1/box/size"},
               {"/extensions/OMI_physics_shape/shapes/0/capsule/height", ""}});
}

// One value of OMI that is two of Khronos: one radius, one limit of axes of both kinds.
TEST(ConvertedPointers, AnimationsOfAValueThatIsAtTwoPlacesGetTwoChannels) {
  const TemporaryFolder folder;
  const Scene scene = loaded(fileOf(kOmiRoot, kOmiNodes,
                                    channels({"/extensions/OMI_physics_shape/shapes/0/capsule/radius",
                                              "/extensions/OMI_physics_joint/physicsJoints/0/limits/0/min"})),
                             folder);
  const Converted converted(scene, "khr", folder / "out.gltf");
  ASSERT_TRUE(converted.ok());
  const std::string shape = "/extensions/KHR_implicit_shapes/shapes/0/capsule/";
  EXPECT_EQ(targetsOf(converted.loaded),
            (std::vector<std::string>{shape + "radiusBottom", kKhr + "/physicsJoints/0/limits/0/min",
                                      shape + "radiusTop", kKhr + "/physicsJoints/0/limits/1/min"}));
  EXPECT_FALSE(converted.hasLoss(LossKind::Dropped, "pointer-into-physics"));
}

TEST(ConvertedPointers, FromDocuments001And004) {
  const std::string root =
      "'OMI_physics_shape':{'shapes':[{'type':'sphere','sphere':{'radius':0.5}}]},"
      "'OMI_physics_joint':{'constraints':[{'linearAxes':[0,1,2]},{'angularAxes':[1],'lowerLimit':-1,"
      "'upperLimit':1}]}";
  const std::string nodes =
      "{'extensions':{'OMI_physics_body':{'type':'rigid','mass':2}},'children':[2]},"
      "{'extensions':{'OMI_physics_body':{'type':'static'}}},"
      "{'extensions':{'OMI_physics_shape':{'shape':0}}},"
      "{'extensions':{'OMI_physics_joint':{'nodeA':0,'nodeB':1,'constraints':[0,1]}}}";
  expectMoved(
      root, nodes, "khr",
      {{"/nodes/0" + kOmi + "/mass", "/nodes/0" + kKhr + "/motion/mass"},
       {"/nodes/1" + kOmi + "/mass", ""},
       {"/nodes/0" + kOmi + "/inertiaTensor", ""},
       {"/extensions/OMI_physics_joint/constraints/1/upperLimit", kKhr + "/physicsJoints/0/limits/1/max"}});
  expectMoved(root, nodes, "omi",
              {{"/nodes/0" + kOmi + "/mass", "/nodes/0" + kOmi + "/motion/mass"},
               {"/extensions/OMI_physics_joint/constraints/1/lowerLimit",
                "/extensions/OMI_physics_joint/physicsJoints/0/limits/1/min"}});
}

TEST(ConvertedPointers, FromDocument002AndFlatShapes) {
  const std::string nodes = "{'extensions':{'OMI_collider':{'collider':0}}}";
  expectMoved("'OMI_collider':{'colliders':[{'type':'sphere','radius':1}]}", nodes, "khr",
              {{"/extensions/OMI_collider/colliders/0/radius",
                "/extensions/KHR_implicit_shapes/shapes/0/sphere/radius"}});
  expectMoved("'OMI_collider':{'colliders':[{'type':'sphere','radius':1}]}", nodes, "omi-2023-body",
              {{"/extensions/OMI_collider/colliders/0/radius",
                "/extensions/OMI_physics_shape/shapes/0/sphere/radius"}});
}

TEST(ConvertedPointers, FromTheDraftsOf2022And2023) {
  for (const std::string name : {"KHR_rigid_bodies", "MSFT_rigid_bodies"}) {
    const bool msft = name == "MSFT_rigid_bodies";
    const std::string at = "/extensions/" + name;
    expectMoved(
        std::string(msft ? "'MSFT_collision_primitives':{'colliders'" : "'KHR_collision_shapes':{'shapes'") +
            ":[{'type':'sphere','sphere':{'radius':1}}]},'" + name +
            "':{'physicsJointLimits':[{'limits':[{'linearAxes':[0],'min':0,'max':1,'springConstant':3}]}]}",
        "{'extensions':{'" + name + "':{'motion':{'mass':1}}}},{'extensions':{'" + name +
            "':{'joint':{'connectedNode':0,'jointLimits':0}}}}",
        "khr",
        {{"/nodes/0" + at + "/motion/mass", "/nodes/0" + kKhr + "/motion/mass"},
         {at + "/physicsJointLimits/0/limits/0/springConstant", kKhr + "/physicsJoints/0/limits/0/stiffness"},
         {msft ? "/extensions/MSFT_collision_primitives/colliders/0/sphere/radius"
               : "/extensions/KHR_collision_shapes/shapes/0/sphere/radius",
          "/extensions/KHR_implicit_shapes/shapes/0/sphere/radius"}});
  }
}

TEST(ConvertedPointers, FromTheCoreShapesOf21) {
  const TemporaryFolder folder;
  const Scene scene = loaded(
      "{'asset':{'version':'2.1'},'extensionsUsed':['KHR_animation_pointer','KHR_physics_rigid_bodies'],"
      "'shapes':[{'type':'box','box':{'size':[1,2,3]}}],'nodes':[{'extensions':{'KHR_physics_rigid_bodies':{"
      "'collider':{'geometry':{'shape':0}}}}}]," +
          channels({"/shapes/0/box/size"}) + "}",
      folder);
  const Converted converted(scene, "omi", folder / "out.gltf");
  ASSERT_TRUE(converted.ok());
  EXPECT_EQ(targetsOf(converted.loaded),
            std::vector<std::string>{"/extensions/OMI_physics_shape/shapes/0/box/size"});
}

TEST(ConvertedPointers, WheelsHaveTheNamesOfTheirRevision) {
  const std::string at = "/extensions/OMI_vehicle_wheel/wheels/0/";
  const std::string node =
      "{'extensions':{'OMI_physics_body':{'motion':{'type':'dynamic'}},'OMI_vehicle_body':{}},'children':[1]}"
      ","
      "{'extensions':{'OMI_vehicle_wheel':{'wheel':0}}}";
  expectMoved(
      "'OMI_vehicle_wheel':{'wheels':[{'maxForce':3}]}", node, "khr",
      {{at + "maxForce", at + "maxPropulsionForce"},
       {at + "currentSteeringRatio", at + "targetSteeringRatio"},
       {"/nodes/0/extensions/OMI_vehicle_body/maxSpeed", "/nodes/0/extensions/OMI_vehicle_body/maxSpeed"}});
  expectMoved("'OMI_vehicle_wheel':{'wheels':[{'maxPropulsionForce':3}]}", node, "khr-2024",
              {{at + "targetPropulsionForceRatio", at + "currentForceRatio"}, {at + "brakingForce", ""}});
}

TEST(ConvertedPointers, LimitsThatBecomeOthersAreLosses) {
  const std::string limits =
      "'KHR_physics_rigid_bodies':{'physicsJoints':[{'limits':[{'linearAxes':[0,1],'max':1},{'angularAxes':["
      "0],"
      "'min':-2,'max':1},{'angularAxes':[0],'min':-1,'max':2}]}]}";
  const std::string at = kKhr + "/physicsJoints/0/limits/";
  expectMoved(
      limits,
      "{'extensions':{'KHR_physics_rigid_bodies':{'motion':{}}}},{'extensions':{'KHR_physics_rigid_bodies':{"
      "'joint':{'connectedNode':0,'joint':0}}}}",
      "omi-2023-body", {{at + "0/max", ""}, {at + "1/min", ""}, {at + "2/max", ""}});
}

std::string graphOf(const std::string& nodes) {
  return ",'KHR_interactivity':{'graphs':[{'types':[{'signature':'int'},{'signature':'float'}],'declarations'"
         ":[{"
         "'op':'pointer/get'},{'op':'event/"
         "rigid_body_triggerEntered','extension':'KHR_physics_rigid_bodies','outputValueSockets':{}}],'nodes'"
         ":[" +
         nodes + "]}]}";
}

json::Value at(const Converted& converted, const std::string& pointer) {
  return converted.loaded.asset->document().resolve(pointer);
}
const std::string kNodes = "/extensions/KHR_interactivity/graphs/0/nodes/";

TEST(ConvertedPointers, TemplatesStayWhereIndicesStay) {
  const TemporaryFolder folder;
  const std::string get =
      "{'declaration':0,'configuration':{'pointer':{'value':['/nodes/{body}" + kKhr +
      "/motion/mass']},'type':{'value':[1]}},'values':{'body':{'node':1,'socket':'value'}}}";
  const Scene scene = loaded(fileOf(kKhrRoot + graphOf(get + "," + get), kKhrNodes, ""), folder);
  const Converted converted(scene, "omi", folder / "out.gltf");
  ASSERT_TRUE(converted.ok());
  EXPECT_EQ(at(converted, kNodes + "0/configuration/pointer/value/0").string(),
            "/nodes/{body}" + kOmi + "/motion/mass");
  EXPECT_FALSE(converted.hasLoss(LossKind::Dropped, "pointer-into-physics"));
}

// The shape behind the plane moves up: a template cannot say so, numbers can.
TEST(ConvertedPointers, TemplatesAreSpeltOutWhereIndicesMove) {
  const TemporaryFolder folder;
  const auto get = [](const std::string& input) {
    return "{'declaration':0,'configuration':{'pointer':{'value':['/extensions/KHR_implicit_shapes/shapes/"
           "{s}/sphere/"
           "radius']}},'values':{'s':" +
           input + "}}";
  };
  const Scene scene = loaded(
      fileOf(kKhrRoot + graphOf(get("{'type':0,'value':[1]}") + "," + get("{'node':0,'socket':'value'}")),
             kKhrNodes, ""),
      folder);
  const Converted converted(scene, "omi", folder / "out.gltf");
  ASSERT_TRUE(converted.ok());
  EXPECT_EQ(at(converted, kNodes + "0/configuration/pointer/value/0").string(),
            "/extensions/OMI_physics_shape/shapes/0/sphere/radius");
  EXPECT_FALSE(at(converted, kNodes + "0/values"));
  // What comes from another node is known only when the graph runs.
  EXPECT_EQ(at(converted, kNodes + "1/configuration/pointer/value/0").string(),
            "/extensions/KHR_implicit_shapes/shapes/{s}/sphere/radius");
  ASSERT_TRUE(converted.hasLoss(LossKind::Dropped, "pointer-into-physics"));
  EXPECT_TRUE(converted.hasLoss(LossKind::Dropped, "operation-of-physics"));
}

TEST(ConvertedPointers, EventsFollowTheirTrigger) {
  const TemporaryFolder folder;
  // A body and a trigger on one node: document 004 has one type for a node, so the trigger gets its own.
  const std::string nodes =
      "{'extensions':{'KHR_physics_rigid_bodies':{'motion':{},'trigger':{'geometry':{'shape':1}}}}}";
  const Scene scene = loaded(
      fileOf(kKhrRoot + graphOf("{'declaration':1,'configuration':{'nodeIndex':{'value':[0]}}}"), nodes, ""),
      folder);
  const Converted converted(scene, "omi-2023-body", folder / "out.gltf");
  ASSERT_TRUE(converted.ok());
  ASSERT_EQ(converted.loaded.triggers.size(), 1u);
  EXPECT_EQ(at(converted, kNodes + "0/configuration/nodeIndex/value/0").text(),
            std::to_string(converted.loaded.triggers[0].node));
  EXPECT_NE(converted.loaded.triggers[0].node, 0);
}

// The whole way: a motor that an animation drives does the same in OMI's spelling.
TEST(ConvertedPointers, AnAnimatedMotorRunsAlike) {
  const TemporaryFolder folder;
  const Scene scene = loaded(
      fileOf(kKhrRoot, kKhrNodes, channels({kKhr + "/physicsJoints/1/drives/0/velocityTarget"})), folder);
  const Converted converted(scene, "omi", folder / "out.gltf");
  ASSERT_TRUE(converted.ok());
  World before(scene), after(converted.loaded);
  for (int i = 0; i < 90; ++i) {
    before.step();
    after.step();
  }
  const Value driven = *before.get(kKhr + "/physicsJoints/1/drives/0/velocityTarget");
  EXPECT_EQ(*after.get("/extensions/OMI_physics_joint/physicsJoints/1/drives/0/velocityTarget"), driven);
  EXPECT_EQ(driven.numbers[0], 1);
}

}  // namespace
}  // namespace carom::test
