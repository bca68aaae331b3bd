// Sleeping islands.
#pragma once

#include <cstdint>

#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

struct SleepingIsland {
  IndexedVector<std::int32_t> bodies;
};

struct IslandSet {
  IndexedVector<SleepingIsland> sleeping;  ///< By Body::island; empty where unused.
  IndexedVector<std::int32_t> free;        ///< Unused indices of `sleeping`.
  std::uint32_t sleeping_bodies = 0;
};

}  // namespace carom::solve
