// All diagnostic codes. A code is stable once released; docs/diagnostics.md explains each. Add a new code at
// the end of its layer's group.
#pragma once

#include <string_view>

namespace carom::codes {

// Files and containers.
inline constexpr std::string_view kFileUnreadable = "FILE_UNREADABLE";
inline constexpr std::string_view kFileTooLarge = "FILE_TOO_LARGE";
inline constexpr std::string_view kGlbHeader = "GLB_HEADER";
inline constexpr std::string_view kGlbTruncated = "GLB_TRUNCATED";
inline constexpr std::string_view kGlbChunk = "GLB_CHUNK";
inline constexpr std::string_view kGlbTrailingBytes = "GLB_TRAILING_BYTES";
inline constexpr std::string_view kUriRefused = "URI_REFUSED";
inline constexpr std::string_view kUriInvalid = "URI_INVALID";

// JSON.
inline constexpr std::string_view kJsonSyntax = "JSON_SYNTAX";
inline constexpr std::string_view kJsonEncoding = "JSON_ENCODING";
inline constexpr std::string_view kJsonDepth = "JSON_DEPTH";
inline constexpr std::string_view kJsonTooLarge = "JSON_TOO_LARGE";
inline constexpr std::string_view kJsonNumberRange = "JSON_NUMBER_RANGE";
inline constexpr std::string_view kJsonNonFinite = "JSON_NON_FINITE";
inline constexpr std::string_view kJsonDuplicateMember = "JSON_DUPLICATE_MEMBER";

// glTF core.
inline constexpr std::string_view kGltfVersion = "GLTF_VERSION";
inline constexpr std::string_view kGltfType = "GLTF_TYPE";
inline constexpr std::string_view kGltfValue = "GLTF_VALUE";
inline constexpr std::string_view kGltfMissing = "GLTF_MISSING";
inline constexpr std::string_view kGltfIndex = "GLTF_INDEX";
inline constexpr std::string_view kGltfExtensionUnknown = "GLTF_EXTENSION_UNKNOWN";
inline constexpr std::string_view kGltfExtensionUnsupported = "GLTF_EXTENSION_UNSUPPORTED";
inline constexpr std::string_view kBufferLength = "BUFFER_LENGTH";
inline constexpr std::string_view kBufferViewRange = "BUFFER_VIEW_RANGE";
inline constexpr std::string_view kAccessorRange = "ACCESSOR_RANGE";
inline constexpr std::string_view kAccessorFormat = "ACCESSOR_FORMAT";
inline constexpr std::string_view kAccessorSparse = "ACCESSOR_SPARSE";
inline constexpr std::string_view kAlignment = "ALIGNMENT";
inline constexpr std::string_view kDecodeLimit = "DECODE_LIMIT";
inline constexpr std::string_view kCompressionInvalid = "COMPRESSION_INVALID";
inline constexpr std::string_view kCompressionMissing = "COMPRESSION_MISSING";
inline constexpr std::string_view kNodeCycle = "NODE_CYCLE";
inline constexpr std::string_view kNodeParents = "NODE_PARENTS";
inline constexpr std::string_view kNodeTransform = "NODE_TRANSFORM";
inline constexpr std::string_view kNodeRotationLength = "NODE_ROTATION_LENGTH";
inline constexpr std::string_view kNodeShear = "NODE_SHEAR";
inline constexpr std::string_view kMeshEmpty = "MESH_EMPTY";
inline constexpr std::string_view kMeshIndexRange = "MESH_INDEX_RANGE";
inline constexpr std::string_view kMeshNonFinite = "MESH_NON_FINITE";
inline constexpr std::string_view kMeshTargets = "MESH_TARGETS";
inline constexpr std::string_view kSkinInvalid = "SKIN_INVALID";
inline constexpr std::string_view kAnimationInvalid = "ANIMATION_INVALID";
inline constexpr std::string_view kAnimationUnsupported = "ANIMATION_UNSUPPORTED";

// Physics extensions.
inline constexpr std::string_view kPhysicsType = "PHYSICS_TYPE";
inline constexpr std::string_view kPhysicsRange = "PHYSICS_RANGE";
inline constexpr std::string_view kPhysicsReference = "PHYSICS_REFERENCE";
inline constexpr std::string_view kPhysicsMissing = "PHYSICS_MISSING";
inline constexpr std::string_view kPhysicsConflict = "PHYSICS_CONFLICT";
inline constexpr std::string_view kPhysicsUnknownMember = "PHYSICS_UNKNOWN_MEMBER";
inline constexpr std::string_view kPhysicsUnknownKind = "PHYSICS_UNKNOWN_KIND";
inline constexpr std::string_view kPhysicsMisspelling = "PHYSICS_MISSPELLING";
inline constexpr std::string_view kFilterReadings = "FILTER_READINGS";
inline constexpr std::string_view kPhysicsOldForm = "PHYSICS_OLD_FORM";
inline constexpr std::string_view kPhysicsOneRadius = "PHYSICS_ONE_RADIUS";
inline constexpr std::string_view kPhysicsZeroIsInfinite = "PHYSICS_ZERO_IS_INFINITE";
inline constexpr std::string_view kPhysicsNotUnit = "PHYSICS_NOT_UNIT";
inline constexpr std::string_view kPhysicsInertia = "PHYSICS_INERTIA";
inline constexpr std::string_view kPhysicsOverridden = "PHYSICS_OVERRIDDEN";
inline constexpr std::string_view kPhysicsEmpty = "PHYSICS_EMPTY";
inline constexpr std::string_view kPhysicsUnusual = "PHYSICS_UNUSUAL";
inline constexpr std::string_view kPhysicsEmptyGeometry = "PHYSICS_EMPTY_GEOMETRY";
inline constexpr std::string_view kPhysicsTooLarge = "PHYSICS_TOO_LARGE";
inline constexpr std::string_view kPhysicsCompound = "PHYSICS_COMPOUND";
inline constexpr std::string_view kPhysicsNoEffect = "PHYSICS_NO_EFFECT";
inline constexpr std::string_view kPhysicsOutsideScene = "PHYSICS_OUTSIDE_SCENE";
inline constexpr std::string_view kPhysicsNotApplied = "PHYSICS_NOT_APPLIED";
inline constexpr std::string_view kPhysicsAnimatedGeometry = "PHYSICS_ANIMATED_GEOMETRY";
inline constexpr std::string_view kPhysicsAnimatedTwice = "PHYSICS_ANIMATED_TWICE";
inline constexpr std::string_view kPhysicsNotListed = "PHYSICS_NOT_LISTED";
inline constexpr std::string_view kPhysicsFamilyIgnored = "PHYSICS_FAMILY_IGNORED";
inline constexpr std::string_view kPhysicsFamilyUnread = "PHYSICS_FAMILY_UNREAD";

// The engine's findings about a scene.
inline constexpr std::string_view kShapeDisabled = "SHAPE_DISABLED";
inline constexpr std::string_view kShapeApproximated = "SHAPE_APPROXIMATED";
inline constexpr std::string_view kTransformSheared = "TRANSFORM_SHEARED";
inline constexpr std::string_view kMassFromHull = "MASS_FROM_HULL";
inline constexpr std::string_view kMassDefault = "MASS_DEFAULT";
inline constexpr std::string_view kInertiaDefault = "INERTIA_DEFAULT";
inline constexpr std::string_view kJointHoldsNothing = "JOINT_HOLDS_NOTHING";
inline constexpr std::string_view kJointApart = "JOINT_APART";
inline constexpr std::string_view kGravityIgnored = "GRAVITY_IGNORED";
inline constexpr std::string_view kPointerNotDriven = "POINTER_NOT_DRIVEN";
inline constexpr std::string_view kBehaviorInvalid = "BEHAVIOR_INVALID";
inline constexpr std::string_view kBehaviorUnknown = "BEHAVIOR_UNKNOWN";
inline constexpr std::string_view kBehaviorType = "BEHAVIOR_TYPE";
inline constexpr std::string_view kBehaviorSocket = "BEHAVIOR_SOCKET";
inline constexpr std::string_view kBehaviorLoop = "BEHAVIOR_LOOP";
inline constexpr std::string_view kBehaviorPointer = "BEHAVIOR_POINTER";
inline constexpr std::string_view kBehaviorLimit = "BEHAVIOR_LIMIT";
inline constexpr std::string_view kScaleAnimationIgnored = "SCALE_ANIMATION_IGNORED";
inline constexpr std::string_view kVelocityTooLarge = "VELOCITY_TOO_LARGE";
inline constexpr std::string_view kValueLimited = "VALUE_LIMITED";
inline constexpr std::string_view kSqueezed = "SQUEEZED";
inline constexpr std::string_view kBakeSheared = "BAKE_SHEARED";
inline constexpr std::string_view kBakeSkinned = "BAKE_SKINNED";

// Snapshots and recordings.
inline constexpr std::string_view kSnapshotInvalid = "SNAPSHOT_INVALID";
inline constexpr std::string_view kSnapshotForeign = "SNAPSHOT_FOREIGN";
inline constexpr std::string_view kDriveInvalid = "DRIVE_INVALID";
inline constexpr std::string_view kRecordingInvalid = "RECORDING_INVALID";
inline constexpr std::string_view kRecordingForeign = "RECORDING_FOREIGN";
inline constexpr std::string_view kReplayDiffers = "REPLAY_DIFFERS";

// Validation.
inline constexpr std::string_view kSettingsInvalid = "SETTINGS_INVALID";

// Output.
inline constexpr std::string_view kFileUnwritable = "FILE_UNWRITABLE";
inline constexpr std::string_view kOutputTooLarge = "OUTPUT_TOO_LARGE";
inline constexpr std::string_view kOutputNoDocument = "OUTPUT_NO_DOCUMENT";
inline constexpr std::string_view kOutputFileMissing = "OUTPUT_FILE_MISSING";
inline constexpr std::string_view kOutputAnimationKept = "OUTPUT_ANIMATION_KEPT";
inline constexpr std::string_view kConvertLoss = "CONVERT_LOSS";
inline constexpr std::string_view kConvertRefused = "CONVERT_REFUSED";
inline constexpr std::string_view kConvertTarget = "CONVERT_TARGET";
inline constexpr std::string_view kConvertDiffers = "CONVERT_DIFFERS";
inline constexpr std::string_view kDiagnosticsOmitted = "DIAGNOSTICS_OMITTED";

}  // namespace carom::codes
