// Measures the distance between two threads' processors.
#pragma once

namespace carom::cli {

/// Round-trip time of a cache line between two threads, ns: the median over `rounds` rounds of a hundred
/// trips. The speed-up of threads depends on it, and on many machines it varies from moment to moment.
double roundTripNanoseconds(int rounds);

}  // namespace carom::cli
