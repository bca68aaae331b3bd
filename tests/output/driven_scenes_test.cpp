// The project's scenes of wheels, driven by the scripts beside them: what scenes/README.md says of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>

#include "carom/dialect/load.hpp"
#include "carom/output/drive_script.hpp"
#include "temporary_folder.hpp"

namespace carom {
namespace {

const std::filesystem::path kVehicles = std::filesystem::path(CAROM_SOURCE_DIR) / "scenes" / "vehicles";

struct Driven {
  Driven(const std::string& scene_name, const std::string& script_name) {
    Result<Scene> loaded = load(kVehicles / scene_name);
    EXPECT_TRUE(loaded.ok());
    if (!loaded.ok()) return;
    scene = std::move(loaded.value());
    EXPECT_TRUE(scene.diagnostics.items().empty());
    Result<DriveScript> read = DriveScript::read(test::readAll(kVehicles / script_name), scene);
    EXPECT_TRUE(read.ok());
    if (!read.ok()) return;
    script = std::move(read.value());
    world = std::make_unique<World>(scene, WorldSettings{});
    EXPECT_TRUE(world->diagnostics().items().empty());
  }
  void until(double time, const std::function<void()>& each = {}) {
    while (world->time() < time - 1e-9) {
      script.apply(*world);
      world->step();
      if (each) each();
    }
  }
  BodyState state(const std::string& name) const {
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      if (scene.nodes[i].name == name) return world->state(world->bodyOfNode(static_cast<std::int32_t>(i)));
    }
    ADD_FAILURE() << name;
    return {};
  }
  DVec3 position(const std::string& name) const { return state(name).transform.translation; }
  DVec3 axis(const std::string& name, const DVec3& local) const {
    return rotate(state(name).transform.rotation, local);
  }
  Scene scene;
  DriveScript script;
  std::unique_ptr<World> world;
};

TEST(DrivenScenes, BothCarsDriveTheSameFigureOfEight) {
  Driven car("car.gltf", "figure_eight.json"), first("car_v1.gltf", "figure_eight.json");
  ASSERT_TRUE(car.world && first.world);
  car.until(1.5), first.until(1.5);
  const DVec3 middle = car.position("Car");
  double left = 0, right = 0, turned_left = 0, turned_right = 0, closed_once = 1e9, closed_twice = 1e9;
  const auto both = [&] {
    first.until(car.world->time());
    const DVec3 at = car.position("Car");
    ASSERT_EQ(at, first.position("Car"));
    ASSERT_EQ(car.world->stateHash(), first.world->stateHash());
    left = std::max(left, at.x), right = std::min(right, at.x);
    const double yaw = car.world->vehicles().front().angular_velocity.y / 60;
    (yaw > 0 ? turned_left : turned_right) += yaw;
    double& closed = car.world->time() < 14 ? closed_once : closed_twice;
    if (car.world->time() > 8) closed = std::min(closed, length(at - middle));
    EXPECT_GT(car.axis("Car", {0, 1, 0}).y, 0.99);
  };
  car.until(22, both);
  EXPECT_LT(closed_once, 2);
  EXPECT_LT(closed_twice, 2);
  EXPECT_NEAR(left, 16, 2);
  EXPECT_NEAR(right, -16, 2);
  EXPECT_NEAR(turned_left, 2 * 3.1416, 0.5);
  EXPECT_NEAR(turned_right, -2 * 3.1416, 0.5);
  EXPECT_LT(length(car.state("Car").linear_velocity), 1e-3);
}

TEST(DrivenScenes, TheCarMastersTheCourse) {
  Driven course("course.gltf", "course.json");
  ASSERT_TRUE(course.world);
  const double at_rest = course.position("Car").y;
  double over_kerb = 0, up = 1, highest = 0, banked = 0;
  const auto watch = [&] {
    const DVec3 at = course.position("Car"), above = course.axis("Car", {0, 1, 0});
    if (std::abs(at.z - 20) < 1 && at.y < 1) over_kerb = std::max(over_kerb, at.y - at_rest);
    highest = std::max(highest, at.y);
    up = std::min(up, above.y);
    if (at.z > 110)
      banked = std::max(banked, dot(above, normalized(DVec3{25, 0, 92} - DVec3{at.x, 0, at.z})));
  };
  course.until(10.5, watch);
  EXPECT_NEAR(over_kerb, 0.1, 0.03);
  // It stands on the slope, half-way up, without moving.
  const DVec3 standing = course.position("Car");
  EXPECT_NEAR(course.axis("Car", {0, 0, 1}).y, std::sin(20 * 3.14159265 / 180), 0.02);
  EXPECT_GT(standing.y, at_rest + 0.7);
  course.until(13, watch);
  EXPECT_LT(length(course.position("Car") - standing), 1e-3);
  course.until(42, watch);
  EXPECT_NEAR(highest, at_rest + 10 * std::sin(20 * 3.14159265 / 180), 0.2);
  EXPECT_NEAR(banked, std::sin(12 * 3.14159265 / 180), 0.03);
  // Steeper than the slope by no more than the travel of its springs over the distance of its axles.
  EXPECT_GT(up, std::cos(20 * 3.14159265 / 180 + std::atan(0.2 / 2.5)));
  const DVec3 end = course.position("Car");
  EXPECT_NEAR(end.x, 50, 2);
  EXPECT_NEAR(end.y, at_rest, 0.01);
  EXPECT_LT(end.z, 80);  // Off the track again, the way it leads back.
  EXPECT_LT(length(course.state("Car").linear_velocity), 1e-3);
}

TEST(DrivenScenes, TheTruckPullsItsTrailerRoundBothCurves) {
  Driven truck("truck.gltf", "truck.json");
  ASSERT_TRUE(truck.world);
  double up = 1, fold = 1, gap = 0, most_left = 0, most_right = 0;
  const auto watch = [&] {
    for (const char* name : {"Truck", "Trailer"}) up = std::min(up, truck.axis(name, {0, 1, 0}).y);
    fold = std::min(fold, dot(truck.axis("Truck", {0, 0, 1}), truck.axis("Trailer", {0, 0, 1})));
    const DVec3 plate = truck.position("Truck") + truck.axis("Truck", {0, 0.25, -1.8});
    const DVec3 pin = truck.position("Trailer") + truck.axis("Trailer", {0, -0.2, 3.9});
    gap = std::max(gap, length(plate - pin));
    const double yaw = truck.world->vehicles().front().angular_velocity.y;
    most_left = std::max(most_left, yaw), most_right = std::min(most_right, yaw);
  };
  truck.until(36, watch);
  EXPECT_GT(up, 0.99);
  EXPECT_GT(fold, 0.8);   // At most 37° between the two.
  EXPECT_LT(fold, 0.95);  // It was a curve.
  EXPECT_LT(gap, 0.005);
  EXPECT_GT(most_left, 0.3);
  EXPECT_LT(most_right, -0.3);
  EXPECT_GT(length(truck.position("Truck")), 60);
  EXPECT_LT(length(truck.state("Truck").linear_velocity), 1e-3);
  for (const char* name : {"Crate 1", "Crate 2", "Crate 3", "Crate 4"}) {
    const DVec3 offset = truck.position(name) - truck.position("Trailer");
    EXPECT_NEAR(offset.y, 0.6, 0.05) << name;
    EXPECT_LT(length(offset), 4.5) << name;
  }
}

}  // namespace
}  // namespace carom
