// The checks across fields and across the file, one function for each family of rules.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "json/document.hpp"
#include "validate/findings.hpp"
#include "validate/pairs.hpp"
#include "validate/subject.hpp"

namespace carom::validate {

/// What the extension lists of a file say; needs nothing but the document.
void checkExtensionLists(json::Value root, Findings& findings);
/// `said`: what the readers found.
void checkResources(const Subject& subject, const Diagnostics& said, Findings& findings);
void checkDialects(const Subject& subject, Findings& findings);
void checkBodies(const Subject& subject, Findings& findings);
void checkMasses(const Subject& subject, const ClosePairs& pairs, Findings& findings);
void checkShapes(const Subject& subject, Findings& findings);
void checkMeshes(const Subject& subject, Findings& findings);
void checkPlacement(const Subject& subject, const ClosePairs& pairs, Findings& findings);
void checkSurfaces(const Subject& subject, Findings& findings);
void checkJoints(const Subject& subject, Findings& findings);
void checkVolumes(const Subject& subject, Findings& findings);
void checkVehicles(const Subject& subject, Findings& findings);
void checkUnits(const Subject& subject, Findings& findings);
/// What the engine says of the scene when a world is made of it, where no rule has said it.
void checkWorld(const Scene& scene, Findings& findings);
/// The rule that a code of the engine stands for, null if none.
const Rule* ruleOfEngineCode(std::string_view code);
/// What the engines of these profiles do otherwise.
void checkProfiles(const Subject& subject, std::span<const std::string> names, Findings& findings);

}  // namespace carom::validate
