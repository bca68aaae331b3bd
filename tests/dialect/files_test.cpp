// Whole files: dialects, nodes outside the scene, animations, older families, hostile input, the shared
// assets.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "physics_file.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

TEST(Files, WithoutPhysicsAreEmptyScenes) {
  const Loaded file("{'asset':{'version':'2.0'},'nodes':[{'name':'a','translation':[1,2,3]}]}");
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().nodes.at(0).name, "a");
  EXPECT_EQ(file.scene().nodes.at(0).translation, DVec3(1, 2, 3));
  EXPECT_TRUE(file.scene().dialects.empty());
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Files, WithoutRootObjectAreLegal) {
  const Loaded file("{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies'],'nodes':[" +
                    bodyNode("'motion':{}") + "]}");
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().motions.size(), 1u);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Files, UnlistedExtensionsAreReadWithAWarning) {
  const Loaded file("{'asset':{'version':'2.0'},'extensions':{'KHR_implicit_shapes':{'shapes':[" + kSphere +
                    "]}},'nodes':[" + bodyNode("'collider':{'geometry':{'shape':0}}") + "]}");
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().colliders.size(), 1u);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsNotListed, nodeAt(0, ""));
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsNotListed, "/extensions/KHR_implicit_shapes");
}

TEST(Files, PhysicsOutsideTheSceneIsReported) {
  const Loaded file(khrFile(kSphere, "",
                            bodyNode("'motion':{}") + "," + bodyNode("'collider':{'geometry':{'shape':0}}"),
                            ",'scene':0,'scenes':[{'nodes':[0]}]"));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsOutsideScene, nodeAt(1, ""));
  EXPECT_EQ(file.said().items().size(), 1u) << file.all();
  EXPECT_TRUE(file.scene().nodes[0].in_scene);
  EXPECT_FALSE(file.scene().nodes[1].in_scene);
}

TEST(Files, PhysicsOfOtherScenesIsAHint) {
  const Loaded file(khrFile("", "", bodyNode("'motion':{}") + "," + bodyNode("'motion':{}"),
                            ",'scene':0,'scenes':[{'nodes':[0]},{'nodes':[1]}]"));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsOutsideScene, nodeAt(1, ""));
}

TEST(Files, ErrorsAreCollected) {
  const Loaded file(khrFile(
      "{'type':'sphere','sphere':{'radius':-1}},{'type':'box','box':3}",
      "'physicsMaterials':[7,{'restitution':'high'}],'collisionFilters':{}",
      bodyNode("'motion':{'mass':-1},'collider':[]") + ",{'extensions':{'KHR_physics_rigid_bodies':5}}"));
  EXPECT_ERROR(file, codes::kPhysicsRange, shapeAt(0, "/sphere/radius"));
  EXPECT_ERROR(file, codes::kPhysicsType, shapeAt(1, "/box"));
  EXPECT_ERROR(file, codes::kPhysicsType, rootAt("/physicsMaterials/0"));
  EXPECT_ERROR(file, codes::kPhysicsType, rootAt("/physicsMaterials/1/restitution"));
  EXPECT_ERROR(file, codes::kPhysicsType, rootAt("/collisionFilters"));
  EXPECT_ERROR(file, codes::kPhysicsRange, nodeAt(0, "/motion/mass"));
  EXPECT_ERROR(file, codes::kPhysicsType, nodeAt(0, "/collider"));
  EXPECT_ERROR(file, codes::kPhysicsType, nodeAt(1, ""));
  EXPECT_EQ(file.said().errorCount(), 8u) << file.all();
}

