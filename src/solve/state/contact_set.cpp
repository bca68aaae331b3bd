#include "solve/state/contact_set.hpp"

#include <algorithm>

#include "base/compact_sort.hpp"

namespace carom::solve {

std::int32_t ContactSet::create(IndexedVector<Body>& bodies, const std::int32_t (&colliders)[2],
                                const std::int32_t (&of)[2]) {
  std::int32_t index;
  if (free.empty()) {
    index = all.count();
    all.emplace_back();
    clearances.emplace_back();
    places.push_back(-1);
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

void ContactSet::append(std::int32_t index) {
  const Contact& contact = all[index];
  places[index] = active.count();
  active.push_back(index);
  keys_.push_back(static_cast<std::uint64_t>(contact.collider[0]) << 32 |
                  static_cast<std::uint32_t>(contact.collider[1]));
}

void ContactSet::activate(std::int32_t index) {
  if (!isActive(index)) append(index);
}

void ContactSet::deactivate(std::int32_t index) {
  const std::int32_t place = places[index];
  if (place < 0) return;
  active[place] = active.back();
  keys_[place] = keys_.back();
  places[active[place]] = place;
  places[index] = -1;
  active.pop_back();
  keys_.pop_back();
  sorted_ = std::min(sorted_, active.count());
  if (place < sorted_) filled_.push_back(place);
}

void ContactSet::restore(IndexedVector<Contact>&& contacts, IndexedVector<std::int32_t>&& active_contacts) {
  all = std::move(contacts);
  places.assign(all.size(), -1);
  active.clear();
  keys_.clear();
  filled_.clear();
  sorted_ = 0;
  for (const std::int32_t index : active_contacts) append(index);
}

bool ContactSet::settle() {
  if (filled_.empty() && sorted_ == active.count()) return false;
  compactSort(filled_.begin(), filled_.end(), std::less<>());
  const std::int32_t first = filled_.empty() ? sorted_ : std::min(sorted_, filled_[0]);
  moved_.clear();
  std::int32_t kept = first, next = 0;
  for (std::int32_t place = first; place < sorted_; ++place) {
    if (next < filled_.count() && filled_[next] == place) {
      moved_.push_back(entryAt(place));
      while (next < filled_.count() && filled_[next] == place) ++next;
    } else {
      active[kept] = active[place];
      keys_[kept++] = keys_[place];
    }
  }
  for (std::int32_t place = sorted_; place < active.count(); ++place) moved_.push_back(entryAt(place));
  compactSort(moved_.begin(), moved_.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
  // Merges from the end, where there is room.
  std::int32_t to = active.count(), from = kept;
  for (std::int32_t i = moved_.count() - 1; i >= 0; --i) {
    const Entry entry = moved_[i];
    for (; from > 0 && keys_[from - 1] > entry.key; --from) {
      --to;
      keys_[to] = keys_[from - 1];
      places[active[to] = active[from - 1]] = to;
    }
    --to;
    keys_[to] = entry.key;
    places[active[to] = entry.contact] = to;
  }
  for (std::int32_t place = first; place < to; ++place) places[active[place]] = place;
  filled_.clear();
  sorted_ = active.count();
  return true;
}

void ContactSet::sortLive() {
  is_live_.assign(active.size(), 0);
  for (const std::int32_t index : live) is_live_[places[index]] = 1;
  live.clear();
  for (std::int32_t place = 0; place < active.count(); ++place) {
    if (is_live_[place] != 0) live.push_back(active[place]);
  }
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
