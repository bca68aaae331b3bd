// Boxes by the separating axis theorem: the signed distance of two boxes is bounded from below by their gap
// along each of 15 axes (the faces of both, and the products of their edges), and where they overlap the
// largest of these is it (S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996; D. Gregorius, "The
// separating axis test between convex polyhedra", GDC 2013).
//
// A face contact is the other box's face clipped against the reference rectangle, in the rectangle's own
// coordinates. It is also taken where the boxes are apart, if one of the clipped points is as near as the
// axis says: lower and upper bound of the distance then meet, so the axis is the direction of the closest
// points. Corner regions are left to GJK.
//
// Nearly equal axes would change places from step to step. The axis of the step before, faces before edges,
// and A before B keep their place within a small margin.
#include "collide/box_box.hpp"

#include "collide/contact_clipping.hpp"

namespace carom::collide {

namespace {

/// Axes as good as each other: this share of the smaller box's size plus this share of the depth.
constexpr double kSizeMargin = 1e-4, kDepthMargin = 0.01;
/// Corners this little outside the reference rectangle (share of the smaller box's size) are moved onto its
/// border instead of being cut off: boxes of one size in a stack keep the corners, and with them the
/// impulses, while they tremble.
constexpr double kCornerMargin = 1e-3;

struct Pair {
  DVec3 half_a, half_b;
  DMat3 r;  ///< Axes of B in A.
  DVec3 t;  ///< Centre of B in A.
  double scale;
};

double entry(const DMat3& m, int row, int column) {
  const DVec3& c = column == 0 ? m.cx : (column == 1 ? m.cy : m.cz);
  return c[static_cast<std::size_t>(row)];
}
const DVec3& columnOf(const DMat3& m, int column) {
  return column == 0 ? m.cx : (column == 1 ? m.cy : m.cz);
}
double clamped(double x, double extent) {
  return x > extent ? extent : (x < -extent ? -extent : x);
}
double component(const DVec3& v, int i) {
  return v[static_cast<std::size_t>(i)];
}

struct Gaps {
  double
      along[15];  ///< 0-2: faces of A, 3-5: faces of B, 6 + 3 i + j: edge i of A and j of B; -1e300: no axis.
};

/// False as soon as an axis shows the boxes further apart than `limit`.
bool findGaps(const Pair& pair, double limit, Gaps& gaps) {
  double r[3][3], abs_r[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) r[i][j] = entry(pair.r, i, j), abs_r[i][j] = absolute(r[i][j]);
  }
  const double a[3] = {pair.half_a.x, pair.half_a.y, pair.half_a.z};
  const double b[3] = {pair.half_b.x, pair.half_b.y, pair.half_b.z};
  const double t[3] = {pair.t.x, pair.t.y, pair.t.z};
  for (int i = 0; i < 3; ++i) {
    gaps.along[i] = absolute(t[i]) - (a[i] + b[0] * abs_r[i][0] + b[1] * abs_r[i][1] + b[2] * abs_r[i][2]);
    if (gaps.along[i] > limit) return false;
  }
  for (int j = 0; j < 3; ++j) {
    const double along = t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j];
    gaps.along[3 + j] =
        absolute(along) - (b[j] + a[0] * abs_r[0][j] + a[1] * abs_r[1][j] + a[2] * abs_r[2][j]);
    if (gaps.along[3 + j] > limit) return false;
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      double& gap = gaps.along[6 + 3 * i + j];
      gap = -1e300;
      const double sine_squared = 1 - r[i][j] * r[i][j];
      // Parallel edges: their product says nothing that a face does not.
      if (sine_squared < 1e-6) continue;
      // Axis e_i × b_j has components -r[i2][j] at i1 and r[i1][j] at i2.
      const double distance = absolute(t[i2] * r[i1][j] - t[i1] * r[i2][j]);
      const double reach =
          a[i1] * abs_r[i2][j] + a[i2] * abs_r[i1][j] + b[j1] * abs_r[i][j2] + b[j2] * abs_r[i][j1];
      gap = (distance - reach) / std::sqrt(sine_squared);
      if (gap > limit) return false;
    }
  }
  return true;
}

/// A corner of the incident face in the reference rectangle's coordinates: along its sides u, v and height w
/// over it.
struct ClipPoint {
  double u, v, w;
  std::uint32_t id;
};

/// Keeps the part of the polygon on the inner side of ±u = extent (or v).
int clipSide(const ClipPoint* in, int count, bool along_u, double sign, double extent, std::uint32_t side,
             ClipPoint* out) {
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const ClipPoint& p = in[i];
    const ClipPoint& q = in[i + 1 == count ? 0 : i + 1];
    const double dp = sign * (along_u ? p.u : p.v) - extent, dq = sign * (along_u ? q.u : q.v) - extent;
    if (dp <= 0) out[kept++] = p;
    if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) {
      const double s = dp / (dp - dq);
      // Named after the side and the corner on the inner end.
      const std::uint32_t id = 0x100u | side << 4 | (dp < 0 ? (p.id & 0xfu) : (0x200u | (q.id & 0xfu)));
      out[kept++] = {p.u + (q.u - p.u) * s, p.v + (q.v - p.v) * s, p.w + (q.w - p.w) * s, id};
    }
  }
  return kept;
}

