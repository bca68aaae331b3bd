// Bodies: masses and centres that a target does not compute, infinities it cannot say, bodies that stand
// still.
#include <algorithm>
#include <cmath>

#include "dialect/joined.hpp"
#include "dialect/lower/lowering.hpp"
#include "dialect/tables/record.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

/// In place of an infinite moment: so much more than the largest finite one that a step turns it by nothing.
constexpr double kLargeInertia = 1e6;

bool isFinite(const DVec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void dropInfiniteMass(Lowering& lowering, Motion& motion) {
  if (!motion.mass || std::isfinite(*motion.mass)) return;
  motion.mass.reset();
  lowering.lowered.changed.insert({motion.origin.pointer, Key::Mass});
  if (motion.type == MotionType::Kinematic) {
    lowering.loss(LossKind::Implied, motion.origin.pointer, "infinite-mass",
                  "the infinite mass of a kinematic body is not written; a kinematic body's mass is unused");
    return;
  }
  motion.type = MotionType::Kinematic;
  // A finite moment lets blows turn a body that they cannot push.
  const bool turns = motion.inertia_diagonal &&
                     (std::isfinite(motion.inertia_diagonal->x) ||
                      std::isfinite(motion.inertia_diagonal->y) || std::isfinite(motion.inertia_diagonal->z));
  lowering.loss(turns ? LossKind::Approximated : LossKind::Implied, motion.origin.pointer,
                "infinite-mass-as-kinematic",
                "a body of infinite mass is written as a kinematic body, which forces do not move either",
                turns ? "impacts no longer rotate it" : "");
}

void dropInfiniteInertia(Lowering& lowering, Motion& motion) {
  if (!motion.inertia_diagonal || isFinite(*motion.inertia_diagonal)) return;
  lowering.lowered.changed.insert({motion.origin.pointer, Key::InertiaDiagonal});
  if (motion.type == MotionType::Kinematic) {
    motion.inertia_diagonal.reset();
    motion.inertia_orientation.reset();
    lowering.loss(
        LossKind::Implied, motion.origin.pointer, "infinite-inertia",
        "the infinite inertia of a kinematic body is not written; a kinematic body's inertia is unused");
    return;
  }
  DVec3& inertia = *motion.inertia_diagonal;
  double largest = std::max(motion.mass.value_or(1), 1e-3);
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::isfinite(inertia[i])) largest = std::max(largest, inertia[i]);
  }
  const double large = std::min(kLargeInertia * largest, 1e37);
  for (double* moment : {&inertia.x, &inertia.y, &inertia.z}) {
    if (!std::isfinite(*moment)) *moment = large;
  }
  lowering.loss(LossKind::Approximated, motion.origin.pointer, "infinite-inertia-as-large",
                joined("an infinite moment of inertia is written as ", json::number(large), " kg·m²"),
                "torques about that axis turn the body by a millionth of what they would otherwise");
}

void writeComputed(Lowering& lowering, Motion& motion, const std::optional<ComputedBody>& computed) {
  const ComputedBody body = computed.value_or(ComputedBody());
  const bool dynamic = motion.type == MotionType::Dynamic;
  if (!motion.mass) {
    motion.mass = dynamic && std::isfinite(body.mass) ? body.mass : 1;
    if (dynamic && *motion.mass != 1) {
      lowering.loss(LossKind::Implied, motion.origin.pointer, "mass-written",
                    joined("the mass computed from the colliders, ", json::number(*motion.mass),
                           " kg, is written, because the target dialect's default is 1 kg"));
    }
  }
  if (!motion.center_of_mass) {
    motion.center_of_mass = body.center_of_mass;
    if (lengthSquared(body.center_of_mass) > 0) {
      lowering.loss(LossKind::Implied, motion.origin.pointer, "center-written",
                    "the centre of mass computed from the colliders is written, because the target dialect's "
                    "default is the node's origin");
    }
  }
}

