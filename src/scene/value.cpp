#include "carom/scene/value.hpp"

namespace carom {

namespace {

constexpr struct {
  std::string_view name;
  std::size_t size;
} kTypes[] = {{"bool", 1},   {"int", 1},      {"float", 1},    {"float2", 2},    {"float3", 3},
              {"float4", 4}, {"float2x2", 4}, {"float3x3", 9}, {"float4x4", 16}, {"ref", 1}};

}  // namespace

std::string_view valueTypeName(ValueType type) {
  return kTypes[static_cast<std::size_t>(type)].name;
}

std::size_t valueSize(ValueType type) {
  return kTypes[static_cast<std::size_t>(type)].size;
}

}  // namespace carom
