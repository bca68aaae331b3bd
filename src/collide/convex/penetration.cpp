// Penetration depth: the expanding polytope algorithm, then refinement for curved shapes.
//
// The depth is the distance of the origin from the boundary of the Minkowski difference A - B. The polytope
// grows from inside: its face nearest to the origin is moved out to the support point along its normal, until
// nothing is left to move (G. van den Bergen, "Proximity queries and penetration depth computation on 3D game
// objects", 2001). The overlap along each normal that is tried is an upper bound of the depth, so the best
// one is a valid result even if rounding or the limits stop the growth early. For polyhedra the result is
// exact.
//
// On curved cores the polytope converges only like a tessellation, so its normal n is refined: by Newton's
// method on the features of its last face (curved_closest.cpp). Where that fails, B is moved clear of A along
// n by a small gap, GJK computes the closest points, and their direction is the next n. The nearest boundary
// point is a fixed point of this iteration, and each step reduces the error by depth/(depth + radius of
// curvature).
#include "collide/convex/penetration.hpp"

#include "collide/convex/curved_closest.hpp"
#include "collide/convex/expanding_polytope.hpp"

namespace carom::collide {

namespace {

/// A pair of cores, their scale, and the direction of least overlap so far.
struct Search {
  const ConvexView& a;
  const ConvexView& b;
  const Placement& b_to_a;
  double scale = 1;  ///< Of the coordinates, for rounding.
  double size = 1;   ///< Of the smaller core, for tolerances.
  double best_depth = 1e300;
  DVec3 best_normal{0, 1, 0};

