// Saving the state of a simulation as bytes, and restoring it.
//
// A snapshot has all data on which later steps depend. This is more than the poses of the bodies: impulses
// for warm starting, the manifolds and how far they may be reused, the numbers of contacts, and the orders in
// which bodies and contacts are visited, because sums of floats depend on them. It does not have what follows
// from the definitions of bodies and colliders: the simulation to be restored has these.
//
// Restoring builds the whole state separately and checks each index, list and link before it is used.
// Whatever the bytes are, the simulation is either restored to a state that can be stepped or left as it was.

#include "solve/snapshot/snapshot.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/byte_stream.hpp"
#include "solve/broad_phase/bounds.hpp"
#include "solve/broad_phase/broad_phase.hpp"
#include "solve/broad_phase/clearance.hpp"
#include "solve/snapshot/snapshot_fields.hpp"
#include "solve/snapshot/snapshot_settings.hpp"

namespace carom::solve {
namespace {

using Indices = IndexedVector<std::int32_t>;

std::size_t slot(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

bool isIndex(std::int32_t index, std::size_t count) {
  return index >= 0 && slot(index) < count;
}

template <class T>
bool isWithin(const Vector3<T>& v) {
  const auto within = [](T x) { return absolute(x) <= T(SnapshotSettings::kMaxMotion); };
  return within(v.x) && within(v.y) && within(v.z);
}

/// Whether all numbers of a body are in a range in which a step does not overflow.
bool isTame(const Body& body) {
  constexpr double kMaxDisplacementBound = SnapshotSettings::kMaxDisplacementBound;
  return isWithin(body.center) && isWithin(body.start_center) && isWithin(body.sleep.rest_center) &&
         isWithin(body.target.center) && isWithin(body.start_velocity) && isWithin(body.linear_velocity) &&
         isWithin(body.angular_velocity) && isWithin(body.displacement.center) &&
         body.extents.bounding_radius >= 0 && body.extents.core_radius >= 0 && body.displacement.bound >= 0 &&
         body.displacement.bound <= kMaxDisplacementBound &&
         absolute(body.sleep.rest_bound) <= kMaxDisplacementBound &&
         absolute(body.sleep.window_bound) <= kMaxDisplacementBound;
}

bool isTame(const Joint& joint) {
  const auto within = [](double x, double most) { return absolute(x) <= most; };
  for (const auto* frames : {&joint.frame, &joint.next_frame}) {
    for (const DTransform& f : *frames) {
      const double squared = dot(f.rotation, f.rotation);
      if (!isWithin(f.translation) || !(squared > 0.5 && squared < 2)) return false;
    }
  }
  for (const double turn : joint.turn) {
    if (!within(turn, SnapshotSettings::kMaxMotion)) return false;
  }
  for (const JointElement& e : joint.elements) {
    for (const auto* impulses : {&e.impulse, &e.last, &e.warm}) {
      for (const double impulse : *impulses) {
        if (!within(impulse, SnapshotSettings::kMaxJointImpulse)) return false;
      }
    }
  }
  return true;
}

bool isTame(const Wheel& wheel) {
  const WheelControl& c = wheel.control;
  const WheelReport& r = wheel.report;
  const auto within = [](std::initializer_list<float> numbers, double most) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](float x) { return absolute(x) <= static_cast<float>(most); });
  };
  if (!within({c.steering, c.propulsion, c.braking, c.top_speed, wheel.compression, wheel.spin, wheel.roll,
               wheel.anchor[0], wheel.anchor[1], r.forward_slip, r.lateral_slip},
              SnapshotSettings::kMaxMotion))
    return false;
  // The stiffest springs at full compression exceed kMaxMotion.
  if (!within({wheel.normal_impulse, wheel.forward_impulse, wheel.lateral_impulse, r.load, r.forward_force,
               r.lateral_force},
              SnapshotSettings::kMaxWheelForce))
    return false;
  return isWithin(r.point) && isWithin(r.normal) && isWithin(r.forward);
}

void writeIndices(ByteWriter& out, const Indices& indices) {
  out.count(indices.size());
  for (const std::int32_t index : indices) out(index);
}

/// Reads indices below `limit`, each of which may occur once.
bool readIndices(ByteReader& in, Indices& indices, std::size_t limit) {
  indices.resize(in.count(sizeof(std::int32_t)));
  std::vector<std::uint8_t> seen(limit, 0);
  for (std::int32_t& index : indices) {
    in(index);
    if (!in.ok() || !isIndex(index, limit)) return in.fail("an index is out of range");
    if (std::exchange(seen[slot(index)], std::uint8_t(1)) != 0) return in.fail("an index is listed twice");
  }
  return in.ok();
}

