// Shapes and geometry, of KHR_implicit_shapes and KHR_collision_shapes.
#include <gtest/gtest.h>

#include <algorithm>

#include "physics_file.hpp"

namespace carom::test {
namespace {

/// A file with one shape and a collider that uses it.
std::string withShape(const std::string& shape) {
  return khrFile(shape, "", bodyNode("'collider':{'geometry':{'shape':0}}"));
}

/// A triangle of three points, or more meshes of it, and nodes.
std::string withMesh(const std::string& extensions, const std::string& nodes) {
  // Three positions (0,0,0), (1,0,0), (0,1,0) as float32.
  return "{'asset':{'version':'2.0'},"
         "'extensionsUsed':['KHR_implicit_shapes','KHR_physics_rigid_bodies','KHR_collision_shapes'],"
         "'extensions':{" +
         extensions +
         "},"
         "'buffers':[{'byteLength':36,'uri':'data:application/octet-stream;base64,"
         "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA'}],"
         "'bufferViews':[{'buffer':0,'byteLength':36}],"
         "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[1,1,"
         "0]}],"
         "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]},"
         "{'primitives':[{'attributes':{'POSITION':0},'mode':0}]}],"
         "'nodes':[" +
         nodes + "]}";
}

TEST(ImplicitShapes, Sphere) {
  const Loaded file(withShape("{'type':'sphere','sphere':{'radius':2}}"));
  EXPECT_LOADED(file);
  const Shape& shape = file.scene().shapes.at(0);
  EXPECT_EQ(shape.kind, ShapeKind::Sphere);
  EXPECT_EQ(shape.radius, 2);
  EXPECT_EQ(shape.origin.pointer, shapeAt(0));
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(ImplicitShapes, Box) {
  const Loaded file(withShape("{'type':'box','box':{'size':[1,2,3]}}"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().shapes.at(0).kind, ShapeKind::Box);
  EXPECT_EQ(file.scene().shapes.at(0).size, DVec3(1, 2, 3));
}

TEST(ImplicitShapes, CapsuleAndCylinder) {
  for (const std::string kind : {"capsule", "cylinder"}) {
    const Loaded file(
        withShape("{'type':'" + kind + "','" + kind + "':{'height':3,'radiusTop':0,'radiusBottom':0.75}}"));
    EXPECT_LOADED(file);
    const Shape& shape = file.scene().shapes.at(0);
    EXPECT_EQ(shape.kind, kind == "capsule" ? ShapeKind::Capsule : ShapeKind::Cylinder);
    EXPECT_EQ(shape.height, 3);
    EXPECT_EQ(shape.radius_top, 0);
    EXPECT_EQ(shape.radius_bottom, 0.75);
  }
}

TEST(ImplicitShapes, Planes) {
  const Loaded infinite(withShape("{'type':'plane'}"));
  EXPECT_LOADED(infinite);
  EXPECT_EQ(infinite.scene().shapes.at(0).kind, ShapeKind::Plane);
  EXPECT_EQ(infinite.scene().shapes.at(0).size_x, kInfinity);
  EXPECT_EQ(infinite.scene().shapes.at(0).size_z, kInfinity);
  EXPECT_FALSE(infinite.scene().shapes.at(0).double_sided);
  const Loaded strip(withShape("{'type':'plane','plane':{'sizeX':2,'doubleSided':true}}"));
  EXPECT_LOADED(strip);
  EXPECT_EQ(strip.scene().shapes.at(0).size_x, 2);
  EXPECT_EQ(strip.scene().shapes.at(0).size_z, kInfinity);
  EXPECT_TRUE(strip.scene().shapes.at(0).double_sided);
}

TEST(ImplicitShapes, Defaults) {
  for (const std::string body : {"", ",'K':{}"}) {
    for (const std::string kind : {"sphere", "box", "capsule", "cylinder"}) {
      std::string members = body;
      if (!members.empty()) members.replace(2, 1, kind);
      const Loaded file(withShape("{'type':'" + kind + "'" + members + "}"));
      EXPECT_LOADED(file);
      const Shape& shape = file.scene().shapes.at(0);
      EXPECT_EQ(shape.radius, 0.5);
      EXPECT_EQ(shape.size, DVec3(1, 1, 1));
      EXPECT_EQ(shape.height, 0.5);
      EXPECT_EQ(shape.radius_top, 0.25);
      EXPECT_EQ(shape.radius_bottom, 0.25);
    }
  }
}

TEST(ImplicitShapes, DegenerateShapesAreErrors) {
  EXPECT_ERROR(Loaded(withShape("{'type':'sphere','sphere':{'radius':-1}}")), codes::kPhysicsRange,
               shapeAt(0, "/sphere/radius"));
  EXPECT_ERROR(Loaded(withShape("{'type':'box','box':{'size':[1,-1,1]}}")), codes::kPhysicsRange,
               shapeAt(0, "/box/size/1"));
  EXPECT_ERROR(Loaded(withShape("{'type':'capsule','capsule':{'height':-1}}")), codes::kPhysicsRange,
               shapeAt(0, "/capsule/height"));
  EXPECT_ERROR(Loaded(withShape("{'type':'cylinder','cylinder':{'radiusTop':0,'radiusBottom':0}}")),
               codes::kPhysicsRange, shapeAt(0, "/cylinder"));
  EXPECT_ERROR(Loaded(withShape("{'type':'plane','plane':{'sizeZ':0}}")), codes::kPhysicsRange,
               shapeAt(0, "/plane/sizeZ"));
}

TEST(ImplicitShapes, TypeIsRequiredAndExclusive) {
  EXPECT_ERROR(Loaded(withShape("{'sphere':{}}")), codes::kPhysicsMissing, shapeAt(0, "/type"));
  EXPECT_ERROR(Loaded(withShape("{'type':'box','sphere':{}}")), codes::kPhysicsConflict,
               shapeAt(0, "/sphere"));
  EXPECT_ERROR(Loaded(withShape("3")), codes::kPhysicsType, shapeAt(0));
}

TEST(ImplicitShapes, UnknownTypeLeavesItsUsersOut) {
  const Loaded file(
      khrFile(kSphere + ",{'type':'torus'}", "",
              bodyNode("'collider':{'geometry':{'shape':1}}") + "," +
                  bodyNode("'collider':{'geometry':{'shape':0}},'trigger':{'geometry':{'shape':1}}")));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsUnknownKind, shapeAt(1, "/type"));
  ASSERT_EQ(file.scene().colliders.size(), 1u);
  EXPECT_EQ(file.scene().colliders[0].node, 1);
  EXPECT_TRUE(file.scene().triggers.empty());
}

TEST(ImplicitShapes, OneRadiusOfTheWild) {
  const Loaded capsule(withShape("{'type':'capsule','capsule':{'radius':0.5,'height':3}}"));
  EXPECT_LOADED(capsule);
  EXPECT_SAID(capsule, Severity::Warning, codes::kPhysicsOneRadius, shapeAt(0, "/capsule/radius"));
  EXPECT_EQ(capsule.scene().shapes[0].height, 2);
  EXPECT_EQ(capsule.scene().shapes[0].radius_top, 0.5);
  EXPECT_EQ(capsule.scene().shapes[0].radius_bottom, 0.5);

  const Loaded ball(withShape("{'type':'capsule','capsule':{'radius':0.5,'height':1}}"));
  EXPECT_LOADED(ball);
  EXPECT_EQ(ball.scene().shapes[0].kind, ShapeKind::Sphere);
  EXPECT_EQ(ball.scene().shapes[0].radius, 0.5);
  EXPECT_ERROR(Loaded(withShape("{'type':'capsule','capsule':{'radius':0.5,'height':0.9}}")),
               codes::kPhysicsRange, shapeAt(0, "/capsule/height"));

  const Loaded cylinder(withShape("{'type':'cylinder','cylinder':{'radius':2,'height':3}}"));
  EXPECT_LOADED(cylinder);
  EXPECT_EQ(cylinder.scene().shapes[0].height, 3);
  EXPECT_EQ(cylinder.scene().shapes[0].radius_top, 2);
  EXPECT_EQ(cylinder.scene().shapes[0].radius_bottom, 2);

  const Loaded both(
      withShape("{'type':'capsule','capsule':{'radius':9,'radiusTop':1,'radiusBottom':2,'height':3}}"));
  EXPECT_LOADED(both);
  EXPECT_EQ(both.scene().shapes[0].height, 3);
  EXPECT_EQ(both.scene().shapes[0].radius_top, 1);
  EXPECT_SAID(both, Severity::Warning, codes::kPhysicsOneRadius, shapeAt(0, "/capsule/radius"));
}

TEST(Geometry, ExactlyOneSource) {
  const auto at = nodeAt(0, "/collider/geometry");
  EXPECT_ERROR(Loaded(khrFile(kSphere, "", bodyNode("'collider':{'geometry':{}}"))), codes::kPhysicsMissing,
               at);
  EXPECT_ERROR(Loaded(khrFile(kSphere, "", bodyNode("'collider':{'geometry':{'shape':0,'node':0}}"))),
               codes::kPhysicsConflict, at);
  EXPECT_ERROR(Loaded(khrFile(kSphere, "", bodyNode("'collider':{'geometry':{'shape':1}}"))),
               codes::kPhysicsReference, at + "/shape");
  EXPECT_ERROR(Loaded(khrFile("", "", bodyNode("'collider':{'geometry':{'shape':0}}"))),
               codes::kPhysicsReference, at + "/shape");
  EXPECT_ERROR(Loaded(khrFile(kSphere, "", bodyNode("'collider':{'geometry':{'node':1}}"))),
               codes::kPhysicsReference, at + "/node");
  EXPECT_ERROR(Loaded(khrFile(kSphere, "", bodyNode("'collider':{'geometry':{'mesh':0}}"))),
               codes::kPhysicsReference, at + "/mesh");
}

TEST(Geometry, MeshAndHull) {
  const Loaded file(withMesh("", bodyNode("'collider':{'geometry':{'mesh':0}}") + "," +
                                     bodyNode("'collider':{'geometry':{'mesh':0,'convexHull':true}}") + "," +
                                     bodyNode("'trigger':{'geometry':{'mesh':0,'convexHull':false}}") + "," +
                                     bodyNode("'trigger':{'geometry':{'mesh':1,'convexHull':true}}")));
  EXPECT_LOADED(file);
  const Scene& scene = file.scene();
  ASSERT_EQ(scene.colliders.size(), 2u);
  const Shape& mesh = scene.shapes.at(static_cast<std::size_t>(scene.colliders[0].shape));
  EXPECT_EQ(mesh.kind, ShapeKind::TriangleMesh);
  EXPECT_EQ(mesh.origin.pointer, nodeAt(0, "/collider/geometry"));
  EXPECT_EQ(scene.geometries.at(static_cast<std::size_t>(mesh.geometry)).positions.size(), 3u);
  EXPECT_EQ(scene.geometries.at(static_cast<std::size_t>(mesh.geometry)).indices.size(), 3u);
  const Shape& hull = scene.shapes.at(static_cast<std::size_t>(scene.colliders[1].shape));
  EXPECT_EQ(hull.kind, ShapeKind::ConvexHull);
  EXPECT_TRUE(scene.geometries.at(static_cast<std::size_t>(hull.geometry)).indices.empty());
  // The first trigger names what the first collider does.
  EXPECT_EQ(scene.triggers.at(0).shape, scene.colliders[0].shape);
  EXPECT_EQ(scene.geometries.size(), 3u);
  EXPECT_EQ(scene.dialects, std::vector<std::string>{"khr"});
}

TEST(Geometry, NodeMayBeOutsideTheSceneAndIsShared) {
  const std::string collider = bodyNode("'collider':{'geometry':{'node':2}}");
  const Loaded file(withMesh("", collider + "," + collider +
                                     ",{'mesh':0,'translation':[5,5,5]}],'scene':0,"
                                     "'scenes':[{'nodes':[0,1]}"));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().colliders.at(0).shape, file.scene().colliders.at(1).shape);
  EXPECT_EQ(file.scene().geometries.size(), 1u);
  EXPECT_FALSE(file.scene().nodes[2].in_scene);
  // Relative to the node: its own translation is left out.
  EXPECT_EQ(file.scene().geometries[0].positions.at(0), Vec3(0, 0, 0));
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  EXPECT_EQ(file.scene().dialects, std::vector<std::string>{"khr-2025"});
}

// "including any child nodes"
TEST(Geometry, NodeTakesTheMeshesOfItsChildrenAlong) {
  const Loaded one(withMesh("", bodyNode("'collider':{'geometry':{'node':1}}") + ",{'mesh':0}"));
  EXPECT_LOADED(one);
  const Loaded two(withMesh("", bodyNode("'collider':{'geometry':{'node':1}}") +
                                    ",{'mesh':0,'children':[2]},{'mesh':0,'translation':[0,3,0]}"));
  EXPECT_LOADED(two);
  const std::vector<Vec3>& single = one.scene().geometries.at(0).positions;
  const std::vector<Vec3>& both = two.scene().geometries.at(0).positions;
  ASSERT_EQ(both.size(), 2 * single.size());
  EXPECT_EQ(both.back(), single.back() + Vec3(0, 3, 0));
}

TEST(Geometry, HullOfAnImplicitShapeIsTheShape) {
  const Loaded file(khrFile(kSphere, "", bodyNode("'collider':{'geometry':{'shape':0,'convexHull':true}}")));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().colliders.at(0).shape, 0);
  EXPECT_EQ(file.scene().shapes.at(0).kind, ShapeKind::Sphere);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, nodeAt(0, "/collider/geometry/convexHull"));
}

