// Summary on standard output for a run without output files.
#pragma once

#include <string>

#include "carom/output/recorder.hpp"
#include "carom/output/report.hpp"

namespace carom::cli {

std::string simulateSummary(const Report& report, const Recorder& recorder);

}  // namespace carom::cli
