// carom inspect: shows a file's physics and its diagnostics.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "carom/dialect/load.hpp"
#include "carom/output/collider_picture.hpp"
#include "carom/output/inspect.hpp"
#include "carom/output/output_files.hpp"
#include "carom/output/report.hpp"
#include "carom/validate/profile.hpp"
#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "cli/node_choice.hpp"
#include "cli/option_values.hpp"
#include "cli/scene_choice.hpp"
#include "output/asset_writer.hpp"

namespace carom::cli {
namespace {

struct InspectOptions {
  std::string scene;
  bool json = false;
  bool summary = false;
  std::vector<std::string> profiles, nodes;
  std::string colliders;
  LoadSettings load;
};

/// Writes the picture of the colliders.
int drawColliders(const InspectOptions& options, const Inspection& inspection) {
  std::error_code error;
  if (std::filesystem::equivalent(options.scene, options.colliders, error)) {
    printUsageError("\"" + options.colliders + "\" is the input; choose another name for the output");
    return kUsage;
  }
  OutputFiles files;
  const Result<OutputFile*> file = files.create(options.colliders);
  if (file) (*file)->write(colliderPicture(inspection));
  const Diagnostics problems = file ? files.commit() : file.diagnostics();
  if (!problems.hasErrors()) return kSuccess;
  printDiagnostics(options.colliders, problems);
  return kFailure;
}

int inspectFile(const InspectOptions& options) {
  const Result<Scene> scene = readScene(options.scene, options.load);
  if (!scene) {
    printDiagnostics(options.scene, scene.diagnostics());
    if (options.json) printOutput(failureJson(options.scene, scene.diagnostics()));
    return kFailure;
  }
  noteScene(options.scene, *scene, options.load);
  if (!options.profiles.empty()) {
    std::string text;
    for (const std::string& profile : options.profiles) text += engineText(*scene, profile);
    return printOutput(text) ? kSuccess : kFailure;
  }
  Inspection inspection = inspect(*scene);
  for (const std::string& word : options.nodes) {
    std::string message;
    if (findNodes(*scene, word, inspection.only, message)) continue;
    printUsageError("--node: " + message);
    return kUsage;
  }
  if (!options.colliders.empty()) return drawColliders(options, inspection);
  const std::string text = options.json      ? inspectionJson(inspection)
                           : options.summary ? inspectionSummary(inspection)
                                             : inspectionText(inspection);
  return printOutput(text) ? kSuccess : kFailure;
}

}  // namespace

Command addInspect(CLI::App& program) {
  const auto options = std::make_shared<InspectOptions>();
  CLI::App* parser =
      program.add_subcommand("inspect", "Show the bodies, colliders, materials and joints of a scene");
  parser->add_option("SCENE", options->scene, "The scene: a .gltf or .glb file; - for standard input")
      ->required();
  addSceneChoice(*parser, options->load);
  CLI::Option* json = parser->add_flag("--json", options->json, "Print JSON instead of text");
  parser->add_option("--profile", options->profiles, "Print what this engine will make of the scene; several")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(profileNames()))
      ->excludes(json);
  parser->add_flag("--summary", options->summary, "Print the counts only")->excludes(json);
  parser->add_option("--node", options->nodes, "Show these only: indices or names of nodes")
      ->type_name("NODE,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  parser
      ->add_option("--colliders", options->colliders,
                   "Write colliders, triggers, joints and centres of mass as meshes, for any viewer")
      ->type_name("OUT.glb")
      ->check([](const std::string& name) {
        return output::isBinaryName(name) ? std::string() : "\"" + name + "\" must end in .glb";
      });
  return {parser, [options] { return inspectFile(*options); }};
}

}  // namespace carom::cli
