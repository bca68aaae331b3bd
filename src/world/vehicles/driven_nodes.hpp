// Nodes that move relative to their body: wheels turn, thrusters gimbal.
#pragma once

#include <cstdint>

#include "carom/base/vector.hpp"

namespace carom::world {

struct DrivenNode {
  std::int32_t node = -1;
  std::int32_t body = -1;  ///< Index into CompiledScene::bodies.
  DTransform rest;         ///< Node to the body's node, as the file has it.
  DTransform offset;       ///< From there, in the node's own frame.
  DTransform pose;         ///< Global, as last written.
};

}  // namespace carom::world
