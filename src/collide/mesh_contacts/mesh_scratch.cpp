#include "collide/mesh_contacts/mesh_scratch.hpp"

#include <cstring>

namespace carom::collide {

void MeshScratchDeleter::operator()(MeshScratch* scratch) const {
  delete scratch;
}

std::unique_ptr<MeshScratch, MeshScratchDeleter> makeMeshScratch() {
  return std::unique_ptr<MeshScratch, MeshScratchDeleter>(new MeshScratch);
}

namespace {
/// Marks a valid cache; its two lowest bits tell where one shape is relative to the other.
constexpr std::uint32_t kKnown = 0x4d494430, kInside = 1, kAround = 2;
}  // namespace

KeptSide keptSide(const PairCache& cache, const DVec3& now, double size) {
  KeptSide kept{false, now, false, false};
  if ((cache.words[3] & ~(kInside | kAround)) != kKnown) return kept;
  float p[3];
  std::memcpy(p, cache.words, sizeof p);
  const DVec3 before{p[0], p[1], p[2]};
  if (!(length(before - now) <= size)) return kept;  // True for NaN.
  return {true, before, (cache.words[3] & kInside) != 0, (cache.words[3] & kAround) != 0};
}

void keepSide(PairCache& cache, const DVec3& now, bool inside, bool around) {
  const float p[3] = {static_cast<float>(now.x), static_cast<float>(now.y), static_cast<float>(now.z)};
  std::memcpy(cache.words, p, sizeof p);
  cache.words[3] = kKnown | (inside ? kInside : 0) | (around ? kAround : 0);
}

LocalBox localBox(const ConvexView& view) {
  LocalBox box;
  DVec3 &centre = box.centre, &half = box.half;
  switch (view.kind) {
    case ConvexKind::Point:
      centre = DVec3(view.points[0]);
      break;
    case ConvexKind::Segment:
    case ConvexKind::Triangle: {
      DVec3 lower = DVec3(view.points[0]), upper = lower;
      for (int i = 1; i < (view.kind == ConvexKind::Segment ? 2 : 3); ++i) {
        lower = minimum(lower, DVec3(view.points[i])), upper = maximum(upper, DVec3(view.points[i]));
      }
      centre = (lower + upper) * 0.5, half = (upper - lower) * 0.5;
      break;
    }
    case ConvexKind::Box:
      half = DVec3(view.half_extents);
      break;
    case ConvexKind::Hull:
      centre = (DVec3(view.hull->aabb.lower) + DVec3(view.hull->aabb.upper)) * 0.5;
      half = (DVec3(view.hull->aabb.upper) - DVec3(view.hull->aabb.lower)) * 0.5;
      break;
    case ConvexKind::Cylinder:
    case ConvexKind::TaperedCapsule: {
      const double r = view.radius_top > view.radius_bottom ? view.radius_top : view.radius_bottom;
      half = {r, view.half_height + (view.kind == ConvexKind::TaperedCapsule ? r : 0), r};
      break;
    }
  }
  return box;
}

Aabb viewBounds(const ConvexView& view, const Placement& placement) {
  const LocalBox box = localBox(view);
  const DMat3& m = placement.rotation;
  const DVec3 middle = placement.point(box.centre);
  DVec3 reach = absolute(m.cx) * box.half.x + absolute(m.cy) * box.half.y + absolute(m.cz) * box.half.z;
  reach += DVec3{1, 1, 1} * static_cast<double>(view.radius);
  // One float step outwards covers the rounding of the bounds to float.
  reach += (absolute(middle) + reach) * 1.2e-7;
  return {Vec3(middle - reach), Vec3(middle + reach)};
}

}  // namespace carom::collide
