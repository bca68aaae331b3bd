#include "dialect/tables/field.hpp"

namespace carom::dialect {

std::string_view fieldTypeName(FieldType type) {
  switch (type) {
    case FieldType::Boolean:
      return "boolean";
    case FieldType::Number:
      return "number";
    case FieldType::Integer:
      return "integer";
    case FieldType::String:
    case FieldType::Choice:
      return "string";
    case FieldType::Vector2:
      return "number[2]";
    case FieldType::Vector3:
      return "number[3]";
    case FieldType::Quaternion:
      return "number[4]";
    case FieldType::Matrix3:
      return "number[9]";
    case FieldType::Numbers:
      return "number[1-*]";
    case FieldType::Strings:
      return "string[1-*]";
    case FieldType::Axes:
      return "integer[1..3]";
    case FieldType::Index:
      return "integer";
    case FieldType::Indices:
      return "integer[1-*]";
    case FieldType::Object:
      return "object";
    case FieldType::Objects:
      break;
  }
  return "object[1-*]";
}

std::string_view targetName(Target target) {
  switch (target) {
    case Target::None:
      break;
    case Target::Node:
      return "node";
    case Target::Mesh:
      return "mesh";
    case Target::Skin:
      return "skin";
    case Target::ImplicitShape:
    case Target::CollisionShape:
    case Target::OmiShape:
      return "shape";
    case Target::OmiCollider:
      return "collider";
    case Target::Material:
      return "physics material";
    case Target::Filter:
      return "collision filter";
    case Target::Joint:
      return "joint description";
    case Target::Constraint:
      return "constraint";
    case Target::Wheel:
      return "wheel";
    case Target::Thruster:
      return "thruster";
    case Target::HoverThruster:
      return "hover thruster";
  }
  return "";
}

int Table::indexOf(Key key) const {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].key == key) return static_cast<int>(i);
  }
  return -1;
}

const Field* Table::find(std::string_view member) const {
  for (const Field& field : fields) {
    if (field.name == member) return &field;
  }
  return nullptr;
}

}  // namespace carom::dialect
