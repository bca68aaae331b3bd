// The file under check: its scene with what many rules ask of it, worked out once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "carom/scene/scene.hpp"
#include "collide/mass/mass_properties.hpp"
#include "collide/shapes/scaled_shape.hpp"
#include "gltf/asset.hpp"

namespace carom::validate {

/// A shape under a scale.
struct Solid {
  collide::ScaledShape made;
  collide::MassProperties mass;  ///< At density 1, in the shape's frame.
};

/// A collider where the file puts it.
struct PlacedCollider {
  const Solid* solid = nullptr;  ///< Null: nothing is left of it.
  Transform place;               ///< Of the engine's shape, global.
  Aabb bounds;                   ///< Global.
};

/// A motion with what belongs to it.
struct Body {
  std::vector<std::int32_t> colliders;  ///< Into Scene::colliders.
  double volume = 0;                    ///< Of its colliders, m³.
  std::optional<double> mass;           ///< Written, or of the colliders at 1000 kg/m³; nothing: neither.
  Aabb bounds;                          ///< Global, empty without colliders.
  double reach = 0;                     ///< From its centre of mass to its farthest point, m.
};

class Subject {
 public:
  Subject(const gltf::Asset& read_asset, const Scene& read_scene);

  const gltf::Asset& asset;
  const Scene& scene;
  std::vector<Scene::GlobalPose> poses;   ///< By node.
  std::vector<PlacedCollider> colliders;  ///< By collider.
  std::vector<Body> bodies;               ///< By motion.
  std::vector<bool> animated;             ///< By node: an animation moves or turns it.
  std::vector<bool> held;                 ///< By motion: joints, wheels or thrusters can hold it.

  /// "node 3 (\"crate\")".
  std::string nodeText(std::int32_t node) const;
  const Shape& shapeOf(const Collider& collider) const { return scene.shapes[collider.shape]; }
  bool isDynamic(std::int32_t motion) const;
  /// Whether a force can move it: dynamic, not animated, of finite mass.
  bool isMovable(std::int32_t motion) const;

 private:
  const Solid& solidOf(std::int32_t shape, const DVec3& scale);
  void placeColliders();
  void gatherBodies();
  void findHeld();

  std::map<std::tuple<std::int32_t, float, float, float>, Solid> solids_;
};

/// A number for a message, four significant digits.
std::string text(double number);

}  // namespace carom::validate
