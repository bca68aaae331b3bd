// Clustering: contacts of many triangles become few manifolds. Contacts with nearly the same normal share
// one.
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
  std::uint32_t feature = 0;  ///< Contacts of a cluster with equal features are one point.
  /// A corner of the other shape over a face. Such points stay the same while the shape slides over
  /// triangles.
  bool primary = false;
};

/// The origin of a contact.
struct MeshContactSource {
  /// The triangle of a face contact; -1 for contacts of edges and corners, which consist of their points
  /// only.
  std::int32_t triangle = -1;
  /// The other shape has no point below this contact: `lowest` is the contact's separation.
  bool supporting = false;
  /// Height of the other shape's lowest point over this contact's surface, along the normal: moved out by
  /// this distance, the shape is above the surface. kUnknown if it is not known.
  double lowest = kUnknown;
  static constexpr double kUnknown = -1e300;
};

/// Parameters for resolving contradictions between clusters.
struct ClusterRules {
  const TriangleMesh* mesh = nullptr;  ///< Null: there are no contradictions.
  double tolerance = 0;                ///< Length up to which surfaces count as level, m.
  /// If the other shape is convex: only the part of the mesh in this box counts.
  Aabb box;
  /// If the other shape is a mesh: only what is within this distance of the contact points counts, m; 0 for
  /// convex shapes.
  double reach = 0;
  /// Depth up to which contacts are accepted as they are, m.
  double shallow = 0;
  /// The other shape and its placement if it is convex; else null.
  const ConvexView* convex = nullptr;
  const Placement* pose = nullptr;
};

class ContactClusters {
 public:
  static constexpr int kMaxClusters = 32;
  static constexpr int kMaxPoints = 48;
  /// Largest number of triangles recorded for all clusters.
  static constexpr int kMaxKept = 1024;
  /// Largest number of manifolds of one pair; those with the deepest contacts are kept.
  static constexpr int kMaxManifolds = 16;

  /// Contacts of one normal that are closer to each other than `merge_distance` metres are one.
  void begin(double merge_distance) {
    count_ = 0, last_ = -1, kept_count_ = 0;
    merge_squared_ = static_cast<float>(merge_distance * merge_distance);
  }
  bool empty() const { return count_ == 0; }
  /// Smallest separation of all contacts, m; 0 if all are positive or there are none.
  double lowest() const {
    double lowest = 0;
    for (int i = 0; i < count_; ++i) {
      if (clusters_[i].separation < lowest) lowest = clusters_[i].separation;
    }
    return lowest;
  }
  void add(const MeshContact& contact, const MeshContactSource& source);
  /// Drops clusters that others cover (mesh_cover.cpp), reduces the rest to manifolds and appends them.
  void finish(const ClusterRules& rules, std::vector<Manifold>& manifolds);

 private:
  struct Point {
    float x, y, z;
    float separation;
    std::uint32_t feature;
    bool primary;
  };
  struct Cluster {
    DVec3 key;     ///< Normal of the first contact, with which later ones are compared.
    DVec3 normal;  ///< Of the deepest contact.
    double separation = 0;
    double at_border = 0;  ///< Least separation of the contacts of edges and corners; 1e300 without any.
    /// The contact that can cover others: its plane, and the height of the other shape's lowest point over
    /// it.
    DVec3 plane_normal, plane_point;
    double lowest = 0;
    Aabb on_mesh;  ///< Bounds of the contact points on the mesh.
    int last_triangle =
        -1;  ///< Index into `kept_` of its last triangle; -1: none. Each entry links to the one before.
    bool all_kept = true;     ///< False: there were too many.
    bool supporting = false;  ///< Plane and `lowest` are known.
    bool exact = false;       ///< They are those of a contact that is itself the lowest point.
    bool dropped = false;
    int count = 0;
    Point points[kMaxPoints];
  };

  struct KeptTriangle {
    std::uint32_t triangle;
    int before;  ///< Index of the cluster's previous one, or -1.
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
