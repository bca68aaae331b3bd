// Building the hierarchy of a mesh by the binned surface area heuristic (I. Wald, "On fast Construction of
// SAH-based Bounding Volume Hierarchies", 2007), with all three axes in one pass over a contiguous row of
// boxes. If there are few boxes, they are sorted and every split is tried. Deep in the tree, where bad input
// could make splits lopsided, the row is halved by count, so that the depth stays below kMaxMeshDepth
// whatever the boxes are.
#include "collide/mesh/mesh_bvh.hpp"

#include <algorithm>

#include "collide/mesh/mesh_settings.hpp"

namespace carom::collide {

namespace {

/// A box with its coordinates in lanes; the fourth lane is not used.
struct LaneBox {
  Lanes lower = {1e38f, 1e38f, 1e38f, 0}, upper = {-1e38f, -1e38f, -1e38f, 0};

  void include(const LaneBox& other) {
    lower = lower < other.lower ? lower : other.lower;
    upper = upper > other.upper ? upper : other.upper;
  }
  void include(Lanes point) {
    lower = lower < point ? lower : point;
    upper = upper > point ? upper : point;
  }
  float halfArea() const {
    const Lanes d = upper - lower;
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
  }
  Lanes doubledCentre() const { return lower + upper; }
  int longestAxis() const {
    const Lanes d = upper - lower;
    return d[0] >= d[1] && d[0] >= d[2] ? 0 : (d[1] >= d[2] ? 1 : 2);
  }
};

/// A box; its fourth lanes have the halves of its index, exact in float and never denormal.
struct Item {
  LaneBox box;

  static Item make(const Aabb& box, std::uint32_t index) {
    Item item;
    item.box.lower = Lanes{box.lower.x, box.lower.y, box.lower.z, static_cast<float>(index & 0xffffu)};
    item.box.upper = Lanes{box.upper.x, box.upper.y, box.upper.z, static_cast<float>(index >> 16)};
    return item;
  }
  std::uint32_t index() const {
    return static_cast<std::uint32_t>(box.lower[3]) | static_cast<std::uint32_t>(box.upper[3]) << 16;
  }
};

/// Bounds of a range of items.
struct Extent {
  LaneBox box, centres;  ///< The centres doubled.
  void include(const LaneBox& item) {
    box.include(item);
    centres.include(item.doubledCentre());
  }
};

struct Task {
  std::uint32_t node, begin, end;
  int depth;
  Extent extent;
};

struct Split {
  int axis = -1;
  int bin = 0;  ///< The bins up to this one go to the left.
  float cost = 1e38f;
};

struct Builder {
  std::vector<Item> items;

  /// Converts a centre to the number of its bin.
  struct Scale {
    Lanes lower, factor;
    bool usable[3];
    explicit Scale(const LaneBox& centres) : lower(centres.lower), factor{} {
      const Lanes size = centres.upper - centres.lower;
      for (int axis = 0; axis < 3; ++axis) {
        const float f = size[axis] > 0 ? static_cast<float>(MeshSettings::kBins) / size[axis] : 0;
        usable[axis] = f > 0 && f < 1e30f;
        factor[axis] = usable[axis] ? f : 0;
      }
    }
    Lanes of(const LaneBox& box) const { return (box.doubledCentre() - lower) * factor; }
    static int bin(float position) {
      const int bin = static_cast<int>(position);
      return bin < 0 ? 0 : (bin >= MeshSettings::kBins ? MeshSettings::kBins - 1 : bin);
    }
  };

  Split findSplit(std::uint32_t begin, std::uint32_t end, const Scale& scale) const {
    LaneBox boxes[3][MeshSettings::kBins];
    std::uint32_t counts[3][MeshSettings::kBins] = {};
    const std::uint32_t stride = 1 + (end - begin) / MeshSettings::kSamples;
    std::uint32_t taken = 0;
    for (std::uint32_t i = begin; i < end; i += stride, ++taken) {
      const Lanes at = scale.of(items[i].box);
      for (int axis = 0; axis < 3; ++axis) {
        const int bin = Scale::bin(at[axis]);
        boxes[axis][bin].include(items[i].box);
        ++counts[axis][bin];
      }
    }
    Split best;
    for (int axis = 0; axis < 3; ++axis) {
      if (!scale.usable[axis]) continue;
      float right_cost[MeshSettings::kBins] = {};
      LaneBox box;
      std::uint32_t count = 0;
      for (int b = MeshSettings::kBins - 1; b > 0; --b) {
        box.include(boxes[axis][b]);
        count += counts[axis][b];
        right_cost[b] = count > 0 ? box.halfArea() * static_cast<float>(count) : 0;
      }
      box = {};
      count = 0;
      for (int b = 0; b + 1 < MeshSettings::kBins; ++b) {
        box.include(boxes[axis][b]);
        count += counts[axis][b];
        if (count == 0 || count == taken) continue;
        const float cost = box.halfArea() * static_cast<float>(count) + right_cost[b + 1];
        if (cost < best.cost) best = {axis, b, cost};
      }
    }
    return best;
  }

