// Contacts of the edges and corners of a triangle with a convex shape whose lowest point is not over the
// triangle.
//
// The direction in which the shape is nearest to the border, or separates from it soonest, comes from closed
// forms, edge by edge and corner by corner (mesh_border.cpp). Where these have no answer, it comes from GJK
// and the penetration depth of the triangle alone. It counts if it is in the Voronoi region of the edge or
// corner on the whole surface.
//
// A triangle that faces the shape contributes all of the shape's facing feature over it, an edge what is over
// the edge. An edge that rises slightly from the nearest corner is the rim of a sheet that stands on it, and
// counts too: a shape that rests on such a rim needs both of its ends.
#include <algorithm>

#include "collide/manifold/clipping_settings.hpp"
#include "collide/mesh_contacts/convex_on_mesh.hpp"
#include "collide/mesh_contacts/mesh_contact_settings.hpp"

namespace carom::collide {
std::uint32_t ConvexOnMesh::edgeName(std::uint32_t index, int edge) const {
  const std::int32_t neighbour = mesh.neighbours[3 * index + static_cast<std::uint32_t>(edge)];
  const std::uint32_t other = neighbour < 0 ? index : static_cast<std::uint32_t>(neighbour);
  return featureName(3, index < other ? index : other, index < other ? other : index) * 4;
}

void ConvexOnMesh::addBorder(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const DVec3& n,
                             const Axis& axis) {
  const DVec3& d = axis.direction;
  const bool is_corner = part.kind == TriangleFeature::Kind::Corner;
  if (dot(n, d) > MeshContactSettings::kFacing) {
    addTilted(index, part, t, n, axis);
  } else if (is_corner) {
    addNearest(index, part, axis);
    for (const int edge : {part.index, (part.index + 2) % 3}) addRisingEdge(index, edge, t, axis);
  } else {
    addEdge(index, part, t, axis);
  }
}

void ConvexOnMesh::addNearest(std::uint32_t index, TriangleFeature part, const Axis& axis) {
  const std::uint32_t name = part.kind == TriangleFeature::Kind::Corner
                                 ? featureName(2, mesh.triangles[index].vertex[part.index], 0)
                                 : edgeName(index, part.index);
  addContact(axis.direction, axis.on_core, axis.on_mesh, name, false, {-1, true});
}

void ConvexOnMesh::addRisingEdge(std::uint32_t index, int edge, const MeshTriangle& t, const Axis& axis) {
  const DVec3 along = t.corner[(edge + 1) % 3] - t.corner[edge];
  const double rise = dot(along, axis.direction);
  if (rise * rise > (1 - MeshContactSettings::kFacing * MeshContactSettings::kFacing) * lengthSquared(along))
    return;
  const TriangleFeature part{TriangleFeature::Kind::Edge, edge};
  if (ownsDirection(mesh, index, part, axis.direction, kAngularSlack)) addEdge(index, part, t, axis);
}

void ConvexOnMesh::addTilted(std::uint32_t index, TriangleFeature part, const MeshTriangle& t, const DVec3& n,
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

void ConvexOnMesh::addEdge(std::uint32_t index, TriangleFeature part, const MeshTriangle& t,
                           const Axis& axis) {
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
  ConvexContact found;
  if (!makeManifold(contact, own, facingFeature(d), found)) return;
  const auto add = [&](const DVec3& normal, const ManifoldPoint& point, std::uint32_t number,
                       bool supporting) {
    const DVec3 position(point.position);
    const DVec3 on_mesh = position - normal * (0.5 * static_cast<double>(point.separation));
    const std::uint32_t name = edgeName(index, part.index) + number;
    clusters.add({normal, on_mesh, position, static_cast<double>(point.separation), name, false},
                 {-1, supporting});
  };
  for (int i = 0; i < found.point_count; ++i) add(d, found.points[i], static_cast<std::uint32_t>(i), true);
  // Beside the closest points, the ends of a line.
  const auto near = static_cast<float>(ClippingSettings::kNearPoint * scale);
  for (std::size_t i = 0; i < found.ends().size() && found.is_line; ++i) {
    const Manifold& end = found.ends()[i];
    if (end.point_count == 0 || !ownsDirection(mesh, index, part, DVec3(end.normal), kAngularSlack)) continue;
    if (lengthSquared(end.points[0].position - found.points[0].position) < near * near) continue;
    add(DVec3(end.normal), end.points[0], static_cast<std::uint32_t>(i) + 1, false);
  }
}

void ConvexOnMesh::include(Border& border, TriangleFeature part, const BorderAxis& found) const {
  if (found.answer == BorderAxis::Answer::No) return;
  border.clear = border.clear && found.answer != BorderAxis::Answer::Unclear;
  if (!border.clear || found.separation > max_separation + radius) return;
  border.part[border.count] = part;
  border.past[border.count] = found.answer == BorderAxis::Answer::Past;
  border.axis[border.count++] = {true, found.separation < radius, found.direction, found.on_mesh,
                                 found.on_core};
}

const MeshSupports::Lowest* ConvexOnMesh::acrossEdge(std::uint32_t index, int edge) {
  const bool behind = supports.lowest(index).behind;
  const std::int32_t neighbour = mesh.neighbours[3 * index + static_cast<std::uint32_t>(edge)];
  if (neighbour < 0) return nullptr;
  const MeshSupports::Lowest& other = supports.lowest(static_cast<std::uint32_t>(neighbour));
  return other.behind == behind ? &other : nullptr;
}

void ConvexOnMesh::examineBorder(std::uint32_t index, const MeshTriangle& t, unsigned corners,
                                 Border& border) {
  const MeshSupports::Border near = supports.mayTouch(index, corners);
  for (int i = 0; i < 3 && border.clear; ++i) {
    if ((near.edges >> i & 1) == 0) continue;
    const MeshSupports::Lowest own = supports.lowest(index);
    const MeshSupports::Lowest* other = acrossEdge(index, i);
    border.clear = other != nullptr;
    if (!border.clear) return;
    if (other->height > max_separation + radius) continue;
    include(border, {TriangleFeature::Kind::Edge, i},
            edgeAxis(view, pose, own, *other, t.corner[i], t.corner[(i + 1) % 3]));
  }
  for (int i = 0; i < 3 && border.clear; ++i) {
    if ((near.corners >> i & 1) == 0) continue;
    include(border, {TriangleFeature::Kind::Corner, i},
            cornerAxis(view, pose, {mesh, index, i, kAngularSlack}, max_separation + radius));
  }
}

/// Whether the surface does not fall off where an edge ends before B's lowest point: its corner then does not
/// own the directions beside that of the edge, and no other feature has the contact.
bool ConvexOnMesh::endsInValley(std::uint32_t index, int edge, const MeshTriangle& t,
                                const Axis& axis) const {
  const int next = (edge + 1) % 3;
  const DVec3 along = normalized(t.corner[next] - t.corner[edge]);
  const bool at_start = dot(axis.on_core - t.corner[edge], along) < 0;
  const DVec3 beyond =
      normalized(axis.direction + along * ((at_start ? -1 : 1) * MeshContactSettings::kBesideEdge));
  const int end = at_start ? edge : next;
  if (ownsDirection(mesh, index, {TriangleFeature::Kind::Corner, end}, beyond, kAngularSlack)) return false;
  const BorderAxis corner = cornerAxis(view, pose, {mesh, index, end, kAngularSlack}, 0);
  return corner.answer == BorderAxis::Answer::Yes && dot(axis.on_core - axis.on_mesh, axis.direction) >
                                                         MeshContactSettings::kFarDeeper * corner.separation;
}

void ConvexOnMesh::dropFarDeeper(std::uint32_t index, Border& border) {
  const double off_face = std::max(0.0, radius - supports.lowest(index).height);
  const double most = shallow + MeshContactSettings::kFarDeeper * off_face;
  int kept = 0;
  for (int i = 0; i < border.count; ++i) {
    const Axis& axis = border.axis[i];
    if (radius - dot(axis.on_core - axis.on_mesh, axis.direction) > most) continue;
    border.part[kept] = border.part[i], border.axis[kept] = axis, border.past[kept] = border.past[i];
    ++kept;
  }
  border.clear = border.clear && (kept > 0 || border.count == 0);
  border.count = kept;
}

void ConvexOnMesh::beside(std::uint32_t index, const MeshTriangle& t, const DVec3& n, TriangleNear near) {
  Border border;
  examineBorder(index, t, near.corners, border);
  dropFarDeeper(index, border);
  if (!border.clear || (view.kind == ConvexKind::Hull && !facesLowest(index))) {
    searchBeside(index, t, n);
    return;
  }
  bool owned = false;
  for (const bool past : {false, true}) {
    for (int i = 0; i < border.count && !(past && owned); ++i) {
      const DVec3& d = border.axis[i].direction;
      const TriangleFeature part = border.part[i];
      if (border.past[i] != past) continue;
      // Level with the face, within rounding: the face has the contact.
      const bool level = supportingFeature(t, d, kAngularSlack).kind == TriangleFeature::Kind::Face;
      if (level || !(dot(d, n) > -0.2) || !ownsDirection(mesh, index, part, d, kAngularSlack)) continue;
      if (!past) {
        addBorder(index, part, t, n, border.axis[i]);
      } else if (endsInValley(index, part.index, t, border.axis[i])) {
        addNearest(index, part, border.axis[i]);
      } else {
        continue;
      }
      owned = true;
    }
  }
  if (near.none_over) return;
  // With a contact at its border, B can still rotate about it onto the face. A point over the triangle below
  // a small height needs proof that B really reaches through the triangle.
  if (owned) {
    addCorners(index, t, n);
  } else {
    addFace(index, t, n, {radius - 0.2 * shallow});
  }
}

bool ConvexOnMesh::isOutwards(std::uint32_t index, const Axis& axis, const DVec3& n) {
  if (dot(axis.direction, n) > -0.2) return true;
  if (sides != CountingSides::Towards) return false;
  const double way = radius - dot(axis.on_core - axis.on_mesh, axis.direction);
  return way < MeshContactSettings::kShorterOverBorder * (radius - supports.lowest(index).height);
}

void ConvexOnMesh::searchBeside(std::uint32_t index, const MeshTriangle& t, const DVec3& n) {
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

}  // namespace carom::collide
