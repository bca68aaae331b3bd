// Contact points from two facing features: the part where they lie over each other, seen along the normal.
//
// A face that is nearly perpendicular to the normal is the reference (as in D. Gregorius, "Robust Contact
// Creation for Physics Simulations", GDC 2015). The other feature is clipped against the side planes through
// the reference's edges along the normal (Sutherland and Hodgman 1974 for polygons). Discs (ends of
// cylinders) are clipped exactly: the corners of disc ∩ polygon are the polygon's vertices inside the circle
// and the crossings of its edges with the circle; the rest is arc, represented by the disc's four rim points.
// Without such a face, two parallel edges give the ends of their common section, and anything else the one
// pair of closest points.
//
// The separation of each point is measured along the given normal, between the planes (or lines) of the
// features. So it is exact even if reference and normal differ by rounding or by the tolerance.
#include "collide/manifold/contact_clipping.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "collide/manifold/clipping_settings.hpp"

namespace carom::collide {

namespace {

using Kind = SupportFeature::Kind;
using Corner = SupportFeature::Corner;

constexpr std::uint32_t kFaceBit = 0x8000, kEdgeBit = 0x4000, kRimBit = 0x2000;

bool hasArea(const SupportFeature& feature) {
  return feature.kind == Kind::Polygon || feature.kind == Kind::Disc;
}

/// Collects points, and converts a point of the incident feature over the reference plane to a contact.
struct Gatherer {
  const ContactAxis& axis;
  const SupportFeature& reference;
  const SupportFeature& incident;
  bool reference_is_a;
  ContactReducer& contacts;
  double nearest;  ///< Points with a smaller separation are none.

