#include "cli/validate_run.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/thread_pool.hpp"
#include "carom/output/output_files.hpp"
#include "carom/validate/official.hpp"
#include "carom/validate/report_formats.hpp"
#include "carom/validate/settings_file.hpp"
#include "cli/command.hpp"
#include "cli/messages.hpp"
#include "cli/official_validator.hpp"
#include "cli/progress_bar.hpp"
#include "cli/scene_choice.hpp"
#include "cli/validate_summary.hpp"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

/// Seconds are enough, and the official report has UTC.
std::string timeText() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char buffer[32];
  std::strftime(buffer, sizeof buffer, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return buffer;
}

/// Settings by folder, so that each file is read once.
class SettingsFiles {
 public:
  /// Null when there are none; false after saying what is wrong.
  bool find(const std::string& input, const ValidateSettings*& settings) {
    const fs::path folder = input == "-" ? fs::path(".") : fs::path(input).parent_path();
    const auto [known, is_new] = by_folder_.emplace(folder.string(), fs::path());
    if (is_new) known->second = findValidateSettings(folder);
    settings = nullptr;
    if (known->second.empty()) return true;
    const std::string path = known->second.string();
    auto read = by_path_.find(path);
    if (read == by_path_.end()) {
      std::ifstream stream(path, std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
      Result<ValidateSettings> parsed = parseValidateSettings(text);
      if (!parsed) {
        printDiagnostics(path, parsed.diagnostics());
        return false;
      }
      read = by_path_.emplace(path, std::move(*parsed)).first;
    }
    settings = &read->second;
    return true;
  }

 private:
  std::map<std::string, fs::path> by_folder_;
  std::map<std::string, ValidateSettings> by_path_;
};

/// One file's options, and what makes it fail.
struct Task {
  const ValidateInput* input = nullptr;
  ValidateOptions options;
  std::string fail_on = "error";
  ValidationReport report;
  std::string problem;  ///< Why the official validator's report is not in it.
};

void applySettings(const ValidateRun& run, const ValidateSettings* settings, Task& task) {
  task.options = run.options;
  if (settings) {
    task.options.ignore.insert(task.options.ignore.end(), settings->ignore.begin(), settings->ignore.end());
    if (task.options.only.empty()) task.options.only = settings->only;
    task.options.severity.insert(settings->override.begin(), settings->override.end());
    task.options.max_issues = settings->max_issues.value_or(0);
    task.fail_on = settings->fail_on.value_or("error");
  }
  if (run.max_issues) task.options.max_issues = *run.max_issues;
  if (run.fail_on) task.fail_on = *run.fail_on;
}

bool fails(const Task& task) {
  if (task.fail_on == "never") return false;
  std::size_t count = task.report.count(Grade::Error);
  if (task.fail_on != "error") count += task.report.count(Grade::Warning);
  if (task.fail_on == "info") count += task.report.count(Grade::Information);
  return count > 0;
}

class Validation {
 public:
  explicit Validation(const ValidateRun& run) : run_(run) {}

  int operator()() {
    if (!openOutput()) return kFailure;
    ThreadPool pool(std::min<std::int32_t>(run_.jobs, static_cast<std::int32_t>(run_.inputs.size())));
    ProgressBar progress("checked");
    // In batches: reports are written as they come, so that memory does not grow with the number of files.
    const std::size_t batch = 16 * static_cast<std::size_t>(pool.threadCount());
    for (std::size_t begin = 0; begin < run_.inputs.size(); begin += batch) {
      std::vector<Task> tasks(std::min(batch, run_.inputs.size() - begin));
      for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (!prepare(run_.inputs[begin + i], tasks[i])) return kUsage;
      }
      pool.parallelFor(static_cast<std::int32_t>(tasks.size()), 1, [&tasks](const ThreadPool::Range& range) {
        for (std::int32_t i = range.begin; i < range.end; ++i) check(tasks[i]);
      });
      for (Task& task : tasks) {
        if (!task.problem.empty()) {
          printUsageError(task.problem);
          return kFailure;
        }
        if (!take(task)) return kFailure;
      }
      progress.update(begin + tasks.size(), run_.inputs.size());
    }
    return finish();
  }

