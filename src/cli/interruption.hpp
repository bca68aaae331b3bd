// Ctrl-C and its kin end a run in good order: temporary files are removed. A second one ends the program at
// once.
#pragma once

namespace carom::cli {

/// From now on the first SIGINT, SIGTERM or SIGHUP is only noted.
void catchInterruptions();
/// The signal noted, 0 if none.
int interruption();

}  // namespace carom::cli
