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
  Kinematic,  ///< Moves with its velocity; pushes others and is not pushed.
  Dynamic     ///< Moves under forces.
};

/// The definition of a body. The origin of its frame is the centre of mass, its axes are the principal axes.
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

/// The size of a body or a shape, m.
struct ShapeExtents {
  float bounding_radius = 0;       ///< Distance of the farthest point from the centre.
  float core_radius = 0;           ///< The same without the rounding of balls and capsules. Rotation brings
                                   ///< surfaces no nearer to others than by this radius.
  float inscribed_radius = 1e30f;  ///< Radius of the smallest of its shapes' inscribed balls. A body that
                                   ///< moves farther in a step may pass through something.
  float tolerance = 1e30f;         ///< The smallest of its colliders' (Collider::tolerance).
};

/// Upper bound of the distance that any point of a body has moved since the start, summed over the steps
/// (broad_phase/clearance.cpp).
struct DisplacementBound {
  double bound = 0;  ///< m
  DVec3 center;      ///< Centre of mass at the last update.
  Quat rotation;
};

/// What the sleep stage keeps of a body (sleep.cpp).
struct SleepMemory {
  float rest_time = 0;  ///< Time since the rest began, s; at most kCageWindows + 1 times sleep_time.
  DVec3 rest_center;    ///< Centre of mass when the rest began.
  Quat rest_rotation;
  double rest_bound = 0;    ///< Displacement bound when the rest began, m.
  double window_bound = 0;  ///< Displacement bound when the current window began, m.
  float window_path = 0;    ///< Path of its fastest point in the current window, from its velocity, m.
  bool motionless = false;  ///< No point moved in the last complete window.
  bool unmoved = false;     ///< After the last kCageWindows windows it was where it had been before them.
  bool caged = false;       ///< It has stayed in place for kCageWindows windows.
};

/// What continuous collision keeps of a body from step to step.
struct ContinuousMemory {
  double still_until = -1e30;  ///< The boxes are valid up to this displacement bound, m (finish_bodies.cpp).
  bool stopped = false;        ///< It was stopped in the last step in which it was fast.
  bool was_stopped = false;    ///< The value of `stopped` before this step.
  bool undone = false;         ///< That step was undone.
  std::uint8_t undone_steps = 0;  ///< Number of recent steps that were undone, minus those that were not.
  bool deep = false;              ///< It penetrated something deeply in the last step.
};

/// The pose of a kinematic body at the end of the next step.
struct KinematicTarget {
  bool set = false;
  DVec3 center;
  Quat rotation;
};

/// A body: its definition, its state, and what single stages keep of it.
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
  Vec3 gravity;            ///< m/s², at its place at the start of the last step, before gravity_factor.
  bool in_field = false;   ///< It may be in a gravity volume within the step.
  bool ballistic = false;  ///< It had no contact in the last step.
  bool sprung = false;     ///< Only soft limits of joints acted on it in the last substep.
  bool settled = false;    ///< The load estimate has processed its contacts since it was placed.

  // What single stages keep.
  DisplacementBound displacement;
  SleepMemory sleep;
  ContinuousMemory continuous;

  // Positions in lists.
  std::int32_t first_collider = -1;
  std::int32_t first_contact = -1;  ///< Contact end: contact·2 + side.
  std::int32_t awake_index = -1;    ///< Position in the list of awake bodies; -1: asleep or static.
  std::int32_t island = -1;         ///< Sleeping island it belongs to.

  bool movable() const {
    return type == BodyType::Dynamic &&
           (inverse_mass > 0 || inverse_inertia.x > 0 || inverse_inertia.y > 0 || inverse_inertia.z > 0);
  }
};

/// What the narrow phase reads of a body, in one cache line.
struct alignas(64) BodyMotion {
  DVec3 mid_center;  ///< Predicted centre of mass at which contacts are found (narrow_phase.cpp).
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
  // The first cache line has what is read for every contact.
  Aabb tight;  ///< Bounds now.
  Transform local;
  float origin_radius = 0;  ///< Distance of the farthest point of its bounds from the shape's origin, m.
  std::int32_t body = -1;
  bool sensor = false;
  bool moved = true;   ///< It has a new box and has to search for new pairs.
  bool round = false;  ///< Its surface has neither faces nor corners: ball, capsule and the like.
  bool core_known = false;
  float tolerance = 0;    ///< Factor for distances of the solver (building.cpp).
  float core_radius = 0;  ///< Distance of the farthest point of the shape's core from `middle`, m.

  std::shared_ptr<const collide::Shape> shape;
  std::int32_t next_in_body = -1;
  Aabb fat;                    ///< Box in the tree of the broad phase.
  float bounding_radius = 0;   ///< Radius of the shape about the centre of its bounds, m.
  double tight_bound = -1e30;  ///< Displacement bound of the body when `tight` was computed, m.
  float inscribed_radius = 0;  ///< Radius of the inscribed ball, m; for meshes a tenth of bounding_radius.
  Vec3 middle;                 ///< Of the shape's bounds, in its frame, m.
  collide::ShapeCore core;     ///< For continuous collision; computed when first needed (core_known).
};
static_assert(sizeof(Collider) <= 192, "three cache lines");

}  // namespace carom::solve
