// Preparing a triangle soup for collision.
//
// Equal vertices are welded by value, so neighbours are found however the file splits its vertices. Two
// triangles are neighbours if an edge belongs to exactly these two; with any other number the edge is open,
// and contacts treat it as a free border. An edge is flat if the planes of both triangles agree within the
// float rounding of the coordinates, otherwise convex or concave as seen from the front. A surface is closed
// if each edge is used equally often in both directions (its boundary is zero) and it encloses volume
// (mesh_orientation.cpp).
#include "collide/mesh/mesh.hpp"

#include <algorithm>
#include <cstring>

#include "base/compact_sort.hpp"
#include "collide/hull/hull.hpp"
#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh/mesh_orientation.hpp"
#include "collide/mesh/mesh_settings.hpp"

namespace carom::collide {

namespace {

bool usable(const Vec3& p) {
  const Vec3 a = absolute(p);
  return a.x <= MeshSettings::kMaxCoordinate && a.y <= MeshSettings::kMaxCoordinate &&
         a.z <= MeshSettings::kMaxCoordinate;  // False for NaN.
}

std::uint32_t hashOf(const Vec3& p) {
  std::uint32_t words[3];
  const float values[3] = {p.x + 0.0f, p.y + 0.0f, p.z + 0.0f};  // -0 becomes +0.
  std::memcpy(words, values, sizeof words);
  std::uint32_t h = words[0] * 0x9E3779B1u;
  h = (h ^ (h >> 15) ^ words[1]) * 0x85EBCA77u;
  h = (h ^ (h >> 13) ^ words[2]) * 0xC2B2AE3Du;
  return h ^ (h >> 16);
}

/// First index of an equal vertex, for each vertex. A hash table with open addressing; its order affects
/// nothing.
std::vector<std::uint32_t> weldVertices(std::span<const Vec3> vertices) {
  std::size_t size = 16;
  while (size < vertices.size() * 2) size *= 2;
  constexpr std::uint32_t kFree = 0xffffffffu;
  std::vector<std::uint32_t> table(size, kFree);
  std::vector<std::uint32_t> welded(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    welded[i] = static_cast<std::uint32_t>(i);
    if (!usable(vertices[i])) continue;
    std::size_t slot = hashOf(vertices[i]) & (size - 1);
    while (table[slot] != kFree && !(vertices[table[slot]] == vertices[i])) slot = (slot + 1) & (size - 1);
    if (table[slot] == kFree) table[slot] = static_cast<std::uint32_t>(i);
    welded[i] = table[slot];
  }
  return welded;
}

double relativeHeight(const Vec3& a, const Vec3& b, const Vec3& c) {
  const DVec3 ab = DVec3(b) - DVec3(a), ac = DVec3(c) - DVec3(a), bc = DVec3(c) - DVec3(b);
  const double longest = std::max({lengthSquared(ab), lengthSquared(ac), lengthSquared(bc)});
  return longest > 0 ? length(cross(ab, ac)) / longest : 0;
}

/// An edge of a triangle. Edges are sorted into buckets by their lower vertex, so the time is linear in the
/// triangles.
struct EdgeUse {
  std::uint32_t high;  ///< The larger vertex index.
  std::uint32_t slot;  ///< 3 * triangle + edge.
};

struct Builder {
  TriangleMesh& mesh;
  double largest = 0;  ///< Largest coordinate, m.

  /// Sets neighbours; returns whether the boundary is zero.
  bool findNeighbours() {
    std::vector<TriangleMesh::Triangle>& triangles = mesh.triangles;
    const std::size_t count = triangles.size() * 3;
    mesh.neighbours.assign(count, -1);
    std::vector<std::uint32_t> start(mesh.vertices.size() + 1, 0);
    const auto ends = [&](std::size_t slot) {
      const TriangleMesh::Triangle& t = triangles[slot / 3];
      return std::pair{t.vertex[slot % 3], t.vertex[(slot + 1) % 3]};
    };
    for (std::size_t slot = 0; slot < count; ++slot) {
      const auto [from, to] = ends(slot);
      ++start[std::min(from, to) + 1];
    }
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    std::vector<EdgeUse> uses(count);
    std::vector<std::uint32_t> fill(start.begin(), start.end() - 1);
    for (std::size_t slot = 0; slot < count; ++slot) {
      const auto [from, to] = ends(slot);
      uses[fill[std::min(from, to)]++] = {std::max(from, to), static_cast<std::uint32_t>(slot)};
    }
    bool boundary_is_zero = true;
    for (std::size_t v = 0; v + 1 < start.size(); ++v) {
      const auto begin = uses.begin() + start[v], end = uses.begin() + start[v + 1];
      compactSort(begin, end, [](const EdgeUse& a, const EdgeUse& b) {
        return a.high < b.high || (a.high == b.high && a.slot < b.slot);
      });
      for (auto run = begin; run != end;) {
        auto next = run;
        int balance = 0;
        for (; next != end && next->high == run->high; ++next)
          balance += ends(next->slot).first == v ? 1 : -1;
        if (balance != 0) boundary_is_zero = false;
        if (next - run == 2) {
          mesh.neighbours[run->slot] = static_cast<std::int32_t>(run[1].slot / 3);
          mesh.neighbours[run[1].slot] = static_cast<std::int32_t>(run->slot / 3);
        }
        run = next;
      }
    }
    return boundary_is_zero;
  }

