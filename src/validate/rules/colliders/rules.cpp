#include "validate/rules/colliders/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kPhysicsTooLarge{
    "PHYSICS_TOO_LARGE", RuleFamily::Colliders, Grade::Error, true,
    "The geometry of all colliders together is too large.",
    "none: a limit of Carom",
    "",
    "",
    ""};
const Rule kPhysicsShapeDisabled{
    "PHYSICS_SHAPE_DISABLED", RuleFamily::Colliders, Grade::Warning, false,
    "Nothing is left of this shape under its scale, or its points lie in one place: it collides with nothing.",
    "KHR_physics_rigid_bodies, Geometry",
    "a shape referenced by a node whose scale is zero on all three axes should be considered disabled",
    R"("scale": [0, 0, 0])",
    R"("scale": [1, 1, 1])"};
const Rule kPhysicsShapeSmall{
    "PHYSICS_SHAPE_SMALL", RuleFamily::Colliders, Grade::Warning, false,
    "A shape is smaller than 1 mm. Engines handle so small shapes badly; glTF's unit is the metre.",
    "glTF 2.0, Coordinate System and Units",
    "",
    R"("radius": 0.0001)",
    R"("radius": 0.1)"};
const Rule kPhysicsShapeLarge{
    "PHYSICS_SHAPE_LARGE", RuleFamily::Colliders, Grade::Warning, false,
    "A moving shape is larger than 10 km. 32-bit floats have a millimetre left there; glTF's unit is the "
    "metre.",
    "glTF 2.0, Coordinate System and Units",
    "",
    R"("size": [20000, 1, 1])",
    R"("size": [20, 1, 1])"};
const Rule kPhysicsShapeApproximated{
    "PHYSICS_SHAPE_APPROXIMATED", RuleFamily::Colliders, Grade::Information, false,
    "The shape cannot be simulated exactly as it stands, most often a round one scaled unevenly; the message "
    "says by how much it is off. Scale evenly, or use a mesh.",
    "KHR_physics_rigid_bodies, Geometry",
    "",
    R"(a sphere under "scale": [1, 2, 1])",
    R"(a capsule)"};
const Rule kPhysicsScaleMirrored{
    "PHYSICS_SCALE_MIRRORED", RuleFamily::Colliders, Grade::Information, false,
    "A negative scale mirrors the mesh of this collider. Some importers turn its triangles inside out, or "
    "take the scale without its sign.",
    "KHR_physics_rigid_bodies, Geometry",
    "",
    R"("scale": [-1, 1, 1] at a mesh collider)",
    R"(a mirrored mesh)"};
const Rule kPhysicsScaleSheared{
    "PHYSICS_SCALE_SHEARED", RuleFamily::Colliders, Grade::Warning, false,
    "A non-uniform scale above a rotated node shears the shape: no engine collides with sheared shapes. Scale"
    " evenly, or apply the scale to the mesh.",
    "glTF 2.0, Transformations",
    "",
    R"("scale": [1, 3, 1] above a node rotated by 45°)",
    R"("scale": [1, 1, 1])"};
const Rule kPhysicsHullFlat{
    "PHYSICS_HULL_FLAT", RuleFamily::Colliders, Grade::Warning, false,
    "All points of this hull lie in one plane: it has no volume, no mass, and engines refuse it or make it "
    "thick. Use a box, or give it depth.",
    "KHR_physics_rigid_bodies, Geometry",
    "the geometry of the resulting object should be the convex hull",
    R"(a hull of a quad)",
    R"(a hull of a box)"};
const Rule kPhysicsMeshOpen{
    "PHYSICS_MESH_OPEN", RuleFamily::Colliders, Grade::Warning, false,
    "A moving body's mesh is not closed, so it has no volume from which its mass and inertia could follow. Write "
    "both, close the mesh, or make it a hull. Where the file has both, this is information: a surface may be open.",
    "KHR_physics_rigid_bodies, Motions",
    "These values are typically derived from the volume of the collision geometry used by the rigid body.",
    R"(an open mesh on a body)",
    R"("convexHull": true)"};
const Rule kPhysicsMeshNonManifold{
    "PHYSICS_MESH_NON_MANIFOLD", RuleFamily::Colliders, Grade::Warning, false,
    "An edge of a moving body's mesh has more than two triangles, so its inside is not defined. Mend the "
    "mesh, or make it a hull.",
    "KHR_physics_rigid_bodies, Colliders",
    "",
    R"(three triangles on one edge)",
    R"(two)"};
const Rule kPhysicsMeshInsideOut{
    "PHYSICS_MESH_INSIDE_OUT", RuleFamily::Colliders, Grade::Warning, false,
    "The triangles of a closed mesh are wound inwards. Engines that look at one side let things in. Turn the "
    "triangles round.",
    "glTF 2.0, Meshes",
    "",
    R"(clockwise triangles)",
    R"(anticlockwise triangles, seen from outside)"};
