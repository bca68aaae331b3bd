// Each field of each table, wrong in an otherwise good document: loading fails with an error at exactly that
// field.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "dialect/families/families.hpp"
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

/// A document of OMI's extensions: members of the root's `extensions`, and the nodes.
std::string omiDocument(const std::string& extensions, const std::string& nodes) {
  return json(
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_physics_shape',"
      "'OMI_physics_joint','OMI_collider']," +
      kMesh + "'extensions':{" + extensions + "},'nodes':[" + nodes + "]}");
}

enum class Kind {
  Implicit,
  Collision,
  Early,
  Microsoft,
  Omi,
  Typed,
  Flat,
  Collider,
  Core,
  Vehicle,
  FirstVehicle,
  Gravity
};
constexpr Kind kKinds[] = {Kind::Implicit, Kind::Collision,    Kind::Early,   Kind::Microsoft,
                           Kind::Omi,      Kind::Typed,        Kind::Flat,    Kind::Collider,
                           Kind::Core,     Kind::FirstVehicle, Kind::Vehicle, Kind::Gravity};

Kind kindFor(const Table& table) {
  const std::string_view extension = table.extension, name = table.name;
  if (table.place.starts_with("/extensions/KHR_collision_shapes")) return Kind::Collision;
  if (extension == "KHR_rigid_bodies") return Kind::Early;
  if (extension.starts_with("MSFT")) return Kind::Microsoft;
  if (extension == "OMI_collider") return Kind::Collider;
  if (name == "flat shape") return Kind::Flat;
  if (name == "typed body" || name.find("constraint") != std::string_view::npos) return Kind::Typed;
  if (extension == "OMI_physics_shape" && name == "node extension") return Kind::Typed;
  if (extension == "OMI_physics_gravity") return Kind::Gravity;
  if (name == "wheel of document 000") return Kind::FirstVehicle;
  if (extension.starts_with("OMI_vehicle") || extension == "OMI_seat" || extension == "OMI_spawn_point")
    return Kind::Vehicle;
  if (extension.starts_with("OMI")) return Kind::Omi;
  return table.place.starts_with("/shapes") ? Kind::Core : Kind::Implicit;
}

const std::string kLimits = "[{'limits':[{'linearAxes':[0],'min':0}]";
const std::string kJoints = kLimits + ",'drives':[{'type':'linear','mode':'force','axis':0}]}]";
const std::string kMeshShapes =
    kRoundShapes + ",{'type':'convex','convex':{'mesh':0}},{'type':'trimesh','trimesh':{'mesh':0}}";
const std::string kFlatBox = "{'type':'box','size':[1,1,1]}";

std::string omiDocumentOf(Kind kind) {
  const std::string typed = "'OMI_physics_body':{'type':'rigid','mass':2}";
  const std::string shapes =
      "'OMI_physics_shape':{'shapes':[" + (kind == Kind::Flat ? kFlatBox : kMeshShapes) + "]}";
  const std::string shape_node = "{'extensions':{" + typed + ",'OMI_physics_shape':{'shape':0}}}";
  if (kind == Kind::Collider) {
    return omiDocument("'OMI_collider':{'colliders':[" + kFlatBox + "]}",
                       "{'extensions':{" + typed + ",'OMI_collider':{'collider':0}}}");
  }
  if (kind == Kind::Flat) return omiDocument(shapes, shape_node);
  if (kind == Kind::Typed) {
    return omiDocument(shapes + ",'OMI_physics_joint':{'constraints':[{'linearAxes':[0]}]}",
                       shape_node + "," + shape_node +
                           ",{'extensions':{'OMI_physics_joint':{'constraints':[0],'nodeA':0,'nodeB':1}}}");
  }
  const std::string body = "'motion':{'type':'dynamic'},'collider':{'shape':0}";
  return omiDocument(shapes +
                         ",'OMI_physics_body':{'physicsMaterials':[{}],'collisionFilters':[{}]},"
                         "'OMI_physics_joint':{'physicsJoints':" +
                         kJoints + "}",
                     "{'extensions':{'OMI_physics_body':{" + body +
                         "}},'children':[2]},{'extensions':{'OMI_physics_body':{'trigger':{'shape':0}}}},"
                         "{'extensions':{'OMI_physics_joint':{'joint':0,'connectedNode':1}}}");
}

