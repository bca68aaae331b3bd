#include <gtest/gtest.h>

#include <limits>

#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh_shapes.hpp"

namespace carom::collide {
namespace {

using namespace testing;

void expectSound(const TriangleMesh& mesh) {
  ASSERT_FALSE(mesh.nodes.empty());
  std::vector<int> seen(mesh.triangles.size(), 0);
  struct Entry {
    std::uint32_t node;
    int depth;
  };
  std::vector<Entry> stack{{0, 1}};
  while (!stack.empty()) {
    const Entry entry = stack.back();
    stack.pop_back();
    const TriangleMesh::BvhNode& node = mesh.nodes[entry.node];
    EXPECT_LE(entry.depth, kMaxMeshDepth);
    if (node.count == 0) {
      for (std::uint32_t child : {node.first, node.first + 1}) {
        EXPECT_TRUE(contains(node.aabb, mesh.nodes[child].aabb));
        stack.push_back({child, entry.depth + 1});
      }
      continue;
    }
    EXPECT_LE(node.count, kMaxLeafTriangles);
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      ++seen[i];
      for (const std::uint32_t v : mesh.triangles[i].vertex) {
        Aabb box;
        box.include(mesh.vertices[v]);
        EXPECT_TRUE(contains(node.aabb, box));
      }
    }
  }
  for (const int count : seen) EXPECT_EQ(count, 1);
  EXPECT_EQ(mesh.neighbours.size(), mesh.triangles.size() * 3);
  EXPECT_EQ(mesh.faces.size(), mesh.triangles.size());
}

TEST(MeshBuild, BoxIsClosedWithConvexAndFlatEdges) {
  const auto mesh = boxSoup({1, 2, 3}, 2).build();
  expectSound(*mesh);
  EXPECT_TRUE(mesh->closed);
  EXPECT_EQ(mesh->sides, MeshSides::Divides);
  EXPECT_EQ(mesh->triangles.size(), 48u);
  EXPECT_EQ(mesh->vertices.size(), 26u);
  EXPECT_EQ(mesh->pieces.size(), 1u);
  int convex = 0, flat = 0;
  for (const auto& t : mesh->triangles) {
    for (int e = 0; e < 3; ++e) {
      convex += t.edge(e) == MeshEdge::Convex, flat += t.edge(e) == MeshEdge::Flat;
    }
  }
  EXPECT_EQ(convex, 12 * 2 * 2);
  EXPECT_EQ(convex + flat, 48 * 3);
}

TEST(MeshBuild, InsideOutIsTurnedRound) {
  Soup soup = torusSoup(1, 0.25, 16, 8);
  const MeshResult good = buildMesh(soup.vertices, soup.indices);
  for (std::size_t i = 0; i < soup.indices.size(); i += 3) std::swap(soup.indices[i], soup.indices[i + 1]);
  const MeshResult bad = buildMesh(soup.vertices, soup.indices);
  EXPECT_NE(good.inverted, bad.inverted);
  for (const MeshResult* result : {&good, &bad}) {
    ASSERT_TRUE(result->mesh);
    expectSound(*result->mesh);
    EXPECT_TRUE(result->mesh->closed);
    for (std::size_t i = 0; i < result->mesh->triangles.size(); ++i) {
      const auto& t = result->mesh->triangles[i];
      const DVec3 p(result->mesh->vertices[t.vertex[0]]);
      const DVec3 on_ring = normalized(DVec3{p.x, 0, p.z});
      EXPECT_GT(dot(DVec3(result->mesh->faces[i].normal), p - on_ring), 0);
      for (std::size_t e = 0; e < 3; ++e) {
        const std::int32_t n = result->mesh->neighbours[3 * i + e];
        ASSERT_GE(n, 0);
        const auto& other = result->mesh->triangles[static_cast<std::size_t>(n)];
        int shared = 0;
        for (const std::uint32_t v : other.vertex) shared += v == t.vertex[e] || v == t.vertex[(e + 1) % 3];
        EXPECT_EQ(shared, 2);
      }
    }
  }
}

TEST(MeshBuild, OpenMeshesAreTwoSided) {
  const auto mesh = flatGrid(4, 4, 0.3, 1).build();
  expectSound(*mesh);
  EXPECT_FALSE(mesh->closed);
  EXPECT_EQ(mesh->sides, MeshSides::Each);
  EXPECT_EQ(flatGrid(4, 4, 0.3, 1).build(false)->sides, MeshSides::Front);
  int open = 0;
  for (const auto& t : mesh->triangles) {
    for (int e = 0; e < 3; ++e) {
      EXPECT_TRUE(t.edge(e) == MeshEdge::Flat || t.edge(e) == MeshEdge::Open);
      open += t.edge(e) == MeshEdge::Open;
    }
  }
  EXPECT_EQ(open, 16);
}

TEST(MeshBuild, SheetCoveredOnBothSidesIsNoSolid) {
  Soup soup = flatGrid(2, 2, 0, 1);
  const std::size_t count = soup.indices.size();
  for (std::size_t i = 0; i < count; i += 3) {
    soup.triangle(soup.indices[i], soup.indices[i + 2], soup.indices[i + 1]);
  }
  const auto mesh = soup.build();
  ASSERT_TRUE(mesh);
  EXPECT_FALSE(mesh->closed);
}

TEST(MeshBuild, BadTrianglesAreDropped) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                  kInf = std::numeric_limits<float>::infinity();
  Soup soup = boxSoup({1, 1, 1});
  const std::uint32_t nan = soup.vertex(0, 0, 0), inf = soup.vertex(0, 0, 0);
  soup.vertices[nan] = {kNan, 0, 0}, soup.vertices[inf] = {0, kInf, 0};
  soup.triangle(0, 1, nan), soup.triangle(inf, 1, 2), soup.triangle(0, 0, 1), soup.triangle(5, 5, 5);
  const MeshResult result = buildMesh(soup.vertices, soup.indices);
  ASSERT_TRUE(result.mesh);
  EXPECT_EQ(result.dropped_triangles, 4u);
  EXPECT_TRUE(result.mesh->closed);
  EXPECT_FALSE(buildMesh({}, {}).mesh);
  const std::vector<Vec3> line{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  const std::vector<std::uint32_t> one{0, 1, 2};
  EXPECT_FALSE(buildMesh(line, one).mesh);
  const std::vector<std::uint32_t> wild{0, 1, 77};
  EXPECT_FALSE(buildMesh(line, wild).mesh);
}

TEST(MeshBuild, ManyEqualTrianglesKeepTheTreeShallow) {
  Soup soup;
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t base = soup.vertex(0, 0, 0);
    soup.vertex(1, 0, 0), soup.vertex(0, 0, 1);
    soup.triangle(base, base + 1, base + 2);
  }
  // Lopsided: sizes over thirty powers of two.
  for (int i = 0; i < 60; ++i) {
    const double s = std::pow(2.0, -i / 2.0);
    const std::uint32_t base = soup.vertex(s, s, 0);
    soup.vertex(2 * s, s, 0), soup.vertex(s, 2 * s, 0);
    soup.triangle(base, base + 1, base + 2);
  }
  const auto mesh = soup.build();
  expectSound(*mesh);
}

