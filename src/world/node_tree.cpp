// Local transforms of simulated nodes.
//
// A simulated node with rotation R and its own scale S has the global linear part G = R·O·S, with O = R₀ᵀ P₀
// Q₀ from the start: the parent's linear part and the node's local rotation. Below a parent P its local
// rotation has to be Q = P⁻¹ R O. That is one for every R when P is a rotation times a uniform scale; else
// only for some, and a translation, rotation and scale cannot express what remains, a shear. Then the nearest
// rotation is taken, the orthogonal factor of the polar decomposition Q = U·H (N. Higham, "Computing the
// polar decomposition", 1986: U ← (U + U⁻ᵀ)/2). The place is exact all the same. What hangs below such a node
// is placed from where a viewer will see it, not from where the simulation has it, so that errors do not add
// up.
#include "world/node_tree.hpp"

#include <algorithm>
#include <cmath>

#include "base/compact_sort.hpp"
#include "world/animation_track.hpp"

namespace carom::world {
namespace {

DMat3 inverseMatrix(const DMat3& m) {
  const DVec3 r0 = cross(m.cy, m.cz), r1 = cross(m.cz, m.cx), r2 = cross(m.cx, m.cy);
  const double det = dot(m.cx, r0);
  const double size = length(m.cx) * length(m.cy) * length(m.cz);
  if (!(std::abs(det) > 1e-12 * size)) return {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  const double s = 1 / det;
  return transposed(DMat3{r0 * s, r1 * s, r2 * s});
}

constexpr double kOrthonormal = 1e-4;  // As Scene::globalPose.
constexpr int kPolarSteps = 24;

/// How far the columns of a matrix are from a right-handed orthonormal frame.
double strain(const DMat3& m) {
  double most = 0;
  for (const double x : {dot(m.cx, m.cx) - 1, dot(m.cy, m.cy) - 1, dot(m.cz, m.cz) - 1, dot(m.cx, m.cy),
                         dot(m.cy, m.cz), dot(m.cz, m.cx)}) {
    most = std::abs(x) > most ? std::abs(x) : most;
  }
  return determinant(m) > 0 ? most : 1;
}

/// The rotation nearest to a matrix.
DQuat nearestRotation(const DMat3& linear) {
  DMat3 u = linear;
  for (int i = 0; i < kPolarSteps && strain(u) > 1e-12; ++i) {
    const DMat3 inverse = inverseMatrix(u);
    if (!(determinant(inverse) > 0)) return rotationOf(linear);
    const DMat3 sum = u + transposed(inverse);
    u = {sum.cx * 0.5, sum.cy * 0.5, sum.cz * 0.5};
  }
  return rotationOf(u);
}

}  // namespace

AffineTransform inverse(const AffineTransform& a) {
  const DMat3 linear = inverseMatrix(a.linear);
  return {linear, -(linear * a.translation)};
}

DQuat rotationOf(const DMat3& linear) {
  DVec3 x = normalized(linear.cx);
  DVec3 y = linear.cy;
  if (lengthSquared(x) == 0) {
    const DVec3 y_unit = normalized(y);
    x = lengthSquared(y_unit) > 0 ? perpendicular(y_unit) : DVec3{1, 0, 0};
    if (lengthSquared(y_unit) == 0 && lengthSquared(linear.cz) > 0) x = perpendicular(normalized(linear.cz));
  }
  y = normalized(y - x * dot(x, y));
  if (lengthSquared(y) == 0) {
    const DVec3 z = normalized(linear.cz - x * dot(x, linear.cz));
    y = lengthSquared(z) > 0 ? cross(z, x) : perpendicular(x);
  }
  return toQuaternion(DMat3{x, y, cross(x, y)});
}

NodeTree::NodeTree(const Scene& scene) : tracks_(scene.animations) {
  const std::size_t count = scene.nodes.size();
  nodes_.resize(count);
  globals_.resize(count);
  rotations_.resize(count);
  signs_.resize(count);
  animated_.assign(count, 0);
  follows_animation_.assign(count, 0);
  scales_or_follows_.assign(count, 0);
  scaling_.assign(count, 0);
  simulated_.assign(count, 0);
  inexact_.assign(count, 0);
  simulated_poses_.resize(count);
  lone_roots_.assign(count, 0);
  own_linear_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const SceneNode& node = scene.nodes[i];
    nodes_[i] = {node.translation, node.rotation, node.scale, node.parent};
  }
  std::erase_if(tracks_, [&](const NodeAnimation& track) { return track.times.empty() || track.node < 0; });
  for (const NodeAnimation& track : tracks_) {
    if (track.property != NodeProperty::Scale) animated_[index(track.node)] = 1;
    if (track.property == NodeProperty::Scale) scaling_[index(track.node)] = 1;
    scales_or_follows_[index(track.node)] = 1;
  }
  sortTopDown(scene);
  for (const std::int32_t node : top_down_) {
    const std::int32_t up = parent(node);
    follows_animation_[index(node)] = animated_[index(node)] || (up >= 0 && follows_animation_[index(up)]);
    if (up >= 0 && scales_or_follows_[index(up)]) scales_or_follows_[index(node)] = 1;
    if (up >= 0 && scaling_[index(up)]) scaling_[index(node)] = 1;
  }
  if (!tracks_.empty()) first_ = nodes_;
  animate(0, {});
  for (const std::int32_t node : top_down_) updateGlobal(node);
}

void NodeTree::sortTopDown(const Scene& scene) {
  top_down_.reserve(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].parent < 0) top_down_.push_back(static_cast<std::int32_t>(i));
  }
  for (std::size_t i = 0; i < top_down_.size(); ++i) {
    const std::vector<std::int32_t>& children = scene.nodes[index(top_down_[i])].children;
    top_down_.insert(top_down_.end(), children.begin(), children.end());
  }
}