TEST(Geometry, LongChainsOfNodesThatNameThemselvesAreRefused) {
  std::string nodes;
  const int count = 6000;
  for (int i = 0; i < count; ++i) {
    std::string rest = i == 0 ? ",'mesh':0" : ",'children':[" + std::to_string(i - 1) + "]";
    nodes +=
        (i == 0 ? "" : ",") + bodyNode("'collider':{'geometry':{'node':" + std::to_string(i) + "}}", rest);
  }
  const Loaded file(withMesh("", nodes));
  EXPECT_FALSE(file.ok());
  const auto& items = file.said().items();
  EXPECT_TRUE(std::any_of(items.begin(), items.end(),
                          [](const Diagnostic& item) { return item.code == codes::kPhysicsTooLarge; }));
}

TEST(Geometry, WithoutTrianglesIsAnError) {
  const Loaded points(withMesh("", bodyNode("'collider':{'geometry':{'mesh':1}}")));
  EXPECT_FALSE(points.ok());
  EXPECT_EQ(points.said().errorCount(), 1u) << points.all();
  EXPECT_EQ(points.said().items()[0].pointer, nodeAt(0, "/collider/geometry/mesh")) << points.all();
  const Loaded nothing(withMesh("", bodyNode("'collider':{'geometry':{'node':0,'convexHull':true}}")));
  EXPECT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.said().errorCount(), 1u) << nothing.all();
}

