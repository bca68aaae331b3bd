// Constants of the data that several stages share.
#pragma once

namespace carom::solve {

struct StateSettings {
  // Distances of contacts, m, to be multiplied by the tolerance of the pair (Contact::tolerance).
  /// Contact points nearer than this touch. It exceeds g h² = 1.7e-4 m, the motion that gravity adds in a
  /// substep h of 1/240 s.
  static constexpr float kTouchDistance = 2e-4f;
  /// A contact ends when the shapes are this far apart. The gap to kTouchDistance is hysteresis:
  /// a trembling contact does not begin and end again and again.
  static constexpr float kSeparatedDistance = 1e-3f;
  /// Contacts are made at least up to this separation, but not beyond kSpeculativeShare of the size.
  static constexpr float kSpeculativeMargin = 0.005f;
  /// Fraction of the radius of the smaller collider.
  static constexpr float kSpeculativeShare = 0.1f;

  /// Components of a rotation up to this value are flushed to zero: their squares would be denormal.
  static constexpr float kMinRotation = 1e-18f;
};

}  // namespace carom::solve
