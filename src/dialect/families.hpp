// The extension families Carom reads, newest first, each as its set of tables.
#pragma once

#include <span>
#include <string_view>

#include "dialect/field.hpp"

namespace carom::dialect {

/// An extension that describes bodies: its objects at the root and on nodes.
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
  const Table* drive;  ///< Null where joints have no drives.
};

/// An extension that describes shapes.
struct ShapeFamily {
  std::string_view extension;
  Target target;
  const Table* root;
  const Table* shape;
  const Table* shape_extension;  ///< What a rigid body extension adds to a shape; null if nothing.
};

/// An extension that is recognised and reported, but not read yet.
struct UnreadFamily {
  std::string_view extension;
  std::string_view about;
};

std::span<const RigidBodyFamily> rigidBodyFamilies();
std::span<const ShapeFamily> shapeFamilies();
std::span<const UnreadFamily> unreadFamilies();
/// Every table of every family that is read, in the order of docs/fields.md.
std::span<const Table* const> allTables();

}  // namespace carom::dialect
