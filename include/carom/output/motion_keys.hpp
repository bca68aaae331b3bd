// The motion of a run as animation keys: those that a LINEAR glTF animation needs to reproduce it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// Tolerances of the played animation against the recorded one, in the global pose of each node at each
/// recorded step.
struct MotionKeyOptions {
  bool keep_all_keys = false;             ///< One key per step.
  double translation_tolerance = 1e-4;    ///< m, global.
  double rotation_tolerance = 1.7453e-4;  ///< rad, global; 0.01 degrees.
};

/// Keys of one property of one node.
struct KeyTrack {
  std::vector<std::uint32_t> times;  ///< Indices into MotionKeys::times(), ascending.
  std::vector<float> values;         ///< 4 per key (rotation) or 3, local to the node's parent.
  /// Whether it is always the same.
  bool isConstant(std::size_t components) const;
};
struct MotionTrack {
  std::int32_t node = -1;
  KeyTrack translation;  ///< m.
  KeyTrack rotation;     ///< Unit quaternions, neighbours on the same hemisphere.
  KeyTrack scale;        ///< Only of nodes that were added with a scale.
  bool is_body = true;   ///< Else only what changes is to be written.
};

/// Collects poses step by step and keeps only the necessary keys, so that long recordings stay small.
///
/// In nested motions an error of the outer node also moves the inner ones. The nodes of such a chain share
/// the tolerance, and the tolerance for an outer node's rotation shrinks with its lever arm to the inner
/// nodes.
class MotionKeys {
 public:
  explicit MotionKeys(const Scene& scene, const MotionKeyOptions& options = {});
  ~MotionKeys();
  MotionKeys(MotionKeys&&) noexcept;
  MotionKeys& operator=(MotionKeys&&) noexcept;

  /// Adds the poses of one step. The first call sets the tracks: one per node named in it. Nodes missing in
  /// later calls stay where they are relative to their parent; nodes not named in the first call are ignored.
  /// A step whose time rounds to the same float as the one before is left out, since key times must increase.
  /// `scales`: of as many nodes at the end of `nodes`, which are no bodies, or bodies named before them.
  void add(double time, std::span<const MovedNode> nodes, std::span<const DVec3> scales = {});
  /// Ends the recording: every track gets its last key. Nothing may be added afterwards.
  void finish();

  const std::vector<float>& times() const;         ///< s, of every step added.
  const std::vector<MotionTrack>& tracks() const;  ///< In the order of the first call.

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace carom
