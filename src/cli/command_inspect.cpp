// carom inspect: shows a file's physics and its diagnostics.
#include <memory>
#include <string>

#include "carom/dialect/load.hpp"
#include "carom/output/inspect.hpp"
#include "carom/output/report.hpp"
#include "cli/command.hpp"
#include "cli/messages.hpp"

namespace carom::cli {
namespace {

struct InspectOptions {
  std::string scene;
  bool json = false;
};

int inspectFile(const InspectOptions& options) {
  const Result<Scene> scene = load(options.scene);
  if (!scene) {
    printDiagnostics(options.scene, scene.diagnostics());
    if (options.json) printOutput(failureJson(options.scene, scene.diagnostics()));
    return kFailure;
  }
  const Inspection inspection = inspect(*scene);
  return printOutput(options.json ? inspectionJson(inspection) : inspectionText(inspection)) ? kSuccess
                                                                                             : kFailure;
}

}  // namespace

Command addInspect(CLI::App& program) {
  const auto options = std::make_shared<InspectOptions>();
  CLI::App* parser =
      program.add_subcommand("inspect", "Show the bodies, colliders, materials and joints of a scene");
  parser->add_option("SCENE", options->scene, "The scene: a .gltf or .glb file")->required();
  parser->add_flag("--json", options->json, "Print JSON instead of text");
  return {parser, [options] { return inspectFile(*options); }};
}

}  // namespace carom::cli
