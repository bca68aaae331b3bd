#include "cli/validate_inputs.hpp"

#include <glob.h>

#include <algorithm>

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

bool isAsset(const fs::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return ending == ".gltf" || ending == ".glb";
}

bool addFolder(const fs::path& folder, std::vector<ValidateInput>& inputs) {
  std::error_code error;
  std::vector<fs::path> found;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, options, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (isAsset(at->path()) && at->is_regular_file(ignored)) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  for (const fs::path& path : found) inputs.push_back({path.string(), path.lexically_relative(folder)});
  return !found.empty();
}

bool addPath(const std::string& path, std::vector<ValidateInput>& inputs, std::string& message) {
  std::error_code error;
  if (path != "-" && fs::is_directory(path, error)) {
    if (addFolder(path, inputs)) return true;
    message = "\"" + path + "\" has no .gltf or .glb in it";
    return false;
  }
  inputs.push_back({path, fs::path(path).filename()});
  return true;
}

}  // namespace

bool expandInputs(const std::vector<std::string>& arguments, std::vector<ValidateInput>& inputs,
                  std::string& message) {
  for (const std::string& argument : arguments) {
    std::error_code error;
    // A file may have such characters in its name.
    if (argument.find_first_of("*?[") == std::string::npos || fs::exists(argument, error)) {
      if (!addPath(argument, inputs, message)) return false;
      continue;
    }
    glob_t found{};
    const int status = glob(argument.c_str(), 0, nullptr, &found);
    bool good = status == 0;
    for (std::size_t i = 0; good && i < found.gl_pathc; ++i)
      good = addPath(found.gl_pathv[i], inputs, message);
    globfree(&found);
    if (status != 0) message = "\"" + argument + "\" matches no file";
    if (!good) return false;
  }
  return true;
}

}  // namespace carom::cli
