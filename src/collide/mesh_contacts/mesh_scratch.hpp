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

/// Where the middle of the other shape was in the last step, frame of the mesh; `now` when that is not known,
/// or so far away (more than `size`) that the shape has been put elsewhere.
DVec3 lastMiddle(const PairCache& cache, const DVec3& now, double size);
void keepMiddle(PairCache& cache, const DVec3& now);

/// Box around a view's core in its own frame.
struct LocalBox {
  DVec3 centre, half;
};
LocalBox localBox(const ConvexView& view);
/// Box around a placed view, its ball included; not always tight.
Aabb viewBounds(const ConvexView& view, const Placement& placement);

}  // namespace carom::collide
