// carom simulate: simulates scenes and writes the requested outputs.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "cli/simulate_options.hpp"
#include "cli/simulate_run.hpp"

namespace carom::cli {
namespace {

struct SimulateArguments {
  std::vector<std::string> scenes;
  SimulateOptions options;
  std::vector<SimulateOptions> runs;  ///< One a scene.
};

/// Reports of several scenes on standard output are one array.
int simulateAll(const SimulateArguments& arguments) {
  const bool array = arguments.runs.size() > 1 && arguments.options.report == "-";
  int worst = kSuccess;
  bool first = true;
  makeOutputFolders(arguments.options);
  for (const SimulateOptions& options : arguments.runs) {
    if (array && !printOutput(first ? "[\n" : ",\n")) return kFailure;
    first = false;
    std::string text;
    const int status = simulateScene(options, text);
    // Each scene has its place in the array.
    if (array && status != kSuccess && !printOutput("null\n")) return kFailure;
    if (!printOutput(text)) return kFailure;
    worst = std::max(worst, status);
    if (status > kUsage) return status;  // Interrupted.
  }
  if (array && !printOutput("]\n")) return kFailure;
  return worst;
}

}  // namespace

Command addSimulate(CLI::App& program) {
  const auto arguments = std::make_shared<SimulateArguments>();
  CLI::App* parser = program.add_subcommand("simulate", "Simulate a scene and write its motion");
  addSimulateOptions(*parser, arguments->scenes, arguments->options);
  parser->parse_complete_callback([parser, arguments] {
    // What is left over is the better message.
    if (parser->remaining_size() == 0)
      arguments->runs = optionsOfScenes(arguments->scenes, arguments->options);
  });
  return {parser, [arguments] { return simulateAll(*arguments); }};
}

}  // namespace carom::cli
