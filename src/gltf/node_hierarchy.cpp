#include "gltf/node_hierarchy.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/base/diagnostic_codes.hpp"

namespace carom::gltf {
namespace {

// A cosine between the columns beyond which a global transform counts as sheared; see affine.cpp.
constexpr double kSkewTolerance = 1e-4;

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

double sign(double v) {
  return v < 0 ? -1.0 : 1.0;
}

// Parent and child as (rotation R, scale S) pairs: the linear part is R_p S_p R_c S_c. With S_p = Σ|S_p|, Σ
// its signs,
//   Σ|S_p| R_c = |S_p| (Σ R_c Σ) Σ = |S_p| Q Σ,   Q = Σ R_c Σ a rotation again,
// and if |S_p| Q has perpendicular columns it is Q diag(column lengths). So R = R_p Q and S = lengths · Σ ·
// S_c; when the columns are not perpendicular there is shear and the same formulas are the approximation.
Asset::GlobalTransform childTransform(const Asset::GlobalTransform& parent, const Node& node) {
  const DVec3 signs{sign(parent.scale.x), sign(parent.scale.y), sign(parent.scale.z)};
  // A quaternion's axis is a pseudovector: under the mirror Σ it becomes det(Σ) Σ times itself.
  const double mirror = signs.x * signs.y * signs.z;
  const DQuat& r = node.rotation;
  const DQuat q{mirror * signs.x * r.x, mirror * signs.y * r.y, mirror * signs.z * r.z, r.w};
  const DVec3 lengths = absolute(parent.scale);
  Asset::GlobalTransform global;
  global.rotation = normalized(parent.rotation * q);
  global.sheared = parent.sheared;
  DVec3 stretch = lengths;
  if (lengths.x != lengths.y || lengths.y != lengths.z) {
    DMat3 m = toMatrix(q);
    for (DVec3* column : {&m.cx, &m.cy, &m.cz}) *column = scaled(lengths, *column);
    stretch = {length(m.cx), length(m.cy), length(m.cz)};
    global.sheared = global.sheared || columnSkew(m) > kSkewTolerance;
  }
  global.scale = scaled(scaled(stretch, signs), node.scale);
  return global;
}

bool isFinite(const Affine& a) {
  for (const DVec3& v : {a.linear.cx, a.linear.cy, a.linear.cz, a.translation}) {
    // A square that overflows is equally unusable.
    if (!std::isfinite(dot(v, v))) return false;
  }
  return true;
}

// Nodes with each parent before its children; nodes on cycles, and below them, are not reached.
std::vector<std::int32_t> parentsFirst(const std::vector<Node>& nodes) {
  std::vector<std::int32_t> order;
  order.reserve(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent < 0) order.push_back(static_cast<std::int32_t>(i));
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const std::int32_t child : nodes[at(order[next])].children) {
      if (nodes[at(child)].parent == order[next]) order.push_back(child);
    }
  }
  return order;
}

// Reports each cycle once. Nodes that hang below a cycle lead to it through their parents.
void reportCycles(const AssetData& data, MemberReader& reader) {
  constexpr std::size_t kFromRoot = 1;
  std::vector<std::size_t> walk(data.nodes.size(), 0);  // Which walk has been at a node; 0: none.
  for (const std::int32_t node : parentsFirst(data.nodes)) walk[at(node)] = kFromRoot;
  for (std::size_t i = 0; i < data.nodes.size(); ++i) {
    const std::size_t this_walk = kFromRoot + 1 + i;
    std::size_t node = i;
    while (walk[node] == 0) {
      walk[node] = this_walk;
      node = at(data.nodes[node].parent);
    }
    if (walk[node] != this_walk) continue;
    reader.diagnostics().error(codes::kNodeCycle, pointerOf("nodes", node),
                               "Node " + std::to_string(node) + " is its own ancestor.");
  }
}

}  // namespace

Affine localAffine(const Node& node) {
  return compose(node.translation, node.rotation, node.scale);
}

void linkParents(AssetData& data, MemberReader& reader) {
  for (std::size_t i = 0; i < data.nodes.size(); ++i) {
    for (std::size_t k = 0; k < data.nodes[i].children.size(); ++k) {
      const std::int32_t child = data.nodes[i].children[k];
      Node& node = data.nodes[at(child)];
      if (node.parent < 0) {
        node.parent = static_cast<std::int32_t>(i);
        continue;
      }
      reader.diagnostics().error(codes::kNodeParents, pointerOf("nodes", i) + "/children",
                                 "Node " + std::to_string(child) + " is a child of node " +
                                     std::to_string(i) + " and already of node " +
                                     std::to_string(node.parent) + ".");
    }
  }
  reportCycles(data, reader);
}

