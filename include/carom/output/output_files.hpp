// Output files that appear completely or not at all.
//
// Each file is written under a temporary name in its own folder; `commit` closes all of them first and
// renames them only when every one of them is complete. What was not committed is removed when the set goes
// away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/base/result.hpp"

namespace carom {

/// One file being written. Failures are remembered and reported by OutputFiles::commit.
class OutputFile {
 public:
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  const std::filesystem::path& path() const { return path_; }  ///< As given to OutputFiles::create.
  std::uint64_t size() const { return size_; }                 ///< Bytes written so far.

 private:
  friend class OutputFiles;
  OutputFile() = default;
  bool close();
  void flush();

  std::filesystem::path path_;
  std::filesystem::path target_;     // Where the path leads when it is a symbolic link.
  std::filesystem::path temporary_;  // Empty for devices and pipes, which are written directly.
  std::FILE* stream_ = nullptr;
  bool owned_ = true;  // False for standard output, which stays open.
  std::string buffer_;
  std::uint64_t size_ = 0;
  int error_ = 0;  // errno of the first failure.
};

/// A set of files that become visible together.
class OutputFiles {
 public:
  OutputFiles() = default;
  ~OutputFiles();  ///< Removes every file that was not committed.
  OutputFiles(OutputFiles&&) = default;
  OutputFiles& operator=(OutputFiles&&) = default;

  /// Starts a file. Fails with FILE_UNWRITABLE when the folder does not exist or cannot be written to, when
  /// the path is a folder, and when the set has this file already. The pointer is valid as long as the set.
  Result<OutputFile*> create(const std::filesystem::path& path);
  /// Standard output as one of the files: what is written appears as it is written.
  Result<OutputFile*> standardOutput();
  /// Starts a file with the bytes of another one. Folders on the way to `path` are made.
  Result<OutputFile*> copy(const std::filesystem::path& source, const std::filesystem::path& path);
  /// Whether `path` is one of the files of this set.
  bool contains(const std::filesystem::path& path) const;
  /// What has been written so far, to be read: where each file will be, and where it is now. Devices are left
  /// out.
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> unfinished();
  /// Gives every file its name. On failure the result has one error per file and nothing was renamed, unless
  /// a rename itself failed; the message then names the files that are in place.
  Diagnostics commit();
  /// Of each error that `commit` gave, the file it is about, as given to `create`.
  const std::vector<std::filesystem::path>& failed() const { return failed_; }
  /// Paths as given, in the order they were started.
  std::vector<std::filesystem::path> paths() const;

 private:
  std::vector<std::unique_ptr<OutputFile>> files_;
  std::vector<std::filesystem::path> failed_;
};

}  // namespace carom
