#include "output/asset_writer.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/uri.hpp"
#include "output/asset_resources.hpp"
#include "output/concatenate.hpp"
#include "output/resource_uri.hpp"

namespace carom::output {
namespace {

namespace fs = std::filesystem;

/// Alignment that glTF requires of accessors, and sufficient for any extension's data.
constexpr std::uint64_t kAlignment = 8;

std::string lowerExtension(const fs::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  return extension;
}

void appendLittleEndian(std::string& text, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) text += static_cast<char>((value >> (8 * i)) & 255);
}

}  // namespace

bool isBinaryName(const fs::path& path) {
  return lowerExtension(path) == ".glb";
}
bool isTextName(const fs::path& path) {
  return lowerExtension(path) == ".gltf";
}

std::string rewrittenObject(json::Value object, std::initializer_list<std::string_view> removed,
                            const std::vector<std::pair<std::string, std::string>>& added) {
  std::string text = "{";
  const auto member = [&text](std::string_view name, std::string_view value) {
    if (text.size() > 1) text += ", ";
    text += json::quoted(name) + ": ";
    text += value;
  };
  for (std::size_t i = 0; i < object.size(); ++i) {
    const std::string_view name = object.key(i);
    const bool dropped = std::find(removed.begin(), removed.end(), name) != removed.end();
    const bool replaced =
        std::any_of(added.begin(), added.end(), [&](const auto& pair) { return pair.first == name; });
    if (!dropped && !replaced) member(name, object[i].text());
  }
  for (const auto& [name, value] : added) member(name, value);
  return text += '}';
}

AssetWriter::AssetWriter(const gltf::Asset& asset, fs::path output, std::vector<fs::path> reserved)
    : asset_(asset),
      output_(std::move(output)),
      reserved_(std::move(reserved)),
      patch_(asset.document()),
      to_binary_(isBinaryName(output_)),
      view_count_(patch_.arraySize("/bufferViews")) {
  for (fs::path& path : reserved_) path = canonicalPath(path);
  same_folder_ = canonicalPath(asset.folder()) == canonicalPath(output_.parent_path());
  const bool has_chunk =
      asset.isBinary() && asset.bufferCount() > 0 && !asset.buffer(0).uri && !asset.binaryChunk().empty();
  if (has_chunk || asset.bufferCount() == 0) {
    placement_ = Placement::FirstBuffer;
    if (has_chunk) place({{}, bufferBytes(0)});
  } else if (!to_binary_) {
    placement_ = Placement::NewBuffer;
  } else {
    placement_ = Placement::Packed;
    planPacking();
  }
}

/// The bytes that belong to a buffer: a binary chunk may be longer by its padding.
std::span<const std::byte> AssetWriter::bufferBytes(std::size_t index) const {
  const std::span<const std::byte> bytes = asset_.buffer(index).bytes;
  const json::Value length = asset_.root().find("buffers")[index].find("byteLength");
  if (!length.isNumber() || !(length.number() >= 0) || length.number() > static_cast<double>(bytes.size()))
    return bytes;
  return bytes.first(static_cast<std::size_t>(length.number()));
}

/// Appends a piece to the binary data, aligned, and returns its offset.
std::uint64_t AssetWriter::place(Piece piece) {
  const std::uint64_t offset = (data_size_ + kAlignment - 1) / kAlignment * kAlignment;
  if (offset > data_size_) pieces_.push_back({std::string(offset - data_size_, '\0'), {}});
  data_size_ = offset + piece.size();
  pieces_.push_back(std::move(piece));
  return offset;
}

std::size_t AssetWriter::addBufferView(std::string bytes) {
  const std::size_t length = bytes.size();
  const std::uint64_t offset = place({std::move(bytes), {}});
  const std::size_t buffer = placement_ == Placement::NewBuffer ? asset_.bufferCount() : 0;
  patch_.append("/bufferViews", concatenate("{\"buffer\": ", buffer, ", \"byteOffset\": ", offset,
                                            ", \"byteLength\": ", length, "}"));
  return view_count_++;
}

