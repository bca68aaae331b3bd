// All sources of gravity of a simulation beside the uniform one, where they are during a step.
//
// Sources and the regions in which they act move with bodies; within a step those are taken to move with the
// velocity that they have at its start. Which sources act on a body is decided by its centre of mass, as is
// how strongly: one place, which moves continuously, whatever colliders the body has or has not. A region
// does not see the body that it belongs to, as triggers do not.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/gravity/gravity_source.hpp"
#include "solve/state/body.hpp"

namespace carom {
class ByteReader;
class ByteWriter;
}  // namespace carom

namespace carom::solve {

class GravityField {
 public:
  bool empty() const { return placed_.empty(); }
  /// In the order in which sources are to be asked.
  void add(GravitySource source);
  /// Where a source is from now on, in the frame of its body.
  void setFrame(std::int32_t source, const DTransform& frame);

  /// At the beginning of a step. Whether any source or region has moved since the last call.
  bool beginStep(const std::vector<Body>& bodies, const std::vector<Collider>& colliders, double time_step);
  /// Moves sources and regions to a time within the step, s.
  void moveTo(const std::vector<Body>& bodies, const std::vector<Collider>& colliders, double time);
  /// Whether a place may come into a region when it moves by so much within the step, m.
  bool mayReach(const DVec3& place, double way) const;
  /// What a body with its centre of mass at a place is accelerated by, before its own factor.
  DVec3 at(const DVec3& place, std::int32_t body, const DVec3& world, double substep) const;

  void save(ByteWriter& out) const;
  /// False, having changed nothing, when these are no states of these sources; the reader says why.
  bool restore(ByteReader& in);

 private:
  struct Region {
    GravityRegion definition;
    std::shared_ptr<const collide::Shape> shape;
    std::int32_t body = -1;
    DTransform pose, seen;
    DVec3 lower, upper;  ///< Of the whole step.
  };
  struct Placed {
    GravitySource source;
    std::vector<Region> regions;
    DTransform pose, seen;
  };

  void place(const std::vector<Body>& bodies, const std::vector<Collider>& colliders, double time);
  bool isInside(const Placed& placed, const DVec3& place, std::int32_t body) const;

  std::vector<Placed> placed_;
};

}  // namespace carom::solve
