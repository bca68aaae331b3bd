// The findings over the public files of every revision, as recorded: golden/public_files.txt, one line a
// finding. CAROM_UPDATE_GOLDEN=1 writes it anew. And what large inputs cost.
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "carom/validate/report_formats.hpp"
#include "carom/validate/validate.hpp"
#include "official_report.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

const fs::path kAssets = fs::path(CAROM_SOURCE_DIR) / "../shared/assets";

std::string readAll(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// The files of the extensions' authors, not those of ours that show defects.
std::vector<fs::path> publicFiles() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kAssets)) {
    const fs::path relative = fs::relative(entry.path(), kAssets);
    const std::string ending = entry.path().extension().string();
    if (*relative.begin() != "defects" && (ending == ".gltf" || ending == ".glb")) files.push_back(relative);
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(PublicFiles, FindingsAreAsRecorded) {
  if (!fs::exists(kAssets)) GTEST_SKIP() << "no shared assets";
  const std::vector<fs::path> files = publicFiles();
  EXPECT_GE(files.size(), 170u);
  std::string text;
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    const ValidationReport report = validateFile(kAssets / file);
    expectOfficialReport(reportJson(report));
    text += file.string() + "\n";
    std::vector<std::string> lines;
    for (const Finding& finding : report.findings)
      lines.push_back("  " + std::string(gradeName(finding.grade)) + " " + std::string(finding.code) + " " +
                      finding.pointer + "\n");
    for (const std::string& line : lines) text += line;
  }
  const fs::path golden = fs::path(CAROM_SOURCE_DIR) / "tests/validate/golden/public_files.txt";
  if (std::getenv("CAROM_UPDATE_GOLDEN")) {
    fs::create_directories(golden.parent_path());
    std::ofstream(golden, std::ios::binary) << text;
  }
  EXPECT_EQ(readAll(golden), text);
}

/// Largest memory of the program while it validates, bytes; 0 when it fails.
std::uint64_t memoryOf(const std::string& path) {
  malloc_trim(0);  // A child begins with the memory that earlier tests left to this program.
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "wb", stdout) == nullptr) _exit(126);
    execl(CAROM_PROGRAM, CAROM_PROGRAM, "validate", "--no-settings", path.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

void appendWord(std::string& bytes, std::uint32_t word) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(word >> (8 * i) & 0xFF);
}

class LargeInput : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(CAROM_PROGRAM)) GTEST_SKIP() << "the program is not built";
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  const fs::path folder_ = fs::temp_directory_path() / ("carom_large_" + std::to_string(getpid()));
};

/// A gigabyte of vertices that no collider uses: most of the file is never touched.
TEST_F(LargeInput, AGigabyteIsNotCopied) {
  constexpr std::uint32_t kBinary = 1u << 30;
  std::string json =
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":1073741824}],"bufferViews":[{"buffer":0,)"
      R"("byteLength":1073741824}],"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3",)"
      R"("count":89478485,"min":[0,0,0],"max":[0,0,0]}],"meshes":[{"primitives":[{"attributes":)"
      R"({"POSITION":0}}]}],"nodes":[{"mesh":0}]})";
  json.append((4 - json.size() % 4) % 4, ' ');
  std::string head = "glTF";
  appendWord(head, 2);
  appendWord(head, static_cast<std::uint32_t>(12 + 8 + json.size() + 8) + kBinary);
  appendWord(head, static_cast<std::uint32_t>(json.size()));
  head += "JSON" + json;
  appendWord(head, kBinary);
  head += std::string_view("BIN\0", 4);
  const fs::path file = folder_ / "large.glb";
  std::ofstream(file, std::ios::binary) << head;
  fs::resize_file(file, head.size() + kBinary);  // Sparse.
  const std::uint64_t memory = memoryOf(file.string());
  EXPECT_GT(memory, 0u);
  EXPECT_LT(memory, std::uint64_t(100) << 20);
}

/// Ten times as many files need no more memory, but for their names.
TEST_F(LargeInput, ManyFilesNeedNoMoreMemory) {
  const std::string text =
      readAll(fs::path(CAROM_SOURCE_DIR) / "tests/validate/scenes/PHYSICS_DENSITY/scene.gltf");
  ASSERT_FALSE(text.empty());
  const auto memoryOfMany = [&](int count) {
    const fs::path folder = folder_ / std::to_string(count);
    fs::create_directories(folder);
    for (int i = 0; i < count; ++i)
      std::ofstream(folder / (std::to_string(i) + ".gltf"), std::ios::binary) << text;
    return memoryOf(folder.string());
  };
  const std::uint64_t some = memoryOfMany(1000), many = memoryOfMany(10000);
  EXPECT_GT(some, 0u);
  // Nine thousand paths, and what the allocator keeps.
  EXPECT_LT(many, some + (std::uint64_t(12) << 20));
}

}  // namespace
}  // namespace carom::test
