// Conversions that have to succeed.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "carom/dialect/load.hpp"
#include "carom/output/convert.hpp"
#include "temporary_folder.hpp"

namespace carom::test {

inline std::string withQuotes(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  return text;
}

inline std::string said(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& item : diagnostics.items()) text += item.pointer + ": " + item.message + "\n";
  return text;
}

/// A conversion that has to succeed: its summary, and what reading the output gives.
struct Converted {
  Converted(const Scene& scene, const std::string& target, const std::filesystem::path& output)
      : path(output) {
    OutputFiles files;
    ConvertOptions options;
    options.target = target;
    Result<ConvertSummary> result = convert(scene, output, files, options);
    EXPECT_TRUE(result.ok()) << scene.source << " to " << target << "\n" << said(result.diagnostics());
    if (!result) return;
    summary = std::move(*result);
    EXPECT_FALSE(files.commit().hasErrors());
    Result<Scene> read = load(output);
    EXPECT_TRUE(read.ok()) << said(read.diagnostics());
    if (read) loaded = std::move(*read);
  }
  bool ok() const { return loaded.asset != nullptr; }
  bool hasLoss(LossKind kind, std::string_view rule) const {
    for (const ConversionLoss& loss : summary.losses) {
      if (loss.kind == kind && loss.rule == rule) return true;
    }
    return false;
  }
  bool changesMotion() const {
    for (const ConversionLoss& loss : summary.losses) {
      // What other extensions name stays named, however often the file is converted.
      const bool carried = loss.rule == "pointer-into-physics" || loss.rule == "operation-of-physics";
      if (loss.kind != LossKind::Implied && !carried) return true;
    }
    return false;
  }
  std::filesystem::path path;
  ConvertSummary summary;
  Scene loaded;
};

inline Scene loaded(const std::string& text, const TemporaryFolder& folder,
                    const std::string& name = "in.gltf") {
  const Result<Scene> scene = load(folder.write(name, withQuotes(text)));
  EXPECT_TRUE(scene.ok()) << text << "\n" << said(scene.diagnostics());
  return scene ? *scene : Scene();
}

}  // namespace carom::test
