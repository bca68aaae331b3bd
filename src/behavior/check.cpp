#include "carom/behavior/check.hpp"

#include "behavior/program.hpp"

namespace carom {

Diagnostics checkBehavior(const Scene& scene) {
  Diagnostics diagnostics;
  if (scene.behavior) behavior::compileGraph(scene, *scene.behavior, diagnostics);
  return diagnostics;
}

}  // namespace carom
