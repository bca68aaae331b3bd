// docs/fields.md, made from the tables.
#pragma once

#include <string>

namespace carom::dialect {

/// The whole text of docs/fields.md.
std::string renderFieldReference();

}  // namespace carom::dialect