  std::uint32_t partition(std::uint32_t begin, std::uint32_t end, const Scale& scale, const Split& split,
                          Extent* extents) {
    std::uint32_t left = begin, right = end;
    while (left < right) {
      const Item item = items[left];
      const bool goes_right = Scale::bin(scale.of(item.box)[split.axis]) > split.bin;
      extents[goes_right ? 1 : 0].include(item.box);
      // Without a branch, which could not be predicted.
      right -= goes_right ? 1 : 0;
      const std::uint32_t other = goes_right ? right : left;
      items[left] = items[other];
      items[other] = item;
      left += goes_right ? 0 : 1;
    }
    return left;
  }

  /// Split of a few items: sorted along the longest axis of their centres, the cheapest split of the row.
  std::uint32_t splitSorted(std::uint32_t begin, std::uint32_t end, int axis) {
    const std::uint32_t count = end - begin;
    float keys[MeshSettings::kSortedBoxes];
    for (std::uint32_t i = 0; i < count; ++i) {
      const Item item = items[begin + i];
      const float key = item.box.doubledCentre()[axis];
      std::uint32_t j = i;
      for (; j > 0 && keys[j - 1] > key; --j) keys[j] = keys[j - 1], items[begin + j] = items[begin + j - 1];
      keys[j] = key, items[begin + j] = item;
    }
    float right_cost[MeshSettings::kSortedBoxes];
    LaneBox box;
    for (std::uint32_t i = count - 1; i > 0; --i) {
      box.include(items[begin + i].box);
      right_cost[i] = box.halfArea() * static_cast<float>(count - i);
    }
    box = {};
    std::uint32_t best = count / 2;
    float best_cost = 1e38f;
    for (std::uint32_t i = 1; i < count; ++i) {
      box.include(items[begin + i - 1].box);
      const float cost = box.halfArea() * static_cast<float>(i) + right_cost[i];
      if (cost < best_cost) best_cost = cost, best = i;
    }
    return begin + best;
  }

  /// Split into halves by count along an axis.
  std::uint32_t halve(std::uint32_t begin, std::uint32_t end, int axis) {
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(items.begin() + begin, items.begin() + middle, items.begin() + end,
                     [axis](const Item& a, const Item& b) {
                       const float ca = a.box.doubledCentre()[axis], cb = b.box.doubledCentre()[axis];
                       return ca < cb || (ca == cb && a.index() < b.index());
                     });
    return middle;
  }

  Extent extentOf(std::uint32_t begin, std::uint32_t end) const {
    Extent extent;
    for (std::uint32_t i = begin; i < end; ++i) extent.include(items[i].box);
    return extent;
  }

  /// Returns where the right part starts, and sets the extents of both parts.
  std::uint32_t split(const Task& task, Extent* extents) {
    const int axis = task.extent.centres.longestAxis();
    std::uint32_t middle = task.begin;
    if (task.depth < MeshSettings::kSahDepth) {
      if (task.end - task.begin <= MeshSettings::kSortedBoxes) {
        middle = splitSorted(task.begin, task.end, axis);
      } else {
        const Scale scale(task.extent.centres);
        const Split best = findSplit(task.begin, task.end, scale);
        if (best.axis >= 0) middle = partition(task.begin, task.end, scale, best, extents);
        if (middle != task.begin && middle != task.end) return middle;
      }
    }
    if (middle == task.begin || middle == task.end) middle = halve(task.begin, task.end, axis);
    extents[0] = extentOf(task.begin, middle);
    extents[1] = extentOf(middle, task.end);
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
  Builder builder;
  builder.items.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) builder.items[i] = Item::make(boxes[i], i);
  nodes.reserve(count);
  nodes.emplace_back();
  std::vector<Task> tasks{{0, 0, count, 0, builder.extentOf(0, count)}};
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    const LaneBox& box = task.extent.box;
    TriangleMesh::BvhNode& node = nodes[task.node];
    node.aabb = {{box.lower[0], box.lower[1], box.lower[2]}, {box.upper[0], box.upper[1], box.upper[2]}};
    if (task.end - task.begin <= kMaxLeafTriangles) {
      node.first = task.begin;
      node.count = task.end - task.begin;
      continue;
    }
    Extent extents[2];
    const std::uint32_t middle = builder.split(task, extents);
    const std::uint32_t left = static_cast<std::uint32_t>(nodes.size());
    node.first = left;
    node.count = 0;
    nodes.resize(nodes.size() + 2);
    tasks.push_back({left + 1, middle, task.end, task.depth + 1, extents[1]});
    tasks.push_back({left, task.begin, middle, task.depth + 1, extents[0]});
  }
  for (std::uint32_t i = 0; i < count; ++i) order[i] = builder.items[i].index();
}

}  // namespace carom::collide
