// Contacts of two triangle meshes.
//
// Pairs of triangles that come near each other are found by walking both trees. With n_a, n_b the normals of
// the sides that face the other mesh, each pair can give:
//  - face on face: nearly opposite normals. The smaller triangle is cut with the prism over the larger one,
//  whose normal
//    counts. This gives complete manifolds for flat on flat.
//  - vertex on face: the vertex lies over (or under) the other's triangle and the face's direction is in the
//  vertex's normal
//    cone, so that it is the locally deepest point.
//  - edge on edge: crossing edges whose common perpendicular is in both edges' wedges of normals.
// These are the three ways in which two polyhedra touch in general position; while they are apart a vertex
// can also be nearest to an edge or vertex. The cones make every one of them the true locally nearest pair,
// so inner edges stay silent here as they do in mesh_convex.cpp.
//
// Closed meshes are solids: things count as sunk in through a face down to half the solid's thickness, below
// which they are nearer to its other side. The walk itself only looks max_separation far; when crossing
// triangles or contacts show that the meshes overlap more deeply than that, it is done again with a larger
// margin, so that faces that have sunk in are found. If nothing fits even so, the vertices of crossing
// triangles are pushed out along the normals of the triangles they crossed. Meshes of which one is in the
// other, or that coincide, are pushed apart as their hulls would be. Sheets (double-sided) turn the side to
// the other mesh's middle, or to where it was before it went through; smaller sheets turn to the triangles
// that they meet.
//
// Contradictions between the depths along different faces are settled among clusters, see mesh_cover.cpp.
#include "collide/gjk.hpp"
#include "collide/hull.hpp"
#include "collide/mesh_face_clip.hpp"
#include "collide/mesh_pairs.hpp"
#include "collide/mesh_scratch.hpp"

namespace carom::collide {

namespace {

/// Faces closer to opposite than this (cosine) are laid on one another: 25 degrees.
constexpr double kFacing = 0.906;
/// Up to here (2.5 degrees) whatever is beyond the border of the face.
constexpr double kParallelFaces = 0.999;
/// And closer than this the one does not reach below the other's plane.
constexpr double kLevel = 0.9998;
/// Sine by which a direction may leave a vertex's or edge's cone: small tilts belong to the manifold still.
constexpr double kConeSlack = 0.02;
/// The same where the direction is that of the nearest points.
constexpr double kAngularSlack = 1e-4;
/// Edges more nearly parallel than this (sine) have no crossing.
constexpr double kParallel = 1e-4;
/// Walks with larger and larger margins.
constexpr int kMaxRounds = 6;
/// Bound on the work for one pair of meshes.
constexpr int kMaxTrianglePairs = 1 << 16;

enum class Kind : std::uint32_t { CornerOfA = 1, CornerOfB, Crossing, Edges };
std::uint32_t featureName(Kind kind, std::uint32_t first, std::uint32_t second) {
  std::uint32_t h =
      (static_cast<std::uint32_t>(kind) * 0x632BE5ABu) ^ (first * 0x9E3779B1u) ^ (second * 0x85EBCA77u);
  h ^= h >> 15;
  return h * 0xC2B2AE3Du;
}

using Facing = FacingTriangle;

double thickness(const TriangleMesh& mesh) {
  const Vec3 size = mesh.nodes[0].aabb.upper - mesh.nodes[0].aabb.lower;
  return size.x < size.y ? (size.x < size.z ? size.x : size.z) : (size.y < size.z ? size.y : size.z);
}

DVec3 middleOf(const TriangleMesh& mesh) {
  return mesh.hull ? DVec3(mesh.hull->centroid) : DVec3(mesh.nodes[0].aabb.center());
}

double sizeOf(const TriangleMesh& mesh) {
  return length(DVec3(mesh.nodes[0].aabb.extents()));
}

struct MeshOnMesh {
  const TriangleMesh& a;
  const TriangleMesh& b;
  Placement pose;
  ContactClusters& clusters;
  double max_separation;
  double slack = 0;
  double scale = 0;  ///< Size of the smaller mesh, m.
  /// How far behind a face of A, or of B, something still counts as sunk in through it.
  double depth_limit_a = 0, depth_limit_b = 0;
  DVec3 side_a, side_b;  ///< Middles of the meshes, frame of A; see leads_a.
  /// A sheet as large as the other mesh faces the other's middle. The triangles of a smaller one face
  /// whatever triangle of the other they meet: its middle says nothing about the side on which a small thing
  /// is.
  bool leads_a = false, leads_b = false, follows_a = false, follows_b = false;
  double margin = 0;
  double depth_seen = 0;  ///< Of triangles that cross.
  int pairs = 0;
  bool push_crossing = false;
  /// Leaves of A and of B by turns, as they come up in a walk.
  static constexpr std::uint32_t kKeptLeaves = 128;
  std::vector<NearLeaf>& leaves;

