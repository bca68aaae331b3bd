#include "dialect/write/record_text.hpp"

#include <array>
#include <cmath>

#include "dialect/families/omi_physics_body/tables.hpp"
#include "dialect/families/omi_physics_joint/tables.hpp"
#include "dialect/read/reading.hpp"
#include "json/splice.hpp"
#include "scene/shape_name.hpp"

namespace carom::dialect {

namespace {

/// R·diag·Rᵀ by rows.
std::array<double, 9> tensorOf(const DVec3& moments, const DQuat& orientation) {
  const DMat3 r = toMatrix(orientation);
  const DVec3 columns[3] = {r.cx, r.cy, r.cz};
  std::array<double, 9> tensor{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i; j < 3; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += columns[k][i] * moments[k] * columns[k][j];
      tensor[3 * i + j] = tensor[3 * j + i] = sum;
    }
  }
  return tensor;
}

std::size_t bodyChoice(const Motion& motion) {
  if (motion.type == MotionType::Kinematic) {
    return motion.role == BodyRole::Character ? omi_physics_body::kBodyCharacter
                                              : omi_physics_body::kBodyKinematic;
  }
  return motion.role == BodyRole::Vehicle ? omi_physics_body::kBodyVehicle : omi_physics_body::kBodyRigid;
}

/// Type name of a shape.
std::string_view typeName(const Table& table, ShapeKind kind) {
  const std::span<const std::string_view> choices = table.find("type")->choices;
  const auto known = [&](std::string_view name) {
    for (const std::string_view choice : choices) {
      if (choice == name) return true;
    }
    return false;
  };
  if (kind == ShapeKind::ConvexHull) return known("hull") ? "hull" : "convex";
  return kind == ShapeKind::TriangleMesh ? "trimesh" : scene::shapeName(kind);
}

Key memberOf(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::Sphere:
      return Key::Sphere;
    case ShapeKind::Box:
      return Key::Box;
    case ShapeKind::Capsule:
      return Key::Capsule;
    case ShapeKind::Cylinder:
      return Key::Cylinder;
    case ShapeKind::Plane:
      return Key::Plane;
    case ShapeKind::ConvexHull:
      return Key::Convex;
    case ShapeKind::TriangleMesh:
      break;
  }
  return Key::Trimesh;
}

/// The members of a kind, into its own object or beside the type.
void writeKind(ObjectText& object, const Shape& shape, std::int64_t mesh, bool one_radius) {
  const bool round = shape.kind == ShapeKind::Capsule || shape.kind == ShapeKind::Cylinder;
  if (shape.kind == ShapeKind::Sphere) object.number(Key::Radius, shape.radius);
  if (shape.kind == ShapeKind::Box) object.vector(Key::Size, shape.size);
  if (round && one_radius) {
    // Always both: their defaults depend on the revision.
    object.raw(Key::Radius, json::number(shape.radius_top));
    const double caps = shape.kind == ShapeKind::Capsule ? 2 * shape.radius_top : 0;
    object.raw(Key::Height, json::number(shape.height + caps));
  } else if (round) {
    object.number(Key::Height, shape.height);
    object.number(Key::RadiusBottom, shape.radius_bottom);
    object.number(Key::RadiusTop, shape.radius_top);
  }
  if (shape.kind == ShapeKind::Plane) {
    object.number(Key::SizeX, shape.size_x);
    object.number(Key::SizeZ, shape.size_z);
    object.boolean(Key::DoubleSided, shape.double_sided);
  }
  if (shape.kind == ShapeKind::ConvexHull || shape.kind == ShapeKind::TriangleMesh)
    object.index(Key::Mesh, mesh);
}

/// Whether two neighbours came from one limit of OMI with axes of both kinds.
bool isPair(const JointLimit& linear, const JointLimit& angular) {
  const std::array<bool, 3> none{};
  return !linear.origin.pointer.empty() && linear.origin.pointer == angular.origin.pointer &&
         linear.angular_axes == none && angular.linear_axes == none && linear.min == angular.min &&
         linear.max == angular.max && linear.stiffness == angular.stiffness &&
         linear.damping == angular.damping;
}

