// What Godot with the importer of Khronos' extension does with physics. docs/profiles.md is made of this
// table.
#include "validate/profiles/profile.hpp"

namespace carom::validate::profiles::godot_khr {

namespace {

constexpr std::string_view kRead = "read in glTF_Physics_Godot_Importer 749b3ac, 2024-07";

using enum Treatment;

// clang-format off
constexpr Fact kFacts[] = {
    {kKhronosBodies, Dropped, "the draft of July 2024 is read, and no later one", kRead},
    {kGeometryNode, Dropped, "meshes are read from shapes, as in the draft of July 2024", kRead},
    {kOmiJoints, Dropped, "the extension is not read", kRead},
    {kVehicles, Dropped, "the extensions are not read", kRead},
    {kRoundShapes, Done, "", kRead},
    {kTaperedShapes, Approximated, "the taper is kept in part", kRead},
    {kPlanes, Dropped, "the collider is left out", kRead},
    {kMovingMeshes, Approximated, "Godot's concave shape takes its place", kRead},
    {kSkinnedGeometry, Dropped, "the skin is not applied", kRead},
    {kMorphedGeometry, Dropped, "the weights are not applied", kRead},
    {kNoMass, Different, "a mass is expected", kRead},
    {kTurnedVelocity, Different, "the velocity is not turned with the node", kRead},
    {kKinematicVelocity, Different, "the body pushes others and stays where it is", kRead},
    {kScaledCenter, Different, "the centre is not scaled", kRead},
    {kGravityFactor, Done, "", kRead},
    {kNestedBodies, Approximated, "bodies below bodies are kept in part", kRead},
    {kTwoFrictions, Approximated, "there is one friction", kRead},
    {kMixedCombines, Different, "maximum is never recognised", kRead},
    {kSystems, Different, "more than 32 systems do not fit", kRead, 32},
    {kFilterOfBody, Different, "a body has one filter", kRead},
    {kTriggers, Done, "", kRead},
    {kCompoundTriggers, Dropped, "triggers of several nodes are not read", kRead},
    {kWorldJoints, Refused, "the import ends with an error", kRead},
    {kRadialLimits, Approximated, "each axis has a range of its own", kRead},
    {kBallLimits, Approximated, "each axis has a range of its own", kRead},
    {kConeLimits, Approximated, "each axis has a range of its own", kRead},
    {kAngularDrives, Different, "the parameters of the linear axes are written", kRead},
    {kAnimatedBodies, Dropped, "an animation does not reach physics", kRead},
};
// clang-format on

}  // namespace

extern const Profile kProfile;
const Profile kProfile{"godot-khr", "Godot with the importer of Khronos' extension", kFacts};

}  // namespace carom::validate::profiles::godot_khr
