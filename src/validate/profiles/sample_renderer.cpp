// What Khronos Sample Renderer (PhysX) does with physics. docs/profiles.md is made of this table.
#include "validate/profiles/profile.hpp"

namespace carom::validate::profiles::sample_renderer {

namespace {

constexpr std::string_view kRead = "read in source/PhysicsEngines/PhysX.js of glTF_Physics ac5c413, 2025-10";

using enum Treatment;

// clang-format off
constexpr Fact kFacts[] = {
    {kKhronosBodies, Done, "", kRead},
    {kGeometryNode, Dropped, "only geometry.mesh is read", kRead},
    {kGeometryMesh, Done, "", kRead},
    {kRoundShapes, Approximated, "a convex mesh takes its place", kRead},
    {kTaperedShapes, Approximated, "a convex mesh takes its place", kRead},
    {kPlanes, Different, "it is infinite, and its normal is not turned with the node", kRead},
    {kMovingMeshes, Approximated, "its convex hull takes its place", kRead},
    {kSkinnedGeometry, Dropped, "the skin is not applied", kRead},
    {kMorphedGeometry, Approximated, "the weights at loading are kept", kRead},
    {kOmiBodies, Dropped, "the extension is not read", kRead},
    {kOmiJoints, Dropped, "the extension is not read", kRead},
    {kVehicles, Dropped, "the extensions are not read", kRead},
    {kInertia, Different, "inertiaOrientation is not applied, and the inertia is set before the shapes are there", kRead},
    {kTurnedVelocity, Different, "the velocity is not turned with the node", kRead},
    {kGravityFactor, Approximated, "-9.81 times the factor is added along Y", kRead},
    {kNestedBodies, Done, "", kRead},
    {kAnimatedBodies, Done, "", kRead},
    {kTwoFrictions, Done, "", kRead},
    {kMixedCombines, Different, "PhysX's order counts, the inverse of the document's", kRead},
    {kSystems, Different, "more than 31 filters do not fit", kRead, 31},
    {kUnfiltered, Different, "colliders with and without a filter appear not to collide", kRead},
    {kTriggers, Approximated, "its shape is always convex", kRead},
    {kCompoundTriggers, Approximated, "entries are counted for each collider", kRead},
    {kWorldJoints, Done, "", kRead},
    {kRadialLimits, Approximated, "a box for each axis takes the place of the disc", kRead},
    {kBallLimits, Approximated, "it is a distance only where min is 0", kRead},
    {kConeLimits, Approximated, "the cone is symmetric, with one spring", kRead},
    {kSoftLimits, Approximated, "springs are linear", kRead},
    {kAccelerationDrives, Done, "", kRead},
};
// clang-format on

}  // namespace

extern const Profile kProfile;
const Profile kProfile{"khronos-renderer", "Khronos Sample Renderer (PhysX)", kFacts};

}  // namespace carom::validate::profiles::sample_renderer
