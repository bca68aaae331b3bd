// All gravity sources of a simulation besides the uniform gravity, and their places during a step.
//
// Sources and the regions in which they act move with bodies; within a step they move with the body's
// velocity at its start. The centre of mass of a body decides which sources act on it and how strongly,
// whatever colliders it has: it is one point and moves continuously. A region does not act on the body that
// it belongs to, as a trigger does not report its own body.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/gravity/gravity_source.hpp"
#include "solve/state/body.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom {
class ByteReader;
class ByteWriter;
}  // namespace carom

namespace carom::solve {

class GravityField {
 public:
  bool empty() const { return placed_.empty(); }
  /// Adds a source. Sources are evaluated in the order in which they are added.
  void add(GravitySource source);
  /// The frame of a source in its body, or in the world.
  const DTransform& frame(std::int32_t source) const { return placed_[source].source.frame; }
  void setFrame(std::int32_t source, const DTransform& frame);
  /// A body has another frame: its sources stay where they are. `change` is from the old frame to the new
  /// one.
  void changeFrame(std::int32_t body, const DTransform& change);
  /// Replaces what a source does: all but its shape, regions and place.
  void setForce(std::int32_t source, const GravitySource& force);
  void setShape(std::int32_t source, std::shared_ptr<const collide::Shape> shape, const DTransform& pose);
  /// The order in which the sources are evaluated.
  void setOrder(std::vector<std::int32_t> order);

  /// To be called at the beginning of a step. Whether any source or region has moved since the last call.
  bool beginStep(const IndexedVector<Body>& bodies, const IndexedVector<Collider>& colliders,
                 double time_step);
  /// Moves sources and regions to a time within the step, s.
  void moveTo(const IndexedVector<Body>& bodies, const IndexedVector<Collider>& colliders, double time);
  /// Whether a point may enter a region within the step if it moves by `distance`, m.
  bool mayReach(const DVec3& place, double distance) const;
  /// Acceleration by gravity of a body with its centre of mass at `place`, before its own factor.
  DVec3 at(const DVec3& place, std::int32_t body, const DVec3& world, double substep) const;

  void save(ByteWriter& out) const;
  /// Returns false and changes nothing if the data does not fit these sources; the reader has the reason.
  bool restore(ByteReader& in);

 private:
  struct Region {
    GravityRegion definition;
    std::shared_ptr<const collide::Shape> shape;
    std::int32_t body = -1;
    DTransform pose, seen;
    DVec3 lower, upper;  ///< Bounds over the whole step.
  };
  struct Placed {
    GravitySource source;
    IndexedVector<Region> regions;
    DTransform pose, seen;
  };

  void place(const IndexedVector<Body>& bodies, const IndexedVector<Collider>& colliders, double time);
  bool isInside(const Placed& placed, const DVec3& place, std::int32_t body) const;

  IndexedVector<Placed> placed_;
  std::vector<std::int32_t> order_;
  bool changed_ = false;  ///< A source does something else than at the start of the last step.
};

}  // namespace carom::solve
