// Texts of pointers whose parameters have values.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "behavior/text_template.hpp"
#include "carom/scene/behavior.hpp"

namespace carom::behavior {

/// What KHR_interactivity's own pointers begin with.
inline constexpr std::string_view kOwnPointers = "/extensions/KHR_interactivity/";

/// The index at the end of "/nodes/12" below an array "/nodes"; -1: none.
std::int32_t indexBelow(std::string_view array, std::string_view pointer);
/// What a value of type Reference or Integer names: the index of an object in one of the file's arrays
/// ("/nodes"); -1: nothing there.
std::int32_t indexIn(const BehaviorGraph& graph, std::string_view array, const Value& value);
/// A template with the values of its parameters, asked for by their inputs; empty where one names nothing.
std::optional<std::string> pointerText(const TextTemplate& text, const BehaviorGraph& graph,
                                       const std::function<const Value&(std::int32_t input)>& value_of);

}  // namespace carom::behavior
