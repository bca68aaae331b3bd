#include "carom/scene/scene.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

/// The nodes from `node` up to its root, `node` first. Ends early if the parents form a loop, which files
/// cannot have but edited scenes can.
std::vector<std::int32_t> pathToRoot(const std::vector<SceneNode>& nodes, std::int32_t node) {
  std::vector<std::int32_t> path;
  const auto count = static_cast<std::int32_t>(nodes.size());
  while (node >= 0 && node < count && path.size() < nodes.size()) {
    path.push_back(node);
    node = nodes[node].parent;
  }
  return path;
}

double signOf(double value) {
  return value < 0 ? -1.0 : 1.0;
}

/// Columns of a matrix that are nearly perpendicular to each other. 1e-4 is what rounding of a file's 32-bit
/// rotations and scales can leave; real shears are far above it.
bool isOrthogonal(const DMat3& m) {
  const double xx = dot(m.cx, m.cx), yy = dot(m.cy, m.cy), zz = dot(m.cz, m.cz);
  constexpr double kTolerance = 1e-4;
  const auto perpendicular = [](const DVec3& a, const DVec3& b, double aa, double bb) {
    return std::abs(dot(a, b)) <= kTolerance * std::sqrt(aa * bb);
  };
  return perpendicular(m.cx, m.cy, xx, yy) && perpendicular(m.cy, m.cz, yy, zz) &&
         perpendicular(m.cz, m.cx, zz, xx);
}

}  // namespace

// The global matrix of a node is the product of T·R·S from its root down. Where that product is again a
// rotation and a scale along the node's axes, the split is exact. Signs of the scale are those the file's
// scales multiply to; a mirrored ancestor changes the rotation below it (S·R = R'·S), so the rotation is then
// taken from the matrix. Where scales and rotations mix to a shear, the rotation is the product of the
// rotations and the scale the column lengths.
namespace {

/// Transform accumulated from a root to a node.
struct Accumulated {
  DMat3 matrix;
  DVec3 translation;
  DQuat rotation;
  DVec3 signs{1, 1, 1};
  bool all_positive = true;
  bool is_root = true;

  Accumulated below(const SceneNode& local, bool root) const {
    Accumulated out;
    const DMat3 turned = toMatrix(local.rotation);
    out.translation = translation + matrix * local.translation;
    out.matrix =
        matrix * DMat3{turned.cx * local.scale.x, turned.cy * local.scale.y, turned.cz * local.scale.z};
    out.rotation = rotation * local.rotation;
    out.signs = scaled(signs, DVec3{signOf(local.scale.x), signOf(local.scale.y), signOf(local.scale.z)});
    out.all_positive = all_positive && local.scale.x > 0 && local.scale.y > 0 && local.scale.z > 0;
    out.is_root = root;
    return out;
  }

  Scene::GlobalPose split() const {
    Scene::GlobalPose pose;
    pose.scale = {length(matrix.cx) * signs.x, length(matrix.cy) * signs.y, length(matrix.cz) * signs.z};
    pose.sheared = !isOrthogonal(matrix);
    pose.transform.translation = translation;
    const bool has_zero = pose.scale.x == 0 || pose.scale.y == 0 || pose.scale.z == 0;
    if (all_positive || pose.sheared || has_zero) {
      pose.transform.rotation = is_root ? rotation : normalized(rotation);
    } else {
      const DMat3 axes{matrix.cx * (1 / pose.scale.x), matrix.cy * (1 / pose.scale.y),
                       matrix.cz * (1 / pose.scale.z)};
      pose.transform.rotation = toQuaternion(axes);
    }
    return pose;
  }
};

}  // namespace

Scene::GlobalPose Scene::globalPose(std::int32_t node) const {
  const std::vector<std::int32_t> path = pathToRoot(nodes, node);
  Accumulated at;
  for (auto it = path.rbegin(); it != path.rend(); ++it) {
    at = at.below(nodes[*it], it == path.rbegin());
  }
  return at.split();
}

std::vector<Scene::GlobalPose> Scene::globalPoses() const {
  const auto count = static_cast<std::int32_t>(nodes.size());
  std::vector<Accumulated> found(nodes.size());
  std::vector<std::uint8_t> known(nodes.size(), 0);
  std::vector<std::int32_t> open;
  for (std::int32_t first = 0; first < count; ++first) {
    // Up to the nearest node that is known, and down again.
    std::int32_t up = first;
    open.clear();
    while (up >= 0 && up < count && !known[up] && open.size() < nodes.size()) {
      open.push_back(up);
      up = nodes[up].parent;
    }
    const bool below_known = up >= 0 && up < count && known[up];
    Accumulated at = below_known ? found[up] : Accumulated{};
    for (std::size_t i = open.size(); i-- > 0;) {
      const auto node = static_cast<std::size_t>(open[i]);
      at = at.below(nodes[node], i + 1 == open.size() && !below_known);
      found[node] = at;
      known[node] = 1;
    }
  }
  std::vector<GlobalPose> poses;
  poses.reserve(nodes.size());
  for (const Accumulated& at : found) poses.push_back(at.split());
  return poses;
}

std::int32_t Scene::motionOf(std::int32_t node) const {
  const std::vector<std::int32_t> path = pathToRoot(nodes, node);
  std::int32_t found = -1;
  std::size_t nearest = path.size();
  for (std::size_t i = 0; i < motions.size() && nearest > 0; ++i) {
    const auto end = path.begin() + static_cast<std::ptrdiff_t>(nearest);
    const auto place = std::find(path.begin(), end, motions[i].node);
    if (place == end) continue;
    nearest = static_cast<std::size_t>(place - path.begin());
    found = static_cast<std::int32_t>(i);
  }
  return found;
}

CombineMode combinedMode(std::optional<CombineMode> a, std::optional<CombineMode> b) {
  if (!a || !b) return a.value_or(b.value_or(CombineMode::Average));
  // The enumerators are in the documents' order of precedence.
  return static_cast<std::uint8_t>(*a) < static_cast<std::uint8_t>(*b) ? *a : *b;
}

double combine(double a, double b, CombineMode mode) {
  switch (mode) {
    case CombineMode::Average:
      return (a + b) * 0.5;
    case CombineMode::Minimum:
      return a < b ? a : b;
    case CombineMode::Maximum:
      return a > b ? a : b;
    case CombineMode::Multiply:
      break;
  }
  return a * b;
}

}  // namespace carom
