// carom view: shows a scene in a browser.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "carom/dialect/load.hpp"
#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/messages.hpp"
#include "cli/option_values.hpp"
#include "cli/page_server.hpp"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

struct ViewOptions {
  std::string scene;
  std::int32_t port = 0;
  bool no_open = false;
};

bool hasDisplay() {
  const auto isSet = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != 0;
  };
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
}

/// Asks the desktop to open an address. What comes of it is the desktop's business.
void openBrowser(const std::string& url) {
  const pid_t child = ::fork();
  if (child != 0) {
    if (child > 0) ::waitpid(child, nullptr, 0);
    return;
  }
  // A grandchild, which nobody has to wait for.
  if (::fork() == 0) {
    ::execlp("xdg-open", "xdg-open", url.c_str(), nullptr);
  }
  ::_exit(0);
}

int viewScene(const ViewOptions& options) {
  const fs::path page = findPage();
  if (page.empty()) {
    printUsageError(
        "the page is not built: install Node.js 18 or later and npm, run tools/build_web, and install again; "
        "carom "
        "simulate --plot draws a picture without it");
    return kFailure;
  }
  // The page tells what is wrong with a scene, too; here it is said where scripts see it.
  const Result<Scene> scene = load(options.scene);
  printDiagnostics(options.scene, scene ? scene->diagnostics : scene.diagnostics());
  std::error_code error;
  if (!fs::is_regular_file(options.scene, error)) return kFailure;
  PageServer server({page, options.scene, options.port});
  if (!server.open()) {
    printUsageError(options.port == 0 ? "no port is free"
                                      : "port " + std::to_string(options.port) + " cannot be had");
    return kFailure;
  }
  catchInterruptions();
  if (!printOutput(server.url() + "\n")) return kFailure;
  if (!options.no_open && hasDisplay()) openBrowser(server.url());
  server.serve();
  return kSuccess;
}

}  // namespace

Command addView(CLI::App& program) {
  const auto options = std::make_shared<ViewOptions>();
  CLI::App* parser = program.add_subcommand("view", "Show a scene in the browser and simulate it there");
  parser->add_option("SCENE", options->scene, "A .gltf or .glb file")->required();
  addWhole(*parser, "--port", options->port, 0, 65535, "Port on 127.0.0.1; 0: any that is free");
  parser->add_flag("--no-open", options->no_open, "Only print the address");
  return {parser, [options] { return viewScene(*options); }};
}

}  // namespace carom::cli
