// What is done to files: checking, describing, writing in another dialect. Only the module with the tools has
// it.

#include "carom/output/convert.hpp"
#include "carom/output/inspect.hpp"
#include "carom/validate/report_formats.hpp"
#include "carom/validate/validate.hpp"
#include "web/answer.hpp"
#include "web/bound_scene.hpp"
#include "web/export.hpp"

namespace carom::web {

/// Checks the file at a path of the module's own file system, which is named `name` in the report.
CAROM_WEB(void) carom_validate(const char* path, const char* name) {
  ValidationReport report = validateFile(path);
  report.uri = name;
  newAnswer().text = reportJson(report);
}

CAROM_WEB(void) carom_scene_inspect(const BoundScene* scene) {
  newAnswer().text = inspectionJson(inspect(*scene->scene));
}

/// Writes the scene in another dialect to a path of the module's file system. 1 and the report, or 0 and the
/// diagnostics.
CAROM_WEB(std::int32_t)
carom_scene_convert(const BoundScene* scene, const char* target, const char* path, std::int32_t strict) {
  Answer& answer = newAnswer();
  OutputFiles files;
  ConvertOptions options;
  options.target = target;
  options.strict = strict != 0;
  const Result<ConvertSummary> summary = convert(*scene->scene, path, files, options);
  if (!summary) return answer.say(summary.diagnostics().items()), 0;
  if (const Diagnostics committed = files.commit(); committed.hasErrors())
    return answer.say(committed.items()), 0;
  answer.text = conversionReport(*scene->scene, *summary);
  return 1;
}

}  // namespace carom::web
