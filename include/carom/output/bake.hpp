// Writing the simulated motion back into the glTF document as an animation.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "carom/base/result.hpp"
#include "carom/output/motion_keys.hpp"
#include "carom/output/output_files.hpp"
#include "carom/scene/scene.hpp"

namespace carom {

struct BakeOptions {
  std::string animation_name = "Carom simulation";
  bool strip_physics = false;  ///< Leave the physics extensions out of the output.
  /// The file's own animations have played from the start. Else, as with a behaviour graph, what they move
  /// has keys of its own.
  bool own_animations = true;
};

/// What a bake wrote.
struct BakeSummary {
  std::size_t nodes = 0;    ///< Motion nodes that got channels.
  std::size_t keys = 0;     ///< Keys of all channels of these nodes.
  Diagnostics diagnostics;  ///< Warnings and hints: images that could not be read, nodes that keep their own
                            ///< animation.
};

/// Adds to `files` the scene's document with one more animation that plays `keys` (finished), named by
/// `output`'s ending: .glb or .gltf. The rest of the document, byte for byte, stays as it was.
///
/// - A node that the file animates already keeps its own channels; the new animation refers to the same keys,
/// so that it
///   plays the whole scene alone.
/// - A motion node written with `matrix` gets translation, rotation and scale in its place, since glTF does
/// not allow
///   animating a matrix.
/// - .glb from .gltf is self-contained: buffers and readable image files move into the binary chunk.
/// - .gltf from .glb puts the binary chunk into OUTPUT.bin beside it.
/// - .gltf from .gltf keeps its buffers and adds OUTPUT.bin with the animation. Written to another folder,
/// the files it
///   refers to are copied along; a file of the same name with other content there is left alone and a new
///   name taken.
///
/// Fails with FILE_UNWRITABLE, OUTPUT_TOO_LARGE, or OUTPUT_NO_DOCUMENT for a scene that was not read from a
/// file.
Result<BakeSummary> bake(const Scene& scene, const MotionKeys& keys, const std::filesystem::path& output,
                         OutputFiles& files, const BakeOptions& options = {});

/// The files that the scene's document consists of: itself and what its buffers and images name.
std::vector<std::filesystem::path> sourceFiles(const Scene& scene);

}  // namespace carom
