// Several floats at a time: one lane per constraint. They are plain compiler vectors, so the same source
// becomes AVX2, SSE, NEON, WASM SIMD or scalar code. Each lane computes exactly what scalar code would: only
// +, −, ·, / and √, without fused operations.
//
// Everything here has internal linkage. Some sources are compiled for processors that the machine may not
// have; they must not leave functions that the linker could use elsewhere.
#pragma once

#include <cstdint>

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace carom::solve {

template <int W>
struct Lanes;
template <>
struct Lanes<1> {
  using Float = float __attribute__((vector_size(4)));
  using Int = std::int32_t __attribute__((vector_size(4)));
};
template <>
struct Lanes<4> {
  using Float = float __attribute__((vector_size(16)));
  using Int = std::int32_t __attribute__((vector_size(16)));
};
template <>
struct Lanes<8> {
  using Float = float __attribute__((vector_size(32)));
  using Int = std::int32_t __attribute__((vector_size(32)));
};
template <int W>
using FloatW = typename Lanes<W>::Float;
template <int W>
using IntW = typename Lanes<W>::Int;

/// Three components of W vectors.
template <int W>
struct Vec3W {
  FloatW<W> x, y, z;
};

/// Symmetric 3x3 matrices.
template <int W>
struct Symmetric3W {
  FloatW<W> xx, xy, xz, yy, yz, zz;
};

namespace {

template <int W>
inline FloatW<W> splat(float value) {
  FloatW<W> r{};
  return r + value;
}
// WebAssembly has instructions for just these; a compiler does not find them everywhere.
template <class Float>
inline Float maximum(Float a, Float b) {
#ifdef __wasm_simd128__
  if constexpr (sizeof(Float) == 16) return __builtin_wasm_pmax_f32x4(b, a);
#endif
  return a > b ? a : b;
}
template <class Float>
inline Float minimum(Float a, Float b) {
#ifdef __wasm_simd128__
  if constexpr (sizeof(Float) == 16) return __builtin_wasm_pmin_f32x4(b, a);
#endif
  return a < b ? a : b;
}
template <int W>
inline FloatW<W> squareRoot(FloatW<W> a) {
#ifdef __AVX__
  if constexpr (W == 8) return _mm256_sqrt_ps(a);
#endif
#ifdef __wasm_simd128__
  if constexpr (W == 4) return __builtin_wasm_sqrt_f32x4(a);
#endif
  FloatW<W> r;
  for (int i = 0; i < W; ++i) r[i] = __builtin_sqrtf(a[i]);
  return r;
}
/// Whether a lane's mask is set anywhere.
template <int W>
inline bool any(IntW<W> mask) {
  std::int32_t bits = 0;
  for (int i = 0; i < W; ++i) bits |= mask[i];
  return bits != 0;
}

template <int W>
inline Vec3W<W> operator+(const Vec3W<W>& a, const Vec3W<W>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <int W>
inline Vec3W<W> operator-(const Vec3W<W>& a, const Vec3W<W>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <int W>
inline Vec3W<W> times(const Vec3W<W>& a, FloatW<W> s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <int W>
inline FloatW<W> dot(const Vec3W<W>& a, const Vec3W<W>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <int W>
inline Vec3W<W> cross(const Vec3W<W>& a, const Vec3W<W>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <int W>
inline Vec3W<W> times(const Symmetric3W<W>& m, const Vec3W<W>& v) {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

/// Four floats loaded or stored at once, for gathering lanes from arrays of structures.
using Float4 = float __attribute__((vector_size(16)));

inline Float4 load4(const float* p) {
  Float4 r;
  __builtin_memcpy(&r, p, sizeof(r));
  return r;
}
inline void store4(float* p, Float4 v) {
  __builtin_memcpy(p, &v, sizeof(v));
}

/// Rows to columns: four records of (x, y, z, w) become the lanes of x, y, z and w, and back.
inline void transpose(Float4& a, Float4& b, Float4& c, Float4& d) {
  const Float4 ab_lo = __builtin_shufflevector(a, b, 0, 4, 1, 5),
               ab_hi = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Float4 cd_lo = __builtin_shufflevector(c, d, 0, 4, 1, 5),
               cd_hi = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_lo, cd_lo, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_lo, cd_lo, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_hi, cd_hi, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_hi, cd_hi, 2, 3, 6, 7);
}

/// The first three of four floats of W records that lie `stride` floats apart.
template <int W>
inline Vec3W<W> gather3(const float* records, int stride, const std::int32_t* index) {
  Vec3W<W> r;
  if constexpr (W % 4 == 0) {
    Float4 rows[W];
    for (int i = 0; i < W; ++i) rows[i] = load4(records + static_cast<long>(index[i]) * stride);
    for (int i = 0; i < W; i += 4) transpose(rows[i], rows[i + 1], rows[i + 2], rows[i + 3]);
    if constexpr (W == 4) {
      r = {rows[0], rows[1], rows[2]};
    } else {
      static_assert(W == 8);
      r.x = __builtin_shufflevector(rows[0], rows[4], 0, 1, 2, 3, 4, 5, 6, 7);
      r.y = __builtin_shufflevector(rows[1], rows[5], 0, 1, 2, 3, 4, 5, 6, 7);
      r.z = __builtin_shufflevector(rows[2], rows[6], 0, 1, 2, 3, 4, 5, 6, 7);
    }
  } else {
    for (int i = 0; i < W; ++i) {
      const float* p = records + static_cast<long>(index[i]) * stride;
      r.x[i] = p[0], r.y[i] = p[1], r.z[i] = p[2];
    }
  }
  return r;
}

/// Four floats of each of W records.
template <int W>
struct Quads {
  FloatW<W> x, y, z, w;
};
template <int W>
inline Quads<W> gather4(const float* const (&records)[W]) {
  Quads<W> r;
  if constexpr (W % 4 == 0) {
    Float4 rows[W];
    for (int i = 0; i < W; ++i) rows[i] = load4(records[i]);
    for (int i = 0; i < W; i += 4) transpose(rows[i], rows[i + 1], rows[i + 2], rows[i + 3]);
    if constexpr (W == 4) {
      r = {rows[0], rows[1], rows[2], rows[3]};
    } else {
      static_assert(W == 8);
      r.x = __builtin_shufflevector(rows[0], rows[4], 0, 1, 2, 3, 4, 5, 6, 7);
      r.y = __builtin_shufflevector(rows[1], rows[5], 0, 1, 2, 3, 4, 5, 6, 7);
      r.z = __builtin_shufflevector(rows[2], rows[6], 0, 1, 2, 3, 4, 5, 6, 7);
      r.w = __builtin_shufflevector(rows[3], rows[7], 0, 1, 2, 3, 4, 5, 6, 7);
    }
  } else {
    for (int i = 0; i < W; ++i)
      r.x[i] = records[i][0], r.y[i] = records[i][1], r.z[i] = records[i][2], r.w[i] = records[i][3];
  }
  return r;
}
/// The bits of floats as whole numbers.
template <int W>
inline IntW<W> bitsOf(FloatW<W> x) {
  IntW<W> r;
  __builtin_memcpy(&r, &x, sizeof(r));
  return r;
}

/// Lanes as records of (x, y, z, 0).
template <int W>
inline void toRows(const Vec3W<W>& v, Float4 (&rows)[W]) {
  const Float4 zero = {0, 0, 0, 0};
  if constexpr (W == 8) {
    for (int half = 0; half < 2; ++half) {
      Float4* r = rows + half * 4;
      if (half == 0) {
        r[0] = __builtin_shufflevector(v.x, v.x, 0, 1, 2, 3);
        r[1] = __builtin_shufflevector(v.y, v.y, 0, 1, 2, 3);
        r[2] = __builtin_shufflevector(v.z, v.z, 0, 1, 2, 3);
      } else {
        r[0] = __builtin_shufflevector(v.x, v.x, 4, 5, 6, 7);
        r[1] = __builtin_shufflevector(v.y, v.y, 4, 5, 6, 7);
        r[2] = __builtin_shufflevector(v.z, v.z, 4, 5, 6, 7);
      }
      r[3] = zero;
      transpose(r[0], r[1], r[2], r[3]);
    }
  } else if constexpr (W == 4) {
    rows[0] = v.x, rows[1] = v.y, rows[2] = v.z, rows[3] = zero;
    transpose(rows[0], rows[1], rows[2], rows[3]);
  } else {
    for (int i = 0; i < W; ++i) rows[i] = Float4{v.x[i], v.y[i], v.z[i], 0};
  }
}

}  // namespace
}  // namespace carom::solve
