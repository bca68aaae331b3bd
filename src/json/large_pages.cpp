#include "json/large_pages.hpp"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace carom::json {

void preferLargePages(void* begin, std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kLargePage = std::uintptr_t(1) << 21;
  if (bytes < 4 * kLargePage) return;
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + kLargePage - 1) & ~(kLargePage - 1);
  const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) & ~(kLargePage - 1);
  madvise(reinterpret_cast<void*>(first), last - first,
          MADV_HUGEPAGE);  // A hint: its result does not matter.
#else
  (void)begin, (void)bytes;
#endif
}

}  // namespace carom::json
