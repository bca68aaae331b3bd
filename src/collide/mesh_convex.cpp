// Contacts of a triangle mesh with a convex shape B.
//
// Each triangle T near B falls into one of these cases, with n the triangle's normal towards B's middle, p
// the point of B farthest along -n and h its height over T's plane:
//  - h above the margin: no contact.
//  - p lies over T: n is the direction of the contact whatever the edges are like. The facing feature of B is
//  cut with the
//    prism over T and gives the points (mesh_face_clip.cpp).
//  - p lies beside T: the true closest direction d comes from GJK (or the penetration depth). The part of T
//  that it starts
//    from is an edge or corner; if d is in that part's Voronoi region on the whole surface
//    (mesh_topology.cpp), this is a contact with normal d. Otherwise the neighbour has the nearer point, and
//    what is left for T is the part of B's facing feature over it, with normal n: it completes the manifold
//    of a box that lies over many triangles.
// So over flat and concave edges all normals are face normals, and over a convex edge the normal turns from
// one face's to the other's as the closest point crosses the edge (the Voronoi region of an edge is the wedge
// between the two normals): nothing to trip over. This replaces the normal corrections of G. van den Bergen's
// and others' internal edge filters; separations always belong to the normal they are reported with.
//
// Sides: with double-sided meshes n turns to B's middle. On one-sided meshes triangles that B's middle sees
// from behind are put aside; if the nearest triangle is one of them the middle has sunk into the solid, and
// those facing the same way as the nearest push it out; otherwise they are the far side of a thin wall, or
// hidden, and say nothing.
//
// The side is remembered: when the middle has gone through the surface since the last step (pressed by a heap
// of others, say), it is pushed back to where it came from. The pair's cache holds the middle of the last
// step on the right side.
//
// What one triangle cannot know (depths along a side wall) is settled among the clusters of contacts,
// mesh_cover.cpp.
#include "collide/contact_clipping.hpp"
#include "collide/gjk.hpp"
#include "collide/mesh_border.hpp"
#include "collide/mesh_bvh.hpp"
#include "collide/mesh_face_clip.hpp"
#include "collide/mesh_scratch.hpp"
#include "collide/mesh_supports.hpp"
#include "collide/penetration.hpp"

namespace carom::collide {

namespace {

/// Sine below which a direction counts as being in a Voronoi region, or a triangle's corners as level.
constexpr double kAngularSlack = 1e-4;
/// The same as a difference of the cosine from one.
constexpr double kLevelCosine = 0.5 * kAngularSlack * kAngularSlack;
/// Triangles turned less than this (cosine) from the direction of a contact of their edge or corner lie on
/// the shape with all that is within reach: 25 degrees.
constexpr double kFacing = 0.906;
/// The way over a sheet's border is taken for the true one when it is so much shorter than that through it.
constexpr double kShorter = 0.25;
constexpr std::uint32_t kCornerTag = 0x80000000u;

std::uint32_t featureName(std::uint32_t kind, std::uint32_t element, std::uint32_t detail) {
  std::uint32_t h = (kind * 0x632BE5ABu) ^ (element * 0x9E3779B1u) ^ (detail * 0x85EBCA77u);
  h ^= h >> 15;
  return (h * 0xC2B2AE3Du) & ~kCornerTag;
}

/// One shape against the triangles near it.
struct ConvexOnMesh {
  const TriangleMesh& mesh;
  const ConvexView& view;
  Placement pose;
  ContactClusters& clusters;
  DVec3 middle;
  double radius;
  double max_separation;
  double scale = 1;           ///< Size of the shape, m.
  double slack = 0;           ///< Length that rounding can account for, m.
  Aabb bounds;                ///< Of the shape.
  Aabb box;                   ///< The margin included.
  double shallow = 0;         ///< Depth up to which a triangle's word is taken, m.
  DVec3 before;               ///< B's middle in the last step.
  bool changed_side = false;  ///< Some triangle's plane lies between the two.
  DVec3 side;  ///< Triangles face this point: B's middle, or where it was before it went through.
  MeshSupports supports;
  bool handled = false;  ///< B is of a kind that edgeAxis and cornerAxis know.
  DVec3 feature_normal;  ///< That `feature` faces; zero: none yet.
  int box_face = -1;     ///< Of a box: which face it is.
  SupportFeature feature;
  /// Box around B in its own frame, the margin included, and B's axes in float: a first look at triangles.
  Vec3 own_centre, own_half;
  Mat3 own_axes;

