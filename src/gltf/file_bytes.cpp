#include "gltf/file_bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "carom/base/diagnostic_codes.hpp"
#include "json/large_pages.hpp"

namespace carom::gltf {

bool readFile(const std::filesystem::path& path, std::uint64_t max_bytes, std::string_view pointer,
              std::string& bytes, Diagnostics& diagnostics) {
  const std::string name = path.string();
  const auto fail = [&](std::string_view code, const std::string& why) {
    diagnostics.error(code, std::string(pointer), "The file \"" + name + "\" " + why + ".");
    return false;
  };
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return fail(codes::kFileUnreadable, "does not exist");
  if (!std::filesystem::is_regular_file(status)) return fail(codes::kFileUnreadable, "is not a regular file");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return fail(codes::kFileUnreadable, "cannot be read: " + error.message());
  if (size > max_bytes) {
    return fail(codes::kFileTooLarge,
                "has " + std::to_string(size) + " bytes; the limit is " + std::to_string(max_bytes));
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"), &std::fclose);
  if (!file) return fail(codes::kFileUnreadable, std::string("cannot be opened: ") + std::strerror(errno));
  bytes.reserve(static_cast<std::size_t>(size));
  json::preferLargePages(bytes.data(), bytes.capacity());
  bytes.resize(static_cast<std::size_t>(size));
  const std::size_t read = std::fread(bytes.data(), 1, bytes.size(), file.get());
  if (read != bytes.size()) return fail(codes::kFileUnreadable, "could not be read completely");
  return true;
}

MappedFile mapFile(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY);
  if (file < 0) return {};
  struct stat status {};
  MappedFile result;
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (address != MAP_FAILED) {
      result.mapping = std::shared_ptr<const void>(
          address, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); });
      result.bytes = {static_cast<const char*>(address), size};
    }
  }
  ::close(file);
  return result;
}

}  // namespace carom::gltf
