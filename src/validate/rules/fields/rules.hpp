// Rules about: single fields of the physics extensions.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kTypeMismatch;
extern const Rule kValueNotInRange;
extern const Rule kValueNotInList;
extern const Rule kUnresolvedReference;
extern const Rule kUndefinedProperty;
extern const Rule kUnexpectedProperty;
extern const Rule kOneOfMismatch;
extern const Rule kEmptyEntity;
extern const Rule kPhysicsUnknownKind;
extern const Rule kPhysicsMisspelling;
extern const Rule kPhysicsOldForm;
extern const Rule kPhysicsOneRadius;
extern const Rule kPhysicsZeroIsInfinite;
extern const Rule kPhysicsInertia;
extern const Rule kPhysicsUnusual;

std::span<const Rule* const> fieldsRules();

}  // namespace carom::validate::rules
