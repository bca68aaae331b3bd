#include "cli/interruption.hpp"

#include <csignal>
#include <initializer_list>

namespace carom::cli {
namespace {

volatile std::sig_atomic_t noted = 0;

void note(int signal) {
  noted = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catchInterruptions() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    // A signal that is ignored from outside (nohup) stays ignored.
    if (std::signal(signal, note) == SIG_IGN) std::signal(signal, SIG_IGN);
  // A file that grows beyond the limit and a pipe that nobody reads are failed writes, which are reported;
  // dying of them would leave temporary files behind.
  for (const int signal : {SIGXFSZ, SIGPIPE}) std::signal(signal, SIG_IGN);
}

int interruption() {
  return noted;
}

}  // namespace carom::cli
