// Manifolds from two facing features, against the same overlap found in the plane by trying every corner and
// every pair of edges; and the promises of the reduction to four points.
#include "collide/manifold/contact_clipping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "collide/convex_shapes.hpp"

namespace carom::collide::testing {
namespace {

constexpr double kTurn = 6.283185307179586;
/// Clipping lets corners lie outside by 1e-4 of the scale and moves them onto the border. Where edges cross
/// at a sine of `kLeastSine` or more, that moves a crossing by at most 1e-4 / kLeastSine, here 1e-3; twice
/// that for two borders.
constexpr double kLeastSine = 0.1, kCornerTolerance = 2e-3;
/// For what is computed exactly but for rounding, of lengths about 1 m.
constexpr double kRounding = 1e-9;

/// A point of the plane y = 0.
struct Flat {
  double x, z;
};
Flat operator-(const Flat& a, const Flat& b) {
  return {a.x - b.x, a.z - b.z};
}
double cross(const Flat& a, const Flat& b) {
  return a.x * b.z - a.z * b.x;
}
double size(const Flat& a) {
  return std::sqrt(a.x * a.x + a.z * a.z);
}
/// By increasing angle from X to Z.
using Outline = std::vector<Flat>;

Outline randomOutline(Random& random, double reach) {
  const Flat centre{random.between(-0.4, 0.4), random.between(-0.4, 0.4)};
  const double radius = random.between(0.5, 1) * reach;
  const int count = 3 + static_cast<int>(random.unit() * 6);
  // One corner in each equal part of the turn: no edge is shorter than about a tenth of it.
  Outline outline;
  for (int i = 0; i < count; ++i) {
    const double angle = kTurn * (i + random.between(0.05, 0.95)) / count;
    outline.push_back({centre.x + radius * std::cos(angle), centre.z + radius * std::sin(angle)});
  }
  return outline;
}
Flat following(const Outline& outline, std::size_t i) {
  return outline[(i + 1) % outline.size()];
}
/// How far a point is outside of the lines through the edges; negative inside.
double beyond(const Outline& outline, const Flat& p) {
  double most = -1e300;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Flat edge = following(outline, i) - outline[i];
    most = std::max(most, -cross(edge, p - outline[i]) / size(edge));
  }
  return most;
}

/// The top face of a shape below: outward normal +Y; counter-clockwise seen from above, where Z points down.
SupportFeature faceUp(const Outline& outline) {
  SupportFeature face;
  face.kind = SupportFeature::Kind::Polygon, face.id = 1, face.normal = {0, 1, 0};
  face.count = static_cast<int>(outline.size());
  for (int i = 0; i < face.count; ++i) {
    const auto k = static_cast<std::uint32_t>(face.count - 1 - i);
    face.corners[i] = {outline[k].x, 0, outline[k].z, k};
  }
  return face;
}
/// The bottom face of a shape above, in the plane y = height(x, z).
struct Slope {
  double height, along_x, along_z;
  double at(const Flat& p) const { return height + along_x * p.x + along_z * p.z; }
};
SupportFeature faceDown(const Outline& outline, const Slope& slope) {
  SupportFeature face;
  face.kind = SupportFeature::Kind::Polygon, face.id = 2;
  face.normal = normalized(DVec3{slope.along_x, -1, slope.along_z});
  face.count = static_cast<int>(outline.size());
  for (int i = 0; i < face.count; ++i) {
    const auto k = static_cast<std::uint32_t>(i);
    face.corners[i] = {outline[k].x, slope.at(outline[k]), outline[k].z, k};
  }
  return face;
}
SupportFeature discDown(const Flat& centre, double radius, double height) {
  SupportFeature disc;
  disc.kind = SupportFeature::Kind::Disc, disc.id = 3, disc.normal = {0, -1, 0};
  disc.centre = {centre.x, height, centre.z}, disc.disc_radius = radius, disc.count = 4;
  for (int i = 0; i < 4; ++i) {
    const double angle = kTurn * i / 4;
    disc.corners[i] = {centre.x + radius * std::cos(angle), height, centre.z + radius * std::sin(angle),
                       static_cast<std::uint32_t>(i)};
  }
  return disc;
}
ContactAxis upward() {
  ContactAxis axis;
  axis.normal = {0, 1, 0};
  axis.separation = -10, axis.max_separation = 10;  // Neither leaves a point out.
  return axis;
}

/// The points that two features give, not yet reduced to four.
struct Gathered {
  Gathered(const ContactAxis& axis, const SupportFeature& a, const SupportFeature& b) {
    gatherContacts(axis, a, b, reducer);
  }
  ContactReducer reducer;
};

TEST(ContactClipping, LeastSeparationOfSlopingFacesIsThatOfTheLowestCornerOfTheirOverlap) {
  Random random(11);
  int compared = 0;
  for (int n = 0; n < 2000; ++n) {
    const Outline below = randomOutline(random, 1), above = randomOutline(random, 1);
    const Slope slope{random.between(-0.1, 0.1), random.between(-0.03, 0.03), random.between(-0.03, 0.03)};
    // Corners of the overlap: those of one outline inside the other, and crossings of edges.
    Outline corners;
    bool clear = true;
    for (const Flat& p : below)
      if (beyond(above, p) <= 0) corners.push_back(p);
    for (const Flat& p : above)
      if (beyond(below, p) <= 0) corners.push_back(p);
    for (std::size_t i = 0; i < below.size(); ++i) {
      for (std::size_t k = 0; k < above.size(); ++k) {
        const Flat d = following(below, i) - below[i], e = following(above, k) - above[k];
        const double sine = cross(d, e);
        const double s = cross(above[k] - below[i], e) / sine, t = cross(above[k] - below[i], d) / sine;
        if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) continue;
        corners.push_back({below[i].x + s * d.x, below[i].z + s * d.z});
        clear = clear && std::abs(sine) >= kLeastSine * size(d) * size(e);
      }
    }
    const Gathered gathered(upward(), faceUp(below), faceDown(above, slope));
    if (corners.empty() || !clear) continue;
    ++compared;
    double least = 1e300;
    for (const Flat& p : corners) least = std::min(least, slope.at(p));
    // The height changes by at most 0.03·√2 a metre, so the tolerance of a corner counts for little.
    ASSERT_NEAR(gathered.reducer.smallestSeparation(), least, 0.05 * kCornerTolerance) << n;
  }
  EXPECT_GT(compared, 500);
}

