// The examples of OMI's authors through the revisions, where the shared folder is at hand: the same scene,
// but for the edits that are listed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "physics_file.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

fs::path assets() {
  return fs::path(CAROM_SOURCE_DIR) / ".." / "shared" / "assets";
}

/// Rounded so that neither exporters' digits nor the order of products matter.
std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, " %.4g", std::abs(value) < 1e-5 ? 0.0 : value);
  return text;
}
std::string vector(const DVec3& v) {
  return number(v.x) + number(v.y) + number(v.z);
}
std::string place(const Scene& scene, std::int32_t node) {
  const DTransform pose = scene.globalPose(node).transform;
  // A rotation is told by where it takes two axes: a quaternion has two signs.
  return " at" + vector(pose.translation) + " turned" + vector(rotate(pose.rotation, DVec3(1, 0, 0))) +
         vector(rotate(pose.rotation, DVec3(0, 1, 0)));
}
std::string nameOf(const Scene& scene, std::int32_t node) {
  return node < 0 ? "world" : scene.nodes[static_cast<std::size_t>(node)].name;
}

std::string shapeText(const Scene& scene, std::int32_t index) {
  const Shape& shape = scene.shapes[static_cast<std::size_t>(index)];
  switch (shape.kind) {
    case ShapeKind::Sphere:
      return " sphere" + number(shape.radius);
    case ShapeKind::Box:
      return " box" + vector(shape.size);
    case ShapeKind::Capsule:
    case ShapeKind::Cylinder:
      return (shape.kind == ShapeKind::Capsule ? " capsule" : " cylinder") + number(shape.height) +
             number(shape.radius_top) + number(shape.radius_bottom);
    default:
      return " mesh" + std::to_string(static_cast<int>(shape.kind)) + " " +
             std::to_string(scene.geometries[static_cast<std::size_t>(shape.geometry)].positions.size());
  }
}

std::string limitText(const JointLimit& limit) {
  std::string text = " [";
  for (std::size_t i = 0; i < 3; ++i) text += limit.linear_axes[i] ? "L" + std::to_string(i) : "";
  for (std::size_t i = 0; i < 3; ++i) text += limit.angular_axes[i] ? "A" + std::to_string(i) : "";
  text += number(limit.min.value_or(-kInfinity)) + number(limit.max.value_or(kInfinity));
  // The damping of a hard limit has no effect.
  if (limit.stiffness) text += " k" + number(*limit.stiffness) + " c" + number(limit.damping);
  return text + "]";
}

