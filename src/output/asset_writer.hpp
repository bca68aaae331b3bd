// Writes a glTF asset with changes to another file, .glb or .gltf, independent of the input's form.
//
// The place of added binary data depends on both forms:
//   .glb from .glb with a binary chunk   behind the chunk's bytes
//   .gltf from .glb with a binary chunk  the chunk and the new data become one file OUTPUT.bin
//   .gltf from .gltf                     a new buffer in OUTPUT.bin; the other buffers stay as they are
//   .glb from anything else              all buffers with data and all readable image files move into one
//   binary chunk
// Files that the output still refers to are copied when it is written to another folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/output/output_files.hpp"
#include "gltf/asset.hpp"
#include "json/splice.hpp"

namespace carom::output {

/// The text of a JSON object without the members named, and with others in their place or at the end.
std::string rewrittenObject(json::Value object, std::initializer_list<std::string_view> removed,
                            const std::vector<std::pair<std::string, std::string>>& added);

class AssetWriter {
 public:
  /// `reserved`: files that must not be written to, such as those of the source document.
  AssetWriter(const gltf::Asset& asset, std::filesystem::path output,
              std::vector<std::filesystem::path> reserved);

  /// Changes to the document. Leave /buffers, and `buffer` and `byteOffset` of existing buffer views, to the
  /// writer.
  json::Patch& patch() { return patch_; }
  /// Adds bytes as a buffer view and returns its index.
  std::size_t addBufferView(std::string bytes);
  /// Writes everything into `files`. Errors: FILE_UNWRITABLE, OUTPUT_TOO_LARGE. Warnings: files that are
  /// missing.
  Diagnostics write(OutputFiles& files);

 private:
  enum class Placement : std::uint8_t { FirstBuffer, NewBuffer, Packed };
  struct Piece {  // Bytes of the output's binary data, `owned` or elsewhere.
    std::string owned;
    std::span<const std::byte> borrowed;
    std::size_t size() const { return owned.empty() ? borrowed.size() : owned.size(); }
  };
  struct Packing {  // Where the bytes of an old buffer are in the packed one.
    std::int64_t index = -1;
    std::uint64_t offset = 0;
  };

  std::uint64_t place(Piece piece);
  std::span<const std::byte> bufferBytes(std::size_t index) const;
  void planPacking();
  void patchBufferView(std::size_t index);
  void packBuffers();
  void packImages(Diagnostics& diagnostics);
  void copyResources(OutputFiles& files, Diagnostics& diagnostics);
  std::filesystem::path freeName(const std::filesystem::path& source, const std::filesystem::path& wanted,
                                 const OutputFiles& files) const;
  std::filesystem::path dataFile(const OutputFiles& files) const;
  bool isReserved(const std::filesystem::path& path) const;
  void patchFirstBuffer(std::string_view uri);
  void writeData(OutputFile& file) const;
  void reportChunks(Diagnostics& diagnostics) const;
  void writeBinary(const std::string& text, OutputFiles& files, Diagnostics& diagnostics) const;

  const gltf::Asset& asset_;
  std::filesystem::path output_;
  std::vector<std::filesystem::path> reserved_;
  json::Patch patch_;
  bool to_binary_ = false;
  bool same_folder_ = false;
  Placement placement_ = Placement::FirstBuffer;
  std::vector<Piece> pieces_;
  std::uint64_t data_size_ = 0;
  std::size_t view_count_ = 0;
  std::vector<Packing> packing_;  // By old buffer.
};

/// Whether a path ends in .glb, in any case of letters.
bool isBinaryName(const std::filesystem::path& path);
bool isTextName(const std::filesystem::path& path);  ///< .gltf.

}  // namespace carom::output
