// std::bit_cast for the compilers that have the language support but not yet the library's function (libc++
// of Emscripten 3.1.6).
#pragma once

namespace carom {

/// The bits of `value` as a To of the same size.
template <class To, class From>
constexpr To bitCast(const From& value) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, value);
}

}  // namespace carom
