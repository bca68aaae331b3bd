// Loads a glTF scene, simulates two seconds of it, and prints the events and where the bodies ended up.
#include <carom/carom.hpp>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: simulate SCENE.gltf|SCENE.glb\n";
    return 2;
  }
  const carom::Result<carom::Scene> scene = carom::load(argv[1]);
  if (!scene) {
    for (const carom::Diagnostic& finding : scene.diagnostics().items()) {
      std::cerr << argv[1] << ": " << finding.pointer << ": " << finding.message << "\n";
    }
    return 1;
  }
  carom::World world(*scene, {.time_step = 1.0 / 60});
  for (int i = 0; i < 120; ++i) {
    world.step();
    for (const carom::Event& event : world.events()) {
      std::cout << event.time << " s: " << carom::eventName(event.type) << ", collider " << event.collider
                << " with " << (event.trigger >= 0 ? event.trigger : event.other) << "\n";
    }
  }
  for (const carom::MovedNode& moved : world.motionNodes()) {
    const carom::DVec3& p = moved.global.translation;
    std::cout << scene->nodes[moved.node].name << ": " << p.x << " " << p.y << " " << p.z << "\n";
  }
}
