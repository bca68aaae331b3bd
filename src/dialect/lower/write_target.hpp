// The dialects that can be written, with the features of each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dialect/families/families.hpp"

namespace carom::dialect {

/// How bodies are written.
enum class BodyForm : std::uint8_t {
  Parts,  ///< `motion`, `collider` and `trigger` on a node.
  Typed   ///< A body with a `type`, and shapes on nodes of their own.
};
/// How a hull or mesh names its vertices.
enum class MeshForm : std::uint8_t {
  GeometryMesh,  ///< `geometry: {mesh, convexHull}`.
  GeometryNode,  ///< `geometry: {node, convexHull}`.
  Shape          ///< A shape `convex` or `trimesh`.
};
/// How joints are written.
enum class JointForm : std::uint8_t {
  Part,        ///< `joint` in the node's extension of bodies.
  Extension,   ///< An extension of its own with limits.
  Constraints  ///< Document 001.
};

struct WriteTarget {
  std::string_view id;
  const RigidBodyFamily* bodies;
  const ShapeFamily* shapes;
  BodyForm body_form = BodyForm::Parts;
  MeshForm mesh_form = MeshForm::Shape;
  JointForm joint_form = JointForm::Part;
  WheelForm wheels = WheelForm::Current;
  bool planes = false;
  bool two_radii = true;
  bool gravity_factor = true;
  bool enable_collision = true;
  bool surfaces = true;       ///< Materials and filters.
  bool computed_mass = true;  ///< An absent mass or centre of mass is computed from the colliders.
  bool infinite_mass = true;  ///< Zero is infinity.
  bool roles = false;
};

std::span<const WriteTarget> writeTargets();
/// The target with wheels of the revision found among a file's dialects.
WriteTarget withWheelsOf(const WriteTarget& target, const std::vector<std::string>& dialects);
/// Null when there is none of that id.
const WriteTarget* findTarget(std::string_view id);

}  // namespace carom::dialect