TEST(MeshBuild, PiecesAreCounted) {
  Soup soup = boxSoup({1, 1, 1});
  soup.append(boxSoup({1, 1, 1}).moved({{5, 0, 0}, {}}));
  soup.append(sphereSoup(1, 12, 6).moved({{0, 5, 0}, {}}));
  const auto mesh = soup.build();
  EXPECT_EQ(mesh->pieces.size(), 3u);
  EXPECT_TRUE(mesh->closed);
}

TEST(MeshBuild, PiecesAreTurnedEachForItself) {
  const auto turned = [](Soup soup) {
    for (std::size_t i = 0; i < soup.indices.size(); i += 3) std::swap(soup.indices[i], soup.indices[i + 1]);
    return soup;
  };
  // A box, an inside-out box beside it, and a cavity in the first.
  Soup soup = boxSoup({1, 1, 1});
  soup.append(turned(boxSoup({0.5f, 0.5f, 0.5f})).moved({{5, 0, 0}, {}}));
  soup.append(turned(boxSoup({0.4f, 0.4f, 0.4f})));
  for (const bool inside_out : {false, true}) {
    const Soup all = inside_out ? turned(soup) : soup;
    const MeshResult result = buildMesh(all.vertices, all.indices);
    EXPECT_TRUE(result.inverted);
    ASSERT_TRUE(result.mesh && result.mesh->closed);
    for (std::size_t i = 0; i < result.mesh->triangles.size(); ++i) {
      const Vec3 p = result.mesh->vertices[result.mesh->triangles[i].vertex[0]];
      const bool beside = p.x > 2, cavity = !beside && std::fabs(p.x) < 0.9f;
      const float outwards = dot(result.mesh->faces[i].normal, p - Vec3{beside ? 5.0f : 0.0f, 0, 0});
      EXPECT_EQ(outwards > 0, !cavity);
    }
  }
}

}  // namespace
}  // namespace carom::collide