struct FaceContact {
  bool reference_is_a;
  int axis;     ///< 0-2 of the reference box.
  double sign;  ///< Of the face.
};

/// Clips the other box's facing side against the reference face; heights over it are the separations. Returns
/// the smallest.
double clipFaces(const Pair& pair, const FaceContact& face, double limit, ContactReducer& contacts) {
  // Everything in the frame of the reference box; `m` are the axes of the incident box there, `c` its centre.
  const DMat3 m = face.reference_is_a ? pair.r : transposed(pair.r);
  const DVec3 c = face.reference_is_a ? pair.t : -transposedTimes(pair.r, pair.t);
  const DVec3& reference = face.reference_is_a ? pair.half_a : pair.half_b;
  const DVec3& incident = face.reference_is_a ? pair.half_b : pair.half_a;
  const int w = face.axis, u = (w + 1) % 3, v = (w + 2) % 3;
  int side = 0;
  for (int j = 1; j < 3; ++j) {
    if (absolute(entry(m, w, j)) > absolute(entry(m, w, side))) side = j;
  }
  const double side_sign = face.sign * entry(m, w, side) > 0 ? -1 : 1;
  const int p = (side + 1) % 3, q = (side + 2) % 3;
  const DVec3 middle = c + columnOf(m, side) * (side_sign * component(incident, side));
  const DVec3 dp = columnOf(m, p) * component(incident, p), dq = columnOf(m, q) * component(incident, q);
  ClipPoint buffers[2][12];
  static constexpr double kP[4] = {1, -1, -1, 1}, kQ[4] = {1, 1, -1, -1};
  for (int i = 0; i < 4; ++i) {
    const DVec3 corner = middle + dp * kP[i] + dq * kQ[i];
    buffers[0][i] = {component(corner, u), component(corner, v),
                     face.sign * component(corner, w) - component(reference, w),
                     static_cast<std::uint32_t>(i)};
  }
  const double extent_u = component(reference, u), extent_v = component(reference, v);
  const double margin = kCornerMargin * pair.scale;
  int count = clipSide(buffers[0], 4, true, 1, extent_u + margin, 0, buffers[1]);
  count = clipSide(buffers[1], count, true, -1, extent_u + margin, 1, buffers[0]);
  count = clipSide(buffers[0], count, false, 1, extent_v + margin, 2, buffers[1]);
  count = clipSide(buffers[1], count, false, -1, extent_v + margin, 3, buffers[0]);
  // Height of the incident plane over the reference changes so much along u and v.
  const double steep = entry(m, w, side) * face.sign;
  const double slope_u = -entry(m, u, side) / steep, slope_v = -entry(m, v, side) / steep;
  double smallest = 1e300;
  const auto faces =
      static_cast<std::uint32_t>(face.axis * 4 + (face.sign > 0 ? 2 : 0) + (face.reference_is_a ? 1 : 0))
          << 16 |
      static_cast<std::uint32_t>(side * 2 + (side_sign > 0 ? 1 : 0)) << 24;
  for (int i = 0; i < count; ++i) {
    ClipPoint& point = buffers[0][i];
    const double inner_u = clamped(point.u, extent_u), inner_v = clamped(point.v, extent_v);
    point.w += slope_u * (inner_u - point.u) + slope_v * (inner_v - point.v);
    point.u = inner_u, point.v = inner_v;
    if (point.w < smallest) smallest = point.w;
    if (!(point.w <= limit)) continue;
    DVec3 position;
    position[static_cast<std::size_t>(u)] = point.u;
    position[static_cast<std::size_t>(v)] = point.v;
    position[static_cast<std::size_t>(w)] = face.sign * (component(reference, w) + 0.5 * point.w);
    if (!face.reference_is_a) position = pair.r * position + pair.t;
    contacts.add(position, point.w, faces | point.id);
  }
  return smallest;
}

