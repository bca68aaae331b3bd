// Every diagnostic code, in one place. A code is stable once released; docs/diagnostics.md explains each.
// Add yours at the end of its layer's group.
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

// What the engine does with a scene.

// Output.

}  // namespace carom::codes