  ConvexOnMesh(const TriangleMesh& on, const ConvexView& b, const Transform& b_to_a, double margin,
               ContactClusters& to)
      : mesh(on),
        view(b),
        pose(placement(b_to_a)),
        clusters(to),
        radius(b.radius),
        max_separation(margin),
        supports(mesh, view, pose) {
    middle = pose.point(collide::middle(view));
    bounds = viewBounds(view, pose);
    scale = length(DVec3(bounds.upper) - DVec3(bounds.lower)) * 0.5;
    box = expanded(bounds, static_cast<float>(margin));
    shallow = 0.25 * margin < 0.01 * scale ? 0.25 * margin : 0.01 * scale;
    side = middle;
    handled =
        view.kind == ConvexKind::Box || view.kind == ConvexKind::Hull || view.kind == ConvexKind::Segment;
    slack = 1e-6 * scale + 1e-7 * length(maximum(absolute(DVec3(box.lower)), absolute(DVec3(box.upper))));
    const LocalBox local = localBox(view);
    const double extra = radius + margin + 4 * slack;
    own_centre = Vec3(pose.point(local.centre));
    own_half = Vec3(local.half + DVec3{extra, extra, extra});
    own_axes = {Vec3(pose.rotation.cx), Vec3(pose.rotation.cy), Vec3(pose.rotation.cz)};
  }

  /// Whether a triangle meets the box around B in B's own axes.
  bool meetsOwnBox(std::uint32_t index) const {
    const TriangleMesh::Face& face = mesh.faces[index];
    Vec3 lower, upper;
    for (int i = 0; i < 3; ++i) {
      const Vec3 p = transposedTimes(own_axes, face.corner[i] - own_centre);
      lower = i == 0 ? p : minimum(lower, p);
      upper = i == 0 ? p : maximum(upper, p);
    }
    return lower.x <= own_half.x && lower.y <= own_half.y && lower.z <= own_half.z &&
           upper.x >= -own_half.x && upper.y >= -own_half.y && upper.z >= -own_half.z;
  }

  const SupportFeature& facingFeature(const DVec3& n) {
    if (feature_normal == n) return feature;
    feature_normal = n;
    const DVec3 direction = pose.inverseDirection(-n);
    if (view.kind == ConvexKind::Box) {
      const DVec3 a = absolute(direction);
      const std::size_t axis = a.x >= a.y && a.x >= a.z ? 0 : (a.y >= a.z ? 1 : 2);
      const int face = static_cast<int>(2 * axis) + (direction[axis] < 0 ? 1 : 0);
      if (box_face == face) return feature;
      box_face = face;
    }
    supportingFace(view, direction, feature);
    place(feature, pose);
    return feature;
  }

  void addContact(const DVec3& n, const DVec3& on_core, const DVec3& on_mesh, std::uint32_t name,
                  bool primary, const MeshContactSource& source) {
    const double separation = dot(on_core - on_mesh, n) - radius;
    if (!(separation <= max_separation)) return;
    clusters.add({n, on_mesh, (on_core - n * radius + on_mesh) * 0.5, separation, name, primary}, source);
  }

