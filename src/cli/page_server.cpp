#include "cli/page_server.hpp"

#include <httplib.h>

#include <array>
#include <chrono>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <system_error>
#include <thread>
#include <utility>

#include "cli/interruption.hpp"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHost = "127.0.0.1";

/// 128 bits as hexadecimal digits.
std::string randomToken() {
  std::random_device device;
  std::string token;
  for (int i = 0; i < 32; ++i) token += "0123456789abcdef"[device() % 16];
  return token;
}

std::string contentType(const fs::path& file) {
  constexpr std::array<std::pair<const char*, const char*>, 13> kTypes{{{".html", "text/html; charset=utf-8"},
                                                                        {".js", "text/javascript"},
                                                                        {".css", "text/css"},
                                                                        {".json", "application/json"},
                                                                        {".wasm", "application/wasm"},
                                                                        {".svg", "image/svg+xml"},
                                                                        {".png", "image/png"},
                                                                        {".jpg", "image/jpeg"},
                                                                        {".jpeg", "image/jpeg"},
                                                                        {".webp", "image/webp"},
                                                                        {".gltf", "model/gltf+json"},
                                                                        {".glb", "model/gltf-binary"},
                                                                        {".ktx2", "image/ktx2"}}};
  const std::string ending = file.extension().string();
  for (const auto& [known, type] : kTypes)
    if (ending == known) return type;
  return "application/octet-stream";
}

/// The regular file that a relative path names below a folder, symbolic links followed; none outside of it.
std::optional<fs::path> fileIn(const fs::path& folder, const std::string& name) {
  if (name.find('\0') != std::string::npos) return std::nullopt;
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return std::nullopt;
  const fs::path file = fs::canonical(root / fs::path(name).relative_path(), error);
  if (error || !fs::is_regular_file(file, error)) return std::nullopt;
  const auto [end, rest] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  if (end != root.end()) return std::nullopt;
  return file;
}

void sendFile(const fs::path& file, httplib::Response& response) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    response.status = 404;
    return;
  }
  std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  response.set_content(bytes, contentType(file));
}

/// Of a URI.
std::string encoded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_';
    const auto byte = static_cast<unsigned char>(c);
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += "0123456789ABCDEF"[byte >> 4];
      out += "0123456789ABCDEF"[byte & 15];
    }
  }
  return out;
}

/// Changes when a file of the scene's folder does.
std::string revisionOf(const fs::path& folder) {
  std::error_code error;
  std::uint64_t sum = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    std::error_code ignored;
    const auto time = entry.last_write_time(ignored).time_since_epoch().count();
    const auto size = entry.is_regular_file(ignored) ? entry.file_size(ignored) : 0;
    sum = (sum ^ (static_cast<std::uint64_t>(time) + size)) * 0x9e3779b97f4a7c15ull;
  }
  return std::to_string(sum);
}

}  // namespace

struct PageServer::Implementation {
  explicit Implementation(const PageServerOptions& given) : options(given), token(randomToken()) {
    scene_folder = fs::absolute(options.scene).parent_path();
  }

  bool isOurs(const httplib::Request& request) const {
    std::string at(":");
    at.append(std::to_string(port));
    const std::string host = request.get_header_value("Host");
    if (host != std::string(kHost).append(at) && host != std::string("localhost").append(at)) return false;
    const std::string origin = request.get_header_value("Origin");
    return origin.empty() || origin == std::string("http://").append(host);
  }

  void answer(const httplib::Request& request, httplib::Response& response) const {
    response.status = 404;
    const std::string start = std::string("/").append(token).append("/");
    if (!isOurs(request) || request.path.compare(0, start.size(), start) != 0) return;
    const std::string name = request.path.substr(start.size());
    if (name == "revision") {
      response.status = 200;
      response.set_content(revisionOf(scene_folder), "text/plain");
      return;
    }
    const bool of_scene = name.compare(0, 6, "scene/") == 0;
    const auto file = of_scene       ? fileIn(scene_folder, name.substr(6))
                      : name.empty() ? fileIn(options.page, "index.html")
                                     : fileIn(options.page, name);
    if (!file) return;
    response.status = 200;
    sendFile(*file, response);
  }

  PageServerOptions options;
  std::string token;
  fs::path scene_folder;
  std::int32_t port = 0;
  httplib::Server server;
};

PageServer::PageServer(const PageServerOptions& options)
    : implementation_(std::make_unique<Implementation>(options)) {
  Implementation& self = *implementation_;
  self.server.set_default_headers({{"Cache-Control", "no-store"},
                                   {"X-Content-Type-Options", "nosniff"},
                                   {"Referrer-Policy", "no-referrer"},
                                   {"Cross-Origin-Opener-Policy", "same-origin"},
                                   {"Cross-Origin-Embedder-Policy", "require-corp"},
                                   {"Cross-Origin-Resource-Policy", "same-origin"}});
  self.server.Get(".*", [&self](const httplib::Request& request, httplib::Response& response) {
    self.answer(request, response);
  });
}

PageServer::~PageServer() = default;

bool PageServer::open() {
  Implementation& self = *implementation_;
  if (self.options.port == 0) {
    self.port = self.server.bind_to_any_port(kHost);
  } else {
    self.port = self.server.bind_to_port(kHost, self.options.port) ? self.options.port : -1;
  }
  return self.port > 0;
}

void PageServer::serve() {
  httplib::Server& server = implementation_->server;
  std::thread listening([&server] { server.listen_after_bind(); });
  while (interruption() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  server.stop();
  listening.join();
}

std::string PageServer::url() const {
  const Implementation& self = *implementation_;
  return std::string("http://") + kHost + ":" + std::to_string(self.port) + "/" + self.token +
         "/?scene=scene/" + encoded(self.options.scene.filename().string()) + "&watch=revision";
}

fs::path findPage() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path& page : {program.parent_path() / CAROM_PAGE_FROM_PROGRAM, fs::path(CAROM_BUILT_PAGE)})
    if (fs::is_regular_file(page / "index.html", error)) return page;
  return {};
}

}  // namespace carom::cli
