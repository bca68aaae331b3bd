// Small files with what a conversion has to mind, in every family.
#pragma once

#include <string>
#include <vector>

#include "vehicle_fixtures.hpp"

namespace carom::test {

struct ConversionFixture {
  std::string name;
  std::string text;  ///< ' for ".
};

/// A tetrahedron of four triangles as mesh 0, and as mesh 1 the same with a morph target that lifts it by 1
/// m. Node weights and skins may use them.
inline const std::string kFixtureMeshes =
    "'buffers':[{'byteLength':96,'uri':'data:application/octet-stream;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/"
    "AAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAA'},"
    "{'byteLength':12,'uri':'data:application/octet-stream;base64,AAIBAAEDAAMCAQID'}],"
    "'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':48},"
    "{'buffer':1,'byteLength':12}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],'max':[1,1,1]},"
    "{'bufferView':1,'componentType':5126,'count':4,'type':'VEC3','min':[0,1,0],'max':[0,1,0]},"
    "{'bufferView':2,'componentType':5121,'count':12,'type':'SCALAR'}],"
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':2}]},"
    "{'primitives':[{'attributes':{'POSITION':0},'indices':2,'targets':[{'POSITION':1}]}],'weights':[0]}],";

/// A file of the current KHR: shapes, members of the root object, nodes.
inline std::string khrFixture(const std::string& shapes, const std::string& root, const std::string& nodes) {
  std::string text =
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_implicit_shapes','KHR_physics_rigid_bodies'],";
  text += kFixtureMeshes + "'extensions':{";
  if (!shapes.empty())
    text += "'KHR_implicit_shapes':{'shapes':[" + shapes + "]}" + (root.empty() ? "" : ",");
  if (!root.empty()) text += "'KHR_physics_rigid_bodies':{" + root + "}";
  return text + "},'nodes':[" + nodes + "]}";
}
inline std::string omiFixture(const std::string& root, const std::string& nodes) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_physics_shape','OMI_physics_"
         "joint',"
         "'OMI_collider']," +
         kFixtureMeshes + "'extensions':{" + root + "},'nodes':[" + nodes + "]}";
}
/// A node with members of KHR_physics_rigid_bodies, and members of the node.
inline std::string khrNode(const std::string& members, const std::string& rest = "") {
  return "{'extensions':{'KHR_physics_rigid_bodies':{" + members + "}}" + rest + "}";
}
inline std::string omiNode(const std::string& members, const std::string& rest = "") {
  return "{'extensions':{'OMI_physics_body':{" + members + "}}" + rest + "}";
}

inline std::string seventySystems() {
  std::string systems;
  for (int i = 0; i < 70; ++i) systems += (i > 0 ? ",'system " : "'system ") + std::to_string(i) + "'";
  return systems;
}

/// Two bodies above each other, and what joins them: one entry of physicsJoints.
inline std::string joinedPair(const std::string& description, const std::string& more = "") {
  return khrFixture(
      "{'type':'box'}", "'physicsJoints':[" + description + "]",
      khrNode("'motion':{'isKinematic':true},'collider':{'geometry':{'shape':0}}",
              ",'name':'held','children':[2],'translation':[0,3,0]") +
          "," +
          khrNode("'motion':{},'collider':{'geometry':{'shape':0}}",
                  ",'name':'hanging','children':[3],'translation':[0,1,0]") +
          "," + khrNode("'joint':{'joint':0,'connectedNode':3" + more + "}", ",'translation':[0,-1,0]") +
          ",{'translation':[0,1,0]}");
}

