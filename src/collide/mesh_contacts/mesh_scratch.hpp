// Memory that mesh queries use again and again, one per thread.
#pragma once

#include <cstdint>
#include <vector>

#include "collide/mesh_contacts/mesh_clusters.hpp"
#include "collide/mesh_contacts/mesh_contacts.hpp"
#include "collide/mesh_contacts/mesh_near_leaf.hpp"
#include "collide/mesh_contacts/mesh_supports.hpp"

namespace carom::collide {

struct MeshScratch {
  ContactClusters clusters;
  MeshSupports::Table supports;
  std::vector<std::uint32_t> behind;  ///< Triangles whose back the shape's middle sees.
  std::vector<NearLeaf> leaves;       ///< Of two meshes that are near one another.
};

/// On which side of a mesh the other shape is, as a pair's cache remembers it.
struct KeptSide {
  bool known =
      false;     ///< Not so for a new pair, and where the shape is so far off that it was put elsewhere.
  DVec3 middle;  ///< Of the other shape, when it last was on its side; frame of the mesh.
  bool inside = false;  ///< Of the mesh, of two meshes of A.
  bool around = false;  ///< Of two meshes: A is inside of B.
};
/// `size`: how far from where it was the shape is taken to have been put elsewhere, m.
KeptSide keptSide(const PairCache& cache, const DVec3& now, double size);
void keepSide(PairCache& cache, const DVec3& now, bool inside, bool around = false);

/// Box around a view's core in its own frame.
struct LocalBox {
  DVec3 centre, half;
};
LocalBox localBox(const ConvexView& view);
/// Box around a placed view, its ball included; not always tight.
Aabb viewBounds(const ConvexView& view, const Placement& placement);

}  // namespace carom::collide
