// The benchmark scenes in Bullet.
#pragma once

#include "carom/scene/scene.hpp"
#include "peer_run.hpp"

namespace carom::bench {

/// Bullet as Debian ships it: one thread, ten solver iterations, one step per frame, its own thresholds of
/// sleep. Masses and centres of mass are Carom's; friction 0.6 and restitution 0 for every pair.
PeerRun runBullet(const Scene& scene, const PeerOptions& options);

}  // namespace carom::bench
