// Mends what has one safe answer, and leaves every other byte of the file alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/result.hpp"
#include "carom/dialect/load.hpp"

namespace carom {

/// A code that can be mended.
struct MendKind {
  std::string_view code;
  bool by_name;            ///< It changes what the file means: only done when the code is asked for.
  std::string_view about;  ///< What is done.
};
std::span<const MendKind> mendKinds();

/// One change. Texts are JSON; "": there was, or is, no such member.
struct Mend {
  std::string_view code;
  std::string pointer;
  std::string before, after;
};

/// How Khronos' geometry names a mesh: by a node before 2026, by the mesh since.
enum class GeometryForm : std::uint8_t { Keep, Mesh, Node };

struct FixOptions {
  LoadSettings load;
  std::vector<std::string> only;  ///< Codes to mend; empty: all that are not by name.
  /// What to write where both say the same: a node that has the mesh, no other below it, and no skin.
  GeometryForm geometry = GeometryForm::Keep;
};

struct Fixed {
  std::string bytes;  ///< Of the file, .gltf or .glb as it was.
  std::vector<Mend> mends;
};

/// Mends the bytes of a .gltf or .glb; files beside it are looked up in `folder`. Fails when the JSON cannot
/// be read.
Result<Fixed> fixBytes(std::string bytes, const std::filesystem::path& folder,
                       const FixOptions& options = {});

}  // namespace carom
