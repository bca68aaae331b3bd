// Load estimate: the loads of contacts of bodies that are placed at rest.
//
// Warm starting gives the solver the impulses of the last step, which for a pile at rest are the solution.
// Bodies that are placed in contact have no last step. The solver would need many steps to find the weight
// that a tall stack puts on its lowest contact, and the stack would sink and bounce meanwhile. So this stage
// visits the bodies from the top down. Each body distributes its own weight and the load from above to its
// supporting points, which pass it on to the bodies below. Where gravity varies, each body has its own upward
// direction; those of neighbours are assumed to agree.
//
// Friction is assumed to hold, so each supporting point carries a vertical force. With up = u, two horizontal
// axes e₁ and e₂, and for each point the arm r from the centre of mass, the vertical impulses f >= 0 must
// balance the force F of the load along −u and its moment M about e₁ and e₂:
//
//   Σ f g = b,   g = (1, (r × u)·e₁, (r × u)·e₂),   b = (F, −M·e₁, −M·e₂).
//
// Of all solutions the smallest is taken, f = gᵀ (Σ g gᵀ)⁻¹ b: the pressure below a rigid plate on an even
// bed of springs. Points that would pull are left out, and the rest is solved again. Each f becomes a normal
// impulse λ = f (n·u) and friction f (u − (n·u) n), limited by Coulomb's law. If friction holds everywhere
// this is exact statics.
//
// The result is also the load that the soft contact carries at zero depth (contact_solver.hpp), so bodies
// placed in contact stay in place. Only new contacts of bodies that were placed and are (nearly) at rest take
// part, and what carries them; bodies that fall on a pile find their equilibrium through the solver, even if
// something is placed elsewhere in that step.

#include "solve/constraints/contact/load_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "base/compact_sort.hpp"
#include "solve/constraints/contact/contact_settings.hpp"

namespace carom::solve {
namespace {

/// Direction against gravity, unit; zero without gravity.
Vec3 upOf(const Body& body) {
  const float size = length(body.gravity);
  return size > 0 ? body.gravity * (-1 / size) : Vec3{};
}

bool isFresh(const ContactManifold& m, const Contact& contact) {
  bool near = false;
  for (std::int32_t i = 0; i < m.point_count; ++i) {
    if (m.points[i].normal_impulse > 0) return false;
    near = near || std::abs(m.points[i].separation) < ContactSettings::kRestSeparation * contact.tolerance;
  }
  return near;
}

Vec3 withinCone(const Vec3& friction, float limit) {
  const float size = length(friction);
  return size > limit ? friction * (limit / size) : friction;
}

/// Solves k x = b for a symmetric positive definite k by LDLᵀ.
bool solveSymmetric(const float (&k)[3][3], const float (&b)[3], float (&x)[3]) {
  const float d0 = k[0][0];
  if (!(d0 > 0)) return false;
  const float l10 = k[1][0] / d0, l20 = k[2][0] / d0;
  const float d1 = k[1][1] - l10 * k[1][0];
  if (!(d1 > 0)) return false;
  const float l21 = (k[2][1] - l20 * k[1][0]) / d1;
  const float d2 = k[2][2] - l20 * k[2][0] - l21 * l21 * d1;
  if (!(d2 > 0)) return false;
  const float y1 = b[1] - l10 * b[0];
  const float y2 = b[2] - l20 * b[0] - l21 * y1;
  x[2] = y2 / d2;
  x[1] = y1 / d1 - l21 * x[2];
  x[0] = b[0] / d0 - l10 * x[1] - l20 * x[2];
  return true;
}

/// Calls visit(manifold, n, contact, side) for each manifold that supports a body. n points to the body,
/// which is body[side] of the contact.
template <class Visit>
void visitSupports(SimulationState& state, const Body& body, const Vec3& up, Visit&& visit) {
  for (const ContactEnd end : state.contacts.of(body)) {
    Contact& contact = state.contacts[end.contact];
    if (contact.sensor || !state.contacts.isActive(end.contact)) continue;
    const std::int32_t side = end.side;
    for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
      const Vec3 n = contact.manifolds()[m].normal * (side == 1 ? 1.0f : -1.0f);
      if (dot(n, up) > ContactSettings::kMinSupport) visit(contact.manifolds()[m], n, contact, side);
    }
  }
}

/// Whether a body rests on others, and whether one of these supports is new.
struct Rest {
  bool at_rest = false, fresh = false;
};

/// A body rests if it moves with everything that supports it, whatever the frame of reference: does not come
/// nearer or go away, and does not roll. What is fixed or drives itself carries; others if they rest.
template <class Rests>
Rest restOn(SimulationState& state, const StepContext& context, const Body& body, Rests&& rests) {
  const float radius = body.extents.bounding_radius, most = context.contact_step.rest_speed.of(radius);
  bool supported = false, moves = false, fresh = false;
  visitSupports(
      state, body, upOf(body),
      [&](const ContactManifold& m, const Vec3& n, const Contact& contact, std::int32_t side) {
        const Body& other = state.bodies[contact.body[1 - side]];
        const Vec3 &arm_a = m.points[0].anchor_a, arm_b = m.anchorB(m.points[0]);
        const Vec3 &own = side == 0 ? arm_a : arm_b, &theirs = side == 0 ? arm_b : arm_a;
        const float speed = dot(n, body.linear_velocity + cross(body.angular_velocity, own) -
                                       other.linear_velocity - cross(other.angular_velocity, theirs));
        const Vec3 spin = body.angular_velocity - other.angular_velocity;
        const float roll = length(spin - n * dot(n, spin)) * radius;
        supported = true;
        moves = moves || !(std::max(std::abs(speed), roll) < most) || (other.movable() && !rests(other));
        fresh = fresh || isFresh(m, contact);
      });
  return {supported && !moves, fresh};
}

}  // namespace

