// JSON text of bodies, materials, filters, joints and shapes, each written from its item of the scene.
#pragma once

#include <functional>
#include <string>

#include "carom/scene/scene.hpp"
#include "dialect/lower/write_target.hpp"
#include "dialect/write/object_text.hpp"

namespace carom::dialect {

/// A motion in the form of the target; `source`: the object it comes from.
std::string motionText(const WriteTarget& target, const Motion& motion, json::Value source);
/// A body of OMI that does not move.
std::string staticBodyText(const WriteTarget& target, json::Value source);
/// A body of type trigger.
std::string triggerBodyText(json::Value source);
std::string materialText(const Table& table, const Material& material, json::Value source);
std::string filterText(const Table& table, const CollisionFilter& filter, json::Value source);
/// A description with its limits and drives. `source` gives the object of a pointer.
/// Position of each limit in the list that is written, where two may have come from one.
std::vector<std::size_t> limitPositions(const RigidBodyFamily& family, const JointDescription& description);
std::string descriptionText(const RigidBodyFamily& family, const JointDescription& description,
                            const std::function<json::Value(const Origin&)>& source);
/// One constraint (document 001) of a lowered limit.
std::string constraintText(const JointLimit& limit, json::Value source);
/// An entry of an array of shapes. `mesh`: of a hull or triangle mesh.
std::string shapeText(const WriteTarget& target, const Shape& shape, std::int64_t mesh, bool is_trigger,
                      json::Value source);

}  // namespace carom::dialect
