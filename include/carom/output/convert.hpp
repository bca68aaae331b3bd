// A scene written in another dialect of the physics extensions.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "carom/base/result.hpp"
#include "carom/dialect/conversion.hpp"
#include "carom/output/output_files.hpp"
#include "carom/scene/scene.hpp"

namespace carom {

struct ConvertOptions {
  std::string target = "same";  ///< One of writableDialects(), or "same": the input's own.
  bool strict = false;          ///< Fail if anything would be approximated or dropped.
};

struct ConvertSummary {
  std::string target;                  ///< The dialect written.
  std::vector<ConversionLoss> losses;  ///< In the order of the source's pointers.
  std::size_t added_nodes = 0;         ///< Nodes added at the end for the target.
  std::size_t added_meshes = 0;        ///< Meshes added for the target.
  Diagnostics diagnostics;             ///< Warnings of writing.
};

/// Writes the scene's document to `output` (.gltf or .glb, as its name says) with its physics in another
/// dialect. Everything else stays as it is. The files are read back and compared with the scene before this
/// returns; the caller commits them. Errors: CONVERT_TARGET, CONVERT_REFUSED, CONVERT_DIFFERS,
/// FILE_UNWRITABLE, OUTPUT_TOO_LARGE, OUTPUT_NO_DOCUMENT.
Result<ConvertSummary> convert(const Scene& scene, const std::filesystem::path& output, OutputFiles& files,
                               const ConvertOptions& options = {});

/// The summary as JSON.
std::string conversionReport(const Scene& scene, const ConvertSummary& summary);

}  // namespace carom
