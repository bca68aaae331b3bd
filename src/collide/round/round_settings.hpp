// Constants of capsules against boxes.
#pragma once

namespace carom::collide {

struct RoundSettings {
  /// Of two equally short ways out the one along a face is preferred, if it is longer by at most this
  /// fraction of the smaller shape's size.
  static constexpr double kFacePreference = 1e-6;
};

}  // namespace carom::collide
