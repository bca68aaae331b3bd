// What Blender's add-on (import and export) does with physics. docs/profiles.md is made of this table.
#include "validate/profiles/profile.hpp"

namespace carom::validate::profiles::blender {

namespace {

constexpr std::string_view kRead = "read in the exporter glTF_Physics_Blender_Exporter 0635d8f, 2026-01";

using enum Treatment;

// clang-format off
constexpr Fact kFacts[] = {
    {kKhronosBodies, Done, "", kRead},
    {kGeometryMesh, Refused, "the import ends with an error: a field that was removed is read", kRead},
    {kRoundShapes, Done, "", kRead},
    {kTaperedShapes, Done, "", kRead},
    {kPlanes, Dropped, "the collider is left out", kRead},
    {kMovingMeshes, Done, "", kRead},
    {kOmiBodies, Dropped, "the extension is not read", kRead},
    {kOmiJoints, Dropped, "the extension is not read", kRead},
    {kVehicles, Dropped, "the extensions are not read", kRead},
    {kSkinnedGeometry, Dropped, "the skin is not applied", kRead},
    {kMorphedGeometry, Dropped, "the weights are not applied", kRead},
    {kInertia, Dropped, "only the mass is kept", kRead},
    {kInfiniteInertia, Dropped, "only the mass is kept", kRead},
    {kTurnedVelocity, Done, "", kRead},
    {kGravityFactor, Done, "", kRead},
    {kNestedBodies, Approximated, "bodies below bodies are kept in part", kRead},
    {kTwoFrictions, Different, "both frictions are written from one value", kRead},
    {kMixedCombines, Dropped, "combine modes are exported and not imported", kRead},
    {kSystems, Different, "systems become numbered layers System_i, and a collider collides with the systems it is in", kRead},
    {kTriggers, Done, "", kRead},
    {kCompoundTriggers, Dropped, "triggers of several nodes are not exported", kRead},
    {kRadialLimits, Approximated, "each axis has a range of its own", kRead},
    {kBallLimits, Approximated, "each axis has a range of its own", kRead},
    {kConeLimits, Approximated, "each axis has a range of its own", kRead},
    {kSoftLimits, Approximated, "springs are kept in part", kRead},
    {kAccelerationDrives, Done, "", kRead},
};
// clang-format on

}  // namespace

extern const Profile kProfile;
const Profile kProfile{"blender", "Blender's add-on (import and export)", kFacts};

}  // namespace carom::validate::profiles::blender
