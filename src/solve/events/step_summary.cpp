#include "solve/events/step_summary.hpp"

#include <algorithm>
#include <tuple>

#include "base/compact_sort.hpp"
#include "solve/events/event_settings.hpp"
#include "solve/sleep/sleep.hpp"
#include "solve/state/prefetch.hpp"
#include "solve/state/state_settings.hpp"

namespace carom::solve {
namespace {

// What reportEvents() has to do about a contact, in contact_changes_.
constexpr std::uint8_t kReport = 1;       // A begin or end event.
constexpr std::uint8_t kUpdatedOnce = 2;  // It was active for this step only.
constexpr std::uint8_t kDeep = 4;         // Deep penetration, for continuous collision.

/// State of a contact at the end of a step.
struct ContactSummary {
  bool touches = false;
  float nearest = 1e30f;  ///< Smallest separation, m.
  float depth_sum = 0;
  std::uint32_t points = 0;
};

ContactSummary summaryOf(const Contact& contact) {
  ContactSummary out;
  if (contact.sensor) {
    out.touches = contact.touching;
    return out;
  }
  const ContactManifold* manifolds = contact.manifolds();
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    for (std::int32_t k = 0; k < manifolds[m].point_count; ++k) {
      const ContactPoint& p = manifolds[m].points[k];
      out.touches = out.touches || p.pressed || p.separation <= 0;
      out.nearest = std::min(out.nearest, p.separation);
      out.depth_sum += std::max(0.0f, -p.separation);
      ++out.points;
    }
  }
  out.touches = out.touches ||
                (contact.reported && out.nearest <= StateSettings::kSeparatedDistance * contact.tolerance);
  return out;
}

}  // namespace

/// Summarizes the live contacts: sets statistics, contact_changes_, and in StepData::touching the bodies that
/// touch.
void StepSummary::summarizeContacts(SimulationState& state, const StepContext& context) {
  if (context.settings.sleeping) state.step.touching.start(state.solver.bodies.movable_end);
  constexpr std::int32_t kContactsPerJob = EventSettings::kContactsPerJob;
  const std::int32_t count = state.contacts.live.count();
  contact_changes_.setCount(count);
  summaries_.fill((count + kContactsPerJob - 1) / kContactsPerJob, {});
  context.pool.parallelFor(summaries_.count(), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t job = range.begin; job < range.end; ++job) {
      ContactTotals& totals = summaries_[job];
      const std::int32_t end = std::min(count, (job + 1) * kContactsPerJob);
      for (std::int32_t i = job * kContactsPerJob; i < end; ++i) {
        if (i + kPrefetchDistance < end)
          prefetchBytes(&state.contacts[state.contacts.live[i + kPrefetchDistance]], sizeof(Contact));
        const Contact& contact = state.contacts[state.contacts.live[i]];
        const ContactSummary summary = summaryOf(contact);
        std::uint8_t changes = 0;
        if (summary.touches != contact.reported) changes |= kReport;
        if (contact.update_once) changes |= kUpdatedOnce;
        if (summary.nearest < -EventSettings::kDeepShare * contact.inscribed_radius) changes |= kDeep;
        contact_changes_[i] = changes;
        if (contact.sensor || !contact.touching) continue;
        if (context.settings.sleeping) uniteBodies(state, contact.body[0], contact.body[1]);
        ++totals.pairs;
        totals.points += summary.points;
        totals.deepest = std::max(totals.deepest, -summary.nearest);
        totals.depth_sum += summary.depth_sum;
      }
    }
  });
}

void StepSummary::reportEvents(SimulationState& state, const StepContext& context) {
  state.events.pairs.swap(state.events.pending_ends);
  state.events.pending_ends.clear();
  for (std::size_t i = 0; i < state.contacts.live.size(); ++i) {
    const std::uint8_t changes = contact_changes_[i];
    if (changes == 0) continue;
    const std::int32_t index = state.contacts.live[i];
    Contact& contact = state.contacts[index];
    if ((changes & kReport) != 0) {
      contact.reported = !contact.reported;
      // Bodies that lay on the other one have lost their support.
      for (const std::int32_t body : contact.body) {
        if (!contact.sensor && !contact.reported && state.bodies[body].island >= 0)
          wakeIsland(state, context, state.bodies[body].island);
      }
      state.events.pairs.push_back(
          {contact.collider[0], contact.collider[1], contact.sensor, contact.reported});
    }
    if ((changes & kDeep) != 0)
      state.bodies[contact.body[0]].continuous.deep = state.bodies[contact.body[1]].continuous.deep = true;
    contact.update_once = false;
    if ((changes & kUpdatedOnce) != 0 && state.bodies[contact.body[0]].awake_index < 0 &&
        state.bodies[contact.body[1]].awake_index < 0)
      state.contacts.deactivate(index);
  }
  const auto key = [](const PairEvent& e) {
    return std::tuple(!e.sensor, e.collider_a, e.collider_b, e.begin);
  };
  compactSort(state.events.pairs.begin(), state.events.pairs.end(),
              [&](const PairEvent& a, const PairEvent& b) { return key(a) < key(b); });
  for (const auto& [sensor, solid] : state.step.passes) {
    const std::int32_t a = std::min(sensor, solid), b = std::max(sensor, solid);
    state.events.pairs.push_back({a, b, true, true});
    state.events.pairs.push_back({a, b, true, false});
  }
}

void StepSummary::gatherStatistics(SimulationState& state) {
  state.statistics.contact_pairs = static_cast<std::uint32_t>(state.contacts.active.size());
  ContactTotals all;
  for (const ContactTotals& part : summaries_) {
    all.pairs += part.pairs;
    all.points += part.points;
    all.deepest = std::max(all.deepest, part.deepest);
    all.depth_sum += part.depth_sum;
  }
  state.statistics.touching_pairs = all.pairs;
  state.statistics.contact_points = all.points;
  state.statistics.max_penetration = all.deepest;
  state.statistics.mean_penetration = all.points > 0 ? static_cast<float>(all.depth_sum / all.points) : 0;
}

void StepSummary::countBodies(SimulationState& state) {
  state.statistics.awake_bodies = 0;
  for (const std::int32_t index : state.bodies.awake)
    state.statistics.awake_bodies += state.bodies[index].type == BodyType::Dynamic ? 1 : 0;
  state.statistics.sleeping_bodies = state.islands.sleeping_bodies;
}

}  // namespace carom::solve
