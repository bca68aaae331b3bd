// What MeshEditor (Jolt) does with physics. docs/profiles.md is made of this table.
#include "validate/profiles/profile.hpp"

namespace carom::validate::profiles::mesh_editor {

namespace {

constexpr std::string_view kRead = "read in MeshEditor 2ea03a88, 2026-08";

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
    {kPlanes, Approximated, "a box of 1 mm takes its place, unless it is infinite", kRead},
    {kMovingMeshes, Approximated, "its convex hull takes its place", kRead},
    {kSkinnedGeometry, Dropped, "the skin is not applied", kRead},
    {kMorphedGeometry, Dropped, "the weights are not applied", kRead},
    {kNoMass, Different, "the mass is 1 kg", kRead},
    {kInertia, Done, "", kRead},
    {kTurnedVelocity, Different, "the velocity is not turned with the node", kRead},
    {kScaledCenter, Done, "", kRead},
    {kGravityFactor, Done, "", kRead},
    {kNestedBodies, Approximated, "bodies below bodies are kept in part", kRead},
    {kTwoFrictions, Approximated, "only the dynamic friction is used", kRead},
    {kMixedCombines, Different, "maximum counts before multiply, average and minimum", kRead},
    {kSystems, Different, "more than 32 systems do not fit", kRead, 32},
    {kUnfiltered, Different, "a collider without a filter always collides", kRead},
    {kTriggers, Done, "", kRead},
    {kCompoundTriggers, Dropped, "they cause no events", kRead},
    {kWorldJoints, Done, "", kRead},
    {kRadialLimits, Approximated, "each axis has a range of its own", kRead},
    {kBallLimits, Approximated, "each axis has a range of its own", kRead},
    {kConeLimits, Approximated, "each axis has a range of its own", kRead},
    {kSoftLimits, Approximated, "springs are linear", kRead},
    {kAngularSoftLimits, Different, "they are hard", kRead},
    {kAccelerationDrives, Done, "", kRead},
    {kAnimatedBodies, Approximated, "the motion is baked into a timeline", kRead},
};
// clang-format on

}  // namespace

extern const Profile kProfile;
const Profile kProfile{"mesh-editor", "MeshEditor (Jolt)", kFacts};

}  // namespace carom::validate::profiles::mesh_editor
