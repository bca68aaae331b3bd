// What Godot with the add-on omi-godot does with physics. docs/profiles.md is made of this table.
#include "validate/profiles/profile.hpp"

namespace carom::validate::profiles::omi_godot {

namespace {

constexpr std::string_view kRead = "read in omi-godot e421986, 2025-12";

using enum Treatment;

// clang-format off
constexpr Fact kFacts[] = {
    {kKhronosBodies, Dropped, "the extension is not read", kRead},
    {kGeometryNode, Dropped, "Khronos' extension is not read", kRead},
    {kGeometryMesh, Dropped, "Khronos' extension is not read", kRead},
    {kEarlierDraft, Dropped, "Khronos' extension is not read", kRead},
    {kOmiBodies, Done, "", kRead},
    {kOmiJoints, Approximated, "Godot's pin, hinge, slider or six-axis joint takes its place; of several limits of an axis the last counts", kRead},
    {kVehicles, Done, "", kRead},
    {kRoundShapes, Different, "height is taken from end to end, and only radius is read", kRead},
    {kTaperedShapes, Different, "only radius is read", kRead},
    {kPlanes, Dropped, "OMI has none", kRead},
    {kMovingMeshes, Approximated, "Godot's concave shape takes its place", kRead},
    {kInertia, Approximated, "only the diagonal is kept", kRead},
    {kGravityFactor, Dropped, "the factor is not read", kRead},
    {kNestedBodies, Different, "only the direct parent counts", kRead},
    {kTwoFrictions, Dropped, "materials are not read", kRead},
    {kMixedCombines, Dropped, "materials are not read", kRead},
    {kNoCombine, Dropped, "materials are not read", kRead},
    {kSystems, Dropped, "filters are not read", kRead},
    {kTriggers, Done, "", kRead},
    {kCompoundTriggers, Dropped, "triggers of several nodes are not read", kRead},
    {kRadialLimits, Approximated, "each axis has a range of its own", kRead},
    {kBallLimits, Approximated, "each axis has a range of its own", kRead},
    {kConeLimits, Approximated, "each axis has a range of its own", kRead},
    {kSoftLimits, Approximated, "stiffness becomes a softness, one to one", kRead},
    {kAccelerationDrives, Dropped, "drives act by force; a warning says so", kRead},
    {kAnimatedBodies, Dropped, "an animation does not reach physics", kRead},
    {kSkinnedGeometry, Dropped, "the skin is not applied", kRead},
    {kMorphedGeometry, Dropped, "the weights are not applied", kRead},
};
// clang-format on

}  // namespace

extern const Profile kProfile;
const Profile kProfile{"omi-godot", "Godot with the add-on omi-godot", kFacts};

}  // namespace carom::validate::profiles::omi_godot