  MeshOnMesh(const TriangleMesh& mesh_a, const TriangleMesh& mesh_b, const Placement& b_to_a,
             double separation, MeshScratch& scratch)
      : a(mesh_a),
        b(mesh_b),
        pose(b_to_a),
        clusters(scratch.clusters),
        max_separation(separation),
        leaves(scratch.leaves) {
    leaves.resize(2 * kKeptLeaves);
    const double size_a = sizeOf(a), size_b = sizeOf(b);
    scale = size_a < size_b ? size_a : size_b;
    slack = 1e-6 * scale + 1e-7 * (length(pose.translation) + size_b);
    // A sheet has no other side from which to count, but the body must still be about there.
    depth_limit_a = a.double_sided ? 2 * size_b : 0.5 * thickness(a);
    depth_limit_b = b.double_sided ? 2 * size_a : 0.5 * thickness(b);
    if (depth_limit_a < max_separation) depth_limit_a = max_separation;
    if (depth_limit_b < max_separation) depth_limit_b = max_separation;
    side_a = middleOf(a);
    side_b = pose.point(middleOf(b));
    leads_a = a.double_sided && size_a >= size_b;
    leads_b = b.double_sided && !leads_a && size_b >= size_a;
    follows_a = a.double_sided && !leads_a;
    follows_b = b.double_sided && !leads_b;
  }
  double lowerLimit() const { return depth_limit_a < depth_limit_b ? depth_limit_a : depth_limit_b; }
  double upperLimit() const { return depth_limit_a < depth_limit_b ? depth_limit_b : depth_limit_a; }

  Facing facingA(std::uint32_t index) const {
    Facing f;
    f.index = index;
    f.triangle = meshTriangle(a, index);
    f.normal = f.triangle.normal;
    f.flipped = leads_a && f.height(side_b) < 0;
    if (f.flipped) f.normal = -f.normal;
    completeFacing(a, f);
    return f;
  }
  Facing facingB(std::uint32_t index) const {
    Facing f;
    f.index = index;
    const MeshTriangle own = meshTriangle(b, index);
    for (int i = 0; i < 3; ++i) f.triangle.corner[i] = pose.point(own.corner[i]);
    f.triangle.normal = f.normal = pose.direction(own.normal);
    f.flipped = leads_b && f.height(side_a) < 0;
    if (f.flipped) f.normal = -f.normal;
    completeFacing(b, f);
    return f;
  }
  const NearLeaf& leafOf(bool of_a, const TriangleMesh::BvhNode& node) {
    NearLeaf& leaf = leaves[2 * ((node.first >> 1) % kKeptLeaves) + (of_a ? 0 : 1)];
    if (leaf.first == node.first) return leaf;
    leaf.first = node.first;
    for (std::uint32_t i = 0; i < kMaxLeafTriangles; ++i) {
      if (i < node.count) leaf.facing[i] = of_a ? facingA(node.first + i) : facingB(node.first + i);
      const Facing& facing = leaf.facing[i < node.count ? i : 0];
      // Which side of a triangle counts may depend on the other one.
      const bool known = of_a ? !follows_a : !follows_b;
      leaf.lanes.set(static_cast<int>(i), facing.triangle, known ? facing.normal : DVec3{}, pose.translation);
    }
    return leaf;
  }

