// The trajectory file: the pose of every motion node after every step, as CSV.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "carom/output/output_files.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// Of a node, global.
struct NodeVelocity {
  bool known = false;  ///< False for wheels and gimbals, which have no body.
  DVec3 linear;        ///< Of the centre of mass, m/s.
  DVec3 angular;       ///< rad/s.
};

/// Writes `step,time,node,name,x,y,z,qx,qy,qz,qw`, and with velocities `vx,vy,vz,wx,wy,wz`: global pose,
/// metres, unit quaternion, 9 significant digits.
class TrajectoryWriter {
 public:
  /// Writes the header. `scene` (for the names) and `file` must outlive the writer.
  TrajectoryWriter(const Scene& scene, OutputFile& file, bool velocities = false);
  /// One row per node. Step 0 is the start. `velocities`: of the nodes, when they are wanted.
  void write(std::uint64_t step, double time, std::span<const MovedNode> nodes,
             std::span<const NodeVelocity> velocities = {});

 private:
  OutputFile* file_;
  bool velocities_;
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
