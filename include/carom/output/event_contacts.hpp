// Where and how hard colliders have met, for the events of a step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// What a contact that began was like.
struct EventContact {
  bool known = false;         ///< False for other events, and when the bodies have left each other again.
  DVec3 point;                ///< Mean of the contact points, global, m.
  DVec3 normal;               ///< Unit, global, from the first collider to the second.
  double approach_speed = 0;  ///< m/s, along the normal, before the step; negative: they were parting.
  /// N·s along the normal, of the step: from the change of the bodies' velocities at the point, as if nothing
  /// else but the world's gravity had acted on them.
  double impulse = 0;
};

/// Follows the velocities of all bodies from step to step.
class EventContacts {
 public:
  explicit EventContacts(const Scene& scene);
  /// Call at the start and after each step; the result is as long as `events`, which are those of the step.
  std::vector<EventContact> of(const World& world, std::span<const Event> events);

 private:
  struct Body {
    bool dynamic = false;
    double inverse_mass = 0;
    DVec3 inverse_inertia;  // Principal, 1/(kg·m²).
    DQuat axes;             // From principal axes to node space.
    double gravity_factor = 1;
    DVec3 linear, angular;  // Before the step, m/s and rad/s.
  };
  struct Meeting;

  void remember(const World& world);
  double inverseMassAt(const World& world, std::int32_t node, const Meeting& meeting) const;
  EventContact describe(const World& world, const Event& event,
                        const std::vector<ContactPoint>& contacts) const;

  std::vector<Body> bodies_;  // By motion node.
};

}  // namespace carom