void writeAxes(ObjectText& object, const JointLimit& linear, const JointLimit& angular) {
  const bool linear_axes[3] = {linear.linear_axes[0], linear.linear_axes[1], linear.linear_axes[2]};
  const bool angular_axes[3] = {angular.angular_axes[0], angular.angular_axes[1], angular.angular_axes[2]};
  object.axes(Key::LinearAxes, linear_axes);
  object.axes(Key::AngularAxes, angular_axes);
}

}  // namespace

std::string motionText(const WriteTarget& target, const Motion& motion, json::Value source) {
  const bool typed = target.body_form == BodyForm::Typed;
  ObjectText object(typed ? omi_physics_body::kTypedBody : *target.bodies->motion, source);
  const bool kinematic = motion.type == MotionType::Kinematic;
  if (typed) {
    object.choice(Key::Type, bodyChoice(motion));
  } else if (target.bodies->omi) {
    object.choice(Key::Type, kinematic ? omi_physics_body::kKinematic : omi_physics_body::kDynamic);
  } else {
    object.boolean(Key::IsKinematic, kinematic);
  }
  object.number(Key::Mass, motion.mass);
  object.vector(Key::CenterOfMass, motion.center_of_mass);
  if (motion.inertia_diagonal && typed) {
    object.numbers(Key::InertiaTensor,
                   tensorOf(*motion.inertia_diagonal, motion.inertia_orientation.value_or(DQuat{})));
  } else if (motion.inertia_diagonal) {
    object.vector(Key::InertiaDiagonal, motion.inertia_diagonal);
  }
  if (motion.inertia_orientation && !typed)
    object.quaternion(Key::InertiaOrientation, *motion.inertia_orientation);
  object.vector(Key::LinearVelocity, motion.linear_velocity);
  object.vector(Key::AngularVelocity, motion.angular_velocity);
  if (object.knows(Key::GravityFactor)) object.number(Key::GravityFactor, motion.gravity_factor);
  return object.take();
}

std::string staticBodyText(const WriteTarget& target, json::Value source) {
  const bool typed = target.body_form == BodyForm::Typed;
  ObjectText object(typed ? omi_physics_body::kTypedBody : *target.bodies->motion, source);
  object.choice(Key::Type,
                typed ? std::size_t(omi_physics_body::kBodyStatic) : std::size_t(omi_physics_body::kStatic));
  return object.take();
}

std::string triggerBodyText(json::Value source) {
  ObjectText object(omi_physics_body::kTypedBody, source);
  object.choice(Key::Type, omi_physics_body::kBodyTrigger);
  return object.take();
}

std::string materialText(const Table& table, const Material& material, json::Value source) {
  ObjectText object(table, source);
  object.number(Key::StaticFriction, material.static_friction);
  object.number(Key::DynamicFriction, material.dynamic_friction);
  object.number(Key::Restitution, material.restitution);
  if (material.friction_combine)
    object.choice(Key::FrictionCombine, static_cast<std::size_t>(*material.friction_combine));
  if (material.restitution_combine)
    object.choice(Key::RestitutionCombine, static_cast<std::size_t>(*material.restitution_combine));
  return object.take();
}

std::string filterText(const Table& table, const CollisionFilter& filter, json::Value source) {
  ObjectText object(table, source);
  if (!filter.collision_systems.empty()) object.strings(Key::CollisionSystems, filter.collision_systems);
  if (filter.collide_with_systems) object.strings(Key::CollideWithSystems, *filter.collide_with_systems);
  if (filter.not_collide_with_systems)
    object.strings(Key::NotCollideWithSystems, *filter.not_collide_with_systems);
  return object.take();
}