TEST(Files, ExtensionDataOfAnyShapeNeverCrashes) {
  const std::string values[] = {"null", "true", "1",    "-1",   "1e300", "'x'",
                                "[]",   "{}",   "[[]]", "[{}]", "[null]"};
  for (const std::string& value : values) {
    for (const std::string& inner : values) {
      const std::string object = "{'motion':" + value + ",'collider':{'geometry':" + inner +
                                 ",'shape':" + value + "},'trigger':{'nodes':" + inner +
                                 "},'joint':{'joint':" + value + ",'connectedNode':" + inner + "}}";
      const Loaded node(
          "{'asset':{'version':'2.0'},'extensions':{'KHR_physics_rigid_bodies':{'physicsJoints':[{'limits':" +
          inner + ",'drives':" + value + "}],'physicsMaterials':" + value + ",'collisionFilters':" + inner +
          "},'KHR_implicit_shapes':{'shapes':" + value + "},'KHR_collision_shapes':{'shapes':[{'type':" +
          inner + ",'mesh':" + value + "}]}},'nodes':[{'extensions':{'KHR_physics_rigid_bodies':" + object +
          "}},{'extensions':{'KHR_physics_rigid_bodies':" + value + ",'KHR_rigid_bodies':" + object +
          ",'MSFT_rigid_bodies':" + object + "}}]}");
      EXPECT_FALSE(node.ok());
    }
  }
}

TEST(Files, LongChainsOfCompoundsAndNodesAreQuick) {
  // Each node of a chain is a compound of all below it, down to a limit, and a motion.
  std::string nodes;
  const int count = 3000;
  for (int i = 0; i < count; ++i) {
    if (i > 0) nodes += ",";
    nodes += i + 1 < count ? bodyNode("'motion':{},'trigger':{'nodes':[" + std::to_string(count - 1) + "]}",
                                      ",'children':[" + std::to_string(i + 1) + "]")
                           : bodyNode("'trigger':{'geometry':{'shape':0}}");
  }
  const Loaded file(khrFile(kSphere, "", nodes));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().triggers.size(), 3000u);
  EXPECT_EQ(file.scene().triggers.back().motion, count - 2);
}

/// Two keys at 0 s and 1 s: times, then two translations, as float32.
std::string animated(const std::string& channels, const std::string& nodes,
                     const std::string& extensions = "") {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies']," + extensions +
         "'buffers':[{'byteLength':68,'uri':'data:application/octet-stream;base64,"
         "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPwAAAAA='}],"
         "'bufferViews':[{'buffer':0,'byteLength':8},{'buffer':0,'byteOffset':8,'byteLength':24},"
         "{'buffer':0,'byteOffset':32,'byteLength':36}],"
         "'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR','min':[0],'max':[1]},"
         "{'bufferView':1,'componentType':5126,'count':2,'type':'VEC3'},"
         "{'bufferView':2,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[1,1,0]},"
         "{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR'}],"
         "'meshes':[{'primitives':[{'attributes':{'POSITION':2},'targets':[{'POSITION':2}]}]}],"
         "'animations':[{'samplers':[{'input':0,'output':1},{'input':0,'output':3,'interpolation':'STEP'}],'"
         "channels':[" +
         channels + "]}],'nodes':[" + nodes + "]}";
}

