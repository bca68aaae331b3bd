#include "behavior/operation.hpp"

#include <map>

namespace carom::behavior {

namespace {

/// Names of earlier revisions.
constexpr std::pair<std::string_view, std::string_view> kEarlierNames[] = {
    {"math/e", "math/E"},
    {"math/pi", "math/Pi"},
    {"math/inf", "math/Inf"},
    {"math/nan", "math/NaN"},
    {"math/isnan", "math/isNaN"},
    {"math/isinf", "math/isInf"},
    {"math/tau", "math/Tau"},
    {"math/smoothstep", "math/smoothStep"},
    {"math/rotate2d", "math/rotate2D"},
    {"math/rotate3d", "math/rotate3D"},
    {"math/matmul", "math/matMul"},
    {"math/matcompose", "math/matCompose"},
    {"math/matdecompose", "math/matDecompose"},
    {"rigidBody/applyImpulse", "rigid_body/applyImpulse"},
    {"rigidBody/applyPointImpulse", "rigid_body/applyPointImpulse"},
    {"rigidBody/rayCast", "rigid_body/rayCast"},
    {"event/rigidBodyTriggerEntered", "event/rigid_body_triggerEntered"},
    {"event/rigidBodyTriggerExited", "event/rigid_body_triggerExited"},
};

std::map<std::string_view, const Operation*> allOperations() {
  std::map<std::string_view, const Operation*> out;
  for (const std::span<const Operation> family : operationFamilies()) {
    for (const Operation& operation : family) out[operation.name] = &operation;
  }
  for (const auto& [earlier, name] : kEarlierNames) out[earlier] = out.at(name);
  return out;
}

}  // namespace

std::span<const std::span<const Operation>> operationFamilies() {
  static const std::span<const Operation> kFamilies[] = {
      arithmeticOperations(),  comparisonOperations(), selectionOperations(), trigonometryOperations(),
      exponentialOperations(), vectorOperations(),     matrixOperations(),    quaternionOperations(),
      swizzleOperations(),     integerOperations(),    colorOperations(),     typeOperations(),
      flowOperations(),        delayOperations(),      variableOperations(),  pointerOperations(),
      animationOperations(),   eventOperations(),      rigidBodyOperations(), debugOperations()};
  return kFamilies;
}

const Operation* findOperation(std::string_view name) {
  static const std::map<std::string_view, const Operation*> kAll = allOperations();
  const auto found = kAll.find(name);
  return found == kAll.end() ? nullptr : found->second;
}

std::string_view wordAt(std::string_view text, std::size_t index) {
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    if (index-- == 0) return text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return {};
}

}  // namespace carom::behavior
