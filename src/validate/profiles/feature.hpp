// What engines treat differently: the rows of docs/profiles.md, each with what finds it in a scene.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validate/subject.hpp"

namespace carom::validate::profiles {

/// A place where a scene uses a feature.
struct Use {
  std::string pointer;
  std::string where;  ///< "node 3 (\"crate\")", or what else it is.
  double amount = 1;  ///< How much of it, where facts have a bound.
};

struct Feature {
  std::string_view title;  ///< A noun phrase.
  std::vector<Use> (*find)(const Subject& subject);
};

// Format.
extern const Feature kNoRootExtensions, kKhronosBodies, kGeometryNode, kGeometryMesh, kEarlierDraft,
    kOmiBodies, kOmiJoints, kVehicles, kGravity, kBehavior, kValueAnimation;
// Shapes.
extern const Feature kRoundShapes, kTaperedShapes, kPlanes, kMovingMeshes, kUnevenScale, kSkinnedGeometry,
    kMorphedGeometry;
// Bodies.
extern const Feature kInfiniteMass, kNoMass, kInertia, kInfiniteInertia, kTurnedVelocity, kScaledVelocity,
    kScaledCenter, kGravityFactor, kNestedBodies, kKinematicVelocity, kSpin, kAnimatedBodies;
// Surfaces.
extern const Feature kTwoFrictions, kMixedCombines, kNoCombine, kSystems, kFilterOfBody, kUnfiltered;
// Triggers and joints.
extern const Feature kTriggers, kCompoundTriggers, kWorldJoints, kRadialLimits, kBallLimits, kConeLimits,
    kWholeAngleLimits, kSoftLimits, kSoftLocks, kAngularSoftLimits, kAccelerationDrives, kForcelessDrives,
    kAngularDrives, kFastAngularDrives;

/// All of them, in the order of the matrix.
std::span<const Feature* const> allFeatures();

}  // namespace carom::validate::profiles
