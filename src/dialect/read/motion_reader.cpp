// Motions: mass, inertia, velocities.
#include <cmath>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/families/omi_physics_body/tables.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"

namespace carom::dialect {

namespace {

/// The orientation as a unit quaternion. glTF's own rotations are held to 1e-3 of unit length; so is this.
std::optional<DQuat> readOrientation(Reading& reading, const Record& record) {
  if (!record.has(Key::InertiaOrientation)) return std::nullopt;
  const std::array<double, 4> q = record.quaternion(Key::InertiaOrientation);
  // Scaled first, so that neither huge nor tiny components leave the range of squares.
  double largest = 0;
  for (const double component : q) largest = std::max(largest, std::abs(component));
  const std::string pointer = record.pointer(Key::InertiaOrientation);
  if (largest < 1e-30) {
    reading.diagnostics.error(codes::kPhysicsRange, pointer,
                              "'inertiaOrientation' has length 0; it must be a unit quaternion");
    return std::nullopt;
  }
  const DQuat scaled{q[0] / largest, q[1] / largest, q[2] / largest, q[3] / largest};
  const double length = std::sqrt(dot(scaled, scaled)) * largest;
  if (std::abs(length - 1) > 1e-3) {
    reading.diagnostics.warning(codes::kPhysicsNotUnit, pointer,
                                joined("'inertiaOrientation' has length ", std::to_string(length),
                                       "; it is normalised to a unit quaternion"));
  }
  return normalized(scaled);
}

/// Numbers that are right, and do something else or nothing where they stand.
void hintMisunderstandings(Reading& reading, const Record& record, const Motion& motion) {
  if (motion.type == MotionType::Kinematic && record.wrote(Key::GravityFactor)) {
    reading.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(Key::GravityFactor),
                             "'gravityFactor' has no effect on a kinematic body");
  }
}

/// A point in node space takes the node's scale, as every point below the node does. OMI gives it in metres.
std::optional<DVec3> readCenterOfMass(Reading& reading, const RigidBodyFamily& family, const Record& record,
                                      std::int32_t node) {
  std::optional<DVec3> center = record.optionalVector(Key::CenterOfMass);
  if (!center || lengthSquared(*center) == 0) return center;
  const DVec3 scale = reading.scene.globalPose(node).scale;
  if (!family.omi) return DVec3{center->x * scale.x, center->y * scale.y, center->z * scale.z};
  if (length(scale - DVec3(1, 1, 1)) > 1e-5) {
    reading.diagnostics.hint(
        codes::kPhysicsUnusual, record.pointer(Key::CenterOfMass),
        "'centerOfMass' is in metres along the node's axes; unlike the shapes, it is not "
        "scaled by the node");
  }
  return center;
}

/// OMI: zero stands for "computed". One number of a diagonal cannot be computed without the others.
void readOmiInertia(Reading& reading, const Record& record, Motion& motion) {
  if (!record.has(Key::InertiaDiagonal)) {
    motion.inertia_diagonal.reset();
    return;
  }
  const DVec3 inertia = *motion.inertia_diagonal;
  const int zeros = (static_cast<float>(inertia.x) == 0) + (static_cast<float>(inertia.y) == 0) +
                    (static_cast<float>(inertia.z) == 0);
  if (zeros == 0) return;
  motion.inertia_diagonal.reset();
  if (zeros == 3) return;
  reading.diagnostics.warning(codes::kPhysicsInertia, record.pointer(Key::InertiaDiagonal),
                              "a moment of inertia of 0 requests a computed inertia; all three moments are "
                              "computed and the given ones ignored");
}

}  // namespace

std::optional<double> readOmiMass(Reading& reading, const Record& record, bool used) {
  const std::optional<double> mass = record.optionalNumber(Key::Mass);
  if (!mass || static_cast<float>(*mass) > 0) return mass;
  if (used) {
    reading.diagnostics.error(codes::kPhysicsRange, record.pointer(Key::Mass),
                              joined("'mass' is ", excerpt(record.value(Key::Mass)),
                                     "; it must be a number > 0 (kg) on a body that forces move"));
  } else {
    reading.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(Key::Mass),
                             "a 'mass' of 0 is ignored on a body that forces do not move");
  }
  return std::nullopt;
}

void checkInertia(Reading& reading, const std::string& pointer, const DVec3& inertia) {
  const double sum = inertia.x + inertia.y + inertia.z;
  if (!std::isfinite(sum)) return;
  for (std::size_t i = 0; i < 3; ++i) {
    if (inertia[i] <= (sum - inertia[i]) * (1 + 1e-3)) continue;
    reading.diagnostics.hint(
        codes::kPhysicsUnusual, pointer,
        "a principal moment exceeds the sum of the other two; no real body has such an inertia");
    return;
  }
}

void readMotion(Reading& reading, const RigidBodyFamily& family, std::int32_t node, json::Value object) {
  const Record record = readRecord(*family.motion, object, reading.context);
  if (!record.isObject()) return;
  Motion motion;
  motion.node = node;
  motion.type = record.boolean(Key::IsKinematic) ? MotionType::Kinematic : MotionType::Dynamic;
  const int type = family.omi ? record.choice(Key::Type) : -1;
  if (type >= 0 && type != omi_physics_body::kDynamic) motion.type = MotionType::Kinematic;
  if (family.omi && !record.wrote(Key::Type)) {
    reading.diagnostics.warning(codes::kPhysicsMissing, record.pointer(Key::Type),
                                "motion must have 'type'; it is read as \"dynamic\"");
  }
  motion.mass = family.omi ? readOmiMass(reading, record, motion.type == MotionType::Dynamic)
                           : record.optionalNumber(Key::Mass);
  motion.inertia_diagonal = record.optionalVector(Key::InertiaDiagonal);
  if (family.omi) readOmiInertia(reading, record, motion);
  motion.inertia_orientation = readOrientation(reading, record);
  motion.center_of_mass = readCenterOfMass(reading, family, record, node);
  motion.scales_center = !family.omi;
  motion.linear_velocity = record.vector(Key::LinearVelocity);
  motion.angular_velocity = record.vector(Key::AngularVelocity);
  motion.gravity_factor = record.number(Key::GravityFactor);
  motion.origin = record.origin();
  if (type == omi_physics_body::kStatic) {
    reading.scene.static_bodies.push_back({node, -1, std::move(motion.origin)});
    return;
  }
  hintMisunderstandings(reading, record, motion);
  if (motion.inertia_diagonal) {
    checkInertia(reading, record.pointer(Key::InertiaDiagonal), *motion.inertia_diagonal);
  } else if (motion.inertia_orientation && !record.wrote(Key::InertiaDiagonal)) {
    reading.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(Key::InertiaOrientation),
                             "'inertiaOrientation' has no effect without 'inertiaDiagonal'");
  }
  reading.scene.motions.push_back(std::move(motion));
}

}  // namespace carom::dialect