/// Sets load_order_ to the bodies at rest and loads_ to their weights. Returns whether one of them has a new
/// support.
bool LoadEstimate::collectResting(SimulationState& state, const StepContext& context) {
  load_order_.clear();
  loads_.assign(state.bodies.awake.size(), Load{});
  // Bodies that others carry are found from the ground upwards.
  resting_.assign(state.bodies.awake.size(), 0);
  const auto rests = [&](const Body& body) {
    return body.awake_index < 0 || resting_[body.awake_index] != 0;
  };
  bool any_fresh = false;
  for (bool found = true; found;) {
    found = false;
    for (const std::int32_t index : state.bodies.awake) {
      const Body& body = state.bodies[index];
      if (resting_[body.awake_index] != 0 || !(body.inverse_mass > 0)) continue;
      const Rest rest = restOn(state, context, body, rests);
      if (!rest.at_rest) continue;
      found = true;
      const bool placed = rest.fresh && !body.settled;
      resting_[body.awake_index] = placed ? kPlaced : kRests;
      any_fresh = any_fresh || placed;
    }
  }
  for (const std::int32_t index : state.bodies.awake) {
    Body& body = state.bodies[index];
    body.settled = true;
    if (resting_[body.awake_index] == 0) continue;
    loads_[body.awake_index].force = std::max(
        0.0f, context.substepTime() * length(body.gravity) * body.gravity_factor / body.inverse_mass);
    load_order_.push_back(index);
  }
  return any_fresh;
}

