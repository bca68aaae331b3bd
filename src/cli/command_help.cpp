// carom help: what a command does, and its options.
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "cli/suggestions.hpp"

namespace carom::cli {

namespace {

/// App::help would show that of the command that was given, which is help itself.
std::string listText(const CLI::App& program) {
  return program.get_formatter()->make_help(&program, program.get_name(), CLI::AppFormatMode::Normal);
}

}  // namespace

Command addHelp(CLI::App& program) {
  const auto name = std::make_shared<std::string>();
  CLI::App* parser = program.add_subcommand("help", "Show the options of a command");
  parser->add_option("COMMAND", *name, "The command; none: the list of them");
  return {parser, [&program, name] {
            if (name->empty()) return printOutput(listText(program)) ? kSuccess : kFailure;
            for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
              if (command->get_name() != *name) continue;
              return printOutput(command->help("carom", CLI::AppFormatMode::Normal)) ? kSuccess : kFailure;
            }
            printUsageError("\"" + *name + "\" is no command" + suggestion(*name, commandNames(program)));
            return kUsage;
          }};
}

}  // namespace carom::cli
