#include "behavior/pointer_text.hpp"

#include <charconv>

namespace carom::behavior {

std::int32_t indexBelow(std::string_view array, std::string_view pointer) {
  if (!pointer.starts_with(array) || pointer.size() <= array.size() + 1 || pointer[array.size()] != '/')
    return -1;
  pointer.remove_prefix(array.size() + 1);
  std::int32_t index = -1;
  const auto [end, failure] = std::from_chars(pointer.data(), pointer.data() + pointer.size(), index);
  return failure == std::errc() && end == pointer.data() + pointer.size() ? index : -1;
}

std::int32_t indexIn(const BehaviorGraph& graph, std::string_view array, const Value& value) {
  if (value.type == ValueType::Integer) return static_cast<std::int32_t>(value.numbers[0]);
  if (value.numbers[0] != static_cast<double>(ReferenceKind::Object)) return -1;
  return indexBelow(array, graph.references[static_cast<std::size_t>(value.numbers[1])]);
}

std::optional<std::string> pointerText(const TextTemplate& text, const BehaviorGraph& graph,
                                       const std::function<const Value&(std::int32_t input)>& value_of) {
  std::string out;
  for (const TemplatePart& part : text.parts) {
    out += part.literal;
    if (part.parameter.empty()) continue;
    const Value& value = value_of(part.input);
    if (value.type == ValueType::Integer) {
      if (value.numbers[0] < 0) return std::nullopt;
      out += std::to_string(static_cast<std::int32_t>(value.numbers[0]));
      continue;
    }
    const auto kind = static_cast<ReferenceKind>(static_cast<int>(value.numbers[0]));
    if (kind == ReferenceKind::None) return std::nullopt;
    if (kind != ReferenceKind::Object) {
      const bool fits =
          out == std::string(kOwnPointers) + (kind == ReferenceKind::Delay ? "delays/" : "events/");
      if (!fits) return std::nullopt;
      out += std::to_string(static_cast<std::uint64_t>(value.numbers[1]));
      continue;
    }
    const std::int32_t index = indexIn(graph, std::string_view(out).substr(0, out.size() - 1), value);
    if (index < 0) return std::nullopt;
    out += std::to_string(index);
  }
  return out;
}

}  // namespace carom::behavior
