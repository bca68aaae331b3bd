// Reading and changing numbers that several threads may change at once, where any order of the changes leads
// to the same: what std::atomic_ref does with std::memory_order_relaxed, which not every compiler's library
// has.
#pragma once

namespace carom {

template <class T>
inline T relaxedLoad(const T& x) {
  return __atomic_load_n(&x, __ATOMIC_RELAXED);
}
template <class T>
inline void relaxedStore(T& x, T value) {
  __atomic_store_n(&x, value, __ATOMIC_RELAXED);
}
template <class T>
inline void relaxedAdd(T& x, T value) {
  __atomic_fetch_add(&x, value, __ATOMIC_RELAXED);
}
/// Sets bits. Only reads if they are already set, as in most iterations.
template <class T>
inline void relaxedOr(T& x, T bits) {
  if ((relaxedLoad(x) & bits) != bits) __atomic_fetch_or(&x, bits, __ATOMIC_RELAXED);
}
/// From one value to another; false, with nothing done, where it is not that value.
template <class T>
inline bool relaxedExchange(T& x, T from, T to) {
  return __atomic_compare_exchange_n(&x, &from, to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

}  // namespace carom
