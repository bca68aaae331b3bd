// Runs the carom program and keeps what it says.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace carom::test {

/// A folder of its own for a test, removed at the end.
class WorkFolder {
 public:
  WorkFolder() {
    static int counter = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("carom_cli_" + std::to_string(getpid()) + "_" + std::to_string(counter++));
    std::filesystem::create_directories(path_);
  }
  ~WorkFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return (path_ / name).string();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path path_;
};

inline std::string readAll(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

struct ProgramRun {
  int status = -1;  ///< Exit status; -1 when a signal ended the program.
  std::string out, err;
};

/// Waits until a temporary output lies in the folder, ten seconds at most.
inline void awaitTemporary(const std::string& folder) {
  for (int i = 0; i < 1000; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".tmp") return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

/// Runs the program with these arguments. With `interrupt_in`, it gets a SIGINT once it has begun to write
/// there.
inline ProgramRun runProgram(const std::vector<std::string>& arguments,
                             const std::string& interrupt_in = "") {
  const WorkFolder folder;
  const std::string out = folder / "out", err = folder / "err";
  std::vector<char*> pointers;
  std::string program = CAROM_PROGRAM;
  pointers.push_back(program.data());
  std::vector<std::string> copies = arguments;
  for (std::string& argument : copies) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "rb", stdin) == nullptr ||
        std::freopen(out.c_str(), "wb", stdout) == nullptr ||
        std::freopen(err.c_str(), "wb", stderr) == nullptr)
      _exit(126);
    execv(program.c_str(), pointers.data());
    _exit(127);
  }
  if (!interrupt_in.empty()) {
    awaitTemporary(interrupt_in);
    kill(child, SIGINT);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, readAll(out), readAll(err)};
}

/// A ball above a floor, and a trigger on its way.
inline const char* const kBallScene = R"({"asset":{"version":"2.0"},
  "extensionsUsed":["KHR_implicit_shapes","KHR_physics_rigid_bodies"],
  "extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"sphere","sphere":{"radius":0.5}},
    {"type":"box","box":{"size":[10,1,10]}},{"type":"box","box":{"size":[1,0.2,1]}}]}},
  "scene":0,"scenes":[{"nodes":[0,1,2]}],
  "nodes":[{"name":"floor","translation":[0,-0.5,0],
      "extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":1}}}}},
    {"name":"the ball, red","translation":[0,2,0],
      "extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1},"collider":{"geometry":{"shape":0}}}}},
    {"name":"gate","translation":[0,1.2,0],
      "extensions":{"KHR_physics_rigid_bodies":{"trigger":{"geometry":{"shape":2}}}}}]})";

}  // namespace carom::test
