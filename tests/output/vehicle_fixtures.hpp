// Small files of vehicles and gravity, for conversions.
#pragma once

#include <string>

namespace carom::test {

/// Members of `extensions` at the root, and nodes. ' for ".
inline std::string companionFixture(const std::string& root, const std::string& nodes) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','KHR_implicit_shapes',"
         "'OMI_physics_body','OMI_physics_shape','OMI_vehicle_body','OMI_vehicle_wheel','OMI_vehicle_"
         "thruster',"
         "'OMI_vehicle_hover_thruster','OMI_seat','OMI_physics_gravity'],'extensions':{" +
         root + "},'nodes':[" + nodes + "]}";
}
inline std::string extended(const std::string& extensions, const std::string& rest = "") {
  return "{'extensions':{" + extensions + "}" + rest + "}";
}

/// Every field of a vehicle, none with its default, and what Carom does not know.
inline std::string fullVehicleFixture() {
  return companionFixture(
      "'KHR_implicit_shapes':{'shapes':[{'type':'box','box':{'size':[1,1,2]}}]},"
      "'KHR_physics_rigid_bodies':{'physicsMaterials':[{},{'staticFriction':1.2}]},"
      "'OMI_vehicle_wheel':{'extras':{'by':1},'wheels':["
      "{'radius':0.350,'width':0.2,'maxPropulsionForce':900,'brakingForce':4000,'propulsionForceChangeRate':"
      "500,"
      "'targetPropulsionForceRatio':-0.5,'maxSteeringAngle':0.4,'steeringChangeRate':-7,'targetSteeringRatio'"
      ":0.25,"
      "'suspensionStiffness':30000,'suspensionDampingCompression':1000,'suspensionDampingRebound':1500,"
      "'suspensionTravel':0.3,'physicsMaterial':1,'extras':[1.50],'extensions':{'EXT_own':2},'wear':0.10},"
      "{'maxPropulsionForce':100,'brakingForce':100},{}]},"
      "'OMI_vehicle_thruster':{'thrusters':[{'maxForce':1},{'maxForce':100,'forceChangeRate':50,'"
      "targetForceRatio':0.5,"
      "'maxGimbal':0.2,'gimbalChangeRate':-1,'targetGimbalRatio':[0.5,-0.50],'linearGimbalAdjustRatio':0.1}]}"
      ","
      "'OMI_vehicle_hover_thruster':{'hoverThrusters':[{'maxHoverEnergy':200,'hoverEnergyChangeRate':9,"
      "'targetHoverRatio':0.75,'linearGimbalAdjustRatio':0}]}",
      extended(
          "'KHR_physics_rigid_bodies':{'motion':{'mass':100},'collider':{'geometry':{'shape':0}}},"
          "'OMI_vehicle_body':{'angularActivation':[0,0.5,0],'linearActivation':[0,0,1],'gyroTorque':[1,2,3],"
          "'maxSpeed':30,'pilotSeat':5,'angularDampeners':false,'linearDampeners':false,'useThrottle':true,"
          "'radio':'off'}",
          ",'children':[1,2,3,4,5,6]") +
          "," + extended("'OMI_vehicle_wheel':{'wheel':0,'extras':7}", ",'translation':[1,0,1]") + "," +
          extended("'OMI_vehicle_wheel':{'wheel':1}", ",'translation':[-1,0,1]") + "," +
          extended("'OMI_vehicle_thruster':{'thruster':1}") + "," +
          extended("'OMI_vehicle_hover_thruster':{'hoverThruster':0},'OMI_vehicle_thruster':{'thruster':0}") +
          "," + extended("'OMI_seat':{'back':[0,0,0],'foot':[0,-0.5,0.50],'knee':[0,0,0.5],'angle':1.7}") +
          "," + extended("'OMI_vehicle_wheel':{'wheel':2}"));
}

/// Document 000 on the bodies of its time, and a wheel without a vehicle.
inline std::string firstVehicleFixture() {
  return companionFixture(
      "'OMI_physics_shape':{'shapes':[{'type':'box'}]},'OMI_physics_body':{'physicsMaterials':[{'"
      "staticFriction':1}]},"
      "'OMI_vehicle_wheel':{'wheels':[{'maxForce':20.0,'currentForceRatio':0.5,'currentSteeringRatio':-0.5,"
      "'maxSteeringAngle':0.5,'physicsMaterial':0},{'radius':0.3}]}",
      extended("'OMI_physics_body':{'motion':{'type':'dynamic','mass':50},'collider':{'shape':0}},'OMI_"
               "vehicle_body':{}",
               ",'children':[1]") +
          "," + extended("'OMI_vehicle_wheel':{'wheel':0}") + "," +
          extended("'OMI_physics_body':{'motion':{'type':'dynamic'},'collider':{'shape':0}}",
                   ",'children':[3],'translation':[5,0,0]") +
          "," + extended("'OMI_vehicle_wheel':{'wheel':1}"));
}