TEST(ContactClipping, PointsAreInBothFacesMidwayBetweenThem) {
  Random random(12);
  int points = 0;
  for (int n = 0; n < 2000; ++n) {
    const Outline below = randomOutline(random, 1), above = randomOutline(random, 1);
    const Slope slope{random.between(-0.1, 0.1), random.between(-0.03, 0.03), random.between(-0.03, 0.03)};
    Gathered gathered(upward(), faceUp(below), faceDown(above, slope));
    Manifold manifold;
    if (!gathered.reducer.reduce({0, 1, 0}, manifold)) continue;
    for (int i = 0; i < manifold.point_count; ++i) {
      const ManifoldPoint& point = manifold.points[i];
      const Flat p{point.position.x, point.position.z};
      EXPECT_LE(beyond(below, p), kCornerTolerance) << n;
      EXPECT_LE(beyond(above, p), kCornerTolerance) << n;
      // Positions are rounded to 32 bits: 1e-6 of a metre or two.
      EXPECT_NEAR(point.separation, slope.at(p), 1e-6) << n;
      EXPECT_NEAR(point.position.y, point.separation / 2, 1e-6) << n;
      ++points;
    }
  }
  EXPECT_GT(points, 2000);
}

TEST(ContactClipping, DiscOverAFaceTouchesWhereTheirOverlapHasCorners) {
  Random random(13);
  int compared = 0;
  for (int n = 0; n < 2000; ++n) {
    const Outline below = randomOutline(random, 1);
    const Flat centre{random.between(-1, 1), random.between(-1, 1)};
    const double radius = random.between(0.2, 1), height = random.between(-0.1, 0.1);
    int corners = 0;
    bool clear = true;
    // A point within 1e-6 of the border may count either way.
    const auto count = [&](double outside) {
      corners += outside < 0 ? 1 : 0;
      clear = clear && std::abs(outside) > 1e-6;
    };
    for (const Flat& p : below) count(size(p - centre) - radius);
    for (int i = 0; i < 4; ++i) {
      const double angle = kTurn * i / 4;
      count(beyond(below, {centre.x + radius * std::cos(angle), centre.z + radius * std::sin(angle)}));
    }
    for (std::size_t i = 0; i < below.size(); ++i) {
      const Flat d = following(below, i) - below[i], from = below[i] - centre;
      const double a = d.x * d.x + d.z * d.z, b = from.x * d.x + from.z * d.z;
      const double under = b * b - a * (from.x * from.x + from.z * from.z - radius * radius);
      clear = clear && std::abs(under) > 1e-6;
      if (under <= 0) continue;
      for (const double sign : {-1.0, 1.0}) {
        const double t = (-b + sign * std::sqrt(under)) / a;
        count(std::max(-t, t - 1));
      }
    }
    if (!clear) continue;
    ++compared;
    Gathered gathered(upward(), faceUp(below), discDown(centre, radius, height));
    ASSERT_EQ(gathered.reducer.count(), corners) << n;
    Manifold manifold;
    gathered.reducer.reduce({0, 1, 0}, manifold);
    for (int i = 1; i < manifold.point_count; ++i) {
      for (int k = 0; k < i; ++k) {
        const Vec3 between = manifold.points[i].position - manifold.points[k].position;
        EXPECT_GT(dot(between, between), 0) << n << ": two points are one";
      }
    }
    if (corners > 0) {
      EXPECT_NEAR(gathered.reducer.smallestSeparation(), height, kRounding) << n;
    }
  }
  EXPECT_GT(compared, 1500);
}

