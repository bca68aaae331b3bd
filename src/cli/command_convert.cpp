// carom convert: the physics of a file in another dialect.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/dialect/load.hpp"
#include "carom/output/bake.hpp"
#include "carom/output/convert.hpp"
#include "carom/output/report.hpp"
#include "cli/command.hpp"
#include "cli/messages.hpp"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

struct ConvertArguments {
  std::string input;
  std::string output;
  std::string report;
  bool in_place = false;
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

/// Says what is wrong, in the report too when one is wanted.
int fail(const ConvertArguments& arguments, const Diagnostics& diagnostics) {
  printDiagnostics(arguments.input, diagnostics);
  const std::string report = failureJson(arguments.input, diagnostics);
  if (arguments.report == "-") printOutput(report);
  if (arguments.report.empty() || arguments.report == "-") return kFailure;
  OutputFiles files;
  const Result<OutputFile*> file = files.create(arguments.report);
  if (file) (*file)->write(report);
  const Diagnostics problems = file ? files.commit() : file.diagnostics();
  if (problems.hasErrors()) printDiagnostics(arguments.report, problems);
  return kFailure;
}

/// Whether the output would replace the input without having been asked to.
bool replacesInput(const ConvertArguments& arguments) {
  std::error_code error;
  if (arguments.in_place || !fs::equivalent(arguments.input, arguments.output, error)) return false;
  printUsageError("\"" + arguments.output + "\" is the input; --in-place replaces it");
  return true;
}

int convertFile(const ConvertArguments& arguments) {
  if (replacesInput(arguments)) return kUsage;
  const Result<Scene> scene = load(arguments.input);
  if (!scene) {
    // A report must not replace what could not be read.
    std::error_code error;
    if (fs::equivalent(arguments.report, arguments.input, error)) {
      printDiagnostics(arguments.input, scene.diagnostics());
      return kFailure;
    }
    return fail(arguments, scene.diagnostics());
  }
  if (!reportIsApart(arguments, *scene)) return kUsage;
  OutputFiles files;
  const Result<ConvertSummary> summary = convert(*scene, arguments.output, files, arguments.options);
  if (!summary) return fail(arguments, summary.diagnostics());
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
  parser->add_flag("--in-place", arguments->in_place, "Let OUT be IN, which is replaced");
  parser->add_flag("--strict", arguments->options.strict,
                   "Fail instead of writing a file that may move differently");
  return {parser, [arguments] { return convertFile(*arguments); }};
}

}  // namespace carom::cli