bool NodeTree::isAnimatedBelow(std::int32_t node, std::int32_t above) const {
  if (!hasAnimations() || node == above) return false;
  const std::int32_t up = parent(node);
  if (up >= 0 && scalesByAnimation(up)) return true;
  for (; node >= 0 && node != above; node = parent(node)) {
    if (isAnimated(node)) return true;
  }
  return false;
}

AffineTransform NodeTree::affine(const DTransform& pose, const DVec3& scale) {
  const DMat3 r = toMatrix(pose.rotation);
  return {{r.cx * scale.x, r.cy * scale.y, r.cz * scale.z}, pose.translation};
}

AffineTransform NodeTree::global(std::int32_t node) const {
  if (isLoneRoot(node)) return affine(simulated_poses_[index(node)], nodes_[index(node)].scale);
  return globals_[index(node)];
}

AffineTransform NodeTree::parentGlobal(std::int32_t node) const {
  const std::int32_t up = parent(node);
  return up >= 0 ? global(up) : AffineTransform{};
}

void NodeTree::updateGlobal(std::int32_t node) {
  const std::size_t i = index(node);
  const Local& local = nodes_[i];
  const auto sign = [](double x) { return x < 0 ? -1.0 : 1.0; };
  const DVec3 signs{sign(local.scale.x), sign(local.scale.y), sign(local.scale.z)};
  globals_[i] = parentGlobal(node) * affine(local);
  rotations_[i] = local.parent >= 0 ? normalized(turned(local.parent) * local.rotation) : local.rotation;
  signs_[i] = local.parent >= 0 ? scaled(signs_[index(local.parent)], signs) : signs;
}

void NodeTree::animate(double common, std::span<const double> of_animations) {
  for (const NodeAnimation& track : tracks_) {
    Local& node = nodes_[index(track.node)];
    const bool own = track.animation >= 0 && index(track.animation) < of_animations.size();
    const double time = own ? of_animations[index(track.animation)] : common;
    if (std::isnan(time)) continue;
    switch (track.property) {
      case NodeProperty::Translation:
        node.translation = sampleVector(track, time);
        break;
      case NodeProperty::Rotation:
        node.rotation = sampleRotation(track, time);
        break;
      case NodeProperty::Scale:
        node.scale = sampleVector(track, time);
        break;
    }
  }
}

void NodeTree::putBack(const NodeAnimation& track) {
  Local& node = nodes_[index(track.node)];
  const Local& first = first_[index(track.node)];
  if (track.property == NodeProperty::Translation) node.translation = first.translation;
  if (track.property == NodeProperty::Rotation) node.rotation = first.rotation;
  if (track.property == NodeProperty::Scale) node.scale = first.scale;
}