TEST(Animations, OfNodeTransforms) {
  const Loaded file(animated("{'sampler':0,'target':{'node':0,'path':'translation'}}", "{}"));
  EXPECT_LOADED(file);
  ASSERT_EQ(file.scene().animations.size(), 1u) << file.all();
  const NodeAnimation& animation = file.scene().animations[0];
  EXPECT_EQ(animation.node, 0);
  EXPECT_EQ(animation.property, NodeProperty::Translation);
  EXPECT_EQ(animation.interpolation, KeyInterpolation::Linear);
  EXPECT_EQ(animation.times, (std::vector<float>{0, 1}));
  EXPECT_EQ(animation.values, (std::vector<float>{0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(animation.pointer, "/animations/0/channels/0");
}

TEST(Animations, TwoOfOnePropertyAreReported) {
  const std::string channel = "{'sampler':0,'target':{'node':0,'path':'translation'}}";
  std::string text = animated(channel, "{}");
  const std::string animation =
      text.substr(text.find("{'samplers'"), text.find("]}],'nodes'") + 2 - text.find("{'samplers'"));
  text.insert(text.find("{'samplers'"), animation + ",");
  const Loaded file(text);
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().animations.size(), 1u);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsAnimatedTwice, "/animations/1/channels/0");
}

TEST(Animations, OfColliderGeometryAreReported) {
  const std::string weights = "{'sampler':1,'target':{'node':0,'path':'weights'}}";
  const Loaded own(animated(weights, bodyNode("'collider':{'geometry':{'node':0}}", ",'mesh':0")));
  EXPECT_LOADED(own);
  EXPECT_SAID(own, Severity::Warning, codes::kPhysicsAnimatedGeometry, "/animations/0/channels/0");
  EXPECT_TRUE(own.scene().animations.empty());
  const Loaded unused(animated(weights, "{'mesh':0}"));
  EXPECT_LOADED(unused);
  EXPECT_TRUE(unused.said().items().empty()) << unused.all();
  // A child of the node that gives the geometry moves within it; the node itself may move.
  const std::string moves = "{'sampler':0,'target':{'node':0,'path':'translation'}}";
  const Loaded child(
      animated(moves, "{'mesh':0}," + bodyNode("'collider':{'geometry':{'node':1}}", ",'children':[0]")));
  EXPECT_LOADED(child);
  EXPECT_SAID(child, Severity::Warning, codes::kPhysicsAnimatedGeometry, "/animations/0/channels/0");
  const Loaded itself(animated(moves, bodyNode("'collider':{'geometry':{'node':0}}", ",'mesh':0")));
  EXPECT_LOADED(itself);
  EXPECT_TRUE(itself.said().items().empty()) << itself.all();
}

TEST(Families, DraftOf2023) {
  const Loaded file(
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_rigid_bodies','KHR_collision_shapes'],'extensions':{"
      "'KHR_collision_shapes':{'shapes':[" +
      kSphere +
      "]},'KHR_rigid_bodies':{"
      "'physicsMaterials':[{'frictionCombine':'MULTIPLY'}],'collisionFilters':[{}],"
      "'physicsJointLimits':[{'limits':[{'linearAxes':[0],'min':0,'max':1,'springConstant':5,'springDamping':"
      "6}]}]}},"
      "'nodes':[{'extensions':{'KHR_rigid_bodies':{'motion':{},'collider':{'shape':0,'physicsMaterial':0,"
      "'collisionFilter':0},'joint':{'connectedNode':1,'jointLimits':0}}}},"
      "{'extensions':{'KHR_rigid_bodies':{'trigger':{'shape':0}}}}]}");
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  EXPECT_EQ(scene.dialects, std::vector<std::string>{"khr-2023"});
  EXPECT_EQ(scene.motions.at(0).mass, 1);
  EXPECT_EQ(scene.motions.at(0).origin.authored, 0u);
  EXPECT_EQ(scene.materials.at(0).friction_combine, CombineMode::Multiply);
  EXPECT_EQ(scene.colliders.at(0).shape, 0);
  EXPECT_EQ(scene.triggers.at(0).shape, 0);
  EXPECT_EQ(scene.joint_descriptions.at(0).limits.at(0).stiffness, 5);
  EXPECT_EQ(scene.joint_descriptions.at(0).limits.at(0).damping, 6);
  EXPECT_EQ(scene.joints.at(0).connected_node, 1);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Families, DraftOfMicrosoft) {
  const Loaded file(
      "{'asset':{'version':'2.0'},'extensionsUsed':['MSFT_rigid_bodies','MSFT_collision_primitives'],'"
      "extensions':{"
      "'MSFT_collision_primitives':{'colliders':[" +
      kSphere +
      "]},'MSFT_rigid_bodies':{}},"
      "'nodes':[{'extensions':{'MSFT_rigid_bodies':{'motion':{},'collider':{'collider':0},'trigger':{'"
      "collider':0}}}}]}");
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().dialects, std::vector<std::string>{"msft-2023"});
  EXPECT_EQ(file.scene().colliders.at(0).shape, 0);
  EXPECT_EQ(file.scene().triggers.at(0).shape, 0);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Families, NewestWinsOnANode) {
  const Loaded file(
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','MSFT_rigid_bodies'],'"
      "extensions':{"
      "'KHR_physics_rigid_bodies':{'physicsMaterials':[{}]},'MSFT_rigid_bodies':{'physicsMaterials':[{},{}],"
      "'physicsJointLimits':[{'limits':[{'linearAxes':[0],'min':0}]}]}},"
      "'nodes':[{'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':2}},'MSFT_rigid_bodies':{'motion'"
      ":{'mass':3}}}},"
      "{'extensions':{'MSFT_rigid_bodies':{'motion':{'mass':4},'joint':{'connectedNode':0,'jointLimits':0}}}}"
      "]}");
  EXPECT_LOADED(file);
  ASSERT_EQ(file.scene().motions.size(), 2u);
  EXPECT_EQ(file.scene().motions[0].mass, 2);
  EXPECT_EQ(file.scene().motions[1].mass, 4);
  EXPECT_EQ(file.scene().materials.size(), 3u);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsFamilyIgnored, "/nodes/0/extensions/MSFT_rigid_bodies");
}