  MeshEdge classify(std::size_t triangle, int edge) const {
    const std::int32_t neighbour = mesh.neighbours[3 * triangle + static_cast<std::size_t>(edge)];
    if (neighbour < 0) return MeshEdge::Open;
    const TriangleMesh::Triangle& t = mesh.triangles[triangle];
    const TriangleMesh::Triangle& other = mesh.triangles[neighbour];
    const std::uint32_t from = t.vertex[edge], to = t.vertex[(edge + 1) % 3];
    std::uint32_t far = other.vertex[0];
    for (const std::uint32_t v : other.vertex) {
      if (v != from && v != to) far = v;
    }
    const DVec3 a(mesh.vertices[from]), line = DVec3(mesh.vertices[to]) - a;
    const double per_length_squared = 1 / lengthSquared(line);
    const auto inwardTo = [&](std::uint32_t vertex) {
      const DVec3 offset = DVec3(mesh.vertices[vertex]) - a;
      return offset - line * (dot(offset, line) * per_length_squared);
    };
    const DVec3 inward = inwardTo(far), own = inwardTo(t.vertex[(edge + 2) % 3]);
    const double height_squared = lengthSquared(inward);
    const double lowest_squared = std::min(height_squared, lengthSquared(own));
    if (!(lowest_squared > 0)) return MeshEdge::Flat;
    // Rounding of float coordinates tilts a triangle by about 6e-8 of them divided by its height.
    const double flat = std::min(1e-4 + 4e-7 * largest / std::sqrt(lowest_squared), 0.02);
    const double rise = dot(DVec3(mesh.faces[triangle].normal), inward);
    if (rise * rise > flat * flat * height_squared) return rise > 0 ? MeshEdge::Concave : MeshEdge::Convex;
    // Folded onto its own back: a border like that of an open sheet.
    return dot(own, inward) > 0 ? MeshEdge::Convex : MeshEdge::Flat;
  }

  /// Whether the neighbour uses the edge in the opposite direction, as on an oriented surface.
  bool woundAlike(std::size_t triangle, int edge) const {
    const std::int32_t neighbour = mesh.neighbours[3 * triangle + static_cast<std::size_t>(edge)];
    if (neighbour < 0) return true;
    const std::uint32_t from = mesh.triangles[triangle].vertex[edge],
                        to = mesh.triangles[triangle].vertex[(edge + 1) % 3];
    const TriangleMesh::Triangle& other = mesh.triangles[neighbour];
    for (int i = 0; i < 3; ++i) {
      if (other.vertex[i] == from && other.vertex[(i + 1) % 3] == to) return false;
    }
    return true;
  }

  void setFlags() {
    const Vec3 size = maximum(absolute(mesh.nodes[0].aabb.lower), absolute(mesh.nodes[0].aabb.upper));
    largest = std::max({size.x, size.y, size.z});
    std::vector<std::uint8_t> kinds(mesh.vertices.size(), 0);
    std::vector<std::uint8_t> spoken_for(mesh.vertices.size(), 0);
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
      TriangleMesh::Triangle& t = mesh.triangles[i];
      t.edge_flags = 0;
      for (int e = 0; e < 3; ++e) {
        const MeshEdge kind = classify(i, e);
        t.edge_flags = static_cast<std::uint8_t>(t.edge_flags | (static_cast<unsigned>(kind) << (2 * e)));
        // Where the winding changes from triangle to triangle, so does the front side.
        const unsigned bits =
            kind == MeshEdge::Flat || woundAlike(i, e) ? 1u << static_cast<unsigned>(kind) : 2u | 4u;
        const std::uint8_t bit = static_cast<std::uint8_t>(bits);
        kinds[t.vertex[e]] |= bit, kinds[t.vertex[(e + 1) % 3]] |= bit;
      }
    }
    // Seen from behind, concave edges are convex.
    constexpr unsigned kFront = 2u | 8u, kBack = 4u | 8u;
    for (TriangleMesh::Triangle& t : mesh.triangles) {
      unsigned active = 0, owned = 0;
      for (unsigned c = 0; c < 3; ++c) {
        if ((kinds[t.vertex[c]] & kFront) != 0) active |= 1u << c;
        if ((kinds[t.vertex[c]] & kBack) != 0) active |= 8u << c;
        if (spoken_for[t.vertex[c]] == 0) owned |= 1u << c, spoken_for[t.vertex[c]] = 1;
      }
      t.corner_flags = static_cast<std::uint8_t>(active);
      t.owned_corners = static_cast<std::uint8_t>(owned);
    }
  }

