// Contacts of two triangles of two meshes: face on face, corner on face, edge on edge.
//
// A corner counts over a face if the face's direction is in the cone of its own mesh's normals there; an edge
// that crosses another one counts if their common perpendicular is in both wedges of normals. Faces that
// nearly lie on each other are clipped against each other instead, the smaller one against the prism over the
// larger one. The depth of two crossing triangles is the smallest overlap along the separating axes of two
// triangles (the normals and the cross products of their edges; S. Gottschalk and others, "OBBTree", 1996,
// for boxes).
//
// A face or edge knows nothing of what lies between it and a corner far behind it: a ring in a bowl is far
// behind the faces of the outer wall and has not come in through them. The space between the two points of a
// deep contact has to be on the wrong side of both closed surfaces.
#include "collide/mesh/mesh_inside.hpp"
#include "collide/mesh_contacts/mesh_contact_settings.hpp"
#include "collide/mesh_contacts/mesh_on_mesh.hpp"

namespace carom::collide {

namespace {

enum class Kind : std::uint32_t { CornerOfA = 1, CornerOfB, Crossing, Edges };
std::uint32_t featureName(Kind kind, std::uint32_t first, std::uint32_t second) {
  std::uint32_t h =
      (static_cast<std::uint32_t>(kind) * 0x632BE5ABu) ^ (first * 0x9E3779B1u) ^ (second * 0x85EBCA77u);
  h ^= h >> 15;
  return h * 0xC2B2AE3Du;
}

double doubledArea(const FacingTriangle& f) {
  const DVec3* c = f.triangle.corner;
  return length(cross(c[1] - c[0], c[2] - c[0]));
}

}  // namespace

void MeshOnMesh::add(const DVec3& n, const DVec3& on_a, const DVec3& on_b, std::uint32_t name, bool primary,
                     MeshContactSource source) {
  const double separation = dot(on_b - on_a, n);
  if (!(separation <= max_separation)) return;
  if (separation < -deep && !push_crossing && !isInBoth((on_a + on_b) * 0.5)) return;
  clusters.add({n, on_a, (on_a + on_b) * 0.5, separation, name, primary}, source);
}

bool MeshOnMesh::isInBoth(const DVec3& p) const {
  // A corner that moves straight down lies on an edge that leads up from it.
  const auto isIn = [&](const TriangleMesh& mesh, bool inside, const DVec3& at) {
    return isInside(mesh, at) != inside || nearestTriangle(mesh, at, 0.1 * deep).triangle >= 0;
  };
  const bool sheet_a = leads_a || follows_a || !a.closed, sheet_b = leads_b || follows_b || !b.closed;
  return (sheet_a || isIn(a, inside_a, p)) && (sheet_b || isIn(b, inside_b, pose.inversePoint(p)));
}

std::uint32_t MeshOnMesh::cornerName(const Facing& f, int corner, bool of_a) const {
  return of_a ? featureName(Kind::CornerOfA, a.triangles[f.index].vertex[corner], 0)
              : featureName(Kind::CornerOfB, b.triangles[f.index].vertex[corner], 0);
}

bool MeshOnMesh::lowestIsAnswered(const Facing& base, const Facing& other, const TriangleMesh& base_mesh) {
  int lowest = 0;
  for (int i = 1; i < 3; ++i) {
    if (base.height(other.triangle.corner[i]) < base.height(other.triangle.corner[lowest])) lowest = i;
  }
  const DVec3& p = other.triangle.corner[lowest];
  for (int e = 0; e < 3; ++e) {
    const DVec3& from = base.triangle.corner[e];
    const DVec3 along = base.triangle.corner[(e + 1) % 3] - from;
    if (dot(cross(base.triangle.normal, along), p - from) >= 0) continue;
    const MeshEdge kind = base_mesh.triangles[base.index].edge(e);
    if (kind == MeshEdge::Open || kind == (base.flipped ? MeshEdge::Concave : MeshEdge::Convex)) return false;
  }
  return true;
}

void MeshOnMesh::faceOnFace(const Facing& fa, const Facing& fb, double facing) {
  const bool a_is_base = doubledArea(fa) * 1.01 >= doubledArea(fb);
  const Facing& base = a_is_base ? fa : fb;
  const Facing& other = a_is_base ? fb : fa;
  // If the nearest points are elsewhere: only corners that can still rotate onto the face.
  const bool corners_only =
      facing > -MeshContactSettings::kParallelFaces && !lowestIsAnswered(base, other, a_is_base ? a : b);
  SupportFeature feature;
  feature.kind = SupportFeature::Kind::Polygon;
  feature.count = 3;
  for (int i = 0; i < 3; ++i) {
    const DVec3& p = other.triangle.corner[i];
    feature.corners[i] = {p.x, p.y, p.z, static_cast<std::uint32_t>(i)};
  }
  OverTriangle over;
  clipOverTriangle(base.triangle, feature, slack, over);
  const DVec3 n = a_is_base ? base.normal : -base.normal;
  for (int i = 0; i < over.count; ++i) {
    const OverTriangle::Point& p = over.points[i];
    const double height = base.height(p.point());
    if (height < -(a_is_base ? depth_limit_a : depth_limit_b)) continue;
    if (corners_only && (!p.primary || height < 0)) continue;
    const DVec3 below = p.point() - base.normal * height;
    const std::uint32_t name = p.primary ? cornerName(other, static_cast<int>(p.id), !a_is_base)
                                         : featureName(Kind::Crossing, fa.index * 64 + p.id, fb.index);
    add(n, a_is_base ? below : p.point(), a_is_base ? p.point() : below, name, p.primary,
        {static_cast<std::int32_t>(fa.index), facing < -MeshContactSettings::kLevelFaces});
  }
}

void MeshOnMesh::cornersOnFace(const Facing& base, const Facing& other, bool base_is_a, unsigned corners) {
  const TriangleMesh& mesh = base_is_a ? b : a;
  corners &= other.flipped ? other.corners_flipped : other.corners;
  for (int i = 0; i < 3; ++i) {
    if ((corners >> i & 1) == 0) continue;
    const DVec3& p = other.triangle.corner[i];
    const double height = base.height(p);
    if (height > max_separation || height < -(base_is_a ? depth_limit_a : depth_limit_b)) continue;
    if (!isOverTriangle(base.triangle, p, slack)) {
      cornerBesideFace(base, other, i, base_is_a);
      continue;
    }
    const DVec3 down = base_is_a ? pose.inverseDirection(-base.normal) : -base.normal;
    if (!ownsDirection(mesh, other.index, {TriangleFeature::Kind::Corner, i}, down,
                       MeshContactSettings::kConeSlack))
      continue;
    const DVec3 below = p - base.normal * height;
    add(base_is_a ? base.normal : -base.normal, base_is_a ? below : p, base_is_a ? p : below,
        cornerName(other, i, !base_is_a), true,
        {base_is_a ? static_cast<std::int32_t>(base.index) : -1, true});
  }
}

void MeshOnMesh::cornerBesideFace(const Facing& base, const Facing& other, int corner, bool base_is_a) {
  const DVec3& p = other.triangle.corner[corner];
  const TriangleClosest closest = closestOnTriangle(base.triangle, p);
  const DVec3 offset = p - closest.point;
  const double distance = length(offset);
  if (distance > max_separation || !(distance > 10 * slack)) return;
  const DVec3 d = offset * (1 / distance), d_in_b = pose.inverseDirection(d);
  const TriangleMesh& base_mesh = base_is_a ? a : b;
  const TriangleMesh& other_mesh = base_is_a ? b : a;
  if (closest.feature.kind == TriangleFeature::Kind::Face) return;
  if (!ownsDirection(base_mesh, base.index, closest.feature, base_is_a ? d : d_in_b,
                     MeshContactSettings::kNearestConeSlack))
    return;
  if (!ownsDirection(other_mesh, other.index, {TriangleFeature::Kind::Corner, corner},
                     base_is_a ? -d_in_b : -d, MeshContactSettings::kNearestConeSlack)) {
    return;
  }
  add(base_is_a ? d : -d, base_is_a ? closest.point : p, base_is_a ? p : closest.point,
      cornerName(other, corner, !base_is_a), true, {-1, true});
}

bool MeshOnMesh::inWedge(const TriangleMesh& mesh, const Facing& f, int edge, const DVec3& direction,
                         const DVec3& direction_in_mesh) {
  const DVec3 along = f.triangle.corner[(edge + 1) % 3] - f.triangle.corner[edge];
  const DVec3 inward = cross(f.triangle.normal, along);
  const double into = dot(inward, direction);
  if (into > 0 &&
      into * into > MeshContactSettings::kConeSlack * MeshContactSettings::kConeSlack * lengthSquared(inward))
    return false;
  if (dot(direction, f.normal) < -MeshContactSettings::kConeSlack &&
      mesh.triangles[f.index].edge(edge) == MeshEdge::Open)
    return false;
  return ownsDirection(mesh, f.index, {TriangleFeature::Kind::Edge, edge}, direction_in_mesh,
                       MeshContactSettings::kConeSlack);
}

void MeshOnMesh::edgeOnEdge(const Facing& fa, int ea, const Facing& fb, int eb) {
  const DVec3 &pa = fa.triangle.corner[ea], &da = fa.along[ea];
  const DVec3 &pb = fb.triangle.corner[eb], &db = fb.along[eb];
  const DVec3 perpendicular = cross(da, db), between = pb - pa;
  const double squared = lengthSquared(perpendicular);
  const double s_times = dot(cross(between, db), perpendicular);
  if (s_times < 0 || s_times > squared) return;
  const double t_times = dot(cross(between, da), perpendicular);
  if (t_times < 0 || t_times > squared) return;
  if (!(squared > MeshContactSettings::kParallelEdges * MeshContactSettings::kParallelEdges *
                      lengthSquared(da) * lengthSquared(db)))
    return;
  const double s = s_times / squared, t = t_times / squared;
  DVec3 n = perpendicular * (1 / std::sqrt(squared));
  // Of the two directions the one out of A, or for sheets the one to the side that counts.
  if (dot(n, fa.normal) - dot(n, fb.normal) < 0) n = -n;
  const double separation = dot(between, n);
  if (separation > max_separation || separation < -lowerLimit()) return;
  if (!inWedge(a, fa, ea, n, n) || !inWedge(b, fb, eb, -n, pose.inverseDirection(-n))) return;
  const std::uint32_t name = featureName(Kind::Edges, fa.index * 3 + static_cast<std::uint32_t>(ea),
                                         fb.index * 3 + static_cast<std::uint32_t>(eb));
  add(n, pa + da * s, pb + db * t, name, false, {-1, true});
}

bool MeshOnMesh::crosses(const Facing& base, const Facing& other) const {
  double height[3];
  for (int i = 0; i < 3; ++i) height[i] = base.height(other.triangle.corner[i]);
  return crosses(base, other, height);
}

bool MeshOnMesh::crosses(const Facing& base, const Facing& other, const double* height) const {
  for (int i = 0; i < 3; ++i) {
    const double h0 = height[i], h1 = height[(i + 1) % 3];
    if ((h0 < 0) == (h1 < 0)) continue;
    const DVec3 p = other.triangle.corner[i], q = other.triangle.corner[(i + 1) % 3];
    if (isOverTriangle(base.triangle, p + (q - p) * (h0 / (h0 - h1)), slack)) return true;
  }
  return false;
}

void MeshOnMesh::noteDepth(const Facing& fa, const Facing& fb) {
  double shortest = 1e300;
  const auto tryAxis = [&](const DVec3& axis) {
    const double squared = lengthSquared(axis);
    if (!(squared > 1e-60)) return;
    double low_a = 1e300, high_a = -1e300, low_b = 1e300, high_b = -1e300;
    for (int i = 0; i < 3; ++i) {
      const double p = dot(axis, fa.triangle.corner[i]), q = dot(axis, fb.triangle.corner[i]);
      if (p < low_a) low_a = p;
      if (p > high_a) high_a = p;
      if (q < low_b) low_b = q;
      if (q > high_b) high_b = q;
    }
    const double one = high_a - low_b, other = high_b - low_a;
    const double way = (one < other ? one : other) / std::sqrt(squared);
    if (way < shortest) shortest = way;
  };
  tryAxis(fa.normal);
  tryAxis(fb.normal);
  for (int i = 0; i < 3; ++i) {
    const DVec3 edge = fa.triangle.corner[(i + 1) % 3] - fa.triangle.corner[i];
    for (int j = 0; j < 3; ++j) {
      const DVec3 other = fb.triangle.corner[(j + 1) % 3] - fb.triangle.corner[j];
      const DVec3 axis = cross(edge, other);
      if (lengthSquared(axis) > MeshContactSettings::kParallelEdges * MeshContactSettings::kParallelEdges *
                                    lengthSquared(edge) * lengthSquared(other))
        tryAxis(axis);
    }
  }
  if (shortest > depth_seen) depth_seen = shortest;
}

void MeshOnMesh::pushCrossing(const Facing& base, const Facing& other, bool base_is_a) {
  if (!crosses(base, other)) return;
  for (int i = 0; i < 3; ++i) {
    const DVec3& p = other.triangle.corner[i];
    const double height = base.height(p);
    if (height >= 0 || height < -(base_is_a ? depth_limit_a : depth_limit_b)) continue;
    const DVec3 below = p - base.normal * height;
    add(base_is_a ? base.normal : -base.normal, base_is_a ? below : p, base_is_a ? p : below,
        cornerName(other, i, !base_is_a), true,
        {base_is_a ? static_cast<std::int32_t>(base.index) : -1, false});
  }
}

void MeshOnMesh::addPair(const Facing& fa, const Facing& fb, FeaturePairs::Bits features) {
  const double facing = dot(fa.normal, fb.normal);
  if (facing > 0 && (follows_a || follows_b)) {
    Facing turned = follows_a ? fa : fb;
    turned.normal = -turned.normal, turned.flipped = !turned.flipped;
    addFacingPair(follows_a ? turned : fa, follows_a ? fb : turned, -facing, features);
  } else {
    addFacingPair(fa, fb, facing, features);
  }
}

void MeshOnMesh::addFacingPair(const Facing& fa, const Facing& fb, double facing,
                               FeaturePairs::Bits features) {
  double of_b[3], of_a[3];  // Heights over the other's plane.
  for (int i = 0; i < 3; ++i) {
    of_b[i] = fa.height(fb.triangle.corner[i]);
    of_a[i] = fb.height(fa.triangle.corner[i]);
  }
  if (of_b[0] > max_separation && of_b[1] > max_separation && of_b[2] > max_separation) return;
  if (of_a[0] > margin && of_a[1] > margin && of_a[2] > margin) return;
  const bool may_cross = (features & FeaturePairs::kCrossing) != 0;
  if (push_crossing) {
    if (!may_cross) return;
    pushCrossing(fa, fb, true);
    pushCrossing(fb, fa, false);
    return;
  }
  if (may_cross && (crosses(fa, fb, of_b) || crosses(fb, fa, of_a))) noteDepth(fa, fb);
  if ((features & FeaturePairs::kFaces) != 0 && facing < -MeshContactSettings::kFacing &&
      !isBesideTriangle(fa.triangle, fb.triangle.corner, slack) &&
      !isBesideTriangle(fb.triangle, fa.triangle.corner, slack)) {
    faceOnFace(fa, fb, facing);
  }
  cornersOnFace(fa, fb, true, FeaturePairs::cornersOfB(features));
  cornersOnFace(fb, fa, false, FeaturePairs::cornersOfA(features));
  const unsigned edges_a = fa.flipped ? fa.edges_flipped : fa.edges;
  const unsigned edges_b = fb.flipped ? fb.edges_flipped : fb.edges;
  for (int ea = 0; ea < 3; ++ea) {
    if ((edges_a >> ea & 1) == 0) continue;
    for (int eb = 0; eb < 3; ++eb) {
      if ((edges_b >> eb & 1) != 0 && (features & FeaturePairs::edges(ea, eb)) != 0)
        edgeOnEdge(fa, ea, fb, eb);
    }
  }
}

}  // namespace carom::collide
