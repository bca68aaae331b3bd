// The vehicle report: its form is a contract with scripts.
#include "carom/output/vehicle_report.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace carom {
namespace {

constexpr const char* kHeader =
    "step,time,vehicle,vehicle_name,speed,yaw_rate,wheel,wheel_name,ground,load,compression,steering,spin,"
    "forward_slip,lateral_slip,forward_force,lateral_force,propulsion,braking\n";

TEST(VehicleReport, HasARowPerWheelAndPerVehicleWithoutWheels) {
  Scene scene;
  for (const char* name : {"floor", "car, red", "wheel", "caster", "rocket"})
    scene.nodes.emplace_back().name = name;
  VehicleState car, rocket;
  car.node = 1, car.velocity = {1, 2, 3}, car.angular_velocity = {0.1, 0.25, 0.3};
  rocket.node = 4, rocket.velocity = {0, 0, 12};
  WheelState wheel, caster;
  wheel.node = 2, wheel.motion = 1, wheel.vehicle = 1, wheel.ground = 0;
  wheel.load = 3000, wheel.compression = 0.125, wheel.steering = -0.5, wheel.spin = 10;
  wheel.forward_slip = 1, wheel.lateral_slip = -2, wheel.forward_force = 400, wheel.lateral_force = -500;
  wheel.propulsion = 600, wheel.braking = 700;
  caster.node = 3, caster.motion = 1;
  const test::TemporaryFolder folder;
  OutputFiles files;
  VehicleReportWriter writer(scene, *files.create(folder / "v.csv").value());
  writer.write(3, 0.05, std::vector<VehicleState>{car, rocket}, std::vector<WheelState>{wheel, caster});
  EXPECT_FALSE(files.commit().hasErrors());
  std::string expected(kHeader);
  expected +=
      "3,0.05,4,rocket,12,0,-1,,,,,,,,,,,,\n"
      "3,0.05,1,\"car, red\",3,0.25,2,wheel,0,3000,0.125,-0.5,10,1,-2,400,-500,600,700\n"
      "3,0.05,-1,,,,3,caster,-1,0,0,0,0,0,0,0,0,0,0\n";
  EXPECT_EQ(test::readAll(folder / "v.csv"), expected);
}

}  // namespace
}  // namespace carom