/// Buffers without data (placeholders of compression extensions, files that were not found) stay buffers of
/// their own behind the packed one.
void AssetWriter::planPacking() {
  packing_.resize(asset_.bufferCount());
  std::int64_t next = 1;
  for (std::size_t i = 0; i < packing_.size(); ++i) {
    const std::span<const std::byte> bytes = bufferBytes(i);
    if (bytes.empty()) {
      packing_[i] = {next++, 0};
    } else {
      packing_[i] = {0, place({{}, bytes})};
    }
  }
}

void AssetWriter::patchBufferView(std::size_t index) {
  const json::Value view = asset_.root().find("bufferViews")[index];
  const auto patch_object = [this](json::Value object) {
    const json::Value buffer = object.find("buffer");
    if (!buffer.isInteger() || buffer.number() < 0 || buffer.number() >= static_cast<double>(packing_.size()))
      return;
    const auto old = static_cast<std::size_t>(buffer.number());
    const Packing& packing = packing_[old];
    if (packing.index != static_cast<std::int64_t>(old))
      patch_.set(buffer.pointer(), std::to_string(packing.index));
    if (packing.offset > 0) {
      const json::Value offset = object.find("byteOffset");
      const auto start = static_cast<std::uint64_t>(offset.isInteger() ? offset.number() : 0);
      patch_.set(object.pointer("byteOffset"), std::to_string(start + packing.offset));
    }
  };
  patch_object(view);
  // Compression extensions name the buffer of the compressed bytes the same way.
  const json::Value extensions = view.find("extensions");
  for (std::size_t i = 0; i < extensions.size(); ++i) patch_object(extensions[i]);
}

void AssetWriter::packBuffers() {
  const json::Value buffers = asset_.root().find("buffers");
  const json::Value views = asset_.root().find("bufferViews");
  for (std::size_t i = 0; i < views.size(); ++i) patchBufferView(i);
  std::string kept, packed = "{}";
  bool first = true;
  for (std::size_t i = 0; i < packing_.size(); ++i) {
    if (packing_[i].index > 0) {
      kept += ", ";
      kept += buffers[i].text();
    } else if (first) {
      packed = rewrittenObject(buffers[i], {"uri"}, {{"byteLength", std::to_string(data_size_)}});
      first = false;
    }
  }
  if (first) packed = concatenate("{\"byteLength\": ", data_size_, "}");
  patch_.set("/buffers", concatenate("[", packed, kept, "]"));
}

void AssetWriter::packImages(Diagnostics& diagnostics) {
  const json::Value images = asset_.root().find("images");
  for (std::size_t i = 0; i < images.size(); ++i) {
    const json::Value uri = images[i].find("uri");
    if (!uri.isString() || gltf::isDataUri(uri.string())) continue;
    const auto path = relativePath(uri.string(), asset_.folder());
    const auto bytes = path ? readFile(asset_.folder() / *path) : std::nullopt;
    if (!bytes || bytes->empty()) {
      diagnostics.warning(
          codes::kOutputFileMissing, uri.pointer(),
          concatenate("Image file \"", uri.string(),
                      "\" cannot be read; the output keeps the reference instead of embedding the file."));
      continue;
    }
    const json::Value given = images[i].find("mimeType");
    const std::string type(given.isString() ? given.string() : imageType(*bytes));
    if (type.empty()) {
      diagnostics.warning(
          codes::kOutputFileMissing, uri.pointer(),
          concatenate(
              "Image file \"", uri.string(),
              "\" has an unknown image type; the output keeps the reference instead of embedding the file."));
      continue;
    }
    const std::size_t view = addBufferView(*bytes);
    patch_.set(images[i].pointer(),
               rewrittenObject(images[i], {"uri"},
                               {{"bufferView", std::to_string(view)}, {"mimeType", json::quoted(type)}}));
  }
}

bool AssetWriter::isReserved(const fs::path& path) const {
  return std::find(reserved_.begin(), reserved_.end(), canonicalPath(path)) != reserved_.end();
}

