// What happened as files: the baked scene, the trajectory, the events, into the module's own file system.

#include <memory>
#include <string>
#include <vector>

#include "carom/output/bake.hpp"
#include "carom/output/recorder.hpp"
#include "web/answer.hpp"
#include "web/bound_scene.hpp"
#include "web/bound_world.hpp"
#include "web/export.hpp"

namespace carom::web {

/// Follows a world step by step.
struct BoundRecorder {
  std::shared_ptr<const Scene> scene;
  OutputFiles files;
  RecorderOptions options;
  std::unique_ptr<Recorder> recorder;  ///< From the first capture on.
  std::string baked;
  bool graph = false;  ///< Ran in the world that was captured first.

  void start() { recorder = std::make_unique<Recorder>(*scene, options); }
};

/// Paths are empty where nothing is wanted. Null and the diagnostics where a file cannot be written.
CAROM_WEB(BoundRecorder*)
carom_recorder_create(const BoundScene* scene, const char* baked, const char* trajectory,
                      const char* events) {
  Answer& answer = newAnswer();
  auto bound = std::unique_ptr<BoundRecorder>(new BoundRecorder{scene->scene, {}, {}, nullptr, baked});
  RecorderOptions& options = bound->options;
  options.keys = !bound->baked.empty();
  for (const auto& [path, file] :
       {std::pair(trajectory, &options.trajectory), std::pair(events, &options.events)}) {
    if (*path == 0) continue;
    const Result<OutputFile*> created = bound->files.create(path);
    if (!created) return answer.say(created.diagnostics().items()), nullptr;
    *file = created.value();
  }
  return bound.release();
}

/// Before the first capture: a node of the scene that the program moves or scales gets keys, too.
CAROM_WEB(void) carom_recorder_watch(BoundRecorder* bound, std::int32_t node) {
  bound->options.other_nodes.push_back(node);
}

/// 0 for a world of another scene, or of this one with other balls.
CAROM_WEB(std::int32_t) carom_recorder_capture(BoundRecorder* bound, const BoundWorld* world) {
  if (world->scene != bound->scene) return 0;
  if (!bound->recorder) {
    bound->graph = world->behavior && world->behavior->isRunning();
    std::vector<std::int32_t>& others = bound->options.other_nodes;
    others.insert(others.end(), world->graphNodes().begin(), world->graphNodes().end());
    bound->start();
  }
  bound->recorder->capture(world->world);
  return 1;
}

/// Ends the recording and writes the files. 1 and the warnings of baking, or 0 and the diagnostics.
CAROM_WEB(std::int32_t) carom_recorder_finish(BoundRecorder* bound) {
  Answer& answer = newAnswer();
  if (!bound->recorder) bound->start();
  bound->recorder->finish();
  Diagnostics said;
  if (!bound->baked.empty()) {
    const Result<BakeSummary> summary = bake(*bound->scene, *bound->recorder->keys(), bound->baked,
                                             bound->files, {.own_animations = !bound->graph});
    if (!summary) return answer.say(summary.diagnostics().items()), 0;
    said = summary->diagnostics;
  }
  if (const Diagnostics committed = bound->files.commit(); committed.hasErrors())
    return answer.say(committed.items()), 0;
  answer.say(said.items());
  return 1;
}

CAROM_WEB(void) carom_recorder_free(BoundRecorder* bound) {
  delete bound;
}

}  // namespace carom::web
