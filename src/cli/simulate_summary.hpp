// What a run that writes no file says on standard output.
#pragma once

#include <string>

#include "carom/output/recorder.hpp"
#include "carom/output/report.hpp"

namespace carom::cli {

std::string simulateSummary(const Report& report, const Recorder& recorder);

}  // namespace carom::cli
