// A summary of a scene as text and as JSON: bodies, colliders, materials, filters, triggers, joints,
// animations, and diagnostics.
#pragma once

#include <string>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// A scene and what compiling it adds.
struct Inspection {
  const Scene* scene = nullptr;
  std::vector<BodyProperties> bodies;  ///< Mass properties in use, ascending node index.
  std::vector<Scene::GlobalPose>
      poses;  ///< By node, at time 0 of its animations; empty: as the scene has them.
  std::vector<Diagnostic> diagnostics;  ///< Of loading and of compiling.
  std::vector<std::int32_t> only;       ///< Nodes of which something is shown; empty: all.
};

/// Compiles the scene with default settings. The scene must outlive the inspection.
Inspection inspect(const Scene& scene);

std::string inspectionText(const Inspection& inspection);
/// Its first lines: dialects, counts, and how many diagnostics there are.
std::string inspectionSummary(const Inspection& inspection);
/// Indented JSON, line feed at the end.
std::string inspectionJson(const Inspection& inspection);

}  // namespace carom
