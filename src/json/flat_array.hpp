// A growing array of plain values. Growing moves whole memory pages where the system can (realloc) and does
// not clear what is not used yet, which a std::vector does; for the tens of millions of values of a large
// file both count.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "json/large_pages.hpp"

namespace carom::json {

template <class T>
class FlatArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  FlatArray() = default;
  ~FlatArray() { std::free(data_); }
  FlatArray(const FlatArray&) = delete;
  FlatArray& operator=(const FlatArray&) = delete;

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) {
    assert(i < size_);
    return data_[i];
  }
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return data_[i];
  }
  /// For an array that is likely to be filled; growing one with large pages would break them up.
  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    reallocate(capacity);
    preferLargePages(data_, capacity * sizeof(T));
  }
  void push(const T& value) {
    if (size_ == capacity_) reallocate(capacity_ + capacity_ / 2 + 64);
    new (data_ + size_++) T(value);
  }
  /// Appends the last elements of another array, from `first` on, and removes them there.
  void takeTail(FlatArray& from, std::size_t first) {
    const std::size_t count = from.size_ - first;
    if (count == 0) return;
    if (capacity_ - size_ < count) reallocate(capacity_ + capacity_ / 2 + count);
    std::memcpy(static_cast<void*>(data_ + size_), from.data_ + first, count * sizeof(T));
    size_ += count;
    from.size_ = first;
  }

 private:
  void reallocate(std::size_t capacity) {
    void* const moved = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
    if (!moved) {
#ifdef __cpp_exceptions
      throw std::bad_alloc();
#else
      std::abort();
#endif
    }
    data_ = static_cast<T*>(moved);
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace carom::json
