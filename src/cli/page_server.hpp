// Serves the page that shows a scene, and the scene with what lies in its folder, to a browser on this
// machine.
//
// Every address begins with a random token, so that other users and other pages cannot guess it; requests
// that name another host or come from another origin are refused (a page elsewhere may have its own name
// resolve to this machine).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace carom::cli {

struct PageServerOptions {
  std::filesystem::path page;   ///< Folder of the built page.
  std::filesystem::path scene;  ///< A .gltf or .glb; nothing outside its folder is served.
  std::int32_t port = 0;        ///< 0: any that is free.
};

class PageServer {
 public:
  explicit PageServer(const PageServerOptions& options);
  ~PageServer();

  /// Takes the port; false when it cannot be had.
  bool open();
  /// Answers requests until the program is interrupted.
  void serve();
  /// Of the page with the scene, once open.
  std::string url() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// The folder of the built page: installed, or of the build that the program is of. Empty when there is none.
std::filesystem::path findPage();

}  // namespace carom::cli