  void setFaces() {
    mesh.faces.resize(mesh.triangles.size());
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
      TriangleMesh::Face& face = mesh.faces[i];
      for (int c = 0; c < 3; ++c) face.corner[c] = mesh.vertices[mesh.triangles[i].vertex[c]];
      const DVec3 a(face.corner[0]), b(face.corner[1]), c(face.corner[2]);
      face.normal = Vec3(normalized(cross(b - a, c - a)));
    }
  }

  /// Builds the tree, sorts the triangles into its order and the vertices into the order of their first use.
  void orderForLocality() {
    std::vector<Aabb> boxes(mesh.triangles.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (const std::uint32_t v : mesh.triangles[i].vertex) boxes[i].include(mesh.vertices[v]);
    }
    std::vector<std::uint32_t> order;
    buildMeshBvh(boxes, mesh.nodes, order);
    widenMeshBvh(mesh.nodes, mesh.wide_nodes);
    std::vector<TriangleMesh::Triangle> triangles(mesh.triangles.size());
    for (std::size_t i = 0; i < triangles.size(); ++i) triangles[i] = mesh.triangles[order[i]];
    mesh.triangles.swap(triangles);
    std::vector<std::uint32_t> renamed(mesh.vertices.size(), 0xffffffffu);
    std::vector<Vec3> vertices;
    vertices.reserve(mesh.vertices.size());
    for (TriangleMesh::Triangle& t : mesh.triangles) {
      for (std::uint32_t& v : t.vertex) {
        if (renamed[v] == 0xffffffffu) {
          renamed[v] = static_cast<std::uint32_t>(vertices.size());
          vertices.push_back(mesh.vertices[v]);
        }
        v = renamed[v];
      }
    }
    vertices.shrink_to_fit();
    mesh.vertices.swap(vertices);
  }
};

/// Keeps the triangles that have an area. Those that lost it by rounding still count for `closed`.
struct Gathered {
  std::vector<TriangleMesh::Triangle> kept;
  std::vector<TriangleMesh::Triangle> slivers;
  std::uint32_t dropped = 0;
};
Gathered gather(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices) {
  Gathered result;
  const std::vector<std::uint32_t> welded = weldVertices(vertices);
  const std::size_t count = indices.size() / 3;
  result.kept.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    TriangleMesh::Triangle t;
    bool good = true;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t index = indices[3 * i + c];
      good = good && index < vertices.size() && usable(vertices[index]);
      t.vertex[c] = good ? welded[index] : 0;
    }
    t.source = static_cast<std::uint32_t>(i);
    if (!good || t.vertex[0] == t.vertex[1] || t.vertex[1] == t.vertex[2] || t.vertex[2] == t.vertex[0]) {
      ++result.dropped;
    } else if (!(relativeHeight(vertices[t.vertex[0]], vertices[t.vertex[1]], vertices[t.vertex[2]]) >
                 MeshSettings::kMinRelativeHeight)) {
      result.slivers.push_back(t);
      ++result.dropped;
    } else {
      result.kept.push_back(t);
    }
  }
  return result;
}

}  // namespace

MeshResult buildMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices,
                     bool both_sides) {
  MeshResult result;
  Gathered gathered = gather(vertices, indices);
  result.dropped_triangles = gathered.dropped;
  if (gathered.kept.empty()) return result;
  auto mesh = std::make_shared<TriangleMesh>();
  Builder builder{*mesh, 0};
  mesh->vertices.assign(vertices.begin(), vertices.end());
  bool closed = false;
  if (!gathered.slivers.empty()) {
    // The boundary is that of the surface with its slivers; neighbours are found again without them.
    mesh->triangles = gathered.kept;
    mesh->triangles.insert(mesh->triangles.end(), gathered.slivers.begin(), gathered.slivers.end());
    closed = builder.findNeighbours();
  }
  mesh->triangles = std::move(gathered.kept);
  builder.orderForLocality();
  const bool boundary_is_zero = builder.findNeighbours();
  if (gathered.slivers.empty()) closed = boundary_is_zero;
  const std::vector<std::uint32_t> pieces = findPieces(*mesh);
  if (closed) {
    const Orientation orientation = orientOutwards(*mesh, pieces);
    mesh->closed = orientation.has_volume;
    result.inverted = orientation.turned;
    if (mesh->closed) mesh->sides = MeshSides::Divides;
  }
  if (!both_sides) mesh->sides = MeshSides::Front;
  builder.setFaces();
  builder.setFlags();
  mesh->hull = buildHull(mesh->vertices).hull;
  result.mesh = std::move(mesh);
  return result;
}

}  // namespace carom::collide