  std::uint32_t featureId(std::uint32_t on_reference, std::uint32_t on_incident) const {
    return reference_is_a ? on_reference << 16 | on_incident : on_incident << 16 | on_reference;
  }
  void add(const DVec3& on_a, const DVec3& on_b, std::uint32_t id) {
    const double separation = dot(on_b - on_a, axis.normal) - axis.radius_a - axis.radius_b;
    if (!(separation <= axis.max_separation)) return;
    if (separation < nearest) return;
    const DVec3 surface_a = on_a + axis.normal * axis.radius_a,
                surface_b = on_b - axis.normal * axis.radius_b;
    const DVec3 middle = (surface_a + surface_b) * 0.5;
    contacts.add(middle, separation, id);
  }
  /// A point of the incident feature; its partner is on the reference plane along the normal.
  void addIncident(const DVec3& p, std::uint32_t id) {
    const double slope = dot(reference.normal, axis.normal);
    const double t = dot(reference.normal, reference.corners[0].point() - p) / slope;
    const DVec3 q = p + axis.normal * t;
    reference_is_a ? add(q, p, id) : add(p, q, id);
  }
  /// A point of the reference feature; its partner is on the incident plane along the normal.
  void addReference(const DVec3& p, std::uint32_t id) {
    const double slope = dot(incident.normal, axis.normal);
    if (!(slope > 0.1 || slope < -0.1)) return;
    const double t = dot(incident.normal, incident.corners[0].point() - p) / slope;
    const DVec3 q = p + axis.normal * t;
    reference_is_a ? add(p, q, id) : add(q, p, id);
  }
};

/// Plane through edge i of a polygon along the normal, pointing outwards.
struct SidePlane {
  SidePlane() {}
  SidePlane(const DVec3& n, double height) : nx(n.x), ny(n.y), nz(n.z), offset(height) {}
  double nx, ny, nz, offset;
  DVec3 normal() const { return {nx, ny, nz}; }
};
SidePlane sidePlane(const SupportFeature& polygon, int i, const DVec3& normal) {
  const DVec3 p = polygon.corners[i].point();
  const DVec3 q = polygon.corners[i + 1 == polygon.count ? 0 : i + 1].point();
  // Counter-clockwise seen from outside: edge × outward is outward.
  const DVec3 n = cross(q - p, dot(polygon.normal, normal) >= 0 ? normal : -normal);
  return SidePlane(n, dot(n, p));
}
/// Whether a point is inside the polygon. `slack`: points on the border count on both sides of it.
bool insidePolygon(const SupportFeature& polygon, const DVec3& p, const DVec3& normal, int except,
                   double slack) {
  for (int i = 0; i < polygon.count; ++i) {
    if (i == except) continue;
    const SidePlane plane = sidePlane(polygon, i, normal);
    if (dot(plane.normal(), p) - plane.offset > slack * length(plane.normal())) return false;
  }
  return true;
}

struct Polygon {
  int count = 0;
  Corner corners[2 * SupportFeature::kMaxPoints];
};

/// Height of each corner above a plane. Returns false if no corner is above it.
bool heightsOver(const Polygon& polygon, const SidePlane& plane, double* heights) {
  bool any = false;
  for (int i = 0; i < polygon.count; ++i) {
    heights[i] = dot(plane.normal(), polygon.corners[i].point()) - plane.offset;
    any = any || heights[i] > 0;
  }
  return any;
}

void clipAgainst(const Polygon& in, const double* heights, std::uint32_t edge_id, Polygon& out) {
  out.count = 0;
  const auto push = [&out](const DVec3& p, std::uint32_t id) {
    if (out.count < 2 * SupportFeature::kMaxPoints) out.corners[out.count++] = {p.x, p.y, p.z, id};
  };
  for (int i = 0; i < in.count; ++i) {
    const int next = i + 1 == in.count ? 0 : i + 1;
    const Corner& from = in.corners[i];
    const Corner& to = in.corners[next];
    const double d0 = heights[i], d1 = heights[next];
    if (d0 <= 0) push(from.point(), from.id);
    if ((d0 < 0 && d1 > 0) || (d0 > 0 && d1 < 0)) {
      const double t = d0 / (d0 - d1);
      // The id consists of the two edges; the end at which it entered distinguishes two crossings of one
      // edge.
      push(from.point() + (to.point() - from.point()) * t,
           (edge_id ^ (from.id * 37 & 0xfff)) | kEdgeBit | (d0 < 0 ? kRimBit : 0));
    }
  }
}

/// Moves a point of the incident plane just outside the reference polygon along that plane onto the border.
DVec3 ontoBorder(const Gatherer& g, const SidePlane* planes, DVec3 p) {
  const double slope = dot(g.incident.normal, g.axis.normal);
  for (int i = 0; i < g.reference.count; ++i) {
    const SidePlane& plane = planes[i];
    const double beyond = dot(plane.normal(), p) - plane.offset;
    if (!(beyond > 0)) continue;
    const DVec3 back = plane.normal() * (-beyond / lengthSquared(plane.normal()));
    p += back;
    if (slope > 0.1 || slope < -0.1) p -= g.axis.normal * (dot(back, g.incident.normal) / slope);
  }
  return p;
}

/// Arrays, not initialised.
struct PolygonScratch {
  PolygonScratch() {}
  Polygon buffers[2];
  SidePlane planes[SupportFeature::kMaxPoints];
  double heights[2 * SupportFeature::kMaxPoints];
};

void polygonOnPolygon(Gatherer& g) {
  PolygonScratch scratch;
  Polygon* in = &scratch.buffers[0];
  Polygon* out = &scratch.buffers[1];
  in->count = g.incident.count;
  for (int i = 0; i < g.incident.count; ++i) in->corners[i] = g.incident.corners[i];
  const double margin = ClippingSettings::kCornerMargin * g.axis.scale;
  bool near_border = false;
  for (int i = 0; i < g.reference.count; ++i) {
    scratch.planes[i] = sidePlane(g.reference, i, g.axis.normal);
    // Most polygons are on the inner side of most planes.
    if (!heightsOver(*in, scratch.planes[i], scratch.heights)) continue;
    near_border = true;
    const double room = margin * length(scratch.planes[i].normal());
    for (int k = 0; k < in->count; ++k) scratch.heights[k] -= room;
    clipAgainst(*in, scratch.heights, g.reference.corners[i].id & 0xfff, *out);
    Polygon* swap = in;
    in = out, out = swap;
    if (in->count == 0) return;
  }
  const std::uint32_t face = kFaceBit | g.reference.id;
  for (int i = 0; i < in->count; ++i) {
    const DVec3 p = in->corners[i].point();
    g.addIncident(near_border ? ontoBorder(g, scratch.planes, p) : p,
                  g.featureId(face, in->corners[i].id & 0x7fff));
  }
}

/// Parameters of the section of p + t·d inside the reference polygon. Returns false if there is none.
bool clipLine(const SupportFeature& polygon, const DVec3& normal, const DVec3& p, const DVec3& d, double& t0,
              double& t1) {
  for (int i = 0; i < polygon.count; ++i) {
    const SidePlane plane = sidePlane(polygon, i, normal);
    const double rate = dot(plane.normal(), d), room = plane.offset - dot(plane.normal(), p);
    if (rate > 0) {
      if (room < rate * t1) t1 = room / rate;
    } else if (rate < 0) {
      if (room < rate * t0) t0 = room / rate;
    } else if (room < 0) {
      return false;
    }
  }
  return t0 <= t1;
}

/// The component of an offset in the disc's plane, projected along the normal.
DVec3 ontoDisc(const SupportFeature& disc, const DVec3& offset, const DVec3& normal) {
  return offset - normal * (dot(disc.normal, offset) / dot(disc.normal, normal));
}

/// The same for the cylinder through the reference disc along the normal.
bool clipLineDisc(const SupportFeature& disc, const DVec3& normal, const DVec3& p, const DVec3& d, double& t0,
                  double& t1) {
  const DVec3 lateral_d = ontoDisc(disc, d, normal), lateral_e = ontoDisc(disc, p - disc.centre, normal);
  const double a = lengthSquared(lateral_d), b = dot(lateral_d, lateral_e);
  const double c = lengthSquared(lateral_e) - disc.disc_radius * disc.disc_radius;
  if (!(a > 1e-30)) return c <= 0;
  const double discriminant = b * b - a * c;
  if (discriminant < 0) return false;
  const double root = std::sqrt(discriminant);
  if ((-b - root) / a > t0) t0 = (-b - root) / a;
  if ((-b + root) / a < t1) t1 = (-b + root) / a;
  return t0 <= t1;
}

void segmentOnFace(Gatherer& g) {
  const DVec3 p = g.incident.corners[0].point(), d = g.incident.corners[1].point() - p;
  double t0 = 0, t1 = 1;
  const bool any = g.reference.kind == Kind::Polygon ? clipLine(g.reference, g.axis.normal, p, d, t0, t1)
                                                     : clipLineDisc(g.reference, g.axis.normal, p, d, t0, t1);
  if (!any) return;
  const std::uint32_t face = kFaceBit | g.reference.id;
  g.addIncident(p + d * t0, g.featureId(face, g.incident.corners[0].id));
  if (t1 > t0) g.addIncident(p + d * t1, g.featureId(face, g.incident.corners[1].id));
}

bool insideDisc(const SupportFeature& disc, const DVec3& p, const DVec3& normal, double slack) {
  return length(ontoDisc(disc, p - disc.centre, normal)) <= disc.disc_radius + slack;
}

/// Crossings of the disc's rim with a plane: centre + r (u cos + v sin) with m·p = offset is a·cos + b·sin =
/// c.
int rimCrossings(const SupportFeature& disc, const SidePlane& plane, DVec3* crossing) {
  const DVec3 u = perpendicular(disc.normal), v = cross(disc.normal, u);
  const double a = disc.disc_radius * dot(plane.normal(), u), b = disc.disc_radius * dot(plane.normal(), v);
  const double c = plane.offset - dot(plane.normal(), disc.centre);
  const double ab = a * a + b * b, discriminant = ab - c * c;
  if (!(ab > 1e-60) || !(discriminant > 0)) return 0;
  const double root = std::sqrt(discriminant);
  for (int k = 0; k < 2; ++k) {
    const double s = k ? -root : root;
    const double cosine = (a * c - b * s) / ab, sine = (b * c + a * s) / ab;
    crossing[k] = disc.centre + (u * cosine + v * sine) * disc.disc_radius;
  }
  return 2;
}

/// Either may be the reference; the contacts are the same.
void discOnPolygon(Gatherer& g, const SupportFeature& disc, const SupportFeature& polygon,
                   bool disc_is_incident) {
  const double slack = 1e-9 * g.axis.scale;
  const DVec3 n = g.axis.normal;
  const auto addDisc = [&](const DVec3& p, std::uint32_t on_disc, std::uint32_t on_polygon) {
    disc_is_incident ? g.addIncident(p, g.featureId(on_polygon, on_disc))
                     : g.addReference(p, g.featureId(on_disc, on_polygon));
  };
  const auto addPolygon = [&](const DVec3& p, std::uint32_t on_disc, std::uint32_t on_polygon) {
    disc_is_incident ? g.addReference(p, g.featureId(on_polygon, on_disc))
                     : g.addIncident(p, g.featureId(on_disc, on_polygon));
  };
  for (int i = 0; i < disc.count; ++i) {
    const DVec3 p = disc.corners[i].point();
    if (insidePolygon(polygon, p, n, -1, slack)) addDisc(p, disc.corners[i].id, kFaceBit | polygon.id);
  }
  for (int i = 0; i < polygon.count; ++i) {
    const DVec3 p = polygon.corners[i].point();
    if (insideDisc(disc, p, n, slack)) addPolygon(p, kFaceBit | disc.id, polygon.corners[i].id);
    DVec3 crossing[2];
    const int crossings = rimCrossings(disc, sidePlane(polygon, i, n), crossing);
    for (int k = 0; k < crossings; ++k) {
      if (!insidePolygon(polygon, crossing[k], n, i, slack)) continue;
      addDisc(crossing[k], kRimBit | static_cast<std::uint32_t>(k),
              kEdgeBit | (polygon.corners[i].id & 0xfff));
    }
  }
}

void discOnDisc(Gatherer& g) {
  const SupportFeature& r = g.reference;
  const SupportFeature& s = g.incident;
  const DVec3 n = g.axis.normal;
  const double slack = 1e-9 * g.axis.scale;
  if (!(dot(s.normal, n) > 0.1 || dot(s.normal, n) < -0.1)) return;
  for (int i = 0; i < s.count; ++i) {
    if (insideDisc(r, s.corners[i].point(), n, slack)) {
      g.addIncident(s.corners[i].point(), g.featureId(kFaceBit | r.id, s.corners[i].id));
    }
  }
  for (int i = 0; i < r.count; ++i) {
    // With equal discs on each other, rim points of both would be duplicates.
    if (insideDisc(s, r.corners[i].point(), n, -1e-3 * s.disc_radius)) {
      g.addReference(r.corners[i].point(), g.featureId(r.corners[i].id, kFaceBit | s.id));
    }
  }
  // Crossings of the two rims, first as circles in the reference plane, then moved along the incident rim
  // until exactly over the reference rim (Newton's method on its tangent).
  const DVec3 offset = s.centre - r.centre, lateral = offset - n * dot(offset, n);
  const double apart = length(lateral);
  if (!(apart > 1e-3 * r.disc_radius)) return;
  const double along =
      (apart * apart + r.disc_radius * r.disc_radius - s.disc_radius * s.disc_radius) / (2 * apart);
  const double across_squared = r.disc_radius * r.disc_radius - along * along;
  if (!(across_squared > 0)) return;
  const DVec3 u = lateral * (1 / apart), v = normalized(cross(n, u));
  const double across = std::sqrt(across_squared);
  for (int k = 0; k < 2; ++k) {
    const std::uint32_t id = kRimBit | static_cast<std::uint32_t>(k);
    const DVec3 start = r.centre + u * along + v * (k ? -across : across);
    const DVec3 arm = start + n * (dot(s.normal, s.centre - start) / dot(s.normal, n)) - s.centre;
    DVec3 p = s.centre + normalized(arm) * s.disc_radius;
    double error = 1e300;
    for (int step = 0; step < 6; ++step) {
      const DVec3 flat = ontoDisc(r, p - r.centre, n);
      error = lengthSquared(flat) - r.disc_radius * r.disc_radius;
      const DVec3 tangent = cross(s.normal, p - s.centre);
      const double slope = 2 * dot(flat, ontoDisc(r, tangent, n));
      if (!(slope > 1e-12 || slope < -1e-12)) break;
      p = s.centre + normalized(p + tangent * (-error / slope) - s.centre) * s.disc_radius;
    }
    if (error < slack * r.disc_radius && error > -1e-6 * r.disc_radius * r.disc_radius)
      g.addIncident(p, g.featureId(id, id));
  }
}

/// An edge, and how round it is.
struct Edge {
  DVec3 ends[2];
  double radii[2] = {0, 0};  ///< Of the balls about the ends, of which it is the hull.
  std::uint32_t id = 0;

