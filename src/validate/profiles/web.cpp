// What web loaders on Rapier does with physics. docs/profiles.md is made of this table.
#include "validate/profiles/profile.hpp"

namespace carom::validate::profiles::web {

namespace {

constexpr std::string_view kRead =
    "matrix-org/thirdroom, and the threads of cx20/gltf-test 893 to 935, noted 2026-08";

using enum Treatment;

// clang-format off
constexpr Fact kFacts[] = {
    {kSystems, Different, "more than 16 systems do not fit into a collision group", kRead, 16},
    {kNestedBodies, Different, "colliders count one level below the body only", kRead},
    {kRoundShapes, Different, "thirdroom takes height from end to end", kRead},
};
// clang-format on

}  // namespace

extern const Profile kProfile;
const Profile kProfile{"web", "web loaders on Rapier", kFacts};

}  // namespace carom::validate::profiles::web