TEST(Families, UnreadOnesAreReported) {
  const Loaded file(
      "{'asset':{'version':'2.0'},'extensionsUsed':['MSFT_physics'],'extensions':{'MSFT_physics':{}},"
      "'nodes':[{'extensions':{'MSFT_physics':{}}}]}");
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsFamilyUnread, "/extensions/MSFT_physics");
  EXPECT_TRUE(file.scene().dialects.empty());
}

TEST(Families, NamesThatAreNearlyThoseReadAreReported) {
  for (const auto& [wrong, meant] :
       {std::pair("KHR_physics_rigid_body", "'KHR_physics_rigid_bodies'"),
        std::pair("khr_physics_rigid_bodies", "'KHR_physics_rigid_bodies'"),
        std::pair("OMI_physics_bodies", "'OMI_physics_body'"), std::pair("OMI_seats", "'OMI_seat'")}) {
    const std::string name = wrong;
    const Loaded file("{'asset':{'version':'2.0'},'nodes':[{'extensions':{'" + name + "':{'motion':{}}}}]}");
    EXPECT_LOADED(file);
    EXPECT_SAID(file, Severity::Warning, codes::kPhysicsFamilyUnread, "/nodes/0/extensions/" + name);
    EXPECT_NE(file.all().find(meant), std::string::npos) << file.all();
  }
  const Loaded others(
      "{'asset':{'version':'2.0'},'nodes':[{'extensions':{'OMI_link':{},'KHR_audio_emitter':{},"
      "'OMI_spawn_point':{},'EXT_mesh_gpu_instancing':{'attributes':{}},'GODOT_single_root':{}}}]}");
  EXPECT_TRUE(others.said().items().empty()) << others.all();
}

// The files of the extensions' authors, where the shared folder is at hand.

fs::path assets() {
  return fs::path(CAROM_SOURCE_DIR) / ".." / "shared" / "assets";
}

