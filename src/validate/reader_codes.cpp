#include "validate/reader_codes.hpp"

#include <iterator>

#include "carom/base/diagnostic_codes.hpp"
#include "validate/rules/behavior/rules.hpp"
#include "validate/rules/colliders/rules.hpp"
#include "validate/rules/fields/rules.hpp"
#include "validate/rules/file/rules.hpp"
#include "validate/rules/joints/rules.hpp"
#include "validate/rules/structure/rules.hpp"
#include "validate/rules/surfaces/rules.hpp"
#include "validate/rules/volumes/rules.hpp"

namespace carom::validate {

namespace {

using namespace rules;

struct ReaderCode {
  std::string_view code;
  const Rule* rule;
};

constexpr ReaderCode kReaderCodes[] = {
    {codes::kFileUnreadable, &kIoError},
    {codes::kFileTooLarge, &kFileTooLarge},
    {codes::kGlbHeader, &kGlbHeader},
    {codes::kGlbTruncated, &kGlbTruncated},
    {codes::kGlbChunk, &kGlbChunk},
    {codes::kGlbTrailingBytes, &kGlbExtraData},
    {codes::kUriRefused, &kUriRefused},
    {codes::kUriInvalid, &kInvalidUri},
    {codes::kJsonSyntax, &kInvalidJson},
    {codes::kJsonEncoding, &kInvalidJson},
    {codes::kJsonDepth, &kJsonDepth},
    {codes::kJsonTooLarge, &kJsonTooLarge},
    {codes::kJsonNumberRange, &kJsonNumberRange},
    {codes::kJsonNonFinite, &kJsonNonFinite},
    {codes::kJsonDuplicateMember, &kJsonDuplicateMember},
    {codes::kGltfVersion, &kUnknownAssetMajorVersion},
    {codes::kGltfType, &kTypeMismatch},
    {codes::kGltfValue, &kValueNotInRange},
    {codes::kGltfMissing, &kUndefinedProperty},
    {codes::kGltfIndex, &kUnresolvedReference},
    {codes::kGltfExtensionUnknown, &kGltfExtensionUnknown},
    {codes::kGltfExtensionUnsupported, &kGltfExtensionUnsupported},
    {codes::kBufferLength, &kBufferByteLengthMismatch},
    {codes::kBufferViewRange, &kBufferViewTooLong},
    {codes::kAccessorRange, &kAccessorTooLong},
    {codes::kAccessorFormat, &kAccessorFormat},
    {codes::kAccessorSparse, &kAccessorSparse},
    {codes::kAlignment, &kAccessorTotalOffsetAlignment},
    {codes::kDecodeLimit, &kDecodeLimit},
    {codes::kCompressionInvalid, &kCompressionInvalid},
    {codes::kCompressionMissing, &kCompressionMissing},
    {codes::kNodeCycle, &kNodeLoop},
    {codes::kNodeParents, &kNodeParentOverride},
    {codes::kNodeTransform, &kNodeTransform},
    {codes::kNodeRotationLength, &kRotationNonUnit},
    {codes::kNodeShear, &kNodeMatrixNonTrs},
    {codes::kMeshEmpty, &kMeshEmpty},
    {codes::kMeshIndexRange, &kAccessorIndexOob},
    {codes::kMeshNonFinite, &kAccessorInvalidFloat},
    {codes::kMeshTargets, &kMeshInvalidWeightsCount},
    {codes::kSkinInvalid, &kSkinInvalid},
    {codes::kAnimationInvalid, &kAnimationInvalid},
    {codes::kAnimationUnsupported, &kAnimationUnsupported},
    {codes::kPhysicsType, &kTypeMismatch},
    {codes::kPhysicsRange, &kValueNotInRange},
    {codes::kPhysicsReference, &kUnresolvedReference},
    {codes::kPhysicsMissing, &kUndefinedProperty},
    {codes::kPhysicsConflict, &kOneOfMismatch},
    {codes::kPhysicsUnknownMember, &kUnexpectedProperty},
    {codes::kPhysicsUnknownKind, &kPhysicsUnknownKind},
    {codes::kPhysicsMisspelling, &kPhysicsMisspelling},
    {codes::kPhysicsOldForm, &kPhysicsOldForm},
    {codes::kPhysicsOneRadius, &kPhysicsOneRadius},
    {codes::kPhysicsZeroIsInfinite, &kPhysicsZeroIsInfinite},
    {codes::kPhysicsNotUnit, &kRotationNonUnit},
    {codes::kPhysicsInertia, &kPhysicsInertia},
    {codes::kPhysicsOverridden, &kPhysicsOverridden},
    {codes::kPhysicsEmpty, &kEmptyEntity},
    {codes::kPhysicsUnusual, &kPhysicsUnusual},
    {codes::kPhysicsEmptyGeometry, &kMeshEmpty},
    {codes::kPhysicsTooLarge, &kPhysicsTooLarge},
    {codes::kPhysicsCompound, &kPhysicsCompound},
    {codes::kPhysicsNoEffect, &kPhysicsNoEffect},
    {codes::kPhysicsOutsideScene, &kPhysicsOutsideScene},
    {codes::kPhysicsNotApplied, &kPhysicsNotApplied},
    {codes::kPhysicsAnimatedGeometry, &kPhysicsAnimatedGeometry},
    {codes::kPhysicsAnimatedTwice, &kPhysicsAnimatedTwice},
    {codes::kPhysicsNotListed, &kUndeclaredExtension},
    {codes::kPhysicsFamilyIgnored, &kPhysicsFamilyIgnored},
    {codes::kPhysicsFamilyUnread, &kPhysicsFamilyUnread},
    {codes::kFilterReadings, &kPhysicsFilterReadings},
    {codes::kBehaviorInvalid, &kBehaviorInvalid},
    {codes::kBehaviorUnknown, &kBehaviorUnknown},
    {codes::kBehaviorType, &kBehaviorType},
    {codes::kBehaviorSocket, &kBehaviorSocket},
    {codes::kBehaviorLoop, &kBehaviorLoop},
    {codes::kBehaviorPointer, &kBehaviorPointer},
};

Grade gradeOf(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return Grade::Error;
    case Severity::Warning:
      return Grade::Warning;
    case Severity::Hint:
      break;
  }
  return Grade::Hint;
}

/// The official codes tell words from numbers.
const Rule& ruleFor(const ReaderCode& entry, const Diagnostic& item, const json::Document* document) {
  if (entry.rule == &kValueNotInRange && document && document->resolve(item.pointer).isString())
    return kValueNotInList;
  return *entry.rule;
}

}  // namespace

const Rule* ruleOfReaderCode(std::string_view code) {
  for (const ReaderCode& entry : kReaderCodes) {
    if (entry.code == code) return entry.rule;
  }
  return nullptr;
}

void addReaderFindings(const Diagnostics& diagnostics, const json::Document* document, Findings& findings) {
  for (const Diagnostic& item : diagnostics.items()) {
    for (const ReaderCode& entry : kReaderCodes) {
      if (entry.code != item.code) continue;
      const Rule& rule = ruleFor(entry, item, document);
      findings.add(rule, rule.graded_by_reader ? gradeOf(item.severity) : rule.grade, item.pointer,
                   item.message);
    }
  }
  findings.addOmitted(diagnostics.hasErrors() ? Grade::Error : Grade::Warning, diagnostics.omittedCount());
}

}  // namespace carom::validate
