#include "carom/output/convert.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/stable_sort.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "carom/output/bake.hpp"
#include "carom/world/world.hpp"
#include "dialect/compare/left_behind.hpp"
#include "dialect/compare/scene_difference.hpp"
#include "dialect/read/load_unfinished.hpp"
#include "dialect/write/scene_writer.hpp"
#include "json/writer.hpp"
#include "output/asset_resources.hpp"
#include "output/asset_writer.hpp"
#include "output/concatenate.hpp"

namespace carom {
namespace {

namespace fs = std::filesystem;
using dialect::Lowered;
using output::AssetWriter;
using output::concatenate;

/// Masses and centres that the file leaves out, as the simulation computes them.
std::vector<std::optional<dialect::ComputedBody>> computedBodies(const Scene& scene) {
  std::vector<std::optional<dialect::ComputedBody>> bodies(scene.motions.size());
  const bool any = std::any_of(scene.motions.begin(), scene.motions.end(),
                               [](const Motion& motion) { return !motion.mass || !motion.center_of_mass; });
  if (!any) return bodies;
  const World world(scene);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodyHandle body = world.bodyOfNode(scene.motions[i].node);
    if (!body) continue;
    const BodyProperties properties = world.properties(body);
    bodies[i] = dialect::ComputedBody{properties.mass, properties.center_of_mass};
  }
  return bodies;
}

template <class T>
std::string bytesOf(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Triangles that use every vertex, for a hull: users of its mesh may require triangles.
std::vector<std::uint32_t> hullTriangles(std::size_t count) {
  std::vector<std::uint32_t> indices;
  const auto last = static_cast<std::uint32_t>(count - 1);
  for (std::uint32_t i = 0; i < count; i += 3) {
    for (std::uint32_t k = 0; k < 3; ++k) indices.push_back(std::min(i + k, last));
  }
  return indices;
}

/// Adds the vertices of a geometry to the output as a mesh.
std::size_t addMesh(AssetWriter& writer, const SceneGeometry& geometry, bool hull) {
  Aabb bounds;
  for (const Vec3& position : geometry.positions) bounds.include(position);
  const auto point = [](const Vec3& p) {
    return concatenate("[", json::number(p.x), ", ", json::number(p.y), ", ", json::number(p.z), "]");
  };
  const std::vector<std::uint32_t> indices =
      hull ? hullTriangles(geometry.positions.size()) : geometry.indices;
  json::Patch& patch = writer.patch();
  const std::size_t positions = patch.arraySize("/accessors");
  patch.append("/accessors",
               concatenate("{\"bufferView\": ", writer.addBufferView(bytesOf(geometry.positions)),
                           ", \"componentType\": 5126, \"count\": ", geometry.positions.size(),
                           ", \"type\": \"VEC3\", \"min\": ", point(bounds.lower),
                           ", \"max\": ", point(bounds.upper), "}"));
  patch.append("/accessors", concatenate("{\"bufferView\": ", writer.addBufferView(bytesOf(indices)),
                                         ", \"componentType\": 5125, \"count\": ", indices.size(),
                                         ", \"type\": \"SCALAR\"}"));
  const std::size_t mesh = patch.arraySize("/meshes");
  patch.append("/meshes",
               concatenate("{\"name\": \"collider\", \"primitives\": [{\"attributes\": {\"POSITION\": ",
                           positions, "}, \"indices\": ", positions + 1, "}]}"));
  return mesh;
}

void sortByPointer(std::vector<ConversionLoss>& losses) {
  stableSort(losses, [](const ConversionLoss& a, const ConversionLoss& b) { return a.pointer < b.pointer; });
}

/// Reads the output back, compares it with the lowered scene, and adds missing author's data to the
/// losses.
Diagnostics readBack(Lowered& lowered, const fs::path& output, OutputFiles& files) {
  dialect::UnfinishedFile file;
  const fs::path target = output::canonicalPath(output);
  file.folder = target.parent_path();
  for (const auto& [path, temporary] : files.unfinished()) {
    const fs::path canonical = output::canonicalPath(path);
    if (canonical == target) file.path = temporary;
    file.stand_ins.emplace(canonical, temporary);
  }
  Diagnostics diagnostics;
  if (file.path.empty()) return diagnostics;  // A device, which cannot be read back.
  const Result<Scene> scene = dialect::loadUnfinished(file);
  if (!scene) {
    diagnostics.error(
        codes::kConvertDiffers, "",
        "The output cannot be read back and was discarded. This is a defect of Carom; please report it.");
    for (const Diagnostic& item : scene.diagnostics().items())
      diagnostics.add(item.severity, item.code, item.pointer, item.message);
    return diagnostics;
  }
  for (const std::string& text : dialect::differences(lowered.scene, *scene))
    diagnostics.error(codes::kConvertDiffers, "",
                      concatenate("The output read back differs from the scene: ", text,
                                  ". It was discarded. This is a defect of Carom; please report it."));
  for (ConversionLoss& loss : dialect::leftBehind(*lowered.scene.asset, *scene->asset))
    lowered.losses.push_back(std::move(loss));
  sortByPointer(lowered.losses);
  return diagnostics;
}

/// With `strict`, every loss that may change the motion is an error.
Diagnostics refusals(const std::vector<ConversionLoss>& losses) {
  Diagnostics diagnostics;
  for (const ConversionLoss& loss : losses) {
    if (loss.kind != LossKind::Implied)
      diagnostics.error(codes::kConvertRefused, loss.pointer, concatenate(loss.message, ": ", loss.effect));
  }
  return diagnostics;
}

/// The target that is asked for; none after saying why.
std::optional<dialect::WriteTarget> targetOf(const Scene& scene, const ConvertOptions& options,
                                             Diagnostics& diagnostics) {
  const bool same = options.target == "same";
  const dialect::WriteTarget* target =
      dialect::findTarget(same ? sameDialect(scene.dialects) : options.target);
  if (target != nullptr) return same ? dialect::withWheelsOf(*target, scene.dialects) : *target;
  std::string known;
  for (const std::string_view one : writableDialects()) known += concatenate(known.empty() ? "" : ", ", one);
  diagnostics.error(
      codes::kConvertTarget, "",
      same ? std::string("The file has no physics in a dialect that Carom writes.")
           : concatenate("\"", options.target, "\" is no dialect that is written; there are ", known, "."));
  return std::nullopt;
}

/// Writes the lowered scene. Releases the memory of writing before the output is read.
Diagnostics write(const Scene& scene, Lowered& lowered, const dialect::WriteTarget& target,
                  const fs::path& output, OutputFiles& files, ConvertSummary& summary) {
  AssetWriter writer(*scene.asset, output, sourceFiles(scene));
  const auto add_mesh = [&](const SceneGeometry& geometry, bool hull) {
    ++summary.added_meshes;
    return addMesh(writer, geometry, hull);
  };
  dialect::writeScene(lowered, target, add_mesh, writer.patch());
  summary.added_nodes = writer.patch().arraySize("/nodes") - scene.nodes.size();
  Diagnostics written = writer.write(files);
  if (written.hasErrors()) return written;
  for (const Diagnostic& item : written.items())
    summary.diagnostics.add(item.severity, item.code, item.pointer, item.message);
  return written;
}

}  // namespace

Result<ConvertSummary> convert(const Scene& scene, const fs::path& output, OutputFiles& files,
                               const ConvertOptions& options) {
  Diagnostics diagnostics;
  if (scene.asset == nullptr)
    return Result<ConvertSummary>::failure(
        codes::kOutputNoDocument, "",
        "The scene was not loaded from a glTF document, so there is no document to convert.");
  if (!output::isBinaryName(output) && !output::isTextName(output))
    return Result<ConvertSummary>::failure(
        codes::kFileUnwritable, "",
        concatenate("\"", output.string(), "\" cannot be written: its name must end in .glb or .gltf."));
  const std::optional<dialect::WriteTarget> target = targetOf(scene, options, diagnostics);
  if (!target) return diagnostics;

  Lowered lowered = dialect::lower(
      scene, *target,
      target->computed_mass ? std::vector<std::optional<dialect::ComputedBody>>() : computedBodies(scene));
  sortByPointer(lowered.losses);
  ConvertSummary summary;
  summary.target = target->id;
  if (const Diagnostics written = write(scene, lowered, *target, output, files, summary); written.hasErrors())
    return written;
  // Some losses are known when the output is written; it is not kept.
  sortByPointer(lowered.losses);
  if (options.strict) {
    if (Diagnostics refused = refusals(lowered.losses); refused.hasErrors()) return refused;
  }
  if (Diagnostics different = readBack(lowered, output, files); different.hasErrors()) return different;
  summary.losses = std::move(lowered.losses);
  return summary;
}

std::string conversionReport(const Scene& scene, const ConvertSummary& summary) {
  json::Writer json;
  json.beginObject();
  json.member("source", scene.source);
  json.key("dialects");
  json.beginArray(json::Writer::Layout::OneLine);
  for (const std::string& dialect : scene.dialects) json.value(dialect);
  json.end();
  json.member("target", summary.target);
  json.member("added_nodes", summary.added_nodes);
  json.member("added_meshes", summary.added_meshes);
  json.key("losses");
  json.beginArray();
  for (const ConversionLoss& loss : summary.losses) {
    json.beginObject();
    json.member("kind", lossKindName(loss.kind));
    json.member("pointer", loss.pointer);
    json.member("rule", loss.rule);
    json.member("message", loss.message);
    json.member("effect", loss.effect);
    json.end();
  }
  json.end();
  json.end();
  return json.take() + '\n';
}

}  // namespace carom
