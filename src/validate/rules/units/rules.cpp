#include "validate/rules/units/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kPhysicsUnitsLength{
    "PHYSICS_UNITS_LENGTH", RuleFamily::Units, Grade::Warning, false,
    "The bodies are of sizes that people give in centimetres, millimetres or inches. glTF's unit is the "
    "metre.",
    "glTF 2.0, Coordinate System and Units",
    "",
    R"(a crate with "size": [120, 80, 80])",
    R"("size": [1.2, 0.8, 0.8])"};
const Rule kPhysicsUnitsAngle{
    "PHYSICS_UNITS_ANGLE", RuleFamily::Units, Grade::Warning, false,
    "An angle is beyond a turn and looks like degrees. Angles are in radians.",
    "KHR_physics_rigid_bodies, Joints",
    "an _angle_ in radians for angular constraints",
    R"("min": -45, "max": 45)",
    R"("min": -0.785, "max": 0.785)"};
const Rule kPhysicsUnitsMass{
    "PHYSICS_UNITS_MASS", RuleFamily::Units, Grade::Warning, false,
    "The masses look like grams: nearly all are a thousand times what the colliders' volumes suggest. The "
    "unit is the kilogram.",
    "KHR_physics_rigid_bodies, Units",
    "Kilograms (kg)",
    R"("mass": 75000 for a person)",
    R"("mass": 75)"};
// clang-format on

std::span<const Rule* const> unitsRules() {
  static constexpr const Rule* kRules[] = {
      &kPhysicsUnitsLength,
      &kPhysicsUnitsAngle,
      &kPhysicsUnitsMass,
  };
  return kRules;
}

}  // namespace carom::validate::rules
