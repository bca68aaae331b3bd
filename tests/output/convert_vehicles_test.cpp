// What conversions make of vehicles and gravity, beyond being read back.
#include <gtest/gtest.h>

#include <filesystem>

#include "carom/base/diagnostic_codes.hpp"
#include "conversion.hpp"
#include "dialect/compare/scene_difference.hpp"
#include "gltf/asset.hpp"
#include "vehicle_fixtures.hpp"

namespace carom::test {
namespace {

std::string textAt(const Converted& converted, const std::string& pointer) {
  return std::string(converted.loaded.asset->document().resolve(pointer).text());
}

TEST(ConvertedVehicles, WheelsAreWrittenInTheTargetsRevision) {
  const TemporaryFolder folder;
  const Scene first = loaded(firstVehicleFixture(), folder);
  const std::string wheel = "/extensions/OMI_vehicle_wheel/wheels/0";
  for (const std::string target : {"khr", "khr-2025", "omi"}) {
    const Converted converted(first, target, folder / "out.gltf");
    EXPECT_EQ(textAt(converted, wheel + "/maxPropulsionForce"), "20.0");
    EXPECT_EQ(textAt(converted, wheel + "/targetPropulsionForceRatio"), "0.5");
    EXPECT_EQ(textAt(converted, wheel + "/targetSteeringRatio"), "-0.5");
    EXPECT_EQ(textAt(converted, wheel + "/maxForce"), "");
    EXPECT_EQ(converted.loaded.dialects.at(1), "vehicle-v2");
    // Nothing of what the newer revision adds: leaving it out says what the older one means.
    EXPECT_EQ(textAt(converted, wheel + "/brakingForce"), "");
    EXPECT_EQ(textAt(converted, wheel + "/steeringChangeRate"), "");
    EXPECT_EQ(dialect::differences(first, converted.loaded), std::vector<std::string>());
  }
  const Scene current = loaded(fullVehicleFixture(), folder);
  for (const std::string target : {"khr-2024", "omi-2023-body", "omi-collider"}) {
    const Converted converted(current, target, folder / "out.gltf");
    EXPECT_EQ(textAt(converted, wheel + "/maxForce"), "900");
    EXPECT_EQ(textAt(converted, wheel + "/currentForceRatio"), "-0.5");
    EXPECT_EQ(textAt(converted, wheel + "/currentSteeringRatio"), "0.25");
    for (const std::string gone : {"maxPropulsionForce", "brakingForce", "steeringChangeRate"})
      EXPECT_EQ(textAt(converted, wheel + "/" + gone), "") << gone;
    EXPECT_TRUE(converted.hasLoss(LossKind::Dropped, "braking-force"));
    EXPECT_TRUE(converted.hasLoss(LossKind::Dropped, "propulsion-rate"));
    EXPECT_TRUE(converted.hasLoss(LossKind::Dropped, "steering-rate"));
    EXPECT_TRUE(converted.hasLoss(LossKind::Implied, "braking-force"));
  }
}

TEST(ConvertedVehicles, SameKeepsTheRevisionOfWheels) {
  const TemporaryFolder folder;
  for (const std::string& text : {firstVehicleFixture(), fullVehicleFixture()}) {
    const Scene scene = loaded(text, folder);
    const Converted converted(scene, "same", folder / "out.gltf");
    ASSERT_TRUE(converted.ok());
    EXPECT_EQ(scene.dialects, converted.loaded.dialects);
    EXPECT_TRUE(converted.summary.losses.empty());
    EXPECT_EQ(dialect::differences(scene, converted.loaded), std::vector<std::string>());
  }
  // A file in the form that is written changes by no byte: nothing in it is what leaving it out says.
  const Scene scene = loaded(fullVehicleFixture(), folder);
  const Converted converted(scene, "same", folder / "out.gltf");
  for (const std::string place : {"/extensions/OMI_vehicle_wheel", "/extensions/OMI_vehicle_thruster",
                                  "/nodes/0/extensions/OMI_vehicle_body",
                                  "/nodes/1/extensions/OMI_vehicle_wheel", "/nodes/5/extensions/OMI_seat"}) {
    EXPECT_EQ(textAt(converted, place), scene.asset->document().resolve(place).text()) << place;
  }
}

TEST(ConvertedVehicles, VehiclesAloneAreConvertedAsTheyAre) {
  const TemporaryFolder folder;
  for (const std::string extension :
       {"'OMI_vehicle_body':{}", "'OMI_seat':{'back':[0,0,0],'foot':[0,-1,1],'knee':[0,0,1]}"}) {
    const Scene scene = loaded(companionFixture("", extended(extension)), folder);
    const Converted converted(scene, "same", folder / "out.gltf");
    EXPECT_EQ(converted.summary.target, "omi");
    EXPECT_EQ(dialect::differences(scene, converted.loaded), std::vector<std::string>());
  }
}

TEST(ConvertedVehicles, WheelsKeepTheirMaterialWhereItMoves) {
  const TemporaryFolder folder;
  // The OMI material is the second of the scene once KHR has one, which wheels do not count.
  const Scene scene = loaded(
      companionFixture(
          "'KHR_physics_rigid_bodies':{'physicsMaterials':[{'staticFriction':3},{'staticFriction':4}]},"
          "'OMI_physics_body':{'physicsMaterials':[{'staticFriction':5}]},"
          "'OMI_vehicle_wheel':{'wheels':[{'physicsMaterial':1}]}",
          extended("'OMI_vehicle_wheel':{'wheel':0}")),
      folder);
  for (const std::string target : {"khr", "omi", "khr-2024"}) {
    const Converted converted(scene, target, folder / "out.gltf");
    const Scene& out = converted.loaded;
    EXPECT_EQ(
        out.materials.at(static_cast<std::size_t>(out.wheel_descriptions.at(0).material)).static_friction, 4);
  }
  const Converted without(scene, "omi-2023-body", folder / "out.gltf");
  EXPECT_EQ(without.loaded.wheel_descriptions.at(0).material, -1);
  EXPECT_EQ(textAt(without, "/extensions/OMI_vehicle_wheel/wheels/0"), "{}");
}

TEST(ConvertedVehicles, WhatCaromDoesNotKnowStays) {
  const TemporaryFolder folder;
  const Scene scene = loaded(fullVehicleFixture(), folder);
  for (const std::string_view target : writableDialects()) {
    const Converted converted(scene, std::string(target), folder / "out.gltf");
    EXPECT_EQ(textAt(converted, "/extensions/OMI_vehicle_wheel/wheels/0/wear"), "0.10");
    EXPECT_EQ(textAt(converted, "/extensions/OMI_vehicle_wheel/wheels/0/extras"), "[1.50]");
    EXPECT_EQ(textAt(converted, "/extensions/OMI_vehicle_wheel/wheels/0/extensions/EXT_own"), "2");
    EXPECT_EQ(textAt(converted, "/extensions/OMI_vehicle_wheel/extras/by"), "1");
    EXPECT_EQ(textAt(converted, "/nodes/1/extensions/OMI_vehicle_wheel/extras"), "7");
    EXPECT_EQ(textAt(converted, "/nodes/0/extensions/OMI_vehicle_body/radio"), "\"off\"");
    EXPECT_FALSE(converted.hasLoss(LossKind::Implied, "unknown-member"));
  }
}

TEST(ConvertedVehicles, PointersIntoThemStayGood) {
  const TemporaryFolder folder;
  const std::string interactive =
      "'EXT_own':['/nodes/0/extensions/OMI_vehicle_body/linearActivation',"
      "'/extensions/OMI_vehicle_wheel/wheels/0/radius','/extensions/OMI_vehicle_wheel/wheels/0/maxForce']";
  std::string text = firstVehicleFixture();
  text.replace(text.find("'extensions':{"), 14, "'extensions':{" + interactive + ",");
  const Scene scene = loaded(text, folder);
  EXPECT_TRUE(Converted(scene, "omi-2023-body", folder / "out.gltf").summary.losses.size() ==
              1);  // The material.
  // Wheels of the other revision have other names, and nobody knows what an unknown extension's texts are.
  const Converted other(scene, "khr", folder / "out.gltf");
  ASSERT_EQ(other.summary.losses.size(), 1u);
  EXPECT_EQ(other.summary.losses[0].rule, "pointer-into-physics");
  EXPECT_EQ(other.summary.losses[0].pointer, "/extensions/EXT_own/2");
}

TEST(ConvertedGravity, ShapesItPointsToAreThoseOfOmi) {
  const TemporaryFolder folder;
  const Scene scene = loaded(gravityFixture(), folder);
  for (const std::string_view target : writableDialects()) {
    SCOPED_TRACE(target);
    const Converted converted(scene, std::string(target), folder / "out.gltf");
    const Scene& out = converted.loaded;
    ASSERT_EQ(out.gravity_volumes.size(), scene.gravity_volumes.size());
    for (std::size_t i = 0; i < scene.gravity_volumes.size(); ++i) {
      const GravityVolume &before = scene.gravity_volumes[i], &after = out.gravity_volumes[i];
      if (before.shape < 0) continue;
      const Shape& shape = out.shapes.at(static_cast<std::size_t>(after.shape));
      EXPECT_EQ(scene.shapes[static_cast<std::size_t>(before.shape)].kind, shape.kind);
      EXPECT_TRUE(shape.origin.pointer.starts_with("/extensions/OMI_physics_shape/shapes/"));
    }
    EXPECT_EQ(textAt(converted, "/nodes/2/extensions/OMI_physics_gravity/mood"), "\"low\"");
    EXPECT_EQ(textAt(converted, "/nodes/2/extensions/OMI_physics_gravity/point/extras"), "1");
    EXPECT_EQ(textAt(converted, "/nodes/2/extensions/OMI_physics_gravity/gravity"), "9.80");
    EXPECT_EQ(textAt(converted, "/extensions/OMI_physics_gravity/gravity"), "-1.50");
    EXPECT_EQ(textAt(converted, "/nodes/1/extensions/OMI_physics_gravity/directional"), "");
  }
  // A shape that only gravity names is in no list of colliders.
  const Converted khr(scene, "khr", folder / "out.gltf");
  EXPECT_EQ(textAt(khr, "/extensions/KHR_implicit_shapes/shapes/2"), "");
  EXPECT_NE(textAt(khr, "/extensions/OMI_physics_shape/shapes/2"), "");
}

TEST(ConvertedGravity, StaysWhereItsTriggerIs) {
  const TemporaryFolder folder;
  const Scene scene = loaded(mixedGravityFixture(), folder);
  const auto volumeOf = [](const Scene& out, GravityKind kind) -> const GravityVolume* {
    for (const GravityVolume& volume : out.gravity_volumes) {
      if (volume.kind == kind) return &volume;
    }
    return nullptr;
  };
  for (const std::string_view target : writableDialects()) {
    SCOPED_TRACE(target);
    const Converted converted(scene, std::string(target), folder / "out.gltf");
    const Scene& out = converted.loaded;
    for (const GravityKind kind : {GravityKind::Shaped, GravityKind::Disc}) {
      const GravityVolume *before = volumeOf(scene, kind), *after = volumeOf(out, kind);
      ASSERT_NE(after, nullptr);
      EXPECT_GE(after->trigger, 0);
      // The plane becomes a box below itself, and a body's trigger gets a node of its own: gravity is about
      // the same place.
      EXPECT_EQ(scene.globalPose(before->node).transform.translation,
                out.globalPose(after->node).transform.translation);
    }
    const bool typed = target == "omi-collider" || target == "omi-2023-body";
    EXPECT_EQ(volumeOf(out, GravityKind::Point) == nullptr, typed);
    EXPECT_EQ(converted.hasLoss(LossKind::Dropped, "gravity-volume"), typed);
  }
}

TEST(ConvertedGravity, RepairedDirectionsAreWrittenRepaired) {
  const TemporaryFolder folder;
  const Scene scene =
      loaded(companionFixture("'OMI_physics_gravity':{'gravity':3,'direction':[0,0,-2]}", "{}"), folder);
  const Converted converted(scene, "same", folder / "out.gltf");
  EXPECT_EQ(converted.loaded.gravity->direction, DVec3(0, 0, -1));
  EXPECT_TRUE(converted.loaded.diagnostics.items().empty()) << said(converted.loaded.diagnostics);
  const Scene zero =
      loaded(companionFixture("'OMI_physics_gravity':{'gravity':3,'direction':[0,0,0]}", "{}"), folder);
  const Converted nothing(zero, "same", folder / "out.gltf");
  EXPECT_EQ(nothing.loaded.gravity->gravity, 0);
}

}  // namespace
}  // namespace carom::test
