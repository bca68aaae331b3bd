// A vector whose index has the type of the numbers of bodies, colliders and contacts: std::int32_t.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace carom::solve {

template <class T>
class IndexedVector : public std::vector<T> {
  using Base = std::vector<T>;

 public:
  using Base::Base;
  IndexedVector() = default;
  explicit IndexedVector(const Base& other) : Base(other) {}
  explicit IndexedVector(Base&& other) : Base(static_cast<Base&&>(other)) {}

  T& operator[](std::int32_t i) { return Base::operator[](static_cast<std::size_t>(i)); }
  const T& operator[](std::int32_t i) const { return Base::operator[](static_cast<std::size_t>(i)); }
  T& operator[](std::size_t i) { return Base::operator[](i); }
  const T& operator[](std::size_t i) const { return Base::operator[](i); }
  std::int32_t count() const { return static_cast<std::int32_t>(Base::size()); }
  /// Resizes to `count` elements.
  void setCount(std::int32_t count) { Base::resize(static_cast<std::size_t>(count)); }
  /// Makes `count` elements, all of the given value.
  void fill(std::int32_t count, const T& value) { Base::assign(static_cast<std::size_t>(count), value); }
  /// Has at least `count` elements afterwards; never fewer than before.
  void growTo(std::int32_t count) {
    if (this->count() < count) setCount(count);
  }
};

}  // namespace carom::solve
