#include "output/joint_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "output/concatenate.hpp"
#include "output/inspect_words.hpp"
#include "scene/joint_name.hpp"

namespace carom::output {
namespace {

constexpr std::string_view kAxes[] = {"X", "Y", "Z"};
constexpr std::string_view kDegree = "\xC2\xB0";

/// What limits leave of one degree of freedom.
struct Room {
  bool fixed = false;
  std::optional<double> min, max;
};

/// Of the three axes that turn, or of those that slide: limits of single axes.
std::array<Room, 3> roomOf(const JointDescription& description, bool angular) {
  std::array<Room, 3> rooms;
  for (const JointLimit& limit : description.limits) {
    const std::array<bool, 3>& axes = angular ? limit.angular_axes : limit.linear_axes;
    const auto number = std::count(axes.begin(), axes.end(), true);
    for (std::size_t i = 0; i < 3; ++i) {
      if (!axes[i]) continue;
      const bool hard = !limit.stiffness && limit.max;
      rooms[i].fixed =
          rooms[i].fixed || (hard && (number == 1 ? limit.min && *limit.min == *limit.max : *limit.max == 0));
      if (number == 1 && !rooms[i].fixed) rooms[i].min = limit.min, rooms[i].max = limit.max;
    }
  }
  return rooms;
}

/// ", -86° to 86°" or ", 0 to 2 m".
std::string rangeText(const Room& room, bool angular) {
  if (!room.min && !room.max) return "";
  const auto text = [angular](const std::optional<double>& bound) {
    if (!bound) return std::string("any");
    return angular ? concatenate(shortNumber(std::round(*bound * 1800 / std::numbers::pi) / 10), kDegree)
                   : shortNumber(*bound);
  };
  return concatenate(", ", text(room.min), " to ", text(room.max), angular ? "" : " m");
}

/// "about X and Z" or "along Y", with the range where it is one axis; "" when all are held.
std::string freeAxes(const std::array<Room, 3>& rooms, bool angular) {
  std::string axes;
  std::size_t free = 0, last = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (rooms[i].fixed) continue;
    axes += concatenate(free++ > 0 ? " and " : "", kAxes[i]);
    last = i;
  }
  if (free == 0) return "";
  return concatenate(angular ? "about " : "along ", axes, free == 1 ? rangeText(rooms[last], angular) : "");
}

}  // namespace

std::string jointText(const JointDescription& description) {
  const std::string_view name = scene::jointName(description);
  const std::string turns = freeAxes(roomOf(description, true), true);
  const std::string slides = freeAxes(roomOf(description, false), false);
  if (name == "hinge") return concatenate(name, " ", turns);
  if (name == "slider" || name == "rail") return concatenate(name, " ", slides);
  if (!name.empty() || description.limits.empty()) return std::string(name);
  if (slides.empty()) return turns.empty() ? "weld" : concatenate("turns ", turns);
  return turns.empty() ? concatenate("slides ", slides) : concatenate("slides ", slides, "; turns ", turns);
}

}  // namespace carom::output