/// Volumes of every type on triggers of OMI, two of them one compound.
inline std::string gravityFixture() {
  const auto volume = [](const std::string& gravity, const std::string& place) {
    return extended("'OMI_physics_body':{'trigger':{'shape':1}},'OMI_physics_gravity':{" + gravity + "}",
                    place);
  };
  return companionFixture(
      "'OMI_physics_shape':{'shapes':[{'type':'box'},{'type':'sphere','sphere':{'radius':5}},{'type':'"
      "capsule'},"
      "{'type':'cylinder','cylinder':{'radiusTop':0.2}}]},"
      "'OMI_physics_gravity':{'gravity':-1.50,'direction':[0.6,-0.8,0],'extras':{'moon':true}}",
      volume(
          "'type':'directional','gravity':5,'directional':{'direction':[1,0,0]},'priority':3,'replace':true",
          "") +
          "," + volume("'type':'directional','gravity':5", ",'translation':[20,0,0]") + "," +
          volume(
              "'type':'point','gravity':9.80,'point':{'unitDistance':2,'extras':1},'stop':true,'mood':'low'",
              ",'translation':[40,0,0]") +
          "," + volume("'type':'disc','gravity':1,'disc':{'radius':2}", ",'translation':[60,0,0]") + "," +
          volume("'type':'torus','gravity':1,'torus':{'radius':2,'unitDistance':0.5}",
                 ",'translation':[80,0,0]") +
          "," +
          volume("'type':'line','gravity':1,'line':{'points':[0,0,0,1,0,0,1,1.0,0]}",
                 ",'translation':[100,0,0]") +
          "," + volume("'type':'shaped','gravity':1,'shaped':{'shape':0}", ",'translation':[120,0,0]") + "," +
          volume("'type':'shaped','gravity':1,'shaped':{'shape':2}", ",'translation':[140,0,0]") + "," +
          volume("'type':'shaped','gravity':1,'shaped':{'shape':3}", ",'translation':[160,0,0]") + "," +
          extended("'OMI_physics_body':{'trigger':{'nodes':[10,11]}},'OMI_physics_gravity':{'type':'point','"
                   "gravity':2}",
                   ",'children':[10,11],'translation':[180,0,0]") +
          "," + extended("'OMI_physics_body':{'trigger':{'shape':1}}") + "," +
          extended("'OMI_physics_body':{'trigger':{'shape':0}}", ",'translation':[4,0,0]") + "," +
          extended("'OMI_physics_body':{'motion':{'type':'dynamic'},'collider':{'shape':0}}"));
}

/// Volumes that draw towards a hull and a mesh, which a collider has as well; `meshes` are members of the
/// file.
inline std::string meshGravityFixture(const std::string& meshes) {
  const auto volume = [](const std::string& shape, const std::string& place) {
    return extended(
        "'OMI_physics_body':{'trigger':{'shape':2}},'OMI_physics_gravity':{'type':'shaped','gravity':1,"
        "'shaped':{'shape':" +
            shape + "}}",
        place);
  };
  std::string text = companionFixture(
      "'OMI_physics_shape':{'shapes':[{'type':'convex','convex':{'mesh':0}},{'type':'trimesh','trimesh':{'"
      "mesh':0}},"
      "{'type':'sphere'},{'type':'trimesh','trimesh':{'mesh':1}}]}",
      volume("0", "") + "," + volume("1", ",'translation':[9,0,0]") + "," +
          extended("'OMI_physics_body':{'collider':{'shape':1}}", ",'translation':[9,0,0]"));
  return text.insert(text.find("'extensions':{"), meshes);
}

/// Volumes on triggers of KHR: a plane, a compound that owns a collider, a body's own, and one without.
inline std::string mixedGravityFixture() {
  return companionFixture(
      "'KHR_implicit_shapes':{'shapes':[{'type':'box'},{'type':'plane','plane':{'sizeX':4,'sizeZ':4}}]},"
      "'OMI_physics_shape':{'shapes':[{'type':'sphere','sphere':{'radius':0.25}},{'type':'capsule','name':'"
      "core'}]}",
      extended("'KHR_physics_rigid_bodies':{'trigger':{'geometry':{'shape':1}}},'OMI_physics_gravity':{'type'"
               ":'shaped',"
               "'gravity':1,'shaped':{'shape':1}}") +
          "," +
          extended(
              "'KHR_physics_rigid_bodies':{'trigger':{'nodes':[2]}},'OMI_physics_gravity':{'type':'point',"
              "'gravity':1}",
              ",'children':[2,3],'translation':[9,0,0]") +
          "," + extended("'KHR_physics_rigid_bodies':{'trigger':{'geometry':{'shape':0}}}") + "," +
          extended("'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':0}}}") + "," +
          extended("'KHR_physics_rigid_bodies':{'motion':{},'collider':{'geometry':{'shape':0}},'trigger':{'"
                   "geometry':{"
                   "'shape':0}}},'OMI_physics_gravity':{'type':'disc','gravity':1}",
                   ",'translation':[18,0,0]") +
          "," + extended("'OMI_physics_gravity':{'type':'line','gravity':1}"));
}

}  // namespace carom::test
