// A hand-made state and the context of a step, for tests of single stages.
#pragma once

#include <memory>
#include <vector>

#include "solve/building.hpp"
#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve::test {

/// All pairs respond alike.
class OneResponse : public PairPolicy {
 public:
  PairResponse respond(std::int32_t, std::int32_t) const override { return response; }
  PairResponse response;
};

class StageFixture {
 public:
  explicit StageFixture(const SimulationSettings& given = {})
      : settings(given), pool(1), threads(1), context{settings,
                                                      makeContactStep(settings),
                                                      length(settings.gravity),
                                                      policy,
                                                      pool,
                                                      threads,
                                                      chosenSolver(settings.lanes)} {
    threads[0].scratch = collide::makeCollideScratch();
  }
  StageFixture(const StageFixture&) = delete;
  StageFixture& operator=(const StageFixture&) = delete;

  std::int32_t add(const BodyDefinition& definition, const collide::Shape& shape) {
    const std::int32_t body = addBody(state, context, definition);
    addCollider(state, context,
                {.body = body, .shape = std::make_shared<const collide::Shape>(shape), .local = {}});
    return body;
  }
  std::int32_t addStatic(const DVec3& center, const collide::Shape& shape) {
    return add({.type = BodyType::Static, .center = center}, shape);
  }
  /// A homogeneous ball of 1 kg.
  std::int32_t addBall(const DVec3& center, float radius, const Vec3& velocity = {}) {
    const float inverse = 2.5f / (radius * radius);
    return add(
        {.center = center, .linear_velocity = velocity, .inverse_inertia = {inverse, inverse, inverse}},
        collide::Sphere{radius});
  }
  /// A homogeneous cube of 1 kg.
  std::int32_t addCube(const DVec3& center, float side, const Vec3& velocity = {}) {
    const float inverse = 6 / (side * side), half = side / 2;
    return add(
        {.center = center, .linear_velocity = velocity, .inverse_inertia = {inverse, inverse, inverse}},
        collide::Box{{half, half, half}});
  }
  Body& body(std::int32_t index) { return state.bodies[index]; }

  SimulationSettings settings;
  OneResponse policy;
  ThreadPool pool;
  std::vector<ThreadScratch> threads;
  StepContext context;
  SimulationState state;
};

}  // namespace carom::solve::test
