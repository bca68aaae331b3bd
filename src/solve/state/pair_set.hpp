// Set of the collider pairs that have a contact: a hash table with open addressing, linear probing, and
// deletion by backward shift. Only membership is queried, so the order of the table affects no result.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace carom::solve {

class PairSet {
 public:
  bool contains(std::int32_t a, std::int32_t b) const {
    if (slots_.empty()) return false;
    const std::uint64_t key = keyOf(a, b);
    for (std::size_t i = home(key); slots_[i] != kEmpty; i = (i + 1) & mask()) {
      if (slots_[i] == key) return true;
    }
    return false;
  }
  /// Adds a pair that is not in the set.
  void add(std::int32_t a, std::int32_t b) {
    if ((size_ + 1) * 2 > slots_.size()) grow();
    place(keyOf(a, b));
    ++size_;
  }
  void remove(std::int32_t a, std::int32_t b) {
    if (slots_.empty()) return;
    const std::uint64_t key = keyOf(a, b);
    std::size_t i = home(key);
    while (slots_[i] != key) {
      if (slots_[i] == kEmpty) return;
      i = (i + 1) & mask();
    }
    --size_;
    for (std::size_t j = (i + 1) & mask(); slots_[j] != kEmpty; j = (j + 1) & mask()) {
      // The entry at j may fill the hole at i unless its home lies cyclically after i.
      const std::size_t distance_to_home = (j - home(slots_[j])) & mask();
      if (distance_to_home >= ((j - i) & mask())) {
        slots_[i] = slots_[j];
        i = j;
      }
    }
    slots_[i] = kEmpty;
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t(0);
  static std::uint64_t keyOf(std::int32_t a, std::int32_t b) {
    if (a > b) std::swap(a, b);
    return (std::uint64_t(std::uint32_t(a)) << 32) | std::uint32_t(b);
  }
  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t home(std::uint64_t key) const {
    key ^= key >> 31;  // Finaliser of splitmix64 (Steele, Lea, Flood 2014), shortened.
    key *= 0xbf58476d1ce4e5b9u;
    key ^= key >> 29;
    return static_cast<std::size_t>(key) & mask();
  }
  void place(std::uint64_t key) {
    std::size_t i = home(key);
    while (slots_[i] != kEmpty) i = (i + 1) & mask();
    slots_[i] = key;
  }
  void grow() {
    std::vector<std::uint64_t> old(slots_.empty() ? 64 : slots_.size() * 2, kEmpty);
    old.swap(slots_);
    for (const std::uint64_t key : old) {
      if (key != kEmpty) place(key);
    }
  }

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

}  // namespace carom::solve
