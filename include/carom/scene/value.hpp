// A value with a type, as pointers into a world and behaviour graphs have them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "carom/base/vector.hpp"

namespace carom {

/// The types of the glTF object model and of behaviour graphs. Matrices are stored by columns.
enum class ValueType : std::uint8_t {
  Boolean,
  Integer,
  Number,
  Vector2,
  Vector3,
  Vector4,
  Matrix2,
  Matrix3,
  Matrix4,
  Reference  ///< To an object of the file, a delay or an event; behaviour graphs only.
};
/// "bool", "int", "float", "float2", ... as the documents write them.
std::string_view valueTypeName(ValueType type);
/// Numbers that a value of the type has, 1 to 16.
std::size_t valueSize(ValueType type);

/// The numbers of a value; those beyond its type's size are 0. Booleans are 0 or 1, integers whole.
struct Value {
  ValueType type = ValueType::Number;
  std::array<double, 16> numbers{};

  static Value of(bool value) { return {ValueType::Boolean, {value ? 1.0 : 0.0}}; }
  static Value of(std::int32_t value) { return {ValueType::Integer, {static_cast<double>(value)}}; }
  static Value of(double value) { return {ValueType::Number, {value}}; }
  static Value of(const DVec3& v) { return {ValueType::Vector3, {v.x, v.y, v.z}}; }
  static Value of(const DQuat& q) { return {ValueType::Vector4, {q.x, q.y, q.z, q.w}}; }
  DVec3 vector() const { return {numbers[0], numbers[1], numbers[2]}; }
  DQuat quaternion() const { return {numbers[0], numbers[1], numbers[2], numbers[3]}; }
  friend bool operator==(const Value&, const Value&) = default;
};

}  // namespace carom