/// Area of the convex hull of points of the plane (Andrew's monotone chain).
double hullArea(Outline points) {
  std::sort(points.begin(), points.end(),
            [](const Flat& a, const Flat& b) { return a.x < b.x || (a.x == b.x && a.z < b.z); });
  double twice = 0;
  for (int side = 0; side < 2; ++side) {
    Outline chain;
    for (const Flat& p : points) {
      while (chain.size() >= 2 &&
             cross(chain.back() - chain[chain.size() - 2], p - chain[chain.size() - 2]) <= 0)
        chain.pop_back();
      chain.push_back(p);
    }
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) twice += cross(chain[i], chain[i + 1]);
    std::reverse(points.begin(), points.end());
  }
  return twice / 2;
}

/// Points of a level contact, of which a manifold was made.
struct Scattered {
  Outline all;
  std::vector<double> separations;
  Manifold manifold;

  Scattered(Random& random, int count, double width, const std::function<double(int)>& separation) {
    ContactReducer reducer;
    for (int i = 0; i < count; ++i) {
      all.push_back({random.between(-1, 1), width * random.between(-1, 1)});
      separations.push_back(separation(i));
      reducer.add({all.back().x, 0, all.back().z}, separations.back(), static_cast<std::uint32_t>(i));
    }
    EXPECT_TRUE(reducer.reduce({0, 1, 0}, manifold));
  }
  /// Places of the points of the manifold that are at most so far apart, and of all that are.
  Outline kept(double most) const {
    Outline out;
    for (int i = 0; i < manifold.point_count; ++i) {
      const std::uint32_t feature = manifold.points[i].feature;
      if (separations[feature] <= most) out.push_back(all[feature]);
    }
    return out;
  }
  Outline within(double most) const {
    Outline out;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (separations[i] <= most) out.push_back(all[i]);
    return out;
  }
};

TEST(ContactReduction, KeepsTheDeepestPointAndAQuarterOfTheAreaOfAFlatContactAtLeast) {
  Random random(14);
  for (int n = 0; n < 2000; ++n) {
    const int count = 5 + static_cast<int>(random.unit() * 60);
    const double width = random.between(0.1, 1);
    // Slopes that count as equal.
    const Scattered points(random, count, width, [&](int) { return random.between(-1e-5, 1e-5); });
    const Manifold& manifold = points.manifold;
    ASSERT_LE(manifold.point_count, Manifold::kMaxPoints);
    double deepest = 1e300;
    for (int i = 0; i < manifold.point_count; ++i) {
      const std::uint32_t feature = manifold.points[i].feature;
      ASSERT_LT(feature, points.all.size());
      EXPECT_NEAR(manifold.points[i].position.x, points.all[feature].x, 1e-7) << n;
      EXPECT_NEAR(manifold.points[i].separation, points.separations[feature], 1e-7) << n;
      // In the order of the candidates, so none twice.
      if (i > 0) {
        EXPECT_GT(feature, manifold.points[i - 1].feature) << n;
      }
      deepest = std::min(deepest, points.separations[feature]);
    }
    // A candidate replaces an earlier one when it is deeper by 1e-5 of the extent, which is below 3 m here.
    EXPECT_LE(deepest, *std::min_element(points.separations.begin(), points.separations.end()) + 3e-5) << n;
    // Let L be the distance of the deepest point p to the farthest point q, and w the width of all points
    // across the line pq. The two triangles on the line have the area L·w/2; all points lie within L of p, so
    // within 2·L·w. Of the quarter, 0.01 goes to the margins by which a point must be better.
    EXPECT_GE(hullArea(points.kept(1)), 0.24 * hullArea(points.all)) << n;
  }
}

