// Which colliders of different bodies touch or overlap where the file puts them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "validate/subject.hpp"

namespace carom::validate {

struct ClosePair {
  std::int32_t a = -1, b = -1;  ///< Into Scene::colliders.
  double depth = 0;             ///< Of their overlap, m; 0 and less: they only touch.
};

struct ClosePairs {
  std::vector<ClosePair> pairs;  ///< By a, then b.
  bool complete = true;          ///< False: too many; what comes after is not looked at.
};

/// Pairs that would collide: filters let them, one side can move, no joint says otherwise.
ClosePairs findClosePairs(const Subject& subject);

/// The motions whose bodies a joint's two frames are fixed to; -1: the world.
std::pair<std::int32_t, std::int32_t> joinedMotions(const Scene& scene, const Joint& joint);

}  // namespace carom::validate
