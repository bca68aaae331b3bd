// Contacts of two convex shapes.
//
// For cores that are apart, GJK gives the exact closest-point normal. The balls are subtracted afterwards, so
// spheres and capsules are exact however deeply their balls overlap. For cores that overlap, the penetration
// depth is computed. In both cases the manifold is made from the features that face each other along the
// normal.
#include "base/bit_cast.hpp"
#include "collide/convex/gjk.hpp"
#include "collide/convex/known_axis.hpp"
#include "collide/convex/penetration.hpp"
#include "collide/manifold/contact_clipping.hpp"
#include "collide/pairs/box_box.hpp"
#include "collide/pairs/pair_settings.hpp"
#include "collide/round/round_contacts.hpp"
#include "collide/round/segment_box.hpp"

namespace carom::collide {

namespace {

bool isPolyhedron(const ConvexView& view) {
  return view.kind == ConvexKind::Box || view.kind == ConvexKind::Hull || view.kind == ConvexKind::Triangle;
}

/// Two cores, and the data from which their manifold is made.
struct Contact {
  Contact(const ConvexView& view_a, const ConvexView& view_b, const Transform& b_to_a)
      : a(view_a), b(view_b), pose(placement(b_to_a)) {}

  const ConvexView& a;
  const ConvexView& b;
  Placement pose;
  ContactAxis axis;
  SupportFeature feature_a, feature_b;

