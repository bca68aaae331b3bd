// What conversions have to carry along besides physics: authors' own data, chunks, names of extensions.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "carom/base/diagnostic_codes.hpp"
#include "conversion.hpp"
#include "conversion_fixtures.hpp"
#include "gltf/asset.hpp"
#include "json/splice.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

/// Objects below a value, itself included, that are not inside extras.
void addObjects(json::Value value, std::vector<json::Value>& objects) {
  if (value.isObject()) objects.push_back(value);
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value.isObject() || value.key(i) != "extras") addObjects(value[i], objects);
  }
}

bool isPhysics(std::string_view extension) {
  return extension.starts_with("KHR_") || extension.starts_with("OMI_") || extension.starts_with("MSFT_");
}

/// Every object of physics in a document.
std::vector<json::Value> physicsObjects(json::Value root) {
  std::vector<json::Value> objects;
  const auto add = [&objects](json::Value extensions) {
    for (std::size_t i = 0; i < extensions.size(); ++i) {
      if (isPhysics(extensions.key(i))) addObjects(extensions[i], objects);
    }
  };
  add(root.find("extensions"));
  for (std::size_t i = 0; i < root.find("nodes").size(); ++i) add(root.find("nodes")[i].find("extensions"));
  return objects;
}

TEST(ConversionCarries, ExtrasOfEveryObjectOrSaysThatTheyStayBehind) {
  const TemporaryFolder folder;
  std::size_t carried = 0, reported = 0;
  for (const ConversionFixture& fixture : conversionFixtures()) {
    Diagnostics diagnostics;
    const auto document = json::Document::parse(withQuotes(fixture.text), {}, diagnostics);
    ASSERT_TRUE(document.ok());
    json::Patch patch(**document);
    std::vector<std::string> marked;
    for (const json::Value object : physicsObjects((*document)->root())) {
      patch.set(object.pointer("extras"), "{ \"mark\":  " + std::to_string(marked.size()) + "}");
      marked.push_back(object.pointer("extras"));
    }
    const Result<Scene> scene = loadFromMemory(json::splice(patch));
    ASSERT_TRUE(scene.ok()) << fixture.name;
    for (const std::string_view target : writableDialects()) {
      const Converted converted(*scene, std::string(target), folder / "out.gltf");
      ASSERT_TRUE(converted.ok());
      const std::string text = packed(readAll(converted.path));
      for (std::size_t i = 0; i < marked.size(); ++i) {
        const std::string mark = "\"mark\":" + std::to_string(i) + "}";
        const bool is_there = text.find(mark) != std::string::npos;
        const auto& losses = converted.summary.losses;
        const bool is_said = std::any_of(losses.begin(), losses.end(), [&](const ConversionLoss& loss) {
          return loss.rule == "left-behind" && loss.pointer == marked[i];
        });
        EXPECT_NE(is_there, is_said) << fixture.name << " to " << target << " " << marked[i];
        ++(is_there ? carried : reported);
      }
    }
  }
  EXPECT_GT(carried, 2 * reported);
}

TEST(ConversionCarries, ExtrasOfGeometryAndOfTheNodesObject) {
  const TemporaryFolder folder;
  const Scene scene = loaded(
      khrFixture(
          "{'type':'box'}", "'physicsMaterials':[{}],'extras':'root'",
          "{'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':0,'convexHull':false,"
          "'extras':'geometry'},'extras':'collider'},'extras':'node'}}}"),
      folder);
  const Converted same(scene, "same", folder / "same.gltf");
  EXPECT_EQ(readAll(same.path), readAll(folder / "in.gltf"));
  EXPECT_TRUE(same.summary.losses.empty());
  const Converted omi(scene, "omi", folder / "omi.gltf");
  const std::string text = readAll(omi.path);
  for (const std::string kept : {"\"root\"", "\"collider\"", "\"node\""})
    EXPECT_NE(text.find("\"extras\":" + kept), std::string::npos) << kept << text;
  EXPECT_TRUE(omi.hasLoss(LossKind::Implied, "left-behind"));
}

// The compound that siblings make comes from the node above them; that node's extras are not the trigger's.
TEST(ConversionCarries, ExtrasOfANodeOnce) {
  const TemporaryFolder folder;
  const Scene scene = loaded(
      omiFixture(
          "'OMI_collider':{'colliders':[{'type':'box','isTrigger':true}]}",
          "{'children':[1,2],'extras':'own','extensions':{'OMI_physics_body':{'type':'rigid'}}},"
          "{'extensions':{'OMI_collider':{'collider':0}}},{'extensions':{'OMI_collider':{'collider':0}}}"),
      folder);
  ASSERT_EQ(scene.triggers.size(), 3u);
  for (const std::string_view target : writableDialects()) {
    const Converted converted(scene, std::string(target), folder / "out.gltf");
    const std::string text = readAll(converted.path);
    const std::size_t first = text.find("\"own\"");
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(text.find("\"own\"", first + 1), std::string::npos) << target << text;
  }
}

std::string withPointer(const std::string& pointer) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','KHR_implicit_shapes',"
         "'KHR_interactivity'],'extensions':{'KHR_interactivity':{'graphs':[{'extras':'" +
         pointer + "'}]}},'nodes':[" + khrNode("'motion':{'mass':1}") + "]}";
}

