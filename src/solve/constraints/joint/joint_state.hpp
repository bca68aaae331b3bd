// A joint as it is simulated: what its definition asks for, row by row, and what it remembers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "carom/base/vector.hpp"
#include "solve/constraints/joint/joint.hpp"
#include "solve/constraints/joint/joint_metrics.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

/// One limit or drive.
struct JointElement {
  enum class Role : std::uint8_t {
    Fixed,  ///< Holds the metric at `max`.
    Range,  ///< Keeps it within [min, max].
    Drive
  };
  Role role = Role::Fixed;
  JointMetric metric = JointMetric::AlongAxis;
  std::uint8_t axis = 0;
  std::uint8_t rows = 1;
  bool soft = false;               ///< With stiffness and damping; every drive.
  bool acceleration_mode = false;  ///< Of a drive.
  double min = 0;
  double max = 0;  ///< Of a drive: the position target.
  double stiffness = 0;
  double damping = 0;
  double velocity_target = 0;
  double max_force = kUnbounded;
  std::int32_t limit = -1;  ///< Index into the definition's limits; -1: a drive, or several limits at once.

  // State.
  std::array<double, 3> impulse{};  ///< Of its rows in the substep at hand, N·s or N·m·s.
  std::array<double, 3> last{};     ///< The same in the last one.
  std::array<double, 3> warm{};     ///< To start the next one with, see joint_solver.hpp.
  std::array<double, 3> given{};    ///< What contacts have made it exert (joint_holds.hpp), to be taken up.
  bool reached = false;             ///< A Range whose bound holds it.
  bool reported = false;            ///< The same, as events have told.
};

struct Joint {
  std::array<std::int32_t, 2> body{-1, -1};
  std::array<DTransform, 2> frame;       ///< In the bodies' frames, now.
  std::array<DTransform, 2> next_frame;  ///< At the end of the step.
  bool frames_move = false;              ///< They differ.
  bool given = false;                    ///< Some element has such impulses.
  IndexedVector<JointElement> elements;
  std::array<double, 3> turn{};  ///< Twists about the three axes, counted over whole turns.
  JointLoad load;
  JointLoad blows;  ///< Of impacts in this step, N·s and N·m·s.
};

/// The elements of a definition. Two fixed twists are taken as a fixed swing and three as a fixed rotation:
/// that says the same, and has no pose in which it says nothing.
IndexedVector<JointElement> jointElements(const JointDefinition& definition);

/// Holds two points together, hard, and nothing else.
bool isPin(const Joint& joint);

/// Twists in the pose that a joint starts in: of the angles that it may mean those within the limits.
std::array<double, 3> initialTurns(const IndexedVector<JointElement>& elements, const FramePair& pair);

}  // namespace carom::solve