void computeGlobalTransforms(AssetData& data, MemberReader& reader) {
  data.global_affines.resize(data.nodes.size());
  data.global_transforms.resize(data.nodes.size());
  data.subtree_has_mesh.assign(data.nodes.size(), false);
  const std::vector<std::int32_t> order = parentsFirst(data.nodes);
  for (const std::int32_t index : order) {
    const Node& node = data.nodes[at(index)];
    const Affine local = localAffine(node);
    Asset::GlobalTransform& global = data.global_transforms[at(index)];
    if (node.parent < 0) {
      data.global_affines[at(index)] = local;
      global = {node.translation, node.rotation, node.scale, false};
    } else {
      data.global_affines[at(index)] = data.global_affines[at(node.parent)] * local;
      global = childTransform(data.global_transforms[at(node.parent)], node);
      global.translation = data.global_affines[at(index)].translation;
    }
    // Once per branch: below, everything would follow.
    const bool parent_finite = node.parent < 0 || isFinite(data.global_affines[at(node.parent)]);
    if (parent_finite && !isFinite(data.global_affines[at(index)])) {
      reader.diagnostics().error(codes::kNodeTransform, pointerOf("nodes", at(index)),
                                 "The global transform of node " + std::to_string(index) + " is not finite.");
    }
  }
  for (std::size_t i = order.size(); i-- > 0;) {
    const Node& node = data.nodes[at(order[i])];
    if (node.mesh >= 0) data.subtree_has_mesh[at(order[i])] = true;
    if (node.parent >= 0 && data.subtree_has_mesh[at(order[i])])
      data.subtree_has_mesh[at(node.parent)] = true;
  }
}

namespace {

/// The scene that LoadOptions::scene asks for, an index or a name; -1 after saying that there is none.
std::int32_t askedScene(const std::string& asked, json::Value scenes, MemberReader& reader) {
  std::string known;
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    const json::Value name = scenes[i].find("name");
    const bool named = name.isString();
    if (asked == std::to_string(i) || (named && name.string() == asked)) return static_cast<std::int32_t>(i);
    known += (i > 0 ? ", " : "") + std::to_string(i);
    if (named) known += " \"" + std::string(name.string()).substr(0, 60) + "\"";
  }
  reader.diagnostics().error(
      codes::kGltfIndex, "/scenes",
      "There is no scene \"" + asked + "\"; the file has " + (known.empty() ? "none" : known) + ".");
  return -1;
}

}  // namespace

void markSceneNodes(AssetData& data, MemberReader& reader) {
  const json::Value root = data.document->root();
  const json::Value scenes = reader.array(root, "scenes");
  std::int32_t chosen = reader.index(root, "scene", scenes.size(), "scene");
  if (!data.options.scene.empty()) chosen = askedScene(data.options.scene, scenes, reader);
  data.shown_scene = scenes.size() > 0 ? std::max(chosen, 0) : -1;
  std::vector<std::int32_t> pending;
  std::vector<std::size_t> listed(scenes.size() > 0 ? data.nodes.size() : 0,
                                  scenes.size());  // By which scene.
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    if (!reader.isObject(scenes[i])) continue;
    const std::vector<std::int32_t> roots = reader.indices(scenes[i], "nodes", data.nodes.size(), "node");
    for (std::size_t k = 0; k < roots.size(); ++k) {
      const std::int32_t node = roots[k];
      if (std::exchange(listed[at(node)], i) == i) {
        reader.diagnostics().warning(
            codes::kGltfValue, scenes[i].pointer("nodes") + "/" + std::to_string(k),
            "Node " + std::to_string(node) + " is listed more than once; the repetition is ignored.");
      }
      if (data.nodes[at(node)].parent < 0) continue;
      reader.diagnostics().error(codes::kNodeParents, scenes[i].pointer("nodes"),
                                 "Node " + std::to_string(node) +
                                     " is not a root node; it is a child of node " +
                                     std::to_string(data.nodes[at(node)].parent) + ".");
    }
    if (i == at(std::max(chosen, 0))) pending = roots;
  }
  if (scenes.size() == 0) {
    for (std::size_t i = 0; i < data.nodes.size(); ++i) {
      if (data.nodes[i].parent < 0) pending.push_back(static_cast<std::int32_t>(i));
    }
  }
  while (!pending.empty()) {
    Node& node = data.nodes[at(pending.back())];
    pending.pop_back();
    if (node.in_scene) continue;
    node.in_scene = true;
    pending.insert(pending.end(), node.children.begin(), node.children.end());
  }
}

}  // namespace carom::gltf
