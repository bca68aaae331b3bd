// The stack on which RapidJSON's iterative reader keeps the open containers. RapidJSON's own does arithmetic
// on a null pointer while it is empty, which is undefined behaviour; this takes its place for readers with
// `ReaderAllocator`.
#pragma once

#include <rapidjson/rapidjson.h>

#include <cstddef>
#include <vector>

namespace carom::json {

/// Names the specialization below; allocates nothing.
struct ReaderAllocator {};

}  // namespace carom::json

namespace rapidjson::internal {

template <typename Allocator>
class Stack;

template <>
class Stack<carom::json::ReaderAllocator> {
 public:
  Stack(carom::json::ReaderAllocator*, std::size_t capacity) : bytes_(capacity) {}

  template <typename T>
  T* Push(std::size_t count = 1) {
    const std::size_t size = count * sizeof(T);
    if (bytes_.size() - top_ < size) bytes_.resize(2 * bytes_.size() + size);
    top_ += size;
    return reinterpret_cast<T*>(bytes_.data() + top_ - size);
  }
  template <typename T>
  T* Pop(std::size_t count) {
    top_ -= count * sizeof(T);
    return reinterpret_cast<T*>(bytes_.data() + top_);
  }
  template <typename T>
  T* Top() {
    return reinterpret_cast<T*>(bytes_.data() + top_ - sizeof(T));
  }
  void Clear() { top_ = 0; }

 private:
  std::vector<char> bytes_;
  std::size_t top_ = 0;
};

}  // namespace rapidjson::internal