  DVec3 along() const { return ends[1] - ends[0]; }
  DVec3 at(double s) const { return ends[0] + along() * s; }
  double radiusAt(double s) const { return radii[0] + (radii[1] - radii[0]) * s; }
};

/// Whether a line is nearly perpendicular to a direction.
bool isLevel(const DVec3& from, const DVec3& to, const DVec3& direction) {
  const double rise = dot(to - from, direction);
  return rise * rise <=
         ClippingSettings::kLevelEdge * ClippingSettings::kLevelEdge * lengthSquared(to - from);
}

/// The edge of a polygon, or the segment itself, that is highest along `direction`. Returns false if none is
/// perpendicular to it.
bool facingEdge(const SupportFeature& feature, const DVec3& direction, double radius, Edge& edge) {
  if (feature.kind == Kind::Segment) {
    edge.id = feature.id;
    for (int i = 0; i < 2; ++i) {
      const bool round = feature.ball_radius[0] + feature.ball_radius[1] > 0;
      edge.ends[i] = round ? feature.ball_centre[i] : feature.corners[i].point();
      edge.radii[i] = feature.ball_radius[i] + radius;
    }
    return isLevel(feature.corners[0].point(), feature.corners[1].point(), direction);
  }
  if (feature.kind != Kind::Polygon) return false;
  double best = -1e300;
  for (int i = 0; i < feature.count; ++i) {
    const DVec3 from = feature.corners[i].point(),
                to = feature.corners[i + 1 == feature.count ? 0 : i + 1].point();
    const double height = dot(from + to, direction);
    if (!(height > best)) continue;
    best = height;
    edge.ends[0] = from, edge.ends[1] = to, edge.id = kEdgeBit | (feature.corners[i].id & 0xfff);
  }
  edge.radii[0] = edge.radii[1] = radius;
  return isLevel(edge.ends[0], edge.ends[1], direction);
}

/// The common section of two nearly parallel edges: parameters along the first, and of the other the
/// parameters at the two ends.
struct Section {
  const Edge &a, &b;
  double from = 0, to = 1;
  double start = 0, end = 1;  ///< Of the first edge at the ends of the second.

