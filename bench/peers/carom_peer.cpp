#include "carom_peer.hpp"

#include "carom/world/world.hpp"
#include "cli/interruption.hpp"

namespace carom::bench {

PeerRun runCarom(const Scene& scene, const PeerOptions& options) {
  WorldSettings settings;
  settings.sleeping = options.sleeping;
  World world(scene, settings);
  const std::vector<BodyHandle> bodies = world.bodies();
  PeerRun run;
  for (std::size_t step = 1; step <= options.steps && cli::interruption() == 0; ++step) {
    const double before = processorMilliseconds();
    world.step();
    run.step_ms.push_back(processorMilliseconds() - before);
    if (step % options.interval != 0) continue;
    run.poses.emplace_back();
    for (const BodyHandle body : bodies) run.poses.back().push_back(world.state(body).transform);
  }
  return run;
}

}  // namespace carom::bench
