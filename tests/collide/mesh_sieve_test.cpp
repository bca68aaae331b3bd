// The first look at triangles, and the search for leaves, against brute force: what is near is never missed.
#include "collide/mesh_contacts/mesh_sieve.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "collide/convex/gjk.hpp"
#include "collide/mesh_shapes.hpp"

namespace carom::collide {
namespace {

using namespace testing;

using MeshPointer = std::shared_ptr<const TriangleMesh>;

MeshPointer hills() {
  return gridSoup(12, 4, 0.4, 1, [](double x, double z) { return 0.4 * std::sin(2 * x) * std::cos(3 * z); })
      .build();
}

ConvexView box(const Vec3& half) {
  ConvexView view;
  view.kind = ConvexKind::Box;
  view.half_extents = half;
  return view;
}

/// One or more of each kind that is described in its own way, at the origin and beside it.
std::vector<ConvexView> views() {
  return {pointView({}, 0.2f), segmentView({0, 0.5f, 0}, {0, -0.5f, 0}, 0.1f),
          segmentView({0.3f, 0.5f, 0}, {0.1f, -0.2f, 0.4f}), box({0.3f, 0.05f, 0.5f}),
          triangleView({0, 0, 0}, {0.4f, 0.1f, 0}, {0.1f, 0.5f, 0.2f})};
}

DQuat rotation(Random& random) {
  const DVec3 axis = random.direction();
  return normalized(DQuat{axis.x, axis.y, axis.z, random.between(-1, 1)});
}

struct Looked {
  std::vector<bool> met, near;
  std::vector<unsigned> corners;
};
Looked lookAtAll(const TriangleMesh& mesh, const MeshSieve& sieve, const Aabb& box) {
  Looked looked{std::vector<bool>(mesh.triangles.size()), std::vector<bool>(mesh.triangles.size()),
                std::vector<unsigned>(mesh.triangles.size())};
  visitLeaves(mesh, box, [&](std::uint32_t first, std::uint32_t count) {
    const MeshSieve::Answer answer = sieve.look(mesh, first, count);
    for (std::uint32_t i = 0; i < count; ++i) {
      looked.met[first + i] = (answer.met >> i & 1) != 0;
      looked.near[first + i] = (answer.near >> i & 1) != 0;
      looked.corners[first + i] = answer.cornersOf(i);
    }
  });
  return looked;
}

TEST(MeshSieve, LetsThroughAllThatIsWithinReach) {
  Random random(11);
  const MeshPointer mesh = hills();
  int within = 0, through = 0;
  for (int round = 0; round < 300; ++round) {
    for (const ConvexView& view : views()) {
      const Placement pose =
          placement({Vec3(DVec3{random.between(-3, 3), random.between(-1, 1), random.between(-3, 3)}),
                     Quat(rotation(random))});
      const double reach = view.radius + random.between(0.01, 0.1);
      const Aabb near = expanded(viewBounds(view, pose), static_cast<float>(reach));
      MeshSieve sieve(view, pose, reach, 1e-6, near, round % 2 == 0);
      sieve.setWay(pose.translation, pose.translation);
      const Looked looked = lookAtAll(*mesh, sieve, near);
      for (std::uint32_t i = 0; i < mesh->triangles.size(); ++i) {
        through += looked.near[i] ? 1 : 0;
        EXPECT_LE(looked.near[i], looked.met[i]);
        const Vec3* c = mesh->faces[i].corner;
        const GjkResult gjk = gjkDistance(triangleView(c[0], c[1], c[2]), view, pose, {1e30, {0, 1, 0}, {}});
        if (!gjk.overlapping && gjk.distance > reach) continue;
        ++within;
        EXPECT_TRUE(looked.near[i]);
        if (view.kind == ConvexKind::Point) continue;
        for (int k = 0; k < 3; ++k) {
          const GjkResult corner = gjkDistance(pointView(c[k]), view, pose, {1e30, {0, 1, 0}, {}});
          const bool is_near = corner.overlapping || corner.distance <= reach;
          EXPECT_LE(is_near, (looked.corners[i] >> k & 1) != 0);
        }
      }
    }
  }
  EXPECT_GT(within, 1000);
  // And little else: a box around a shape that is turned holds more.
  EXPECT_LT(through, 2 * within);
}

TEST(MeshSieve, PlanesExcludeWhatIsBeyondThem) {
  Random random(23);
  const MeshPointer mesh = hills();
  int without = 0, with = 0;
  for (int round = 0; round < 300; ++round) {
    for (const ConvexView& view : views()) {
      const Placement pose =
          placement({Vec3(DVec3{random.between(-3, 3), random.between(-1, 1), random.between(-3, 3)}),
                     Quat(rotation(random))});
      const double reach = view.radius + random.between(0.01, 0.1);
      const Aabb near = expanded(viewBounds(view, pose), static_cast<float>(reach));
      MeshSieve sieve(view, pose, reach, 1e-6, near, round % 2 == 0);
      sieve.setWay(pose.translation, pose.translation);
      for (const bool near_one : lookAtAll(*mesh, sieve, near).near) without += near_one ? 1 : 0;
      // More than are kept.
      for (int k = 0; k < 6; ++k) {
        const DVec3 up = random.direction();
        const DVec3 lowest = pose.point(supportPoint(view, pose.inverseDirection(-up)).point);
        sieve.addPlane(up, lowest, reach);
      }
      const Looked looked = lookAtAll(*mesh, sieve, near);
      for (std::uint32_t i = 0; i < mesh->triangles.size(); ++i) {
        with += looked.near[i] ? 1 : 0;
        const Vec3* c = mesh->faces[i].corner;
        const GjkResult gjk = gjkDistance(triangleView(c[0], c[1], c[2]), view, pose, {1e30, {0, 1, 0}, {}});
        if (gjk.overlapping || gjk.distance < reach - 1e-6) {
          EXPECT_TRUE(looked.near[i]);
        }
      }
    }
  }
  EXPECT_LT(with, without);
}

TEST(MeshSieve, SeesThatAPlaneWasCrossed) {
  const MeshPointer mesh = flatGrid(1, 1, 0, 1).build();
  const ConvexView view = pointView({}, 0.2f);
  for (const double y : {0.05, -0.05}) {
    const Placement pose = placement({{0.1f, static_cast<float>(y), 0.2f}, {}});
    const Aabb near = expanded(viewBounds(view, pose), 0.3f);
    for (const double before : {0.04, -0.04}) {
      MeshSieve sieve(view, pose, 0.3, 1e-6, near, false);
      sieve.setWay({0.1, before, 0.2}, pose.translation);
      unsigned crossed = 0;
      visitLeaves(*mesh, near, [&](std::uint32_t first, std::uint32_t count) {
        crossed |= sieve.look(*mesh, first, count).crossed;
      });
      EXPECT_EQ(crossed != 0, (y < 0) != (before < 0));
    }
  }
}

TEST(MeshBvh, LeavesThatOverlapAreVisitedInTheirOrder) {
  Random random(5);
  for (const MeshPointer& mesh : {hills(), sphereSoup(0.8, 20, 10).build(), flatGrid(1, 1, 0, 1).build()}) {
    for (int round = 0; round < 200; ++round) {
      const Vec3 centre(DVec3{random.between(-2, 2), random.between(-1, 1), random.between(-2, 2)});
      const Aabb asked = expanded({centre, centre}, static_cast<float>(random.between(0, 1)));
      std::vector<std::uint32_t> expected, visited;
      for (const TriangleMesh::BvhNode& node : mesh->nodes) {
        if (node.count > 0 && overlap(node.aabb, asked)) expected.push_back(node.first);
      }
      std::sort(expected.begin(), expected.end());
      visitLeaves(*mesh, asked, [&](std::uint32_t first, std::uint32_t) { visited.push_back(first); });
      // Triangles are in the order of the leaves from left to right.
      EXPECT_EQ(visited, expected);
    }
    // A box without end meets everything, and no child that is not there.
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    std::size_t triangles = 0;
    visitLeaves(*mesh, {{-kInfinite, -kInfinite, -kInfinite}, {kInfinite, kInfinite, kInfinite}},
                [&](std::uint32_t, std::uint32_t count) { triangles += count; });
    EXPECT_EQ(triangles, mesh->triangles.size());
  }
}

}  // namespace
}  // namespace carom::collide
