// What erhe (Jolt) does with physics. docs/profiles.md is made of this table.
#include "validate/profiles/profile.hpp"

namespace carom::validate::profiles::erhe {

namespace {

constexpr std::string_view kRead = "read in erhe 5e14619c, 2026-08";

using enum Treatment;

// clang-format off
constexpr Fact kFacts[] = {
    {kKhronosBodies, Done, "", kRead},
    {kGeometryNode, Dropped, "only geometry.mesh is read", kRead},
    {kGeometryMesh, Done, "", kRead},
    {kOmiBodies, Dropped, "the extension is not read", kRead},
    {kOmiJoints, Dropped, "the extension is not read", kRead},
    {kVehicles, Dropped, "the extensions are not read", kRead},
    {kRoundShapes, Done, "", kRead},
    {kTaperedShapes, Done, "", kRead},
    {kPlanes, Dropped, "the collider is left out", kRead},
    {kMovingMeshes, Approximated, "its convex hull takes its place", kRead},
    {kSkinnedGeometry, Dropped, "the skin is not applied", kRead},
    {kMorphedGeometry, Dropped, "the weights are not applied", kRead},
    {kInfiniteMass, Done, "", kRead},
    {kInertia, Done, "", kRead},
    {kTurnedVelocity, Done, "", kRead},
    {kScaledCenter, Different, "the centre is not scaled", kRead},
    {kGravityFactor, Done, "", kRead},
    {kNestedBodies, Approximated, "bodies below bodies are kept in part", kRead},
    {kTwoFrictions, Approximated, "only the dynamic friction is used", kRead},
    {kMixedCombines, Done, "", kRead},
    {kSystems, Different, "more than 64 systems do not fit", kRead, 64},
    {kUnfiltered, Different, "a collider without a filter does not collide with one that lists systems", kRead},
    {kTriggers, Done, "", kRead},
    {kCompoundTriggers, Done, "", kRead},
    {kWorldJoints, Done, "", kRead},
    {kRadialLimits, Approximated, "a box takes its place; a warning says so", kRead},
    {kBallLimits, Approximated, "a box takes its place", kRead},
    {kConeLimits, Approximated, "a pyramid takes its place", kRead},
    {kSoftLimits, Approximated, "springs are linear", kRead},
    {kAngularSoftLimits, Different, "they are hard", kRead},
    {kAccelerationDrives, Approximated, "drives act by force", kRead},
};
// clang-format on

}  // namespace

extern const Profile kProfile;
const Profile kProfile{"erhe", "erhe (Jolt)", kFacts};

}  // namespace carom::validate::profiles::erhe