/// A node's scale is in the centre of mass in one family and not in the other.
void noteScaledCenter(Lowering& lowering, const Motion& motion) {
  if (lowering.source.pointer_animations.empty() && !lowering.source.behavior) return;
  const std::string_view extension = physicsExtensionIn(motion.origin.pointer);
  for (const RigidBodyFamily& family : rigidBodyFamilies()) {
    if (family.extension == extension && family.omi == lowering.target.bodies->omi) return;
  }
  if (lowering.scene.globalPose(motion.node).scale == DVec3{1, 1, 1}) return;
  lowering.lowered.changed.insert({motion.origin.pointer, Key::CenterOfMass});
}

/// A point in node space cannot lie outside the plane or line that a scale of zero leaves.
void flattenCenter(Lowering& lowering, Motion& motion) {
  if (!motion.center_of_mass) return;
  const DVec3 scale = lowering.scene.globalPose(motion.node).scale;
  bool moved = false;
  for (std::size_t i = 0; i < 3; ++i) {
    double& part = (*motion.center_of_mass)[i];
    if (scale[i] != 0 || part == 0) continue;
    part = 0;
    moved = true;
  }
  if (!moved) return;
  lowering.loss(LossKind::Approximated, motion.origin.pointer + "/centerOfMass", "center-flattened",
                "the node's scale of 0 leaves no room for the centre of mass along that axis",
                "the centre of mass lies at the node's origin along that axis");
}

/// A static body equals no body, unless a node above it moves.
void lowerStaticBodies(Lowering& lowering) {
  const bool can_say = lowering.target.bodies->omi;
  for (const StaticBody& body : lowering.scene.static_bodies) {
    const json::Value object = lowering.sourceObject(body.origin);
    for (std::size_t i = 0; i < object.size(); ++i) {
      const std::string_view name = object.key(i);
      if (name == "type" || name == "extras" || name == "extensions") continue;
      lowering.loss(LossKind::Implied, object[i].pointer(), "static-body-field",
                    joined("'", name, "' of a static body is not written; it is unused"));
    }
    if (can_say) continue;
    lowering.loss(LossKind::Implied, body.origin.pointer, "static-body",
                  body.motion < 0
                      ? "a static body is not written; colliders without a body are static"
                      : "a static body below a moving one is written as a kinematic body at rest");
  }
  if (!can_say) lowering.scene.static_bodies.clear();
}

}  // namespace

void lowerMotions(Lowering& lowering, std::span<const std::optional<ComputedBody>> computed) {
  const WriteTarget& target = lowering.target;
  Scene& scene = lowering.scene;
  lowerStaticBodies(lowering);
  std::vector<bool> held(scene.motions.size());
  for (const StaticBody& body : scene.static_bodies) {
    if (body.motion >= 0) held[body.motion] = true;
  }
  for (std::size_t i = 0; i < scene.motions.size(); ++i) {
    if (held[i]) continue;
    Motion& motion = scene.motions[i];
    if (!target.gravity_factor && motion.gravity_factor != 1) {
      const bool dynamic = motion.type == MotionType::Dynamic;
      lowering.loss(
          dynamic ? LossKind::Dropped : LossKind::Implied, motion.origin.pointer + "/gravityFactor",
          "gravity-factor",
          joined("a gravity factor of ", json::number(motion.gravity_factor), " is not written"),
          dynamic ? joined("it falls with a factor of 1 instead of ", json::number(motion.gravity_factor))
                  : "");
      motion.gravity_factor = 1;
    }
    if (!target.roles && motion.role != BodyRole::Plain) {
      lowering.loss(LossKind::Implied, motion.origin.pointer + "/type", "body-role",
                    motion.role == BodyRole::Vehicle ? "the type vehicle becomes dynamic"
                                                     : "the type character becomes kinematic");
      motion.role = BodyRole::Plain;
    }
    if (!target.infinite_mass) {
      dropInfiniteMass(lowering, motion);
      dropInfiniteInertia(lowering, motion);
    }
    if (motion.inertia_orientation && !motion.inertia_diagonal) {
      lowering.loss(LossKind::Implied, motion.origin.pointer, "orientation-alone",
                    "an inertia orientation without moments is not written; it has no effect");
      motion.inertia_orientation.reset();
    }
    noteScaledCenter(lowering, motion);
    if (!target.bodies->omi) flattenCenter(lowering, motion);
    if (!target.computed_mass)
      writeComputed(lowering, motion, i < computed.size() ? computed[i] : std::nullopt);
  }
}

}  // namespace carom::dialect
