// The events file: one JSON object a line.
#pragma once

#include <span>
#include <string>

#include "carom/output/output_files.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// One event as a line of JSON, line feed included. Trigger events have step, time, type, trigger, collider
/// and motion
/// (-1: the collider is static); contacts have step, time, type, collider, motion, other and other_motion.
std::string eventLine(const Event& event);

void writeEvents(std::span<const Event> events, OutputFile& file);

}  // namespace carom