/// `wanted` or the first of wanted_1, wanted_2... that is free in the output's folder or has the source's
/// bytes already.
fs::path AssetWriter::freeName(const fs::path& source, const fs::path& wanted,
                               const OutputFiles& files) const {
  for (unsigned number = 0;; ++number) {
    fs::path relative = wanted;
    if (number > 0)
      relative.replace_filename(
          concatenate(wanted.stem().string(), "_", number, wanted.extension().string()));
    const fs::path path = output_.parent_path() / relative;
    if (files.contains(path)) continue;
    std::error_code error;
    if (!fs::exists(path, error) || sameContent(source, path)) return relative;
  }
}

void AssetWriter::copyResources(OutputFiles& files, Diagnostics& diagnostics) {
  std::vector<std::pair<fs::path, fs::path>> done;  // From what to what; several items may name one file.
  for (const Resource& resource : resourcesOf(asset_)) {
    if (placement_ == Placement::Packed && !resource.pointer.starts_with("/extensions")) continue;
    const fs::path source = asset_.folder() / resource.relative;
    std::error_code error;
    if (!fs::is_regular_file(source, error)) {
      diagnostics.warning(
          codes::kOutputFileMissing, resource.pointer,
          concatenate("File \"", resource.relative.string(), "\" cannot be read and was not copied."));
      continue;
    }
    const auto known = std::find_if(done.begin(), done.end(),
                                    [&](const auto& pair) { return pair.first == resource.relative; });
    fs::path name;
    if (known != done.end()) {
      name = known->second;
    } else {
      name = freeName(source, resource.relative, files);
      const fs::path target = output_.parent_path() / name;
      if (!fs::exists(target, error)) {
        const auto copied = files.copy(source, target);
        for (const Diagnostic& item : copied.diagnostics().items())
          diagnostics.add(item.severity, item.code, resource.pointer, item.message);
      }
      reserved_.push_back(canonicalPath(target));
      done.emplace_back(resource.relative, name);
    }
    if (name != resource.relative) patch_.set(resource.pointer, json::quoted(uriOf(name)));
  }
}

/// OUTPUT.bin, unless the document refers to a file of that name or somebody else's is there: one that does
/// not belong to an earlier OUTPUT.gltf, which is about to be replaced together with it.
fs::path AssetWriter::dataFile(const OutputFiles& files) const {
  std::error_code error;
  const bool replaces = fs::exists(output_, error);
  const std::string stem = output_.stem().string();
  fs::path path = output_.parent_path() / concatenate(stem, ".bin");
  for (unsigned number = 1;
       isReserved(path) || files.contains(path) || (!replaces && fs::exists(path, error)); ++number)
    path = output_.parent_path() /
           concatenate(stem, "_animation", number > 1 ? std::to_string(number) : "", ".bin");
  return path;
}

void AssetWriter::patchFirstBuffer(std::string_view uri) {
  const std::string length = std::to_string(data_size_);
  if (asset_.bufferCount() > 0) {
    const json::Value buffer = asset_.root().find("buffers")[0];
    if (data_size_ != bufferBytes(0).size()) patch_.set(buffer.pointer("byteLength"), length);
    if (!uri.empty()) patch_.set(buffer.pointer("uri"), json::quoted(uri));
  } else if (data_size_ > 0) {
    std::string buffer = concatenate("{\"byteLength\": ", length);
    if (!uri.empty()) buffer += concatenate(", \"uri\": ", json::quoted(uri));
    patch_.append("/buffers", buffer + "}");
  }
}

void AssetWriter::writeData(OutputFile& file) const {
  for (const Piece& piece : pieces_) {
    if (!piece.owned.empty()) {
      file.write(piece.owned);
    } else {
      file.write({reinterpret_cast<const char*>(piece.borrowed.data()), piece.borrowed.size()});
    }
  }
}

