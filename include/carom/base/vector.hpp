// Vectors, quaternions, 3x3 matrices and rigid transforms, in float for the engine and double for scene data.
// Right-handed, +Y up. Only +, -, *, / and sqrt are used, so results are the same bits on every platform.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace carom {

/// Three components of type T.
template <class T>
struct Vector3 {
  T x = 0, y = 0, z = 0;

  constexpr Vector3() = default;
  constexpr Vector3(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}
  template <class U>
  explicit constexpr Vector3(const Vector3<U>& v)
      : x(static_cast<T>(v.x)), y(static_cast<T>(v.y)), z(static_cast<T>(v.z)) {}

  constexpr T& operator[](std::size_t i) { return i == 0 ? x : (i == 1 ? y : z); }
  constexpr const T& operator[](std::size_t i) const { return i == 0 ? x : (i == 1 ? y : z); }
  constexpr Vector3& operator+=(const Vector3& b) { return *this = *this + b; }
  constexpr Vector3& operator-=(const Vector3& b) { return *this = *this - b; }
  constexpr Vector3& operator*=(T s) { return *this = *this * s; }

  friend constexpr Vector3 operator+(const Vector3& a, const Vector3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend constexpr Vector3 operator-(const Vector3& a, const Vector3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend constexpr Vector3 operator-(const Vector3& a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vector3 operator*(const Vector3& a, T s) { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr Vector3 operator*(T s, const Vector3& a) { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr bool operator==(const Vector3&, const Vector3&) = default;
};

template <class T>
constexpr T dot(const Vector3<T>& a, const Vector3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
constexpr Vector3<T> cross(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Component by component product.
template <class T>
constexpr Vector3<T> scaled(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class T>
constexpr T lengthSquared(const Vector3<T>& a) {
  return dot(a, a);
}
template <class T>
inline T length(const Vector3<T>& a) {
  return std::sqrt(dot(a, a));
}
/// Unit vector along `a`; the zero vector when `a` is too short to have a direction.
template <class T>
inline Vector3<T> normalized(const Vector3<T>& a) {
  const T len = length(a);
  return len > T(1e-30) ? a * (T(1) / len) : Vector3<T>{};
}
template <class T>
constexpr Vector3<T> minimum(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}
template <class T>
constexpr Vector3<T> maximum(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}
/// Without a branch, which a comparison would become for the sake of negative zero.
constexpr float absolute(float x) {
  return __builtin_fabsf(x);
}
constexpr double absolute(double x) {
  return __builtin_fabs(x);
}
template <class T>
constexpr Vector3<T> absolute(const Vector3<T>& a) {
  return {absolute(a.x), absolute(a.y), absolute(a.z)};
}
/// A unit vector perpendicular to the unit vector `n`, a continuous function of it nearly everywhere.
template <class T>
inline Vector3<T> perpendicular(const Vector3<T>& n) {
  const Vector3<T> a = absolute(n);
  if (a.x <= a.y && a.x <= a.z) return normalized(Vector3<T>{0, -n.z, n.y});
  if (a.y <= a.z) return normalized(Vector3<T>{n.z, 0, -n.x});
  return normalized(Vector3<T>{-n.y, n.x, 0});
}

/// Unit quaternion x, y, z, w (the order glTF writes).
template <class T>
struct Quaternion {
  T x = 0, y = 0, z = 0, w = 1;

  constexpr Quaternion() = default;
  constexpr Quaternion(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}
  template <class U>
  explicit constexpr Quaternion(const Quaternion<U>& q)
      : x(static_cast<T>(q.x)), y(static_cast<T>(q.y)), z(static_cast<T>(q.z)), w(static_cast<T>(q.w)) {}

  constexpr Vector3<T> vector() const { return {x, y, z}; }
  friend constexpr Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
  }
  friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

template <class T>
constexpr Quaternion<T> conjugate(const Quaternion<T>& q) {
  return {-q.x, -q.y, -q.z, q.w};
}
template <class T>
constexpr T dot(const Quaternion<T>& a, const Quaternion<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <class T>
inline Quaternion<T> normalized(const Quaternion<T>& q) {
  const T len = std::sqrt(dot(q, q));
  if (!(len > T(1e-30))) return {};
  const T s = T(1) / len;
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}
template <class T>
constexpr Vector3<T> rotate(const Quaternion<T>& q, const Vector3<T>& v) {
  const Vector3<T> u = q.vector();
  const Vector3<T> t = T(2) * cross(u, v);
  return v + q.w * t + cross(u, t);
}
template <class T>
constexpr Vector3<T> inverseRotate(const Quaternion<T>& q, const Vector3<T>& v) {
  return rotate(conjugate(q), v);
}

/// 3x3 matrix by columns.
template <class T>
struct Matrix3 {
  Vector3<T> cx{1, 0, 0}, cy{0, 1, 0}, cz{0, 0, 1};

  friend constexpr Vector3<T> operator*(const Matrix3& m, const Vector3<T>& v) {
    return m.cx * v.x + m.cy * v.y + m.cz * v.z;
  }
  friend constexpr Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
    return {a * b.cx, a * b.cy, a * b.cz};
  }
  friend constexpr Matrix3 operator+(const Matrix3& a, const Matrix3& b) {
    return {a.cx + b.cx, a.cy + b.cy, a.cz + b.cz};
  }
  friend constexpr bool operator==(const Matrix3&, const Matrix3&) = default;
};

template <class T>
constexpr Matrix3<T> transposed(const Matrix3<T>& m) {
  return {{m.cx.x, m.cy.x, m.cz.x}, {m.cx.y, m.cy.y, m.cz.y}, {m.cx.z, m.cy.z, m.cz.z}};
}
/// transposed(m) * v without building the transpose.
template <class T>
constexpr Vector3<T> transposedTimes(const Matrix3<T>& m, const Vector3<T>& v) {
  return {dot(m.cx, v), dot(m.cy, v), dot(m.cz, v)};
}
template <class T>
constexpr T determinant(const Matrix3<T>& m) {
  return dot(m.cx, cross(m.cy, m.cz));
}
/// Rotation matrix of a unit quaternion.
template <class T>
constexpr Matrix3<T> toMatrix(const Quaternion<T>& q) {
  const T x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const T xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
  const T xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const T wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  return {{1 - (yy + zz), xy + wz, xz - wy},
          {xy - wz, 1 - (xx + zz), yz + wx},
          {xz + wy, yz - wx, 1 - (xx + yy)}};
}
/// Unit quaternion of a rotation matrix (orthonormal, determinant +1).
template <class T>
inline Quaternion<T> toQuaternion(const Matrix3<T>& m) {
  const T trace = m.cx.x + m.cy.y + m.cz.z;
  Quaternion<T> q;
  if (trace > 0) {
    q = {m.cy.z - m.cz.y, m.cz.x - m.cx.z, m.cx.y - m.cy.x, trace + 1};
  } else if (m.cx.x >= m.cy.y && m.cx.x >= m.cz.z) {
    q = {1 + m.cx.x - m.cy.y - m.cz.z, m.cx.y + m.cy.x, m.cx.z + m.cz.x, m.cy.z - m.cz.y};
  } else if (m.cy.y >= m.cz.z) {
    q = {m.cx.y + m.cy.x, 1 - m.cx.x + m.cy.y - m.cz.z, m.cy.z + m.cz.y, m.cz.x - m.cx.z};
  } else {
    q = {m.cx.z + m.cz.x, m.cy.z + m.cz.y, 1 - m.cx.x - m.cy.y + m.cz.z, m.cx.y - m.cy.x};
  }
  return normalized(q);
}

/// Rigid transform: p ↦ rotate(rotation, p) + translation.
template <class T>
struct RigidTransform {
  Vector3<T> translation;
  Quaternion<T> rotation;

  friend constexpr bool operator==(const RigidTransform&, const RigidTransform&) = default;
};
template <class T>
constexpr Vector3<T> transformPoint(const RigidTransform<T>& t, const Vector3<T>& p) {
  return rotate(t.rotation, p) + t.translation;
}
template <class T>
constexpr Vector3<T> inverseTransformPoint(const RigidTransform<T>& t, const Vector3<T>& p) {
  return inverseRotate(t.rotation, p - t.translation);
}
/// a ∘ b: first b, then a.
template <class T>
constexpr RigidTransform<T> operator*(const RigidTransform<T>& a, const RigidTransform<T>& b) {
  return {transformPoint(a, b.translation), a.rotation * b.rotation};
}
template <class T>
constexpr RigidTransform<T> inverse(const RigidTransform<T>& t) {
  return {-inverseRotate(t.rotation, t.translation), conjugate(t.rotation)};
}

using Vec3 = Vector3<float>;
using Quat = Quaternion<float>;
using Mat3 = Matrix3<float>;
using Transform = RigidTransform<float>;
using DVec3 = Vector3<double>;
using DQuat = Quaternion<double>;
using DMat3 = Matrix3<double>;
using DTransform = RigidTransform<double>;

/// Axis-aligned box. Empty when any lower bound exceeds its upper bound.
struct Aabb {
  Vec3 lower{1e30f, 1e30f, 1e30f};
  Vec3 upper{-1e30f, -1e30f, -1e30f};

  constexpr void include(const Vec3& p) { lower = minimum(lower, p), upper = maximum(upper, p); }
  constexpr void include(const Aabb& b) { lower = minimum(lower, b.lower), upper = maximum(upper, b.upper); }
  constexpr Vec3 center() const { return (lower + upper) * 0.5f; }
  constexpr Vec3 extents() const { return (upper - lower) * 0.5f; }
  friend constexpr bool operator==(const Aabb&, const Aabb&) = default;
};
constexpr bool overlap(const Aabb& a, const Aabb& b) {
  return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
         b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}
constexpr bool contains(const Aabb& outer, const Aabb& inner) {
  return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y && outer.lower.z <= inner.lower.z &&
         inner.upper.x <= outer.upper.x && inner.upper.y <= outer.upper.y && inner.upper.z <= outer.upper.z;
}
constexpr Aabb expanded(const Aabb& a, float margin) {
  return {a.lower - Vec3{margin, margin, margin}, a.upper + Vec3{margin, margin, margin}};
}

}  // namespace carom
