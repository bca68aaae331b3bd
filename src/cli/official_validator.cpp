#include "cli/official_validator.hpp"

#include <cerrno>
#include <cstring>

#ifndef __EMSCRIPTEN__
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT: POSIX has it in no header.
#endif

namespace carom::cli {

#ifdef __EMSCRIPTEN__

bool runOfficialValidator(const std::string&, std::string&, std::string& message) {
  message = "--official cannot run another program here";
  return false;
}

#else

namespace {

constexpr int kNotInstalled = 77;

/// What Node.js runs. The package is looked up from the working folder, as npm install puts it there.
constexpr const char* kScript = R"(
const fs = require('fs'), path = require('path'), file = process.argv[1];
let validator;
try {
  validator = require(require.resolve('gltf-validator', {paths: [process.cwd()]}));
} catch (error) {
  process.exit(77);
}
validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
  uri: path.basename(file),
  maxIssues: 20000,
  externalResourceFunction: uri =>
    fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri))).then(data => new Uint8Array(data)),
}).then(report => process.stdout.write(JSON.stringify(report)),
        error => { process.stderr.write(String(error) + '\n'); process.exitCode = 1; });
)";

/// Reads until the end.
std::string readAll(int descriptor) {
  std::string text;
  char buffer[65536];
  for (;;) {
    const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

}  // namespace

bool runOfficialValidator(const std::string& file, std::string& report, std::string& message) {
  int ends[2];
  // Not to be inherited by what other threads start meanwhile.
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    message = std::string("cannot make a pipe: ") + std::strerror(errno);
    return false;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::string name = "node", flag = "-e", script = kScript, path = file;
  char* arguments[] = {name.data(), flag.data(), script.data(), path.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, "node", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (error == 0) report = readAll(ends[0]);
  ::close(ends[0]);
  if (error != 0) {
    message = "--official needs Node.js: node cannot be started: " + std::string(std::strerror(error));
    return false;
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  const bool missing = WIFEXITED(status) && WEXITSTATUS(status) == kNotInstalled;
  message = missing
                ? "--official needs the npm package gltf-validator: npm install gltf-validator in this folder"
                : "the official validator failed on " + file;
  return false;
}

#endif

}  // namespace carom::cli