/// The closest points of the two edges that face each other; false when they lie beyond an end of theirs.
bool edgeContact(const Pair& pair, int i, int j, double gap, Manifold& out) {
  DVec3 axis_a;
  axis_a[static_cast<std::size_t>(i)] = 1;
  const DVec3& axis_b = columnOf(pair.r, j);
  DVec3 n = normalized(cross(axis_a, axis_b));
  if (dot(n, pair.t) < 0) n = -n;
  // The middle of each edge: the corner that faces the other box, without its part along the edge.
  DVec3 on_a, on_b = pair.t;
  std::uint32_t corner_a = 0, corner_b = 0;
  for (int k = 0; k < 3; ++k) {
    const auto ki = static_cast<std::size_t>(k);
    if (k != i) {
      on_a[ki] = n[ki] > 0 ? pair.half_a[ki] : -pair.half_a[ki];
      corner_a |= n[ki] > 0 ? 1u << k : 0;
    }
    if (k != j) {
      const bool up = dot(n, columnOf(pair.r, k)) < 0;
      on_b += columnOf(pair.r, k) * (up ? pair.half_b[ki] : -pair.half_b[ki]);
      corner_b |= up ? 1u << k : 0;
    }
  }
  const DVec3 between = on_b - on_a;
  const double cosine = dot(axis_a, axis_b), along_a = dot(between, axis_a), along_b = dot(between, axis_b);
  const double sine_squared = 1 - cosine * cosine;
  const double s = (along_a - cosine * along_b) / sine_squared,
               t = (cosine * along_a - along_b) / sine_squared;
  const double slack = 1e-6 * pair.scale;
  if (absolute(s) > component(pair.half_a, i) + slack || absolute(t) > component(pair.half_b, j) + slack)
    return false;
  on_a += axis_a * s, on_b += axis_b * t;
  out.normal = Vec3(n);
  out.point_count = 1;
  out.points[0] = {Vec3((on_a + on_b) * 0.5), static_cast<float>(gap),
                   0x80000000u | static_cast<std::uint32_t>(i) << 20 | static_cast<std::uint32_t>(j) << 16 |
                       corner_a << 8 | corner_b};
  return true;
}

/// The axis to use: the largest gap, with the margins that keep the choice steady.
int chooseAxis(const Gaps& gaps, double scale, int previous) {
  int face = 0, edge = -1;
  double largest_edge = -1e300, largest_face = gaps.along[0];
  for (int k = 1; k < 6; ++k) {
    if (gaps.along[k] > largest_face) largest_face = gaps.along[k], face = k;
  }
  for (int k = 6; k < 15; ++k) {
    if (gaps.along[k] > largest_edge) largest_edge = gaps.along[k], edge = k;
  }
  const double largest = largest_face > largest_edge ? largest_face : largest_edge;
  const double margin = kSizeMargin * scale + (largest < 0 ? -kDepthMargin * largest : 0);
  if (previous >= 0 && gaps.along[previous] >= largest - margin) return previous;
  if (largest_edge > largest_face + margin) return edge;
  // A's faces before B's.
  for (int k = 0; k < 3; ++k) {
    if (gaps.along[k] >= largest_face - 0.1 * margin) return k;
  }
  return face;
}

}  // namespace

BoxBoxAnswer collideBoxBox(const Vec3& half_a, const Vec3& half_b, const Placement& b_to_a,
                           const CollideSettings& settings, PairCache& cache, Manifold& out) {
  Pair pair{DVec3(half_a), DVec3(half_b), b_to_a.rotation, b_to_a.translation, 1};
  const double size_a = length(pair.half_a), size_b = length(pair.half_b);
  pair.scale = size_a < size_b ? size_a : size_b;
  const double limit = settings.max_separation;
  Gaps gaps;
  if (!findGaps(pair, limit, gaps)) return BoxBoxAnswer::Apart;
  const int previous =
      cache.words[0] >= 1 && cache.words[0] <= 15 ? static_cast<int>(cache.words[0]) - 1 : -1;
  const int axis = chooseAxis(gaps, pair.scale, previous);
  cache.words[0] = static_cast<std::uint32_t>(axis) + 1;
  const double gap = gaps.along[axis];
  if (axis >= 6) {
    if (edgeContact(pair, (axis - 6) / 3, (axis - 6) % 3, gap, out)) return BoxBoxAnswer::Contact;
    return BoxBoxAnswer::Undecided;
  }
  FaceContact face;
  face.reference_is_a = axis < 3;
  face.axis = axis % 3;
  const double towards =
      face.reference_is_a ? component(pair.t, face.axis) : -dot(pair.t, columnOf(pair.r, face.axis));
  face.sign = towards < 0 ? -1 : 1;
  ContactReducer contacts;
  const double smallest = clipFaces(pair, face, limit, contacts);
  if (smallest > gap + kSizeMargin * pair.scale + (gap < 0 ? -kDepthMargin * gap : 0))
    return BoxBoxAnswer::Undecided;
  DVec3 n;
  if (face.reference_is_a) {
    n[static_cast<std::size_t>(face.axis)] = face.sign;
  } else {
    n = columnOf(pair.r, face.axis) * -face.sign;
  }
  return contacts.reduce(n, out) ? BoxBoxAnswer::Contact : BoxBoxAnswer::Apart;
}

}  // namespace carom::collide
