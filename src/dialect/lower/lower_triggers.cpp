// Triggers: one on a node, and in dialects of bodies with a type each as a body of its own.
//
// A body of type trigger owns every shape at and below its node that has no nearer body. So a compound can be
// written as such a body only where those shapes are exactly its parts; elsewhere its parts are written one
// by one. A single trigger is such a body on its own node, or on a new one below it where the node has
// something else to be.
#include <algorithm>
#include <map>
#include <set>

#include "dialect/joined.hpp"
#include "dialect/lower/lowering.hpp"
#include "dialect/read/node_order.hpp"

namespace carom::dialect {

namespace {

class TriggerLowering {
 public:
  explicit TriggerLowering(Lowering& lowering) : lowering_(lowering), scene_(lowering.scene) {}

  void lower() {
    removeEmpty();
    reportParts();
    separate();
    if (lowering_.target.body_form != BodyForm::Typed) return;
    while (splitOneRound()) {
    }
    removeSplit();
    giveBodies();
  }

 private:
  bool isCompound(const Trigger& trigger) const { return trigger.shape < 0; }
  void removeEmpty();
  void reportParts();
  void separate();
  bool splitOneRound();
  void removeSplit();
  void removeVolumes(const std::vector<std::int32_t>& moved);
  void giveBodies();
  /// By node: the nearest node at or above it with a body, taking all single triggers for bodies. -1: none.
  std::vector<std::int32_t> owners() const;
  std::vector<bool> singles() const;
  bool fits(std::size_t compound, const std::vector<std::int32_t>& owner) const;
  bool fitsAsSiblings(std::size_t compound, const std::vector<std::int32_t>& owner) const;
  void moveToOwnNode(Trigger& trigger);