  double onSecond(double s) const { return (s - start) / (end - start); }
  /// From the first edge to the second.
  DVec3 between(double s) const { return b.at(onSecond(s)) - a.at(s); }
  bool isRound() const { return a.radii[0] + a.radii[1] + b.radii[0] + b.radii[1] > 0; }
};

/// Cuts off what is farther beside the other edge than `reach`. `offset` at 0 changes by `rate` up to 1.
void keepWithin(Section& section, const DVec3& offset, const DVec3& rate, double reach) {
  const double a = lengthSquared(rate), b = dot(offset, rate), c = lengthSquared(offset) - reach * reach;
  const double discriminant = b * b - a * c;
  const bool parallel = !(a > 1e-12 * reach * reach);
  if (parallel ? c > 0 : !(discriminant >= 0)) {
    section.to = section.from - 1;
  } else if (!parallel) {
    const double root = std::sqrt(discriminant);
    section.from = std::max(section.from, (-b - root) / a);
    section.to = std::min(section.to, (-b + root) / a);
  }
}

/// The component across the normal.
DVec3 beside(const ContactAxis& axis, const DVec3& v) {
  return v - axis.normal * dot(v, axis.normal);
}

/// Finds where two edges are near each other, seen along the normal. Returns false if they cross at too great
/// an angle or pass each other.
bool findSection(const ContactAxis& axis, Section& section) {
  const Edge &a = section.a, &b = section.b;
  const DVec3 da = beside(axis, a.along()), db = beside(axis, b.along());
  const double length_a = length(da), length_b = length(db);
  if (!(length_a > 1e-6 * axis.scale) || !(length_b > 1e-6 * axis.scale)) return false;
  const double parallel =
      section.isRound() ? ClippingSettings::kParallelRoundEdges : ClippingSettings::kParallelSharpEdges;
  if (length(cross(da, db)) > parallel * length_a * length_b) return false;
  section.start = dot(b.ends[0] - a.ends[0], da) / (length_a * length_a);
  section.end = dot(b.ends[1] - a.ends[0], da) / (length_a * length_a);
  section.from = std::max(0.0, std::min(section.start, section.end));
  section.to = std::min(1.0, std::max(section.start, section.end));
  double reach = 1e-3 * axis.scale;
  if (section.isRound()) {
    const double apart = dot(section.between(0.5 * (section.from + section.to)), axis.normal);
    reach += ClippingSettings::kLineTurns * std::max(0.0, apart);
  } else {
    reach += parallel * (section.to - section.from) * length_a;
  }
  const DVec3 offset = beside(axis, section.between(0));
  keepWithin(section, offset, beside(axis, section.between(1)) - offset, reach);
  return (section.to - section.from) * length_a > 1e-3 * std::min(length_a, length_b);
}

/// A point of the line of contact: how far the surfaces are apart there, and where.
struct LinePoint {
  DVec3 apart;  ///< From core to core, m.
  double separation = 0;
  DVec3 middle;

