// Transforms of the nodes: those of the scene, replaced where an animation or a simulated body moves a node.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::world {

/// p ↦ linear · p + translation.
struct AffineTransform {
  DMat3 linear;
  DVec3 translation;
  friend AffineTransform operator*(const AffineTransform& a, const AffineTransform& b) {
    return {a.linear * b.linear, a.linear * b.translation + a.translation};
  }
};

/// Inverse; the zero matrix if a scale is zero.
AffineTransform inverse(const AffineTransform& a);
/// The rotation nearest in the sense of Gram and Schmidt on the columns x, y; columns of zero length are
/// completed.
DQuat rotationOf(const DMat3& linear);

class NodeTree {
 public:
  /// Takes the nodes and animations of a scene, at time 0.
  explicit NodeTree(const Scene& scene);

  /// Sets the local transforms of animated nodes to times, s: those of their animations, else `time`; not
  /// where that is NaN. Global transforms follow at the next updateGlobals.
  void animate(double time, std::span<const double> of_animations);
  /// Puts the animated properties of a node back to what the file says without animations.
  void putBack(const NodeAnimation& track);
  const std::vector<NodeAnimation>& tracks() const { return tracks_; }
  /// Sets a property of a node that is not simulated. Global transforms follow at the next updateAll.
  void setLocal(std::int32_t node, NodeProperty property, const Value& value);
  /// Every node: after setLocal, of nodes that nothing was known to move.
  void updateAll();
  /// Marks a node as moved by the simulation: its global pose is set by setSimulated from now on. Its local
  /// transform follows from that, and is what is to be written to it.
  void makeSimulated(std::int32_t node);
  /// The node's transforms are right after the next updateGlobals.
  void setSimulated(std::int32_t node, const DTransform& pose);
  /// Whether nothing moves a simulated node but the simulation, and nothing that anybody asks for hangs below
  /// it. Such nodes may be set by several threads at once, and their transforms are right at once.
  bool isAlone(std::int32_t node);
  /// Brings up to date what follows animations and what hangs below simulated nodes that were set since the
  /// last call; of the latter only what anything asks for. Parents first.
  void updateGlobals();
  /// Simulated nodes whose local transform has changed since something above them moves, since the last call
  /// of forgetReplaced; each at least once.
  const std::vector<std::int32_t>& replaced() const { return replaced_; }
  void forgetReplaced() { replaced_.clear(); }
  /// Puts a simulated node back to where it was; right after the next restoreGlobals (snapshot.cpp).
  void restoreSimulated(std::int32_t node, const DTransform& pose, const DTransform& local, bool exact);
  void restoreGlobals(double time, std::span<const double> of_animations);
  /// Whether a simulated node's local transform puts it where the simulation has it. It does not where that
  /// takes a shear: below a non-uniform scale, or one of zero.
  bool isExact(std::int32_t node) const { return !inexact_[index(node)]; }

  AffineTransform global(std::int32_t node) const;
  /// Rigid part of the global transform, split as Scene::globalPose does.
  DTransform pose(std::int32_t node) const;
  /// Pose of a node in the space of a simulated one at or above it, from the local transforms between them:
  /// the same bits wherever the simulated node is.
  DTransform relative(std::int32_t node, std::int32_t above) const;
  /// Scale along the node's axes, with the signs that the scales on the way from the root multiply to.
  DVec3 scale(std::int32_t node) const;
  /// A non-uniform scale above a rotation: pose and scale are an approximation.
  bool isSheared(std::int32_t node) const;
  bool isAnimated(std::int32_t node) const {
    return animated_[index(node)];
  }  ///< Itself, translation or rotation.
  bool movesByAnimation(std::int32_t node) const {
    return follows_animation_[index(node)];
  }  ///< Or an ancestor of it.
  /// An animation changes where it is in the frame of a node above it, or in the scene (-1): it moves the
  /// node or one between, or scales something above.
  bool isAnimatedBelow(std::int32_t node, std::int32_t above) const;
  /// An animation changes its scale, or that of an ancestor.
  bool scalesByAnimation(std::int32_t node) const { return scaling_[index(node)] != 0; }
  bool isSimulated(std::int32_t node) const { return simulated_[index(node)] != 0; }
  std::size_t size() const { return nodes_.size(); }
  DVec3 localScale(std::int32_t node) const { return nodes_[index(node)].scale; }
  std::int32_t parent(std::int32_t node) const { return nodes_[index(node)].parent; }
  /// Every node after its parent.
  const std::vector<std::int32_t>& topDown() const { return top_down_; }
  bool hasAnimations() const { return !tracks_.empty(); }

