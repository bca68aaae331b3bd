// Qhull (Barber and others) as a second opinion.
#include <gtest/gtest.h>

extern "C" {
#include <libqhull_r/geom_r.h>
#include <libqhull_r/libqhull_r.h>
}

#include <cstdio>

#include "hull_checks.hpp"

namespace carom::collide {
namespace {

using namespace hull_test;

/// Volume by Qhull; negative when Qhull refuses the input (flat, or too narrow for it).
double qhullVolume(const std::vector<Vec3>& points) {
  std::vector<coordT> coordinates;
  for (const Vec3& p : points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
  std::FILE* quiet = std::fopen("/dev/null", "w");
  qhT qh;
  qh_zero(&qh, quiet);
  char command[] = "qhull FA";
  const int status =
      qh_new_qhull(&qh, 3, static_cast<int>(points.size()), coordinates.data(), False, command, quiet, quiet);
  double volume = -1;
  if (status == 0) {
    qh_getarea(&qh, qh.facet_list);
    volume = qh.totvol;
  }
  qh_freeqhull(&qh, qh_ALL);
  int left = 0, total = 0;
  qh_memfreeshort(&qh, &left, &total);
  std::fclose(quiet);
  return volume;
}

TEST(HullAgainstQhull, VolumesAgree) {
  CloudMaker maker(77);
  int compared = 0, refused = 0;
  for (int i = 0; i < 400; ++i) {
    for (const Cloud kind : kClouds) {
      const std::vector<Vec3> points = maker.make(kind, 4 + maker.below(150));
      SCOPED_TRACE(testing::Message() << "cloud " << i << " of kind " << static_cast<int>(kind));
      HullSettings settings;
      settings.max_vertices = 4096;
      settings.relative_tolerance = 1e-7;
      const HullResult fine = buildHull(points, settings);
      const double expected = qhullVolume(points);
      if (expected < 0 || fine.status != HullStatus::Ok) {
        ++refused;
        continue;
      }
      ++compared;
      const double extent = extentOf(points);
      const Measure found = measure(*fine.hull);
      // The surface may be off by the tolerance, and no more.
      EXPECT_NEAR(found.volume, expected, 1e-5 * expected + found.area * 3e-7 * extent);
      const HullResult coarse = buildHull(points);
      if (coarse.status == HullStatus::Ok) {
        EXPECT_NEAR(measure(*coarse.hull).volume, expected, 1e-5 * expected + found.area * 3e-5 * extent);
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(compared, 3500);
  EXPECT_LT(refused, 400);
}

}  // namespace
}  // namespace carom::collide
