// The benchmark scenes in Carom itself.
#pragma once

#include "carom/scene/scene.hpp"
#include "peer_run.hpp"

namespace carom::bench {

/// One thread, the usual settings.
PeerRun runCarom(const Scene& scene, const PeerOptions& options);

}  // namespace carom::bench
