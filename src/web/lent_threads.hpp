// The threads that JavaScript lends to this instance.
#pragma once

#include "carom/base/step_hooks.hpp"

namespace carom::web {

/// Runs on the lent threads; without a function where there are none.
Scheduler lentScheduler();

}  // namespace carom::web
