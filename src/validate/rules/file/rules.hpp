// Rules about: files, JSON and the glTF core.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kIoError;
extern const Rule kFileTooLarge;
extern const Rule kGlbHeader;
extern const Rule kGlbTruncated;
extern const Rule kGlbChunk;
extern const Rule kGlbExtraData;
extern const Rule kInvalidUri;
extern const Rule kUriRefused;
extern const Rule kInvalidJson;
extern const Rule kJsonDepth;
extern const Rule kJsonTooLarge;
extern const Rule kJsonNumberRange;
extern const Rule kJsonNonFinite;
extern const Rule kJsonDuplicateMember;
extern const Rule kUnknownAssetMajorVersion;
extern const Rule kBufferByteLengthMismatch;
extern const Rule kBufferViewTooLong;
extern const Rule kAccessorTooLong;
extern const Rule kAccessorFormat;
extern const Rule kAccessorSparse;
extern const Rule kAccessorTotalOffsetAlignment;
extern const Rule kDecodeLimit;
extern const Rule kCompressionInvalid;
extern const Rule kCompressionMissing;
extern const Rule kNodeLoop;
extern const Rule kNodeParentOverride;
extern const Rule kNodeTransform;
extern const Rule kNodeMatrixNonTrs;
extern const Rule kRotationNonUnit;
extern const Rule kMeshEmpty;
extern const Rule kAccessorIndexOob;
extern const Rule kAccessorInvalidFloat;
extern const Rule kMeshInvalidWeightsCount;
extern const Rule kSkinInvalid;
extern const Rule kAnimationInvalid;
extern const Rule kAnimationUnsupported;

std::span<const Rule* const> fileRules();

}  // namespace carom::validate::rules
