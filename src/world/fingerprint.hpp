// Hashes of scenes and settings: a world refuses a snapshot or recording that was made with others.
#pragma once

#include <cstdint>

#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom::world {

/// Hash of all that a world is compiled from; names, pointers and geometries are left out.
std::uint64_t sceneFingerprint(const Scene& scene);
/// Hash of the vertices and triangles.
std::uint64_t geometryFingerprint(const Scene& scene);
/// Hash of all settings that decide results: not of the numbers of threads.
std::uint64_t settingsFingerprint(const WorldSettings& settings);

}  // namespace carom::world