TEST(CollisionShapes, ConvexTrimeshAndMesh) {
  const Loaded file(
      withMesh("'KHR_collision_shapes':{'shapes':[{'type':'convex','convex':{'mesh':0}},{'type':'trimesh','"
               "trimesh':{'mesh':0}}]}",
               bodyNode("'collider':{'shape':0}") + "," + bodyNode("'collider':{'shape':1}")));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().shapes.at(0).kind, ShapeKind::ConvexHull);
  EXPECT_EQ(file.scene().shapes.at(1).kind, ShapeKind::TriangleMesh);
  EXPECT_EQ(file.scene().dialects, std::vector<std::string>{"khr-2024"});
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(CollisionShapes, BothHullFlagsOf2024) {
  const Loaded june(
      withMesh("'KHR_collision_shapes':{'shapes':[{'type':'mesh','mesh':{'mesh':0,'convexHull':true}},"
               "{'type':'mesh','mesh':{'mesh':0,'convexHull':false}}]}",
               bodyNode("'collider':{'shape':0}") + "," + bodyNode("'trigger':{'shape':1}")));
  EXPECT_LOADED(june);
  EXPECT_EQ(june.scene().shapes.at(0).kind, ShapeKind::ConvexHull);
  EXPECT_EQ(june.scene().shapes.at(1).kind, ShapeKind::TriangleMesh);
  EXPECT_EQ(june.scene().dialects, std::vector<std::string>{"khr-2024-06"});
  const Loaded july(
      withMesh("'KHR_collision_shapes':{'shapes':[{'type':'mesh','mesh':{'mesh':0},'extensions':"
               "{'KHR_physics_rigid_bodies':{'convexHull':true}}},{'type':'mesh','mesh':{'mesh':0}}]}",
               bodyNode("'collider':{'shape':0}") + "," + bodyNode("'trigger':{'shape':1}")));
  EXPECT_LOADED(july);
  EXPECT_EQ(july.scene().shapes.at(0).kind, ShapeKind::ConvexHull);
  EXPECT_EQ(july.scene().shapes.at(1).kind, ShapeKind::TriangleMesh);
  EXPECT_EQ(july.scene().dialects, std::vector<std::string>{"khr-2024-07"});
}

