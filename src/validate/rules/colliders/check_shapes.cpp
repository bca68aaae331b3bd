// Shapes under their nodes' scales.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "collide/hull/hull.hpp"
#include "validate/checks.hpp"
#include "validate/rules/colliders/rules.hpp"

namespace carom::validate {

namespace {

constexpr double kSmall = 1e-3, kLarge = 1e4;  // m

class ShapeCheck {
 public:
  ShapeCheck(const Subject& subject, Findings& findings) : subject_(subject), findings_(findings) {}

  void run() {
    for (std::size_t i = 0; i < subject_.scene.colliders.size(); ++i) {
      const Collider& collider = subject_.scene.colliders[i];
      if (collider.shape < 0) continue;
      checkScale(collider);
      if (subject_.colliders[i].solid) checkSolid(collider, *subject_.colliders[i].solid);
      checkSkin(collider);
    }
  }

 private:
  void add(const Rule& rule, const Collider& collider, const std::string& message) {
    findings_.add(rule, collider.origin.pointer, subject_.nodeText(collider.node) + " " + message);
  }

  void checkScale(const Collider& collider) {
    const Scene::GlobalPose& pose = subject_.poses[collider.node];
    const ShapeKind kind = subject_.shapeOf(collider).kind;
    const bool mirrored = pose.scale.x * pose.scale.y * pose.scale.z < 0;
    if (mirrored && (kind == ShapeKind::ConvexHull || kind == ShapeKind::TriangleMesh)) {
      add(rules::kPhysicsScaleMirrored, collider,
          "has a negative scale, which mirrors its collider's mesh; some importers turn it inside out");
    }
  }

  void checkSolid(const Collider& collider, const Solid& solid) {
    const Aabb box = collide::bounds(solid.made.shape, Transform{});
    const Vec3 size = box.upper - box.lower;
    const double extent = std::max({size.x, size.y, size.z});
    if (extent < kSmall) {
      add(rules::kPhysicsShapeSmall, collider,
          "has a collider of " + text(1000 * extent) + " mm; glTF's unit is the metre");
    } else if (extent > kLarge && subject_.isMovable(collider.motion)) {
      add(rules::kPhysicsShapeLarge, collider,
          collide::isPlane(solid.made.shape)
              ? "moves an infinite plane; engines have only static ones"
              : "moves a collider of " + text(extent / 1000) + " km; glTF's unit is the metre");
    }
    if (subject_.shapeOf(collider).kind != ShapeKind::ConvexHull) return;
    const auto* hull = std::get_if<std::shared_ptr<const collide::ConvexHull>>(&solid.made.shape);
    if (hull && (*hull)->flat && told_.insert(collider.shape).second) {
      add(rules::kPhysicsHullFlat, collider,
          "has a hull of points in one plane or line, which encloses no volume; use a box, or give it depth");
    }
  }

  void checkSkin(const Collider& collider) {
    const gltf::Node& node = subject_.asset.nodes()[collider.node];
    if (node.skin < 0) return;
    add(rules::kPhysicsColliderSkinned, collider,
        "shows a skinned mesh, which follows its joints and not this node; put colliders on the joints");
  }

  const Subject& subject_;
  Findings& findings_;
  std::set<std::int32_t> told_;  ///< Shapes whose hull was reported.
};

}  // namespace

void checkShapes(const Subject& subject, Findings& findings) {
  ShapeCheck(subject, findings).run();
}

}  // namespace carom::validate