void writeContact(ByteWriter& out, const Contact& contact, const PairClearance& clearance) {
  out(contact.alive);
  if (!contact.alive) return;
  keepContact(out, contact);
  out(clearance.until);
  out.count(static_cast<std::size_t>(contact.manifold_count));
  for (std::int32_t i = 0; i < contact.manifold_count; ++i) {
    const ContactManifold& manifold = contact.manifolds()[i];
    out(manifold.point_count, manifold.origin.point_count);
    keepManifold(out, manifold);
  }
}

bool readManifold(ByteReader& in, ContactManifold& manifold) {
  in(manifold.point_count, manifold.origin.point_count);
  const auto isAtMost = [](std::int32_t count, std::int32_t most) { return count >= 0 && count <= most; };
  if (!isAtMost(manifold.point_count, collide::Manifold::kMaxPoints) ||
      !isAtMost(manifold.origin.point_count, collide::Manifold::kMaxPoints))
    return in.fail("the number of points of a manifold is out of range");
  keepManifold(in, manifold);
  return in.ok();
}

bool readContact(ByteReader& in, Contact& contact, PairClearance& clearance) {
  in(contact.alive);
  if (!contact.alive) return in.ok();
  keepContact(in, contact);
  in(clearance.until);
  std::vector<ContactManifold> manifolds(in.count(SnapshotSettings::kMinManifoldBytes));
  for (ContactManifold& manifold : manifolds) {
    if (!readManifold(in, manifold)) return false;
  }
  contact.setManifolds(manifolds);
  if (contact.manifold_count > 0 && clearance.until > 0)
    return in.fail("a contact has points although its shapes are apart");
  return in.ok();
}

/// A state that is being read.
struct Snapshot {
  explicit Snapshot(const SimulationState& state)
      : bodies(state.bodies.all),
        colliders(state.colliders.all),
        joints(state.joints.joints()),
        wheels(state.wheels),
        gravity(state.gravity) {}

  IndexedVector<Body> bodies;
  IndexedVector<Collider> colliders;
  IndexedVector<Joint> joints;
  IndexedVector<Wheel> wheels;
  GravityField gravity;
  IndexedVector<Contact> contacts;
  IndexedVector<PairClearance> clearances;
  Indices free_contacts;
  PairSet pairs;
  Indices moved_colliders, awake, active_contacts, free_islands;
  IndexedVector<SleepingIsland> islands;
  std::uint32_t sleeping_count = 0;
  std::vector<PairEvent> pending_end_events;
  SimulationStatistics statistics;
  bool any_placed = false;

  bool read(ByteReader& in) {
    return readBodies(in) && readColliders(in) && readAwake(in) && readIslands(in) && readContacts(in) &&
           readLists(in) && readJoints(in) && readWheels(in) && readGravity(in) && readEvents(in);
  }

 private:
  bool readBodies(ByteReader& in) {
    if (in.count(1) != bodies.size()) return in.fail("the number of bodies differs");
    for (Body& body : bodies) {
      keepBody(in, body);
      body.awake_index = body.island = -1;
      body.continuous.still_until = -1e30;
      if (!isTame(body)) return in.fail("a body is too far away or too fast");
      if (body.target.set && body.type != BodyType::Kinematic)
        return in.fail("a body that is not kinematic has a target");
    }
    return in.ok();
  }

  bool readColliders(ByteReader& in) {
    if (in.count(1) != colliders.size()) return in.fail("the number of colliders differs");
    for (Collider& collider : colliders) {
      keepCollider(in, collider);
      collider.moved = false;
      if (!isWithin(collider.fat.lower) || !isWithin(collider.fat.upper))
        return in.fail("the bounds of a collider are out of range");
    }
    if (!readIndices(in, moved_colliders, colliders.size())) return false;
    for (const std::int32_t collider : moved_colliders) colliders[collider].moved = true;
    return true;
  }

  bool readAwake(ByteReader& in) {
    if (!readIndices(in, awake, bodies.size())) return false;
    for (std::size_t i = 0; i < awake.size(); ++i) {
      Body& body = bodies[awake[i]];
      if (body.type == BodyType::Static) return in.fail("a static body is awake");
      body.awake_index = static_cast<std::int32_t>(i);
    }
    return true;
  }

