// A first guess at the impulses of contacts that begin at rest.
//
// Warm starting gives the solver last step's impulses, which in a pile at rest are the answer. Things that
// are placed touching have no last step: the solver would need many steps to find the weight that a tall
// stack puts on its lowest contact, and the stack would sink and bounce meanwhile. So bodies are visited from
// the top down, and each hands its own weight and what it was handed to the contacts that hold it up,
//
//   λ_c = L s_c / Σ s_c²,   s_c = |n_c · up|,
//
// in equal parts to their points. For a stack or a pyramid of boxes that is the solution; anywhere else it is
// a guess of the right size that the solver corrects. Only new contacts between bodies that are (nearly) at
// rest take part.

#include <algorithm>
#include <cmath>

#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr float kRestSpeed = 0.05f;        // m/s
constexpr float kRestSeparation = 0.002f;  // m
constexpr float kMinSupport = 0.3f;        // |n · up| below which a contact holds nothing up

bool isAtRest(const Body& body) {
  return lengthSquared(body.linear_velocity) < kRestSpeed * kRestSpeed &&
         lengthSquared(body.angular_velocity) * body.outer_radius * body.outer_radius <
             kRestSpeed * kRestSpeed;
}

bool isFresh(const ContactManifold& m) {
  bool near = false;
  for (std::int32_t i = 0; i < m.point_count; ++i) {
    if (m.points[i].normal_impulse > 0) return false;
    near = near || std::abs(m.points[i].separation) < kRestSeparation;
  }
  return near;
}

/// Gives a manifold a total impulse, in equal parts to the points that touch.
void share(ContactManifold& m, float impulse) {
  std::int32_t touching = 0;
  for (std::int32_t i = 0; i < m.point_count; ++i)
    touching += m.points[i].separation < kRestSeparation ? 1 : 0;
  for (std::int32_t i = 0; i < m.point_count; ++i) {
    if (m.points[i].separation < kRestSeparation) {
      m.points[i].normal_impulse = impulse / static_cast<float>(touching);
    }
  }
}

}  // namespace

/// Calls visit(manifold, s, other) for the manifolds that hold a body up; s = n · up as seen by the body.
template <class Visit>
void Simulation::visitSupports(const Body& body, const Vec3& up, Visit&& visit) {
  for (std::int32_t end = body.first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    const Contact& contact = contactAt(end / 2);
    if (contact.sensor || contact.active_index < 0) continue;
    const std::int32_t side = end % 2;
    for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
      const float s = dot(contact.manifolds[m].normal, up) * (side == 1 ? 1.0f : -1.0f);
      if (s > kMinSupport) visit(contact.manifolds[m], s, contact.body[1 - side]);
    }
  }
}

void Simulation::estimateLoads() {
  settling_ = false;
  const float gravity = length(settings_.gravity);
  if (!(gravity > 0)) return;
  const Vec3 up = settings_.gravity * (-1 / gravity);
  const float h = settings_.time_step / static_cast<float>(settings_.substeps);
  std::vector<std::int32_t>& resting = load_order_;
  resting.clear();
  bool any_fresh = false;
  for (const std::int32_t index : awake_) {
    Body& body = at(index);
    body.load = 0;
    if (!isAtRest(body)) body.settled = false;
    if (!body.movable() || !(body.inverse_mass > 0) || !isAtRest(body)) continue;
    body.load = std::max(0.0f, h * gravity * body.gravity_factor / body.inverse_mass);
    resting.push_back(index);
    if (body.settled) continue;
    visitSupports(body, up,
                  [&](ContactManifold& m, float, std::int32_t) { any_fresh = any_fresh || isFresh(m); });
    body.settled = true;
  }
  if (!any_fresh) return;
  settling_ = true;
  const auto height = [&](std::int32_t i) { return dot(at(i).center, DVec3(up)); };
  std::sort(resting.begin(), resting.end(), [&](std::int32_t a, std::int32_t b) {
    return height(a) != height(b) ? height(a) > height(b) : a < b;
  });
  for (const std::int32_t index : resting) {
    const Body& body = at(index);
    float left = body.load, squares = 0;
    visitSupports(body, up, [&](ContactManifold& m, float s, std::int32_t) {
      if (isFresh(m)) {
        squares += s * s;
      } else {
        for (std::int32_t i = 0; i < m.point_count; ++i) left -= s * m.points[i].normal_impulse;
      }
    });
    if (!(left > 0) || !(squares > 0)) continue;
    visitSupports(body, up, [&](ContactManifold& m, float s, std::int32_t other) {
      if (!isFresh(m)) return;
      const float impulse = left * s / squares;
      share(m, impulse);
      if (at(other).load > 0) at(other).load += impulse * s;
    });
  }
}

}  // namespace carom::solve
