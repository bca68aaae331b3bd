#include "gltf/member_reader.hpp"

#include <cmath>

#include "carom/base/diagnostic_codes.hpp"

namespace carom::gltf {
namespace {

std::string_view kindName(json::Value value) {
  switch (value.kind()) {
    case json::Kind::Null:
      return "null";
    case json::Kind::Boolean:
      return "a boolean";
    case json::Kind::Number:
      return "a number";
    case json::Kind::String:
      return "a string";
    case json::Kind::Array:
      return "an array";
    case json::Kind::Object:
      break;
  }
  return "an object";
}

}  // namespace

std::string excerpt(json::Value value) {
  constexpr std::size_t kLongest = 40;
  const std::string_view text = value.text();
  if (text.size() <= kLongest) return std::string(text);
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // Not inside a character.
  return std::string(text.substr(0, end)) + "…";
}

std::string pointerOf(std::string_view array, std::size_t index) {
  std::string pointer(1, '/');
  pointer.append(array);
  pointer.append(1, '/');
  pointer.append(std::to_string(index));
  return pointer;
}

void MemberReader::wrongType(json::Value value, std::string_view expected) {
  std::string message = "Expected ";
  message.append(expected).append(", found ").append(kindName(value));
  if (!value.isObject() && !value.isArray()) message.append(" (").append(excerpt(value)).append(")");
  diagnostics_.error(codes::kGltfType, value.pointer(), message + ".");
}

json::Value MemberReader::array(json::Value object, std::string_view name) {
  const json::Value value = object.find(name);
  if (!value || value.isArray()) return value;
  wrongType(value, "an array");
  return {};
}

json::Value MemberReader::object(json::Value object, std::string_view name) {
  const json::Value value = object.find(name);
  if (!value || value.isObject()) return value;
  wrongType(value, "an object");
  return {};
}

bool MemberReader::isObject(json::Value value) {
  if (value.isObject()) return true;
  if (value) wrongType(value, "an object");
  return false;
}

std::string_view MemberReader::string(json::Value object, std::string_view name) {
  const json::Value value = object.find(name);
  if (!value) return {};
  if (!value.isString()) wrongType(value, "a string");
  return value.string();
}

bool MemberReader::boolean(json::Value object, std::string_view name, bool fallback) {
  const json::Value value = object.find(name);
  if (!value) return fallback;
  if (value.isBoolean()) return value.boolean();
  wrongType(value, "true or false");
  return fallback;
}

std::optional<std::uint64_t> MemberReader::unsignedInteger(json::Value object, std::string_view name,
                                                           bool required) {
  const json::Value value = object.find(name);
  if (!value) {
    if (required) {
      diagnostics_.error(codes::kGltfMissing, object.pointer(),
                         "The required member \"" + std::string(name) + "\" is missing.");
    }
    return std::nullopt;
  }
  if (!value.isInteger()) {
    wrongType(value, "a whole number");
    return std::nullopt;
  }
  const double number = value.number();
  if (number < 0) {
    diagnostics_.error(codes::kGltfValue, value.pointer(), excerpt(value) + " is negative.");
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(number);
}

std::int32_t MemberReader::indexValue(json::Value value, std::size_t count, std::string_view what) {
  if (!value.isInteger()) {
    wrongType(value, "an index");
    return -1;
  }
  const double number = value.number();
  if (number < 0 || number >= static_cast<double>(count)) {
    std::string message = excerpt(value) + " is not the index of a ";
    message.append(what).append("; the file has ").append(std::to_string(count)).append(".");
    diagnostics_.error(codes::kGltfIndex, value.pointer(), std::move(message));
    return -1;
  }
  return static_cast<std::int32_t>(number);
}

std::int32_t MemberReader::index(json::Value object, std::string_view name, std::size_t count,
                                 std::string_view what, bool required) {
  const json::Value value = object.find(name);
  if (value) return indexValue(value, count, what);
  if (required) {
    diagnostics_.error(codes::kGltfMissing, object.pointer(),
                       "The required member \"" + std::string(name) + "\" is missing.");
  }
  return -1;
}

std::vector<std::int32_t> MemberReader::indices(json::Value object, std::string_view name, std::size_t count,
                                                std::string_view what) {
  std::vector<std::int32_t> result;
  const json::Value list = array(object, name);
  result.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::int32_t index = indexValue(list[i], count, what);
    if (index >= 0) result.push_back(index);
  }
  return result;
}

bool MemberReader::finiteNumber(json::Value value, double& out) {
  if (!value.isNumber()) {
    wrongType(value, "a number");
    return false;
  }
  out = value.number();
  if (std::isfinite(out)) return true;
  diagnostics_.error(codes::kGltfValue, value.pointer(), excerpt(value) + " is not a finite number.");
  return false;
}

bool MemberReader::numbers(json::Value object, std::string_view name, std::span<double> out) {
  const json::Value list = array(object, name);
  if (!list) return false;
  if (list.size() != out.size()) {
    diagnostics_.error(
        codes::kGltfValue, list.pointer(),
        "Expected " + std::to_string(out.size()) + " numbers, found " + std::to_string(list.size()) + ".");
    return false;
  }
  bool valid = true;
  for (std::size_t i = 0; i < out.size(); ++i) valid = finiteNumber(list[i], out[i]) && valid;
  return valid;
}

std::vector<double> MemberReader::numberList(json::Value object, std::string_view name) {
  std::vector<double> result;
  const json::Value list = array(object, name);
  result.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    double number = 0;
    finiteNumber(list[i], number);
    result.push_back(number);
  }
  return result;
}

}  // namespace carom::gltf
