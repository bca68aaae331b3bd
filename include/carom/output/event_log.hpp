// The events file: one JSON object a line.
#pragma once

#include <span>
#include <string>

#include "carom/output/event_contacts.hpp"
#include "carom/output/output_files.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// One event as a line of JSON, line feed included. Trigger events have step, time, type, trigger, collider
/// and motion
/// (-1: the collider is static); contacts have step, time, type, collider, motion, other and other_motion.
/// With a scene, the names of its nodes too; with what is known of the contact, that.
std::string eventLine(const Event& event, const Scene* scene = nullptr, const EventContact& contact = {});

class EventWriter {
 public:
  /// `scene` and `file` must outlive the writer. Null: nothing is written.
  EventWriter(const Scene& scene, OutputFile* file) : scene_(&scene), file_(file) {}
  bool isOpen() const { return file_ != nullptr; }
  /// `contacts`: of the events, in their order, or empty.
  void write(std::span<const Event> events, std::span<const EventContact> contacts);

 private:
  const Scene* scene_;
  OutputFile* file_;
};

}  // namespace carom