  void add(const DVec3& n, const DVec3& on_a, const DVec3& on_b, std::uint32_t name, bool primary,
           MeshContactSource source) {
    const double separation = dot(on_b - on_a, n);
    if (!(separation <= max_separation)) return;
    clusters.add({n, on_a, (on_a + on_b) * 0.5, separation, name, primary}, source);
  }

  std::uint32_t cornerName(const Facing& f, int corner, bool of_a) const {
    return of_a ? featureName(Kind::CornerOfA, a.triangles[f.index].vertex[corner], 0)
                : featureName(Kind::CornerOfB, b.triangles[f.index].vertex[corner], 0);
  }

  /// Whether the corner of `other` lowest over `base` is over it, or beyond edges at which the surface goes
  /// on level or rises. Beyond an edge at which it falls away, the nearest points are there and have another
  /// normal.
  static bool lowestIsAnswered(const Facing& base, const Facing& other, const TriangleMesh& base_mesh) {
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
      if (kind == MeshEdge::Open || kind == (base.flipped ? MeshEdge::Concave : MeshEdge::Convex))
        return false;
    }
    return true;
  }

  /// Lays the smaller triangle on the larger.
  void faceOnFace(const Facing& fa, const Facing& fb, double facing) {
    const bool a_is_base = fa.doubled_area * 1.01 >= fb.doubled_area;
    const Facing& base = a_is_base ? fa : fb;
    const Facing& other = a_is_base ? fb : fa;
    // Where the nearest points are elsewhere, corners that the mesh can still turn onto the face.
    const bool corners_only = facing > -kParallelFaces && !lowestIsAnswered(base, other, a_is_base ? a : b);
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
          {static_cast<std::int32_t>(fa.index), facing < -kLevel});
    }
  }

  /// The corners of `other` that this triangle speaks for, against the face of `base`.
  void cornersOnFace(const Facing& base, const Facing& other, bool base_is_a) {
    const TriangleMesh& mesh = base_is_a ? b : a;
    const unsigned corners = other.flipped ? other.corners_flipped : other.corners;
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
      if (!ownsDirection(mesh, other.index, {TriangleFeature::Kind::Corner, i}, down, kConeSlack)) continue;
      const DVec3 below = p - base.normal * height;
      add(base_is_a ? base.normal : -base.normal, base_is_a ? below : p, base_is_a ? p : below,
          cornerName(other, i, !base_is_a), true,
          {base_is_a ? static_cast<std::int32_t>(base.index) : -1, true});
    }
  }
  /// A corner not yet touching, nearest to an edge or corner of `base`.
  void cornerBesideFace(const Facing& base, const Facing& other, int corner, bool base_is_a) {
    const DVec3& p = other.triangle.corner[corner];
    const TriangleClosest closest = closestOnTriangle(base.triangle, p);
    const DVec3 offset = p - closest.point;
    const double distance = length(offset);
    if (distance > max_separation || !(distance > 10 * slack)) return;
    const DVec3 d = offset * (1 / distance), d_in_b = pose.inverseDirection(d);
    const TriangleMesh& base_mesh = base_is_a ? a : b;
    const TriangleMesh& other_mesh = base_is_a ? b : a;
    if (closest.feature.kind == TriangleFeature::Kind::Face) return;
    if (!ownsDirection(base_mesh, base.index, closest.feature, base_is_a ? d : d_in_b, kAngularSlack)) return;
    if (!ownsDirection(other_mesh, other.index, {TriangleFeature::Kind::Corner, corner},
                       base_is_a ? -d_in_b : -d, kAngularSlack)) {
      return;
    }
    add(base_is_a ? d : -d, base_is_a ? closest.point : p, base_is_a ? p : closest.point,
        cornerName(other, corner, !base_is_a), true, {-1, true});
  }

  /// The wedge of normals of an edge: away from this face and from the neighbour.
  static bool inWedge(const TriangleMesh& mesh, const Facing& f, int edge, const DVec3& direction,
                      const DVec3& direction_in_mesh) {
    const DVec3 along = f.triangle.corner[(edge + 1) % 3] - f.triangle.corner[edge];
    const DVec3 inward = cross(f.triangle.normal, along);
    const double into = dot(inward, direction);
    if (into > 0 && into * into > kConeSlack * kConeSlack * lengthSquared(inward)) return false;
    if (dot(direction, f.normal) < -kConeSlack && mesh.triangles[f.index].edge(edge) == MeshEdge::Open)
      return false;
    return ownsDirection(mesh, f.index, {TriangleFeature::Kind::Edge, edge}, direction_in_mesh, kConeSlack);
  }

  void edgeOnEdge(const Facing& fa, int ea, const Facing& fb, int eb) {
    const DVec3 &pa = fa.triangle.corner[ea], &da = fa.along[ea];
    const DVec3 &pb = fb.triangle.corner[eb], &db = fb.along[eb];
    const DVec3 perpendicular = cross(da, db), between = pb - pa;
    const double squared = lengthSquared(perpendicular);
    const double s_times = dot(cross(between, db), perpendicular);
    if (s_times < 0 || s_times > squared) return;
    const double t_times = dot(cross(between, da), perpendicular);
    if (t_times < 0 || t_times > squared) return;
    if (!(squared > kParallel * kParallel * lengthSquared(da) * lengthSquared(db))) return;
    const double s = s_times / squared, t = t_times / squared;
    DVec3 n = perpendicular * (1 / std::sqrt(squared));
    // Of the two directions the one out of A, or for sheets to the side that counts.
    if (dot(n, fa.normal) - dot(n, fb.normal) < 0) n = -n;
    const double separation = dot(between, n);
    if (separation > max_separation || separation < -lowerLimit()) return;
    if (!inWedge(a, fa, ea, n, n) || !inWedge(b, fb, eb, -n, pose.inverseDirection(-n))) return;
    const std::uint32_t name = featureName(Kind::Edges, fa.index * 3 + static_cast<std::uint32_t>(ea),
                                           fb.index * 3 + static_cast<std::uint32_t>(eb));
    add(n, pa + da * s, pb + db * t, name, false, {-1, true});
  }

  /// Whether an edge of `other` goes through `base`.
  bool crosses(const Facing& base, const Facing& other) const {
    double height[3];
    for (int i = 0; i < 3; ++i) height[i] = base.height(other.triangle.corner[i]);
    return crosses(base, other, height);
  }
  bool crosses(const Facing& base, const Facing& other, const double* height) const {
    for (int i = 0; i < 3; ++i) {
      const double h0 = height[i], h1 = height[(i + 1) % 3];
      if ((h0 < 0) == (h1 < 0)) continue;
      const DVec3 p = other.triangle.corner[i], q = other.triangle.corner[(i + 1) % 3];
      if (isOverTriangle(base.triangle, p + (q - p) * (h0 / (h0 - h1)), slack)) return true;
    }
    return false;
  }

  /// Notes how deep two triangles that cross are in one another: the shortest way apart, by separating axes.
  void noteDepth(const Facing& fa, const Facing& fb) {
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
        if (lengthSquared(axis) > kParallel * kParallel * lengthSquared(edge) * lengthSquared(other))
          tryAxis(axis);
      }
    }
    if (shortest > depth_seen) depth_seen = shortest;
  }

  void pushCrossing(const Facing& base, const Facing& other, bool base_is_a) {
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

  void addPair(const Facing& fa, const Facing& fb) {
    const double facing = dot(fa.normal, fb.normal);
    if (facing > 0 && (follows_a || follows_b)) {
      Facing turned = follows_a ? fa : fb;
      turned.normal = -turned.normal, turned.flipped = !turned.flipped;
      addFacingPair(follows_a ? turned : fa, follows_a ? fb : turned, -facing);
    } else {
      addFacingPair(fa, fb, facing);
    }
  }
  void addFacingPair(const Facing& fa, const Facing& fb, double facing) {
    double of_b[3], of_a[3];  // Heights over the other's plane.
    for (int i = 0; i < 3; ++i) {
      of_b[i] = fa.height(fb.triangle.corner[i]);
      of_a[i] = fb.height(fa.triangle.corner[i]);
    }
    if (of_b[0] > max_separation && of_b[1] > max_separation && of_b[2] > max_separation) return;
    if (of_a[0] > margin && of_a[1] > margin && of_a[2] > margin) return;
    if (push_crossing) {
      pushCrossing(fa, fb, true);
      pushCrossing(fb, fa, false);
      return;
    }
    if (crosses(fa, fb, of_b) || crosses(fb, fa, of_a)) noteDepth(fa, fb);
    if (facing < -kFacing && !isBesideTriangle(fa.triangle, fb.triangle.corner, slack) &&
        !isBesideTriangle(fb.triangle, fa.triangle.corner, slack)) {
      faceOnFace(fa, fb, facing);
    }
    cornersOnFace(fa, fb, true);
    cornersOnFace(fb, fa, false);
    const unsigned edges_a = fa.flipped ? fa.edges_flipped : fa.edges;
    const unsigned edges_b = fb.flipped ? fb.edges_flipped : fb.edges;
    if (edges_a == 0 || edges_b == 0) return;
    for (int ea = 0; ea < 3; ++ea) {
      if ((edges_a >> ea & 1) == 0) continue;
      for (int eb = 0; eb < 3; ++eb) {
        if ((edges_b >> eb & 1) != 0) edgeOnEdge(fa, ea, fb, eb);
      }
    }
  }

  /// The middle of the other mesh before it went through a sheet, if it did since the last step.
  void recallSides(PairCache& cache) {
    if (!leads_a && !leads_b) return;
    const TriangleMesh& sheet = leads_a ? a : b;
    const DVec3 now = leads_a ? side_b : pose.inversePoint(side_a);
    const DVec3 before = lastMiddle(cache, now, scale);
    if (before == now || !castRayMesh(sheet, {Vec3(before), Vec3(now) - Vec3(before), 1}).hit) {
      keepMiddle(cache, now);
    } else {
      (leads_a ? side_b : side_a) = leads_a ? before : pose.point(before);
    }
  }

  void walk(double with_margin) {
    margin = with_margin;
    pairs = 0;
    const float reach = static_cast<float>(margin);
    const BoxMover to_a(pose);
    const BoxMover to_b(inverse(pose));
    const float filter = static_cast<float>(margin + 20 * slack);
    for (NearLeaf& leaf : leaves) leaf.first = NearLeaf::kNone;
    visitLeafPairs(
        a, b, to_a, reach, [&](const TriangleMesh::BvhNode& at_a, const TriangleMesh::BvhNode& at_b) {
          const Aabb box_b = expanded(to_a(at_b.aabb), reach);
          if (!overlap(expanded(to_b(at_a.aabb), reach), at_b.aabb)) return true;
          const NearLeaf& leaf_a = leafOf(true, at_a);
          const NearLeaf& leaf_b = leafOf(false, at_b);
          for (std::uint32_t i = 0; i < at_a.count; ++i) {
            const Facing& fa = leaf_a.facing[i];
            if (!overlap(fa.box, box_b)) continue;
            const Aabb near = expanded(fa.box, reach);
            const unsigned close = nearInLeaf(leaf_a.lanes, static_cast<int>(i), leaf_b.lanes, filter);
            for (std::uint32_t j = 0; j < at_b.count; ++j) {
              if ((close >> j & 1) == 0 || !overlap(near, leaf_b.facing[j].box)) continue;
              addPair(fa, leaf_b.facing[j]);
              ++pairs;
            }
          }
          return pairs < kMaxTrianglePairs;
        });
  }
};

