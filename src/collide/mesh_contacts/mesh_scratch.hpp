// Scratch memory of mesh queries, one per thread.
#pragma once

#include <cstdint>
#include <vector>

#include "collide/mesh_contacts/mesh_clusters.hpp"
#include "collide/mesh_contacts/mesh_contacts.hpp"
#include "collide/mesh_contacts/mesh_near_leaf.hpp"
#include "collide/mesh_contacts/mesh_pairs.hpp"
#include "collide/mesh_contacts/mesh_supports.hpp"

namespace carom::collide {

struct MeshScratch {
  ContactClusters clusters;
  MeshSupports::Table supports;
  std::vector<std::uint32_t> behind;  ///< Triangles whose back faces the shape's centre.
  NearLeaves leaves;                  ///< Of two meshes that are near each other.
  MovedBoxes boxes;                   ///< Of the nodes of mesh B.
};

/// The side of a mesh on which the other shape is, as the pair's cache has it.
struct KeptSide {
  bool known = false;  ///< False for a new pair, and if the shape is so far away that it must have been moved
                       ///< elsewhere.
  DVec3 middle;        ///< Centre of the other shape when it was last on its side; frame of the mesh.
  bool inside = false;  ///< The other shape is inside the mesh; for two meshes, B is inside A.
  bool around = false;  ///< For two meshes: A is inside B.
};
/// `size`: distance from which a shape must have been moved elsewhere, m.
KeptSide keptSide(const PairCache& cache, const DVec3& now, double size);
void keepSide(PairCache& cache, const DVec3& now, bool inside, bool around = false);

/// Box around a view's core in its own frame.
struct LocalBox {
  DVec3 centre, half;
};
LocalBox localBox(const ConvexView& view);
/// Bounds of a placed view, including its ball; not always tight.
Aabb viewBounds(const ConvexView& view, const Placement& placement);

}  // namespace carom::collide
