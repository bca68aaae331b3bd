// The trajectory file: the pose of every motion node after every step, as CSV.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "carom/output/output_files.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// Writes `step,time,node,name,x,y,z,qx,qy,qz,qw`: global pose, metres, unit quaternion, 9 significant
/// digits.
class TrajectoryWriter {
 public:
  /// Writes the header. `scene` (for the names) and `file` must outlive the writer.
  TrajectoryWriter(const Scene& scene, OutputFile& file);
  /// One row per node. Step 0 is the start.
  void write(std::uint64_t step, double time, std::span<const MovedNode> nodes);

 private:
  OutputFile* file_;
  std::vector<std::string>
      names_;  // By node, ready to print: with a comma on either side, quoted where needed.
  std::string rows_;
};

/// Writes `step,time,node,name,fx,fy,fz,tx,ty,tz`: force and torque of each joint on its connected
/// body, at the connected frame's origin, N and N·m, global axes, mean of the step, 9 significant
/// digits.
class JointLoadWriter {
 public:
  /// Writes the header. `scene` (for the names) and `file` must outlive the writer.
  JointLoadWriter(const Scene& scene, OutputFile& file);
  /// One row per simulated joint; `node` is the joint's.
  void write(std::uint64_t step, double time, std::span<const JointState> joints);

 private:
  OutputFile* file_;
  std::vector<std::string> names_;  // As above.
};

}  // namespace carom
