// Makes the function table for one width. Included by contact_solver_*.cpp only.
#pragma once

#include "solve/constraints/contact/contact_impacts.hpp"
#include "solve/constraints/contact/contact_prepare.hpp"
#include "solve/constraints/contact/contact_refresh.hpp"

namespace carom::solve {
namespace {

template <int W, bool ContactBlock<W>::*kFlag>
bool isSet(const void* blocks, std::int32_t i) {
  return static_cast<const ContactBlock<W>*>(blocks)[i].*kFlag;
}

template <int W>
constexpr ContactSolver makeContactSolver() {
  ContactSolver s{};
  s.lanes = W;
  s.block_size = sizeof(ContactBlock<W>);
  s.tail_size = sizeof(ContactTail<W>);
  s.prepare = &prepareBlock<W>;
  s.impacts = &isSet<W, &ContactBlock<W>::impacts>;
  s.overloaded = &isSet<W, &ContactBlock<W>::overloaded>;
  s.warm_start = &warmStartBlocks<W>;
  s.solve_biased = &solveBiased<W>;
  s.refresh = &refreshBlocks<W>;
  s.relax = &relaxBlocks<W>;
  s.relax_overloaded = &relaxOverloaded<W>;
  s.restitution = &applyRestitution<W>;
  s.elastic = &isSet<W, &ContactBlock<W>::elastic>;
  s.begin_impacts = &beginImpacts<W>;
  s.take_back = &takeBack<W>;
  s.arm_fresh = &armFresh<W>;
  s.struck_coupled = &struckCoupled<W>;
  s.strikes = &strikes<W>;
  s.to_take_back = &toTakeBack<W>;
  s.push_of = &pushOf<W>;
  s.copy_lane = &copyLane<W>;
  s.end_impact = &endImpact<W>;
  s.store = &storeBlocks<W>;
  return s;
}

}  // namespace
}  // namespace carom::solve