TEST(CollisionShapes, MorphWeightsOfShapeAndNode) {
  // The target adds each position to itself.
  std::string text = withMesh(
      "'KHR_collision_shapes':{'shapes':[{'type':'mesh','mesh':{'mesh':0,'weights':[1]}},"
      "{'type':'mesh','mesh':{'mesh':0,'useNodeWeights':true}}]}",
      bodyNode("'collider':{'shape':0}") + "," + bodyNode("'collider':{'shape':1}") + "," +
          bodyNode("'collider':{'shape':1}", ",'mesh':0,'weights':[2]"));
  text.insert(text.find("}}]},{'primitives'") + 1, ",'targets':[{'POSITION':0}]");
  const Loaded file(text);
  EXPECT_LOADED(file);
  const auto reach = [&](std::size_t collider) {
    const Shape& shape =
        file.scene().shapes.at(static_cast<std::size_t>(file.scene().colliders.at(collider).shape));
    return file.scene().geometries.at(static_cast<std::size_t>(shape.geometry)).positions.at(1).x;
  };
  EXPECT_EQ(reach(0), 2.0f);
  EXPECT_EQ(reach(1), 1.0f);
  EXPECT_EQ(reach(2), 3.0f);
}

TEST(CollisionShapes, SkinsAreNotApplied) {
  std::string text =
      withMesh("'KHR_collision_shapes':{'shapes':[{'type':'mesh','mesh':{'mesh':0,'skin':0}}]}",
               bodyNode("'collider':{'shape':0}"));
  text.insert(text.find("'nodes'"), "'skins':[{'joints':[0]}],");
  const Loaded file(text);
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsNotApplied,
              "/extensions/KHR_collision_shapes/shapes/0/mesh/skin");
}

