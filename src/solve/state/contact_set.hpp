// All contacts of a simulation. There is one for each pair of colliders whose boxes overlap, whether the
// shapes touch or not: this is the pair list. The broad phase makes and destroys contacts.
//
// Every contact that is alive is in the lists of both of its bodies and in `pairs`; all others are in `free`.
// A contact with an awake body is active: it is in `active`, at its active_index; so is, for one step, a new
// contact of two immovable colliders. The narrow phase puts those active contacts into `live` that touch,
// have a begin event without an end event, belong to a trigger, or are active for that one step only.
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
  void activate(std::int32_t index);
  void deactivate(std::int32_t index);
  /// The contact of two colliders, one of which belongs to `body`; null: there is none.
  const Contact* find(const Body& body, std::int32_t a, std::int32_t b) const;
};

}  // namespace carom::solve