void LoadEstimate::distributeLoad(SimulationState& state, std::int32_t index) {
  const Body& body = state.bodies[index];
  const Load& load = loads_[body.awake_index];
  if (!(load.force > 0) || resting_[body.awake_index] != kPlaced) return;
  const Vec3 up = upOf(body);
  const Vec3 axes[3] = {up, perpendicular(up), cross(up, perpendicular(up))};
  const float size = body.extents.bounding_radius;  // Gives moments the unit of forces.
  if (!(size > 0)) return;
  float b[3] = {load.force, -dot(load.moment, axes[1]) / size, -dot(load.moment, axes[2]) / size};
  supports_.clear();
  visitSupports(state, body, axes[0],
                [&](ContactManifold& m, const Vec3& n, const Contact& contact, std::int32_t side) {
                  const bool fresh = isFresh(m, contact);
                  for (std::int32_t i = 0; i < m.point_count; ++i) {
                    ContactPoint& p = m.points[i];
                    const Vec3 moment = cross(side == 1 ? m.anchorB(p) : p.anchor_a, axes[0]) * (1 / size);
                    Support s;
                    s.row[0] = 1;
                    s.row[1] = dot(moment, axes[1]);
                    s.row[2] = dot(moment, axes[2]);
                    if (!fresh) {
                      const float lift = p.normal_impulse / dot(n, axes[0]);
                      for (int k = 0; k < 3; ++k) b[k] -= s.row[k] * lift;
                    } else if (p.separation < ContactSettings::kRestSeparation * contact.tolerance) {
                      s.manifold = &m;
                      s.point = &p;
                      s.normal = n;
                      s.on_b = side == 1;
                      s.static_friction = contact.static_friction;
                      s.other_arm = side == 1 ? p.anchor_a : m.anchorB(p);
                      s.other = contact.body[1 - side];
                      supports_.push_back(s);
                    }
                  }
                });
  if (supports_.empty() || !(b[0] > 0)) return;
  for (int round = 0; round < ContactSettings::kSupportRounds; ++round) {
    float k[3][3] = {};
    for (const Support& s : supports_) {
      for (int i = 0; i < 9 && s.used; ++i) k[i / 3][i % 3] += s.row[i / 3] * s.row[i % 3];
    }
    // Regularisation: points in a line, or a single point, resist no moment about it.
    const float soft = ContactSettings::kSupportSoftness * k[0][0];
    for (int i = 0; i < 3; ++i) k[i][i] += soft;
    float x[3];
    if (!solveSymmetric(k, b, x)) return;
    bool pulls = false;
    for (Support& s : supports_) {
      s.lift = s.used ? x[0] * s.row[0] + x[1] * s.row[1] + x[2] * s.row[2] : 0;
      if (s.lift >= 0) continue;
      s.lift = 0;
      s.used = false;
      pulls = true;
    }
    if (!pulls) break;
  }
  for (const Support& s : supports_) {
    const float along = dot(s.normal, axes[0]);
    s.point->normal_impulse = s.point->rest_impulse = s.lift * along;
    const Vec3 friction =
        withinCone((axes[0] - s.normal * along) * s.lift, s.static_friction * s.point->normal_impulse);
    s.manifold->friction_impulse += friction * (s.on_b ? 1.0f : -1.0f);
    const std::int32_t awake = state.bodies[s.other].awake_index;
    if (awake < 0 || !(loads_[awake].force > 0)) continue;
    resting_[awake] = kPlaced;
    Load& below = loads_[awake];
    below.force += s.lift;
    below.moment += cross(s.other_arm, axes[0] * -s.lift);
  }
}

/// Orders bodies where gravity differs in direction, so that there is no common height. A body comes after
/// all bodies that it supports. Where bodies support each other in a cycle, the first one in the list comes
/// first.
void LoadEstimate::orderBySupport(SimulationState& state) {
  // Number of bodies above that are not in order yet; -1: the body is in order.
  IndexedVector<std::int32_t>& above = load_counts_;
  above.assign(state.bodies.awake.size(), 0);
  const auto each_below = [&](std::int32_t index, auto&& visit) {
    const Body& body = state.bodies[index];
    visitSupports(state, body, upOf(body),
                  [&](const ContactManifold&, const Vec3&, const Contact& contact, std::int32_t side) {
                    const std::int32_t awake = state.bodies[contact.body[1 - side]].awake_index;
                    if (awake >= 0 && loads_[awake].force > 0) visit(awake);
                  });
  };
  for (const std::int32_t index : load_order_) each_below(index, [&](std::int32_t below) { ++above[below]; });
  const std::vector<std::int32_t> resting = load_order_;
  load_order_.clear();
  std::size_t next = 0;
  const auto put = [&](std::int32_t index) {
    above[state.bodies[index].awake_index] = -1;
    load_order_.push_back(index);
  };
  const auto put_freed = [&] {
    for (; next < load_order_.size(); ++next) {
      each_below(load_order_[next], [&](std::int32_t below) {
        if (above[below] > 0 && --above[below] == 0) put(state.bodies.awake[below]);
      });
    }
  };
  for (const std::int32_t index : resting) {
    if (above[state.bodies[index].awake_index] == 0) put(index);
  }
  put_freed();
  for (const std::int32_t index : resting) {
    if (above[state.bodies[index].awake_index] < 0) continue;
    put(index);
    put_freed();
  }
}

void LoadEstimate::run(SimulationState& state, const StepContext& context) {
  state.step.loads_estimated = false;
  if (!state.bodies.any_placed) return;
  state.bodies.any_placed = false;
  if (!collectResting(state, context)) return;
  state.step.loads_estimated = true;
  if (state.gravity.empty()) {
    const float size = length(context.settings.gravity);
    const Vec3 up = size > 0 ? context.settings.gravity * (-1 / size) : Vec3{};
    const auto height = [&](std::int32_t i) { return dot(state.bodies[i].center, DVec3(up)); };
    compactSort(load_order_.begin(), load_order_.end(), [&](std::int32_t a, std::int32_t b) {
      return height(a) != height(b) ? height(a) > height(b) : a < b;
    });
  } else {
    orderBySupport(state);
  }
  for (const std::int32_t index : load_order_) distributeLoad(state, index);
}

}  // namespace carom::solve
