#include "cli/simulate_size.hpp"

#include <cmath>

#include "output/decimal_text.hpp"

namespace carom::cli {
namespace {

constexpr double kLimit = 1e9;        // Bytes.
constexpr double kValueBytes = 12;    // Of a number with nine digits, its sign, point and comma.
constexpr double kRowBytes = 24;      // Of the step, the time and the node.
constexpr double kWheelValues = 15;   // Columns of the vehicle report.
constexpr double kKeyBytes = 28 + 4;  // Of a translation, a rotation and a time.

/// The items whose nodes are in the scene, and the bytes of their names.
struct Rows {
  double count = 0, names = 0;

  template <class Items>
  Rows& add(const Scene& scene, const Items& items) {
    for (const auto& item : items) {
      const SceneNode& node = scene.nodes[item.node];
      if (!node.in_scene) continue;
      count += 1;
      names += static_cast<double>(node.name.size()) + 1;
    }
    return *this;
  }
  double bytes(double values) const { return count * (kRowBytes + values * kValueBytes) + names; }
};

std::string gigabytes(double bytes) {
  std::string text;
  output::appendSignificant(text, bytes / 1e9, 2);
  return text + " GB";
}

}  // namespace

std::string sizeProblem(const Scene& scene, const SimulateOptions& options) {
  if (options.no_size_limit) return "";
  const double steps = static_cast<double>(options.steps()) / options.every + 1;
  const Rows bodies = Rows().add(scene, scene.motions).add(scene, scene.wheels);
  const Rows joints = Rows().add(scene, scene.joints);
  const Rows wheels = Rows().add(scene, scene.wheels).add(scene, scene.vehicles);
  struct Estimate {
    std::string name;
    double bytes;
  };
  const Estimate estimates[] = {
      {options.trajectory, steps * bodies.bytes(options.velocities ? 13 : 7)},
      {options.joints, steps * joints.bytes(6)},
      {options.vehicles, steps * wheels.bytes(kWheelValues)},
      {options.keep_all_keys ? options.baked : std::string(), steps * bodies.count * kKeyBytes}};
  for (const Estimate& estimate : estimates) {
    if (estimate.name.empty() || estimate.bytes <= kLimit) continue;
    const double every = std::ceil(options.every * estimate.bytes / kLimit);
    return "\"" + estimate.name + "\" would have about " + gigabytes(estimate.bytes) + "; --every " +
           std::to_string(static_cast<std::int64_t>(every)) +
           " keeps it below 1 GB, and --no-size-limit writes all of it";
  }
  return "";
}

}  // namespace carom::cli
