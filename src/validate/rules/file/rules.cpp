#include "validate/rules/file/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kIoError{
    "IO_ERROR", RuleFamily::File, Grade::Error, true,
    "The file, or a file that it names, does not exist or cannot be read. Put it where the name says, or mend"
    " the name.",
    "glTF 2.0, Binary Data Storage",
    "",
    R"("buffers": [{"uri": "missing.bin", "byteLength": 36}])",
    R"("buffers": [{"uri": "scene.bin", "byteLength": 36}])"};
const Rule kFileTooLarge{
    "FILE_TOO_LARGE", RuleFamily::File, Grade::Error, true,
    "A file is larger than 4 GB. Split it.",
    "none: a limit of Carom",
    "",
    "",
    ""};
const Rule kGlbHeader{
    "GLB_HEADER", RuleFamily::File, Grade::Error, true,
    "The header of the .glb has another version than 2, or an impossible length. Write the file again.",
    "glTF 2.0, Binary glTF Layout",
    "",
    "",
    ""};
const Rule kGlbTruncated{
    "GLB_TRUNCATED", RuleFamily::File, Grade::Error, true,
    "The .glb ends before its header or a chunk says. Copy or write it again.",
    "glTF 2.0, Binary glTF Layout",
    "",
    "",
    ""};
const Rule kGlbChunk{
    "GLB_CHUNK", RuleFamily::File, Grade::Error, true,
    "The first chunk is not JSON, or a chunk is repeated. Write the file again.",
    "glTF 2.0, Chunks",
    "",
    "",
    ""};
const Rule kGlbExtraData{
    "GLB_EXTRA_DATA", RuleFamily::File, Grade::Warning, true,
    "Bytes follow the end that the header gives. Remove them.",
    "glTF 2.0, Binary glTF Layout",
    "",
    "",
    ""};
const Rule kInvalidUri{
    "INVALID_URI", RuleFamily::File, Grade::Error, true,
    "A URI is empty, wrongly percent-encoded, or a malformed data URI. Write a relative URI.",
    "glTF 2.0, URIs",
    "",
    R"("buffers": [{"uri": "my%file.bin", "byteLength": 36}])",
    R"("buffers": [{"uri": "my%25file.bin", "byteLength": 36}])"};
const Rule kUriRefused{
    "URI_REFUSED", RuleFamily::File, Grade::Error, true,
    "A URI has a scheme, is absolute, or leads out of the file's folder; Carom opens no such file. Put the "
    "resource beside the file.",
    "none: a precaution of Carom",
    "",
    R"("buffers": [{"uri": "../../secret.bin", "byteLength": 36}])",
    R"("buffers": [{"uri": "scene.bin", "byteLength": 36}])"};
const Rule kInvalidJson{
    "INVALID_JSON", RuleFamily::File, Grade::Error, true,
    "The text is not JSON in UTF-8. The message has line and column.",
    "glTF 2.0, JSON Encoding",
    "",
    R"({"asset": {"version": "2.0"},})",
    R"({"asset": {"version": "2.0"}})"};
const Rule kJsonDepth{
    "JSON_DEPTH", RuleFamily::File, Grade::Error, true,
    "Arrays and objects are nested too deep to be meant.",
    "none: a limit of Carom",
    "",
    "",
    ""};
const Rule kJsonTooLarge{
    "JSON_TOO_LARGE", RuleFamily::File, Grade::Error, true,
    "The JSON text is larger than 4 GB. Put data into buffers.",
    "none: a limit of Carom",
    "",
    "",
    ""};
const Rule kJsonNumberRange{
    "JSON_NUMBER_RANGE", RuleFamily::File, Grade::Error, true,
    "A number is too large for a 64-bit float.",
    "glTF 2.0, JSON Encoding",
    "",
    R"("mass": 1e999)",
    R"("mass": 1e9)"};
const Rule kJsonNonFinite{
    "JSON_NON_FINITE", RuleFamily::File, Grade::Warning, true,
    "Infinity and NaN are not JSON: most readers refuse the whole file. Leave out what has no bound.",
    "KHR_physics_rigid_bodies, Motions",
    "JSON is unable to represent infinite values",
    R"("maxForce": Infinity)",
    R"((no maxForce))"};
const Rule kJsonDuplicateMember{
    "JSON_DUPLICATE_MEMBER", RuleFamily::File, Grade::Warning, true,
    "An object has a member twice. The last one counts here; other readers take the first, or refuse the "
    "file. Remove one.",
    "glTF 2.0, JSON Encoding",
    "",
    R"({"mass": 1, "mass": 2})",
    R"({"mass": 2})"};
