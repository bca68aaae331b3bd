// Building the mesh hierarchy: binned surface area heuristic (I. Wald, "On fast Construction of SAH-based
// Bounding Volume Hierarchies", 2007). Deep in the tree, where bad input could make splits lopsided, halves
// by count are taken instead, so that the depth stays below kMaxMeshDepth whatever the boxes are.
#include "collide/mesh_bvh.hpp"

#include <algorithm>

namespace carom::collide {

namespace {

constexpr int kBins = 12;
/// From here on halves by count: 2^32 triangles then need 30 more levels.
constexpr int kSahDepth = 30;

struct Task {
  std::uint32_t node, begin, end;
  int depth;
};

float halfArea(const Aabb& box) {
  const Vec3 d = box.upper - box.lower;
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

struct Bins {
  Aabb box[kBins];
  std::uint32_t count[kBins] = {};
};

struct Split {
  int axis = -1;
  int bin = 0;  ///< Bins up to this one go left.
  float cost = 1e38f;
};

struct Builder {
  const std::vector<Aabb>& boxes;
  std::vector<std::uint32_t>& order;
  std::vector<Vec3> centres;  ///< By position in `order`, so that passes read memory in a row.

  static int binOf(float centre, float lower, float scale) {
    const int bin = static_cast<int>((centre - lower) * scale);
    return bin < 0 ? 0 : (bin >= kBins ? kBins - 1 : bin);
  }

  Split findSplit(std::uint32_t begin, std::uint32_t end, const Aabb& centre_box) const {
    Split best;
    const Vec3 size = centre_box.upper - centre_box.lower;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!(size[axis] > 0)) continue;
      const float scale = static_cast<float>(kBins) / size[axis];
      if (!(scale < 1e30f)) continue;
      Bins bins;
      for (std::uint32_t i = begin; i < end; ++i) {
        const int bin = binOf(centres[i][axis], centre_box.lower[axis], scale);
        bins.box[bin].include(boxes[order[i]]);
        ++bins.count[bin];
      }
      float right_cost[kBins] = {};
      Aabb box;
      std::uint32_t count = 0;
      for (int b = kBins - 1; b > 0; --b) {
        box.include(bins.box[b]);
        count += bins.count[b];
        right_cost[b] = count > 0 ? halfArea(box) * static_cast<float>(count) : 0;
      }
      box = {};
      count = 0;
      for (int b = 0; b + 1 < kBins; ++b) {
        box.include(bins.box[b]);
        count += bins.count[b];
        if (count == 0 || count == end - begin) continue;
        const float cost = halfArea(box) * static_cast<float>(count) + right_cost[b + 1];
        if (cost < best.cost) best = {static_cast<int>(axis), b, cost};
      }
    }
    return best;
  }

  std::uint32_t partition(std::uint32_t begin, std::uint32_t end, const Aabb& centre_box,
                          const Split& split) {
    const std::size_t axis = static_cast<std::size_t>(split.axis);
    const float lower = centre_box.lower[axis];
    const float scale = static_cast<float>(kBins) / (centre_box.upper[axis] - lower);
    std::uint32_t left = begin, right = end;
    while (left < right) {
      if (binOf(centres[left][axis], lower, scale) <= split.bin) {
        ++left;
      } else {
        --right;
        std::swap(order[left], order[right]);
        std::swap(centres[left], centres[right]);
      }
    }
    return left;
  }

  /// Halves by count along the longest side of the centres.
  std::uint32_t halve(std::uint32_t begin, std::uint32_t end, const Aabb& centre_box) {
    const Vec3 size = centre_box.upper - centre_box.lower;
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
    const std::uint32_t middle = begin + (end - begin) / 2;
    const auto centreOf = [&](std::uint32_t i) { return boxes[i].lower[axis] + boxes[i].upper[axis]; };
    std::nth_element(order.begin() + begin, order.begin() + middle, order.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) {
                       const float ca = centreOf(a), cb = centreOf(b);
                       return ca < cb || (ca == cb && a < b);
                     });
    for (std::uint32_t i = begin; i < end; ++i) centres[i] = boxes[order[i]].center();
    return middle;
  }
};

}  // namespace

void buildMeshBvh(const std::vector<Aabb>& boxes, std::vector<TriangleMesh::BvhNode>& nodes,
                  std::vector<std::uint32_t>& order) {
  const std::uint32_t count = static_cast<std::uint32_t>(boxes.size());
  nodes.clear();
  order.resize(count);
  if (count == 0) return;
  Builder builder{boxes, order, {}};
  builder.centres.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) order[i] = i, builder.centres[i] = boxes[i].center();
  nodes.reserve(count);
  nodes.emplace_back();
  std::vector<Task> tasks{{0, 0, count, 0}};
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    Aabb box, centre_box;
    for (std::uint32_t i = task.begin; i < task.end; ++i) {
      box.include(boxes[order[i]]);
      centre_box.include(builder.centres[i]);
    }
    nodes[task.node].aabb = box;
    if (task.end - task.begin <= kMaxLeafTriangles) {
      nodes[task.node].first = task.begin;
      nodes[task.node].count = task.end - task.begin;
      continue;
    }
    std::uint32_t middle = task.begin;
    if (task.depth < kSahDepth) {
      const Split split = builder.findSplit(task.begin, task.end, centre_box);
      if (split.axis >= 0) middle = builder.partition(task.begin, task.end, centre_box, split);
    }
    if (middle == task.begin || middle == task.end) middle = builder.halve(task.begin, task.end, centre_box);
    const std::uint32_t left = static_cast<std::uint32_t>(nodes.size());
    nodes.resize(nodes.size() + 2);
    nodes[task.node].first = left;
    nodes[task.node].count = 0;
    tasks.push_back({left + 1, middle, task.end, task.depth + 1});
    tasks.push_back({left, task.begin, middle, task.depth + 1});
  }
}

}  // namespace carom::collide
