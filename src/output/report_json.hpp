// Parts that the report and the inspection have in common.
#pragma once

#include <vector>

#include "carom/output/report.hpp"
#include "json/writer.hpp"

namespace carom::output {

void writeCounts(json::Writer& json, const SceneCounts& counts);
void writeDiagnostics(json::Writer& json, const std::vector<Diagnostic>& diagnostics);

}  // namespace carom::output
