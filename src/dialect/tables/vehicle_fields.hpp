// Fields that thrusters of both kinds have, and ranges of vehicles.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect {

/// Up to π, with room for its nearest 32-bit number.
inline constexpr Range kHalfTurn{0, 3.1415928, false};

// clang-format off
inline constexpr Field kMaxGimbal = {
    .key = Key::MaxGimbal, .name = "maxGimbal", .type = FieldType::Number,
    .about = "Largest gimbal angle from the rest direction.", .unit = "rad", .fallback = 0, .range = kHalfTurn,
    .section = "Max Gimbal"};
inline constexpr Field kGimbalChangeRate = {
    .key = Key::GimbalChangeRate, .name = "gimbalChangeRate", .type = FieldType::Number,
    .about = "Rate at which the gimbal angle changes; negative: instant.", .unit = "rad/s", .fallback = 1,
    .section = "Gimbal Change Rate"};
inline constexpr Field kTargetGimbalRatio = {
    .key = Key::TargetGimbalRatio, .name = "targetGimbalRatio", .type = FieldType::Vector2,
    .about = "Target angles as fractions of `maxGimbal` about local X and Y; the vector is at most 1 long. A vehicle above overrides this.",
    .fallback = 0, .section = "Target Gimbal Ratio"};
/// Both kinds have it with a default of their own.
constexpr Field linearGimbalAdjustRatio(double fallback) {
  return {.key = Key::LinearGimbalAdjustRatio, .name = "linearGimbalAdjustRatio", .type = FieldType::Number,
          .about = "How much the vehicle's linear activation, in addition to the angular one, turns the gimbal.", .fallback = fallback,
          .range = {0, 1, false}, .section = "Linear Gimbal Adjust Ratio"};
}
// clang-format on

}  // namespace carom::dialect
