// The commands of the carom program. Each lives in a file command_<name>.cpp and adds itself to the parser
// here.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace carom::cli {

/// Exit statuses; scripts rely on them.
enum ExitStatus : int {
  kSuccess = 0,
  kFailure = 1,  ///< The input has errors, or an output cannot be written.
  kUsage = 2,    ///< The command line asks for something that makes no sense.
};

/// A subcommand and its function, called after the command line is parsed; `run` returns the exit status.
struct Command {
  CLI::App* parser = nullptr;
  std::function<int()> run;
};

Command addSimulate(CLI::App& program);
Command addInspect(CLI::App& program);
Command addValidate(CLI::App& program);
Command addFix(CLI::App& program);
Command addConvert(CLI::App& program);
Command addReplay(CLI::App& program);
Command addBench(CLI::App& program);
Command addView(CLI::App& program);

}  // namespace carom::cli