  /// Which of them to take.
  struct FacePoints {
    /// Of the core over the triangle, m. Lower points are taken where B is seen to reach through the
    /// triangle.
    double least_height = -1e30;
    bool supporting = false;  ///< The farthest point of B is over the triangle.
    bool as_said = false;     ///< Whether B reaches through the triangle is known: it does not.
  };
  /// Points of B's facing feature over the triangle, with its normal.
  int addFace(std::uint32_t index, const MeshTriangle& triangle, const DVec3& n, FacePoints which) {
    const SupportFeature& facing = facingFeature(n);
    if (!which.supporting && isFarAbove(triangle, n, facing)) return 0;
    OverTriangle over;
    clipOverTriangle(triangle, facing, slack, over);
    const MeshSupports::Lowest& lowest = supports.lowest(index);
    const double support_height = dot(lowest.point - triangle.corner[0], n);
    const MeshContactSource source{static_cast<std::int32_t>(index), false, support_height - radius};
    double lowest_here = 1e300;
    int added = 0;
    for (int i = 0; i < over.count; ++i) {
      const OverTriangle::Point& p = over.points[i];
      const double height = dot(p.point() - triangle.corner[0], n);
      if (height < which.least_height) {
        if (which.as_said) continue;
        which.as_said = true;
        if (!reachesThrough(triangle, n, p.point())) continue;
        which.least_height = -1e30;
      }
      if (height < lowest_here) lowest_here = height;
      const std::uint32_t name = p.primary ? kCornerTag | p.id : featureName(1, index, p.id);
      addContact(n, p.point(), p.point() - n * height, name, p.primary, source);
      ++added;
    }
    // The facing feature need not contain the farthest point (a hull's best aligned face, a rounded end).
    if (which.supporting && lowest_here > support_height + 1e-5 * scale) {
      const std::uint32_t name = kCornerTag | 0x4000u | lowest.support.feature;
      addContact(n, lowest.point, lowest.point - n * support_height, name, true, source);
      ++added;
    }
    return added;
  }

  /// Corners of B's facing feature above the triangle, with its normal.
  void addCorners(std::uint32_t index, const MeshTriangle& t, const DVec3& n) {
    const SupportFeature& facing = facingFeature(n);
    const MeshContactSource source{static_cast<std::int32_t>(index), false,
                                   supports.lowest(index).height - radius};
    for (int i = 0; i < facing.count; ++i) {
      const DVec3 p = facing.corners[i].point();
      const double height = dot(p - t.corner[0], n);
      if (height < radius || height > radius + max_separation || !isOverTriangle(t, p, slack)) continue;
      addContact(n, p, p - n * height, kCornerTag | facing.corners[i].id, true, source);
    }
  }

  /// Closest or deepest points of a triangle and B, true also when the cores overlap.
  struct Axis {
    bool near = false;
    bool overlapping = false;  ///< Of the shapes.
    DVec3 direction;
    DVec3 on_mesh, on_core;
  };
  Axis axisOf(const MeshTriangle& t, const DVec3& n) const {
    Axis axis;
    const ConvexView flat = triangleView(Vec3(t.corner[0]), Vec3(t.corner[1]), Vec3(t.corner[2]));
    GjkSettings settings;
    settings.max_distance = max_separation + radius;
    settings.initial_direction = n;
    const GjkResult gjk = gjkDistance(flat, view, pose, settings);
    if (!gjk.overlapping) {
      axis.near = gjk.distance <= settings.max_distance;
      axis.overlapping = gjk.distance < radius;
      axis.direction = gjk.normal;
      axis.on_mesh = gjk.point_a, axis.on_core = gjk.point_b;
      return axis;
    }
    const Penetration penetration = penetrationDepth(flat, view, pose, gjk);
    axis.near = axis.overlapping = true;
    axis.direction = penetration.normal;
    axis.on_mesh = penetration.point_a, axis.on_core = penetration.point_b;
    return axis;
  }

  /// Whether B reaches through the triangle itself, not past its border: `p` is below the plane, the middle
  /// above.
  bool reachesThrough(const MeshTriangle& t, const DVec3& n, const DVec3& p) const {
    const double above = dot(middle - t.corner[0], n), below = -dot(p - t.corner[0], n);
    if (!(below > 0)) return true;
    if (!(above > 0)) return axisOf(t, n).overlapping;
    const DVec3 crossing = middle + (p - middle) * (above / (above + below));
    if (isOverTriangle(t, crossing, slack)) return true;
    return axisOf(t, n).overlapping;
  }

  /// The same from both sides of the edge.
  std::uint32_t edgeName(std::uint32_t index, int edge) const {
    const std::int32_t neighbour = mesh.neighbours[3 * index + static_cast<std::uint32_t>(edge)];
    const std::uint32_t other = neighbour < 0 ? index : static_cast<std::uint32_t>(neighbour);
    return featureName(3, index < other ? index : other, index < other ? other : index) * 4;
  }

