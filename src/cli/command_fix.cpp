// carom fix: mends what has one safe answer.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "carom/output/output_files.hpp"
#include "carom/validate/fix.hpp"
#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "output/asset_resources.hpp"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

struct FixArguments {
  std::string input, output;
  bool dry_run = false, in_place = false;
  FixOptions options;
};

/// Whether the output may be written where it is wanted: beside the files that the document names.
bool outputIsInPlace(const FixArguments& arguments) {
  std::error_code error;
  if (fs::equivalent(arguments.input, arguments.output, error) && !arguments.in_place) {
    printUsageError("\"" + arguments.output + "\" is the input; --in-place replaces it");
    return false;
  }
  const Result<Scene> scene = load(arguments.input);
  if (!scene || output::resourcesOf(*scene->asset).empty()) return true;
  const fs::path from = output::canonicalPath(fs::path(arguments.input).parent_path());
  if (output::canonicalPath(fs::path(arguments.output).parent_path()) == from) return true;
  printUsageError("\"" + arguments.input + "\" names files beside it; write the output into its folder");
  return false;
}

std::string mendText(const Mend& mend) {
  std::string text = mend.pointer + ": ";
  text += mend.before.empty() ? "nothing" : mend.before;
  text += " -> ";
  text += mend.after.empty() ? "nothing" : mend.after;
  text += " [";
  text += mend.code;
  return text + "]\n";
}

int fixFile(const FixArguments& arguments) {
  if (!arguments.dry_run && !outputIsInPlace(arguments)) return kUsage;
  std::ifstream stream(arguments.input, std::ios::binary);
  if (!stream) {
    printUsageError("\"" + arguments.input + "\" cannot be read");
    return kFailure;
  }
  std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  fs::path folder = fs::path(arguments.input).parent_path();
  if (folder.empty()) folder = ".";
  const Result<Fixed> fixed = fixBytes(std::move(bytes), folder, arguments.options);
  if (!fixed) {
    printDiagnostics(arguments.input, fixed.diagnostics());
    return kFailure;
  }
  std::string text;
  for (const Mend& mend : fixed->mends) text += mendText(mend);
  text += std::to_string(fixed->mends.size()) + (fixed->mends.size() == 1 ? " change\n" : " changes\n");
  if (!arguments.dry_run) {
    OutputFiles files;
    const Result<OutputFile*> file = files.create(arguments.output);
    if (file) (*file)->write(fixed->bytes);
    const Diagnostics problems = file ? files.commit() : file.diagnostics();
    if (problems.hasErrors()) {
      printDiagnostics(arguments.output, problems);
      return kFailure;
    }
  }
  return printOutput(text) ? kSuccess : kFailure;
}

}  // namespace

Command addFix(CLI::App& program) {
  const auto arguments = std::make_shared<FixArguments>();
  std::string about = "Mend what has one safe answer; every other byte stays:\n";
  std::vector<std::string> codes;
  for (const MendKind& kind : mendKinds()) {
    codes.emplace_back(kind.code);
    about += "  " + std::string(kind.code) + ": " + std::string(kind.about);
    about += kind.by_name ? " (only with --only)\n" : "\n";
  }
  CLI::App* parser = program.add_subcommand("fix", about);
  parser->add_option("IN", arguments->input, "A .gltf or .glb file")->required();
  parser->add_option("OUT", arguments->output, "The file to write");
  parser->add_option("--only", arguments->options.only, "Mend this code only; several with commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(codes));
  parser
      ->add_option_function<std::string>(
          "--geometry",
          [arguments](const std::string& form) {
            arguments->options.geometry = form == "mesh" ? GeometryForm::Mesh : GeometryForm::Node;
          },
          "Name meshes of colliders so, where that changes nothing: mesh (since 2026) or node (before)")
      ->check(CLI::IsMember({"mesh", "node"}));
  parser->add_flag("--dry-run", arguments->dry_run, "Say what would be changed, and write nothing");
  parser->add_flag("--in-place", arguments->in_place, "Let OUT be IN, which is replaced");
  parser->parse_complete_callback([arguments] {
    if (arguments->output.empty() && !arguments->dry_run) throw CLI::RequiredError("OUT");
  });
  return {parser, [arguments] { return fixFile(*arguments); }};
}

}  // namespace carom::cli
