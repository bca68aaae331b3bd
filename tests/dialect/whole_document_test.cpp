// Each field of each table, wrong in an otherwise good document: loading fails with an error at exactly that
// field.
#include <gtest/gtest.h>

#include <map>

#include "dialect/families.hpp"
#include "json/document.hpp"
#include "json/splice.hpp"
#include "physics_file.hpp"

namespace carom::test {
namespace {

using dialect::Field;
using dialect::FieldType;
using dialect::Table;

/// A mesh of one triangle, and the members around the physics of a document.
const std::string kMesh =
    "'buffers':[{'byteLength':36,'uri':'data:application/octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA'}],'bufferViews':[{'buffer':0,'byteLength':36}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[1,1,0]}],"
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],";

/// Every object of a family of bodies in one document, with every kind of shape of a family of shapes.
std::string document(const std::string& shape_extension, const std::string& shape_array,
                     const std::string& shapes, const std::string& body_extension, const std::string& root,
                     const std::string& nodes) {
  return json("{'asset':{'version':'2.0'},'extensionsUsed':['" + shape_extension + "','" + body_extension +
              "']," + kMesh + "'extensions':{'" + shape_extension + "':{'" + shape_array + "':[" + shapes +
              "]},'" + body_extension + "':{" + root + "}},'nodes':[" + nodes + "]}");
}

const std::string kRoundShapes =
    "{'type':'sphere','sphere':{}},{'type':'box','box':{}},{'type':'capsule','capsule':{}},"
    "{'type':'cylinder','cylinder':{}}";
const std::string kResources = "'physicsMaterials':[{}],'collisionFilters':[{}],";

std::string bodies(const std::string& extension, const std::string& shape, const std::string& joint) {
  return "{'extensions':{'" + extension + "':{'motion':{},'collider':{" + shape +
         "},'joint':{'connectedNode':1,'" + joint + "':0}}}},{'extensions':{'" + extension +
         "':{'trigger':{" + shape + "}}}}";
}

/// The good document in which an extension's tables are tried.
std::string documentFor(std::string_view extension) {
  const std::string limits = "[{'limits':[{'linearAxes':[0],'min':0}]";
  const std::string khr_root =
      kResources + "'physicsJoints':" + limits + ",'drives':[{'type':'linear','mode':'force','axis':0}]}]";
  const std::string meshes =
      kRoundShapes + ",{'type':'convex','convex':{'mesh':0}},{'type':'trimesh','trimesh':{'mesh':0}}";
  if (extension == "KHR_collision_shapes") {
    return document(
        "KHR_collision_shapes", "shapes",
        meshes + ",{'type':'mesh','mesh':{'mesh':0},'extensions':{'KHR_physics_rigid_bodies':{}}}",
        "KHR_physics_rigid_bodies", khr_root, bodies("KHR_physics_rigid_bodies", "'shape':0", "joint"));
  }
  if (extension == "KHR_rigid_bodies") {
    return document("KHR_collision_shapes", "shapes", meshes, "KHR_rigid_bodies",
                    kResources + "'physicsJointLimits':" + limits + "}]",
                    bodies("KHR_rigid_bodies", "'shape':0", "jointLimits"));
  }
  if (extension.starts_with("MSFT")) {
    return document("MSFT_collision_primitives", "colliders", meshes, "MSFT_rigid_bodies",
                    kResources + "'physicsJointLimits':" + limits + "}]",
                    bodies("MSFT_rigid_bodies", "'collider':0", "jointLimits"));
  }
  return document("KHR_implicit_shapes", "shapes", kRoundShapes + ",{'type':'plane','plane':{}}",
                  "KHR_physics_rigid_bodies", khr_root,
                  bodies("KHR_physics_rigid_bodies", "'geometry':{'shape':0}", "joint"));
}

/// A table's place with the indices at which the documents have such an object.
std::string placeOf(const Table& table) {
  std::string place(table.place);
  const std::map<std::string_view, std::string> shapes = {
      {"sphere", "0"}, {"box", "1"},     {"capsule", "2"}, {"cylinder", "3"},       {"plane", "4"},
      {"convex", "4"}, {"trimesh", "5"}, {"mesh", "6"},    {"shape extension", "6"}};
  const auto shape = shapes.find(table.name);
  for (std::size_t star = place.find('*'); star != std::string::npos; star = place.find('*', star)) {
    std::string index = "0";
    if (shape != shapes.end()) index = shape->second;
    if (table.name == "trigger") index = "1";
    place.replace(star, 1, index);
  }
  return place;
}

std::string wrongValue(const Field& field) {
  return field.type == FieldType::Boolean || field.type == FieldType::String ||
                 field.type == FieldType::Choice
             ? "7"
             : "true";
}

TEST(WholeDocuments, areGoodAsTheyAre) {
  for (const std::string_view extension :
       {"KHR_physics_rigid_bodies", "KHR_collision_shapes", "KHR_rigid_bodies", "MSFT_rigid_bodies"}) {
    const Loaded file(documentFor(extension));
    EXPECT_LOADED(file);
    EXPECT_TRUE(file.said().items().empty()) << file.all();
  }
}

TEST(WholeDocuments, aFieldOfTheWrongTypeIsAnErrorThere) {
  for (const Table* table : dialect::allTables()) {
    const bool in_shape = table->place.starts_with("/extensions/KHR_collision_shapes");
    const std::string text = documentFor(in_shape ? "KHR_collision_shapes" : table->extension);
    Diagnostics diagnostics;
    const auto parsed = carom::json::Document::parse(text, {}, diagnostics);
    ASSERT_TRUE(parsed.ok());
    const std::string place = placeOf(*table);
    ASSERT_TRUE((*parsed)->resolve(place).isObject()) << place;
    for (const Field& field : table->fields) {
      const std::string pointer = place + "/" + std::string(field.name);
      carom::json::Patch patch(**parsed);
      patch.set(pointer, wrongValue(field));
      const Loaded file(carom::json::splice(patch));
      EXPECT_FALSE(file.ok()) << pointer;
      EXPECT_TRUE(file.has(Severity::Error, codes::kPhysicsType, pointer)) << pointer << file.all();
    }
  }
}

}  // namespace
}  // namespace carom::test
