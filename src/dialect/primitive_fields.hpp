// Fields of the round shapes and the box, which every family of shapes spells alike.
#pragma once

#include "dialect/field.hpp"

namespace carom::dialect {

// clang-format off
inline constexpr Field kSphereFields[] = {
    {.key = Key::Radius, .name = "radius", .type = FieldType::Number, .about = "Radius.", .unit = "m",
     .fallback = 0.5, .range = kPositive},
};

inline constexpr Field kBoxFields[] = {
    {.key = Key::Size, .name = "size", .type = FieldType::Vector3, .about = "Full lengths along X, Y, Z.", .unit = "m",
     .fallback = 1, .range = kPositive},
};

inline constexpr Field kRadiusBottom = {
    .key = Key::RadiusBottom, .name = "radiusBottom", .type = FieldType::Number,
    .about = "Radius at the end towards -Y. Not both radii may be 0.", .unit = "m", .fallback = 0.25,
    .range = kNotNegative};
inline constexpr Field kRadiusTop = {
    .key = Key::RadiusTop, .name = "radiusTop", .type = FieldType::Number,
    .about = "Radius at the end towards +Y. Not both radii may be 0.", .unit = "m", .fallback = 0.25,
    .range = kNotNegative};

inline constexpr Field kCapsuleFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number,
     .about = "Distance between the centres of the two end spheres.", .unit = "m", .fallback = 0.5,
     .range = kPositive},
    kRadiusBottom,
    kRadiusTop,
    {.key = Key::Radius, .name = "radius", .type = FieldType::Number,
     .about = "In no document of this family, but written by one engine's exporter: one radius, and `height` is the "
              "full height. Read so, with a warning, when neither other radius is given.",
     .unit = "m", .absent = "not used", .range = kPositive, .dialects = "in the wild"},
};

inline constexpr Field kCylinderFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number, .about = "Full height.", .unit = "m",
     .fallback = 0.5, .range = kPositive},
    kRadiusBottom,
    kRadiusTop,
    {.key = Key::Radius, .name = "radius", .type = FieldType::Number,
     .about = "In no document of this family: one radius for both ends. Read so, with a warning, when neither other "
              "radius is given.",
     .unit = "m", .absent = "not used", .range = kPositive, .dialects = "in the wild"},
};
// clang-format on

}  // namespace carom::dialect