  bool readIslands(ByteReader& in) {
    islands.resize(in.count(sizeof(std::uint64_t)));
    std::size_t empty = 0;
    for (std::size_t i = 0; i < islands.size(); ++i) {
      if (!readIndices(in, islands[i].bodies, bodies.size())) return false;
      if (islands[i].bodies.empty()) ++empty;
      for (const std::int32_t index : islands[i].bodies) {
        Body& body = bodies[index];
        if (!body.movable() || body.awake_index >= 0 || body.island >= 0)
          return in.fail("a body that cannot sleep is asleep");
        body.island = static_cast<std::int32_t>(i);
        ++sleeping_count;
      }
    }
    if (!readIndices(in, free_islands, islands.size())) return false;
    if (free_islands.size() != empty) return in.fail("an island is neither used nor free");
    for (const std::int32_t island : free_islands) {
      if (!islands[island].bodies.empty()) return in.fail("an island is both used and free");
    }
    return true;
  }

  bool readContacts(ByteReader& in) {
    contacts.resize(in.count(1));
    clearances.resize(contacts.size());
    std::size_t dead = 0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      Contact& contact = contacts[i];
      if (!readContact(in, contact, clearances[i])) return false;
      if (!contact.alive) {
        ++dead;
      } else if (!placeContact(contact)) {
        return in.fail("a contact has two colliders that cannot meet");
      } else {
        clearances[i] = {contact.sensor ? 0 : clearances[i].until, {contact.body[0], contact.body[1]}};
      }
    }
    if (!readIndices(in, free_contacts, contacts.size())) return false;
    if (free_contacts.size() != dead) return in.fail("a contact is neither used nor free");
    for (const std::int32_t contact : free_contacts) {
      if (contacts[contact].alive) return in.fail("a contact is both used and free");
    }
    return true;
  }

  bool placeContact(Contact& contact) {
    const std::int32_t a = contact.collider[0], b = contact.collider[1];
    if (!isIndex(a, colliders.size()) || !isIndex(b, colliders.size()) || a >= b) return false;
    const Collider &ca = colliders[a], &cb = colliders[b];
    if (ca.body == cb.body || (ca.sensor && cb.sensor) || pairs.contains(a, b)) return false;
    contact.sensor = ca.sensor || cb.sensor;
    if (!contact.sensor && !bodies[ca.body].movable() && !bodies[cb.body].movable()) return false;
    contact.body[0] = ca.body, contact.body[1] = cb.body;
    pairs.add(a, b);
    return true;
  }

  /// Reads the list of active contacts, and rebuilds the lists of the bodies.
  bool readLists(ByteReader& in) {
    if (!readIndices(in, active_contacts, contacts.size())) return false;
    for (const std::int32_t contact : active_contacts) {
      if (!contacts[contact].alive) return in.fail("an active contact is free");
    }
    std::vector<std::uint8_t> met(2 * contacts.size(), 0);
    std::size_t count = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      std::int32_t previous = -1;
      for (std::int32_t end = bodies[i].first_contact; end != -1; ++count) {
        if (!isIndex(end, met.size()) || std::exchange(met[slot(end)], std::uint8_t(1)) != 0)
          return in.fail("a body's list of contacts is broken");
        Contact& contact = contacts[end / 2];
        if (!contact.alive || slot(contact.body[end % 2]) != i)
          return in.fail("a body's list has the contact of another body");
        contact.previous[end % 2] = previous;
        previous = end;
        end = contact.next[end % 2];
      }
    }
    if (count != 2 * pairs.size()) return in.fail("a contact is in no body's list");
    return true;
  }

  bool readJoints(ByteReader& in) {
    if (in.count(1) != joints.size()) return in.fail("the number of joints differs");
    for (Joint& joint : joints) {
      keepJoint(in, joint);
      if (!isTame(joint)) return in.fail("a number of a joint is out of range");
    }
    return in.ok();
  }

  bool readWheels(ByteReader& in) {
    if (in.count(1) != wheels.size()) return in.fail("the number of wheels differs");
    for (Wheel& wheel : wheels) {
      keepWheel(in, wheel);
      if (!isTame(wheel) || wheel.report.ground < -1 ||
          (wheel.report.ground >= 0 && !isIndex(wheel.report.ground, colliders.size())))
        return in.fail("a number of a wheel is out of range");
    }
    return in.ok();
  }

  bool readGravity(ByteReader& in) {
    if (gravity.empty()) return true;
    if (!gravity.restore(in)) return false;
    for (Body& body : bodies) {
      in(body.gravity);
      if (!isWithin(body.gravity)) return in.fail("gravity is out of range");
    }
    return in.ok();
  }

  bool readEvents(ByteReader& in) {
    pending_end_events.resize(in.count(SnapshotSettings::kEventBytes));
    for (PairEvent& event : pending_end_events) {
      keepEvent(in, event);
      const auto known = [&](std::int32_t collider) { return isIndex(collider, colliders.size()); };
      if (!known(event.collider_a) || !known(event.collider_b) ||
          event.sensor != (colliders[event.collider_a].sensor || colliders[event.collider_b].sensor))
        return in.fail("an event has no two colliders");
    }
    keepStatistics(in, statistics);
    in(any_placed);
    return in.finish();
  }
};

}  // namespace

