// Pointers of other extensions at values of physics: they name their values' new places.
#pragma once

#include <span>
#include <string_view>

#include "dialect/lower/lowering.hpp"
#include "dialect/write/places.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

/// Rewrites the pointers of animations and behaviour graphs, and adds those that have no place, and what else
/// names physics, to the losses. `written`: the extensions of physics in the output.
void writePointers(Lowered& lowered, const Places& places, std::span<const std::string_view> written,
                   json::Patch& patch);

}  // namespace carom::dialect
