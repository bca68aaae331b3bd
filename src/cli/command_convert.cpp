// carom convert: the physics of a file in another dialect.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/dialect/load.hpp"
#include "carom/output/bake.hpp"
#include "carom/output/convert.hpp"
#include "cli/command.hpp"
#include "cli/messages.hpp"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

struct ConvertArguments {
  std::string input;
  std::string output;
  std::string report;
  ConvertOptions options;
};

/// Losses that may change the motion, as warnings.
void printLosses(const std::string& file, const ConvertSummary& summary) {
  Diagnostics warnings;
  for (const ConversionLoss& loss : summary.losses) {
    if (loss.kind == LossKind::Implied) continue;
    warnings.warning(codes::kConvertLoss, loss.pointer, loss.message + ": " + loss.effect);
  }
  printDiagnostics(file, warnings.items());
}

/// The report must not replace an input file.
bool reportIsApart(const ConvertArguments& arguments, const Scene& scene) {
  if (arguments.report.empty() || arguments.report == "-") return true;
  std::vector<fs::path> sources = sourceFiles(scene);
  sources.emplace_back(arguments.input);
  for (const fs::path& source : sources) {
    std::error_code error;
    if (!fs::equivalent(arguments.report, source, error)) continue;
    printUsageError("\"" + arguments.report +
                    "\" is a file of the input; choose another name for the report");
    return false;
  }
  return true;
}

int convertFile(const ConvertArguments& arguments) {
  const Result<Scene> scene = load(arguments.input);
  if (!scene) {
    printDiagnostics(arguments.input, scene.diagnostics());
    return kFailure;
  }
  if (!reportIsApart(arguments, *scene)) return kUsage;
  OutputFiles files;
  const Result<ConvertSummary> summary = convert(*scene, arguments.output, files, arguments.options);
  if (!summary) {
    printDiagnostics(arguments.input, summary.diagnostics());
    return kFailure;
  }
  const std::string report = conversionReport(*scene, *summary);
  if (!arguments.report.empty() && arguments.report != "-") {
    const Result<OutputFile*> file = files.create(arguments.report);
    if (!file) {
      printDiagnostics(arguments.report, file.diagnostics());
      return kFailure;
    }
    file.value()->write(report);
  }
  if (const Diagnostics committed = files.commit(); committed.hasErrors()) {
    printDiagnostics(arguments.output, committed);
    return kFailure;
  }
  printDiagnostics(arguments.input, summary->diagnostics.items());
  printLosses(arguments.input, *summary);
  if (arguments.report == "-" && !printOutput(report)) return kFailure;
  return kSuccess;
}

}  // namespace

Command addConvert(CLI::App& program) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* parser = program.add_subcommand("convert", "Write a scene's physics in another dialect");
  parser->add_option("IN", arguments->input, "The scene: a .gltf or .glb file")->required();
  parser->add_option("OUT", arguments->output, "The .gltf or .glb file to write")->required();
  std::vector<std::string> targets{"same"};
  for (const std::string_view id : writableDialects()) targets.emplace_back(id);
  parser
      ->add_option("--to", arguments->options.target, "The dialect to write; same: the dialect of the input")
      ->required()
      ->check(CLI::IsMember(targets));
  parser->add_option("--report", arguments->report,
                     "Write the list of losses as JSON; - for standard output");
  parser->add_flag("--strict", arguments->options.strict,
                   "Fail instead of writing a file that may move differently");
  return {parser, [arguments] { return convertFile(*arguments); }};
}

}  // namespace carom::cli