const Rule kUnknownAssetMajorVersion{
    "UNKNOWN_ASSET_MAJOR_VERSION", RuleFamily::File, Grade::Error, true,
    "The file has no glTF version, or one that is not read.",
    "glTF 2.0, Asset",
    "",
    R"("asset": {"version": "1.0"})",
    R"("asset": {"version": "2.0"})"};
const Rule kBufferByteLengthMismatch{
    "BUFFER_BYTE_LENGTH_MISMATCH", RuleFamily::File, Grade::Error, true,
    "A buffer has fewer bytes than its byteLength, or none where they are needed.",
    "glTF 2.0, Buffers and Buffer Views",
    "",
    R"("buffers": [{"uri": "data:;base64,AAAA", "byteLength": 36}])",
    R"("buffers": [{"uri": "data:;base64,AAAA", "byteLength": 3}])"};
const Rule kBufferViewTooLong{
    "BUFFER_VIEW_TOO_LONG", RuleFamily::File, Grade::Error, true,
    "A buffer view goes beyond its buffer.",
    "glTF 2.0, Buffers and Buffer Views",
    "",
    R"({"buffer": 0, "byteLength": 100} of a buffer of 36 bytes)",
    R"({"buffer": 0, "byteLength": 36})"};
const Rule kAccessorTooLong{
    "ACCESSOR_TOO_LONG", RuleFamily::File, Grade::Error, true,
    "An accessor goes beyond its buffer view.",
    "glTF 2.0, Accessors",
    "",
    R"("count": 4 of VEC3 FLOAT in a view of 36 bytes)",
    R"("count": 3)"};
const Rule kAccessorFormat{
    "ACCESSOR_FORMAT", RuleFamily::File, Grade::Error, true,
    "An accessor has a type or component type that its use does not allow.",
    "glTF 2.0, Meshes",
    "",
    R"(POSITION of VEC2)",
    R"(POSITION of VEC3)"};
const Rule kAccessorSparse{
    "ACCESSOR_SPARSE", RuleFamily::File, Grade::Error, true,
    "A sparse accessor overrides elements that are not there, or in a wrong order.",
    "glTF 2.0, Sparse Accessors",
    "",
    R"("sparse": {"count": 9} of an accessor of 3 elements)",
    R"("sparse": {"count": 1})"};
const Rule kAccessorTotalOffsetAlignment{
    "ACCESSOR_TOTAL_OFFSET_ALIGNMENT", RuleFamily::File, Grade::Warning, true,
    "Data does not start at a multiple of its component's size. It is read all the same; other readers refuse"
    " it.",
    "glTF 2.0, Data Alignment",
    "",
    R"("byteOffset": 2 of FLOAT)",
    R"("byteOffset": 4)"};
const Rule kDecodeLimit{
    "DECODE_LIMIT", RuleFamily::File, Grade::Error, true,
    "The data would take more memory than allowed, or far more than the file has bytes for.",
    "none: a limit of Carom",
    "",
    "",
    ""};
const Rule kCompressionInvalid{
    "COMPRESSION_INVALID", RuleFamily::File, Grade::Error, true,
    "Meshopt or Draco data is broken. Compress the mesh again.",
    "EXT_meshopt_compression, KHR_draco_mesh_compression",
    "",
    "",
    ""};
const Rule kCompressionMissing{
    "COMPRESSION_MISSING", RuleFamily::File, Grade::Error, true,
    "This build of Carom has no decoder for a compressed mesh that a collider needs.",
    "none: a limit of a build",
    "",
    "",
    ""};
const Rule kNodeLoop{
    "NODE_LOOP", RuleFamily::File, Grade::Error, true,
    "A node is its own ancestor.",
    "glTF 2.0, Nodes and Hierarchy",
    "",
    R"("nodes": [{"children": [0]}])",
    R"("nodes": [{}])"};
const Rule kNodeParentOverride{
    "NODE_PARENT_OVERRIDE", RuleFamily::File, Grade::Error, true,
    "A node has two parents, or is listed as a root and has one. Physics needs to know what moves with what.",
    "glTF 2.0, Nodes and Hierarchy",
    "",
    R"("nodes": [{"children": [2]}, {"children": [2]}, {}])",
    R"("nodes": [{"children": [2]}, {}, {}])"};
const Rule kNodeTransform{
    "NODE_TRANSFORM", RuleFamily::File, Grade::Error, true,
    "A transform cannot be used: a rotation of length zero, a matrix that is not affine, or a matrix beside "
    "translation, rotation or scale.",
    "glTF 2.0, Transformations",
    "",
    R"("rotation": [0, 0, 0, 0])",
    R"("rotation": [0, 0, 0, 1])"};
