// Rules about: extensions and arrays of the file as a whole.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kUndeclaredExtension;
extern const Rule kPhysicsExtensionUnused;
extern const Rule kUnusedExtensionRequired;
extern const Rule kGltfExtensionUnknown;
extern const Rule kGltfExtensionUnsupported;
extern const Rule kPhysicsDialectsMixed;
extern const Rule kPhysicsDialectOld;
extern const Rule kPhysicsFamilyIgnored;
extern const Rule kPhysicsFamilyUnread;
extern const Rule kUnusedObject;
extern const Rule kPhysicsDuplicate;
extern const Rule kPhysicsOutsideScene;

std::span<const Rule* const> structureRules();

}  // namespace carom::validate::rules
