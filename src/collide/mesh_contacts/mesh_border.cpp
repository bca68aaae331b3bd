// Edge: for directions d perpendicular to the edge, the height h(d) of a convex core is the minimum of P·d
// over its points P. If the core is apart, h is largest in the direction to the nearest point; if it
// overlaps, a local maximum is the shortest way out there. The search starts with the lowest points over the
// two faces, which are beyond the edge (mesh_supports.cpp). The direction in which both are equally high is
// between the two normals. Its support point either is not lower (then it is the solution) or replaces one of
// the two. This is the algorithm of Gilbert, Johnson and Keerthi in two dimensions, continued below zero.
//
// Corner: the nearest point of a box by clamping, of a segment by projection, of round cores in the half
// plane through their axis (round_surface.cpp). From inside there is a way out through each face, cap or
// side. The shortest one may lead along the mesh, into its other triangles; that counts which the corner
// owns.
#include "collide/mesh_contacts/mesh_border.hpp"

#include "collide/convex/gjk.hpp"
#include "collide/convex/round_profile.hpp"
#include "collide/convex/round_surface.hpp"
#include "collide/mesh_contacts/mesh_contact_settings.hpp"

namespace carom::collide {

namespace {

using Answer = BorderAxis::Answer;

/// The core, projected along an edge.
struct EdgeSearch {
  const ConvexView& view;
  const Placement& pose;
  DVec3 origin, along;  ///< `along` is unit.
  DVec3 up;             ///< A direction between the normals.
  DVec3 turn;           ///< `up` rotated by a right angle, from the first normal to the last.

  struct Corner {
    DVec3 point;
    double side = 0, height = 0;  ///< Distance from the edge along `turn` and `up`.
  };
  Corner corner(const DVec3& p) const {
    const DVec3 offset = p - origin;
    return {p, dot(offset, turn), dot(offset, up)};
  }
};

/// Whether other points of the core than the segment from p to q are as low as these.
bool othersAreLevel(const EdgeSearch& s, const DVec3& direction, const DVec3& p, const DVec3& q) {
  SupportFeature facing;
  supportingFace(s.view, s.pose.inverseDirection(-direction), facing);
  const DVec3 p_in_b = s.pose.inversePoint(p), q_in_b = s.pose.inversePoint(q);
  const DVec3 direction_in_b = s.pose.inverseDirection(direction);
  // On a curve the search ends beside the lowest point.
  const double same = isCurved(s.view) ? MeshContactSettings::kSameOnCurve : 1e-12;
  for (int i = 0; i < facing.count; ++i) {
    const DVec3 c = facing.corners[i].point();
    const DVec3 offset = c - p_in_b;
    const double length_squared = lengthSquared(offset);
    if (length_squared < same * lengthSquared(c) || lengthSquared(c - q_in_b) < same * lengthSquared(c))
      continue;
    const double rise = dot(offset, direction_in_b);
    if (rise <= 0 || rise * rise < MeshContactSettings::kLevelFeature * MeshContactSettings::kLevelFeature *
                                       length_squared)
      return true;
  }
  return false;
}

BorderAxis answered(const EdgeSearch& s, double length, const DVec3& direction, const EdgeSearch::Corner& p,
                    const EdgeSearch::Corner& q, double share) {
  BorderAxis axis;
  axis.direction = direction;
  axis.on_core = p.point + (q.point - p.point) * share;
  axis.separation = dot(axis.on_core - s.origin, direction);
  const double at = dot(axis.on_core - s.origin, s.along);
  axis.on_mesh = s.origin + s.along * at;
  axis.answer = Answer::Yes;
  const double past = at < 0 ? -at : at - length;
  if (past > 0) {
    axis.answer = othersAreLevel(s, direction, p.point, q.point) ? Answer::Unclear
                  : past < -axis.separation                      ? Answer::Past
                                                                 : Answer::No;
  }
  return axis;
}

bool isOverFace(const ConvexHull& hull, const ConvexHull::Face& face, const DVec3& p) {
  const DVec3 normal(face.normal);
  std::uint16_t edge = face.first_edge;
  for (int i = 0; i < face.edge_count; ++i) {
    const std::uint16_t next = hull.edges[edge].next;
    const DVec3 from(hull.vertices[hull.edges[edge].origin]), to(hull.vertices[hull.edges[next].origin]);
    if (dot(cross(normal, to - from), p - from) < 0) return false;
    edge = next;
  }
  return true;
}

/// The way out of a core through one of its faces, for a corner inside.
struct WayOut {
  const MeshCorner& corner;
  DVec3 outward;  ///< Frame of the mesh.
  double height = -1e300;
  bool owned = false;