  Lowering& lowering_;
  Scene& scene_;
  std::vector<bool> split_;     ///< Compounds that are given up.
  std::vector<bool> siblings_;  ///< Compounds by their parts being siblings.
};

void TriggerLowering::moveToOwnNode(Trigger& trigger) {
  trigger.node = lowering_.addNode(trigger.node, "trigger");
  const auto index = static_cast<std::int32_t>(&trigger - scene_.triggers.data());
  for (GravityVolume& volume : scene_.gravity_volumes) {
    if (volume.trigger == index) volume.node = trigger.node;  // Which is where the old one is.
  }
  lowering_.loss(LossKind::Implied, trigger.origin.pointer, "trigger-node",
                 "the trigger is written on a new child node, and events name that node");
}

/// Compounds without shapes never fire, and neither do compounds of only such compounds.
void TriggerLowering::removeEmpty() {
  split_.assign(scene_.triggers.size(), false);
  siblings_.assign(scene_.triggers.size(), false);
  for (bool any = true; any;) {
    any = false;
    for (std::size_t i = 0; i < split_.size(); ++i) {
      Trigger& trigger = scene_.triggers[i];
      if (split_[i] || !isCompound(trigger)) continue;
      std::erase_if(trigger.children, [this](std::int32_t child) { return split_[child]; });
      if (!trigger.children.empty()) continue;
      split_[i] = any = true;
      lowering_.loss(LossKind::Implied, trigger.origin.pointer, "empty-trigger",
                     "a trigger without shapes is not written; it never fires");
    }
  }
  removeSplit();
}

/// Who reports: in documents 002 and 004 the trigger alone, later its parts as well.
void TriggerLowering::reportParts() {
  const bool typed = lowering_.target.body_form == BodyForm::Typed;
  for (Trigger& trigger : scene_.triggers) {
    if (isCompound(trigger) && trigger.by_body != typed) {
      lowering_.loss(LossKind::Implied, trigger.origin.pointer, "trigger-parts",
                     typed ? "the parts of the compound trigger report no events of their own any more"
                           : "the parts of the trigger report events of their own as well");
    }
    trigger.by_body = typed;
  }
}

void TriggerLowering::separate() {
  std::map<std::int32_t, std::int32_t> keeper;  // By node: the trigger that stays there, a compound first.
  for (const bool compounds : {true, false}) {
    for (std::size_t i = 0; i < scene_.triggers.size(); ++i) {
      if (isCompound(scene_.triggers[i]) != compounds) continue;
      const auto [place, first] = keeper.try_emplace(scene_.triggers[i].node, static_cast<std::int32_t>(i));
      if (!first) moveToOwnNode(scene_.triggers[i]);
    }
  }
}

std::vector<bool> TriggerLowering::singles() const {
  std::vector<bool> single(scene_.triggers.size());
  for (std::size_t i = 0; i < single.size(); ++i) single[i] = !isCompound(scene_.triggers[i]);
  for (std::size_t i = 0; i < single.size(); ++i) {
    if (split_[i]) continue;
    for (const std::int32_t child : scene_.triggers[i].children) single[child] = false;
  }
  return single;
}

std::vector<std::int32_t> TriggerLowering::owners() const {
  std::vector<std::int32_t> owner(scene_.nodes.size(), -1);
  const auto mark = [&owner](std::int32_t node) { owner[node] = node; };
  for (const Motion& motion : scene_.motions) mark(motion.node);
  for (const StaticBody& body : scene_.static_bodies) mark(body.node);
  const std::vector<bool> single = singles();
  for (std::size_t i = 0; i < scene_.triggers.size(); ++i) {
    const bool body = isCompound(scene_.triggers[i]) && !split_[i] && !siblings_[i];
    if (single[i] || body) mark(scene_.triggers[i].node);
  }
  const NodeOrder order(scene_.nodes);
  for (const std::int32_t node : order.order()) {
    const auto at = static_cast<std::size_t>(node);
    const std::int32_t parent = scene_.nodes[at].parent;
    if (owner[at] < 0 && parent >= 0) owner[at] = owner[parent];
  }
  return owner;
}

/// Whether a body of type trigger on the compound's node would own its parts and nothing else.
bool TriggerLowering::fits(std::size_t compound, const std::vector<std::int32_t>& owner) const {
  const std::int32_t node = scene_.triggers[compound].node;
  if (lowering_.motion_at[node] >= 0) return false;
  for (const StaticBody& body : scene_.static_bodies) {
    if (body.node == node) return false;
  }
  for (const Collider& collider : scene_.colliders) {
    if (owner[collider.node] == node) return false;
  }
  std::size_t owned = 0;
  for (std::size_t i = 0; i < scene_.triggers.size(); ++i) {
    if (i != compound && owner[scene_.triggers[i].node] == node) ++owned;
  }
  const std::vector<std::int32_t>& children = scene_.triggers[compound].children;
  return owned == children.size() && std::all_of(children.begin(), children.end(), [&](std::int32_t child) {
           const Trigger& part = scene_.triggers[child];
           return !isCompound(part) && owner[part.node] == node;
         });
}

/// Whether its parts are children of its node and belong to a body that is no trigger.
bool TriggerLowering::fitsAsSiblings(std::size_t compound, const std::vector<std::int32_t>& owner) const {
  const Trigger& whole = scene_.triggers[compound];
  if (lowering_.target.shapes->shape || whole.children.size() < 2) return false;
  const auto is_body = [this](std::int32_t node) {
    if (lowering_.motion_at[node] >= 0) return true;
    return std::any_of(scene_.static_bodies.begin(), scene_.static_bodies.end(),
                       [node](const StaticBody& body) { return body.node == node; });
  };
  return std::all_of(whole.children.begin(), whole.children.end(), [&](std::int32_t child) {
    const Trigger& part = scene_.triggers[child];
    const std::int32_t body = owner[part.node];
    const bool solid = std::any_of(scene_.colliders.begin(), scene_.colliders.end(),
                                   [&part](const Collider& collider) { return collider.node == part.node; });
    return !isCompound(part) && scene_.nodes[part.node].parent == whole.node && !solid && body >= 0 &&
           body != part.node && is_body(body);
  });
}

bool TriggerLowering::splitOneRound() {
  const std::vector<std::int32_t> owner = owners();
  bool any = false;
  for (std::size_t i = 0; i < scene_.triggers.size(); ++i) {
    const Trigger& trigger = scene_.triggers[i];
    if (!isCompound(trigger) || split_[i]) continue;
    if (siblings_[i] ? fitsAsSiblings(i, owner) : fits(i, owner)) continue;
    any = true;
    if (!siblings_[i] && !lowering_.target.shapes->shape) {
      siblings_[i] = true;  // Looked at again in the next round, when its node is no body.
      continue;
    }
    siblings_[i] = false;
    split_[i] = true;
    lowering_.loss(LossKind::Approximated, trigger.origin.pointer, "compound-split",
                   joined("a compound trigger is written as its ", std::to_string(trigger.children.size()),
                          " parts; a body of type trigger on its node would own a different set of shapes"),
                   "the motion is the same; events name each part instead of the compound");
  }
  return any;
}

/// Gravity goes with its trigger.
void TriggerLowering::removeVolumes(const std::vector<std::int32_t>& moved) {
  for (GravityVolume& volume : scene_.gravity_volumes) {
    if (volume.trigger < 0) continue;
    const auto at = static_cast<std::size_t>(volume.trigger);
    volume.trigger = moved[at];
    if (volume.trigger >= 0) continue;
    const bool acted = !scene_.triggers[at].children.empty();
    lowering_.loss(acted ? LossKind::Dropped : LossKind::Implied, volume.origin.pointer, "gravity-volume",
                   "the gravity of a compound trigger is not written",
                   acted ? "this gravity no longer acts" : "");
    volume.node = -1;
  }
  std::erase_if(scene_.gravity_volumes, [](const GravityVolume& volume) { return volume.node < 0; });
}

void TriggerLowering::removeSplit() {
  std::vector<std::int32_t> moved(scene_.triggers.size(), -1);
  std::vector<Trigger> kept;
  for (std::size_t i = 0; i < scene_.triggers.size(); ++i) {
    if (split_[i]) continue;
    moved[i] = static_cast<std::int32_t>(kept.size());
    kept.push_back(std::move(scene_.triggers[i]));
  }
  removeVolumes(moved);
  std::set<std::int32_t>& siblings = lowering_.lowered.sibling_compounds;
  siblings.clear();
  for (std::size_t i = 0; i < siblings_.size(); ++i) {
    if (siblings_[i] && moved[i] >= 0) siblings.insert(moved[i]);
  }
  scene_.triggers = std::move(kept);
  split_.assign(scene_.triggers.size(), false);
  siblings_.assign(scene_.triggers.size(), false);
  for (const std::int32_t i : siblings) siblings_[i] = true;
  for (Trigger& trigger : scene_.triggers) {
    for (std::int32_t& child : trigger.children) child = moved[child];
    std::erase(trigger.children, -1);
  }
}

void TriggerLowering::giveBodies() {
  const std::vector<bool> single = singles();
  const std::vector<std::int32_t> owner = owners();
  std::vector<bool> busy(scene_.nodes.size());  // Has a body already, or owns shapes of others.
  for (const Motion& motion : scene_.motions) busy[motion.node] = true;
  for (const StaticBody& body : scene_.static_bodies) busy[body.node] = true;
  const auto own = [&](std::int32_t node) {
    if (const std::int32_t at = owner[node]; at >= 0) busy[at] = true;
  };
  for (const Collider& collider : scene_.colliders) own(collider.node);
  for (std::size_t i = 0; i < single.size(); ++i) {
    Trigger& trigger = scene_.triggers[i];
    if (single[i] && busy[trigger.node]) moveToOwnNode(trigger);
  }
}

}  // namespace

void lowerTriggers(Lowering& lowering) {
  TriggerLowering(lowering).lower();
}

}  // namespace carom::dialect
