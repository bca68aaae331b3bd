// A value, or the diagnostics that explain its absence. Nothing throws across the public API.
#pragma once

#include <cassert>
#include <optional>
#include <utility>

#include "carom/base/diagnostic.hpp"

namespace carom {

/// Either a T, or the diagnostics (at least one error) that explain why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Diagnostics diagnostics) : diagnostics_(std::move(diagnostics)) {}
  /// A failure with a single error.
  static Result failure(std::string_view code, std::string pointer, std::string message) {
    Diagnostics diagnostics;
    diagnostics.error(code, std::move(pointer), std::move(message));
    return Result(std::move(diagnostics));
  }

  explicit operator bool() const { return value_.has_value(); }
  bool ok() const { return value_.has_value(); }
  T& value() { return assert(value_), *value_; }
  const T& value() const { return assert(value_), *value_; }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  /// Explains why there is no value; empty if there is one.
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  std::optional<T> value_;
  Diagnostics diagnostics_;
};

}  // namespace carom
