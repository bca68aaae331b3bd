// Bodies and colliders of a Simulation.
#pragma once

#include <cstdint>
#include <memory>

#include "carom/base/vector.hpp"
#include "collide/queries/sweep_core.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::solve {

enum class BodyType : std::uint8_t {
  Static,     ///< Never moves.
  Kinematic,  ///< Moves with its velocity, pushes, is not pushed.
  Dynamic     ///< Moves as forces say.
};

/// What a body is made from. Its frame has the origin at the centre of mass and the axes of its principal
/// moments.
struct BodyDefinition {
  BodyType type = BodyType::Dynamic;
  DVec3 center{};                 ///< Centre of mass, global, m.
  Quat rotation{};                ///< Principal axes to global, unit.
  Vec3 linear_velocity{};         ///< Of the centre of mass, global, m/s.
  Vec3 angular_velocity{};        ///< Global, rad/s.
  float inverse_mass = 1;         ///< 1/kg; 0: infinite mass.
  Vec3 inverse_inertia{1, 1, 1};  ///< About the principal axes, 1/(kg·m²); 0: infinite.
  float gravity_factor = 1;       ///< Times the simulation's gravity.
};

/// How large a body or a shape is, m.
struct ShapeExtents {
  float bounding_radius = 0;  ///< Of its farthest point from the centre.
  float core_radius = 0;      ///< The same of its round shapes' centres: turning moves a surface no farther.
  float inscribed_radius = 1e30f;  ///< Of the smallest ball inside: moving farther in a step can skip things.
  float tolerance = 1e30f;         ///< The least of its colliders', see Collider.
};

/// A bound of how far any point of a body has come, summed over its steps (broad_phase/clearance.cpp).
struct DisplacementBound {
  double bound = 0;  ///< m
  DVec3 center;      ///< Where the body was when it was updated.
  Quat rotation;
};

/// What the sleep stage remembers of a body, see sleep.cpp.
struct SleepMemory {
  float rest_time = 0;  ///< s for which it has rested; at most kCageWindows + 1 times sleep_time.
  DVec3 rest_center;
  Quat rest_rotation;
  double rest_bound = 0;    ///< Its displacement bound where rest_center was taken, m.
  double window_bound = 0;  ///< The same where its last window of rest began.
  float window_path = 0;    ///< m that its fastest point has come since then, by its velocity.
  bool motionless = false;  ///< In its last whole window of rest no point of it moved.
  bool unmoved = false;     ///< At the end of them it was where it had been.
  bool caged = false;       ///< It has stayed where it is for kCageWindows windows.
};

/// What continuous collision remembers of a body from step to step.
struct ContinuousMemory {
  double still_until =
      -1e30;                 ///< Displacement bound up to which its bounds stay valid (finish_bodies.cpp), m.
  bool stopped = false;      ///< It was stopped in the last step in which it was fast.
  bool was_stopped = false;  ///< The same before this step.
  bool undone = false;       ///< And its step was undone.
  std::uint8_t undone_steps = 0;  ///< Steps that were undone of late, less those that were not.
  bool deep = false;              ///< Something reached far into it, or it into something, in the last step.
};

/// Where a kinematic body has to be at the end of the next step.
struct KinematicTarget {
  bool set = false;
  DVec3 center;
  Quat rotation;
};

/// A body: its definition, its state, and what single stages remember of it.
struct Body {
  // Definition.
  BodyType type = BodyType::Dynamic;
  bool gyroscopic = false;
  float inverse_mass = 0;
  Vec3 inverse_inertia{0, 0, 0};
  Vec3 inertia{0, 0, 0};  ///< 0 where infinite.
  float gravity_factor = 1;
  ShapeExtents extents;  ///< Of its solid colliders, about its centre of mass.

  // State.
  DVec3 center;
  Quat rotation;
  Vec3 linear_velocity;
  Vec3 angular_velocity;
  Vec3 force;   ///< N, for the next step.
  Vec3 torque;  ///< N·m, for the next step.
  KinematicTarget target;

  // Within a step.
  DVec3 start_center;  ///< At the start of the step, for continuous collision.
  Quat start_rotation;
  Vec3 start_velocity;
  Vec3 gravity;            ///< m/s², where it was at the start of its last step, before the factor.
  bool in_field = false;   ///< Gravity may vary on its way.
  bool ballistic = false;  ///< In the last step.
  bool sprung = false;     ///< Only soft limits of joints acted on it, in its last substep.
  bool settled = false;    ///< Its contacts have been looked at by the load estimate since it came to rest.

  // What single stages remember.
  DisplacementBound displacement;
  SleepMemory sleep;
  ContinuousMemory continuous;

  // Places in lists.
  std::int32_t first_collider = -1;
  std::int32_t first_contact = -1;  ///< Contact end: contact·2 + side.
  std::int32_t awake_index = -1;    ///< Place in the list of awake bodies, -1: asleep or static.
  std::int32_t island = -1;         ///< Sleeping island it belongs to.

  bool movable() const {
    return type == BodyType::Dynamic &&
           (inverse_mass > 0 || inverse_inertia.x > 0 || inverse_inertia.y > 0 || inverse_inertia.z > 0);
  }
};

/// What the narrow phase has to know of a body, in one line of memory.
struct alignas(64) BodyMotion {
  DVec3 mid_center;  ///< Where it will be when contacts act, on the mean (narrow_phase.cpp).
  Quat mid_rotation;
  Vec3 linear_velocity, angular_velocity;
};
static_assert(sizeof(BodyMotion) == 64);

struct ColliderDefinition {
  std::int32_t body = -1;
  std::shared_ptr<const collide::Shape> shape{};
  Transform local{};    ///< Shape to body frame.
  bool sensor = false;  ///< Reports overlaps, exerts no force.
};

struct alignas(64) Collider {
  // What is read of it for every contact comes first, in one line of memory.
  Aabb tight;  ///< Bounds now.
  Transform local;
  float origin_radius = 0;  ///< Of the farthest point of its bounds from the shape's origin, m.
  std::int32_t body = -1;
  bool sensor = false;
  bool moved = true;   ///< Its fat bounds changed: it is among those that look for new pairs.
  bool round = false;  ///< Neither flat nor with corners where things touch it.
  bool core_known = false;
  float tolerance = 0;  ///< Factor of the solver's distances (building.cpp).

  std::shared_ptr<const collide::Shape> shape;
  std::int32_t next_in_body = -1;
  Aabb fat;                    ///< Bounds in the broad phase's tree: with room to move.
  double tight_bound = -1e30;  ///< Of the body when `tight` was found, m.
  float bounding_radius = 0;   ///< Of the shape about its own bounds' centre, m.
  float inscribed_radius = 0;  ///< Of a ball that fits in, m; a tenth of the size of a mesh.
  collide::ShapeCore core;     ///< For continuous collision, once it has been needed (core_known).
};

}  // namespace carom::solve
