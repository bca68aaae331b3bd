// penetration.cpp says what it is for. The hole that a new vertex sees is bounded by the edges that belong to
// one removed face only. Its faces are found by testing all of them: for a few dozen this is faster than
// following neighbours, and it is robust against faces that rounding has reversed.
#include "collide/convex/expanding_polytope.hpp"

namespace carom::collide {

ExpandingPolytope::ExpandingPolytope(const PolytopeVertex* tetrahedron) {
  vertex_count_ = 4;
  for (int i = 0; i < 4; ++i) vertices_[i] = tetrahedron[i];
  const DVec3 p = tetrahedron[0].point();
  const DVec3 n = cross(tetrahedron[1].point() - p, tetrahedron[2].point() - p);
  const bool flip = dot(n, tetrahedron[3].point() - p) > 0;
  static constexpr int kFaces[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  for (const auto& f : kFaces) flip ? addFace(f[0], f[2], f[1]) : addFace(f[0], f[1], f[2]);
}

void ExpandingPolytope::addFace(int i, int j, int k) {
  const DVec3 p = vertices_[i].point();
  const DVec3 n = cross(vertices_[j].point() - p, vertices_[k].point() - p);
  const double len = length(n);
  // A sliver without a normal is never the nearest.
  const DVec3 normal = len > 1e-60 ? n * (1 / len) : DVec3{};
  distances_[face_count_] = len > 1e-60 ? dot(normal, p) : kNoDirection;
  faces_[face_count_] = {{i, j, k}, normal.x, normal.y, normal.z};
  ++face_count_;
}

int ExpandingPolytope::nearest() const {
  int best = -1;
  double distance = kNoDirection;
  for (int f = 0; f < face_count_; ++f) {
    if (distances_[f] < distance) distance = distances_[f], best = f;
  }
  return best;
}

bool ExpandingPolytope::push(const PolytopeVertex& vertex, double tolerance) {
  if (vertex_count_ == kMaxVertices) return false;
  const DVec3 w = vertex.point();
  int edges[kMaxEdges][2];
  int edge_count = 0;
  for (int f = 0; f < face_count_;) {
    const Face& face = faces_[f];
    // A sliver is removed with its neighbours.
    if (!(dot(face.normal(), w) - distances_[f] > tolerance) && distances_[f] != kNoDirection) {
      ++f;
      continue;
    }
    for (int k = 0; k < 3; ++k) {
      const int from = face.vertex[k], to = face.vertex[k == 2 ? 0 : k + 1];
      int twin = 0;
      while (twin < edge_count && !(edges[twin][0] == to && edges[twin][1] == from)) ++twin;
      if (twin < edge_count) {
        --edge_count;
        edges[twin][0] = edges[edge_count][0], edges[twin][1] = edges[edge_count][1];
      } else {
        if (edge_count == kMaxEdges) return false;
        edges[edge_count][0] = from, edges[edge_count][1] = to;
        ++edge_count;
      }
    }
    --face_count_;
    faces_[f] = faces_[face_count_];
    distances_[f] = distances_[face_count_];
  }
  if (edge_count < 3 || face_count_ + edge_count > kMaxFaces) return false;
  const int added = vertex_count_++;
  vertices_[added] = vertex;
  for (int e = 0; e < edge_count; ++e) addFace(edges[e][0], edges[e][1], added);
  return true;
}

}  // namespace carom::collide