std::vector<fs::path> filesBelow(const std::string& era) {
  std::vector<fs::path> files;
  if (!fs::is_directory(assets() / era)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(assets() / era)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".gltf" || extension == ".glb") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Era : public testing::TestWithParam<const char*> {};

TEST_P(Era, EveryFileLoads) {
  const std::vector<fs::path> files = filesBelow(GetParam());
  if (files.empty()) GTEST_SKIP() << "no shared assets";
  for (const fs::path& path : files) {
    const Result<Scene> scene = load(path);
    std::string said = path.string() + "\n";
    const Diagnostics& diagnostics = scene ? scene->diagnostics : scene.diagnostics();
    for (const Diagnostic& item : diagnostics.items()) said += item.pointer + " " + item.message + "\n";
    ASSERT_TRUE(scene.ok()) << said;
    EXPECT_FALSE(scene->motions.empty() && scene->colliders.empty()) << said;
    // The authors' files have nothing to object to but what is known of them.
    for (const Diagnostic& item : diagnostics.items()) EXPECT_NE(item.severity, Severity::Error) << said;
    for (const Collider& collider : scene->colliders) {
      ASSERT_LT(static_cast<std::size_t>(collider.shape), scene->shapes.size());
      EXPECT_EQ(collider.motion, scene->motionOf(collider.node));
    }
    for (const std::string& dialect : scene->dialects) {
      const std::string era = GetParam();
      if (era == "khr-rc-2025") {
        EXPECT_TRUE(dialect == "khr" || dialect == "khr-2025") << dialect;
      } else {
        EXPECT_EQ(dialect.substr(0, 6), era.substr(0, 6)) << path;
      }
    }
    EXPECT_EQ(scene->dialects.size(), 1u) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Assets, Era,
                         testing::Values("khr-rc-2025", "khr-2024-07", "khr-2024-06", "khr-2024-draft",
                                         "khr-2023-09", "msft-2023"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// A scene's physics by node name, in words that do not depend on the dialect. Numbers to 5 digits: the
/// exporter rounded differently from era to era.
std::vector<std::string> physicsOf(const Scene& scene) {
  std::vector<std::string> lines;
  const auto number = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, " %.5g", std::abs(value) < 1e-6 ? 0.0 : value);
    return std::string(text);
  };
  const auto nameOf = [&](std::int32_t node) {
    return node < 0 ? "world" : scene.nodes[static_cast<std::size_t>(node)].name;
  };
  const auto filterText = [&](std::int32_t index) {
    std::string text = " filter";
    if (index < 0) return text;
    const CollisionFilter& filter = scene.filters[static_cast<std::size_t>(index)];
    for (const std::string& name : filter.collision_systems) text += " in " + name;
    for (const std::string& name : filter.collide_with_systems.value_or(std::vector<std::string>()))
      text += " with " + name;
    return text;
  };
  const auto shapeText = [&](std::int32_t index) {
    const Shape& shape = scene.shapes[static_cast<std::size_t>(index)];
    std::string text = " kind" + std::to_string(static_cast<int>(shape.kind));
    switch (shape.kind) {
      case ShapeKind::Sphere:
        text += number(shape.radius);
        break;
      case ShapeKind::Box:
        text += number(shape.size.x) + number(shape.size.y) + number(shape.size.z);
        break;
      case ShapeKind::Capsule:
      case ShapeKind::Cylinder:
        text += number(shape.height) + number(shape.radius_top) + number(shape.radius_bottom);
        break;
      default: {
        const SceneGeometry& geometry = scene.geometries[static_cast<std::size_t>(shape.geometry)];
        Aabb bounds;
        for (const Vec3& position : geometry.positions) bounds.include(position);
        text += number(bounds.lower.x) + number(bounds.lower.y) + number(bounds.lower.z) +
                number(bounds.upper.x) + number(bounds.upper.y) + number(bounds.upper.z) + " " +
                std::to_string(geometry.indices.size());
      }
    }
    return text;
  };
  for (const Motion& motion : scene.motions) {
    lines.push_back("motion " + nameOf(motion.node) + number(motion.mass.value_or(-1)) +
                    number(motion.gravity_factor) + number(motion.angular_velocity.z) +
                    number(static_cast<int>(motion.type)));
  }
  for (const Collider& collider : scene.colliders) {
    std::string line =
        "collider " + nameOf(collider.node) + shapeText(collider.shape) + filterText(collider.filter);
    line += " moves with " +
            nameOf(collider.motion < 0 ? -1 : scene.motions[static_cast<std::size_t>(collider.motion)].node);
    if (collider.material >= 0) {
      const Material& material = scene.materials[static_cast<std::size_t>(collider.material)];
      line +=
          number(material.static_friction) + number(material.dynamic_friction) + number(material.restitution);
    }
    lines.push_back(line);
  }
  for (const Trigger& trigger : scene.triggers) {
    std::string line = "trigger " + nameOf(trigger.node) + filterText(trigger.filter);
    line += trigger.shape < 0 ? " of " + std::to_string(trigger.children.size()) : shapeText(trigger.shape);
    lines.push_back(line);
  }
  for (const Joint& joint : scene.joints) {
    const JointDescription& description =
        scene.joint_descriptions[static_cast<std::size_t>(joint.description)];
    lines.push_back("joint " + nameOf(joint.node) + " " + nameOf(joint.connected_node) + " " +
                    std::to_string(description.limits.size()) + " " + std::to_string(joint.enable_collision));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

void expectSamePhysics(const std::string& a, const std::string& b) {
  if (!fs::exists(assets() / a) || !fs::exists(assets() / b)) GTEST_SKIP() << "no shared assets";
  const Result<Scene> first = load(assets() / a), second = load(assets() / b);
  ASSERT_TRUE(first.ok() && second.ok());
  const auto left = physicsOf(*first), right = physicsOf(*second);
  EXPECT_FALSE(left.empty());
  std::vector<std::string> only_left, only_right;
  std::set_difference(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(only_left));
  std::set_difference(right.begin(), right.end(), left.begin(), left.end(), std::back_inserter(only_right));
  std::string text = "\n";
  for (const std::string& line : only_left) text += "- " + line + "\n";
  for (const std::string& line : only_right) text += "+ " + line + "\n";
  EXPECT_TRUE(only_left.empty() && only_right.empty()) << a << " against " << b << text;
}

TEST(SameSceneAcrossEras, ShapeTypes) {
  const std::string rc = "khr-rc-2025/samples/ShapeTypes/ShapeTypes.gltf";
  for (const std::string era : {"khr-2024-07", "khr-2024-06", "khr-2024-draft", "khr-2023-09"}) {
    expectSamePhysics(era + "/ShapeTypes/ShapeTypes.gltf", rc);
  }
}

TEST(SameSceneAcrossEras, Filtering) {
  const std::string rc = "khr-rc-2025/samples/Filtering/Filtering.gltf";
  expectSamePhysics("khr-2024-draft/Filtering/Filtering.gltf", rc);
  expectSamePhysics("msft-2023/Filtering/Filtering.gltf", rc);
}

TEST(SameSceneAcrossEras, Materials) {
  const std::string rc = "khr-rc-2025/samples/Materials_Friction/Materials_Friction.gltf";
  expectSamePhysics("khr-2024-draft/Materials_Friction/Materials_Friction.gltf", rc);
  expectSamePhysics("khr-2023-09/Materials_Friction/Materials_Friction.gltf", rc);
}

TEST(SameSceneAcrossEras, Triggers) {
  expectSamePhysics("khr-2024-07/Triggers/Triggers.gltf", "khr-rc-2025/samples/Triggers/Triggers.gltf");
}

TEST(SameSceneAcrossEras, MotionProperties) {
  expectSamePhysics("khr-2024-draft/MotionProperties/MotionProperties.gltf",
                    "khr-rc-2025/samples/MotionProperties/MotionProperties.gltf");
}

TEST(SameSceneAcrossEras, BinaryAndText) {
  for (const std::string name : {"ShapeTypes", "Filtering", "JointTypes", "Triggers", "MotionProperties"}) {
    const std::string base = "khr-rc-2025/samples/" + name + "/" + name;
    expectSamePhysics(base + ".glb", base + ".gltf");
  }
}

TEST(Assets, ModelsWithoutRootExtensions) {
  for (const std::string number : {"28", "34"}) {
    const fs::path path = assets() / "khr-rc-2025/tests/RigidBodies_ColliderTypeMatrix" /
                          ("RigidBodies_ColliderTypeMatrix_" + number + ".gltf");
    if (!fs::exists(path)) GTEST_SKIP() << "no shared assets";
    const Result<Scene> scene = load(path);
    ASSERT_TRUE(scene.ok());
    EXPECT_EQ(scene->colliders.size(), 2u);
    for (const Collider& collider : scene->colliders) {
      EXPECT_EQ(scene->shapes[static_cast<std::size_t>(collider.shape)].kind, ShapeKind::TriangleMesh);
    }
    EXPECT_EQ(scene->source, path.string());
  }
}

}  // namespace
}  // namespace carom::test