/// How deep a point is in a solid, m; negative outside, and for sheets.
double depthIn(const TriangleMesh& mesh, const DVec3& p) {
  if (!mesh.closed || squaredDistanceToBox(mesh.nodes[0].aabb, p) > 0) return -1;
  const NearestTriangle nearest = nearestTriangle(mesh, p, 1e30);
  return nearest.behind ? nearest.distance : -nearest.distance;
}
/// Whether a piece of the inner mesh has its first vertex in the outer one or on its surface.
bool holdsPieceOf(const TriangleMesh& outer, const TriangleMesh& inner, const Placement& inner_to_outer,
                  double tolerance) {
  for (const std::uint32_t vertex : inner.pieces) {
    if (depthIn(outer, inner_to_outer.point(DVec3(inner.vertices[vertex]))) > -tolerance) return true;
  }
  return false;
}

/// Meshes of which one is in the other, or that nearly coincide: no part of the surfaces says so, or only of
/// depths far too small. Their hulls part them.
bool pushHulls(const MeshOnMesh& query, const Transform& b_to_a, const CollideSettings& settings,
               const ContactClusters& clusters, std::vector<Manifold>& manifolds) {
  const TriangleMesh &a = query.a, &b = query.b;
  if (a.hull == nullptr || b.hull == nullptr || (!a.closed && !b.closed)) return false;
  const Placement to_b = inverse(query.pose);
  // Halfway between the middles; for solids that are about convex it is as deep in as anything.
  const DVec3 between = (middleOf(a) + query.pose.point(middleOf(b))) * 0.5;
  double depth = depthIn(a, between);
  if (depth > 0) {
    const double other = depthIn(b, to_b.point(between));
    if (other < depth) depth = other;
  }
  const double tolerance = 1e-3 * query.scale;
  const bool unseen = depth > tolerance && depth > -2 * clusters.lowest();
  if (!unseen) {
    if (!clusters.empty()) return false;
    if (!holdsPieceOf(a, b, query.pose, tolerance) && !holdsPieceOf(b, a, to_b, tolerance)) return false;
  }
  PairCache none;
  Manifold manifold;
  if (!collideConvex(convexView(Shape(a.hull)), convexView(Shape(b.hull)), b_to_a, settings, none, manifold))
    return false;
  manifolds.push_back(manifold);
  return true;
}

}  // namespace

