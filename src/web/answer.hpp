// What a call from JavaScript gives back beside its value. JavaScript is one thread and copies it at once, so
// one answer for each instance of the module is enough.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/base/vector.hpp"

namespace carom::web {

struct Answer {
  std::vector<double> numbers;
  std::string text;  ///< UTF-8, or the bytes of a file.

  void add(const DVec3& v) { numbers.insert(numbers.end(), {v.x, v.y, v.z}); }
  /// As a JSON array of {severity, code, pointer, message}.
  void say(std::span<const Diagnostic> diagnostics);
};

/// Emptied.
Answer& newAnswer();

}  // namespace carom::web
