#include "cli/scene_choice.hpp"

#include <cstdio>

#include "cli/messages.hpp"
#include "gltf/asset.hpp"

namespace carom::cli {

void addSceneChoice(CLI::App& parser, LoadSettings& settings) {
  parser.add_option("--scene", settings.scene, "The scene of the file, where it has several")
      ->type_name("N|NAME")
      ->default_str("the file's own choice");
}

std::string readStandardInput() {
  std::string bytes;
  char buffer[65536];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, stdin)) bytes.append(buffer, count);
  return bytes;
}

Result<Scene> readScene(const std::string& name, const LoadSettings& settings) {
  if (name != "-") return load(name, settings);
  Result<Scene> scene = loadFromMemory(readStandardInput(), ".", settings);
  if (scene) scene->source = name;
  return scene;
}

void noteScene(const std::string& name, const Scene& scene, const LoadSettings& settings) {
  if (!settings.scene.empty() || !scene.asset || scene.asset->shownScene() < 0) return;
  const json::Value scenes = scene.asset->root().find("scenes");
  if (scenes.size() < 2) return;
  const json::Value title = scenes[scene.asset->shownScene()].find("name");
  std::string text = name + ": scene " + std::to_string(scene.asset->shownScene());
  if (title.isString()) text += " \"" + std::string(title.string()) + "\"";
  printUsageError(text + " of " + std::to_string(scenes.size()) + " is taken; --scene takes another");
}

}  // namespace carom::cli