/// A vehicle with one of each part.
std::string vehicleDocument(const std::string& wheel) {
  const auto node = [](const std::string& extension, const std::string& members) {
    return "{'extensions':{'" + extension + "':{" + members + "}}}";
  };
  return json(
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','OMI_vehicle_body',"
      "'OMI_vehicle_wheel','OMI_vehicle_thruster','OMI_vehicle_hover_thruster','OMI_seat','OMI_spawn_point'],"
      "'extensions':{"
      "'KHR_physics_rigid_bodies':{'physicsMaterials':[{}]},'OMI_vehicle_wheel':{'wheels':[" +
      wheel +
      "]},'OMI_vehicle_thruster':{'thrusters':[{'maxForce':1}]},'OMI_vehicle_hover_thruster':{"
      "'hoverThrusters':[{'maxHoverEnergy':1}]}},'nodes':["
      "{'children':[1,2,3,4],'extensions':{'KHR_physics_rigid_bodies':{'motion':{}},'OMI_vehicle_body':{"
      "'pilotSeat':4}}}," +
      node("OMI_vehicle_wheel", "'wheel':0") + "," + node("OMI_vehicle_thruster", "'thruster':0") + "," +
      node("OMI_vehicle_hover_thruster", "'hoverThruster':0") + "," +
      node("OMI_seat", "'back':[0,0,0],'foot':[0,-1,1],'knee':[0,0,1]") + "," +
      node("OMI_spawn_point", "'title':'Gate','team':'red','group':'north'") + "]}");
}

/// The world's gravity, and a volume of each type on a node of its own.
std::string gravityDocument() {
  std::string nodes;
  for (const std::string details :
       {"'directional','directional':{}", "'point','point':{}", "'disc','disc':{}", "'torus','torus':{}",
        "'line','line':{'points':[0,0,0,1,0,0]}", "'shaped','shaped':{'shape':0}"}) {
    nodes += (nodes.empty() ? "" : ",");
    nodes +=
        "{'extensions':{'OMI_physics_body':{'trigger':{'shape':0}},'OMI_physics_gravity':{'gravity':9,'type'"
        ":" +
        details + "}}}";
  }
  return json(
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_physics_shape','OMI_physics_"
      "gravity'],"
      "'extensions':{'OMI_physics_shape':{'shapes':[{'type':'box'}]},'OMI_physics_gravity':{'gravity':9}},"
      "'nodes':[" +
      nodes + "]}");
}

/// The good document in which the tables of a kind are tried.
std::string documentOf(Kind kind) {
  const std::string khr_root = kResources + "'physicsJoints':" + kJoints;
  switch (kind) {
    case Kind::Collision:
      return document(
          "KHR_collision_shapes", "shapes",
          kMeshShapes + ",{'type':'mesh','mesh':{'mesh':0},'extensions':{'KHR_physics_rigid_bodies':{}}}",
          "KHR_physics_rigid_bodies", khr_root, bodies("KHR_physics_rigid_bodies", "'shape':0", "joint"));
    case Kind::Early:
      return document("KHR_collision_shapes", "shapes", kMeshShapes, "KHR_rigid_bodies",
                      kResources + "'physicsJointLimits':" + kLimits + "}]",
                      bodies("KHR_rigid_bodies", "'shape':0", "jointLimits"));
    case Kind::Microsoft:
      return document("MSFT_collision_primitives", "colliders", kMeshShapes, "MSFT_rigid_bodies",
                      kResources + "'physicsJointLimits':" + kLimits + "}]",
                      bodies("MSFT_rigid_bodies", "'collider':0", "jointLimits"));
    case Kind::Core:
      return json("{'asset':{'version':'2.1'},'extensionsUsed':['KHR_physics_rigid_bodies'],'shapes':[" +
                  kRoundShapes + ",{'type':'plane','plane':{}}],'nodes':[" +
                  bodyNode("'collider':{'geometry':{'shape':0}}") + "]}");
    case Kind::Implicit:
      return document("KHR_implicit_shapes", "shapes", kRoundShapes + ",{'type':'plane','plane':{}}",
                      "KHR_physics_rigid_bodies", khr_root,
                      bodies("KHR_physics_rigid_bodies", "'geometry':{'shape':0}", "joint"));
    case Kind::Vehicle:
      return vehicleDocument("{'maxPropulsionForce':1}");
    case Kind::FirstVehicle:
      return vehicleDocument("{'maxForce':1}");
    case Kind::Gravity:
      return gravityDocument();
    default:
      return omiDocumentOf(kind);
  }
}

