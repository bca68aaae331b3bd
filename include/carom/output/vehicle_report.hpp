// The vehicle report: the state of every wheel in every step, as CSV.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "carom/output/output_files.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// Writes one row per wheel and step, and one for each vehicle without wheels:
/// `step,time,vehicle,vehicle_name,speed,yaw_rate,wheel,wheel_name,ground,load,compression,steering,spin,`
/// `forward_slip,lateral_slip,forward_force,lateral_force,propulsion,braking`. Units as in VehicleState and
/// WheelState; `speed` is along the vehicle's forward axis, `ground` a node or -1. 9 significant digits.
class VehicleReportWriter {
 public:
  /// Writes the header. `scene` (for the names) and `file` must outlive the writer.
  VehicleReportWriter(const Scene& scene, OutputFile& file);
  void write(std::uint64_t step, double time, std::span<const VehicleState> vehicles,
             std::span<const WheelState> wheels);

 private:
  OutputFile* file_;
  std::vector<std::string> names_;  // By node, ready to print.
  std::string rows_;
};

}  // namespace carom