/// GLB: a header, the JSON chunk padded with spaces, the binary chunk padded with zeros (glTF 2.0, section
/// 4).
void AssetWriter::writeBinary(const std::string& text, OutputFiles& files, Diagnostics& diagnostics) const {
  constexpr std::uint32_t kMagic = 0x46546C67, kVersion = 2, kJson = 0x4E4F534A, kBinary = 0x004E4942;
  const std::uint64_t json_size = (text.size() + 3) / 4 * 4;
  const std::uint64_t binary_size = (data_size_ + 3) / 4 * 4;
  std::uint64_t total = 12 + 8 + json_size + (binary_size > 0 ? 8 + binary_size : 0);
  for (const gltf::Chunk& chunk : asset_.otherChunks()) total += 8 + (chunk.bytes.size() + 3) / 4 * 4;
  if (total > std::numeric_limits<std::uint32_t>::max()) {
    diagnostics.error(codes::kOutputTooLarge, "",
                      concatenate("\"", output_.string(), "\" would have ", total,
                                  " bytes, which exceeds the 4 GiB limit of .glb; write a .gltf instead."));
    return;
  }
  const auto file = files.create(output_);
  if (!file) {
    for (const Diagnostic& item : file.diagnostics().items())
      diagnostics.add(item.severity, item.code, item.pointer, item.message);
    return;
  }
  OutputFile& out = *file.value();
  const auto words = [&out](std::initializer_list<std::uint64_t> values) {
    std::string bytes;
    for (const std::uint64_t value : values) appendLittleEndian(bytes, static_cast<std::uint32_t>(value));
    out.write(bytes);
  };
  words({kMagic, kVersion, total, json_size, kJson});
  out.write(text);
  out.write(std::string(json_size - text.size(), ' '));
  if (binary_size > 0) {
    words({binary_size, kBinary});
    writeData(out);
    out.write(std::string(binary_size - data_size_, '\0'));
  }
  for (const gltf::Chunk& chunk : asset_.otherChunks()) {
    const std::size_t size = chunk.bytes.size();
    words({(size + 3) / 4 * 4, chunk.type});
    out.write({reinterpret_cast<const char*>(chunk.bytes.data()), size});
    out.write(std::string((size + 3) / 4 * 4 - size, '\0'));
  }
}

/// Chunks of the source's container that the output cannot hold.
void AssetWriter::reportChunks(Diagnostics& diagnostics) const {
  const bool has_buffer = asset_.bufferCount() > 0 && !asset_.buffer(0).uri;
  if (!asset_.binaryChunk().empty() && !has_buffer)
    diagnostics.warning(codes::kGlbChunk, "",
                        "No buffer uses the binary chunk of the .glb; the chunk is not written.");
  if (to_binary_) return;
  for (const gltf::Chunk& chunk : asset_.otherChunks())
    diagnostics.warning(codes::kGlbChunk, "",
                        concatenate("A chunk of the .glb, of type ", chunk.type, " and ", chunk.bytes.size(),
                                    " bytes, cannot be stored in a .gltf and is not written."));
}

Diagnostics AssetWriter::write(OutputFiles& files) {
  Diagnostics diagnostics;
  const auto create = [&](const fs::path& path) -> OutputFile* {
    const auto file = files.create(path);
    for (const Diagnostic& item : file.diagnostics().items())
      diagnostics.add(item.severity, item.code, item.pointer, item.message);
    return file ? file.value() : nullptr;
  };
  reportChunks(diagnostics);
  if (placement_ == Placement::Packed && !asset_.isBinary()) packImages(diagnostics);
  if (!same_folder_) copyResources(files, diagnostics);
  if (placement_ == Placement::Packed) packBuffers();

  std::string data_uri;
  if (!to_binary_ && data_size_ > 0) {
    for (const Resource& resource : resourcesOf(asset_))
      if (same_folder_) reserved_.push_back(canonicalPath(asset_.folder() / resource.relative));
    const fs::path path = dataFile(files);
    data_uri = uriOf(path.filename());
    if (OutputFile* file = create(path)) writeData(*file);
  }
  if (placement_ == Placement::FirstBuffer) patchFirstBuffer(data_uri);
  if (placement_ == Placement::NewBuffer && data_size_ > 0)
    patch_.append("/buffers",
                  concatenate("{\"byteLength\": ", data_size_, ", \"uri\": ", json::quoted(data_uri), "}"));

  std::string text = json::splice(patch_);
  if (!to_binary_) {
    if (OutputFile* file = create(output_)) file->write(text);
    return diagnostics;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  writeBinary(text, files, diagnostics);
  return diagnostics;
}

}  // namespace carom::output
