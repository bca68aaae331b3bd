// Writes JSON text piece by piece, indented by two spaces. Objects and arrays of simple values can be put on
// one line.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::json {

class Writer {
 public:
  enum class Layout : std::uint8_t { Indented, OneLine };

  void beginObject(Layout layout = Layout::Indented) { begin('{', '}', layout); }
  void beginArray(Layout layout = Layout::Indented) { begin('[', ']', layout); }
  void end();  ///< Ends the object or array begun last.

  void key(std::string_view name);  ///< Before each value of an object.
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool truth);
  void value(double number);  ///< Non-finite: the string "Infinity", "-Infinity" or "NaN".
  template <std::integral T>
  requires(!std::same_as<T, bool>) void value(T number) {
    separate();
    text_ += std::to_string(number);
  }
  void value(const DVec3& vector);
  void value(const DQuat& quaternion);
  void null();

  template <class T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

  /// The text; everything begun must have been ended.
  std::string take() { return std::move(text_); }

 private:
  struct Level {
    char close;
    bool one_line;
    bool empty = true;
  };
  void begin(char open, char close, Layout layout);
  void separate();

  std::string text_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace carom::json
