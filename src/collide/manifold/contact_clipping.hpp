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
/// area. Points beside the place of contact fill up what these leave.
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
  /// What is added from now on lies beside the place of contact (Manifold::beside_count).
  void beginBeside() { placed_ = count_; }
  bool isBeside() const { return placed_ != kAll; }
  /// The candidates so far.
  const Candidate* begin() const { return candidates_; }
  const Candidate* end() const { return candidates_ + count_; }
  int count() const { return count_; }
  void clear() { count_ = 0, placed_ = kAll; }
  double smallestSeparation() const;
  /// Sets normal and points. Returns false if there are none.
  bool reduce(const DVec3& normal, Manifold& out);

 private:
  static constexpr int kAll = kMaxCandidates + 1;

  /// Chooses up to four of the first `count` candidates, in their order. Returns their number.
  int choose(const DVec3& normal, int count, int* chosen) const;

  int count_ = 0;
  int placed_ = kAll;  ///< Candidates from this one on lie beside the place of contact.
  Candidate candidates_[kMaxCandidates];
};

/// Adds the points where the features lie over each other along the normal. Does not use axis.point_a and
/// point_b.
void gatherContacts(const ContactAxis& axis, const SupportFeature& a, const SupportFeature& b,
                    ContactReducer& contacts);
/// Adds the points over a face beside touching edges or corners that the bodies may turn onto. For after the
/// others.
void gatherBeside(const ContactAxis& axis, const SupportFeature& a, const SupportFeature& b,
                  ContactReducer& contacts);
/// Whether the added points are as close as axis.separation. If not, the closest points themselves are the
/// contact.
bool reachesSeparation(const ContactAxis& axis, const ContactReducer& contacts);
void addClosestPoints(const ContactAxis& axis, ContactReducer& contacts);

/// Makes a manifold from the points where the features lie over each other along the normal, at most four of
/// them: the deepest one, and the others spread as widely as possible. The closest points are added if no
/// corner of the overlap is as close. Returns false if nothing is within max_separation.
bool makeManifold(const ContactAxis& axis, const SupportFeature& a, const SupportFeature& b, Manifold& out);

}  // namespace carom::collide
