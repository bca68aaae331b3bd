// carom validate: what is wrong with files, and what to do about it.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "carom/validate/profile.hpp"
#include "carom/validate/rule.hpp"
#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "cli/option_values.hpp"
#include "cli/suggestions.hpp"
#include "cli/validate_run.hpp"

namespace carom::cli {
namespace {

struct ValidateArguments {
  std::vector<std::string> paths;
  std::string format = "text";
  bool json = false;
  std::string fail_on;
  std::int32_t max_issues = -1;
  std::vector<std::string> severities;
  std::string explain;
  ValidateRun run;
};

/// "" for the code of a rule, else a message with the nearest one.
std::string unknownCode(const std::string& code) {
  if (findRule(code)) return "";
  std::vector<std::string> codes;
  for (const Rule* rule : allRules()) codes.emplace_back(rule->code);
  return "\"" + code + "\" is no rule" + suggestion(code, codes);
}

/// Takes CODE=SEVERITY apart; a message when that cannot be done.
std::string addSeverity(const std::string& text, ValidateOptions& options) {
  const std::size_t equals = text.find('=');
  const std::string code = text.substr(0, equals);
  if (std::string message = unknownCode(code); !message.empty()) return message;
  const std::string word = equals == std::string::npos ? "" : text.substr(equals + 1);
  const std::optional<Grade> grade = gradeOf(word);
  if (!grade && word != "off") return "a severity is error, warning, info, hint or off";
  options.severity[code] = grade;
  return "";
}

void checkArguments(ValidateArguments& arguments) {
  const auto reject = [](const char* option, const std::string& message) {
    if (!message.empty()) throw CLI::ValidationError(option, message);
  };
  if (!arguments.explain.empty()) return reject("--explain", unknownCode(arguments.explain));
  if (arguments.paths.empty()) throw CLI::RequiredError("PATH");
  const auto& paths = arguments.paths;
  if (arguments.run.options.with_official && std::find(paths.begin(), paths.end(), "-") != paths.end())
    throw CLI::ValidationError("--official", "needs a file");
  // The official validator has codes of its own.
  const bool any_code = arguments.run.options.with_official;
  for (const std::string& code : arguments.run.options.ignore)
    reject("--ignore", any_code ? "" : unknownCode(code));
  for (const std::string& code : arguments.run.options.only)
    reject("--only", any_code ? "" : unknownCode(code));
  for (const std::string& text : arguments.severities)
    reject("--severity", addSeverity(text, arguments.run.options));
  if (arguments.run.beside && !arguments.run.output.empty())
    throw CLI::ValidationError("--beside", "does not go with --output");
}

ReportFormat formatOf(const ValidateArguments& arguments) {
  if (arguments.json || arguments.format == "json") return ReportFormat::Json;
  if (arguments.format == "sarif") return ReportFormat::Sarif;
  if (arguments.format == "github") return ReportFormat::Github;
  return arguments.format == "junit" ? ReportFormat::Junit : ReportFormat::Text;
}

int validatePaths(const ValidateArguments& arguments) {
  if (!arguments.explain.empty())
    return printOutput(explainRule(*findRule(arguments.explain))) ? kSuccess : kFailure;
  ValidateRun run = arguments.run;
  std::string message;
  if (!expandInputs(arguments.paths, run.inputs, message)) {
    printUsageError(message);
    return kUsage;
  }
  run.format = formatOf(arguments);
  if (!arguments.fail_on.empty()) run.fail_on = arguments.fail_on;
  if (arguments.max_issues >= 0) run.max_issues = static_cast<std::size_t>(arguments.max_issues);
  return runValidation(run);
}

}  // namespace

Command addValidate(CLI::App& program) {
  const auto arguments = std::make_shared<ValidateArguments>();
  CLI::App* parser = program.add_subcommand("validate", "Check files and the physics in them");
  parser->add_option("PATH", arguments->paths, "Files, folders, patterns; - for standard input");
  parser->add_option("--format", arguments->format, "How findings are written")
      ->check(CLI::IsMember({"text", "json", "sarif", "github", "junit"}))
      ->capture_default_str();
  parser->add_flag("--json", arguments->json, "The same as --format json: the official validator's report");
  parser->add_option("-o,--output", arguments->run.output,
                     "A file for the reports, or a folder for an <asset>.report.json of each");
  parser->add_flag("--beside", arguments->run.beside, "Write an <asset>.report.json beside each file");
  parser->add_option("--fail-on", arguments->fail_on, "What makes the exit status 1 [error]")
      ->check(CLI::IsMember({"error", "warning", "info", "never"}));
  parser->add_option("--max-issues", arguments->max_issues, "Findings listed of a file; 0: all")
      ->check(CLI::Range(0, 1000000));
  parser->add_option("--ignore", arguments->run.options.ignore, "Leave out findings of a code")
      ->delimiter(',')
      ->allow_extra_args(false);
  parser->add_option("--only", arguments->run.options.only, "Report findings of a code only")
      ->delimiter(',')
      ->allow_extra_args(false);
  parser
      ->add_option("--severity", arguments->severities, "CODE=error, warning, info, hint or off: grade it so")
      ->delimiter(',')
      ->allow_extra_args(false);
  parser
      ->add_option("--profile", arguments->run.options.profiles,
                   "Say what this engine does otherwise; several")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(profileNames()));
  parser->add_flag("--official", arguments->run.options.with_official,
                   "Add the report of the official validator, the npm package gltf-validator");
  addWhole(*parser, "--jobs", arguments->run.jobs, 1, 64, "Files checked at a time");
  parser->add_flag("--timestamp", arguments->run.timestamp, "Write the time into JSON reports");
  parser->add_flag("!--no-settings", arguments->run.use_settings, "Do not look for .carom-validate.yaml");
  parser->add_option("--explain", arguments->explain, "Say what a code means, and what to do");
  parser->parse_complete_callback([arguments] { checkArguments(*arguments); });
  return {parser, [arguments] { return validatePaths(*arguments); }};
}

}  // namespace carom::cli
