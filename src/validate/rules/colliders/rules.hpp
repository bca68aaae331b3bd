// Rules about: colliders and their geometry.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kPhysicsTooLarge;
extern const Rule kPhysicsShapeDisabled;
extern const Rule kPhysicsShapeSmall;
extern const Rule kPhysicsShapeLarge;
extern const Rule kPhysicsShapeApproximated;
extern const Rule kPhysicsScaleMirrored;
extern const Rule kPhysicsScaleSheared;
extern const Rule kPhysicsHullFlat;
extern const Rule kPhysicsMeshOpen;
extern const Rule kPhysicsMeshNonManifold;
extern const Rule kPhysicsMeshInsideOut;
extern const Rule kPhysicsMeshSlivers;
extern const Rule kPhysicsThinWall;
extern const Rule kPhysicsColliderSkinned;
extern const Rule kPhysicsOverlap;
extern const Rule kPhysicsNothingBelow;
extern const Rule kPhysicsNotApplied;
extern const Rule kPhysicsAnimatedGeometry;
extern const Rule kPhysicsAnimatedTwice;

std::span<const Rule* const> collidersRules();

}  // namespace carom::validate::rules