const Rule kNodeMatrixNonTrs{
    "NODE_MATRIX_NON_TRS", RuleFamily::File, Grade::Warning, true,
    "A matrix shears. The nearest translation, rotation and scale are used; rigid bodies cannot shear.",
    "glTF 2.0, Transformations",
    "",
    R"("matrix": [1,0,0,0, 1,1,0,0, 0,0,1,0, 0,0,0,1])",
    R"("translation": [0, 0, 0])"};
const Rule kRotationNonUnit{
    "ROTATION_NON_UNIT", RuleFamily::File, Grade::Warning, true,
    "A rotation, or a direction, is not of unit length. Normalise it; some readers scale by it.",
    "glTF 2.0, Transformations",
    "",
    R"("rotation": [0, 0, 0, 2])",
    R"("rotation": [0, 0, 0, 1])"};
const Rule kMeshEmpty{
    "MESH_EMPTY", RuleFamily::File, Grade::Error, true,
    "A mesh has no primitives, or none of what a collider needs.",
    "glTF 2.0, Meshes",
    "",
    R"("meshes": [{"primitives": []}])",
    R"("meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}])"};
const Rule kAccessorIndexOob{
    "ACCESSOR_INDEX_OOB", RuleFamily::File, Grade::Error, true,
    "A primitive's index names a vertex that is not there.",
    "glTF 2.0, Meshes",
    "",
    R"(index 7 of 3 vertices)",
    R"(index 2)"};
const Rule kAccessorInvalidFloat{
    "ACCESSOR_INVALID_FLOAT", RuleFamily::File, Grade::Error, true,
    "A vertex position is infinite or not a number.",
    "glTF 2.0, Accessors",
    "",
    R"(a position of NaN)",
    R"(finite positions)"};
const Rule kMeshInvalidWeightsCount{
    "MESH_INVALID_WEIGHTS_COUNT", RuleFamily::File, Grade::Error, true,
    "Morph targets or weights do not agree in number.",
    "glTF 2.0, Morph Targets",
    "",
    R"("weights": [0, 1] for one target)",
    R"("weights": [0])"};
const Rule kSkinInvalid{
    "SKIN_INVALID", RuleFamily::File, Grade::Error, true,
    "A skin whose joints, weights or matrices do not fit the mesh.",
    "glTF 2.0, Skins",
    "",
    "",
    ""};
const Rule kAnimationInvalid{
    "ANIMATION_INVALID", RuleFamily::File, Grade::Error, true,
    "An animation whose times do not increase, or whose keys do not fit its target.",
    "glTF 2.0, Animations",
    "",
    R"(times 0, 1, 1)",
    R"(times 0, 1, 2)"};
const Rule kAnimationUnsupported{
    "ANIMATION_UNSUPPORTED", RuleFamily::File, Grade::Warning, true,
    "An animation channel is left out: its target is none that Carom moves, or an earlier channel has it.",
    "glTF 2.0, Animations",
    "",
    R"(two channels of one node's translation)",
    R"(one channel)"};
// clang-format on

std::span<const Rule* const> fileRules() {
  static constexpr const Rule* kRules[] = {
      &kIoError,
      &kFileTooLarge,
      &kGlbHeader,
      &kGlbTruncated,
      &kGlbChunk,
      &kGlbExtraData,
      &kInvalidUri,
      &kUriRefused,
      &kInvalidJson,
      &kJsonDepth,
      &kJsonTooLarge,
      &kJsonNumberRange,
      &kJsonNonFinite,
      &kJsonDuplicateMember,
      &kUnknownAssetMajorVersion,
      &kBufferByteLengthMismatch,
      &kBufferViewTooLong,
      &kAccessorTooLong,
      &kAccessorFormat,
      &kAccessorSparse,
      &kAccessorTotalOffsetAlignment,
      &kDecodeLimit,
      &kCompressionInvalid,
      &kCompressionMissing,
      &kNodeLoop,
      &kNodeParentOverride,
      &kNodeTransform,
      &kNodeMatrixNonTrs,
      &kRotationNonUnit,
      &kMeshEmpty,
      &kAccessorIndexOob,
      &kAccessorInvalidFloat,
      &kMeshInvalidWeightsCount,
      &kSkinInvalid,
      &kAnimationInvalid,
      &kAnimationUnsupported,
  };
  return kRules;
}

}  // namespace carom::validate::rules