// Points stand over the plane of contact as high as they are apart. Pressed down, a body turns about the
// deepest one until it meets another, then about the line through both until it meets a third.
TEST(ContactReduction, TakesThePointsThatABodyMeetsFirst) {
  Random random(15);
  int met = 0;
  for (int n = 0; n < 2000; ++n) {
    ContactReducer reducer;
    std::vector<DVec3> all;  // y: separation
    const int count = 5 + static_cast<int>(random.unit() * 30);
    for (int i = 0; i < count; ++i) {
      all.push_back({random.between(-1, 1), random.between(0, 0.1), random.between(-1, 1)});
      reducer.add({all.back().x, 0, all.back().z}, all.back().y, static_cast<std::uint32_t>(i));
    }
    Manifold manifold;
    ASSERT_TRUE(reducer.reduce({0, 1, 0}, manifold));
    const auto is_kept = [&](const DVec3& p) {
      for (int i = 0; i < manifold.point_count; ++i)
        if (all[manifold.points[i].feature] == p) return true;
      return false;
    };
    const DVec3 deepest =
        *std::min_element(all.begin(), all.end(), [](const DVec3& a, const DVec3& b) { return a.y < b.y; });
    EXPECT_TRUE(is_kept(deepest)) << n;
    const auto slope = [&](const DVec3& p) {
      return (p.y - deepest.y) / std::hypot(p.x - deepest.x, p.z - deepest.z);
    };
    std::vector<DVec3> others;
    bool near = false;
    for (const DVec3& p : all) {
      const double away = std::hypot(p.x - deepest.x, p.z - deepest.z);
      near = near || (away > 0 && away < 0.1);
      if (away > 0) others.push_back(p);
    }
    std::sort(others.begin(), others.end(),
              [&](const DVec3& a, const DVec3& b) { return slope(a) < slope(b); });
    // Nearly equal slopes may be taken for each other, and near points left out.
    if (near || slope(others[1]) - slope(others[0]) < 2e-3) continue;
    ++met;
    EXPECT_TRUE(is_kept(others[0])) << n;
  }
  EXPECT_GT(met, 1000);
}

// The slopes to points that are half a millimetre apart are nothing, but a body that lost a point it lies on
// for one of them would fall onto that.
TEST(ContactReduction, TakesNothingForWhatTouchesThatDoesNot) {
  Random random(16);
  for (int n = 0; n < 2000; ++n) {
    const int count = 6 + static_cast<int>(random.unit() * 30);
    const Scattered points(random, count, 1, [&](int i) {
      return i < 4 || random.unit() < 0.3 ? random.between(-1e-5, 0) : random.between(2e-4, 7e-4);
    });
    EXPECT_GE(hullArea(points.kept(0)), 0.24 * hullArea(points.within(0))) << n;
  }
}

TEST(ContactReduction, FourOrFewerStayAsTheyAre) {
  for (int count = 0; count <= 4; ++count) {
    ContactReducer reducer;
    for (int i = 0; i < count; ++i) reducer.add({0.5 * i, 0, 0}, 0.25, static_cast<std::uint32_t>(7 * i));
    Manifold manifold;
    EXPECT_EQ(reducer.reduce({0, 1, 0}, manifold), count > 0);
    ASSERT_EQ(manifold.point_count, count);
    for (int i = 0; i < count; ++i) EXPECT_EQ(manifold.points[i].feature, static_cast<std::uint32_t>(7 * i));
  }
}

}  // namespace
}  // namespace carom::collide::testing