  void setScale() {
    const double size_a = coreSize(a) + a.radius, size_b = coreSize(b) + b.radius;
    axis.scale = size_a < size_b ? size_a : size_b;
  }
  /// Finds the features at known supporting vertices.
  void findFeatures(std::uint32_t support_a, std::uint32_t support_b) {
    supportingFaceAt(a, axis.normal, support_a, feature_a);
    supportingFaceAt(b, pose.inverseDirection(-axis.normal), support_b, feature_b);
    place(feature_b, pose);
  }
  void findFeatures() {
    supportingFace(a, axis.normal, feature_a);
    supportingFace(b, pose.inverseDirection(-axis.normal), feature_b);
    place(feature_b, pose);
  }
  /// Whether the normal is exactly that of a flat face.
  bool restsOnFace() const { return isFlat(feature_a, axis.normal) || isFlat(feature_b, -axis.normal); }
  static bool isFlat(const SupportFeature& feature, const DVec3& normal) {
    const bool area =
        feature.kind == SupportFeature::Kind::Polygon || feature.kind == SupportFeature::Kind::Disc;
    return area && dot(feature.normal, normal) > 1 - 1e-12;
  }
};

/// Replaces the normal of overlapping polyhedra by that of a face that is nearly as good: that of the last
/// step, A's, or B's. `corners`: points of the difference, which show quickly that a direction is much worse;
/// or null.
void preferFace(Contact& contact, const DVec3* corners, PairCache& cache) {
  const double depth = -contact.axis.separation;
  const double allowed =
      depth + PairSettings::kSizeMargin * contact.axis.scale + PairSettings::kDepthMargin * depth;
  const DVec3 normals[2] = {contact.feature_a.normal, -contact.feature_b.normal};
  // 1: a face of A, 2: a face of B.
  const std::uint32_t previous = cache.words[0];
  cache.words[0] = 0;
  for (int k = 0; k < 2; ++k) {
    const int which = previous == 2 ? 1 - k : k;
    const DVec3& n = normals[which];
    const double alike = dot(n, contact.axis.normal);
    if (!(alike > 0.5)) continue;
    const bool same = alike > 1 - 1e-14;
    if (!same && corners != nullptr &&
        !(dot(n, corners[0]) <= allowed && dot(n, corners[1]) <= allowed && dot(n, corners[2]) <= allowed))
      continue;
    if (!same && !(overlapAlong(contact.a, contact.b, contact.pose, n) <= allowed)) continue;
    cache.words[0] = static_cast<std::uint32_t>(which) + 1;
    if (same) return;
    contact.axis.normal = n;
    contact.findFeatures();
    return;
  }
}

/// The start of GJK: the simplex of the last step or, if a core is curved, its normal. Pairs that hardly
/// moved are then done in one or two iterations.
void startFromCache(const Contact& contact, const PairCache& cache, GjkSettings& settings) {
  if (isCurved(contact.a) || isCurved(contact.b)) {
    settings.initial_direction = DVec3(
        Vec3{bitCast<float>(cache.words[1]), bitCast<float>(cache.words[2]), bitCast<float>(cache.words[3])});
    return;
  }
  for (int i = 0; i < 3; ++i) {
    // Features are below 4096; one is added so that 0 means none.
    const std::uint32_t word = cache.words[i + 1];
    if (word == 0) continue;
    settings.seed.feature_a[settings.seed.count] = (word >> 16) - 1;
    settings.seed.feature_b[settings.seed.count] = (word & 0xffff) - 1;
    ++settings.seed.count;
  }
}

GjkSeed cornersOf(const GjkResult& gjk) {
  GjkSeed corners;
  corners.count = gjk.count < 3 ? gjk.count : 3;
  for (int i = 0; i < corners.count; ++i) {
    corners.feature_a[i] = gjk.simplex[i].feature_a;
    corners.feature_b[i] = gjk.simplex[i].feature_b;
  }
  return corners;
}

void storeInCache(const Contact& contact, const GjkSeed& corners, const DVec3& normal, PairCache& cache) {
  const double direction[3] = {normal.x, normal.y, normal.z};
  const bool curved = isCurved(contact.a) || isCurved(contact.b);
  for (int i = 0; i < 3; ++i) {
    if (curved) {
      cache.words[i + 1] = bitCast<std::uint32_t>(static_cast<float>(direction[i]));
    } else {
      const bool used = i < corners.count;
      cache.words[i + 1] = used ? (corners.feature_a[i] + 1) << 16 | (corners.feature_b[i] + 1) : 0;
    }
  }
}

bool roundContact(const ContactAxis& axis, Manifold& out) {
  const DVec3 on_a = axis.point_a + axis.normal * axis.radius_a,
              on_b = axis.point_b - axis.normal * axis.radius_b;
  out.normal = Vec3(axis.normal);
  out.point_count = 1;
  out.points[0] = {Vec3((on_a + on_b) * 0.5),
                   static_cast<float>(axis.separation - axis.radius_a - axis.radius_b), 0};
  return true;
}

/// A sphere has one contact with anything convex.
bool isSingle(const Contact& contact) {
  return contact.a.kind == ConvexKind::Point || contact.b.kind == ConvexKind::Point;
}

void findPoints(Contact& contact, Penetration& penetration) {
  if (!penetration.has_points) {
    penetration.normal = contact.axis.normal;
    penetration.depth = overlapAlong(contact.a, contact.b, contact.pose, contact.axis.normal);
    deepestPoints(contact.a, contact.b, contact.pose, penetration);
  }
  contact.axis.point_a = penetration.point_a, contact.axis.point_b = penetration.point_b;
}

/// Overlapping cores without curves, with known depth, normal and features.
bool overlappingPolyhedra(Contact& contact, Penetration& penetration, const DVec3* corners, PairCache& cache,
                          ConvexContact& out) {
  ContactAxis& axis = contact.axis;
  const DVec3 normal = axis.normal;
  if (isPolyhedron(contact.a) && isPolyhedron(contact.b)) preferFace(contact, corners, cache);
  ContactReducer contacts;
  gatherContacts(axis, contact.feature_a, contact.feature_b, contacts);
  if (!reachesSeparation(axis, contacts)) {
    if (!(axis.normal == normal)) penetration.has_points = false;
    findPoints(contact, penetration);
    addClosestPoints(axis, contacts);
  }
  return contacts.reduce(axis, out);
}

/// Overlapping cores. If the coarse normal is that of a face, and contact points over the face are as deep as
/// the cores, it is exact; otherwise it has to be refined.
bool overlappingContact(Contact& contact, const GjkResult& gjk, PairCache& cache, GjkSeed& corners,
                        ConvexContact& out) {
  const ConvexView& a = contact.a;
  const ConvexView& b = contact.b;
  ContactAxis& axis = contact.axis;
  Penetration penetration = penetrationAxis(a, b, contact.pose, gjk);
  corners = penetration.face;
  const bool curved = isCurved(a) || isCurved(b);
  const auto use = [&] {
    axis.normal = penetration.normal;
    axis.separation = -penetration.depth;
  };
  if (isSingle(contact)) {
    if (curved) refinePenetration(a, b, contact.pose, penetration);
    use();
    findPoints(contact, penetration);
    return roundContact(axis, out);
  }
  use();
  contact.findFeatures();
  if (!curved) {
    AxisAnswer over;
    if (pointsOverSeed(a, b, contact.pose, corners, over)) {
      // If two sides are equally near, these may be the points of the other one.
      const double depth = dot(over.point_a - over.point_b, axis.normal);
      if (absolute(depth - penetration.depth) <= 1e-9 * axis.scale) {
        penetration.has_points = true;
        penetration.point_a = over.point_a, penetration.point_b = over.point_b;
      }
    }
    return overlappingPolyhedra(contact, penetration, nullptr, cache, out);
  }
  ContactReducer contacts;
  gatherContacts(axis, contact.feature_a, contact.feature_b, contacts);
  if (!(contact.restsOnFace() && reachesSeparation(axis, contacts))) {
    refinePenetration(a, b, contact.pose, penetration);
    use();
    contact.findFeatures();
    contacts.clear();
    gatherContacts(axis, contact.feature_a, contact.feature_b, contacts);
  }
  if (!reachesSeparation(axis, contacts)) {
    findPoints(contact, penetration);
    addClosestPoints(axis, contacts);
  }
  return contacts.reduce(axis, out);
}

/// Adds to the closest points of two edges what faces that are nearly level with them, and such beside them,
/// have over each other.
void addFaces(Contact& contact, const CollideSettings& settings, Manifold& edges) {
  ContactAxis& axis = contact.axis;
  const ManifoldPoint& point = edges.points[0];
  axis.max_separation = settings.max_separation;
  axis.normal = DVec3(edges.normal);
  axis.separation = point.separation;
  contact.setScale();
  contact.findFeatures();
  ContactReducer contacts;
  gatherContacts(axis, contact.feature_a, contact.feature_b, contacts);
  if (!reachesSeparation(axis, contacts))
    contacts.add(DVec3(point.position), point.separation, point.feature);
  contacts.reduce(axis.normal, edges);
}

bool isSegmentAndBox(const ConvexView& a, const ConvexView& b) {
  return (a.kind == ConvexKind::Segment && b.kind == ConvexKind::Box) ||
         (a.kind == ConvexKind::Box && b.kind == ConvexKind::Segment);
}

/// Tries the features of the last contact. Unknown: a search is needed.
KnownAxis tryKnownAxis(Contact& contact, const GjkSeed& seed, PairCache& cache, ConvexContact& out) {
  ContactAxis& axis = contact.axis;
  AxisQuestion question;
  question.farthest = axis.radius_a + axis.radius_b + axis.max_separation;
  question.margin = 0.1 * PairSettings::kSizeMargin * axis.scale;
  question.depth_margin = 0.1 * PairSettings::kDepthMargin;
  AxisAnswer answer;
  const KnownAxis known = axisFromSeed(contact.a, contact.b, contact.pose, seed, question, answer);
  if (known == KnownAxis::Unknown || known == KnownAxis::Apart) return known;
  axis.normal = answer.normal;
  axis.separation = answer.separation;
  bool touching = false;
  if (known == KnownAxis::Separated) {
    axis.point_a = answer.point_a, axis.point_b = answer.point_b;
    if (isSingle(contact)) return roundContact(axis, out), known;
    contact.findFeatures(answer.support_a, answer.support_b);
    touching = makeManifold(axis, contact.feature_a, contact.feature_b, out);
  } else {
    if (isSingle(contact)) return KnownAxis::Unknown;
    contact.findFeatures(answer.support_a, answer.support_b);
    Penetration penetration;
    penetration.depth = -answer.separation;
    penetration.normal = answer.normal;
    penetration.has_points = answer.has_points;
    penetration.point_a = answer.point_a, penetration.point_b = answer.point_b;
    touching = overlappingPolyhedra(contact, penetration, answer.corners, cache, out);
  }
  return touching ? known : KnownAxis::Apart;
}

}  // namespace

bool collideConvex(const ConvexView& a, const ConvexView& b, const Transform& b_to_a,
                   const CollideSettings& settings, PairCache& cache, ConvexContact& out) {
  out.is_line = false;
  const RoundAnswer round = collidePoint(a, b, b_to_a, settings.max_separation, out);
  if (round != RoundAnswer::Unsuited) return round == RoundAnswer::Contact;
  if (a.kind == ConvexKind::Hull) a.hull->tables.prefetch();
  if (b.kind == ConvexKind::Hull) b.hull->tables.prefetch();
  Contact contact(a, b, b_to_a);
  if (a.kind == ConvexKind::Box && b.kind == ConvexKind::Box) {
    const BoxBoxAnswer answer =
        collideBoxBox(a.half_extents, b.half_extents, contact.pose, settings, cache, out);
    if (answer == BoxBoxAnswer::Edges) addFaces(contact, settings, out);
    if (answer != BoxBoxAnswer::Undecided) return answer != BoxBoxAnswer::Apart;
  }
  ContactAxis& axis = contact.axis;
  axis.radius_a = a.radius, axis.radius_b = b.radius;
  axis.max_separation = settings.max_separation;
  const double farthest = axis.radius_a + axis.radius_b + axis.max_separation;
  if (segmentAxis(a, b, contact.pose, axis)) {
    if (axis.separation > farthest) return false;
    contact.setScale();
    contact.findFeatures();
    return makeManifold(axis, contact.feature_a, contact.feature_b, out);
  }
  contact.setScale();
  if (isSegmentAndBox(a, b)) {
    const SegmentBoxAnswer answer = collideSegmentBox(a, b, contact.pose, axis, out);
    if (answer != SegmentBoxAnswer::Axis) return answer == SegmentBoxAnswer::Contact;
    contact.findFeatures();
    return makeManifold(axis, contact.feature_a, contact.feature_b, out);
  }
  GjkSettings gjk_settings;
  gjk_settings.max_distance = farthest;
  startFromCache(contact, cache, gjk_settings);
  if (gjk_settings.seed.count > 0) {
    const KnownAxis known = tryKnownAxis(contact, gjk_settings.seed, cache, out);
    if (known != KnownAxis::Unknown) return known != KnownAxis::Apart;
  }
  const GjkResult gjk = gjkDistance(a, b, contact.pose, gjk_settings);
  if (gjk.overlapping) {
    GjkSeed corners;
    const bool touching = overlappingContact(contact, gjk, cache, corners, out);
    storeInCache(contact, corners, axis.normal, cache);
    return touching;
  }
  storeInCache(contact, cornersOf(gjk), gjk.normal, cache);
  if (gjk.distance > farthest) return false;
  axis.normal = gjk.normal;
  axis.point_a = gjk.point_a, axis.point_b = gjk.point_b;
  axis.separation = gjk.distance;
  if (isSingle(contact)) return roundContact(axis, out);
  contact.findFeatures();
  return makeManifold(axis, contact.feature_a, contact.feature_b, out);
}

}  // namespace carom::collide