  PolytopeVertex vertexAlong(const DVec3& along) const {
    const SupportPoint on_a = supportPoint(a, along);
    const SupportPoint on_b = supportPoint(b, b_to_a.inverseDirection(-along));
    const DVec3 p = on_a.point - b_to_a.point(on_b.point);
    return {p.x, p.y, p.z, on_a.feature, on_b.feature};
  }
  void offer(const DVec3& normal, double depth) {
    if (depth < best_depth) best_depth = depth, best_normal = normal;
  }
  void offer(const DVec3& normal) { offer(normal, dot(normal, vertexAlong(normal).point())); }
};

/// Extends a simplex to a tetrahedron with volume. Returns the dimension reached (3: success).
int growToTetrahedron(const Search& search, PolytopeVertex* v, int count, DVec3& flat_normal) {
  const double tiny = 1e-9 * search.scale;
  const auto edge = [v](int i) { return v[i].point() - v[0].point(); };
  if (count == 4) {
    // It may be flat; then start again from its first three corners.
    const DVec3 n = cross(edge(1), edge(2));
    const double volume = dot(n, edge(3));
    if (volume > tiny * length(n) || volume < -tiny * length(n)) return 3;
    count = 3;
  }
  if (count == 3 && !(length(cross(edge(1), edge(2))) > tiny * length(edge(1)))) count = 2;
  if (count == 2 && !(length(edge(1)) > tiny)) count = 1;
  if (count == 1) {
    for (int k = 0; k < 6 && count == 1; ++k) {
      DVec3 axis;
      axis[k >> 1] = k & 1 ? -1 : 1;
      v[1] = search.vertexAlong(axis);
      if (length(edge(1)) > tiny) count = 2;
    }
    if (count == 1) return flat_normal = {0, 1, 0}, 0;
  }
  if (count == 2) {
    const DVec3 axis = normalized(edge(1)), s = perpendicular(axis), t = cross(axis, s);
    const DVec3 sides[6] = {s, t, -s, -t, normalized(s + t), normalized(-s - t)};
    for (int k = 0; k < 6 && count == 2; ++k) {
      v[2] = search.vertexAlong(sides[k]);
      if (length(cross(edge(2), axis)) > tiny) count = 3;
    }
    if (count == 2) return flat_normal = s, 1;
  }
  const DVec3 n = normalized(cross(edge(1), edge(2)));
  for (const double sign : {1.0, -1.0}) {
    v[3] = search.vertexAlong(n * sign);
    const double height = dot(n, edge(3));
    if (height > tiny || height < -tiny) return 3;
  }
  flat_normal = n;
  return 2;
}

/// Tries the faces of both cores nearest to a direction. Returns true if one of them was better than all
/// before and was added.
bool pushAlongFaces(Search& search, ExpandingPolytope& polytope, const DVec3& direction, double tolerance) {
  const DVec3 normals[2] = {
      nearestFaceNormal(search.a, direction),
      -search.b_to_a.direction(nearestFaceNormal(search.b, search.b_to_a.inverseDirection(-direction)))};
  bool added = false;
  for (const DVec3& n : normals) {
    if (!(dot(n, direction) > 0.5)) continue;
    const PolytopeVertex w = search.vertexAlong(n);
    const double width = dot(n, w.point());
    if (!(width < search.best_depth)) continue;
    search.offer(n, width);
    added = polytope.push(w, tolerance) || added;
  }
  return added;
}

void expand(Search& search, const PolytopeVertex* tetrahedron, GjkSeed& last_face) {
  ExpandingPolytope polytope(tetrahedron);
  // Curved cores are refined afterwards; the polytope only has to find the right region.
  const double tolerance =
      isCurved(search.a) || isCurved(search.b) ? 1e-4 * search.size : 1e-9 * search.scale;
  const double above = 1e-12 * search.scale;
  for (int iteration = 0; iteration < ExpandingPolytope::kMaxVertices; ++iteration) {
    const int nearest = polytope.nearest();
    if (nearest < 0) return;
    const ExpandingPolytope::Face face = polytope.face(nearest);
    const double distance = polytope.distance(nearest);
    last_face.count = 3;
    for (int k = 0; k < 3; ++k) {
      last_face.feature_a[k] = polytope.vertex(face.vertex[k]).feature_a;
      last_face.feature_b[k] = polytope.vertex(face.vertex[k]).feature_b;
    }
    // No remaining face is nearer than the best one: further growth cannot improve it.
    if (distance >= search.best_depth - tolerance) return;
    // The growth mostly ends at faces of the cores: testing these first shortens it.
    if (iteration < 3 && pushAlongFaces(search, polytope, face.normal(), above)) continue;
    const PolytopeVertex w = search.vertexAlong(face.normal());
    const double width = dot(face.normal(), w.point());
    search.offer(face.normal(), width);
    if (width - distance <= tolerance) return;
    if (!polytope.push(w, above)) return;
  }
}

/// Tries directions in which shapes rest: flat faces, caps, and generator lines that face the direction of
/// least overlap so far. The overlap as a function of the direction has its sharp minima there.
void offerAxes(Search& search) {
  const auto offerFaces = [&search](const ConvexView& view, bool is_a) {
    const auto offer = [&search, is_a](const DVec3& n) {
      search.offer(is_a ? n : search.b_to_a.direction(-n));
    };
    if (view.kind == ConvexKind::Cylinder) {
      offer({0, 1, 0}), offer({0, -1, 0});
    } else if (view.kind == ConvexKind::Box) {
      offer({1, 0, 0}), offer({-1, 0, 0}), offer({0, 1, 0}), offer({0, -1, 0}), offer({0, 0, 1}),
          offer({0, 0, -1});
    } else if (view.kind == ConvexKind::Hull) {
      for (const ConvexHull::Face& face : view.hull->faces) offer(normalized(DVec3(face.normal)));
    } else if (view.kind == ConvexKind::Triangle) {
      const DVec3 p(view.points[0]);
      const DVec3 n = normalized(cross(DVec3(view.points[1]) - p, DVec3(view.points[2]) - p));
      if (lengthSquared(n) > 0.5) offer(n), offer(-n);
    }
  };
  offerFaces(search.a, true);
  offerFaces(search.b, false);
  SupportFeature feature;
  for (int round = 0; round < 2; ++round) {
    const DVec3 n = search.best_normal;
    supportingFace(search.a, n, feature);
    if (lengthSquared(feature.normal) > 0.5) search.offer(normalized(feature.normal));
    supportingFace(search.b, search.b_to_a.inverseDirection(-n), feature);
    if (lengthSquared(feature.normal) > 0.5)
      search.offer(normalized(search.b_to_a.direction(-feature.normal)));
  }
}

/// Closest points with B moved clear of A along the direction of least overlap, moved back.
GjkResult movedApart(const Search& search, const DVec3& normal, double depth, double gap) {
  Placement moved = search.b_to_a;
  moved.translation += normal * (depth + gap);
  GjkSettings settings;
  settings.initial_direction = normal;
  GjkResult result = gjkDistance(search.a, search.b, moved, settings);
  result.point_b -= normal * (depth + gap);
  return result;
}

/// Iterates the closest-point normals of the shapes moved apart to the nearest fixed point. Each step can
/// only reduce the depth. If the steps shrink slowly (deep overlap), their geometric series is summed at once
/// (Aitken).
void refine(Search& search) {
  // With a wide gap GJK converges fast, with a narrow one the steps shrink fast. Both effects are small
  // compared with that of the depth.
  const double widest = 1e-2 * search.size;
  const double gap = 1e-4 * search.size + (search.best_depth < widest ? search.best_depth : widest);
  GjkResult apart = movedApart(search, search.best_normal, search.best_depth, gap);
  DVec3 last_step;
  for (int iteration = 0; iteration < 24 && !apart.overlapping; ++iteration) {
    const DVec3 step = apart.normal - search.best_normal;
    const double step_squared = lengthSquared(step), last_squared = lengthSquared(last_step);
    if (step_squared < 1e-14) break;
    const double before = search.best_depth;
    search.offer(apart.normal);
    if (!(search.best_depth < before)) break;
    const double ratio = last_squared > 0 ? dot(step, last_step) / last_squared : 1;
    // What the remaining steps would add.
    if (ratio * ratio * step_squared < 1e-12) break;
    if (ratio > 0.2 && ratio < 0.99) {
      search.offer(normalized(apart.normal + step * (ratio / (1 - ratio))));
    }
    last_step = step;
    apart = movedApart(search, search.best_normal, search.best_depth, gap);
  }
}

Search searchOf(const ConvexView& a, const ConvexView& b, const Placement& b_to_a) {
  Search search{a, b, b_to_a};
  search.scale = coreExtent(a) + coreExtent(b) + length(b_to_a.translation);
  if (!(search.scale > 1e-30)) search.scale = 1e-30;
  const double size_a = coreSize(a), size_b = coreSize(b);
  search.size = size_a < size_b ? size_a : size_b;
  if (!(search.size > 0)) search.size = size_a > size_b ? size_a : size_b;
  if (!(search.size > 1e-9 * search.scale)) search.size = 1e-9 * search.scale;
  return search;
}

}  // namespace

double overlapAlong(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                    const DVec3& direction) {
  return dot(direction, supportOfDifference(a, b, b_to_a, direction).difference);
}

Penetration penetrationAxis(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                            const GjkResult& gjk) {
  Search search = searchOf(a, b, b_to_a);
  Penetration result;
  PolytopeVertex corners[4];
  for (int i = 0; i < gjk.count; ++i) {
    const SimplexVertex& vertex = gjk.simplex[i];
    const DVec3& p = vertex.difference;
    corners[i] = {p.x, p.y, p.z, vertex.feature_a, vertex.feature_b};
  }
  DVec3 flat_normal;
  const int dimension = growToTetrahedron(search, corners, gjk.count, flat_normal);
  if (dimension < 3) {
    search.offer(flat_normal, 0);
  } else {
    expand(search, corners, result.face);
    if (isCurved(a) || isCurved(b)) offerAxes(search);
  }
  result.normal = search.best_normal;
  result.depth = search.best_depth > 0 ? search.best_depth : 0;
  return result;
}

void refinePenetration(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                       Penetration& penetration) {
  Search search = searchOf(a, b, b_to_a);
  search.offer(penetration.normal, penetration.depth);
  if (penetration.face.count == 3 &&
      deepestOnCurves(a, b, b_to_a, penetration.face, search.best_depth, penetration))
    return;
  refine(search);
  penetration.normal = search.best_normal;
  penetration.depth = search.best_depth > 0 ? search.best_depth : 0;
}

void deepestPoints(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                   Penetration& penetration) {
  if (penetration.has_points) return;
  penetration.has_points = true;
  const Search search = searchOf(a, b, b_to_a);
  const GjkResult apart = movedApart(search, penetration.normal, penetration.depth, 1e-4 * search.size);
  if (apart.overlapping) {
    const SimplexVertex deepest = supportOfDifference(a, b, b_to_a, penetration.normal);
    penetration.point_a = deepest.point_a, penetration.point_b = deepest.point_b;
  } else {
    penetration.point_a = apart.point_a, penetration.point_b = apart.point_b;
  }
}

Penetration penetrationDepth(const ConvexView& a, const ConvexView& b, const Placement& b_to_a,
                             const GjkResult& gjk) {
  Penetration result = penetrationAxis(a, b, b_to_a, gjk);
  if (isCurved(a) || isCurved(b)) refinePenetration(a, b, b_to_a, result);
  deepestPoints(a, b, b_to_a, result);
  return result;
}

}  // namespace carom::collide
