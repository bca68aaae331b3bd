// The extension families Carom reads, newest first, each as its set of tables.
#pragma once

#include <span>
#include <string_view>

#include "dialect/tables/field.hpp"

namespace carom::dialect {

/// An extension that describes bodies: its objects at the root and on nodes. Null: it has none such.
struct RigidBodyFamily {
  std::string_view extension;
  const Table* root;
  const Table* node;
  const Table* motion;
  const Table* collider;
  const Table* geometry;  ///< Null where colliders name a shape directly.
  const Table* trigger;
  const Table* joint;
  const Table* material;
  const Table* filter;
  const Table* joint_description;
  const Table* limit;
  const Table* drive;
  bool omi = false;  ///< OMI's meaning of empty lists, zeros and negative numbers applies.
};

/// Meaning of the `height` of a capsule.
enum class CapsuleHeight : std::uint8_t {
  Between,   ///< The distance of the two centres; full beside one `radius`, which is in no document.
  Revision,  ///< That as well, and one `radius` is an earlier revision.
  Full       ///< From end to end.
};

/// An extension that describes shapes.
struct ShapeFamily {
  std::string_view extension;
  Target target;
  const Table* root;                  ///< Null: the array lies at the root of the file.
  const Table* shape;                 ///< Null where the fields always lie beside `type`.
  const Table* shape_extension;       ///< Extension of a shape by a rigid body extension; null if none.
  const Table* flat_shape = nullptr;  ///< Fields beside `type`; null where that is never so.
  CapsuleHeight capsule_height = CapsuleHeight::Between;
};

/// Which revision of OMI_vehicle_wheel a wheel's names are of. A wheel with names of both is current.
enum class WheelForm : std::uint8_t { Either, First, Current };

/// An extension that is recognised and reported, but not read yet.
struct UnreadFamily {
  std::string_view extension;
  std::string_view about;
};

std::span<const RigidBodyFamily> rigidBodyFamilies();
/// OMI's joints are an extension of their own; only the tables of joints are set.
const RigidBodyFamily& omiJointFamily();
/// OMI's extensions of vehicles, seats and gravity, which go with bodies of any family.
std::span<const std::string_view> companionExtensions();
bool isCompanion(std::string_view extension);
/// Whether an extension describes physics that is read.
bool isPhysicsExtension(std::string_view extension);
/// The extension of physics a JSON pointer leads into, "" if none.
std::string_view physicsExtensionIn(std::string_view pointer);
std::span<const ShapeFamily> shapeFamilies();
std::span<const UnreadFamily> unreadFamilies();
/// Every table of every family that is read, in the order of docs/fields.md.
std::span<const Table* const> allTables();

}  // namespace carom::dialect
