#include "carom/output/recorder.hpp"

#include <algorithm>

#include "carom/output/event_log.hpp"

namespace carom {

Recorder::Recorder(const Scene& scene, const RecorderOptions& options) : events_(options.events) {
  if (options.trajectory != nullptr) trajectory_.emplace(scene, *options.trajectory);
  if (options.joints != nullptr) joints_.emplace(scene, *options.joints);
  if (options.vehicles != nullptr) vehicles_.emplace(scene, *options.vehicles);
  if (options.keys) keys_.emplace(scene, options.key_options);
  if (options.plot) plot_.emplace(scene);
}

void Recorder::capture(const World& world) {
  StepRecord record;
  record.step = world.stepCount();
  record.time = world.time();
  std::vector<MovedNode> nodes;
  if (trajectory_ || keys_ || plot_) nodes = world.motionNodes();
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
  }
  capture(record);
}

void Recorder::capture(const StepRecord& record) {
  if (trajectory_) trajectory_->write(record.step, record.time, record.nodes);
  if (joints_ && record.step > 0) joints_->write(record.step, record.time, record.joints);
  if (vehicles_ && record.step > 0)
    vehicles_->write(record.step, record.time, record.vehicles, record.wheels);
  if (events_ != nullptr) writeEvents(record.events, *events_);
  if (keys_) keys_->add(record.time, record.nodes);
  if (plot_) plot_->add(record.time, record.nodes);
  for (const Event& event : record.events)
    if (const auto type = static_cast<std::size_t>(event.type); type < event_counts_.size())
      ++event_counts_[type];
  max_penetration_ = std::max(max_penetration_, record.max_penetration);
}

void Recorder::finish() {
  if (keys_) keys_->finish();
}

}  // namespace carom
