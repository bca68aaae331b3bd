// Reading and changing numbers that several threads may change at once, where any order of the changes leads
// to the same: what std::atomic_ref does with std::memory_order_relaxed, which not every compiler's library
// has. WebAssembly's atomic instructions are all sequentially consistent; its plain loads and stores of
// aligned numbers are what is meant here.
#pragma once

namespace carom {

template <class T>
inline T relaxedLoad(const T& x) {
#ifdef __wasm__
  return *static_cast<const volatile T*>(&x);
#else
  return __atomic_load_n(&x, __ATOMIC_RELAXED);
#endif
}
template <class T>
inline void relaxedStore(T& x, T value) {
#ifdef __wasm__
  *static_cast<volatile T*>(&x) = value;
#else
  __atomic_store_n(&x, value, __ATOMIC_RELAXED);
#endif
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