  LinePoint(const ContactAxis& axis, const Section& section, double s) {
    apart = section.between(s);
    const double along = dot(apart, axis.normal);
    const double radius_a = section.a.radiusAt(s), radius_b = section.b.radiusAt(section.onSecond(s));
    // Of round edges the distance counts, not its component along the normal.
    distance_ = section.isRound() && along > 0 ? length(apart) : along;
    separation = distance_ - radius_a - radius_b;
    const double part = distance_ > 0 ? (radius_a + 0.5 * separation) / distance_ : 0.5;
    middle = section.a.at(s) + apart * part;
  }
  bool hasNormal() const { return distance_ > 0; }
  DVec3 normal() const { return apart * (1 / distance_); }

 private:
  double distance_ = 0;
};

/// Adds the line of contact of two nearly parallel edges.
///
/// Seen along the normal, balls that touch have the same place. Round edges that cross there at an angle φ,
/// whose cores are D apart, are φ² s²/(2 D) farther apart at the distance s from the crossing: a contact of
/// the radius D/φ², however small the bodies are. The closest point moves along it by D/φ² for a radian of
/// rocking, so that it would be at one end in one step and at the other in the next. So the contact has five
/// points that are fixed on the line, each as deep as the surfaces are there. Between two of them they are
/// deeper by no more than φ² l²/(2 D), l being half the way from one to the next. (A point that is as deep as
/// the deepest one beside it lifts what tilts over it, out of nothing.) The normal turns by φ s/D along the
/// line, which ends where that is too much. With one normal for both ends a rod without friction would be
/// turned about its axis.
void edgeOnEdge(Gatherer& g, const SupportFeature& feature_a, const SupportFeature& feature_b) {
  const ContactAxis& axis = g.axis;
  Edge a, b;
  if (!facingEdge(feature_a, axis.normal, axis.radius_a, a) ||
      !facingEdge(feature_b, -axis.normal, axis.radius_b, b))
    return;
  Section section{a, b};
  if (!findSection(axis, section)) return;
  const auto isTurned = [&](const LinePoint& at) {
    constexpr double kTurned = ClippingSettings::kTurnedEnd * ClippingSettings::kTurnedEnd;
    return section.isRound() && lengthSquared(beside(axis, at.apart)) > kTurned * lengthSquared(at.apart);
  };
  const LinePoint ends[2] = {{axis, section, section.from}, {axis, section, section.to}};
  const std::uint32_t id = a.id << 16 | b.id;
  if (!isTurned(ends[0]) && !isTurned(ends[1])) {
    for (int k = 0; k < 2; ++k) {
      if (ends[k].separation <= axis.max_separation)
        g.contacts.add(ends[k].middle, ends[k].separation, id | (k ? kRimBit : 0));
    }
    return;
  }
  const double least = 2 * ClippingSettings::kNearPoint * axis.scale;
  if (lengthSquared(ends[1].middle - ends[0].middle) < least * least) return;
  // The middle, the ends, and what is between.
  constexpr double kPlaces[] = {0.5, 0, 1, 0.25, 0.75};
  constexpr std::uint32_t kNames[] = {kFaceBit, 0, kRimBit, kFaceBit << 16, kRimBit << 16};
  static_assert(std::size(kPlaces) == ConvexContact::kMaxOnLine);
  for (int k = 0; k < ConvexContact::kMaxOnLine; ++k) {
    const LinePoint at(axis, section, section.from + kPlaces[k] * (section.to - section.from));
    if (at.hasNormal() && at.separation <= axis.max_separation)
      g.contacts.setOnLine(k, at.normal(),
                           {at.middle.x, at.middle.y, at.middle.z, at.separation, id | kNames[k]});
  }
}

/// Which of two features is clipped against.
struct Roles {
  Roles(const ContactAxis& axis, const SupportFeature& a, const SupportFeature& b)
      : Roles(a, b, hasArea(a) ? dot(a.normal, axis.normal) : -2,
              hasArea(b) ? -dot(b.normal, axis.normal) : -2) {}
  // A is the reference unless B is clearly better, so that the roles do not change from step to step.
  Roles(const SupportFeature& a, const SupportFeature& b, double align_a, double align_b)
      : reference_is_a(align_a >= align_b - 1e-4),
        reference(reference_is_a ? a : b),
        incident(reference_is_a ? b : a),
        alignment(reference_is_a ? align_a : align_b) {}

