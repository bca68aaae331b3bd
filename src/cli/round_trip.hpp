// How near two threads' processors are.
#pragma once

namespace carom::cli {

/// What it takes to hand a cache line to another thread and get it back, ns: the median of some hundred trips
/// of a thousand. What threads gain depends on it, and on many machines it differs from run to run.
double roundTripNanoseconds();

}  // namespace carom::cli
