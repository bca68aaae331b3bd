// The physics of a scene as a glTF of plain meshes, for any viewer.
#pragma once

#include <string>

#include "carom/output/inspect.hpp"

namespace carom {

/// The bytes of a .glb that shows a scene at its start: each collider and trigger as the engine sees it
/// (static, dynamic, kinematic and triggers in four colours), the two frames of each joint as axes (X red, Y
/// green, Z blue) with a line between them, and the centre of mass of each dynamic body as a cross. Its nodes
/// have the names of the scene's.
std::string colliderPicture(const Inspection& inspection);

}  // namespace carom
