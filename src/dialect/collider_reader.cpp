// Colliders and triggers, single and compound.
#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/reading.hpp"

namespace carom::dialect {

namespace {

/// A checked index moved to where its family's resources begin; -1 stays.
std::int32_t offset(std::int32_t index, std::int32_t base) {
  return index < 0 ? -1 : index + base;
}

/// Whether the record says what its shape is, rightly or not; an error when it must and does not.
bool namesShape(Reading& reading, const Record& record, std::string_view alternatives) {
  if (record.wrote(Key::Geometry) || record.wrote(Key::Shape)) return true;
  // Families without `geometry` require `shape`, which the table has reported.
  if (record.table().indexOf(Key::Geometry) >= 0) {
    reading.diagnostics.error(codes::kPhysicsMissing, record.pointer(Key::Geometry),
                              joined(record.table().name, " must have ", alternatives));
  }
  return false;
}

}  // namespace

void readCollider(Reading& reading, const RigidBodyFamily& family, const ResourceBase& base,
                  std::int32_t node, json::Value object) {
  const Record record = readRecord(*family.collider, object, reading.context);
  if (!record.isObject() || !namesShape(reading, record, "'geometry'")) return;
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
  const bool compound = record.wrote(Key::Nodes);
  if (compound) {
    if (record.wrote(Key::Geometry) || record.wrote(Key::Shape)) {
      reading.diagnostics.error(codes::kPhysicsConflict, record.pointer(),
                                "a trigger must not have both 'nodes' and a shape of its own");
      return;
    }
    if (!record.has(Key::Nodes)) return;
  } else {
    if (!namesShape(reading, record, "'geometry' or 'nodes'")) return;
    trigger.shape = readShapeReference(reading, family, record, node);
    if (trigger.shape < 0) {
      // Triggers of unknown shapes still count as triggers for the compounds that name them: see
      // linkCompounds.
      reading.trigger_of_node[static_cast<std::size_t>(node)] = -2;
      return;
    }
  }
  const auto index = static_cast<std::int32_t>(reading.scene.triggers.size());
  reading.trigger_of_node[static_cast<std::size_t>(node)] = index;
  if (compound) reading.compounds.push_back({index, record.value(Key::Nodes)});
  reading.scene.triggers.push_back(std::move(trigger));
}

// A compound's children are proper descendants of its node, so compounds cannot contain themselves, at any
// depth.
void linkCompounds(Reading& reading) {
  std::vector<std::int32_t> seen(reading.nodeCount(), -1);
  for (const Reading::Compound& compound : reading.compounds) {
    Trigger& trigger = reading.scene.triggers[static_cast<std::size_t>(compound.trigger)];
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
}

}  // namespace carom::dialect
