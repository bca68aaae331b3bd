// Triangle meshes of colliders: closed, wound outwards, without slivers.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/compact_sort.hpp"
#include "collide/mesh/mesh.hpp"
#include "validate/checks.hpp"
#include "validate/rules/colliders/rules.hpp"

namespace carom::validate {

namespace {

struct MeshFaults {
  std::size_t open_edges = 0;     ///< With one triangle.
  std::size_t crowded_edges = 0;  ///< With more than two.
  std::size_t repeated = 0;       ///< Triangles of the same three vertices as an earlier one.
};

MeshFaults faultsOf(const collide::TriangleMesh& mesh) {
  MeshFaults faults;
  std::vector<std::array<std::uint32_t, 3>> corners;
  std::vector<std::array<std::uint32_t, 2>> edges;
  corners.reserve(mesh.triangles.size());
  edges.reserve(3 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    std::array<std::uint32_t, 3> sorted{triangle.vertex[0], triangle.vertex[1], triangle.vertex[2]};
    compactSort(sorted.begin(), sorted.end());
    corners.push_back(sorted);
    edges.push_back({sorted[0], sorted[1]});
    edges.push_back({sorted[0], sorted[2]});
    edges.push_back({sorted[1], sorted[2]});
  }
  compactSort(corners.begin(), corners.end());
  for (std::size_t i = 1; i < corners.size(); ++i) faults.repeated += corners[i] == corners[i - 1];
  compactSort(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t end = i;
    while (end < edges.size() && edges[end] == edges[i]) ++end;
    faults.open_edges += end - i == 1;
    faults.crowded_edges += end - i > 2;
    i = end;
  }
  return faults;
}

class MeshCheck {
 public:
  MeshCheck(const Subject& subject, Findings& findings) : subject_(subject), findings_(findings) {}

  void run() {
    for (std::size_t i = 0; i < subject_.scene.colliders.size(); ++i) {
      const Collider& collider = subject_.scene.colliders[i];
      const Solid* solid = subject_.colliders[i].solid;
      if (!solid || subject_.shapeOf(collider).kind != ShapeKind::TriangleMesh) continue;
      const auto* mesh = std::get_if<std::shared_ptr<const collide::TriangleMesh>>(&solid->made.shape);
      if (mesh) check(collider, *solid, **mesh);
    }
  }

 private:
  void add(const Rule& rule, const Collider& collider, const std::string& message) {
    findings_.add(rule, collider.origin.pointer, subject_.nodeText(collider.node) + " " + message);
  }

  const MeshFaults& faults(const collide::TriangleMesh& mesh) {
    const auto found = faults_.find(&mesh);
    return found != faults_.end() ? found->second : faults_.emplace(&mesh, faultsOf(mesh)).first->second;
  }

  /// A mesh is a surface, and may be open; but mass and inertia do not follow from one.
  void addOpen(const Collider& collider, std::size_t edges) {
    const Motion& motion = subject_.scene.motions[collider.motion];
    const bool written = motion.mass && motion.inertia_diagonal;
    findings_.add(rules::kPhysicsMeshOpen, written ? Grade::Information : Grade::Warning,
                  collider.origin.pointer,
                  subject_.nodeText(collider.node) + " moves a mesh that is not closed (" +
                      std::to_string(edges) + " open edges)" +
                      (written ? ": a surface without an inside; close it, or make it a hull, if it is solid"
                               : ", which has no volume for a mass or inertia; write both, close it, or make "
                                 "it a hull"));
  }

  void check(const Collider& collider, const Solid& solid, const collide::TriangleMesh& mesh) {
    const MeshFaults& found = faults(mesh);
    if (subject_.isMovable(collider.motion) && !mesh.closed) {
      if (found.crowded_edges > 0) {
        add(rules::kPhysicsMeshNonManifold, collider,
            "moves a mesh of which " + std::to_string(found.crowded_edges) +
                " edges have more than two triangles; mend it, or make it a hull");
      } else {
        addOpen(collider, found.open_edges);
      }
    }
    if (!told_.insert(collider.shape).second) return;
    if (solid.made.inverted) {
      add(rules::kPhysicsMeshInsideOut, collider,
          "has a closed mesh whose triangles are wound inwards; turn them round");
    }
    if (solid.made.dropped_triangles + found.repeated > 0) {
      add(rules::kPhysicsMeshSlivers, collider,
          "has a mesh with " + std::to_string(solid.made.dropped_triangles) + " triangles without area and " +
              std::to_string(found.repeated) + " that repeat another, of " +
              std::to_string(mesh.triangles.size() + solid.made.dropped_triangles));
    }
  }

  const Subject& subject_;
  Findings& findings_;
  std::map<const collide::TriangleMesh*, MeshFaults> faults_;
  std::set<std::int32_t> told_;  ///< Shapes whose own faults were reported.
};

}  // namespace

void checkMeshes(const Subject& subject, Findings& findings) {
  MeshCheck(subject, findings).run();
}

}  // namespace carom::validate