TEST(ConversionCarries, PointersIntoPhysicsAreReportedHoweverTheyAreSpelt) {
  const TemporaryFolder folder;
  const std::string mass = "nodes/0/extensions/KHR_physics_rigid_bodies/motion/mass";
  for (const std::string& pointer : {"/" + mass, "\\/" + mass, "\\u002f" + mass}) {
    const Scene scene = loaded(withPointer(pointer), folder);
    const Converted away(scene, "omi", folder / "out.gltf");
    EXPECT_TRUE(away.hasLoss(LossKind::Dropped, "pointer-into-physics")) << pointer;
    // What stays where it was can be named on.
    const Converted same(scene, "khr", folder / "out.gltf");
    EXPECT_TRUE(same.summary.losses.empty()) << pointer;
  }
  // No pointer begins without a slash.
  const Converted text(loaded(withPointer("see docs/extensions/OMI_physics_body/README"), folder), "omi",
                       folder / "out.gltf");
  EXPECT_TRUE(std::none_of(text.summary.losses.begin(), text.summary.losses.end(),
                           [](const ConversionLoss& loss) { return loss.kind == LossKind::Dropped; }));
}

// An extension of physics where it means nothing stays there, so its name has to stay as well.
TEST(ConversionCarries, NamesOfExtensionsThatAreElsewhere) {
  const TemporaryFolder folder;
  const Scene scene = loaded(
      massFixture(",'OMI_physics_body'", "'materials':[{'extensions':{'OMI_physics_body':{}}}]"), folder);
  const Converted converted(scene, "khr", folder / "out.gltf");
  EXPECT_EQ(readAll(converted.path), readAll(folder / "in.gltf"));
}

Scene fromBytes(const std::string& bytes) {
  const Result<Scene> scene = loadFromMemory(bytes);
  EXPECT_TRUE(scene.ok()) << said(scene.diagnostics());
  return scene ? *scene : Scene();
}

void appendWord(std::string& bytes, std::size_t word) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>((word >> (8 * i)) & 255);
}

std::string glb(std::string json, const std::vector<std::pair<std::size_t, std::string>>& chunks) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  std::string body;
  appendWord(body, json.size());
  appendWord(body, 0x4E4F534A);
  body += json;
  for (const auto& [type, data] : chunks) {
    appendWord(body, data.size());
    appendWord(body, type);
    body += data;
  }
  std::string bytes;
  appendWord(bytes, 0x46546C67);
  appendWord(bytes, 2);
  appendWord(bytes, 12 + body.size());
  return bytes + body;
}

TEST(ConversionCarries, ChunksOfAGlb) {
  const TemporaryFolder folder;
  constexpr std::size_t kBinary = 0x004E4942, kOther = 0x12345678;
  const std::string json = "{'asset':{'version':'2.0'},'buffers':[{'byteLength':5}],'nodes':[" +
                           khrNode("'motion':{'mass':1}") + "]}";
  const Scene scene = fromBytes(glb(withQuotes(json), {{kBinary, "abcdefgh"}, {kOther, "own data"}}));
  const Converted binary(scene, "omi", folder / "out.glb");
  ASSERT_TRUE(binary.ok());
  const auto bytes = binary.loaded.asset->buffer(0).bytes;
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), 5), "abcde");
  const auto chunks = binary.loaded.asset->otherChunks();
  ASSERT_EQ(chunks.size(), 1u);
  EXPECT_EQ(chunks[0].type, kOther);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(chunks[0].bytes.data()), chunks[0].bytes.size()),
            "own data");
  EXPECT_TRUE(binary.summary.diagnostics.items().empty());
  // A .gltf has no chunks.
  const Converted text(scene, "omi", folder / "out.gltf");
  ASSERT_EQ(text.summary.diagnostics.items().size(), 1u);
  EXPECT_EQ(text.summary.diagnostics.items()[0].code, codes::kGlbChunk);
  // A binary chunk that no buffer has.
  const Scene unused = fromBytes(
      glb(withQuotes("{'asset':{'version':'2.0'},'nodes':[" + khrNode("'motion':{'mass':1}") + "]}"),
          {{kBinary, "abcdefgh"}}));
  const Converted without(unused, "omi", folder / "out.glb");
  ASSERT_EQ(without.summary.diagnostics.items().size(), 1u);
  EXPECT_EQ(without.summary.diagnostics.items()[0].code, codes::kGlbChunk);
}

TEST(ConversionCarries, NodesThatAProgramHasAddedAreInTheScene) {
  const TemporaryFolder folder;
  const Result<Scene> read = loadFromMemory(withQuotes(
      "{'asset':{'version':'2.0'},'scene':1,'scenes':[{},{'nodes':[0]}],'nodes':[{'name':'first'}]}"));
  ASSERT_TRUE(read.ok());
  Scene scene = *read;
  SceneNode node;
  node.name = "ball";
  scene.nodes.push_back(node);
  Shape shape;
  shape.kind = ShapeKind::Sphere;
  scene.shapes.push_back(shape);
  Motion motion;
  motion.node = 1;
  motion.mass = 2;
  scene.motions.push_back(motion);
  Collider collider;
  collider.node = 1, collider.shape = 0, collider.motion = 0;
  scene.colliders.push_back(collider);
  for (const std::string_view target : writableDialects()) {
    const Converted converted(scene, std::string(target), folder / "out.gltf");
    ASSERT_TRUE(converted.ok()) << target;
    EXPECT_EQ(converted.loaded.motions.size(), 1u) << target;
    EXPECT_EQ(converted.loaded.colliders.size(), 1u) << target;
    EXPECT_TRUE(converted.loaded.nodes[1].in_scene) << target;
  }
}

}  // namespace
}  // namespace carom::test