  /// Whether all of a flat feature is too far above the triangle along n (the direction to B): its plane over
  /// the corners is.
  bool isFarAbove(const MeshTriangle& t, const DVec3& n, const SupportFeature& facing) const {
    if (facing.kind != SupportFeature::Kind::Polygon) return false;
    const double slope = -dot(facing.normal, n);
    if (!(slope > 0.05)) return false;
    const DVec3 on_plane = facing.corners[0].point();
    for (int i = 0; i < 3; ++i) {
      const double height = -dot(facing.normal, on_plane - t.corner[i]);
      if (height <= (max_separation + radius) * slope) return false;
    }
    return true;
  }

  /// A border of the triangle is what B is nearest to along d.
  void addBorder(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const DVec3& n,
                 const Axis& axis) {
    const DVec3& d = axis.direction;
    const bool is_corner = part.kind == TriangleFeature::Kind::Corner;
    if (dot(n, d) > kFacing) {
      addTilted(index, part, t, n, axis);
    } else if (is_corner) {
      addNearest(index, part, axis);
      for (const int edge : {part.index, (part.index + 2) % 3}) addRisingEdge(index, edge, t, axis);
    } else {
      addEdge(index, part, t, axis);
    }
  }
  void addNearest(std::uint32_t index, TriangleFeature part, const Axis& axis) {
    const std::uint32_t name = part.kind == TriangleFeature::Kind::Corner
                                   ? featureName(2, mesh.triangles[index].vertex[part.index], 0)
                                   : edgeName(index, part.index);
    addContact(axis.direction, axis.on_core, axis.on_mesh, name, false, {-1, true});
  }
  /// An edge that rises a little from the corner that B is nearest to, the rim of a sheet that stands on it:
  /// what is over it completes the manifold, as it would were the edge level.
  void addRisingEdge(std::uint32_t index, int edge, const MeshTriangle& t, const Axis& axis) {
    const DVec3 along = t.corner[(edge + 1) % 3] - t.corner[edge];
    const double rise = dot(along, axis.direction);
    if (rise * rise > (1 - kFacing * kFacing) * lengthSquared(along)) return;
    const TriangleFeature part{TriangleFeature::Kind::Edge, edge};
    if (ownsDirection(mesh, index, part, axis.direction, kAngularSlack)) addEdge(index, part, t, axis);
  }
  /// The triangle faces B: all of it that is under B's facing feature, along d.
  void addTilted(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const DVec3& n,
                 const Axis& axis) {
    const DVec3& d = axis.direction;
    const SupportFeature& facing = facingFeature(d);
    const double slope = dot(n, d);
    MeshTriangle along_d = t;
    along_d.normal = dot(n, t.normal) < 0 ? -d : d;
    OverTriangle over;
    clipOverTriangle(along_d, facing, slack, over);
    double lowest = 1e300;
    for (int i = 0; i < over.count; ++i) {
      const OverTriangle::Point& p = over.points[i];
      const double height = dot(p.point() - t.corner[0], n) / slope;
      if (height < lowest) lowest = height;
      const std::uint32_t name = p.primary ? kCornerTag | p.id : featureName(6, index, p.id);
      addContact(d, p.point(), p.point() - d * height, name, p.primary, {-1, true});
    }
    if (part.kind == TriangleFeature::Kind::Corner ||
        !(lowest <= dot(axis.on_core - axis.on_mesh, d) + 1e-5 * scale)) {
      addNearest(index, part, axis);
    }
  }
  /// The edge alone.
  void addEdge(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const Axis& axis) {
    const DVec3& d = axis.direction;
    SupportFeature own;
    own.kind = SupportFeature::Kind::Segment;
    own.count = 2;
    for (int i = 0; i < 2; ++i) {
      const DVec3& p = t.corner[(part.index + i) % 3];
      own.corners[i] = {p.x, p.y, p.z, static_cast<std::uint32_t>(i)};
    }
    ContactAxis contact;
    contact.normal = d;
    contact.point_a = axis.on_mesh, contact.point_b = axis.on_core;
    contact.separation = dot(axis.on_core - axis.on_mesh, d);
    contact.radius_b = radius;
    contact.max_separation = max_separation;
    contact.scale = scale;
    Manifold manifold;
    if (!makeManifold(contact, own, facingFeature(d), manifold)) return;
    for (int i = 0; i < manifold.point_count; ++i) {
      const ManifoldPoint& point = manifold.points[i];
      const DVec3 position(point.position);
      const DVec3 on_mesh = position - d * (0.5 * static_cast<double>(point.separation));
      const std::uint32_t name = edgeName(index, part.index) + static_cast<std::uint32_t>(i);
      clusters.add({d, on_mesh, position, static_cast<double>(point.separation), name, false}, {-1, true});
    }
  }

