// Fills a ParsedText from its source.
#pragma once

#include "carom/base/diagnostic.hpp"
#include "json/parsed_text.hpp"

namespace carom::json {

/// Parses `text.source`. False when there was an error, which is then in `diagnostics`.
bool parseText(ParsedText& text, const ParseOptions& options, Diagnostics& diagnostics);

}  // namespace carom::json