std::vector<std::size_t> limitPositions(const RigidBodyFamily& family, const JointDescription& description) {
  const std::vector<JointLimit>& limits = description.limits;
  std::vector<std::size_t> positions;
  std::size_t next = 0;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    positions.push_back(next++);
    if (family.omi && i + 1 < limits.size() && isPair(limits[i], limits[i + 1]))
      positions.push_back(positions[i++]);
  }
  return positions;
}

std::string descriptionText(const RigidBodyFamily& family, const JointDescription& description,
                            const std::function<json::Value(const Origin&)>& source) {
  // A description made of constraints comes from the node that lists them; what that node carries stays
  // there.
  ObjectText object(*family.joint_description, description.origin.pointer.starts_with("/nodes/")
                                                   ? json::Value()
                                                   : source(description.origin));
  std::vector<std::string> limits, drives;
  const std::vector<std::size_t> positions = limitPositions(family, description);
  for (std::size_t i = 0; i < description.limits.size(); ++i) {
    const JointLimit& limit = description.limits[i];
    const bool pair = i + 1 < positions.size() && positions[i] == positions[i + 1];
    ObjectText text(*family.limit, source(limit.origin));
    writeAxes(text, limit, pair ? description.limits[++i] : limit);
    text.number(Key::Minimum, limit.min);
    text.number(Key::Maximum, limit.max);
    text.number(Key::Stiffness, limit.stiffness);
    text.number(Key::Damping, limit.damping);
    limits.push_back(text.take());
  }
  for (const JointDrive& drive : description.drives) {
    ObjectText text(*family.drive, source(drive.origin));
    text.choice(Key::Type, drive.angular ? 1 : 0);
    text.choice(Key::Mode, drive.acceleration_mode ? 1 : 0);
    text.index(Key::Axis, drive.axis);
    text.number(Key::MaxForce, drive.max_force);
    text.number(Key::PositionTarget, drive.position_target);
    text.number(Key::VelocityTarget, drive.velocity_target);
    text.number(Key::Stiffness, drive.stiffness);
    text.number(Key::Damping, drive.damping);
    drives.push_back(text.take());
  }
  if (!limits.empty()) object.raw(Key::Limits, arrayText(limits));
  if (!drives.empty()) object.raw(Key::Drives, arrayText(drives));
  return object.take();
}

std::string constraintText(const JointLimit& limit, json::Value source) {
  ObjectText object(omi_physics_joint::kConstraint, source);
  writeAxes(object, limit, limit);
  object.number(Key::Minimum, limit.min.value_or(-kUnboundedConstraint));
  object.number(Key::Maximum, limit.max.value_or(kUnboundedConstraint));
  object.number(Key::Stiffness, limit.stiffness);
  object.number(Key::Damping, limit.damping);
  return object.take();
}

std::string shapeText(const WriteTarget& target, const Shape& shape, std::int64_t mesh, bool is_trigger,
                      json::Value source) {
  const ShapeFamily& family = *target.shapes;
  const Table& table = family.shape ? *family.shape : *family.flat_shape;
  const std::string_view type = typeName(table, shape.kind);
  ObjectText object(table, source);
  const std::span<const std::string_view> choices = table.find("type")->choices;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == type) object.choice(Key::Type, i);
  }
  if (!family.shape) {
    if (is_trigger) object.boolean(Key::IsTrigger, true);
    writeKind(object, shape, mesh, true);
    return object.take();
  }
  const Field& field = table.fields[table.indexOf(memberOf(shape.kind))];
  json::Value own = source.isObject() ? source.find(type) : json::Value();
  if (!own) own = source;  // Flat shapes have these members beside the type.
  ObjectText kind(*field.table, own.isObject() && own.find("type") ? json::Value() : own);
  writeKind(kind, shape, mesh, !target.two_radii);
  std::string text = kind.take();
  // Defaults that the author did not spell out either.
  if (text != "{}" || !source.isObject() || source.find(type)) object.raw(field.key, std::move(text));
  return object.take();
}

}  // namespace carom::dialect