  /// What the border of a triangle has to say, found edge by edge and corner by corner.
  struct Border {
    bool clear = true;  ///< Otherwise the nearest points must be searched for.
    int count = 0;
    TriangleFeature part[6];
    Axis axis[6];
  };
  void include(Border& border, TriangleFeature part, const BorderAxis& found) const {
    if (found.answer == BorderAxis::Answer::No) return;
    border.clear = border.clear && found.answer == BorderAxis::Answer::Yes;
    if (!border.clear || found.separation > max_separation + radius) return;
    border.part[border.count] = part;
    border.axis[border.count++] = {true, found.separation < radius, found.direction, found.on_mesh,
                                   found.on_core};
  }
  void examineBorder(std::uint32_t index, const MeshTriangle& t, Border& border) {
    for (int i = 0; i < 3 && border.clear; ++i) {
      if (!supports.edgeMayTouch(index, i)) continue;
      const std::int32_t neighbour = mesh.neighbours[3 * index + static_cast<std::uint32_t>(i)];
      const MeshSupports::Lowest own = supports.lowest(index);
      border.clear = handled && neighbour >= 0;
      if (!border.clear) return;
      const MeshSupports::Lowest& other = supports.lowest(static_cast<std::uint32_t>(neighbour));
      border.clear = other.behind == own.behind;
      if (!border.clear) return;
      if (other.height > max_separation + radius) continue;
      include(border, {TriangleFeature::Kind::Edge, i},
              edgeAxis(view, pose, own, other, t.corner[i], t.corner[(i + 1) % 3]));
    }
    for (int i = 0; i < 3 && border.clear; ++i) {
      if (!supports.cornerMayTouch(index, i)) continue;
      border.clear = handled;
      if (!handled) return;
      include(border, {TriangleFeature::Kind::Corner, i},
              cornerAxis(view, pose, t.corner[i], max_separation + radius));
    }
  }

  /// B's lowest point is not over the triangle.
  void beside(std::uint32_t index, const MeshTriangle& t, const DVec3& n) {
    Border border;
    examineBorder(index, t, border);
    if (!border.clear || (view.kind == ConvexKind::Hull && !facesLowest(index))) {
      searchBeside(index, t, n);
      return;
    }
    bool owned = false;
    for (int i = 0; i < border.count; ++i) {
      const DVec3& d = border.axis[i].direction;
      const TriangleFeature part = border.part[i];
      // Level with the face, within rounding: the face speaks.
      const bool level = supportingFeature(t, d, kAngularSlack).kind == TriangleFeature::Kind::Face;
      if (level || !(dot(d, n) > -0.2) || !ownsDirection(mesh, index, part, d, kAngularSlack)) continue;
      addBorder(index, part, t, n, border.axis[i]);
      owned = true;
    }
    // With a contact at its border, B can still turn about that onto the face. Height below which a point
    // over the triangle needs proof that B really reaches through it: little.
    if (owned) {
      addCorners(index, t, n);
    } else {
      addFace(index, t, n, {radius - 0.2 * shallow});
    }
  }
  /// Whether B is to leave the triangle on the side that counts. The middle of something large, a floor, does
  /// not tell on which side of a small sheet it is: where the way over the border is far shorter, it is
  /// taken.
  bool isOutwards(std::uint32_t index, const Axis& axis, const DVec3& n) {
    if (dot(axis.direction, n) > -0.2) return true;
    if (!mesh.double_sided) return false;
    const double way = radius - dot(axis.on_core - axis.on_mesh, axis.direction);
    return way < kShorter * (radius - supports.lowest(index).height);
  }
  void searchBeside(std::uint32_t index, const MeshTriangle& t, const DVec3& n) {
    const Axis axis = axisOf(t, n);
    if (!axis.near) return;
    const TriangleFeature part = supportingFeature(t, axis.direction, kAngularSlack);
    const bool is_face = part.kind == TriangleFeature::Kind::Face;
    const bool outwards = isOutwards(index, axis, n);
    if (!is_face && outwards && ownsDirection(mesh, index, part, axis.direction, kAngularSlack)) {
      addBorder(index, part, t, n, axis);
      addCorners(index, t, n);
      return;
    }
    const double least_height = axis.overlapping ? -1e30 : radius - 0.2 * shallow;
    if (addFace(index, t, n, {least_height, false, true}) == 0 && is_face && outwards) {
      addContact(n, axis.on_core, axis.on_mesh, featureName(4, index, 0), false, {-1, false});
    }
  }
  /// Whether the facing feature has the lowest point: a hull's best aligned face need not.
  bool facesLowest(std::uint32_t index) {
    const MeshSupports::Lowest& lowest = supports.lowest(index);
    const SupportFeature& facing = facingFeature(lowest.normal);
    for (int i = 0; i < facing.count; ++i) {
      if (facing.corners[i].id == lowest.support.feature) return true;
    }
    return false;
  }

