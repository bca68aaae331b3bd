// What the processor can do: bytes and operations a second, measured with loops that do nothing else.
#pragma once

#include <cstddef>

namespace carom::bench {

/// Bytes a second that one thread reads and writes with a[i] = b[i] + s c[i], the arrays together of this
/// size: 12 bytes for each element. The best of several rounds.
double streamSpeed(std::size_t bytes);

/// Operations on single floats a second, eight lanes wide: products and sums one after the other, as the
/// engine has them (it uses no fused operations), and fused.
struct Arithmetic {
  double separate = 0;
  double fused = 0;
};
Arithmetic arithmeticSpeed();

}  // namespace carom::bench
