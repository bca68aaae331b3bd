// A world that JavaScript holds, with arrays in which it reads what there is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "carom/behavior/behavior.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom::web {

/// What can be read of a world: for each thing so many integers and so many numbers, see kViewStrides.
enum class View : std::uint8_t {
  Bodies,  ///< Node, awake | x y z qx qy qz qw of the node, centre of mass, velocity, angular velocity.
  Moved,   ///< Node | global position and rotation, local position and rotation; of the last call of step.
  MotionNodes,  ///< The same of all motion nodes, and of the nodes that the behaviour graph may move.
  Events,       ///< Type, trigger, collider, motion, other, other motion, joint, limit | step, time.
  Contacts,     ///< Collider, motion, other, other motion | point, normal, penetration, force on the other.
  Colliders,    ///< Node, motion, trigger | lower and upper corner.
  Joints,       ///< Joint, node, connected node | force, torque.
  Wheels,       ///< Node, motion, vehicle, ground | the numbers of WheelState in its order.
  Thrusters,    ///< Node, motion, hover | force, amount, gimbal x, gimbal y, distance.
  Vehicles,     ///< Node | linear and angular activation, velocity, angular velocity.
  Islands,      ///< Node, island | nothing.
  Properties,   ///< Node, type, animated, mass computed, inertia computed, defaults used | mass, centre of
                ///< mass, inertia, its orientation.
  Scales        ///< Node | scale; of the nodes whose scale an animation or the graph may change.
};

struct ViewStride {
  std::uint32_t integers, numbers;
};
inline constexpr std::array<ViewStride, 13> kViewStrides{{{2, 16},
                                                          {1, 14},
                                                          {1, 14},
                                                          {8, 2},
                                                          {4, 10},
                                                          {3, 6},
                                                          {3, 6},
                                                          {4, 19},
                                                          {3, 7},
                                                          {1, 12},
                                                          {2, 0},
                                                          {6, 11},
                                                          {1, 3}}};

/// Holds on to its memory from one time to the next, so that a step allocates nothing.
struct ViewArrays {
  std::vector<std::int32_t> integers;
  std::vector<double> numbers;
  std::uint32_t count = 0;

  void clear();
  void add(std::int32_t value) { integers.push_back(value); }
  void add(double value) { numbers.push_back(value); }
  void add(const DVec3& v) { add(v.x), add(v.y), add(v.z); }
  void add(const DQuat& q) { add(q.x), add(q.y), add(q.z), add(q.w); }
};

struct BoundWorld {
  /// `run_behavior`: the graph of the scene runs, if it has one.
  BoundWorld(std::shared_ptr<const Scene> of_scene, const WorldSettings& settings, bool run_behavior);

  /// Each step with a tick of the graph before it.
  void step(std::uint32_t count);
  /// The state of the world, then that of the graph that runs, then the size of the first in eight bytes.
  /// Without a graph it is the world's alone.
  std::vector<std::byte> save() const;
  /// Nothing changes where there are errors.
  Diagnostics restore(std::span<const std::byte> saved);
  /// Fills the view's arrays from the world as it is. Moved and Events are those of the last step().
  const ViewArrays& refresh(View view);
  /// The world is another one now: nothing has moved, and nothing has begun or ended.
  void forgetStep();
  /// Nodes without bodies that the graph may move, ascending.
  const std::vector<std::int32_t>& graphNodes() const { return graph_nodes_; }
  ViewArrays& arrays(View view) { return views[static_cast<std::size_t>(view)]; }

  std::shared_ptr<const Scene> scene;
  World world;
  std::optional<BehaviorMachine> behavior;
  std::vector<BehaviorMessage> messages;  ///< Of the last step(); the first of kMostMessages.
  std::vector<BehaviorSent> sent;         ///< The same of events that the graph has sent.
  std::vector<BodyHandle> bodies;
  std::vector<std::int32_t> body_nodes;
  std::array<ViewArrays, kViewStrides.size()> views;

 private:
  static constexpr std::size_t kMostMessages = 1000;
  /// What the view Moved has still to be filled with: many pages step without asking for it.
  enum class Unread : std::uint8_t { Nothing, OneStep, SeveralSteps };

  void startBehavior();
  void addMoved(ViewArrays& out, std::span<const MovedNode> nodes);
  void addGraphNodes(ViewArrays& out);
  void readMoved(ViewArrays& out);
  void addEvents(ViewArrays& out);
  void fill(View view, ViewArrays& out);

  Unread unread_ = Unread::Nothing;
  std::vector<std::int32_t> graph_nodes_;
  std::vector<std::int32_t> scaled_nodes_;  ///< Whose scale may change.
};

}  // namespace carom::web
