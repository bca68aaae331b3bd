// Levels of the bodies of a net: the distance of each body from one end of the net, in links. Links connect
// bodies of the same level or of two consecutive levels. So a net can be divided between levels into slabs
// (block_layout.hpp) whose links reach only to the neighbouring slabs. Levels stay the same however the net
// is folded, unlike positions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace carom::solve {

/// A link between two bodies of a net, 0..bodies-1.
struct NetLink {
  std::int32_t a = 0, b = 0;
};

/// The level of each body, from 0 on. Each connected part of the net is counted from an end of its own.
std::vector<std::int32_t> netLevels(std::int32_t bodies, std::span<const NetLink> links);

}  // namespace carom::solve
