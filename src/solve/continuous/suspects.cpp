#include "solve/continuous/suspects.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/continuous/continuous_settings.hpp"
#include "solve/continuous/shape_motion.hpp"
#include "solve/state/traces.hpp"

namespace carom::solve {
namespace {

/// A way in a step of its centre of mass that does not carry a body through anything, m: it may be thin.
float thinWay(const Body& body) {
  return std::max(ContinuousSettings::kFastShare * body.extents.inscribed_radius,
                  ContinuousSettings::kThinShare * body.extents.bounding_radius);
}

/// The same for the way of any of its points.
float harmlessWay(const Body& body) {
  return std::min(ContinuousSettings::kFastShare * inscribedSize(body), thinWay(body));
}

/// Upper bound of the distance that a point of the body moved in the step, beyond an inner ball, m.
float maxDisplacement(const Body& body, float inner) {
  const Vec3 turn = rotationVector(body.rotation * conjugate(body.start_rotation));
  return length(Vec3(body.center - body.start_center)) +
         length(turn) * std::max(0.0f, body.extents.bounding_radius - inner);
}

/// Whether a body stops at the other one as at a wall, and is carried along.
bool actsAsWall(const BodySweep& other, const BodySweep& mine) {
  return !other.pushable || other.inverse_mass * ContinuousSettings::kMuchHeavier < mine.inverse_mass;
}

/// Upper bound of the way of any point of a body as another one sees it, m. With displacements d, half turns
/// h (axis times sine σ of half the angle) and the place r of its centre seen from the other's: a rotation
/// vector is 2 h to within (π − 2) σ³, and moves what is fixed to it by its product with r to within half its
/// square. Two rotations differ by at most the difference of their vectors.
float wayBound(const BodySweep& mine, const BodySweep& other) {
  constexpr float kAnglePerSine = ContinuousSettings::kAnglePerSine;
  const Vec3 apart = mine.center - other.center;
  const Vec3 places = maximum(absolute(mine.center), absolute(other.center));
  const float rounding = 1e-6f * std::max({places.x, places.y, places.z});
  const float far = length(apart);
  const auto cubic = [](float sine) { return (kAnglePerSine - 2) * sine * sine * sine; };
  const float angle = kAnglePerSine * other.sine;
  const Vec3 displacement = mine.displacement - other.displacement;
  const float beside = length(displacement - cross(other.half_turn, apart) * 2.0f) +
                       (cubic(other.sine) + 0.5f * angle * angle) * (far + rounding) + angle * rounding;
  const float turned = 2 * length(mine.half_turn - other.half_turn) + cubic(mine.sine) + cubic(other.sine);
  const float rounded = ContinuousSettings::kWayRounding * (far + mine.outer + length(displacement));
  return beside + turned * mine.outer + rounded;
}

/// Upper bound of the distance that any point moved in the step, as in clearance.cpp, m.
float sweptDistance(const BodySweep& sweep) {
  return length(sweep.displacement) + 2 * sweep.outer * (ContinuousSettings::kAnglePerSine * sweep.sine);
}

/// Whether two colliders may have met within the step (clearance.cpp).
bool mayHaveMet(const SimulationState& state, const PairClearance& pair) {
  double bound = 0;
  for (const std::int32_t body : pair.body)
    bound += state.bodies.motion_bounds[body].displacement_bound +
             static_cast<double>(sweptDistance(state.bodies.sweeps[body]));
  return bound >= pair.until;
}

/// Whether the sweep of a collider has left its box in the tree. A cheap bound of the sweep is tested first.
bool leavesSearchedBox(const SimulationState& state, std::int32_t index, const StepMotion& moved,
                       Aabb& swept) {
  const Collider& c = state.colliders[index];
  const Body& b = state.bodies[c.body];
  const Aabb& box = state.colliders.searched_boxes[index];
  const float target = stopDistance(b);
  const Vec3 displacement(b.center - b.start_center);
  swept = expanded(c.tight, 2 * moved.sine * (length(c.local.translation) + c.origin_radius) + target);
  swept.include({swept.lower + displacement, swept.upper + displacement});
  if (contains(box, swept)) return false;
  swept = expanded(sweptBounds(c, b), target);
  return !contains(box, swept);
}

}  // namespace

float inscribedSize(const Body& body) {
  return std::clamp(body.extents.inscribed_radius,
                    ContinuousSettings::kMinInscribedShare * body.extents.bounding_radius,
                    body.extents.bounding_radius);
}

float stopDistance(const Body& body) {
  return std::min(ContinuousSettings::kStopDistance * body.extents.tolerance,
                  ContinuousSettings::kStopShare * inscribedSize(body));
}

void beginSweep(Body& body) {
  body.continuous.was_stopped = body.continuous.stopped;
  if (body.continuous.undone && body.continuous.undone_steps < ContinuousSettings::kStuckSteps)
    ++body.continuous.undone_steps;
  if (!body.continuous.undone && body.continuous.undone_steps > 0) --body.continuous.undone_steps;
  body.continuous.stopped = body.continuous.undone = body.continuous.deep = false;
}

bool mayHavePassed(Body& body, const StepMotion& moved) {
  const auto is_fast = [&] {
    // A cheap bound first: most bodies are slow.
    if (moved.distance + ContinuousSettings::kAnglePerSine * moved.sine * body.extents.bounding_radius <=
        harmlessWay(body))
      return false;
    const float inner = inscribedSize(body);
    if (maxDisplacement(body, inner) > ContinuousSettings::kFastShare * inner) return true;
    return moved.distance > thinWay(body);
  };
  const bool deep = body.continuous.deep;
  if (!body.movable()) body.continuous.deep = false;
  if (body.first_collider >= 0 && (deep || is_fast())) return true;
  if (body.continuous.undone || body.continuous.undone_steps > 0)
    body.continuous.undone = false, body.continuous.undone_steps = 0;
  return false;
}

void noteSweep(SimulationState& state, std::int32_t index, const StepMotion& moved, bool stop) {
  const Body& body = state.bodies[index];
  BodySweep& sweep = state.bodies.sweeps[index];
  sweep.center = Vec3(body.start_center);
  sweep.displacement = Vec3(body.center - body.start_center);
  sweep.half_turn = moved.half_turn;
  sweep.sine = moved.sine;
  sweep.outer = body.extents.bounding_radius;
  sweep.inscribed_radius = std::min({body.extents.inscribed_radius, body.extents.bounding_radius, 1e6f});
  sweep.harmless = harmlessWay(body);
  sweep.inverse_mass = body.inverse_mass;
  sweep.stoppable = stop && body.movable();
  sweep.deep = body.continuous.deep;
  sweep.pushable = body.movable() && body.awake_index >= 0;
}

void collectFastBody(SimulationState& state, std::int32_t index, const StepMotion& moved, BodyJob& job) {
  Body& body = state.bodies[index];
  job.fast.push_back(index);
  for (const std::int32_t c : collidersOf(state.colliders, body)) {
    Aabb swept;
    if (state.colliders[c].sensor || collide::isPlane(*state.colliders[c].shape)) continue;
    if (leavesSearchedBox(state, c, moved, swept)) job.escaped.push_back({swept, c});
  }
  if (body.movable()) beginSweep(body);
}

StepMotion motionInStep(const Body& body) {
  const Quat turn = turnBetween(body.start_rotation, body.rotation);
  const Vec3 half_turn = turn.w < 0 ? -turn.vector() : turn.vector();
  return {length(Vec3(body.center - body.start_center)), length(half_turn), half_turn};
}

bool mayMatter(const BodySweep& mine, const BodySweep& other) {
  constexpr float kMuchHeavier = ContinuousSettings::kMuchHeavier;
  if (mine.deep || mine.inverse_mass * kMuchHeavier < other.inverse_mass) return true;
  const bool wall = actsAsWall(other, mine);
  if (wall && other.displacement == Vec3{} && other.sine == 0) return true;
  const float limit =
      wall ? ContinuousSettings::kHarmlessBound * mine.harmless
           : ContinuousSettings::kFastShareBound * (mine.inscribed_radius + other.inscribed_radius);
  return !(wayBound(mine, other) <= limit);
}

void findSuspects(const SimulationState& state, std::int32_t begin, std::int32_t end,
                  std::vector<std::int32_t>& found) {
  for (std::int32_t i = begin; i < end; ++i) {
    const std::int32_t index = state.contacts.active[i];
    const PairClearance& pair = state.contacts.clearances[index];
    const BodySweep &a = state.bodies.sweeps[pair.body[0]], &b = state.bodies.sweeps[pair.body[1]];
    if (!a.stoppable && !b.stoppable) continue;
    if (!mayHaveMet(state, pair)) continue;
    const bool first = a.stoppable && mayMatter(a, b), second = b.stoppable && mayMatter(b, a);
    if ((!first && !second) || state.contacts[index].sensor) continue;
    if (first) found.push_back(pair.body[0]);
    if (second) found.push_back(pair.body[1]);
  }
}

}  // namespace carom::solve
