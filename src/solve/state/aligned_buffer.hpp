// Aligned memory for data with a layout that is computed at run time. Growing discards the contents.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace carom::solve {

class AlignedBuffer {
 public:
  static constexpr std::size_t kAlignment = 64;

  void* data() const { return memory_.get(); }
  void reserve(std::size_t bytes) {
    if (bytes <= size_) return;
    size_ = bytes + bytes / 2;
    memory_.reset();
    memory_.reset(::operator new(size_, std::align_val_t(kAlignment)));
  }

 private:
  struct Deleter {
    void operator()(void* p) const { ::operator delete(p, std::align_val_t(kAlignment)); }
  };
  std::unique_ptr<void, Deleter> memory_;
  std::size_t size_ = 0;
};

}  // namespace carom::solve
