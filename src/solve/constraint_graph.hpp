// Colours constraints so that those of one colour share no movable body: they can be solved at once, in SIMD
// lanes and on several threads, and the result does not depend on how they are dealt out.
#pragma once

#include <cstdint>
#include <vector>

namespace carom::solve {

/// Two bodies a constraint acts on; an index >= the graph's movable bodies or 0 is not coloured.
struct ConstraintEdge {
  std::int32_t body_a = 0;
  std::int32_t body_b = 0;
  std::int32_t kind = 0;  ///< 0..3, see BlockLayout.
};

/// Greedy colouring in the order of the constraints: each takes the lowest colour that neither body has yet.
/// A body with more than 63 constraints overflows into colour kOverflow, which has to be solved one
/// constraint after the other.
class ConstraintGraph {
 public:
  static constexpr int kColors = 64;
  static constexpr int kOverflow = kColors - 1;

  /// Bodies 1 .. movable_end-1 are movable.
  void build(const std::vector<ConstraintEdge>& edges, std::int32_t movable_end);
  /// Colours in use, without the overflow.
  int colorCount() const { return color_count_; }
  /// The lowest colour that neither body of a constraint has yet, kOverflow if there is none; both have it
  /// then. `used` has the colours of each body, a bit each.
  static int takeColor(const ConstraintEdge& edge, std::vector<std::uint64_t>& used,
                       std::int32_t movable_end);
  /// Constraint indices of a colour in ascending order.
  const std::int32_t* begin(int color) const { return order_.data() + first_[color]; }
  const std::int32_t* end(int color) const { return order_.data() + first_[color + 1]; }

 private:
  std::vector<std::uint64_t> used_;  ///< Colours of each body.
  std::vector<std::uint8_t> color_of_;
  std::vector<std::int32_t> order_;
  std::int32_t first_[kColors + 1] = {};
  int color_count_ = 0;
};

}  // namespace carom::solve
