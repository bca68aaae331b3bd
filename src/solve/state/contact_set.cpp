#include "solve/state/contact_set.hpp"

#include <algorithm>

namespace carom::solve {

std::int32_t ContactSet::create(IndexedVector<Body>& bodies, const std::int32_t (&colliders)[2],
                                const std::int32_t (&of)[2]) {
  std::int32_t index;
  if (free.empty()) {
    index = all.count();
    all.emplace_back();
    clearances.emplace_back();
  } else {
    index = free.back();
    free.pop_back();
  }
  Contact& contact = all[index];
  std::vector<ContactManifold> room = std::move(contact.several);
  contact = Contact{};
  contact.several = std::move(room);
  contact.alive = true;
  clearances[index] = {0, {of[0], of[1]}};
  for (int side = 0; side < 2; ++side) {
    contact.collider[side] = colliders[side];
    contact.body[side] = of[side];
    std::int32_t& first = bodies[of[side]].first_contact;
    contact.next[side] = first;
    if (first >= 0) all[first / 2].previous[first % 2] = index * 2 + side;
    first = index * 2 + side;
  }
  pairs.add(colliders[0], colliders[1]);
  return index;
}

void ContactSet::destroy(IndexedVector<Body>& bodies, std::int32_t index) {
  deactivate(index);
  Contact& contact = all[index];
  for (int side = 0; side < 2; ++side) {
    const std::int32_t next = contact.next[side], previous = contact.previous[side];
    if (next >= 0) all[next / 2].previous[next % 2] = previous;
    if (previous >= 0) {
      all[previous / 2].next[previous % 2] = next;
    } else {
      bodies[contact.body[side]].first_contact = next;
    }
  }
  pairs.remove(contact.collider[0], contact.collider[1]);
  contact.alive = false;
  free.push_back(index);
}

void ContactSet::activate(std::int32_t index) {
  Contact& contact = all[index];
  if (contact.active_index >= 0) return;
  contact.active_index = active.count();
  active.push_back(index);
}

void ContactSet::deactivate(std::int32_t index) {
  Contact& contact = all[index];
  if (contact.active_index < 0) return;
  const std::int32_t last = active.back();
  active[contact.active_index] = last;
  all[last].active_index = contact.active_index;
  active.pop_back();
  contact.active_index = -1;
}

const Contact* ContactSet::find(const Body& body, std::int32_t a, std::int32_t b) const {
  if (!pairs.contains(a, b)) return nullptr;
  for (const ContactEnd end : of(body)) {
    const Contact& contact = all[end.contact];
    if (contact.collider[0] == std::min(a, b) && contact.collider[1] == std::max(a, b)) return &contact;
  }
  return nullptr;
}

}  // namespace carom::solve
