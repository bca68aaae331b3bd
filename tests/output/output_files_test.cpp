#include "carom/output/output_files.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace carom {
namespace {

using test::readAll;
using test::TemporaryFolder;
using Names = std::vector<std::string>;

TEST(OutputFiles, AppearAtCommitOnly) {
  const TemporaryFolder folder;
  folder.write("old.txt", "old");
  OutputFiles files;
  OutputFile* first = files.create(folder / "old.txt").value();
  OutputFile* second = files.create(folder / "new.txt").value();
  first->write("new ");
  first->write(std::string(1 << 20, 'x'));
  second->write("two");
  EXPECT_EQ(readAll(folder / "old.txt"), "old");
  EXPECT_FALSE(std::filesystem::exists(folder / "new.txt"));
  EXPECT_FALSE(files.commit().hasErrors());
  EXPECT_EQ(readAll(folder / "old.txt"), "new " + std::string(1 << 20, 'x'));
  EXPECT_EQ(readAll(folder / "new.txt"), "two");
  EXPECT_EQ(first->size(), 4u + (1 << 20));
  EXPECT_EQ(folder.names(), (Names{"new.txt", "old.txt"}));
}

TEST(OutputFiles, LeaveNothingWithoutCommit) {
  const TemporaryFolder folder;
  {
    OutputFiles files;
    files.create(folder / "a.txt").value()->write("text");
    EXPECT_EQ(folder.names().size(), 1u);
  }
  EXPECT_EQ(folder.names(), Names{});
}

TEST(OutputFiles, RefuseWhatCannotBeWritten) {
  const TemporaryFolder folder;
  OutputFiles files;
  for (const auto& path : {folder / "missing/a.txt", folder.path(), folder.path() / ""}) {
    const auto file = files.create(path);
    ASSERT_FALSE(file) << path;
    EXPECT_EQ(file.diagnostics().items().front().code, "FILE_UNWRITABLE");
  }
  ASSERT_TRUE(files.create(folder / "a.txt"));
  EXPECT_FALSE(files.create(folder / "." / "a.txt"));
}

TEST(OutputFiles, OneFullDiskStopsAll) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const TemporaryFolder folder;
  OutputFiles files;
  files.create(folder / "good.txt").value()->write("good");
  files.create("/dev/full").value()->write("lost");
  const Diagnostics result = files.commit();
  EXPECT_TRUE(result.hasErrors());
  EXPECT_FALSE(std::filesystem::exists(folder / "good.txt"));
}

TEST(OutputFiles, WriteDevicesInPlace) {
  OutputFiles files;
  files.create("/dev/null").value()->write("gone");
  EXPECT_FALSE(files.commit().hasErrors());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(OutputFiles, WriteThroughSymbolicLinks) {
  const TemporaryFolder folder;
  folder.write("target.txt", "old");
  std::filesystem::create_symlink("target.txt", folder / "link.txt");
  OutputFiles files;
  files.create(folder / "link.txt").value()->write("new");
  EXPECT_FALSE(files.commit().hasErrors());
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.txt"));
  EXPECT_EQ(readAll(folder / "target.txt"), "new");
}

TEST(OutputFiles, Copy) {
  const TemporaryFolder folder;
  const std::string bytes(700001, 'b');
  folder.write("source.bin", bytes);
  OutputFiles files;
  ASSERT_TRUE(files.copy(folder / "source.bin", folder / "sub/copy.bin"));
  EXPECT_FALSE(files.copy(folder / "absent.bin", folder / "sub/other.bin"));
  EXPECT_FALSE(files.commit().hasErrors());
  EXPECT_EQ(readAll(folder / "sub/copy.bin"), bytes);
}

}  // namespace
}  // namespace carom