TEST(CollisionShapes, HullOfGeometryThatNamesAMeshShape) {
  const Loaded file(withMesh("'KHR_collision_shapes':{'shapes':[{'type':'trimesh','trimesh':{'mesh':0}}]}",
                             bodyNode("'collider':{'geometry':{'shape':0,'convexHull':true}}")));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().shapes.at(static_cast<std::size_t>(file.scene().colliders.at(0).shape)).kind,
            ShapeKind::ConvexHull);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(CollisionShapes, MeshMustBeGivenAndExist) {
  const std::string begin = "'KHR_collision_shapes':{'shapes':[";
  const std::string at = "/extensions/KHR_collision_shapes/shapes/0";
  EXPECT_ERROR(Loaded(withMesh(begin + "{'type':'convex'}]}", "{}")), codes::kPhysicsMissing, at + "/convex");
  EXPECT_ERROR(Loaded(withMesh(begin + "{'type':'convex','convex':{}}]}", "{}")), codes::kPhysicsMissing,
               at + "/convex/mesh");
  EXPECT_ERROR(Loaded(withMesh(begin + "{'type':'trimesh','trimesh':{'mesh':2}}]}", "{}")),
               codes::kPhysicsReference, at + "/trimesh/mesh");
}

TEST(ColliderShape, DirectlyWithImplicitShapesIsReadWithAHint) {
  const Loaded file(khrFile(kSphere, "", bodyNode("'collider':{'shape':0},'trigger':{'shape':0}")));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().colliders.at(0).shape, 0);
  EXPECT_EQ(file.scene().triggers.at(0).shape, 0);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsOldForm, nodeAt(0, "/collider/shape"));
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsOldForm, nodeAt(0, "/trigger/shape"));
}

TEST(ColliderShape, BesideGeometryIsIgnored) {
  const Loaded file(
      khrFile(kSphere + "," + kSphere, "", bodyNode("'collider':{'shape':0,'geometry':{'shape':1}}")));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().colliders.at(0).shape, 1);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsConflict, nodeAt(0, "/collider/shape"));
}

}  // namespace
}  // namespace carom::test
