// Carom: the physics runtime and toolchain for glTF. Includes the whole public API.
#pragma once

#include "carom/base/diagnostic.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "carom/base/result.hpp"
#include "carom/base/step_hooks.hpp"
#include "carom/base/vector.hpp"
#include "carom/behavior/behavior.hpp"
#include "carom/behavior/check.hpp"
#include "carom/dialect/load.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/recording.hpp"
#include "carom/world/world.hpp"
