#include "carom/output/output_files.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "carom/base/diagnostic_codes.hpp"
#include "output/concatenate.hpp"

namespace carom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = 1 << 18;

/// Creates `.<name>.<number>.tmp` beside the target. The exclusive mode means that no file of anybody is
/// overwritten.
std::FILE* openTemporary(const fs::path& target, fs::path& temporary) {
  static std::atomic<unsigned> counter{0};
  for (int attempt = 0; attempt < 10000; ++attempt) {
    temporary = target.parent_path() /
                output::concatenate(".", target.filename().string(), ".", counter.fetch_add(1), ".tmp");
    if (std::FILE* stream = std::fopen(temporary.c_str(), "wbx")) return stream;
    if (errno != EEXIST) return nullptr;
  }
  return nullptr;
}

/// The file a path names in the end, so that a symbolic link is written through and not replaced.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  // A relative path that does not exist yet would stay as it is.
  fs::path target = fs::weakly_canonical(fs::absolute(path, error), error);
  return error || target.empty() ? path : target;
}

std::string unwritable(const fs::path& path, std::string_view reason) {
  return output::concatenate("\"", path.string(), "\" cannot be written: ", reason, ".");
}

}  // namespace

OutputFile::~OutputFile() {
  if (stream_ != nullptr && owned_) std::fclose(stream_);
  if (!temporary_.empty()) {
    std::error_code ignored;
    fs::remove(temporary_, ignored);
  }
}

void OutputFile::flush() {
  if (error_ == 0 && !buffer_.empty() &&
      std::fwrite(buffer_.data(), 1, buffer_.size(), stream_) != buffer_.size())
    error_ = errno != 0 ? errno : EIO;
  buffer_.clear();
}

void OutputFile::write(std::string_view bytes) {
  if (stream_ == nullptr || error_ != 0) return;
  size_ += bytes.size();
  if (buffer_.size() + bytes.size() > kBufferBytes) flush();
  if (bytes.size() < kBufferBytes) {
    buffer_.append(bytes);
  } else if (error_ == 0 && std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) {
    error_ = errno != 0 ? errno : EIO;
  }
}

bool OutputFile::close() {
  if (stream_ == nullptr) return error_ == 0;
  flush();
  if ((owned_ ? std::fclose(stream_) : std::fflush(stream_)) != 0 && error_ == 0) error_ = errno;
  stream_ = nullptr;
  return error_ == 0;
}

OutputFiles::~OutputFiles() = default;

Result<OutputFile*> OutputFiles::create(const fs::path& path) {
  const auto failure = [&](std::string_view reason) {
    return Result<OutputFile*>::failure(codes::kFileUnwritable, "", unwritable(path, reason));
  };
  if (path.filename().empty()) return failure("the file name is missing");
  if (contains(path)) return failure("two outputs have this name");
  auto file = std::unique_ptr<OutputFile>(new OutputFile);
  file->path_ = path;
  file->target_ = resolved(path);
  std::error_code error;
  const fs::file_status status = fs::status(file->target_, error);
  if (fs::is_directory(status)) return failure("it is a directory");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    // A device or a pipe has no temporary name: renaming over /dev/null would replace it.
    file->stream_ = std::fopen(file->target_.c_str(), "wb");
  } else {
    file->stream_ = openTemporary(file->target_, file->temporary_);
    if (file->stream_ == nullptr) file->temporary_.clear();
  }
  if (file->stream_ == nullptr) return failure(std::strerror(errno));
  files_.push_back(std::move(file));
  return files_.back().get();
}

Result<OutputFile*> OutputFiles::standardOutput() {
  auto file = std::unique_ptr<OutputFile>(new OutputFile);
  file->path_ = "standard output";
  file->stream_ = stdout;
  file->owned_ = false;
  files_.push_back(std::move(file));
  return files_.back().get();
}

Result<OutputFile*> OutputFiles::copy(const fs::path& source, const fs::path& path) {
  std::FILE* input = std::fopen(source.c_str(), "rb");
  if (input == nullptr)
    return Result<OutputFile*>::failure(
        codes::kFileUnreadable, "",
        output::concatenate("\"", source.string(), "\" cannot be read: ", std::strerror(errno), "."));
  std::error_code ignored;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), ignored);
  Result<OutputFile*> file = create(path);
  if (file) {
    std::string block(kBufferBytes, '\0');
    std::size_t count = 0;
    while ((count = std::fread(block.data(), 1, block.size(), input)) > 0)
      file.value()->write({block.data(), count});
    if (std::ferror(input) != 0) file.value()->error_ = EIO;
  }
  std::fclose(input);
  return file;
}

bool OutputFiles::contains(const fs::path& path) const {
  const fs::path target = resolved(path);
  for (const auto& file : files_)
    if (file->target_ == target) return true;
  return false;
}

std::vector<std::pair<fs::path, fs::path>> OutputFiles::unfinished() {
  std::vector<std::pair<fs::path, fs::path>> files;
  for (const auto& file : files_) {
    if (file->temporary_.empty() || file->stream_ == nullptr) continue;
    file->flush();
    if (file->error_ == 0 && std::fflush(file->stream_) != 0) file->error_ = errno;
    files.emplace_back(file->target_, file->temporary_);
  }
  return files;
}

Diagnostics OutputFiles::commit() {
  Diagnostics diagnostics;
  failed_.clear();
  const auto fail = [&](const OutputFile& file, std::string_view reason) {
    diagnostics.error(codes::kFileUnwritable, "", unwritable(file.path_, reason));
    failed_.push_back(file.path_);
  };
  for (const auto& file : files_)
    if (!file->close()) fail(*file, std::strerror(file->error_));
  if (diagnostics.hasErrors()) return diagnostics;

  std::string in_place;
  for (const auto& file : files_) {
    if (!file->temporary_.empty()) {
      std::error_code error;
      fs::rename(file->temporary_, file->target_, error);
      if (error) {
        std::string reason = error.message();
        if (!in_place.empty()) reason += "; already in place:" + in_place;
        fail(*file, reason);
        return diagnostics;
      }
      file->temporary_.clear();
    }
    in_place += output::concatenate(" \"", file->path_.string(), "\"");
  }
  return diagnostics;
}

std::vector<fs::path> OutputFiles::paths() const {
  std::vector<fs::path> paths;
  for (const auto& file : files_) paths.push_back(file->path_);
  return paths;
}

}  // namespace carom
