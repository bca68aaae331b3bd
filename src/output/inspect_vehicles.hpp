// Vehicles, seats and gravity in an inspection, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "carom/scene/scene.hpp"
#include "json/writer.hpp"

namespace carom::output {

struct InspectionLine {
  std::size_t indent = 1;
  std::string text;
};
struct InspectionSection {
  std::string title;
  std::vector<InspectionLine> lines;
};

/// Sections for the displayed scene; empty if it has no such items.
std::vector<InspectionSection> vehicleSections(const Scene& scene);

/// Members "vehicles", "wheels", "thrusters" and "seats" of the open object.
void writeVehicles(json::Writer& json, const Scene& scene);
/// Members "gravity" and "gravity_volumes".
void writeGravity(json::Writer& json, const Scene& scene);

}  // namespace carom::output
