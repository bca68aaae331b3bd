// Boxes by the separating axis theorem: the gap along each of 15 axes (the faces of both boxes, and the cross
// products of their edges) is a lower bound of the signed distance, and if the boxes overlap, the largest gap
// is the signed distance (S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996; D. Gregorius, "The
// separating axis test between convex polyhedra", GDC 2013).
//
// For a face contact, the other box's face is clipped against the reference rectangle, in the rectangle's
// coordinates. If the boxes are apart, a face contact is used too if one of the clipped points is as near as
// the gap along the axis: lower and upper bound of the distance are then equal, so the axis is the direction
// of the closest points. Cases in which corners are nearest are left to GJK.
//
// Nearly equal axes would alternate from step to step. So within a small margin the axis of the last step is
// kept, and faces are preferred to edges, and A to B.
#include "collide/pairs/box_box.hpp"

#include "collide/manifold/contact_clipping.hpp"
#include "collide/pairs/pair_settings.hpp"

namespace carom::collide {

namespace {

struct Pair {
  DVec3 half_a, half_b;
  DMat3 r;  ///< Axes of B in A.
  DVec3 t;  ///< Centre of B in A.
  double scale;
};

const DVec3& columnOf(const DMat3& m, int column) {
  return column == 0 ? m.cx : (column == 1 ? m.cy : m.cz);
}
double clamped(double x, double extent) {
  return x > extent ? extent : (x < -extent ? -extent : x);
}
double component(const DVec3& v, int i) {
  return v[i];
}
/// Arrays that can be indexed without selecting among three members.
struct Triple {
  explicit Triple(const DVec3& v) : at{v.x, v.y, v.z} {}
  double at[3];
  double operator[](int i) const { return at[i]; }
};

struct Gaps {
  /// 0-2: faces of A, 3-5: faces of B, 6 + 3 i + j: edge i of A and j of B. Pairs of edges with a smaller gap
  /// than the best face have -1e300, unless they were asked for.
  double along[15];
};

/// Whether x / sqrt(s²) > limit, without the square root.
bool exceeds(double x, double s_squared, double limit) {
  const double xx = x * x, ll = limit * limit * s_squared;
  return limit >= 0 ? (x > 0) & (xx > ll) : (x >= 0) | (xx < ll);
}

/// Returns false as soon as an axis shows that the boxes are farther apart than `limit`. `previous`: an axis
/// whose gap has to be computed.
bool findGaps(const Pair& pair, double limit, int previous, Gaps& gaps) {
  const DMat3 absolutes{absolute(pair.r.cx), absolute(pair.r.cy), absolute(pair.r.cz)};
  const DVec3 &a = pair.half_a, &b = pair.half_b, &t = pair.t;
  const DVec3 along_a = absolute(t) - (a + absolutes * b);
  const DVec3 along_b = absolute(transposedTimes(pair.r, t)) - (b + transposedTimes(absolutes, a));
  const double faces[6] = {along_a.x, along_a.y, along_a.z, along_b.x, along_b.y, along_b.z};
  double best = faces[0];
  for (int k = 0; k < 6; ++k) {
    gaps.along[k] = faces[k];
    best = faces[k] > best ? faces[k] : best;
  }
  if (best > limit) return false;
  const double ea[3] = {a.x, a.y, a.z}, eb[3] = {b.x, b.y, b.z}, et[3] = {t.x, t.y, t.z};
  const double r[3][3] = {{pair.r.cx.x, pair.r.cy.x, pair.r.cz.x},
                          {pair.r.cx.y, pair.r.cy.y, pair.r.cz.y},
                          {pair.r.cx.z, pair.r.cy.z, pair.r.cz.z}};
  double edge_gaps[9], sines_squared[9];
  unsigned wanted = 0;
  for (int i = 0; i < 3; ++i) {
    const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
    for (int j = 0; j < 3; ++j) {
      const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1, k = 6 + 3 * i + j;
      gaps.along[k] = -1e300;
      const double sine_squared = 1 - r[i][j] * r[i][j];
      // Axis e_i × b_j has components -r[i2][j] at i1 and r[i1][j] at i2.
      const double distance = absolute(et[i2] * r[i1][j] - et[i1] * r[i2][j]);
      const double reach = ea[i1] * absolute(r[i2][j]) + ea[i2] * absolute(r[i1][j]) +
                           eb[j1] * absolute(r[i][j2]) + eb[j2] * absolute(r[i][j1]);
      const double gap = distance - reach;
      // Parallel edges: the faces have the same information.
      const bool asked = (exceeds(gap, sine_squared, best) | (k == previous)) & (sine_squared >= 1e-6);
      edge_gaps[k - 6] = gap, sines_squared[k - 6] = sine_squared;
      wanted |= static_cast<unsigned>(asked) << k;
    }
  }
  for (; wanted != 0; wanted &= wanted - 1) {
    const int k = __builtin_ctz(wanted);
    gaps.along[k] = edge_gaps[k - 6] / std::sqrt(sines_squared[k - 6]);
    if (gaps.along[k] > limit) return false;
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
      // The id consists of the side and the corner at the inner end.
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

/// The incident face in the reference rectangle's coordinates.
struct Incident {
  double slope_u, slope_v;  ///< Height of its plane over the reference along u and v.
  std::uint32_t side;       ///< Which of the six.
};

/// Writes its four corners to `corners`.
Incident incidentFace(const Pair& pair, const FaceContact& face, ClipPoint* corners) {
  // Everything in the frame of the reference box; `m` are the axes of the incident box there, `c` its centre.
  const DMat3 axes = face.reference_is_a ? pair.r : transposed(pair.r);
  const Triple m[3] = {Triple(axes.cx), Triple(axes.cy), Triple(axes.cz)};
  const Triple c(face.reference_is_a ? pair.t : -transposedTimes(pair.r, pair.t));
  const Triple reference(face.reference_is_a ? pair.half_a : pair.half_b);
  const Triple extent(face.reference_is_a ? pair.half_b : pair.half_a);
  const int w = face.axis, u = w == 2 ? 0 : w + 1, v = w == 0 ? 2 : w - 1;
  int side = 0;
  for (int j = 1; j < 3; ++j) side = absolute(m[j][w]) > absolute(m[side][w]) ? j : side;
  const double side_sign = m[side][w] * face.sign > 0 ? -1 : 1;
  const int side1 = side == 2 ? 0 : side + 1, side2 = side == 0 ? 2 : side - 1;
  const double out = side_sign * extent[side];
  const double middle_u = c[u] + m[side][u] * out, middle_v = c[v] + m[side][v] * out;
  const double middle_w = face.sign * (c[w] + m[side][w] * out) - reference[w];
  const double u1 = m[side1][u] * extent[side1], v1 = m[side1][v] * extent[side1],
               w1 = face.sign * m[side1][w] * extent[side1];
  const double u2 = m[side2][u] * extent[side2], v2 = m[side2][v] * extent[side2],
               w2 = face.sign * m[side2][w] * extent[side2];
  const double steep = face.sign / m[side][w];
  const double su[4] = {u1 + u2, u2 - u1, -u1 - u2, u1 - u2}, sv[4] = {v1 + v2, v2 - v1, -v1 - v2, v1 - v2},
               sw[4] = {w1 + w2, w2 - w1, -w1 - w2, w1 - w2};
  for (std::uint32_t i = 0; i < 4; ++i) {
    corners[i].u = middle_u + su[i], corners[i].v = middle_v + sv[i], corners[i].w = middle_w + sw[i];
    corners[i].id = i;
  }
  return {-m[side][u] * steep, -m[side][v] * steep,
          static_cast<std::uint32_t>(side * 2 + (side_sign > 0 ? 1 : 0))};
}

/// Clips the polygon against the four sides of the rectangle. The result is in `points`; `spare` has the same
/// length.
int clipRectangle(double extent_u, double extent_v, ClipPoint* points, ClipPoint* spare) {
  const double extents[2] = {extent_u, extent_v};
  int count = 4;
  for (std::uint32_t side = 0; side < 4; ++side) {
    const bool along_u = side < 2;
    const double sign = side & 1 ? -1 : 1, extent = extents[side >> 1];
    bool outside = false;
    for (int i = 0; i < count; ++i)
      outside = outside || sign * (along_u ? points[i].u : points[i].v) > extent;
    if (!outside) continue;
    count = clipSide(points, count, along_u, sign, extent, side, spare);
    for (int i = 0; i < count; ++i) points[i] = spare[i];
  }
  return count;
}

/// Clips the other box's facing side against the reference face; heights above it are the separations.
/// Returns the smallest one.
double clipFaces(const Pair& pair, const FaceContact& face, double limit, ContactReducer& contacts) {
  const Triple reference(face.reference_is_a ? pair.half_a : pair.half_b);
  const int w = face.axis, u = w == 2 ? 0 : w + 1, v = w == 0 ? 2 : w - 1;
  const double extent_u = reference[u], extent_v = reference[v],
               margin = PairSettings::kBoxCornerMargin * pair.scale;
  // Clipping against a side adds at most one corner to a convex polygon; a few more for rounding.
  ClipPoint points[12], spare[12];
  const Incident incident = incidentFace(pair, face, points);
  const int count = clipRectangle(extent_u + margin, extent_v + margin, points, spare);
  double smallest = 1e300;
  const auto faces =
      static_cast<std::uint32_t>(face.axis * 4 + (face.sign > 0 ? 2 : 0) + (face.reference_is_a ? 1 : 0))
          << 16 |
      incident.side << 24;
  for (int i = 0; i < count; ++i) {
    const ClipPoint& point = points[i];
    const double inner_u = clamped(point.u, extent_u), inner_v = clamped(point.v, extent_v);
    const double height =
        point.w + incident.slope_u * (inner_u - point.u) + incident.slope_v * (inner_v - point.v);
    if (height < smallest) smallest = height;
    if (!(height <= limit)) continue;
    double position[3];
    position[u] = inner_u, position[v] = inner_v;
    position[w] = face.sign * (reference[w] + 0.5 * height);
    DVec3 p{position[0], position[1], position[2]};
    if (!face.reference_is_a) p = pair.r * p + pair.t;
    contacts.add(p, height, faces | point.id);
  }
  return smallest;
}

/// The closest points of two facing edges. Returns false if they are beyond an end of an edge.
bool edgeContact(const Pair& pair, int i, int j, double gap, Manifold& out) {
  DVec3 axis_a;
  axis_a[i] = 1;
  const DVec3& axis_b = columnOf(pair.r, j);
  DVec3 n = normalized(cross(axis_a, axis_b));
  if (dot(n, pair.t) < 0) n = -n;
  // The middle of each edge: the corner that faces the other box, without its component along the edge.
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

/// Chooses the axis with the largest gap, with margins that keep the choice stable.
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
  const double margin =
      PairSettings::kSizeMargin * scale + (largest < 0 ? -PairSettings::kDepthMargin * largest : 0);
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
  const int previous =
      cache.words[0] >= 1 && cache.words[0] <= 15 ? static_cast<int>(cache.words[0]) - 1 : -1;
  Gaps gaps;
  if (!findGaps(pair, limit, previous, gaps)) return BoxBoxAnswer::Apart;
  const int axis = chooseAxis(gaps, pair.scale, previous);
  cache.words[0] = static_cast<std::uint32_t>(axis) + 1;
  const double gap = gaps.along[axis];
  if (axis >= 6) {
    if (edgeContact(pair, (axis - 6) / 3, (axis - 6) % 3, gap, out)) return BoxBoxAnswer::Edges;
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
  if (smallest >
      gap + PairSettings::kSizeMargin * pair.scale + (gap < 0 ? -PairSettings::kDepthMargin * gap : 0))
    return BoxBoxAnswer::Undecided;
  DVec3 n;
  if (face.reference_is_a) {
    n[face.axis] = face.sign;
  } else {
    n = columnOf(pair.r, face.axis) * -face.sign;
  }
  return contacts.reduce(n, out) ? BoxBoxAnswer::Contact : BoxBoxAnswer::Apart;
}

}  // namespace carom::collide
