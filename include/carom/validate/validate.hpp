// Checks glTF files and the physics in them.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/dialect/load.hpp"
#include "carom/validate/rule.hpp"

namespace carom {

/// Something found in a file.
struct Finding {
  std::string_view code;  ///< Of a rule.
  Grade grade = Grade::Error;
  std::string pointer;  ///< RFC 6901, "" for the whole file.
  std::string message;  ///< What is there, and what to do.
};

/// What to check, and what to leave unsaid.
struct ValidateOptions {
  LoadSettings load;
  std::vector<std::string> ignore;  ///< Codes that are not reported.
  std::vector<std::string> only;    ///< The only codes that are; empty: all.
  std::map<std::string, std::optional<Grade>, std::less<>> severity;  ///< By code; nothing: not reported.
  std::vector<std::string> profiles;  ///< Names of engines (profile.hpp) to say more about.
  bool with_official = false;         ///< The official validator's report will be merged (official.hpp).
  std::size_t max_issues = 0;         ///< Kept in a report; 0: all.
};

/// What physics a file holds.
struct PhysicsSummary {
  std::vector<std::string> dialects;
  std::size_t dynamic = 0, kinematic = 0;  ///< Bodies.
  std::size_t colliders = 0, triggers = 0, joints = 0, vehicles = 0, materials = 0, filters = 0;
};

/// What the official report calls `info`.
struct AssetSummary {
  std::string version, min_version, generator;
  std::vector<std::string> extensions_used, extensions_required;
  PhysicsSummary physics;
  std::string official;  ///< What the official validator says of it, a JSON object; "" unless merged.
};

/// All that was found in one file: the official validator's report.
struct ValidationReport {
  std::string uri;        ///< As the caller named the file.
  std::string mime_type;  ///< "" when it is neither a .gltf nor a .glb.
  std::vector<Finding> findings;
  std::array<std::size_t, kGradeCount> counts{};  ///< By grade, of all findings.
  bool truncated = false;                         ///< `findings` has not all of them.
  std::vector<std::string> used_by_physics;  ///< Pointers, when a report of the official validator is wanted.
  std::optional<AssetSummary> asset;         ///< Nothing when the file cannot be read as glTF.

  std::size_t count(Grade grade) const { return counts[static_cast<std::size_t>(grade)]; }
};

/// Checks a file. Never fails: what cannot be read is a finding.
ValidationReport validateFile(const std::filesystem::path& path, const ValidateOptions& options = {});
/// The same of bytes; files beside them are looked up in `folder` (none allowed when empty).
ValidationReport validateBytes(std::string bytes, std::string uri, const std::filesystem::path& folder,
                               const ValidateOptions& options = {});

}  // namespace carom