  /// Local transform, as animated or simulated.
  DTransform localPose(std::int32_t node) const {
    if (isLoneRoot(node)) return simulated_poses_[index(node)];
    return {nodes_[index(node)].translation, nodes_[index(node)].rotation};
  }

 private:
  struct Local {
    DVec3 translation;
    DQuat rotation;
    DVec3 scale{1, 1, 1};
    std::int32_t parent = -1;
  };
  static std::size_t index(std::int32_t node) { return static_cast<std::size_t>(node); }
  static AffineTransform affine(const DTransform& pose, const DVec3& scale);
  static AffineTransform affine(const Local& local) {
    return affine({local.translation, local.rotation}, local.scale);
  }
  bool isLoneRoot(std::int32_t node) const { return lone_roots_[index(node)] != 0; }
  /// Product of the rotations from the root down.
  const DQuat& turned(std::int32_t node) const {
    return isLoneRoot(node) ? simulated_poses_[index(node)].rotation : rotations_[index(node)];
  }
  DQuat rotation(std::int32_t node) const;
  AffineTransform parentGlobal(std::int32_t node) const;
  /// Global transform of a node from its parent's and its local transform.
  void updateGlobal(std::int32_t node);
  void sortTopDown(const Scene& scene);
  void findChanging();
  void findHanging();
  void findLoneRoots();
  void update(std::int32_t node);
  /// Local transform of a simulated node from its pose and its parent's global transform.
  void placeSimulated(std::int32_t node);

  std::vector<Local> nodes_;
  std::vector<AffineTransform> globals_;
  std::vector<DQuat> rotations_;        ///< See turned().
  std::vector<DVec3> signs_;            ///< Products of the scales' signs.
  std::vector<std::int32_t> top_down_;  ///< Every node after its parent.
  std::vector<std::int32_t> changing_;  ///< Those that are animated or below one that is, top down.
  // Nodes that move only when a simulated node above them does, and are or have below them a simulated or
  // animated one; nothing asks where the others are.
  std::vector<std::int32_t> hanging_;        ///< By parent: hanging_[first_hanging_[p]] and on.
  std::vector<std::int32_t> first_hanging_;  ///< By node, and the end.
  std::vector<std::int32_t> rank_;           ///< Place in top_down_.
  std::vector<std::int32_t> set_, open_;     ///< Simulated nodes set since the last update; to be visited.
  std::vector<std::uint8_t> visited_;        ///< By node; zero between updates.
  std::vector<std::int32_t> replaced_;
  std::vector<std::uint8_t> animated_, follows_animation_, simulated_, inexact_, scaling_;
  std::vector<std::uint8_t> scales_or_follows_;  ///< The same with animations of the scale.
  std::vector<std::uint8_t> carried_;            ///< A node above it can move.
  std::vector<DTransform> simulated_poses_;      ///< Of simulated nodes.
  /// Simulated nodes without a parent that are alone: their pose is all that is kept, the rest follows from
  /// it.
  std::vector<std::uint8_t> lone_roots_;
  std::vector<DMat3>
      own_linear_;  ///< Of simulated nodes: global linear part = rotation · own_linear_ · scale.
  std::vector<NodeAnimation> tracks_;
  std::vector<Local> first_;  ///< As the file says, without animations; empty where there are none.
  bool changing_known_ = false;
};

}  // namespace carom::world
