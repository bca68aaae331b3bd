// What the documents alone does with physics. docs/profiles.md is made of this table.
#include "validate/profiles/profile.hpp"

namespace carom::validate::profiles::official {

namespace {

constexpr std::string_view kRead =
    "KHR_physics_rigid_bodies and KHR_implicit_shapes as of glTF_Physics ac5c413, 2025-10";
constexpr std::string_view kSchema = "the schema of motion in KHR_physics_rigid_bodies, 2025-10";
constexpr std::string_view kOmi = "gltf-extensions 89d328b of OMI, 2026-08";

using enum Treatment;

// clang-format off
constexpr Fact kFacts[] = {
    {kKhronosBodies, Done, "", kRead},
    {kGeometryNode, Dropped, "current documents have geometry.mesh only; carom convert --to khr writes it", kRead},
    {kGeometryMesh, Done, "", kRead},
    {kNoRootExtensions, Done, "", kRead},
    {kEarlierDraft, Dropped, "the draft is replaced; carom convert --to khr brings it up to date", kRead},
    {kOmiBodies, Approximated, "a reader of Khronos' documents alone reads nothing of it", kOmi},
    {kInfiniteMass, Different, "the schema forbids a mass of 0, which the text calls infinite", kSchema},
    {kInfiniteInertia, Different, "the schema forbids a moment of 0, which the text calls infinite", kSchema},
    {kMixedCombines, Done, "", kRead},
    {kWorldJoints, Done, "", kRead},
    {kNestedBodies, Done, "", kRead},
};
// clang-format on

}  // namespace

extern const Profile kProfile;
const Profile kProfile{"official", "the documents alone", kFacts};

}  // namespace carom::validate::profiles::official
