#include "carom/output/recorder.hpp"

#include <algorithm>

#include "carom/output/event_log.hpp"
#include "output/motion_state.hpp"

namespace carom {

Recorder::Recorder(const Scene& scene, const RecorderOptions& options)
    : events_(scene, options.events), options_(options), event_contacts_(scene) {
  if (options.trajectory != nullptr) trajectory_.emplace(scene, *options.trajectory, options.velocities);
  if (options.joints != nullptr) joints_.emplace(scene, *options.joints);
  if (options.vehicles != nullptr) vehicles_.emplace(scene, *options.vehicles);
  if (options.keys) keys_.emplace(scene, options.key_options);
  if (options.plot) plot_.emplace(scene, options.plot_options);
}

void Recorder::capture(const World& world) {
  StepRecord record;
  record.step = world.stepCount();
  record.time = world.time();
  std::vector<MovedNode> nodes;
  if (trajectory_ || keys_ || plot_) nodes = world.motionNodes();
  std::vector<NodeVelocity> velocities;
  if (options_.velocities) velocities = output::velocitiesOf(world, nodes);
  record.velocities = velocities;
  record.nodes = nodes;
  std::vector<JointState> joints;
  if (joints_) joints = world.joints();
  record.joints = joints;
  std::vector<VehicleState> vehicles;
  std::vector<WheelState> wheels;
  if (vehicles_) vehicles = world.vehicles(), wheels = world.wheels();
  record.vehicles = vehicles;
  record.wheels = wheels;
  if (record.step > 0) {
    record.events = world.events();
    record.max_penetration = world.statistics().max_penetration;
    record.touching_pairs = world.statistics().touching_pairs;
    if (record.max_penetration > max_penetration_) findDeepest(world, record.max_penetration);
  }
  std::vector<MovedNode> others;
  std::vector<DVec3> scales;
  if (keys_) captureOthers(world, others, scales);
  record.others = others;
  record.scales = scales;
  if (plot_ && plot_->shows(PlotQuantity::Energy)) record.energy = output::kineticEnergy(world);
  std::vector<EventContact> contacts;
  if (events_.isOpen()) contacts = event_contacts_.of(world, record.events);
  record.contacts = contacts;
  capture(record);
}

void Recorder::captureOthers(const World& world, std::vector<MovedNode>& nodes,
                             std::vector<DVec3>& scales) const {
  for (const std::int32_t node : options_.other_nodes) {
    const std::optional<NodePlace> place = world.placeOfNode(node);
    if (!place) continue;
    nodes.push_back(place->pose);
    scales.push_back(place->local_scale);
  }
}

void Recorder::findDeepest(const World& world, double depth) {
  for (const ContactPoint& contact : world.contacts()) {
    if (contact.penetration < depth * (1 - 1e-6)) continue;
    deepest_ = {world.stepCount(), world.time(), contact};
    return;
  }
}

/// What is thinned out.
void Recorder::captureMotion(const StepRecord& record) {
  if (trajectory_) trajectory_->write(record.step, record.time, record.nodes, record.velocities);
  if (joints_ && record.step > 0) joints_->write(record.step, record.time, record.joints);
  if (vehicles_ && record.step > 0)
    vehicles_->write(record.step, record.time, record.vehicles, record.wheels);
  // A step may end a rounding error before the start.
  if (keys_ && record.time >= options_.keys_start - 1e-9) {
    std::vector<MovedNode> nodes(record.nodes.begin(), record.nodes.end());
    nodes.insert(nodes.end(), record.others.begin(), record.others.end());
    keys_->add(std::max(record.time - options_.keys_start, 0.0), nodes, record.scales);
  }
  if (plot_) plot_->add(record.time, record.nodes, {record.energy, record.touching_pairs});
}

void Recorder::capture(const StepRecord& record) {
  if (record.step % std::max<std::uint64_t>(options_.every, 1) == 0 || record.step == options_.last_step)
    captureMotion(record);
  events_.write(record.events, record.contacts);
  for (const Event& event : record.events)
    if (const auto type = static_cast<std::size_t>(event.type); type < event_counts_.size())
      ++event_counts_[type];
  max_penetration_ = std::max(max_penetration_, record.max_penetration);
}

void Recorder::finish() {
  if (keys_) keys_->finish();
}

}  // namespace carom
