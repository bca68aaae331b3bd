// Inputs that variable/interpolate and pointer/interpolate have in common.
#pragma once

#include "behavior/binder.hpp"
#include "behavior/machine.hpp"

namespace carom::behavior {

/// Adds value, duration, p1 and p2.
bool bindEasing(Binder& binder, ValueType type);
/// An interpolation from now on; false where an input cannot be used. `first` is the index of `value`.
bool readEasing(Machine& machine, std::int32_t node, std::int32_t first, Interpolation& out);

}  // namespace carom::behavior