inline std::vector<ConversionFixture> conversionFixtures() {
  const std::string round =
      "{'type':'sphere'},{'type':'box','box':{'size':[1,2,3]}},{'type':'capsule','capsule':{'radiusTop':0.2,'"
      "height':1}},"
      "{'type':'cylinder','cylinder':{'radiusTop':0}},{'type':'capsule','name':'pill','extras':{'kept':1}}";
  const std::string floor = khrNode("'collider':{'geometry':{'shape':0}}", ",'translation':[0,-0.5,0]");
  const std::string kBox4 = "{'type':'box','box':{'size':[20,1,20]}}";
  std::vector<ConversionFixture> list;
  const auto add = [&list](std::string name, std::string text) {
    list.push_back({std::move(name), std::move(text)});
  };
  {
    std::string nodes;
    for (int i = 0; i < 5; ++i) {
      nodes += (i > 0 ? "," : "") +
               khrNode("'motion':{},'collider':{'geometry':{'shape':" + std::to_string(i) + "}}",
                       ",'translation':[" + std::to_string(4 * i) + ",2,0]");
    }
    add("round shapes", khrFixture(round, "", nodes));
  }
  for (const std::string plane : {"{}", "{'doubleSided':true}", "{'sizeX':4,'sizeZ':6}", "{'sizeX':4}"}) {
    add("plane " + plane,
        khrFixture("{'type':'plane','plane':" + plane + "},{'type':'sphere'}", "",
                   khrNode("'collider':{'geometry':{'shape':0}}") + "," +
                       khrNode("'motion':{},'collider':{'geometry':{'shape':1}}", ",'translation':[0,2,0]")));
  }
  add("hull and mesh of a mesh",
      khrFixture("", "",
                 khrNode("'motion':{'mass':2},'collider':{'geometry':{'mesh':0,'convexHull':true}}") + "," +
                     khrNode("'collider':{'geometry':{'mesh':0}}", ",'translation':[0,-3,0]")));
  add("meshes of nodes, one of them morphed",
      khrFixture(
          "", "",
          khrNode("'motion':{},'collider':{'geometry':{'node':2,'convexHull':true}}") + "," +
              khrNode("'collider':{'geometry':{'node':4}}", ",'translation':[0,-5,0]") +
              ",{'mesh':1,'weights':[0.5],'children':[3]},{'mesh':0,'translation':[2,0,0]},{'mesh':0}"));
  add("a skinned collider",
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies'],"
      "'buffers':[{'byteLength':140,'uri':'data:application/octet-stream;base64,"
      "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAA"
      "AAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAA"
      "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAgEAAQMAAwIBAgM='}],"
      "'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':16},"
      "{'buffer':0,'byteOffset':64,'byteLength':64},{'buffer':0,'byteOffset':128,'byteLength':12}],"
      "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],'max':[1,1,1]}"
      ","
      "{'bufferView':1,'componentType':5121,'count':4,'type':'VEC4'},"
      "{'bufferView':2,'componentType':5126,'count':4,'type':'VEC4'},"
      "{'bufferView':3,'componentType':5121,'count':12,'type':'SCALAR'}],"
      "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2},'indices':3}]}],"
      "'skins':[{'joints':[2]}],'nodes':[" +
          khrNode("'motion':{},'collider':{'geometry':{'node':1,'convexHull':true}}") +
          ",{'mesh':0,'skin':0},{'translation':[0,1,0],'rotation':[0,0.6,0,0.8]}]}");
  add("negative and uneven scale",
      khrFixture("{'type':'box'}", "",
                 khrNode("'motion':{},'collider':{'geometry':{'shape':0}}",
                         ",'scale':[-2,1,0.5],'translation':[0,3,0],'rotation':[0,0.6,0,0.8]") +
                     "," + floor));
  add("nested motions",
      khrFixture(kBox4 + ",{'type':'box'}", "",
                 floor + "," +
                     khrNode("'motion':{'mass':3},'collider':{'geometry':{'shape':1}}",
                             ",'children':[2],'translation':[0,2,0]") +
                     "," +
                     khrNode("'motion':{'mass':1},'collider':{'geometry':{'shape':1}}",
                             ",'children':[3],'translation':[3,0,0]") +
                     "," + khrNode("'collider':{'geometry':{'shape':1}}", ",'translation':[0,1,0]")));
  add("compound triggers",
      khrFixture("{'type':'box'},{'type':'sphere'}", "",
                 khrNode("'trigger':{'nodes':[1,2]}", ",'children':[1,2,3]") + "," +
                     khrNode("'trigger':{'geometry':{'shape':0}}") + "," +
                     khrNode("'trigger':{'geometry':{'shape':1}}", ",'translation':[1,0,0]") + "," +
                     khrNode("'trigger':{'geometry':{'shape':1}}", ",'translation':[5,0,0]") + "," +
                     khrNode("'motion':{},'collider':{'geometry':{'shape':1}}", ",'translation':[0,4,0]")));
  add("a compound trigger that is a whole",
      khrFixture("{'type':'box'}", "",
                 khrNode("'trigger':{'nodes':[1,2]}", ",'children':[1,2]") + "," +
                     khrNode("'trigger':{'geometry':{'shape':0}}") + "," +
                     khrNode("'trigger':{'geometry':{'shape':0}}", ",'translation':[1,0,0]")));
  add("motion, collider and trigger on one node",
      khrFixture(
          "{'type':'box'},{'type':'sphere','sphere':{'radius':2}}", "",
          khrNode("'motion':{},'collider':{'geometry':{'shape':0}},'trigger':{'geometry':{'shape':1}}")));
  add("filters",
      khrFixture(
          "{'type':'box'}",
          "'collisionFilters':[{},{'collisionSystems':['a'],'notCollideWithSystems':['b']},{'"
          "collisionSystems':[" +
              seventySystems() +
              "]},{'collideWithSystems':['system 69','nothing']},{'collideWithSystems':[]}]",
          khrNode("'motion':{},'collider':{'geometry':{'shape':0},'collisionFilter':2}",
                  ",'translation':[0,3,0]") +
              "," + khrNode("'collider':{'geometry':{'shape':0},'collisionFilter':3}") + "," +
              khrNode("'motion':{},'collider':{'geometry':{'shape':0},'collisionFilter':4}",
                      ",'translation':[9,3,0]") +
              "," +
              khrNode("'trigger':{'geometry':{'shape':0},'collisionFilter':1}", ",'translation':[9,0,0]")));
  add("materials",
      khrFixture(
          kBox4 + ",{'type':'box'}",
          "'physicsMaterials':[{'name':'ice','staticFriction':0.1,'dynamicFriction':0.05,'extras':[1]},"
          "{'frictionCombine':'minimum','restitutionCombine':'maximum','restitution':0.5},"
          "{'frictionCombine':'multiply','restitutionCombine':'multiply'},{'frictionCombine':'average'}]",
          khrNode("'collider':{'geometry':{'shape':0},'physicsMaterial':0}", ",'translation':[0,-0.5,0]") +
              "," +
              khrNode("'motion':{},'collider':{'geometry':{'shape':1},'physicsMaterial':1}",
                      ",'translation':[0,2,0]") +
              "," +
              khrNode("'motion':{},'collider':{'geometry':{'shape':1},'physicsMaterial':2}",
                      ",'translation':[3,2,0]")));
  add("motions",
      khrFixture(
          "{'type':'box'}", "",
          khrNode(
              "'motion':{'mass':2.50,'gravityFactor':0,'linearVelocity':[1,0,0],'angularVelocity':[0,1,0],"
              "'centerOfMass':[0,0.1,0],'inertiaDiagonal':[1,2,2.5],'inertiaOrientation':[0,0,0.6,0.8]},"
              "'collider':{'geometry':{'shape':0}}") +
              "," +
              khrNode("'motion':{'mass':0,'linearVelocity':[0,0,1]},'collider':{'geometry':{'shape':0}}",
                      ",'translation':[5,0,0]") +
              "," +
              khrNode("'motion':{'mass':1,'inertiaDiagonal':[0,1,0]},'collider':{'geometry':{'shape':0}}",
                      ",'translation':[10,0,0]") +
              "," +
              khrNode("'motion':{'isKinematic':true,'angularVelocity':[0,2,0]},'collider':{'geometry':{'"
                      "shape':0}}",
                      ",'translation':[15,0,0]")));
  add("a fixed joint",
      joinedPair(
          "{'limits':[{'linearAxes':[0,1,2],'min':0,'max':0},{'angularAxes':[0,1,2],'min':0,'max':0}]}"));
  add("a hinge and a drive", joinedPair("{'limits':[{'linearAxes':[0,1,2],'min':0,'max':0},{'angularAxes':[0,"
                                        "1],'min':0,'max':0},{'angularAxes':"
                                        "[2],'min':-1,'max':1,'stiffness':5,'damping':2}],'drives':[{'type':'"
                                        "angular','mode':'acceleration','axis'"
                                        ":2,'velocityTarget':1,'damping':3,'maxForce':10}],'name':'hinge'}",
                                        ",'enableCollision':true"));
  add("ranged limits of several axes, a cone, a ring, a rod",
      joinedPair("{'limits':[{'linearAxes':[0,2],'min':0.5,'max':1},{'linearAxes':[1],'max':2},{'angularAxes'"
                 ":[0,2],'max':"
                 "0.5},{'angularAxes':[1],'min':-3}]}"));
  add("a distance limit with a smallest distance",
      joinedPair("{'limits':[{'linearAxes':[0,1,2],'min':0.5,'max':2}]}"));
  add("two limits of one axis", joinedPair("{'limits':[{'linearAxes':[0],'min':-1},{'linearAxes':[0],'max':2}"
                                           ",{'linearAxes':[1,2],'min':0,'max':0}]}"));
  add("a joint to the world, on a body's own node",
      khrFixture(
          "{'type':'box'}", "'physicsJoints':[{'limits':[{'linearAxes':[0,1,2],'min':0,'max':0}]}]",
          khrNode("'motion':{},'collider':{'geometry':{'shape':0}},'joint':{'joint':0,'connectedNode':1}") +
              ",{'translation':[0,1,0]}"));
  add("limits of both kinds in OMI",
      omiFixture(
          "'OMI_physics_shape':{'shapes':[{'type':'box'}]},'OMI_physics_joint':{'physicsJoints':[{'limits':["
          "{'linearAxes':[0,1,2],'angularAxes':[0,1,2],'min':0,'max':0}]}]}",
          omiNode("'motion':{'type':'dynamic'},'collider':{'shape':0}", ",'children':[2]") + "," +
              omiNode("'motion':{'type':'static'},'collider':{'shape':0}",
                      ",'children':[3],'translation':[0,2,0]") +
              ",{'translation':[0,1,0],'extensions':{'OMI_physics_joint':{'joint':0,'connectedNode':3}}},"
              "{'translation':[0,-1,0]}"));
  add("a static body below one that moves",
      omiFixture("'OMI_physics_shape':{'shapes':[{'type':'box'}]}",
                 omiNode("'motion':{'type':'dynamic'},'collider':{'shape':0}", ",'children':[1]") + "," +
                     omiNode("'motion':{'type':'static','mass':3},'collider':{'shape':0}",
                             ",'translation':[3,0,0]")));
  add("constraints between bodies",
      omiFixture(
          "'OMI_physics_shape':{'shapes':[{'type':'box','box':{'size':[1,1,1]}}]},'OMI_physics_joint':{"
          "'constraints':[{'linearAxes':[0,1,2]},{'angularAxes':[0,2]},{'angularAxes':[2],'lowerLimit':-1,"
          "'upperLimit':1,'stiffness':3}]}",
          "{'children':[1],'extensions':{'OMI_physics_body':{'type':'rigid','mass':2}},'translation':[0,4,0]}"
          ","
          "{'extensions':{'OMI_physics_shape':{'shape':0}}},"
          "{'children':[3],'extensions':{'OMI_physics_body':{'type':'static'}},'translation':[0,6,0]},"
          "{'extensions':{'OMI_physics_shape':{'shape':0}}},"
          "{'translation':[0.5,5,0],'rotation':[0,0,0.6,0.8],'extensions':{'OMI_physics_joint':{'constraints'"
          ":"
          "[0,1,2],'nodeA':2,'nodeB':0}}}"));
  add("typed bodies",
      omiFixture(
          "'OMI_physics_shape':{'shapes':[{'type':'box','box':{'size':[1,2,3]}},{'type':'capsule','capsule':"
          "{'radius':0.5,'height':3}},{'type':'convex','convex':{'mesh':0}}]}",
          "{'children':[1,2],'extensions':{'OMI_physics_body':{'type':'vehicle','inertiaTensor':[2,0.5,0,0.5,"
          "3,0,0,0,"
          "4],'centerOfMass':[0,1,0]}}},{'extensions':{'OMI_physics_shape':{'shape':0}}},"
          "{'extensions':{'OMI_physics_shape':{'shape':1}},'translation':[4,0,0]},"
          "{'extensions':{'OMI_physics_body':{'type':'character'},'OMI_physics_shape':{'shape':1}},'"
          "translation':"
          "[9,0,0]},{'children':[5,6],'extensions':{'OMI_physics_body':{'type':'trigger'}}},"
          "{'extensions':{'OMI_physics_shape':{'shape':0}}},{'extensions':{'OMI_physics_shape':{'shape':2}}"
          "}"));
  add("colliders with and without bodies",
      omiFixture(
          "'OMI_collider':{'colliders':[{'type':'box','size':[2,1,1]},{'type':'sphere','isTrigger':true},{'"
          "type':"
          "'hull','mesh':0},{'type':'capsule','radius':0.5,'height':1}]}",
          "{'children':[1,2,3],'extensions':{'OMI_physics_body':{'type':'rigid'}}},"
          "{'extensions':{'OMI_collider':{'collider':0}}},{'extensions':{'OMI_collider':{'collider':1}}},"
          "{'extensions':{'OMI_collider':{'collider':1}},'translation':[3,0,0]},"
          "{'extensions':{'OMI_collider':{'collider':2}},'translation':[0,-4,0]},"
          "{'extensions':{'OMI_collider':{'collider':3}},'translation':[6,0,0]}"));
  add("two families on one node",
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','KHR_implicit_shapes','OMI_"
      "physics_body',"
      "'OMI_physics_shape','EXT_own'],'extensionsRequired':['KHR_physics_rigid_bodies'],'extensions':{"
      "'KHR_implicit_shapes':{'shapes':[{'type':'sphere'}]},'OMI_physics_shape':{'shapes':[{'type':'box'}]},'"
      "EXT_own':1},"
      "'nodes':[{'children':[1],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':2},'collider':{'"
      "geometry':"
      "{'shape':0}}},'EXT_own':{'node':1},'OMI_physics_body':{'motion':{'type':'dynamic','mass':3}}}},"
      "{'extensions':{'OMI_physics_body':{'collider':{'shape':0}}}}]}");
  add("unknown members and extensions",
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','KHR_implicit_shapes','OMI_"
      "seat'],"
      "'extensions':{'KHR_implicit_shapes':{'shapes':[{'type':'sphere','extensions':{'EXT_own':{'a':1}}}]}},"
      "'nodes':[{'extras':{'x':[1.50,null]},'extensions':{'OMI_seat':{'back':[0,0,0],'foot':[0,-0.50,0.5],'"
      "knee':[0,0,0.5],'made by':'hand'},'KHR_physics_rigid_"
      "bodies':{'motion'"
      ":{'mass':1.0,'wieght':3,'extras':'own'},'collider':{'geometry':{'shape':0},'extensions':{'EXT_own':2}}"
      "}}}]}");
  add("a vehicle", fullVehicleFixture());
  add("a vehicle of document 000", firstVehicleFixture());
  add("gravity of every type", gravityFixture());
  add("gravity on other triggers", mixedGravityFixture());
  add("gravity towards meshes", meshGravityFixture(kFixtureMeshes));
  return list;
}

}  // namespace carom::test