  /// Returns false when the triangle is seen from behind and the mesh is one-sided.
  bool addTriangle(std::uint32_t index) {
    const MeshTriangle t = meshTriangle(mesh, index);
    const double above = dot(middle - t.corner[0], t.normal);
    const bool behind = dot(side - t.corner[0], t.normal) < 0;
    changed_side = changed_side || (above < 0) != (dot(before - t.corner[0], t.normal) < 0);
    if (behind && !mesh.double_sided) return false;
    const DVec3 n = behind ? -t.normal : t.normal;
    if (view.kind == ConvexKind::Point) {
      if ((behind ? -above : above) - radius <= max_separation) addTriangleToBall(index, t, n);
      return true;
    }
    const MeshSupports::Lowest& lowest = supports.lowest(index);
    const double height = lowest.height - radius;
    if (height > max_separation) return true;
    if (isOverTriangle(t, lowest.point, slack)) {
      if (height >= -0.2 * shallow || reachesThrough(t, n, lowest.point)) addFace(index, t, n, {-1e30, true});
    } else {
      beside(index, t, n);
    }
    return true;
  }

  void addTriangleToBall(std::uint32_t index, const MeshTriangle& t, const DVec3& n) {
    const TriangleClosest closest = closestOnTriangle(t, middle);
    const DVec3 offset = middle - closest.point;
    const double reach = radius + max_separation;
    const double distance_squared = lengthSquared(offset);
    if (distance_squared > reach * reach) return;
    const double distance = std::sqrt(distance_squared);
    const DVec3 d = distance > 1e-12 * scale ? offset * (1 / distance) : n;
    // Level with the face, within rounding: the face speaks.
    const bool is_face = closest.feature.kind == TriangleFeature::Kind::Face || dot(d, n) > 1 - kLevelCosine;
    if (is_face) {
      addContact(n, middle, closest.point, kCornerTag, true, {static_cast<std::int32_t>(index), true});
    } else if (ownsDirection(mesh, index, closest.feature, d, kAngularSlack)) {
      const TriangleMesh::Triangle& triangle = mesh.triangles[index];
      const int i = closest.feature.index;
      const std::uint32_t name = closest.feature.kind == TriangleFeature::Kind::Corner
                                     ? featureName(2, triangle.vertex[i], 0)
                                     : edgeName(index, i);
      addContact(d, middle, closest.point, name, false, {-1, true});
    }
  }

  void addAll(std::vector<std::uint32_t>& behind) {
    clusters.begin(1e-4 * scale);
    behind.clear();
    if (view.kind != ConvexKind::Point) supports.begin(side, slack);
    feature_normal = {};
    box_face = -1;
    const bool turned = view.kind != ConvexKind::Point;
    visitLeaves(mesh, box, [&](std::uint32_t first, std::uint32_t count) {
      for (std::uint32_t i = first; i < first + count; ++i) {
        if (!overlap(triangleBounds(mesh, i), box) || (turned && !meetsOwnBox(i))) continue;
        if (!addTriangle(i)) behind.push_back(i);
      }
    });
  }

