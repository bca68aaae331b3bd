#include "scene/shape_name.hpp"

namespace carom::scene {

std::string_view shapeName(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::Sphere:
      return "sphere";
    case ShapeKind::Box:
      return "box";
    case ShapeKind::Capsule:
      return "capsule";
    case ShapeKind::Cylinder:
      return "cylinder";
    case ShapeKind::Plane:
      return "plane";
    case ShapeKind::ConvexHull:
      return "hull";
    case ShapeKind::TriangleMesh:
      return "mesh";
  }
  return "";
}

}  // namespace carom::scene
