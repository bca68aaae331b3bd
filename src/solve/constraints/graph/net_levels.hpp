// How far bodies of a net are from one of its ends, in links. Links join bodies of one level or of two levels
// that follow on each other, so that a net can be cut between levels into slabs (block_layout.hpp) of which
// each has links with its neighbours alone. Unlike where the bodies are, that stays the same however the net
// is folded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace carom::solve {

/// Two bodies of a net, 0..bodies-1, that are joined.
struct NetLink {
  std::int32_t a = 0, b = 0;
};

/// The level of each body, from 0 on; each connected part of the net is counted from an end of its own.
std::vector<std::int32_t> netLevels(std::int32_t bodies, std::span<const NetLink> links);

}  // namespace carom::solve
