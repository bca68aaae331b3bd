#include "carom/base/step_hooks.hpp"

namespace carom {

std::string_view stageName(StepStage stage) {
  static constexpr std::string_view kNames[] = {"animation",
                                                "pair search",
                                                "narrow phase",
                                                "load estimate",
                                                "gather",
                                                "island batches",
                                                "coloring",
                                                "prepare",
                                                "integrate velocity",
                                                "warm start",
                                                "joints",
                                                "biased solve",
                                                "integrate position",
                                                "relax",
                                                "clusters",
                                                "restitution",
                                                "store",
                                                "continuous",
                                                "bounds",
                                                "sensors",
                                                "summary",
                                                "islands",
                                                "nodes",
                                                "events",
                                                "outside"};
  static_assert(sizeof kNames / sizeof kNames[0] == kStepStages + 1);
  const auto index = static_cast<std::size_t>(stage);
  return kNames[index <= kStepStages ? index : kStepStages];
}

}  // namespace carom
