// What Godot (engine core) does with physics. docs/profiles.md is made of this table.
#include "validate/profiles/profile.hpp"

namespace carom::validate::profiles::godot {

namespace {

constexpr std::string_view kRead = "read in modules/gltf/extensions/physics of Godot 037b646, 2026-11";

using enum Treatment;

// clang-format off
constexpr Fact kFacts[] = {
    {kKhronosBodies, Dropped, "the extension is not read", kRead},
    {kGeometryNode, Dropped, "Khronos' extension is not read", kRead},
    {kGeometryMesh, Dropped, "Khronos' extension is not read", kRead},
    {kEarlierDraft, Dropped, "Khronos' extension is not read", kRead},
    {kOmiBodies, Done, "", kRead},
    {kOmiJoints, Dropped, "the extension is not read", kRead},
    {kVehicles, Dropped, "the extensions are not read", kRead},
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
    {kAnimatedBodies, Dropped, "an animation does not reach physics", kRead},
    {kSkinnedGeometry, Dropped, "the skin is not applied", kRead},
    {kMorphedGeometry, Dropped, "the weights are not applied", kRead},
};
// clang-format on

}  // namespace

extern const Profile kProfile;
const Profile kProfile{"godot", "Godot (engine core)", kFacts};

}  // namespace carom::validate::profiles::godot
