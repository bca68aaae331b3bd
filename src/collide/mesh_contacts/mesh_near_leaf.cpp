#include "collide/mesh_contacts/mesh_near_leaf.hpp"

#include <cmath>

namespace carom::collide {

void completeFacing(const TriangleMesh& mesh, FacingTriangle& facing) {
  const DVec3* c = facing.triangle.corner;
  facing.box = {};
  facing.edges = facing.edges_flipped = facing.corners = facing.corners_flipped = 0;
  const TriangleMesh::Triangle& triangle = mesh.triangles[facing.index];
  for (int i = 0; i < 3; ++i) {
    facing.box.include(Vec3(c[i]));
    facing.along[i] = c[i == 2 ? 0 : i + 1] - c[i];
    const unsigned bit = 1u << i;
    if (triangle.cornerOwned(i)) {
      if (triangle.cornerActive(i, false)) facing.corners |= bit;
      if (triangle.cornerActive(i, true)) facing.corners_flipped |= bit;
    }
    const std::int32_t neighbour = mesh.neighbours[3 * facing.index + static_cast<std::uint32_t>(i)];
    if (neighbour >= 0 && facing.index >= static_cast<std::uint32_t>(neighbour)) continue;
    const MeshEdge kind = triangle.edge(i);
    if (kind == MeshEdge::Open || kind == MeshEdge::Convex) facing.edges |= bit;
    if (kind == MeshEdge::Open || kind == MeshEdge::Concave) facing.edges_flipped |= bit;
  }
}

namespace {

Lanes lanesOf(const float* p) {
  return Lanes{p[0], p[1], p[2], p[3]};
}

/// Four faces of twelve floats each, one per lane.
void loadFaces(const TriangleMesh& mesh, const TriangleMesh::BvhNode& node, NearLeaf& leaf) {
  float rows[12][4];
  for (std::uint32_t i = 0; i < kMaxLeafTriangles; ++i) {
    const TriangleMesh::Face& face = mesh.faces[node.first + (i < node.count ? i : 0)];
    for (std::size_t k = 0; k < 3; ++k) {
      rows[3 * k][i] = face.corner[k].x, rows[3 * k + 1][i] = face.corner[k].y;
      rows[3 * k + 2][i] = face.corner[k].z;
    }
    rows[9][i] = face.normal.x, rows[10][i] = face.normal.y, rows[11][i] = face.normal.z;
  }
  for (int k = 0; k < 3; ++k)
    leaf.corner[k] = {lanesOf(rows[3 * k]), lanesOf(rows[3 * k + 1]), lanesOf(rows[3 * k + 2])};
  leaf.normal = {lanesOf(rows[9]), lanesOf(rows[10]), lanesOf(rows[11])};
}

LaneVec3 turned(const LeafFrame& frame, const LaneVec3& v) {
  if (!frame.turned) return v;
  return {v.x * frame.cx.x + v.y * frame.cy.x + v.z * frame.cz.x,
          v.x * frame.cx.y + v.y * frame.cy.y + v.z * frame.cz.y,
          v.x * frame.cx.z + v.y * frame.cy.z + v.z * frame.cz.z};
}
Vec3 turned(const LeafFrame& frame, const Vec3& v) {
  return frame.turned ? frame.cx * v.x + frame.cy * v.y + frame.cz * v.z : v;
}

LaneVec3 scaled(const LaneVec3& v, Lanes by) {
  return {v.x * by, v.y * by, v.z * by};
}
Lanes squareRoots(Lanes v) {
#if defined(__SSE2__)
  return reinterpret_cast<Lanes>(_mm_sqrt_ps(reinterpret_cast<__m128>(v)));
#else
  for (int i = 0; i < 4; ++i) v[i] = std::sqrt(v[i]);
  return v;
#endif
}
void setLane(LaneVec3& v, int lane, const Vec3& value) {
  v.x[lane] = value.x, v.y[lane] = value.y, v.z[lane] = value.z;
}
Vec3 laneOf(const LaneVec3& v, int lane) {
  return {v.x[lane], v.y[lane], v.z[lane]};
}

void setEdge(const NearLeaf& leaf, int lane, int edge, const Vec3& first, const Vec3& last, bool open,
             LeafEdges& edges, int at) {
  setLane(edges.along, at, laneOf(leaf.along[edge], lane));
  setLane(edges.first, at, first);
  setLane(edges.last, at, last);
  const float along = dot(first, last), cosine = std::sqrt(along > -1 ? 0.5f * (1 + along) : 0);
  const bool sharp = !(cosine > 0.01f);  // The middle has no direction.
  edges.cosine[at] = cosine;
  edges.sine[at] = std::sqrt(along < 1 ? 0.5f * (1 - along) : 0);
  setLane(edges.middle, at, sharp ? Vec3{} : (first + last) * (0.5f / cosine));
  edges.open[at] = open || sharp ? -1 : 0;
}

/// Lists the corners and edges that this triangle handles and that may be nearest features on that side.
void listFeatures(const LeafFrame& frame, std::uint32_t index, int lane, NearSide side, NearLeaf& leaf) {
  const TriangleMesh& mesh = frame.mesh;
  const TriangleMesh::Triangle& triangle = mesh.triangles[index];
  const bool oriented = mesh.sides == MeshSides::Divides;
  const Vec3 normal = turned(frame, mesh.faces[index].normal);
  for (int i = 0; i < 3; ++i) {
    const auto name = static_cast<std::uint8_t>(4 * lane + i);
    const std::int32_t neighbour = mesh.neighbours[3 * index + static_cast<std::uint32_t>(i)];
    const Vec3 across =
        neighbour < 0 ? Vec3{} : turned(frame, mesh.faces[static_cast<std::size_t>(neighbour)].normal);
    // The neighbour passes the edge the other way round.
    setLane(leaf.beyond[i], lane,
            oriented && neighbour >= 0 ? cross(laneOf(leaf.along[i], lane), across) : Vec3{});
    if (triangle.cornerOwned(i) && ((side != NearSide::Back && triangle.cornerActive(i, false)) ||
                                    (side != NearSide::Front && triangle.cornerActive(i, true)))) {
      LeafCorners& corners = leaf.corners[leaf.corner_count / 4];
      const int at = leaf.corner_count % 4;
      setLane(corners.at, at, laneOf(leaf.corner[i], lane));
      setLane(corners.first, at, laneOf(leaf.along[i], lane));
      setLane(corners.last, at, -laneOf(leaf.along[(i + 2) % 3], lane));
      leaf.corner_of[leaf.corner_count++] = name;
    }
    if (neighbour >= 0 && index >= static_cast<std::uint32_t>(neighbour)) continue;
    const MeshEdge kind = triangle.edge(i);
    const bool convex = kind == MeshEdge::Convex && side != NearSide::Back;
    const bool concave = kind == MeshEdge::Concave && side != NearSide::Front;
    if (kind != MeshEdge::Open && !convex && !concave) continue;
    const float sign = convex ? 1.0f : -1.0f;
    setEdge(leaf, lane, i, normal * sign, across * sign, kind == MeshEdge::Open || !oriented,
            leaf.edges[leaf.edge_count / 4], leaf.edge_count % 4);
    leaf.edge_of[leaf.edge_count++] = name;
  }
}

float leastOf(Lanes v) {
  const float a = v[0] < v[1] ? v[0] : v[1], b = v[2] < v[3] ? v[2] : v[3];
  return a < b ? a : b;
}
float mostOf(Lanes v) {
  return -leastOf(-v);
}

}  // namespace

void makeNearLeaf(const LeafFrame& frame, const TriangleMesh::BvhNode& node, const NearSide* sides,
                  NearLeaf& leaf) {
  loadFaces(frame.mesh, node, leaf);
  Lanes largest{};
  const LaneVec3 origin = splat(frame.origin);
  LaneVec3 edge[3];
  for (int i = 0; i < 3; ++i) edge[i] = leaf.corner[i == 2 ? 0 : i + 1] - leaf.corner[i];
  leaf.normal = turned(frame, leaf.normal);
  for (int i = 0; i < 3; ++i) {
    leaf.corner[i] = turned(frame, leaf.corner[i] - origin);
    const LaneVec3 size = withoutSign(leaf.corner[i]);
    largest = most(largest, most(size.x, most(size.y, size.z)));
    leaf.length[i] = squareRoots(dot(edge[i], edge[i]));
    leaf.along[i] = turned(frame, scaled(edge[i], splat(1) / leaf.length[i]));
    leaf.inward[i] = cross(leaf.normal, leaf.along[i]);
    leaf.inset[i] = dot(leaf.inward[i], leaf.corner[i]);
  }
  leaf.lower = least(leaf.corner[0], least(leaf.corner[1], leaf.corner[2]));
  leaf.upper = most(leaf.corner[0], most(leaf.corner[1], leaf.corner[2]));
  leaf.extent = 0;
  leaf.either_side = false;
  leaf.corner_count = leaf.edge_count = 0;
  for (int i = 0; i < static_cast<int>(node.count); ++i) {
    if (largest[i] > leaf.extent) leaf.extent = largest[i];
    leaf.either_side |= sides[i] == NearSide::Either;
    listFeatures(frame, node.first + static_cast<std::uint32_t>(i), i, sides[i], leaf);
    if (sides[i] == NearSide::Back) setLane(leaf.normal, i, -laneOf(leaf.normal, i));
  }
  leaf.height = dot(leaf.normal, leaf.corner[0]);
  const Vec3 lower{leastOf(leaf.lower.x), leastOf(leaf.lower.y), leastOf(leaf.lower.z)},
      upper{mostOf(leaf.upper.x), mostOf(leaf.upper.y), mostOf(leaf.upper.z)};
  leaf.middle = (lower + upper) * 0.5f, leaf.half = (upper - lower) * 0.5f;
}

void NearLeaves::clear() {
  if (firsts_.empty()) {
    leaves_.resize(2 * kKept);
    triangles_.resize(2 * kKept * kMaxLeafTriangles);
    ready_.resize(2 * kKept);
  }
  firsts_.assign(2 * kKept, kNone);
}

NearLeaf& NearLeaves::leaf(bool of_a, std::uint32_t first, bool& known) {
  const std::uint32_t place = placeOf(of_a, first);
  known = firsts_[place] == first;
  if (!known) firsts_[place] = first, ready_[place] = 0;
  return leaves_[place];
}

FacingTriangle& NearLeaves::triangle(bool of_a, std::uint32_t first, std::uint32_t lane, bool& known) {
  const std::uint32_t place = placeOf(of_a, first);
  known = (ready_[place] >> lane & 1) != 0;
  ready_[place] = static_cast<std::uint8_t>(ready_[place] | 1u << lane);
  return triangles_[place * kMaxLeafTriangles + lane];
}

}  // namespace carom::collide
