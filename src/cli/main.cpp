#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/messages.hpp"

namespace carom::cli {
namespace {

int run(int argument_count, char** arguments) {
  CLI::App program(
      "Simulates the physics of glTF scenes and writes the motion as animation, CSV, JSON or SVG.", "carom");
  program.set_version_flag("--version", "carom " CAROM_VERSION);
  program.require_subcommand(1);
  program.footer("Run carom COMMAND --help for the options of a command.");
  const Command commands[] = {
      addSimulate(program), addInspect(program), addValidate(program), addFix(program),
      addConvert(program),  addReplay(program),  addBench(program),
#ifndef __EMSCRIPTEN__  // Nothing to listen on.
      addView(program),
#endif
  };
  try {
    program.parse(argument_count, arguments);
  } catch (const CLI::RequiredError& error) {
    const std::vector<std::string> unknown = program.remaining();
    if (!program.get_subcommands().empty() || unknown.empty()) {
      program.exit(error);
    } else {
      printUsageError("\"" + unknown.front() +
                      "\" is neither a command nor an option; run carom --help for a list");
    }
    return kUsage;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? kSuccess : kUsage;
  }
  for (const Command& command : commands)
    if (command.parser->parsed()) return command.run();
  return kUsage;
}

}  // namespace
}  // namespace carom::cli

int main(int argument_count, char** arguments) {
  try {
    return carom::cli::run(argument_count, arguments);
  } catch (const std::bad_alloc&) {
    std::fputs("carom: out of memory\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "carom: %s\n", error.what());
  }
  return carom::cli::kFailure;
}