  bool seenFromBehind(std::uint32_t index) const {
    const Vec3& corner = mesh.faces[index].corner[0];
    return dot(side - DVec3(corner), DVec3(mesh.faces[index].normal)) < 0;
  }
  /// The triangle nearest to the middle; with `visible_only`, among those that can push to `side`.
  NearestTriangle nearestHere(bool visible_only) const {
    NearestTriangle nearest;
    visitLeaves(mesh, box, [&](std::uint32_t first, std::uint32_t count) {
      for (std::uint32_t i = first; i < first + count; ++i) {
        if (!visible_only || mesh.double_sided || !seenFromBehind(i))
          considerNearest(mesh, i, middle, nearest);
      }
    });
    return nearest;
  }

  /// Out through the point of the surface nearest to the middle, to the side to which `facing` points.
  void addWayOut(const NearestTriangle& nearest, const DVec3& facing) {
    DVec3 out = facing;
    if (nearest.feature.kind != TriangleFeature::Kind::Face && nearest.distance > 1e-9 * scale) {
      const DVec3 straight = (nearest.point - middle) * (1 / nearest.distance);
      if (dot(straight, facing) > 0.2) out = straight;
    }
    const DVec3 deepest = pose.point(supportPoint(view, pose.inverseDirection(-out)).point);
    const DVec3 below = nearest.point + (deepest - nearest.point - out * dot(deepest - nearest.point, out));
    addContact(out, deepest, below, featureName(5, 0, 0), false, {-1, true});
  }

  /// The middle is inside the solid.
  void pushOut(const std::vector<std::uint32_t>& behind) {
    const NearestTriangle nearest = nearestHere(false);
    if (nearest.triangle < 0 || !nearest.behind) return;
    const DVec3 facing(mesh.faces[static_cast<std::uint32_t>(nearest.triangle)].normal);
    addWayOut(nearest, facing);
    supports.beginFronts();
    for (const std::uint32_t i : behind) {
      const MeshTriangle t = meshTriangle(mesh, i);
      if (dot(t.normal, facing) < 0.2) continue;
      addFace(i, t, t.normal, {-1e30, isOverTriangle(t, supports.lowest(i).point, slack)});
    }
  }

  /// Whether the middle went through the surface since the last step; out of a solid does not count.
  bool wentThrough() const {
    if (!changed_side) return false;
    const Vec3 path = Vec3(middle) - Vec3(before);
    const RayHit hit = castRayMesh(mesh, {Vec3(before), path, 1});
    return hit.hit && dot(hit.normal, path) < 0;
  }
  /// Back to where it came from.
  void pushBack() {
    const NearestTriangle nearest = nearestHere(true);
    if (nearest.triangle < 0) return;
    const std::uint32_t index = static_cast<std::uint32_t>(nearest.triangle);
    const DVec3 normal(mesh.faces[index].normal);
    addWayOut(nearest, seenFromBehind(index) ? -normal : normal);
  }
};

}  // namespace

void collideMeshConvex(const TriangleMesh& a, const ConvexView& b, const Transform& b_to_a,
                       const CollideSettings& settings, PairCache& cache, MeshScratch& scratch,
                       std::vector<Manifold>& manifolds) {
  ConvexOnMesh query(a, b, b_to_a, settings.max_separation, scratch.clusters);
  if (!(query.scale < 1e15)) return;
  query.before = lastMiddle(cache, query.middle, query.scale);
  query.addAll(scratch.behind);
  if (query.wentThrough()) {
    query.side = query.before;
    query.addAll(scratch.behind);
    query.pushBack();
  } else {
    keepMiddle(cache, query.middle);
    if (!scratch.behind.empty()) query.pushOut(scratch.behind);
  }
  if (scratch.clusters.empty()) return;
  const Aabb near = expanded(query.bounds, static_cast<float>(query.shallow));
  scratch.clusters.finish({&a, 1e-4 * query.scale + 2 * query.slack, near, 0, query.shallow, &b, &query.pose},
                          manifolds);
}

}  // namespace carom::collide