  bool reference_is_a;
  const SupportFeature& reference;
  const SupportFeature& incident;
  double alignment;  ///< Cosine between the reference's normal and that of the contact.
};

/// The points over the reference face.
void overFace(Gatherer& g) {
  const bool polygon = g.reference.kind == Kind::Polygon;
  if (g.incident.kind == Kind::Segment) {
    segmentOnFace(g);
  } else if (g.incident.kind == Kind::Polygon) {
    polygon ? polygonOnPolygon(g) : discOnPolygon(g, g.reference, g.incident, false);
  } else if (g.incident.kind == Kind::Disc) {
    polygon ? discOnPolygon(g, g.incident, g.reference, true) : discOnDisc(g);
  }
}

}  // namespace

void gatherContacts(const ContactAxis& axis, const SupportFeature& a, const SupportFeature& b,
                    ContactReducer& contacts) {
  const Roles roles(axis, a, b);
  // No point is nearer than the closest points: such a one results from rounding.
  const double nearest = axis.separation - axis.radius_a - axis.radius_b - 1e-3 * axis.scale;
  Gatherer g{axis, roles.reference, roles.incident, roles.reference_is_a, contacts, nearest};
  roles.alignment >= ClippingSettings::kFaceAlignment ? overFace(g) : edgeOnEdge(g, a, b);
}

bool reachesSeparation(const ContactAxis& axis, const ContactReducer& contacts) {
  const double separation = axis.separation - axis.radius_a - axis.radius_b;
  return contacts.smallestSeparation() <= separation + 1e-5 * axis.scale;
}

void addClosestPoints(const ContactAxis& axis, ContactReducer& contacts) {
  const double separation = dot(axis.point_b - axis.point_a, axis.normal) - axis.radius_a - axis.radius_b;
  if (!(separation <= axis.max_separation)) return;
  const DVec3 surface_a = axis.point_a + axis.normal * axis.radius_a;
  const DVec3 surface_b = axis.point_b - axis.normal * axis.radius_b;
  const DVec3 middle = (surface_a + surface_b) * 0.5;
  contacts.addUnlessNear({middle.x, middle.y, middle.z, separation, kClosestPoints},
                         ClippingSettings::kSamePoint * axis.scale);
}

bool makeManifold(const ContactAxis& axis, const SupportFeature& a, const SupportFeature& b,
                  ConvexContact& out) {
  ContactReducer contacts;
  gatherContacts(axis, a, b, contacts);
  if (!reachesSeparation(axis, contacts)) addClosestPoints(axis, contacts);
  return contacts.reduce(axis, out);
}

}  // namespace carom::collide