void NodeTree::setLocal(std::int32_t node, NodeProperty property, const Value& value) {
  Local& local = nodes_[index(node)];
  if (property == NodeProperty::Translation) local.translation = value.vector();
  if (property == NodeProperty::Rotation) local.rotation = normalized(value.quaternion());
  if (property == NodeProperty::Scale) local.scale = value.vector();
}

void NodeTree::updateAll() {
  if (!changing_known_) findChanging();
  for (const std::int32_t node : top_down_) update(node);
}

void NodeTree::makeSimulated(std::int32_t node) {
  const DQuat turned = rotation(node);
  own_linear_[index(node)] =
      transposed(toMatrix(turned)) * (parentGlobal(node).linear * toMatrix(nodes_[index(node)].rotation));
  rotations_[index(node)] = turned;
  simulated_poses_[index(node)] = {globals_[index(node)].translation, turned};
  simulated_[index(node)] = 1;
  changing_known_ = false;
}

bool NodeTree::isAlone(std::int32_t node) {
  if (!changing_known_) findChanging();
  return !carried_[index(node)] && first_hanging_[index(node)] == first_hanging_[index(node) + 1];
}

void NodeTree::setSimulated(std::int32_t node, const DTransform& pose) {
  simulated_poses_[index(node)] = pose;
  const bool alone = isAlone(node);
  if (isLoneRoot(node)) return;
  rotations_[index(node)] = pose.rotation;
  if (!carried_[index(node)]) placeSimulated(node);
  if (!alone) set_.push_back(node);
}

void NodeTree::placeSimulated(std::int32_t node) {
  const std::size_t i = index(node);
  const DTransform& pose = simulated_poses_[i];
  if (parent(node) < 0) {  // Its own scale is all there is.
    nodes_[i].translation = pose.translation;
    nodes_[i].rotation = pose.rotation;
    globals_[i] = affine(nodes_[i]);
    return;
  }
  const AffineTransform up = parentGlobal(node), down = inverse(up);
  Local& local = nodes_[i];
  local.translation = down.linear * pose.translation + down.translation;
  DMat3 turned = down.linear * (toMatrix(pose.rotation) * own_linear_[i]);
  // A scale that is animated stretches the node along its axes; only their directions have to be right.
  if (scalesByAnimation(parent(node)))
    turned = {normalized(turned.cx), normalized(turned.cy), normalized(turned.cz)};
  const double off = strain(turned);
  local.rotation = off < 1e-9 ? rotationOf(turned) : nearestRotation(turned);
  inexact_[i] = off > kOrthonormal;
  globals_[i] = up * affine(local);
}

void NodeTree::findChanging() {
  changing_known_ = true;
  changing_.clear();
  set_.clear();
  carried_.assign(nodes_.size(), 0);
  for (const std::int32_t node : top_down_) {
    const std::int32_t up = parent(node);
    carried_[index(node)] = up >= 0 && (carried_[index(up)] || animated_[index(up)] || scaling_[index(up)] ||
                                        simulated_[index(up)]);
    if (!scales_or_follows_[index(node)]) continue;
    const bool own = scaling_[index(node)] || (animated_[index(node)] && !simulated_[index(node)]);
    if (own || carried_[index(node)]) changing_.push_back(node);
  }
  findHanging();
  findLoneRoots();
}

void NodeTree::findLoneRoots() {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const bool was = lone_roots_[i] != 0;
    lone_roots_[i] = simulated_[i] && nodes_[i].parent < 0 && !scales_or_follows_[i] &&
                     first_hanging_[i] == first_hanging_[i + 1];
    if (!was || lone_roots_[i]) continue;
    rotations_[i] = simulated_poses_[i].rotation;
    placeSimulated(static_cast<std::int32_t>(i));
  }
}

void NodeTree::findHanging() {
  const std::size_t count = nodes_.size();
  std::vector<std::uint8_t> asked(count, 0);
  for (std::size_t i = count; i-- > 0;) {
    const std::int32_t node = top_down_[i], up = parent(node);
    if (animated_[index(node)] || simulated_[index(node)]) asked[index(node)] = 1;
    if (up >= 0 && asked[index(node)]) asked[index(up)] = 1;
  }
  first_hanging_.assign(count + 1, 0);
  rank_.resize(count);
  visited_.assign(count, 0);
  const auto hangs = [&](std::int32_t node) {
    return carried_[index(node)] && asked[index(node)] && !scales_or_follows_[index(node)];
  };
  for (std::size_t i = 0; i < count; ++i) {
    rank_[index(top_down_[i])] = static_cast<std::int32_t>(i);
    if (hangs(top_down_[i])) ++first_hanging_[index(parent(top_down_[i])) + 1];
  }
  for (std::size_t i = 0; i < count; ++i) first_hanging_[i + 1] += first_hanging_[i];
  hanging_.resize(static_cast<std::size_t>(first_hanging_[count]));
  std::vector<std::int32_t> next(first_hanging_.begin(), first_hanging_.end() - 1);
  for (const std::int32_t node : top_down_) {
    if (hangs(node)) hanging_[next[index(parent(node))]++] = node;
  }
}

