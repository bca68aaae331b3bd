#include <algorithm>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/file_bytes.hpp"
#include "gltf/readers.hpp"
#include "gltf/uri.hpp"

namespace carom::gltf {
namespace {

// Finds the bytes of a buffer with a URI: a data URI or a file.
bool readUri(AssetData& data, BufferData& buffer, const std::string& pointer, Diagnostics& diagnostics) {
  if (isDataUri(*buffer.uri)) return decodeDataUri(*buffer.uri, pointer, buffer.owned, diagnostics);
  auto path = resolveUri(*buffer.uri, data.folder, pointer, diagnostics);
  if (path && !data.options.stand_ins.empty()) {
    std::error_code ignored;
    const auto stand_in = data.options.stand_ins.find(std::filesystem::weakly_canonical(*path, ignored));
    if (stand_in != data.options.stand_ins.end()) path = stand_in->second;
  }
  return path && readFile(*path, data.options.max_file_bytes, pointer, buffer.owned, diagnostics);
}

// Finds the bytes of one buffer: the .glb's chunk, a data URI or a file. Until it has them it counts as
// missing, so that one error stands for its cause and the views of the buffer have none of their own.
void readBuffer(AssetData& data, MemberReader& reader, json::Value json, std::size_t index) {
  BufferData& buffer = data.buffers[index];
  buffer.missing = true;
  Diagnostics& diagnostics = reader.diagnostics();
  if (!reader.isObject(json)) return;
  const auto length = reader.unsignedInteger(json, "byteLength", true);
  const json::Value uri = json.find("uri");
  if (uri && !uri.isString()) return reader.wrongType(uri, "a string");
  if (uri) {
    buffer.uri = std::string(uri.string());
    if (!readUri(data, buffer, json.pointer("uri"), diagnostics)) return;
    buffer.bytes = std::as_bytes(std::span(buffer.owned));
  } else if (index == 0 && data.has_binary_chunk) {
    buffer.bytes = data.binary_chunk;
  } else {
    return;
  }
  if (!length) return;
  if (*length > buffer.bytes.size()) {
    diagnostics.error(codes::kBufferLength, json.pointer("byteLength"),
                      "The buffer's byteLength is " + std::to_string(*length) + ", but there are only " +
                          std::to_string(buffer.bytes.size()) + " bytes.");
    return;
  }
  buffer.bytes = buffer.bytes.first(static_cast<std::size_t>(*length));
  buffer.missing = false;
}

void readMeshopt(AssetData& data, MemberReader& reader, json::Value json, BufferView& view) {
  MeshoptView meshopt;
  const std::int32_t buffer = reader.index(json, "buffer", data.buffers.size(), "buffer", true);
  meshopt.offset = reader.unsignedInteger(json, "byteOffset").value_or(0);
  const auto length = reader.unsignedInteger(json, "byteLength", true);
  const auto stride = reader.unsignedInteger(json, "byteStride", true);
  const auto count = reader.unsignedInteger(json, "count", true);
  const std::string_view mode = reader.string(json, "mode"), filter = reader.string(json, "filter");
  if (buffer < 0 || !length || !stride || !count) return;
  meshopt.buffer = static_cast<std::uint32_t>(buffer);
  meshopt.length = *length;
  meshopt.stride = *stride;
  meshopt.count = *count;
  const auto invalid = [&](std::string_view member, const std::string& message) {
    reader.diagnostics().error(codes::kCompressionInvalid, json.pointer(member), message);
  };
  if (mode == "ATTRIBUTES") {
    meshopt.mode = MeshoptMode::Attributes;
  } else if (mode == "TRIANGLES") {
    meshopt.mode = MeshoptMode::Triangles;
  } else if (mode == "INDICES") {
    meshopt.mode = MeshoptMode::Indices;
  } else {
    return invalid("mode", "The mode \"" + std::string(mode) + "\" is not ATTRIBUTES, TRIANGLES or INDICES.");
  }
  if (filter.empty() || filter == "NONE") {
    meshopt.filter = MeshoptFilter::None;
  } else if (filter == "OCTAHEDRAL") {
    meshopt.filter = MeshoptFilter::Octahedral;
  } else if (filter == "QUATERNION") {
    meshopt.filter = MeshoptFilter::Quaternion;
  } else if (filter == "EXPONENTIAL") {
    meshopt.filter = MeshoptFilter::Exponential;
  } else {
    return invalid("filter", "The filter \"" + std::string(filter) + "\" is not known.");
  }
  const bool attributes = meshopt.mode == MeshoptMode::Attributes;
  const bool stride_valid = attributes
                                ? meshopt.stride % 4 == 0 && meshopt.stride > 0 && meshopt.stride <= 256
                                : meshopt.stride == 2 || meshopt.stride == 4;
  if (!stride_valid) {
    return invalid("byteStride", "The byteStride " + std::to_string(meshopt.stride) +
                                     " does not fit the mode " + std::string(mode) + ".");
  }
  if (meshopt.mode == MeshoptMode::Triangles && meshopt.count % 3 != 0) {
    return invalid("count", "The count " + std::to_string(meshopt.count) + " is no multiple of 3.");
  }
  const bool filter_valid =
      meshopt.filter == MeshoptFilter::None ||
      (attributes && (meshopt.filter == MeshoptFilter::Exponential || meshopt.stride == 8 ||
                      (meshopt.filter == MeshoptFilter::Octahedral && meshopt.stride == 4)));
  if (!filter_valid) {
    return invalid("filter", "The filter " + std::string(filter) + " does not fit the mode " +
                                 std::string(mode) + " with a byteStride of " +
                                 std::to_string(meshopt.stride) + ".");
  }
  const BufferData& source = data.buffers[meshopt.buffer];
  if (!source.missing &&
      (meshopt.offset > source.bytes.size() || meshopt.length > source.bytes.size() - meshopt.offset)) {
    return reader.diagnostics().error(codes::kBufferViewRange, json.pointer(),
                                      "The compressed data, " + std::to_string(meshopt.length) +
                                          " bytes at " + std::to_string(meshopt.offset) +
                                          ", goes beyond its buffer of " +
                                          std::to_string(source.bytes.size()) + " bytes.");
  }
  if (meshopt.count > (std::uint64_t(1) << 40) || meshopt.count * meshopt.stride < view.length) {
    return invalid("count", "The count " + std::to_string(meshopt.count) + " times the byteStride " +
                                std::to_string(meshopt.stride) + " is not the view's byteLength of " +
                                std::to_string(view.length) + ".");
  }
  view.meshopt = meshopt;
}

void readBufferView(AssetData& data, MemberReader& reader, json::Value json, BufferView& view) {
  if (!reader.isObject(json)) return;
  reader.object(json, "extensions");
  const std::int32_t buffer = reader.index(json, "buffer", data.buffers.size(), "buffer", true);
  view.offset = reader.unsignedInteger(json, "byteOffset").value_or(0);
  const auto length = reader.unsignedInteger(json, "byteLength", true);
  const auto stride = reader.unsignedInteger(json, "byteStride");
  if (buffer < 0 || !length) return;
  view.buffer = static_cast<std::uint32_t>(buffer);
  view.length = *length;
  if (stride) {
    if (*stride < 4 || *stride > 255) {
      reader.diagnostics().error(codes::kGltfValue, json.pointer("byteStride"),
                                 "The byteStride " + std::to_string(*stride) + " is not between 4 and 252.");
      return;
    }
    if (*stride % 4 != 0) {
      reader.diagnostics().warning(codes::kAlignment, json.pointer("byteStride"),
                                   "The byteStride " + std::to_string(*stride) + " is not a multiple of 4.");
    }
    view.stride = static_cast<std::uint32_t>(*stride);
  }
  if (const json::Value meshopt = meshoptExtension(json)) {
    if (reader.isObject(meshopt)) readMeshopt(data, reader, meshopt, view);
    return;  // The view itself describes the decompressed bytes, or a fallback that is not needed.
  }
  const BufferData& source = data.buffers[view.buffer];
  if (source.missing) return;
  if (view.offset > source.bytes.size() || view.length > source.bytes.size() - view.offset) {
    reader.diagnostics().error(codes::kBufferViewRange, json.pointer(),
                               "The view, " + std::to_string(view.length) + " bytes at " +
                                   std::to_string(view.offset) + ", goes beyond its buffer of " +
                                   std::to_string(source.bytes.size()) + " bytes.");
    view.length = 0;
    view.offset = 0;
  }
}

}  // namespace

json::Value meshoptExtension(json::Value object) {
  const json::Value extension = Asset::extension(object, "EXT_meshopt_compression");
  return extension ? extension : Asset::extension(object, "KHR_meshopt_compression");
}

void readBuffers(AssetData& data, MemberReader& reader) {
  const json::Value list = reader.array(data.document->root(), "buffers");
  data.buffers.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) readBuffer(data, reader, list[i], i);
}

void readBufferViews(AssetData& data, MemberReader& reader) {
  const json::Value list = reader.array(data.document->root(), "bufferViews");
  data.views.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) readBufferView(data, reader, list[i], data.views[i]);
}

}  // namespace carom::gltf
