// What engines and tools do with the physics of a file where they do otherwise than the documents say.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/result.hpp"
#include "carom/scene/scene.hpp"

namespace carom {

/// An engine whose importer is known. Texts live as long as the program.
struct EngineProfile {
  std::string_view name;   ///< For --profile.
  std::string_view title;  ///< "Babylon.js with Havok".
};

std::vector<EngineProfile> engineProfiles();
bool isEngineProfile(std::string_view name);

/// What an engine makes of a scene that was loaded from a file, as text for people. `profile` is a name of
/// engineProfiles().
std::string engineText(const Scene& scene, std::string_view profile);
/// The matrix of features and engines, docs/profiles.md.
std::string profilesPage();

}  // namespace carom
