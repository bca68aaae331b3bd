// Colliders and triggers, single and compound.
#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"

namespace carom::dialect {

namespace {

/// A checked index moved to where its family's resources begin; -1 stays.
std::int32_t offset(std::int32_t index, std::int32_t base) {
  return index < 0 ? -1 : index + base;
}

/// Whether the record names its shape, valid or not; an error if the required name is missing.
bool namesShape(Reading& reading, const Record& record, std::string_view alternatives) {
  if (record.wrote(Key::Geometry)) return true;
  // OMI: -1 means none.
  if (record.wrote(Key::Shape)) return !record.has(Key::Shape) || record.index(Key::Shape) >= 0;
  // Families without `geometry` require `shape`, which the table has reported.
  if (record.table().indexOf(Key::Geometry) >= 0) {
    reading.diagnostics.error(codes::kPhysicsMissing, record.pointer(Key::Geometry),
                              joined(record.table().name, " must have ", alternatives));
  }
  return false;
}

/// OMI: a collider without a shape makes one of those below it, which they are by their body as well.
void hintGroup(Reading& reading, const Record& record) {
  for (const Key key : {Key::PhysicsMaterial, Key::CollisionFilter}) {
    if (record.index(key) < 0) continue;
    reading.diagnostics.hint(
        codes::kPhysicsUnusual, record.pointer(key),
        joined("'", record.name(key),
               "' has no effect on a collider without a shape; set it on the colliders below"));
  }
}

}  // namespace

void readCollider(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base,
                  std::int32_t node, json::Value object) {
  const Record record = readRecord(*family.collider, object, reading.context);
  if (!record.isObject()) return;
  if (!namesShape(reading, record, "'geometry'")) {
    hintGroup(reading, record);
    return;
  }
  Collider collider;
  collider.node = node;
  collider.shape = readShapeReference(reading, family, record, node);
  if (collider.shape < 0) return;
  collider.material = offset(record.index(Key::PhysicsMaterial), base.material);
  collider.filter = offset(record.index(Key::CollisionFilter), base.filter);
  collider.origin = record.origin();
  reading.scene.colliders.push_back(std::move(collider));
}

void readTrigger(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base, std::int32_t node,
                 json::Value object) {
  const Record record = readRecord(*family.trigger, object, reading.context);
  if (!record.isObject()) return;
  Trigger trigger;
  trigger.node = node;
  trigger.filter = offset(record.index(Key::CollisionFilter), base.filter);
  trigger.origin = record.origin();
  // OMI: "If not specified or empty, this node is not a compound trigger."
  const json::Value list = record.value(Key::Nodes);
  const bool empty = family.omi && list.isArray() && list.size() == 0;
  const bool listed = record.wrote(Key::Nodes) && !empty;
  if (empty) {
    reading.diagnostics.hint(codes::kPhysicsEmpty, record.pointer(Key::Nodes),
                             joined("'", record.name(Key::Nodes), "' is empty; omit it"));
  }
  const bool implicit = family.omi && !listed && !namesShape(reading, record, "");
  const bool compound = listed || implicit;
  if (listed) {
    if (record.wrote(Key::Geometry) || (record.wrote(Key::Shape) && namesShape(reading, record, ""))) {
      reading.diagnostics.error(codes::kPhysicsConflict, record.pointer(),
                                "a trigger must not have both 'nodes' and a shape of its own");
      return;
    }
    if (!record.has(Key::Nodes)) return;
  } else if (!implicit) {
    if (!namesShape(reading, record, "'geometry' or 'nodes'")) return;
    trigger.shape = readShapeReference(reading, family, record, node);
    if (trigger.shape < 0) {
      // Triggers of unknown shapes still count as triggers for the compounds that name them: see
      // linkCompounds.
      reading.trigger_of_node[node] = -2;
      return;
    }
  }
  const auto index = static_cast<std::int32_t>(reading.scene.triggers.size());
  reading.trigger_of_node[node] = index;
  if (compound) reading.compounds.push_back({index, listed ? list : json::Value()});
  reading.scene.triggers.push_back(std::move(trigger));
}

namespace {

/// OMI until February 2024: a trigger without a shape "should combine" those of the nodes below it "into one
/// trigger". A body in between, or another compound, has its own.
void linkImplicitCompounds(Reading& reading) {
  Scene& scene = reading.scene;
  std::vector<std::uint8_t> is_body(scene.nodes.size(), 0);
  for (const Motion& motion : scene.motions) is_body[motion.node] = 1;
  for (const StaticBody& body : scene.static_bodies) is_body[body.node] = 1;
  std::vector<std::int32_t> compound_of_node(scene.nodes.size(), -1);  // The compound of the node's shapes.
  std::vector<std::int32_t> implicit_at(scene.nodes.size(), -1), explicit_at(scene.nodes.size(), -1);
  for (const Reading::Compound& compound : reading.compounds) {
    const auto at = static_cast<std::size_t>(scene.triggers[compound.trigger].node);
    (compound.nodes ? explicit_at : implicit_at)[at] = compound.trigger;
  }
  for (const std::int32_t node : reading.order.order()) {
    const auto at = static_cast<std::size_t>(node);
    const std::int32_t parent = scene.nodes[at].parent;
    if (parent < 0) continue;
    const auto above = static_cast<std::size_t>(parent);
    compound_of_node[at] = implicit_at[above] >= 0   ? implicit_at[above]
                           : explicit_at[above] >= 0 ? -1
                                                     : compound_of_node[above];
    if (is_body[at]) compound_of_node[at] = -1;
    const std::int32_t trigger = reading.trigger_of_node[at];
    if (trigger >= 0 && compound_of_node[at] >= 0) {
      scene.triggers[compound_of_node[at]].children.push_back(trigger);
    }
  }
  for (const Reading::Compound& compound : reading.compounds) {
    const Trigger& trigger = scene.triggers[compound.trigger];
    if (compound.nodes || !trigger.children.empty()) continue;
    reading.diagnostics.warning(codes::kPhysicsNoEffect, trigger.origin.pointer,
                                "this trigger has no shape and no triggers below it; it never fires");
  }
}

}  // namespace

// A compound's children are proper descendants of its node, so compounds cannot contain themselves, at any
// depth.
void linkCompounds(Reading& reading) {
  std::vector<std::int32_t> seen(reading.nodeCount(), -1);
  bool implicit = false;
  for (const Reading::Compound& compound : reading.compounds) {
    Trigger& trigger = reading.scene.triggers[compound.trigger];
    implicit = implicit || !compound.nodes;
    for (std::size_t i = 0; i < compound.nodes.size(); ++i) {
      const auto child = static_cast<std::int32_t>(compound.nodes[i].number());
      const auto at = static_cast<std::size_t>(child);
      if (!reading.order.isBelow(child, trigger.node)) {
        reading.diagnostics.error(codes::kPhysicsCompound, compound.nodes[i].pointer(),
                                  joined("node ", std::to_string(child), " is not a descendant of node ",
                                         std::to_string(trigger.node), ", the compound trigger"));
      } else if (reading.trigger_of_node[at] == -1) {
        reading.diagnostics.error(codes::kPhysicsCompound, compound.nodes[i].pointer(),
                                  joined("node ", std::to_string(child), " has no trigger"));
      } else if (seen[at] == compound.trigger) {
        reading.diagnostics.warning(codes::kPhysicsUnusual, compound.nodes[i].pointer(),
                                    joined("node ", std::to_string(child), " is listed more than once"));
      } else {
        seen[at] = compound.trigger;
        if (reading.trigger_of_node[at] >= 0) trigger.children.push_back(reading.trigger_of_node[at]);
      }
    }
  }
  if (implicit) linkImplicitCompounds(reading);
}

}  // namespace carom::dialect
