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

/// The edge of a polygon, or the segment itself, that is highest along `direction`. Returns false if none is
/// perpendicular to it.
bool facingEdge(const SupportFeature& feature, const DVec3& direction, DVec3& p, DVec3& q,
                std::uint32_t& id) {
  if (feature.kind == Kind::Segment) {
    p = feature.corners[0].point(), q = feature.corners[1].point();
    id = feature.id;
  } else if (feature.kind == Kind::Polygon) {
    double best = -1e300;
    for (int i = 0; i < feature.count; ++i) {
      const DVec3 from = feature.corners[i].point(),
                  to = feature.corners[i + 1 == feature.count ? 0 : i + 1].point();
      const double height = dot(from + to, direction);
      if (height > best) best = height, p = from, q = to, id = kEdgeBit | (feature.corners[i].id & 0xfff);
    }
  } else {
    return false;
  }
  const double along = dot(q - p, direction);
  return along * along <=
         ClippingSettings::kParallelRoundEdges * ClippingSettings::kParallelRoundEdges * lengthSquared(q - p);
}

/// Adds both ends of the common section of two nearly parallel edges.
void edgeOnEdge(Gatherer& g, const SupportFeature& a, const SupportFeature& b) {
  const ContactAxis& axis = g.axis;
  DVec3 a0, a1, b0, b1;
  std::uint32_t id_a = 0, id_b = 0;
  if (!facingEdge(a, axis.normal, a0, a1, id_a) || !facingEdge(b, -axis.normal, b0, b1, id_b)) return;
  const DVec3 da = a1 - a0, db = b1 - b0;
  const double length_a = length(da), length_b = length(db);
  if (!(length_a > 1e-6 * axis.scale) || !(length_b > 1e-6 * axis.scale)) return;
  const double radii = axis.radius_a + axis.radius_b;
  const double parallel =
      radii > 0 ? ClippingSettings::kParallelRoundEdges : ClippingSettings::kParallelSharpEdges;
  if (length(cross(da, db)) > parallel * length_a * length_b) return;
  const double s0 = dot(b0 - a0, da) / (length_a * length_a), s1 = dot(b1 - a0, da) / (length_a * length_a);
  double from = s0 < s1 ? s0 : s1, to = s0 < s1 ? s1 : s0;
  if (from < 0) from = 0;
  if (to > 1) to = 1;
  if (!((to - from) * length_a > 1e-3 * (length_a < length_b ? length_a : length_b))) return;
  for (int k = 0; k < 2; ++k) {
    const double s = k ? to : from;
    const DVec3 on_a = a0 + da * s, on_b = b0 + db * ((s - s0) / (s1 - s0));
    // Edges that cross at a small angle: for round edges the distance counts, not its component along the
    // normal.
    const DVec3 between = on_b - on_a;
    const double along = dot(between, axis.normal);
    // Edges that pass each other at a distance do not touch.
    const double beside = lengthSquared(between - axis.normal * along);
    const double reach = parallel * (to - from) * length_a + 1e-3 * axis.scale;
    if (beside > reach * reach) continue;
    // Neither do round edges whose cores nearly cross: their normal would be far from this one.
    if (radii > 0 && along > 0 && beside > 0.02 * along * along) continue;
    const double separation = (radii > 0 && along > 0 ? length(between) : along) - radii;
    if (!(separation <= axis.max_separation)) continue;
    const DVec3 middle = (on_a + axis.normal * axis.radius_a + on_b - axis.normal * axis.radius_b) * 0.5;
    g.contacts.add(middle, separation, (id_a << 16) | id_b | (k ? kRimBit : 0));
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
  contacts.add((surface_a + surface_b) * 0.5, separation, 0xffffffffu);
}

bool makeManifold(const ContactAxis& axis, const SupportFeature& a, const SupportFeature& b, Manifold& out) {
  ContactReducer contacts;
  gatherContacts(axis, a, b, contacts);
  if (!reachesSeparation(axis, contacts)) addClosestPoints(axis, contacts);
  return contacts.reduce(axis.normal, out);
}

}  // namespace carom::collide
