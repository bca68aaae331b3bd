// Parts of the report that the inspection shares.
#pragma once

#include <vector>

#include "carom/output/report.hpp"
#include "output/json_writer.hpp"

namespace carom::output {

void writeCounts(JsonWriter& json, const SceneCounts& counts);
void writeDiagnostics(JsonWriter& json, const std::vector<Diagnostic>& diagnostics);

}  // namespace carom::output
