// Many contacts of single triangles become few manifolds: contacts with nearly the same normal share one.
#pragma once

#include <cstdint>
#include <vector>

#include "collide/convex/convex_view.hpp"
#include "collide/manifold.hpp"
#include "collide/mesh/mesh.hpp"

namespace carom::collide {

/// One contact of one triangle.
struct MeshContact {
  DVec3 normal;    ///< Unit, from the mesh to the other shape.
  DVec3 on_mesh;   ///< Point of the mesh's surface, m.
  DVec3 position;  ///< Midway between the surfaces, m.
  double separation = 0;
  std::uint32_t feature = 0;  ///< Contacts of a cluster with equal features are one.
  /// A corner of the other shape over a face: such points stay the same while the shape slides over
  /// triangles.
  bool primary = false;
};

/// What a contact comes from.
struct MeshContactSource {
  /// Of a face contact: the triangle. Of contacts of edges and corners -1: their points are all there is.
  std::int32_t triangle = -1;
  /// The other shape has no point below this contact's: `lowest` is the contact's separation.
  bool supporting = false;
  /// Height over this contact's surface, along the normal, of the other shape's lowest point: once it is
  /// moved out by so much it is all above. kUnknown where it is not known.
  double lowest = kUnknown;
  static constexpr double kUnknown = -1e300;
};

/// How clusters that contradict one another are told apart.
struct ClusterRules {
  const TriangleMesh* mesh = nullptr;  ///< Null: there are no contradictions.
  double tolerance = 0;                ///< Length below which surfaces count as level, m.
  /// The other shape is convex: only the part of the mesh in this box counts.
  Aabb box;
  /// The other shape is a mesh: only what is within this distance of the contact points counts, m; 0 for
  /// convex shapes.
  double reach = 0;
  /// Depth up to which contacts are taken at their word, m.
  double shallow = 0;
  /// The other shape itself and where it is, if it is convex; else null.
  const ConvexView* convex = nullptr;
  const Placement* pose = nullptr;
};

class ContactClusters {
 public:
  static constexpr int kMaxClusters = 32;
  static constexpr int kMaxPoints = 48;
  /// Triangles remembered for all clusters together.
  static constexpr int kMaxKept = 1024;
  /// Manifolds handed out for one pair at most; those with the deepest contacts are kept.
  static constexpr int kMaxManifolds = 16;

  /// Contacts of one normal within `merge_distance` metres of one another are one.
  void begin(double merge_distance) {
    count_ = 0, last_ = -1, kept_count_ = 0;
    merge_squared_ = static_cast<float>(merge_distance * merge_distance);
  }
  bool empty() const { return count_ == 0; }
  /// Of all contacts, m; 0 when all are positive or there is none.
  double lowest() const {
    double lowest = 0;
    for (int i = 0; i < count_; ++i) {
      if (clusters_[i].separation < lowest) lowest = clusters_[i].separation;
    }
    return lowest;
  }
  void add(const MeshContact& contact, const MeshContactSource& source);
  /// Drops clusters that others answer for (see mesh_cover.cpp), reduces the rest to manifolds and appends
  /// them.
  void finish(const ClusterRules& rules, std::vector<Manifold>& manifolds);

 private:
  struct Point {
    float x, y, z;
    float separation;
    std::uint32_t feature;
    bool primary;
  };
  struct Cluster {
    DVec3 key;     ///< Normal of the first contact: what later ones are compared with.
    DVec3 normal;  ///< Of the deepest contact.
    double separation = 0;
    /// The contact that can answer for others: its plane, and how far the other shape reaches below it.
    DVec3 plane_normal, plane_point;
    double lowest = 0;
    Aabb on_mesh;             ///< Of the contact points on the mesh.
    int last_triangle = -1;   ///< In `kept_`: its face contacts' triangles, the last one first; -1: none.
    bool all_kept = true;     ///< Otherwise there were too many.
    bool supporting = false;  ///< These are known.
    bool exact = false;       ///< They come from a contact that is itself the lowest point.
    bool dropped = false;
    int count = 0;
    Point points[kMaxPoints];
  };

  struct KeptTriangle {
    std::uint32_t triangle;
    int before;  ///< Index of the cluster's one before, or -1.
  };

  static void start(Cluster& cluster, const DVec3& normal);
  int find(const DVec3& normal, double separation);
  void keepTriangle(Cluster& cluster, std::uint32_t triangle);
  void addPoint(Cluster& cluster, const MeshContact& contact);
  static void thin(Cluster& cluster);
  static double pointsSupport(const Cluster& cluster, double side, const DVec3& direction);
  bool covers(const Cluster& cover, const Cluster& covered, const ClusterRules& rules) const;
  bool clears(const Cluster& cover, const Cluster& covered, const ClusterRules& rules) const;
  void dropCovered(const int* order, const ClusterRules& rules);
  static bool reduce(const Cluster& cluster, Manifold& manifold);

  int count_ = 0;
  int last_ = -1;
  int kept_count_ = 0;
  float merge_squared_ = 0;
  Cluster clusters_[kMaxClusters];
  KeptTriangle kept_[kMaxKept];
};

}  // namespace carom::collide
