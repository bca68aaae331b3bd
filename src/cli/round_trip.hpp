// How near two threads' processors are.
#pragma once

namespace carom::cli {

/// What it takes to hand a cache line to another thread and get it back, ns: the median of so many rounds of
/// a hundred trips. What threads gain depends on it, and on many machines it differs from moment to moment.
double roundTripNanoseconds(int rounds);

}  // namespace carom::cli