void saveState(const SimulationState& state, ByteWriter& out) {
  out.count(state.bodies.all.size());
  for (const Body& body : state.bodies.all) keepBody(out, body);
  out.count(state.colliders.all.size());
  for (const Collider& collider : state.colliders.all) keepCollider(out, collider);
  writeIndices(out, state.colliders.moved);
  writeIndices(out, state.bodies.awake);
  out.count(state.islands.sleeping.size());
  for (const SleepingIsland& island : state.islands.sleeping) writeIndices(out, island.bodies);
  writeIndices(out, state.islands.free);
  out.count(state.contacts.all.size());
  for (std::size_t i = 0; i < state.contacts.all.size(); ++i)
    writeContact(out, state.contacts[i], state.contacts.clearances[i]);
  writeIndices(out, state.contacts.free);
  writeIndices(out, state.contacts.active);
  out.count(state.joints.joints().size());
  for (const Joint& joint : state.joints.joints()) keepJoint(out, joint);
  out.count(state.wheels.size());
  for (const Wheel& wheel : state.wheels) keepWheel(out, wheel);
  if (!state.gravity.empty()) {
    state.gravity.save(out);
    for (const Body& body : state.bodies.all) out(body.gravity);
  }
  out.count(state.events.pending_ends.size());
  for (const PairEvent& event : state.events.pending_ends) keepEvent(out, event);
  keepStatistics(out, state.statistics);
  out(state.bodies.any_placed);
}

bool restoreState(SimulationState& state, const StepContext& context, ByteReader& in) {
  Snapshot read(state);
  if (!read.read(in)) return false;
  state.bodies.all = std::move(read.bodies);
  state.colliders.all = std::move(read.colliders);
  state.joints.joints() = std::move(read.joints);
  state.wheels = std::move(read.wheels);
  state.gravity = std::move(read.gravity);
  state.contacts.restore(std::move(read.contacts), std::move(read.active_contacts));
  state.contacts.clearances = std::move(read.clearances);
  state.contacts.live.clear();
  state.contacts.free = std::move(read.free_contacts);
  state.contacts.pairs = std::move(read.pairs);
  state.colliders.moved = std::move(read.moved_colliders);
  state.bodies.awake = std::move(read.awake);
  state.islands.sleeping = std::move(read.islands);
  state.islands.free = std::move(read.free_islands);
  state.events.pending_ends = std::move(read.pending_end_events);
  state.statistics = read.statistics;
  state.bodies.any_placed = read.any_placed;
  state.islands.sleeping_bodies = read.sleeping_count;
  state.events.pairs.clear();
  state.joint_events.clear();
  state.colliders.has_new_box.assign(state.bodies.all.size(), 0);
  state.colliders.bodies_with_new_boxes.clear();
  for (std::size_t i = 0; i < state.colliders.all.size(); ++i)
    state.colliders.searched_boxes[i] = state.colliders[i].moved ? Aabb{} : state.colliders[i].fat;
  for (const std::int32_t collider : state.colliders.moved) noteNewBox(state, collider);
  for (Contact& contact : state.contacts.all) {
    if (contact.alive)
      describe(state, contact, state.colliders[contact.collider[0]], state.colliders[contact.collider[1]]);
  }
  buildTrees(state);
  for (std::size_t i = 0; i < state.bodies.all.size(); ++i) {
    state.bodies.motion_bounds[i] = motionBound(state, context, state.bodies[i]);
    state.bodies.setMotionAtRest(static_cast<std::int32_t>(i));
    state.solver.bodies.index[i] = 0;
  }
  return true;
}

}  // namespace carom::solve
