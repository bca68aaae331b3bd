#include "carom/output/vehicle_report.hpp"

#include <algorithm>

#include "output/csv_rows.hpp"
#include "output/decimal_text.hpp"

namespace carom {

VehicleReportWriter::VehicleReportWriter(const Scene& scene, OutputFile& file)
    : file_(&file), names_(output::nameFields(scene)) {
  file_->write(
      "step,time,vehicle,vehicle_name,speed,yaw_rate,wheel,wheel_name,ground,load,compression,steering,spin,"
      "forward_slip,lateral_slip,forward_force,lateral_force,propulsion,braking\n");
}

void VehicleReportWriter::write(std::uint64_t step, double time, std::span<const VehicleState> vehicles,
                                std::span<const WheelState> wheels) {
  const std::string start = output::rowStart(step, time);
  rows_.clear();
  const auto begin = [&](const VehicleState* vehicle) {
    rows_ += start;
    output::appendNode(rows_, vehicle ? vehicle->node : -1, names_);
    if (vehicle) {
      output::appendValues(rows_, {vehicle->velocity.z, vehicle->angular_velocity.y});
    } else {
      rows_ += ",,";
    }
    rows_ += ',';
  };
  for (const VehicleState& vehicle : vehicles) {
    const bool has_wheels = std::any_of(wheels.begin(), wheels.end(),
                                        [&](const WheelState& w) { return w.vehicle == vehicle.node; });
    if (has_wheels) continue;
    begin(&vehicle);
    rows_ += "-1,,,,,,,,,,,,\n";
  }
  for (const WheelState& w : wheels) {
    const auto vehicle = std::find_if(vehicles.begin(), vehicles.end(),
                                      [&](const VehicleState& v) { return v.node == w.vehicle; });
    begin(vehicle != vehicles.end() ? &*vehicle : nullptr);
    output::appendNode(rows_, w.node, names_);
    rows_ += ',';
    output::appendInteger(rows_, w.ground);
    output::appendValues(rows_, {w.load, w.compression, w.steering, w.spin, w.forward_slip, w.lateral_slip,
                                 w.forward_force, w.lateral_force, w.propulsion, w.braking});
    rows_ += '\n';
  }
  file_->write(rows_);
}

}  // namespace carom
