// What Babylon.js with Havok does with physics. docs/profiles.md is made of this table.
#include "validate/profiles/profile.hpp"

namespace carom::validate::profiles::babylon {

namespace {

constexpr std::string_view kRead = "read in the loader glTF_Physics_Babylon a920d07, 2026-01";
constexpr std::string_view kMeasured = "measured over the authors' models with the loader a920d07, 2026-01";

using enum Treatment;

// clang-format off
constexpr Fact kFacts[] = {
    {kKhronosBodies, Done, "", kRead},
    {kNoRootExtensions, Refused, "the file does not load", kMeasured},
    {kGeometryNode, Dropped, "the collider is left out without a message", kMeasured},
    {kGeometryMesh, Done, "", kMeasured},
    {kEarlierDraft, Refused, "other names are looked for, and nothing of the physics is found", kRead},
    {kOmiBodies, Dropped, "the extension is not read", kRead},
    {kOmiJoints, Dropped, "the extension is not read", kRead},
    {kVehicles, Dropped, "the extensions are not read", kRead},
    {kGravity, Dropped, "the extension is not read; the application sets gravity", kRead},
    {kBehavior, Dropped, "the graph does not reach physics", kMeasured},
    {kValueAnimation, Dropped, "physics values are not animated", kMeasured},
    {kRoundShapes, Done, "", kRead},
    {kTaperedShapes, Approximated, "a convex hull of about 30 divisions takes its place", kRead},
    {kPlanes, Dropped, "the collider is left out", kMeasured},
    {kMovingMeshes, Done, "", kRead},
    {kUnevenScale, Different, "a sphere scaled unevenly stays a sphere", kMeasured},
    {kSkinnedGeometry, Dropped, "the skin is not applied", kMeasured},
    {kMorphedGeometry, Dropped, "the weights are not applied", kMeasured},
    {kInfiniteMass, Different, "the body floats without gravity", kMeasured},
    {kNoMass, Done, "", kRead},
    {kInertia, Different, "the diagonal lands in a field per unit of mass: the inertia is the mass times the value", kMeasured},
    {kInfiniteInertia, Done, "", kRead},
    {kTurnedVelocity, Done, "", kRead},
    {kScaledVelocity, Different, "the node's scale multiplies both velocities", kMeasured},
    {kScaledCenter, Approximated, "the centre is multiplied with the absolute scale", kRead},
    {kGravityFactor, Done, "", kRead},
    {kNestedBodies, Different, "the inner body's colliders go to the outermost body", kMeasured},
    {kSpin, Different, "the rotation slows down: an angular damping of 0.1 is always on", kMeasured},
    {kAnimatedBodies, Dropped, "the animation of a body does not reach physics", kMeasured},
    {kTwoFrictions, Done, "", kRead},
    {kMixedCombines, Different, "multiply counts before average, maximum and minimum", kMeasured},
    {kNoCombine, Different, "without a mode restitution takes the minimum and friction the maximum", kMeasured},
    {kSystems, Different, "more than 32 systems share bits: the 33rd is the first", kMeasured, 32},
    {kFilterOfBody, Done, "", kRead},
    {kUnfiltered, Different, "a collider without a filter has Havok's own mask", kRead},
    {kTriggers, Dropped, "triggers are not read", kMeasured},
    {kCompoundTriggers, Dropped, "triggers are not read", kMeasured},
    {kWorldJoints, Refused, "a joint whose own node has no body above it is an error", kMeasured},
    {kRadialLimits, Different, "it becomes a signed range for each axis: a min of 0 blocks the negative side", kMeasured},
    {kBallLimits, Different, "it becomes a signed range for each axis, without stiffness: a min of 0 blocks the negative side", kMeasured},
    {kConeLimits, Different, "it becomes a signed range for each axis", kMeasured},
    {kWholeAngleLimits, Different, "it becomes a signed range for each axis, without stiffness", kMeasured},
    {kSoftLocks, Different, "it stays rigid", kMeasured},
    {kAccelerationDrives, Done, "", kRead},
    {kForcelessDrives, Different, "0 means unlimited", kMeasured},
    {kFastAngularDrives, Different, "the joint reaches 2.5 times the speed", kMeasured},
    {kAngularDrives, Done, "", kRead},
};
// clang-format on

}  // namespace

extern const Profile kProfile;
const Profile kProfile{"babylon", "Babylon.js with Havok", kFacts};

}  // namespace carom::validate::profiles::babylon