/// A table's place with the indices at which the documents have such an object.
std::string placeOf(const Table& table) {
  std::string place(table.place);
  const std::map<std::string_view, std::string> shapes = {
      {"sphere", "0"},          {"box", "1"},           {"capsule", "2"},      {"cylinder", "3"},
      {"plane", "4"},           {"convex", "4"},        {"trimesh", "5"},      {"mesh", "6"},
      {"shape extension", "6"}, {"point gravity", "1"}, {"disc gravity", "2"}, {"torus gravity", "3"},
      {"line gravity", "4"},    {"shaped gravity", "5"}};
  const std::map<std::string_view, std::string> parts = {{"OMI_vehicle_wheel", "1"},
                                                         {"OMI_vehicle_thruster", "2"},
                                                         {"OMI_vehicle_hover_thruster", "3"},
                                                         {"OMI_seat", "4"},
                                                         {"OMI_spawn_point", "5"}};
  const auto shape = shapes.find(table.name);
  for (std::size_t star = place.find('*'); star != std::string::npos; star = place.find('*', star)) {
    std::string index = "0";
    if (shape != shapes.end()) index = shape->second;
    if (table.name == "trigger") index = "1";
    if (place == "/nodes/*/extensions/OMI_physics_joint") index = "2";
    const auto part = parts.find(table.extension);
    if (part != parts.end() && place.starts_with("/nodes")) index = part->second;
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

/// Values that no field of these tables takes, with the code each is to get.
struct Wrong {
  std::string value;
  std::string_view code;
};
std::vector<Wrong> wrongValues(const Field& field) {
  std::vector<Wrong> wrong = {{wrongValue(field), codes::kPhysicsType}};
  const bool number = field.type == FieldType::Number || field.type == FieldType::Integer;
  if (number && std::isfinite(field.range.lower)) wrong.push_back({"-3", codes::kPhysicsRange});
  if (number && std::isfinite(field.range.upper)) wrong.push_back({"1000", codes::kPhysicsRange});
  if (field.type == FieldType::Number) wrong.push_back({"1e300", codes::kPhysicsRange});
  if (field.type == FieldType::Choice && !field.open_choices)
    wrong.push_back({"\"other\"", codes::kPhysicsRange});
  if (field.type == FieldType::Axes) wrong.push_back({"[0,1,2,0]", codes::kPhysicsRange});
  if (field.type == FieldType::Index) {
    wrong.push_back({"1000", codes::kPhysicsReference});
    wrong.push_back({"-2", codes::kPhysicsReference});
  }
  return wrong;
}

TEST(WholeDocuments, AreGoodAsTheyAre) {
  for (const Kind kind : kKinds) {
    const Loaded file(documentOf(kind));
    EXPECT_LOADED(file);
    EXPECT_TRUE(file.said().items().empty()) << file.all();
  }
}

template <class Check>
void forEachPlace(Check check) {
  for (const Table* table : dialect::allTables()) {
    Diagnostics diagnostics;
    const auto parsed = carom::json::Document::parse(documentOf(kindFor(*table)), {}, diagnostics);
    ASSERT_TRUE(parsed.ok());
    const std::string place = placeOf(*table);
    ASSERT_TRUE((*parsed)->resolve(place).isObject()) << place;
    for (const Field& field : table->fields) check(**parsed, field, place + "/" + std::string(field.name));
  }
}

TEST(WholeDocuments, AWrongFieldIsAnErrorThere) {
  forEachPlace([](const carom::json::Document& good, const Field& field, const std::string& pointer) {
    for (const Wrong& wrong : wrongValues(field)) {
      carom::json::Patch patch(good);
      patch.set(pointer, wrong.value);
      const Loaded file(carom::json::splice(patch));
      EXPECT_FALSE(file.ok()) << pointer << " " << wrong.value;
      EXPECT_TRUE(file.has(Severity::Error, wrong.code, pointer))
          << pointer << " " << wrong.value << file.all();
    }
  });
}

TEST(WholeDocuments, AMissingFieldIsAnErrorThere) {
  forEachPlace([](const carom::json::Document& good, const Field& field, const std::string& pointer) {
    if (!field.required) return;
    // Renamed, a member is missing and an unknown one is there.
    const carom::json::Value object = good.resolve(pointer.substr(0, pointer.rfind('/')));
    const carom::json::Value member = object.find(field.name);
    if (!member) return;
    std::string text(good.source());
    const std::string quoted = "\"" + std::string(field.name) + "\"";
    const std::size_t name = text.rfind(quoted, member.sourceBegin());
    text.replace(name, quoted.size(), "\"extras\"");
    const Loaded file(text);
    EXPECT_FALSE(file.ok()) << pointer;
    EXPECT_TRUE(file.has(Severity::Error, codes::kPhysicsMissing, pointer)) << pointer << file.all();
  });
}

}  // namespace
}  // namespace carom::test
