// Which bodies are in the equations of joints that do not hold them (group_contacts.hpp).
#pragma once

namespace carom::solve {

/// Ratio of masses from which a body that is in no joint and touches one that joints hold is in the equations
/// of the joints. Lighter ones are solved in turns with them: what is piled on a table bears on its
/// neighbours as well.
inline constexpr float kFarHeavier = 8;

/// Whether a body is so much heavier than one in joints, by their inverse masses. One of infinite mass is
/// not: its mass is no measure.
inline bool isFarHeavier(float inverse_heavy, float inverse_light) {
  return inverse_heavy > 0 && inverse_heavy * kFarHeavier <= inverse_light;
}

}  // namespace carom::solve
