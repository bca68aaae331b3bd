// From a contact normal and two facing features to a manifold.
#pragma once

#include "collide/convex/convex_view.hpp"

namespace carom::collide {

/// The normal and closest points of two cores, in the frame of A. The radii of the balls are subtracted at
/// the end.
struct ContactAxis {
  DVec3 normal;   ///< Unit, from A to B.
  DVec3 point_a;  ///< Closest (or deepest) points of the cores.
  DVec3 point_b;
  double separation = 0;  ///< Of the cores along the normal there, m.
  double radius_a = 0;    ///< Of the balls, m.
  double radius_b = 0;
  double max_separation = 0;
  double scale = 1;  ///< Size of the smaller shape, m: for tolerances.
};

/// Selects the contact points of a manifold from any number: the deepest one, and those that span the largest
/// area.
class ContactReducer {
 public:
  static constexpr int kMaxCandidates = 600;
  struct Candidate {
    double x, y, z;  ///< Position, midway between the surfaces.
    double separation;
    std::uint32_t feature;
    DVec3 point() const { return {x, y, z}; }
  };

  void add(const DVec3& position, double separation, std::uint32_t feature) {
    if (count_ < kMaxCandidates)
      candidates_[count_++] = {position.x, position.y, position.z, separation, feature};
  }
  /// If there is a point within `near`, the deeper one of the two stays, with the old one's feature.
  void addUnlessNear(const Candidate& candidate, double near);
  /// A point of a line of contact, with its own normal (ConvexContact::line).
  void setOnLine(int place, const DVec3& normal, const Candidate& point) {
    line_[place] = {normal, point};
    on_line_ |= 1u << place;
  }
  int count() const { return count_; }
  void clear() { count_ = 0, on_line_ = 0; }
  double smallestSeparation() const;
  /// Sets normal and points. Returns false if there are none.
  bool reduce(const DVec3& normal, Manifold& out);
  /// The same, and the points of a line of contact.
  bool reduce(const ContactAxis& axis, ConvexContact& out);

 private:
  double extentSquared() const;
  /// Of candidates in the same place the first one stays, as deep as the deepest of them.
  void merge();
  /// Chooses up to four candidates, in their order. Returns their number.
  int choose(const DVec3& normal, int* chosen) const;

  struct OnLine {
    DVec3 normal;
    Candidate point;
  };

  int count_ = 0;
  unsigned on_line_ = 0;  ///< A bit for each place.
  OnLine line_[ConvexContact::kMaxOnLine];
  Candidate candidates_[kMaxCandidates];
};

/// Adds the points where the features lie over each other along the normal. Does not use axis.point_a and
/// point_b.
void gatherContacts(const ContactAxis& axis, const SupportFeature& a, const SupportFeature& b,
                    ContactReducer& contacts);
/// Whether the added points are as close as axis.separation. If not, the closest points themselves are the
/// contact.
bool reachesSeparation(const ContactAxis& axis, const ContactReducer& contacts);
void addClosestPoints(const ContactAxis& axis, ContactReducer& contacts);

/// Makes a manifold from the points where the features lie over each other along the normal, at most four of
/// them: the deepest one, and the others spread as widely as possible. The closest points are added if no
/// corner of the overlap is as close. Returns false if nothing is within max_separation.
bool makeManifold(const ContactAxis& axis, const SupportFeature& a, const SupportFeature& b,
                  ConvexContact& out);

}  // namespace carom::collide
