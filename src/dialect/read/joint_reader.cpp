// Joints: descriptions with their limits and drives, and the nodes they connect.
#include <algorithm>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

void checkLimit(Reading& reading, const Record& record, const JointLimit& limit) {
  if (limit.min && limit.max && *limit.min > *limit.max) {
    reading.diagnostics.error(
        codes::kPhysicsRange, record.pointer(Key::Minimum),
        joined("'", record.name(Key::Minimum), "' is ", json::number(*limit.min), ", larger than '",
               record.name(Key::Maximum), "', ", json::number(*limit.max)));
  }
  if (!limit.min && !limit.max) {
    reading.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(),
                             "this limit has neither 'min' nor 'max'; it has no effect");
  }
  if (!limit.stiffness && limit.damping > 0 && record.wrote(Key::Damping)) {
    reading.diagnostics.hint(
        codes::kPhysicsUnusual, record.pointer(Key::Damping),
        "this limit has no 'stiffness' and is therefore hard; its 'damping' has no effect");
  }
  if (limit.stiffness && *limit.stiffness == 0) {
    reading.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(Key::Stiffness),
                             "this limit has a 'stiffness' of 0; beyond its bounds it only damps");
  }
  const std::size_t most =
      std::max(record.value(Key::LinearAxes).size(), record.value(Key::AngularAxes).size());
  if (most > 1 && limit.max && *limit.max < 0) {
    reading.diagnostics.warning(codes::kPhysicsUnusual, record.pointer(Key::Maximum),
                                "a limit of several axes bounds a distance or angle, which is never "
                                "negative; this bound is clamped to 0");
  }
}

/// Adds the limit, or the two limits that one of OMI with axes of both kinds stands for.
void readLimit(Reading& reading, const RigidBodyFamily& family, json::Value object,
               std::vector<JointLimit>& limits) {
  const Record record = readRecord(*family.limit, object, reading.context);
  if (!record.isObject()) return;
  JointLimit limit;
  limit.min = record.optionalNumber(Key::Minimum);
  limit.max = record.optionalNumber(Key::Maximum);
  limit.stiffness = record.optionalNumber(Key::Stiffness);
  if (family.omi && limit.stiffness && *limit.stiffness < 0) limit.stiffness.reset();
  limit.damping = record.number(Key::Damping);
  limit.origin = record.origin();
  const bool linear = record.wrote(Key::LinearAxes), angular = record.wrote(Key::AngularAxes);
  if (linear == angular && !(family.omi && linear)) {
    reading.diagnostics.error(linear ? codes::kPhysicsConflict : codes::kPhysicsMissing, record.pointer(),
                              family.omi ? "a joint limit must have 'linearAxes' or 'angularAxes'"
                                         : "a joint limit must have exactly one of 'linearAxes' and "
                                           "'angularAxes'");
  }
  checkLimit(reading, record, limit);
  const std::size_t before = limits.size();
  if (record.value(Key::LinearAxes).size() > 0) {
    limits.push_back(limit);
    limits.back().linear_axes = record.axes(Key::LinearAxes);
  }
  if (record.value(Key::AngularAxes).size() > 0) {
    limits.push_back(std::move(limit));
    limits.back().angular_axes = record.axes(Key::AngularAxes);
  }
  if (limits.size() == before && (record.has(Key::LinearAxes) || record.has(Key::AngularAxes))) {
    reading.diagnostics.warning(codes::kPhysicsNoEffect, record.pointer(),
                                "this joint limit has no axes; it has no effect");
  }
}

/// False when the drive is of a kind that is not known.
bool readDrive(Reading& reading, const RigidBodyFamily& family, json::Value object, JointDrive& drive) {
  const Record record = readRecord(*family.drive, object, reading.context);
  if (!record.isObject()) return false;
  for (const Key key : {Key::Type, Key::Mode}) {
    if (!record.has(key) || record.choice(key) >= 0) continue;
    reading.diagnostics.warning(codes::kPhysicsUnknownKind, record.pointer(key),
                                joined("drives of ", record.name(key), " ", excerpt(record.value(key)),
                                       " are unknown; this drive is ignored"));
    return false;
  }
  drive.angular = record.choice(Key::Type) == 1;
  drive.acceleration_mode = record.choice(Key::Mode) == 1;
  drive.axis = static_cast<std::uint8_t>(record.number(Key::Axis));
  drive.max_force = record.optionalNumber(Key::MaxForce).value_or(kInfinity);
  if (drive.max_force < 0) drive.max_force = kInfinity;  // OMI; elsewhere the table refuses it.
  drive.position_target = record.optionalNumber(Key::PositionTarget);
  drive.velocity_target = record.optionalNumber(Key::VelocityTarget);
  drive.stiffness = record.number(Key::Stiffness);
  drive.damping = record.number(Key::Damping);
  drive.origin = record.origin();
  if (drive.position_target && !record.wrote(Key::Stiffness)) {
    reading.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(Key::PositionTarget),
                             "'positionTarget' has no effect without 'stiffness'; the drive only damps");
  }
  if (drive.velocity_target && !record.wrote(Key::Damping)) {
    reading.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(Key::VelocityTarget),
                             "'velocityTarget' has no effect without 'damping'");
  }
  return true;
}

/// The texts from October 2024 on ask for "zero or more" limits, those before for one or more.
bool mayLackLimits(const Reading& reading) {
  const std::vector<std::string>& dialects = reading.scene.dialects;
  return std::any_of(dialects.begin(), dialects.end(), [](const std::string& id) {
    return id == "khr" || id == "khr-2025" || id == "gltf-2.1";
  });
}

}  // namespace

void readJointDescriptions(Reading& reading, const RigidBodyFamily& family, json::Value array) {
  for (std::size_t i = 0; i < array.size(); ++i) {
    const Record record = readRecord(*family.joint_description, array[i], reading.context);
    JointDescription description;
    if (record.isObject()) {
      description.origin = record.origin();
      const json::Value limits = record.value(Key::Limits), drives = record.value(Key::Drives);
      for (std::size_t k = 0; k < limits.size(); ++k) {
        readLimit(reading, family, limits[k], description.limits);
      }
      for (std::size_t k = 0; k < drives.size(); ++k) {
        JointDrive drive;
        if (readDrive(reading, family, drives[k], drive)) description.drives.push_back(std::move(drive));
      }
      if (limits.size() == 0 && drives.size() == 0) {
        reading.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(),
                                 "a joint without limits and drives restricts nothing");
      } else if (limits.size() == 0 && !family.omi && !mayLackLimits(reading)) {
        reading.diagnostics.warning(
            codes::kPhysicsUnusual, record.pointer(Key::Limits),
            "a joint must have one or more limits; this one is simulated with its drives "
            "alone, which other importers may refuse");
      }
    }
    reading.scene.joint_descriptions.push_back(std::move(description));
  }
}

void readJoint(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base, std::int32_t node,
               json::Value object) {
  const Record record = readRecord(*family.joint, object, reading.context);
  if (!record.isObject() || !record.has(Key::ConnectedNode) || !record.has(Key::JointDescription)) return;
  Joint joint;
  joint.node = node;
  joint.connected_node = record.index(Key::ConnectedNode);
  joint.description = record.index(Key::JointDescription) + base.joint;
  joint.enable_collision = record.boolean(Key::EnableCollision);
  joint.origin = record.origin();
  reading.scene.joints.push_back(std::move(joint));
}

}  // namespace carom::dialect