void NodeTree::update(std::int32_t node) {
  if (!simulated_[index(node)]) return updateGlobal(node);
  const DTransform before = localPose(node);
  placeSimulated(node);
  if (!(localPose(node) == before)) replaced_.push_back(node);
}

void NodeTree::updateGlobals() {
  if (!changing_known_) findChanging();
  // Uppermost first: a node below another that was set is reached from there.
  compactSort(set_.begin(), set_.end(),
              [&](std::int32_t a, std::int32_t b) { return rank_[index(a)] < rank_[index(b)]; });
  open_.clear();
  for (const std::int32_t set : set_) {
    if (visited_[index(set)]) continue;
    const std::size_t begin = open_.size();
    open_.push_back(set);
    for (std::size_t i = begin; i < open_.size(); ++i) {
      const std::int32_t node = open_[i];
      visited_[index(node)] = 1;
      if (carried_[index(node)] && !scales_or_follows_[index(node)]) update(node);
      for (std::int32_t k = first_hanging_[index(node)]; k < first_hanging_[index(node) + 1]; ++k)
        open_.push_back(hanging_[k]);
    }
  }
  for (const std::int32_t node : open_) visited_[index(node)] = 0;
  set_.clear();
  for (const std::int32_t node : changing_) update(node);
}

bool NodeTree::isSheared(std::int32_t node) const {
  const DMat3 m = global(node).linear;
  const auto leans = [](const DVec3& a, const DVec3& b) {
    return std::abs(dot(a, b)) > kOrthonormal * std::sqrt(dot(a, a) * dot(b, b));
  };
  return leans(m.cx, m.cy) || leans(m.cy, m.cz) || leans(m.cz, m.cx);
}

DTransform NodeTree::pose(std::int32_t node) const {
  if (isLoneRoot(node)) return simulated_poses_[index(node)];
  return {globals_[index(node)].translation, rotation(node)};
}

DQuat NodeTree::rotation(std::int32_t node) const {
  // A mirrored ancestor turns the rotations below it, so there the matrix decides.
  const DVec3& s = signs_[index(node)];
  const bool mirrored = s.x < 0 || s.y < 0 || s.z < 0;
  if (simulated_[index(node)] || !mirrored || isSheared(node)) return turned(node);
  const DMat3 m = global(node).linear;
  return rotationOf({m.cx * s.x, m.cy * s.y, m.cz * s.z});
}

DTransform NodeTree::relative(std::int32_t node, std::int32_t above) const {
  AffineTransform chain;
  DQuat turn{};
  DVec3 signs = signs_[index(above)];
  const auto sign = [](double x) { return x < 0 ? -1.0 : 1.0; };
  for (; node != above; node = parent(node)) {
    const Local& local = nodes_[index(node)];
    chain = affine(local) * chain;
    turn = local.rotation * turn;
    signs = scaled(signs, DVec3{sign(local.scale.x), sign(local.scale.y), sign(local.scale.z)});
  }
  const DVec3& scale = nodes_[index(above)].scale;
  const DMat3& own = own_linear_[index(above)];
  const DMat3 linear{own.cx * scale.x, own.cy * scale.y, own.cz * scale.z};
  // As pose() does: the matrix decides where something is mirrored.
  if (signs.x < 0 || signs.y < 0 || signs.z < 0) {
    const DMat3 m = linear * chain.linear;
    turn = rotationOf({m.cx * signs.x, m.cy * signs.y, m.cz * signs.z});
  }
  return {linear * chain.translation, normalized(turn)};
}

DVec3 NodeTree::scale(std::int32_t node) const {
  const DMat3 m = global(node).linear;
  return scaled(signs_[index(node)], DVec3{length(m.cx), length(m.cy), length(m.cz)});
}

}  // namespace carom::world