 private:
  bool prepare(const ValidateInput& input, Task& task) {
    task.input = &input;
    const ValidateSettings* settings = nullptr;
    if (run_.use_settings && !settings_.find(input.path, settings)) return false;
    applySettings(run_, settings, task);
    return true;
  }

  static void check(Task& task) {
    const std::string& path = task.input->path;
    task.report = path == "-" ? validateBytes(readStandardInput(), "-", ".", task.options)
                              : validateFile(path, task.options);
    std::string official;
    if (!task.options.with_official || !runOfficialValidator(path, official, task.problem)) return;
    if (!mergeOfficial(official, task.options, task.report))
      task.problem = "what the official validator printed is no report";
  }

  bool intoFolder() const {
    std::error_code error;
    return !run_.output.empty() && (run_.output.back() == '/' || fs::is_directory(run_.output, error));
  }

  bool openOutput() {
    if (run_.output.empty() || intoFolder() || run_.output == "-") return true;
    const Result<OutputFile*> file = files_.create(run_.output);
    if (!file) printDiagnostics(run_.output, file.diagnostics());
    file_ = file ? *file : nullptr;
    return file.ok();
  }

  bool write(const std::string& text) {
    if (file_) return file_->write(text), true;
    return printOutput(text);
  }

  /// A report of its own for a file.
  bool writeApart(const Task& task) {
    fs::path path = run_.beside ? fs::path(task.input->path) : fs::path(run_.output) / task.input->relative;
    path += ".report.json";
    std::error_code error;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
    OutputFiles files;
    const Result<OutputFile*> file = files.create(path);
    if (file) (*file)->write(reportJson(task.report, time()));
    const Diagnostics problems = file ? files.commit() : file.diagnostics();
    if (problems.hasErrors()) printDiagnostics(path.string(), problems);
    return !problems.hasErrors();
  }

  std::string time() const { return run_.timestamp ? timeText() : std::string(); }

  bool take(Task& task) {
    failed_ = failed_ || fails(task);
    summary_.add(task.report);
    if (run_.beside || intoFolder()) {
      if (!writeApart(task)) return false;
      return run_.format != ReportFormat::Text || write(reportText(task.report));
    }
    const bool first = taken_++ == 0, many = run_.inputs.size() > 1;
    switch (run_.format) {
      case ReportFormat::Text:
        return write(reportText(task.report));
      case ReportFormat::Github:
        return write(reportsGithub({&task.report, 1}));
      case ReportFormat::Json:
        return write((many ? (first ? "[\n" : ",\n") : "") + reportJson(task.report, time()));
      case ReportFormat::Sarif:
      case ReportFormat::Junit:
        break;
    }
    // These begin with what is known only at the end. Files without findings have no part in SARIF.
    if (run_.format == ReportFormat::Junit || !task.report.findings.empty())
      kept_.push_back(std::move(task.report));
    return true;
  }

  int finish() {
    bool good = true;
    if (!run_.beside && !intoFolder()) {
      if (run_.format == ReportFormat::Sarif) good = write(reportsSarif(kept_));
      if (run_.format == ReportFormat::Junit) good = write(reportsJunit(kept_));
      if (run_.format == ReportFormat::Json && run_.inputs.size() > 1) good = write("]\n");
    }
    if (const Diagnostics problems = files_.commit(); problems.hasErrors()) {
      printDiagnostics(run_.output, problems);
      return kFailure;
    }
    if (good && run_.format == ReportFormat::Text) good = printOutput(summary_.text());
    return good && !failed_ ? kSuccess : kFailure;
  }

  const ValidateRun& run_;
  SettingsFiles settings_;
  OutputFiles files_;
  OutputFile* file_ = nullptr;
  ValidateSummary summary_;
  std::vector<ValidationReport> kept_;
  std::size_t taken_ = 0;
  bool failed_ = false;
};

}  // namespace

int runValidation(const ValidateRun& run) {
  return Validation(run)();
}

}  // namespace carom::cli