const Rule kPhysicsMeshSlivers{
    "PHYSICS_MESH_SLIVERS", RuleFamily::Colliders, Grade::Information, false,
    "The mesh has triangles without area, or the same triangle twice. They cost time and give wrong normals. "
    "Clean the mesh.",
    "glTF 2.0, Meshes",
    "",
    R"(two of twelve triangles without area)",
    R"(ten triangles)"};
const Rule kPhysicsThinWall{
    "PHYSICS_THIN_WALL", RuleFamily::Colliders, Grade::Information, false,
    "A body starts so fast that it goes further than a wall is thick in a sixtieth of a second: engines "
    "without continuous collision let it pass. Make the wall thicker.",
    "none: about engines",
    "",
    R"(a wall of 1 cm, a body at 60 m/s)",
    R"(a wall of 1 m)"};
const Rule kPhysicsColliderSkinned{
    "PHYSICS_COLLIDER_SKINNED", RuleFamily::Colliders, Grade::Warning, false,
    "The collider is on a node with a skinned mesh. The mesh follows its joints, not the node, so what is "
    "seen and what collides part. Put colliders on the joints.",
    "glTF 2.0, Skins",
    "",
    R"("mesh": 0, "skin": 0 and a collider)",
    R"(colliders on the joints' nodes)"};
const Rule kPhysicsOverlap{
    "PHYSICS_OVERLAP", RuleFamily::Colliders, Grade::Warning, false,
    "Colliders of two bodies overlap deeply at the start: engines throw them apart. Move them, join the "
    "bodies, or filter the pair.",
    "KHR_physics_rigid_bodies, Collision Filtering",
    "Colliders from distinct rigid bodies should generate a collision response when they are sufficiently "
    "close together",
    R"(two boxes of 1 m, 0.5 m apart)",
    R"(1 m apart)"};
const Rule kPhysicsNothingBelow{
    "PHYSICS_NOTHING_BELOW", RuleFamily::Colliders, Grade::Information, false,
    "Bodies fall, and nothing in the file could stop them: no static and no kinematic collider. That may be "
    "meant, if the program that loads it has the floor.",
    "KHR_physics_rigid_bodies, Colliders",
    "Otherwise the collider exists as a static object in the physics simulation",
    R"(a falling body alone)",
    R"(a floor below it)"};
const Rule kPhysicsNotApplied{
    "PHYSICS_NOT_APPLIED", RuleFamily::Colliders, Grade::Warning, true,
    "A part of the geometry is left out: points and lines of a mesh, the skin of a shape, the instances of a "
    "mesh.",
    "KHR_physics_rigid_bodies, Geometry",
    "",
    R"("extensions": {"EXT_mesh_gpu_instancing": {}} on a body)",
    R"(one node an instance)"};
const Rule kPhysicsAnimatedGeometry{
    "PHYSICS_ANIMATED_GEOMETRY", RuleFamily::Colliders, Grade::Warning, true,
    "An animation changes the skin or morph of a collider. The collider keeps its initial shape.",
    "KHR_physics_rigid_bodies, Geometry",
    "Implementations should include any mesh deformation due to use of the `skin` or `weights` properties",
    R"(animated weights of a collider's mesh)",
    R"(weights that stand still)"};
const Rule kPhysicsAnimatedTwice{
    "PHYSICS_ANIMATED_TWICE", RuleFamily::Colliders, Grade::Warning, true,
    "Two animations move the same property of a node. Carom plays both, and the later one counts.",
    "glTF 2.0, Animations",
    "",
    R"(two animations of one node's translation)",
    R"(one)"};
// clang-format on

std::span<const Rule* const> collidersRules() {
  static constexpr const Rule* kRules[] = {
      &kPhysicsTooLarge,          &kPhysicsShapeDisabled,    &kPhysicsShapeSmall,    &kPhysicsShapeLarge,
      &kPhysicsShapeApproximated, &kPhysicsScaleMirrored,    &kPhysicsScaleSheared,  &kPhysicsHullFlat,
      &kPhysicsMeshOpen,          &kPhysicsMeshNonManifold,  &kPhysicsMeshInsideOut, &kPhysicsMeshSlivers,
      &kPhysicsThinWall,          &kPhysicsColliderSkinned,  &kPhysicsOverlap,       &kPhysicsNothingBelow,
      &kPhysicsNotApplied,        &kPhysicsAnimatedGeometry, &kPhysicsAnimatedTwice,
  };
  return kRules;
}

}  // namespace carom::validate::rules