/// The physics of a scene without the names of shapes, indices, or the way it is written.
Lines physicsOf(const Scene& scene) {
  Lines lines;
  for (const Motion& motion : scene.motions) {
    lines.push_back("motion " + nameOf(scene, motion.node) + number(motion.mass.value_or(-1)) +
                    vector(motion.linear_velocity) + vector(motion.angular_velocity) +
                    number(static_cast<int>(motion.type)) + place(scene, motion.node));
  }
  for (const Collider& collider : scene.colliders) {
    const std::int32_t body =
        collider.motion < 0 ? -1 : scene.motions[static_cast<std::size_t>(collider.motion)].node;
    lines.push_back("collider of " + nameOf(scene, body) + shapeText(scene, collider.shape) +
                    place(scene, collider.node));
  }
  for (const Trigger& trigger : scene.triggers) {
    lines.push_back("trigger" +
                    (trigger.shape < 0 ? " of " + std::to_string(trigger.children.size())
                                       : shapeText(scene, trigger.shape)) +
                    place(scene, trigger.node));
  }
  const auto bodyOf = [&](std::int32_t node, std::int32_t body) {
    const std::int32_t motion = scene.motionOf(body >= 0 ? body : node);
    return nameOf(scene, motion < 0 ? -1 : scene.motions[static_cast<std::size_t>(motion)].node);
  };
  for (const Joint& joint : scene.joints) {
    std::string line = "joint " + bodyOf(joint.node, joint.body_node) + " " +
                       bodyOf(joint.connected_node, joint.connected_body_node) + place(scene, joint.node) +
                       " to" + place(scene, joint.connected_node);
    for (const JointLimit& limit :
         scene.joint_descriptions[static_cast<std::size_t>(joint.description)].limits)
      line += limitText(limit);
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

/// What one scene has and another has not, by the first words of its lines.
std::string differenceOf(const Lines& left, const Lines& right) {
  std::string text;
  Lines only;
  std::set_difference(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(only));
  for (const std::string& line : only) text += "- " + line + "\n";
  only.clear();
  std::set_difference(right.begin(), right.end(), left.begin(), left.end(), std::back_inserter(only));
  for (const std::string& line : only) text += "+ " + line + "\n";
  return text;
}

/// What the authors changed when they moved an example to a revision, against the oldest file of it.
const std::map<std::string, std::string> kEdits = {
    // The shape went from a child to the trigger's own node: one trigger is no compound of one.
    {"omi-2026/OMI_physics_body/examples/basic/trigger_box.gltf",
     "- trigger of 1 at 0 0 0 turned 1 0 0 0 1 0\n"},
    // The pin became a spring.
    {"omi-2026/OMI_physics_joint/examples/simple_joint.gltf",
     "- joint BodyA BodyB at -0.23 0.6 0 turned 1 0 0 0 1 0 to at -0.23 0.6 0 turned 1 0 0 0 1 0 [L0L1L2 0 "
     "0]\n"
     "+ joint BodyA BodyB at -0.23 0.6 0 turned 1 0 0 0 1 0 to at -0.23 0.6 0 turned 1 0 0 0 1 0 [L0L1L2 0 0 "
     "k 0.3 c "
     "1]\n"}};

void expectSame(const std::string& a, const std::string& b) {
  if (!fs::exists(assets() / a) || !fs::exists(assets() / b)) GTEST_SKIP() << "no shared assets";
  const Result<Scene> first = load(assets() / a), second = load(assets() / b);
  ASSERT_TRUE(first.ok() && second.ok());
  const Lines lines = physicsOf(*first);
  EXPECT_FALSE(lines.empty()) << a;
  const auto edit = kEdits.find(b);
  EXPECT_EQ(differenceOf(lines, physicsOf(*second)), edit == kEdits.end() ? "" : edit->second)
      << a << " against " << b;
}

class OmiExample : public testing::TestWithParam<const char*> {};

TEST_P(OmiExample, IsTheSameInEveryEra) {
  const std::string example = GetParam();
  std::vector<std::string> files;
  for (const std::string era : {"omi-2023-02-collider", "omi-2023-06-flat-shape", "omi-2023-08-body-v1",
                                "omi-2024-joint-v1", "omi-2026"}) {
    if (fs::exists(assets() / era / example)) files.push_back(era + "/" + example);
  }
  if (files.size() < 2) GTEST_SKIP() << "no shared assets";
  for (std::size_t i = 1; i < files.size(); ++i) expectSame(files[0], files[i]);
}

INSTANTIATE_TEST_SUITE_P(Assets, OmiExample,
                         testing::Values("OMI_physics_body/examples/complex/two_boxes.gltf",
                                         "OMI_physics_body/examples/complex/ball_pit.gltf",
                                         "OMI_physics_body/examples/basic/static_box.gltf",
                                         "OMI_physics_body/examples/basic/trigger_box.gltf",
                                         "OMI_physics_body/examples/complex/rigid_with_velocity.gltf",
                                         "OMI_physics_body/examples/complex/dynamic_with_velocity.gltf",
                                         "OMI_physics_joint/examples/simple_joint.gltf",
                                         "OMI_physics_joint/examples/weld_joint.gltf",
                                         "OMI_physics_joint/examples/swing_and_slide.gltf",
                                         "OMI_physics_joint/examples/hanging_rope.gltf",
                                         "OMI_physics_shape/examples/box_collider.gltf",
                                         "OMI_physics_shape/examples/sphere_collider.gltf",
                                         "OMI_physics_shape/examples/capsule_collider.gltf",
                                         "OMI_physics_shape/examples/cylinder_collider.gltf",
                                         "OMI_physics_shape/examples/trimesh/concave_trimesh.gltf",
                                         "OMI_physics_shape/examples/convex/convex_hull.gltf"),
                         [](const auto& info) {
                           const fs::path path = info.param;
                           return path.stem().string() + "_" + std::to_string(info.index);
                         });

TEST(OmiEras, AreToldApart) {
  const std::map<std::string, std::set<std::string>> eras = {
      {"omi-2026/OMI_physics_body", {"omi"}},
      {"omi-2026/OMI_physics_shape", {"omi"}},
      {"omi-2026/OMI_physics_joint", {"omi", "omi-2024"}},
      {"omi-2024-joint-v1", {"omi-2024", "joint-v1"}},
      {"omi-2023-08-body-v1/OMI_physics_body", {"omi-2023-body"}},
      {"omi-2023-08-body-v1/OMI_physics_shape", {"omi-2023-body"}},
      {"omi-2023-08-body-v1/OMI_physics_joint", {"omi-2023-body", "joint-v1"}},
      {"omi-2023-06-flat-shape/OMI_physics_body", {"omi-2023-flat"}},
      {"omi-2023-06-flat-shape/OMI_physics_shape", {"omi-2023-flat"}},
      {"omi-2023-06-flat-shape/OMI_physics_joint", {"omi-2023-flat", "joint-v1"}},
      {"omi-2023-02-collider/OMI_collider", {"omi-collider"}},
      {"omi-2023-02-collider/OMI_physics_joint", {"omi-collider", "joint-v1"}}};
  bool any = false;
  for (const auto& [era, ids] : eras) {
    if (!fs::is_directory(assets() / era)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(assets() / era)) {
      if (entry.path().extension() != ".gltf") continue;
      any = true;
      const Result<Scene> scene = load(entry.path());
      ASSERT_TRUE(scene.ok()) << entry.path();
      EXPECT_FALSE(scene->dialects.empty()) << entry.path();
      for (const std::string& dialect : scene->dialects)
        EXPECT_TRUE(ids.count(dialect)) << entry.path() << " " << dialect;
      EXPECT_FALSE(scene->colliders.empty() && scene->triggers.empty()) << entry.path();
      for (const Diagnostic& item : scene->diagnostics.items()) {
        const bool one_radius = item.code == codes::kPhysicsOneRadius && era == "omi-2026/OMI_physics_joint";
        EXPECT_TRUE(one_radius || item.code == codes::kPhysicsNotListed)
            << entry.path() << " " << item.pointer << " " << item.message;
      }
    }
  }
  if (!any) GTEST_SKIP() << "no shared assets";
}

}  // namespace
}  // namespace carom::test
