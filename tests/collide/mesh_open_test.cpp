// Meshes that are not closed, on floors: contacts belong to what is sunk in, not to walls beside it.
#include <gtest/gtest.h>

#include "collide/mesh_shapes.hpp"

namespace carom::collide {
namespace {

using namespace testing;

/// A box about a centre without the faces of `missing`: bit 2·axis + (1 for the upper one).
Soup openBox(const Vec3& center, const Vec3& half, unsigned missing, int cells = 1) {
  const Soup whole = boxSoup(half, cells);
  Soup soup;
  soup.vertices = whole.vertices;
  const std::size_t per_face = whole.indices.size() / 6;
  for (std::size_t face = 0; face < 6; ++face) {
    if ((missing >> face & 1) != 0) continue;
    for (std::size_t i = 0; i < per_face; ++i) soup.indices.push_back(whole.indices[face * per_face + i]);
  }
  return soup.moved({center, {}});
}
constexpr unsigned kNoBottom = 1u << 2, kNoTop = 1u << 3;

/// A top of 1 m and four legs of 0.8 m, without the face of each leg that is in the top.
Soup table(int cells) {
  Soup soup = openBox({0, 0.4f, 0}, {0.5f, 0.05f, 0.5f}, 0, cells);
  for (const float x : {-0.4f, 0.4f}) {
    for (const float z : {-0.4f, 0.4f}) {
      soup.append(openBox({x, -0.05f, z}, {0.05f, 0.4f, 0.05f}, kNoTop, cells));
    }
  }
  return soup;
}

struct NamedSoup {
  std::string name;
  Soup soup;
};
std::vector<NamedSoup> openMeshes() {
  std::vector<NamedSoup> meshes;
  for (const int cells : {1, 5}) {
    const std::string with = " of " + std::to_string(cells) + " cells";
    meshes.push_back({"table" + with, table(cells)});
    Soup car = openBox({}, {0.5f, 0.2f, 0.25f}, kNoBottom, cells);
    car.append(openBox({0, 0.3f, 0}, {0.25f, 0.1f, 0.2f}, kNoBottom, cells));
    meshes.push_back({"car" + with, car});
    for (unsigned face = 0; face < 6; ++face) {
      meshes.push_back({"box without face " + std::to_string(face) + with,
                        openBox({}, {0.5f, 0.5f, 0.5f}, 1u << face, cells)});
    }
    meshes.push_back({"tunnel" + with, openBox({}, {0.5f, 0.5f, 0.5f}, 0x30, cells)});
    meshes.push_back({"corner" + with, openBox({}, {0.5f, 0.5f, 0.5f}, 0x2a, cells)});
    meshes.push_back({"sheet" + with, openBox({}, {0.5f, 0, 0.5f}, 0x37, cells)});
  }
  meshes.push_back({"tube", ringSoup(16, 4, false, [](double u, double v) {
                      return DVec3{0.5 * std::cos(u), v - 0.5, 0.5 * std::sin(u)};
                    })});
  return meshes;
}

/// Where the soup's lowest point is at `height` over the ground.
Transform atHeight(const Soup& soup, const Quat& turn, const Vec3& place, double height) {
  double lowest = 1e30;
  for (const std::uint32_t i : soup.indices) {
    lowest = std::min(lowest, static_cast<double>(rotate(turn, soup.vertices[i]).y));
  }
  return {{place.x, static_cast<float>(height - lowest), place.z}, turn};
}

/// Manifolds of a mesh and a box whose top is the plane y = 0; normals and points in the floor's directions.
std::vector<Manifold> onFloor(const Shape& mesh, const Vec3& half, const Transform& pose) {
  const Quat back = conjugate(pose.rotation);
  const Transform floor{rotate(back, Vec3{0, -half.y, 0} - pose.translation), back};
  std::vector<Manifold> manifolds = contacts(mesh, Box{half}, floor);
  for (Manifold& m : manifolds) {
    m.normal = rotate(pose.rotation, m.normal);
    for (int i = 0; i < m.point_count; ++i) m.points[i].position = transformPoint(pose, m.points[i].position);
  }
  return manifolds;
}

// A floor of 40 m around a thin leg: the leg's walls reported the way to the floor's far edge, 20 m.
TEST(MeshOpen, DepthOnFloorIsThatOfTheLowestPoint) {
  for (const NamedSoup& mesh : openMeshes()) {
    const Shape shape = meshShape(mesh.soup);
    for (const Vec3& half : {Vec3{20, 0.5f, 20}, Vec3{20, 5, 20}, Vec3{2.2f, 0.5f, 2.2f}}) {
      Random random(7);
      for (int i = 0; i < 60; ++i) {
        // Standing, hardly tilted (as things rock when they come to rest), and in any attitude.
        Quat turn = axisAngle({0, 1, 0}, random.between(-3, 3));
        const double tilt = i < 15 ? 0 : 0.02;
        turn = normalized(turn * axisAngle({1, 0, 0}, random.between(-tilt, tilt)) *
                          axisAngle({0, 0, 1}, random.between(-tilt, tilt)));
        const bool any = i >= 40;
        if (any) turn = random.rotation();
        const double height = random.between(-0.004, 0.004);
        const Vec3 place{random.betweenF(-1, 1), 0, random.betweenF(-1, 1)};
        const auto manifolds = onFloor(shape, half, atHeight(mesh.soup, turn, place, height));
        const std::string about = mesh.name + " on " + std::to_string(half.y) + ", case " + std::to_string(i);
        ASSERT_FALSE(manifolds.empty()) << about;
        // Rounding of 20 m in float, and the slope of what is taken for level.
        EXPECT_NEAR(lowestSeparation(manifolds), height, 2e-4) << about;
        for (const Manifold& m : manifolds) {
          if (!any && lowestSeparation({m}) < 0) {
            EXPECT_LT(m.normal.y, -0.99f) << about;
          }
        }
      }
    }
  }
}

// The rim of a wall that is not quite level had one contact, its lower end: a car body fell onto its side.
TEST(MeshOpen, RimStandsOnBothEnds) {
  const Soup wall = openBox({}, {0.5f, 0.2f, 0}, 0x1f);
  const Shape shape = meshShape(wall);
  for (const double tilt : {0.0, 0.001, -0.01, 0.02, -0.03}) {
    const Quat turn = axisAngle({0, 0, 1}, tilt);
    const double rise = std::sin(std::abs(tilt));
    const Transform pose = atHeight(wall, turn, {0.3f, 0, -0.2f}, -0.005 - 0.5 * rise);
    const auto manifolds = onFloor(shape, {20, 0.5f, 20}, pose);
    ASSERT_EQ(manifolds.size(), 1u) << tilt;
    float left = 1e30f, right = -1e30f;
    for (int i = 0; i < manifolds[0].point_count; ++i) {
      left = std::min(left, manifolds[0].points[i].position.x);
      right = std::max(right, manifolds[0].points[i].position.x);
    }
    EXPECT_LT(manifolds[0].normal.y, -0.999f) << tilt;
    EXPECT_NEAR(right - left, 1, 0.02f) << tilt;
  }
}

}  // namespace
}  // namespace carom::collide