  /// A face with this outward normal, above which the corner is by `above` (negative).
  void consider(const DVec3& normal, double above) {
    if (owned && above <= height) return;
    const bool owns = corner.owns(-normal);
    if (!owns && (owned || above <= height)) return;
    outward = normal, height = above, owned = owns;
  }
  BorderAxis axis() const {
    BorderAxis found;
    found.answer = Answer::Yes;
    found.direction = -outward;
    found.separation = height;
    found.on_mesh = corner.point();
    found.on_core = found.on_mesh - outward * height;
    return found;
  }
};

/// From a corner outside a core to the nearest point of the core.
BorderAxis towards(const DVec3& corner, const DVec3& on_core) {
  BorderAxis axis;
  axis.answer = Answer::Yes;
  axis.separation = length(on_core - corner);
  axis.direction = (on_core - corner) * (1 / axis.separation);
  axis.on_mesh = corner, axis.on_core = on_core;
  return axis;
}

BorderAxis nearestOfHull(const ConvexView& view, const Placement& pose, const MeshCorner& corner,
                         double limit) {
  const DVec3 vertex = corner.point(), p = pose.inversePoint(vertex);
  double highest = -1e300;
  const ConvexHull::Face* best = nullptr;
  for (const ConvexHull::Face& face : view.hull->faces) {
    const double height = dot(DVec3(face.normal), p) - static_cast<double>(face.offset);
    if (height > highest) highest = height, best = &face;
    if (highest > limit) return {};
  }
  if (highest > 0 && !isOverFace(*view.hull, *best, p)) {
    const GjkResult gjk =
        gjkDistance(pointView(Vec3(vertex)), view, pose, {1e30, -pose.direction(DVec3(best->normal)), {}});
    BorderAxis axis;
    axis.answer = gjk.overlapping ? Answer::Unclear : Answer::Yes;
    axis.direction = gjk.normal;
    axis.separation = gjk.distance;
    axis.on_mesh = vertex, axis.on_core = gjk.point_b;
    return axis;
  }
  WayOut out{corner, {}};
  out.consider(pose.direction(DVec3(best->normal)), highest);
  if (highest <= 0 && !out.owned) {
    for (const ConvexHull::Face& face : view.hull->faces)
      out.consider(pose.direction(DVec3(face.normal)),
                   dot(DVec3(face.normal), p) - static_cast<double>(face.offset));
  }
  return out.axis();
}

BorderAxis nearestOfBox(const ConvexView& view, const Placement& pose, const MeshCorner& corner,
                        double limit) {
  const DVec3 p = pose.inversePoint(corner.point()), half(view.half_extents);
  const DVec3 nearest = maximum(minimum(p, half), -half);
  const double distance_squared = lengthSquared(p - nearest);
  if (distance_squared > limit * limit) return {};
  if (std::sqrt(distance_squared) > 1e-9 * (half.x + half.y + half.z))
    return towards(corner.point(), pose.point(nearest));
  WayOut out{corner, {}};
  const DVec3 axes[] = {pose.rotation.cx, pose.rotation.cy, pose.rotation.cz};
  for (const double near :
       {1.0, -1.0}) {  // The faces on the other side only if the corner owns none of these.
    for (std::size_t i = 0; i < 3 && (near > 0 || !out.owned); ++i) {
      const double side = p[i] < 0 ? -near : near;
      out.consider(axes[i] * side, side * p[i] - half[i]);
    }
  }
  return out.axis();
}

/// `p`: the corner in the frame of the core.
BorderAxis nearestOfRound(const NearestSurface& nearest, bool inside, const DVec3& p, const ConvexView& view,
                          const Placement& pose, const MeshCorner& corner, double limit) {
  const DVec3 vertex = corner.point();
  BorderAxis axis;
  if (!inside && nearest.distance > limit) return axis;
  // On the surface there is no direction; on the axis a whole circle may be equally near.
  const double way = length(nearest.to_surface);
  axis.answer = Answer::Unclear;
  if (!(way > 1e-9 * length(p) && way > (1 - 1e-9) * nearest.distance)) return axis;
  if (!inside) return towards(vertex, pose.point(p + nearest.to_surface));
  WayOut out{corner, {}};
  out.consider(pose.direction(nearest.to_surface * (1 / way)), -way);
  if (view.kind == ConvexKind::Cylinder && !out.owned) {
    const double h = view.half_height;
    out.consider(pose.rotation.cy, p.y - h);
    out.consider(-pose.rotation.cy, -p.y - h);
    const DVec3 normal = sideNormal(view, radialPart(p));
    out.consider(pose.direction(normal), dot(normal, p) - dot(normal, supportPoint(view, normal).point));
  }
  return out.axis();
}

}  // namespace

BorderAxis edgeAxis(const ConvexView& view, const Placement& pose, const MeshSupports::Lowest& first,
                    const MeshSupports::Lowest& last, const DVec3& from, const DVec3& to) {
  const DVec3 edge = to - from;
  const double edge_length = length(edge);
  const DVec3 along = edge * (1 / edge_length);
  DVec3 turn = cross(along, first.normal);
  if (dot(turn, last.normal) < 0) turn = -turn;
  const EdgeSearch s{view, pose, from, along, first.normal, turn};
  const double rounding = 1e-10 * (length(first.point - from) + length(last.point - from));
  EdgeSearch::Corner p = s.corner(first.point), q = s.corner(last.point);
  for (int step = 0; step < MeshContactSettings::kMaxEdgeSteps; ++step) {
    // The direction in which both are equally high, perpendicular to p - q.
    double x = p.height - q.height, y = q.side - p.side;  // Along `turn` and `up`.
    const double apart = std::sqrt(x * x + y * y);
    bool of_p = !(apart > rounding), of_q = false;
    if (!of_p) {
      if (y < 0) x = -x, y = -y;
      // Beyond the direction in which one of the points alone is nearest.
      of_p = p.side * y - p.height * x < 0;
      of_q = !of_p && q.side * y - q.height * x > 0;
    }
    if (of_p || of_q) {
      x = of_p ? p.side : q.side, y = of_p ? p.height : q.height;
      if (y < 0) return {};
    }
    const double size = std::sqrt(x * x + y * y);
    if (!(size > rounding)) break;
    x /= size, y /= size;
    const DVec3 direction = s.up * y + s.turn * x;
    const double height = of_q ? q.side * x + q.height * y : p.side * x + p.height * y;
    const EdgeSearch::Corner r =
        s.corner(pose.point(supportPoint(view, pose.inverseDirection(-direction)).point));
    if (r.side * x + r.height * y >= height - rounding) {
      const double slope_p = p.side * y - p.height * x, slope_q = q.side * y - q.height * x;
      const double share = of_p ? 0 : (of_q ? 1 : slope_p / (slope_p - slope_q));
      return answered(s, edge_length, direction, p, q, share);
    }
    (r.side * y - r.height * x > 0 ? p : q) = r;
  }
  BorderAxis unclear;
  unclear.answer = Answer::Unclear;
  return unclear;
}

BorderAxis cornerAxis(const ConvexView& view, const Placement& pose, const MeshCorner& corner, double limit) {
  const DVec3 vertex = corner.point();
  BorderAxis axis;
  switch (view.kind) {
    case ConvexKind::Box:
      return nearestOfBox(view, pose, corner, limit);
    case ConvexKind::Hull:
      return nearestOfHull(view, pose, corner, limit);
    case ConvexKind::Segment: {
      const DVec3 p = pose.inversePoint(vertex), from(view.points[0]), line = DVec3(view.points[1]) - from;
      const double total = lengthSquared(line);
      double t = total > 0 ? dot(p - from, line) / total : 0;
      t = t < 0 ? 0 : (t > 1 ? 1 : t);
      const DVec3 offset = from + line * t - p;
      const double distance_squared = lengthSquared(offset);
      if (distance_squared > limit * limit) return axis;
      const double distance = std::sqrt(distance_squared);
      axis.answer = distance > 1e-9 * (length(p) + std::sqrt(total)) ? Answer::Yes : Answer::Unclear;
      axis.direction = pose.direction(offset * (1 / distance));
      axis.separation = distance;
      axis.on_mesh = vertex, axis.on_core = pose.point(from + line * t);
      return axis;
    }
    case ConvexKind::Cylinder: {
      const Cylinder core{view.half_height, view.radius_top, view.radius_bottom};
      const DVec3 p = pose.inversePoint(vertex);
      return nearestOfRound(nearestSurface(core, p), contains(core, p), p, view, pose, corner, limit);
    }
    case ConvexKind::TaperedCapsule: {
      const Capsule core{view.half_height, view.radius_top, view.radius_bottom};
      const DVec3 p = pose.inversePoint(vertex);
      return nearestOfRound(nearestSurface(core, p), contains(core, p), p, view, pose, corner, limit);
    }
    case ConvexKind::Point:
    case ConvexKind::Triangle:
      axis.answer = Answer::Unclear;
  }
  return axis;
}

}  // namespace carom::collide