void collideMeshMesh(const TriangleMesh& a, const TriangleMesh& b, const Transform& b_to_a,
                     const CollideSettings& settings, PairCache& cache, MeshScratch& scratch,
                     std::vector<Manifold>& manifolds) {
  if (a.nodes.empty() || b.nodes.empty()) return;
  const Placement pose = placement(b_to_a);
  if (!(length(pose.translation) + sizeOf(a) + sizeOf(b) < 1e15)) return;
  MeshOnMesh query(a, b, pose, settings.max_separation, scratch);
  query.recallSides(cache);
  scratch.clusters.begin(1e-4 * query.scale);
  query.walk(query.max_separation);
  // As far as what has been found reaches, and a little farther, until nothing lies deeper.
  for (int round = 0; round < kMaxRounds && query.margin < query.upperLimit(); ++round) {
    const double found = -scratch.clusters.lowest();
    const double depth = found > query.depth_seen ? found : query.depth_seen;
    if (depth <= 0.9 * query.margin) break;
    const double deeper = 1.5 * depth + query.max_separation;
    scratch.clusters.begin(1e-4 * query.scale);
    query.walk(deeper < query.upperLimit() ? deeper : query.upperLimit());
  }
  if (scratch.clusters.empty() && query.depth_seen > 0) {
    query.push_crossing = true;
    query.walk(query.max_separation);
  }
  if (pushHulls(query, b_to_a, settings, scratch.clusters, manifolds) || scratch.clusters.empty()) return;
  const double near = query.max_separation < 0.1 * query.scale ? query.max_separation : 0.1 * query.scale;
  scratch.clusters.finish({&a, 1e-4 * query.scale + 2 * query.slack, {}, near, 0.1 * near}, manifolds);
}

}  // namespace carom::collide
