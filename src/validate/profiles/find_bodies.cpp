// Features of bodies and of the shapes they have.
#include <cmath>

#include "validate/profiles/feature.hpp"

namespace carom::validate::profiles {

namespace {

template <class Wanted>
std::vector<Use> motions(const Subject& subject, Wanted wanted) {
  std::vector<Use> uses;
  for (std::size_t i = 0; i < subject.scene.motions.size(); ++i) {
    const Motion& motion = subject.scene.motions[i];
    if (wanted(motion, i)) uses.push_back({motion.origin.pointer, subject.nodeText(motion.node)});
  }
  return uses;
}

template <class Wanted>
std::vector<Use> colliders(const Subject& subject, Wanted wanted) {
  std::vector<Use> uses;
  for (const Collider& collider : subject.scene.colliders) {
    if (collider.shape < 0 || !wanted(collider, subject.shapeOf(collider))) continue;
    uses.push_back({collider.origin.pointer, subject.nodeText(collider.node)});
  }
  return uses;
}

const SceneGeometry* geometryOf(const Subject& subject, const Shape& shape) {
  return shape.geometry < 0 ? nullptr : &subject.scene.geometries[shape.geometry];
}

const Scene::GlobalPose& poseOf(const Subject& subject, std::int32_t node) {
  return subject.poses[node];
}

bool isRound(ShapeKind kind) {
  return kind == ShapeKind::Sphere || kind == ShapeKind::Capsule || kind == ShapeKind::Cylinder;
}

bool isTapered(const Shape& shape) {
  return (shape.kind == ShapeKind::Capsule || shape.kind == ShapeKind::Cylinder) &&
         shape.radius_top != shape.radius_bottom;
}

bool differ(double a, double b) {
  return std::abs(a - b) > 1e-4 * (std::abs(a) + std::abs(b));
}

bool isScaled(const DVec3& scale) {
  return differ(scale.x, 1) || differ(scale.y, 1) || differ(scale.z, 1);
}

bool isUneven(const DVec3& scale) {
  return differ(std::abs(scale.x), std::abs(scale.y)) || differ(std::abs(scale.y), std::abs(scale.z));
}

bool hasVelocity(const Motion& motion) {
  return lengthSquared(motion.linear_velocity) > 0 || lengthSquared(motion.angular_velocity) > 0;
}

bool isInfinite(const DVec3& moments) {
  return std::isinf(moments.x) || std::isinf(moments.y) || std::isinf(moments.z);
}

bool hasMotionAbove(const Subject& subject, const Motion& motion) {
  const std::int32_t parent = subject.scene.nodes[motion.node].parent;
  return parent >= 0 && subject.scene.motionOf(parent) >= 0;
}

bool isKhronosNodeForm(const Subject& subject, const Shape& shape) {
  const SceneGeometry* geometry = geometryOf(subject, shape);
  return geometry && geometry->node >= 0;
}

}  // namespace

const Feature kGeometryNode{
    "a collider's geometry named by a node", [](const Subject& s) {
      return colliders(s, [&s](const Collider&, const Shape& shape) { return isKhronosNodeForm(s, shape); });
    }};
const Feature kGeometryMesh{"a collider's geometry named by a mesh", [](const Subject& s) {
                              return colliders(s, [&s](const Collider&, const Shape& shape) {
                                const SceneGeometry* geometry = geometryOf(s, shape);
                                return geometry && geometry->mesh >= 0;
                              });
                            }};
const Feature kRoundShapes{"capsules and cylinders", [](const Subject& s) {
                             return colliders(s, [](const Collider&, const Shape& shape) {
                               return isRound(shape.kind) && shape.kind != ShapeKind::Sphere &&
                                      !isTapered(shape);
                             });
                           }};
const Feature kTaperedShapes{"capsules and cylinders of two radii", [](const Subject& s) {
                               return colliders(
                                   s, [](const Collider&, const Shape& shape) { return isTapered(shape); });
                             }};
const Feature kPlanes{
    "planes", [](const Subject& s) {
      return colliders(s, [](const Collider&, const Shape& shape) { return shape.kind == ShapeKind::Plane; });
    }};
const Feature kMovingMeshes{"triangle meshes on moving bodies", [](const Subject& s) {
                              return colliders(s, [&s](const Collider& collider, const Shape& shape) {
                                return shape.kind == ShapeKind::TriangleMesh && s.isDynamic(collider.motion);
                              });
                            }};
const Feature kUnevenScale{"round shapes under an uneven scale", [](const Subject& s) {
                             return colliders(s, [&s](const Collider& collider, const Shape& shape) {
                               return isRound(shape.kind) && isUneven(poseOf(s, collider.node).scale);
                             });
                           }};
const Feature kSkinnedGeometry{"colliders of skinned meshes", [](const Subject& s) {
                                 return colliders(s, [&s](const Collider&, const Shape& shape) {
                                   const SceneGeometry* geometry = geometryOf(s, shape);
                                   return geometry && geometry->node >= 0 &&
                                          s.asset.nodes()[geometry->node].skin >= 0;
                                 });
                               }};
const Feature kMorphedGeometry{"colliders of morphed meshes", [](const Subject& s) {
                                 return colliders(s, [&s](const Collider&, const Shape& shape) {
                                   const SceneGeometry* geometry = geometryOf(s, shape);
                                   return geometry && !geometry->weights.empty();
                                 });
                               }};

const Feature kInfiniteMass{
    "bodies of infinite mass (mass 0)", [](const Subject& s) {
      return motions(s, [](const Motion& m, std::size_t) { return m.mass && std::isinf(*m.mass); });
    }};
const Feature kNoMass{"dynamic bodies without a mass", [](const Subject& s) {
                        return motions(s, [](const Motion& m, std::size_t) {
                          return m.type == MotionType::Dynamic && !m.mass;
                        });
                      }};
const Feature kInertia{"inertia tensors", [](const Subject& s) {
                         return motions(s, [](const Motion& m, std::size_t) {
                           return m.inertia_diagonal && !isInfinite(*m.inertia_diagonal);
                         });
                       }};
const Feature kInfiniteInertia{"infinite moments of inertia (0)", [](const Subject& s) {
                                 return motions(s, [](const Motion& m, std::size_t) {
                                   return m.inertia_diagonal && isInfinite(*m.inertia_diagonal);
                                 });
                               }};
const Feature kTurnedVelocity{"initial velocities on turned nodes", [](const Subject& s) {
                                return motions(s, [&s](const Motion& m, std::size_t) {
                                  const DQuat& turn = poseOf(s, m.node).transform.rotation;
                                  return hasVelocity(m) && m.type == MotionType::Dynamic &&
                                         length(turn.vector()) > 1e-3;
                                });
                              }};
const Feature kScaledVelocity{"initial velocities on scaled nodes", [](const Subject& s) {
                                return motions(s, [&s](const Motion& m, std::size_t) {
                                  return hasVelocity(m) && isScaled(poseOf(s, m.node).scale);
                                });
                              }};
const Feature kScaledCenter{"centres of mass on scaled nodes", [](const Subject& s) {
                              return motions(s, [&s](const Motion& m, std::size_t) {
                                return m.center_of_mass && lengthSquared(*m.center_of_mass) > 0 &&
                                       isScaled(poseOf(s, m.node).scale);
                              });
                            }};
const Feature kGravityFactor{"gravity factors", [](const Subject& s) {
                               return motions(
                                   s, [](const Motion& m, std::size_t) { return m.gravity_factor != 1; });
                             }};
const Feature kNestedBodies{"bodies below bodies", [](const Subject& s) {
                              return motions(
                                  s, [&s](const Motion& m, std::size_t) { return hasMotionAbove(s, m); });
                            }};
const Feature kKinematicVelocity{"kinematic bodies with a velocity", [](const Subject& s) {
                                   return motions(s, [](const Motion& m, std::size_t) {
                                     return hasVelocity(m) && m.type == MotionType::Kinematic;
                                   });
                                 }};
const Feature kSpin{"bodies that start to spin", [](const Subject& s) {
                      return motions(s, [](const Motion& m, std::size_t) {
                        return m.type == MotionType::Dynamic && lengthSquared(m.angular_velocity) > 0;
                      });
                    }};
const Feature kAnimatedBodies{"bodies that an animation moves", [](const Subject& s) {
                                return motions(
                                    s, [&s](const Motion& m, std::size_t) { return s.animated[m.node]; });
                              }};

}  // namespace carom::validate::profiles
