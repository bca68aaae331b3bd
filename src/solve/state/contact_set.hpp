// All contacts of a simulation. There is one for each pair of colliders whose boxes overlap, whether the
// shapes touch or not: this is the pair list. The broad phase makes and destroys contacts.
//
// Every contact that is alive is in the lists of both of its bodies and in `pairs`; all others are in `free`.
// A contact with an awake body is active; so is, for one step, a new contact of two immovable colliders. The
// narrow phase puts those active contacts into `live` that touch, have a begin event without an end event,
// belong to a trigger, or are active for that one step only.
//
// The passes of the solver depend on the order of the contacts, so that order must not depend on history: on
// who slept, on what was removed, on contacts elsewhere. At the start of the narrow phase the active contacts
// are in the order of their colliders. Between two steps new ones stand at the end, and the last one fills
// the place of one that goes. settle() knows these places, takes what stands there, and merges it into the
// rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "solve/state/body.hpp"
#include "solve/state/contact.hpp"
#include "solve/state/indexed_vector.hpp"
#include "solve/state/pair_set.hpp"

namespace carom::solve {

/// A contact in the list of a body: its index, and the side of the body.
struct ContactEnd {
  std::int32_t contact = -1;
  std::int32_t side = 0;
};

/// The contacts of a body. The list must not change during the iteration.
template <class Contacts>
class ContactsOfBody {
 public:
  class Iterator {
   public:
    Iterator(Contacts* contacts, std::int32_t end) : contacts_(contacts), end_(end) {}
    ContactEnd operator*() const { return {end_ / 2, end_ % 2}; }
    Iterator& operator++() {
      end_ = (*contacts_)[end_ / 2].next[end_ % 2];
      return *this;
    }
    bool operator!=(std::nullptr_t) const { return end_ >= 0; }

   private:
    Contacts* contacts_;
    std::int32_t end_;
  };
  ContactsOfBody(Contacts& contacts, std::int32_t first) : contacts_(&contacts), first_(first) {}
  Iterator begin() const { return {contacts_, first_}; }
  std::nullptr_t end() const { return nullptr; }

 private:
  Contacts* contacts_;
  std::int32_t first_;
};

struct ContactSet {
  IndexedVector<Contact> all;
  IndexedVector<PairClearance> clearances;  ///< By contact.
  IndexedVector<std::int32_t> free;
  PairSet pairs;                       ///< Of colliders.
  IndexedVector<std::int32_t> active;  ///< Contacts with an awake body.
  IndexedVector<std::int32_t> places;  ///< By contact: its place in `active`; -1: not active.
  IndexedVector<std::int32_t> live;    ///< Active contacts that later stages of the step read (see above).

  Contact& operator[](std::int32_t i) { return all[i]; }
  const Contact& operator[](std::int32_t i) const { return all[i]; }
  Contact& operator[](std::size_t i) { return all[i]; }
  const Contact& operator[](std::size_t i) const { return all[i]; }
  /// `for (const ContactEnd end : contacts.of(body))`
  ContactsOfBody<const IndexedVector<Contact>> of(const Body& body) const {
    return {all, body.first_contact};
  }

  /// Creates a contact of two colliders of the bodies `of`, and puts it into the lists of the bodies.
  std::int32_t create(IndexedVector<Body>& bodies, const std::int32_t (&colliders)[2],
                      const std::int32_t (&of)[2]);
  /// Removes a contact from all lists.
  void destroy(IndexedVector<Body>& bodies, std::int32_t index);
  bool isActive(std::int32_t index) const { return places[index] >= 0; }
  void activate(std::int32_t index);
  void deactivate(std::int32_t index);
  /// Takes over all contacts, and a list of active ones in any order.
  void restore(IndexedVector<Contact>&& contacts, IndexedVector<std::int32_t>&& active_contacts);
  /// Brings the active contacts into the order of their colliders. Returns whether it changed anything.
  bool settle();
  /// Brings the live contacts into the order of the active ones.
  void sortLive();
  /// The contact of two colliders, one of which belongs to `body`; null: there is none.
  const Contact* find(const Body& body, std::int32_t a, std::int32_t b) const;

 private:
  struct Entry {
    std::uint64_t key;  // Of its colliders.
    std::int32_t contact;
  };
  void append(std::int32_t index);
  Entry entryAt(std::int32_t place) const { return {keys_[place], active[place]}; }

  IndexedVector<std::uint64_t> keys_;    // Parallel to `active`.
  std::int32_t sorted_ = 0;              // The first `sorted_` places are in order, except
  IndexedVector<std::int32_t> filled_;   // these, which were filled from the end.
  IndexedVector<Entry> moved_;           // For settle().
  IndexedVector<std::uint8_t> is_live_;  // For sortLive(), by place.
};

}  // namespace carom::solve
