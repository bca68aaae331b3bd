// Reading JSON text into a flat array of values, in one pass and without recursion.
//
// Values of open containers wait on a stack. When a container closes, its children move to the end of the
// flat array together, which puts them side by side. Nothing is copied out of the text but strings with
// escapes, and nothing is allocated for a single value.
#include "json/parser.hpp"

#include <algorithm>
#include <cmath>

#include "base/compact_sort.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "json/number_text.hpp"
#include "json/pointer.hpp"
#include "json/scanner.hpp"
#include "json/string_escapes.hpp"

namespace carom::json {
namespace {

std::string lineAndColumn(std::string_view source, std::size_t offset) {
  offset = std::min(offset, source.size());
  const std::string_view before = source.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(offset - line_start + 1);
}

class Parser {
 public:
  Parser(ParsedText& text, std::size_t start, const ParseOptions& options, Diagnostics& diagnostics)
      : text_(text),
        options_(options),
        diagnostics_(diagnostics),
        base_(text.source.data()),
        begin_(base_ + start),
        end_(base_ + text.source.size()),
        scanner_(begin_, end_) {
    // Most files have a value or name for every ten to twenty bytes. Memory that is reserved in vain is never
    // touched.
    constexpr std::size_t kBytesPerEntry = 8;
    text_.entries.reserve(text.source.size() / kBytesPerEntry + 1);
  }

  /// False after an error that ends the reading; it is reported.
  bool parse();

 private:
  struct Open {
    std::uint32_t begin;          // Offset of the bracket.
    std::uint32_t first_pending;  // Where its children start on the stack.
    bool object;
  };

  std::uint32_t offset(const char* at) const { return static_cast<std::uint32_t>(at - base_); }
  const char* document(const char* at);
  const char* plainValue(const char* at);
  const char* afterValue(const char* at);
  const char* string(const char* at);
  const char* name(const char* at);
  const char* number(const char* at);
  const char* nonFinite(const char* at);
  const char* literal(const char* at, std::string_view word, Kind kind);
  bool open(const char* at, bool object);
  void close(const char* after);
  std::uint32_t unescaped(std::string_view raw);
  void checkNames(const Entry& object);
  void sortMembers(const Entry& object);
  void reportDuplicate(const Entry& object, std::uint32_t position);
  std::string pointerTo(std::size_t level) const;
  void reportFailure();

  ParsedText& text_;
  const ParseOptions& options_;
  Diagnostics& diagnostics_;
  const char* const base_;
  const char* const begin_;
  const char* const end_;
  Scanner scanner_;
  FlatArray<Entry> pending_;
  std::vector<Open> open_;
  bool reported_ = false;  // The failure is in the diagnostics already.
};

// Pointer of the value that is being read in the open container number `level` − 1, counted from outside.
std::string Parser::pointerTo(std::size_t level) const {
  std::string pointer;
  for (std::size_t i = 0; i < level; ++i) {
    const std::size_t end = i + 1 < open_.size() ? open_[i + 1].first_pending : pending_.size();
    const std::size_t count = end - open_[i].first_pending;
    if (!open_[i].object) {
      pointer += '/';
      pointer += std::to_string(count);
    } else if (count % 2 == 1) {
      appendToken(pointer, text_.string(pending_[end - 1]));
    }
  }
  return pointer;
}

bool Parser::open(const char* at, bool object) {
  if (open_.size() >= options_.max_depth) {
    diagnostics_.error(
        codes::kJsonDepth, pointerTo(open_.size()),
        "Arrays and objects are nested more than " + std::to_string(options_.max_depth) + " levels deep.");
    reported_ = true;
    return false;
  }
  open_.push_back({offset(at), static_cast<std::uint32_t>(pending_.size()), object});
  return true;
}

void Parser::close(const char* after) {
  const Open closed = open_.back();
  const auto children = static_cast<std::uint32_t>(pending_.size() - closed.first_pending);
  const auto first = static_cast<std::uint32_t>(text_.entries.size());
  const Entry entry = Entry::container(closed.object, closed.begin, offset(after), first,
                                       closed.object ? children / 2 : children);
  text_.entries.takeTail(pending_, closed.first_pending);
  open_.pop_back();
  if (closed.object) checkNames(entry);
  pending_.push(entry);
}

// Keeps the unescaped form of a string's bytes and gives its index; kNone after reporting.
std::uint32_t Parser::unescaped(std::string_view raw) {
  if (!unescape(raw, text_.unescaped_text)) {
    diagnostics_.error(codes::kJsonEncoding, pointerTo(open_.size()),
                       "The string has an unpaired UTF-16 surrogate escape.");
    reported_ = true;
    return kNone;
  }
  text_.unescaped.push_back(static_cast<std::uint32_t>(text_.unescaped_text.size()));
  return static_cast<std::uint32_t>(text_.unescaped.size() - 1);
}

const char* Parser::string(const char* at) {
  bool escaped = false;
  const char* const quote = scanner_.string(at + 1, escaped);
  if (!quote) return nullptr;
  Entry entry = Entry::plain(Kind::String, offset(at), offset(quote + 1), kNone);
  if (escaped) {
    entry.first = unescaped(std::string_view(at + 1, static_cast<std::size_t>(quote - at - 1)));
    if (entry.first == kNone) return nullptr;
  }
  pending_.push(entry);
  return quote + 1;
}

// A member's name and colon, up to its value.
const char* Parser::name(const char* at) {
  if (*at != '"') return scanner_.fail(at, "Expected a member name in quotes");
  at = string(at);
  if (!at) return nullptr;
  Entry& entry = pending_[pending_.size() - 1];
  entry.count = nameHash(text_.string(entry));
  at = scanner_.skipBlanks(at);
  if (*at != ':') return scanner_.fail(at, "Expected a colon after the member name");
  return scanner_.skipBlanks(at + 1);
}

const char* Parser::nonFinite(const char* at) {
  const char* const after = scanner_.nonFinite(*at == '-' ? at + 1 : at);
  if (!after) return nullptr;
  diagnostics_.warning(codes::kJsonNonFinite, pointerTo(open_.size()),
                       std::string(at, after) + " is not valid JSON; it is read as a number.");
  pending_.push(Entry::plain(Kind::Number, offset(at), offset(after)));
  return after;
}

const char* Parser::number(const char* at) {
  if (at[0] == '-' && (at[1] == 'I' || at[1] == 'N')) return nonFinite(at);
  bool may_overflow = false;
  const char* const after = scanner_.number(at, may_overflow);
  if (!after) return nullptr;
  if (may_overflow) {
    const std::string_view text(at, static_cast<std::size_t>(after - at));
    if (std::isinf(parseNumber(text))) {
      diagnostics_.error(codes::kJsonNumberRange, pointerTo(open_.size()),
                         std::string(text.substr(0, 40)) + " is too large for a 64-bit float.");
    }
  }
  pending_.push(Entry::plain(Kind::Number, offset(at), offset(after)));
  return after;
}

const char* Parser::literal(const char* at, std::string_view word, Kind kind) {
  const char* const after = scanner_.literal(at, word);
  if (after) pending_.push(Entry::plain(kind, offset(at), offset(after)));
  return after;
}

// A value that is no container.
const char* Parser::plainValue(const char* at) {
  switch (*at) {
    case '"':
      return string(at);
    case 't':
      return literal(at, "true", Kind::Boolean);
    case 'f':
      return literal(at, "false", Kind::Boolean);
    case 'n':
      return literal(at, "null", Kind::Null);
    case 'N':
    case 'I':
      return nonFinite(at);
    default:
      return number(at);
  }
}

// From after a value to the next one, closing containers on the way; or to the end of the root.
const char* Parser::afterValue(const char* at) {
  while (!open_.empty()) {
    at = scanner_.skipBlanks(at);
    const bool object = open_.back().object;
    if (*at == ',') {
      at = scanner_.skipBlanks(at + 1);
      return object ? name(at) : at;
    }
    if (*at != (object ? '}' : ']')) {
      return scanner_.fail(
          at, object ? "Expected a comma or } after a member" : "Expected a comma or ] after an element");
    }
    close(++at);
  }
  return at;
}

const char* Parser::document(const char* at) {
  at = scanner_.skipBlanks(at);
  if (at == end_) return scanner_.fail(at, "The text is empty");
  do {
    // A value begins here.
    const bool object = *at == '{';
    if (object || *at == '[') {
      if (!open(at, object)) return nullptr;
      at = scanner_.skipBlanks(at + 1);
      if (*at != (object ? '}' : ']')) {
        if (object) at = name(at);
        continue;
      }
    } else {
      at = plainValue(at);
    }
    if (at) at = afterValue(at);
  } while (at && !open_.empty());
  if (!at) return nullptr;
  at = scanner_.skipBlanks(at);
  return at == end_ ? at : scanner_.fail(at, "Unexpected text after the top-level value");
}

bool Parser::parse() {
  if (!document(begin_)) {
    if (!reported_) reportFailure();
    return false;
  }
  text_.root = static_cast<std::uint32_t>(text_.entries.size());
  text_.entries.takeTail(pending_, 0);
  return true;
}

void Parser::reportFailure() {
  const ScanFailure& failure = scanner_.failure();
  const bool encoding = failure.kind == ScanFailure::Kind::Encoding;
  std::string message = failure.message;
  if (*failure.at == 0 && failure.at != end_) message = "The text has a zero byte";
  message += " (" + lineAndColumn(text_.source, offset(failure.at)) + ").";
  diagnostics_.error(encoding ? codes::kJsonEncoding : codes::kJsonSyntax, pointerTo(open_.size()),
                     std::move(message));
}

void Parser::reportDuplicate(const Entry& object, std::uint32_t position) {
  const std::string name(text_.name(object, position));
  std::string pointer = pointerTo(open_.size());
  appendToken(pointer, name);
  diagnostics_.warning(codes::kJsonDuplicateMember, std::move(pointer),
                       "The object repeats the member \"" + name + "\"; the last value is used.");
}

// Finds members of equal name and, in a large object, sorts the members so that look-up is logarithmic.
void Parser::checkNames(const Entry& object) {
  const std::uint32_t count = object.children();
  if (count > kSmallObject) return sortMembers(object);
  const auto hash = [&](std::uint32_t i) { return text_.entries[object.nameIndex(i)].count; };
  // One bit of 64 for each name: equal names have the same, different ones rarely.
  std::uint64_t seen = 0;
  bool look_closer = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t bit = std::uint64_t(1) << (hash(i) % 64);
    look_closer = look_closer || (seen & bit) != 0;
    seen |= bit;
  }
  for (std::uint32_t i = 1; look_closer && i < count; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) {
      if (hash(i) != hash(j) || text_.name(object, i) != text_.name(object, j)) continue;
      reportDuplicate(object, i);
      break;
    }
  }
}

void Parser::sortMembers(const Entry& object) {
  const std::uint32_t count = object.children();
  const auto name = [&](std::uint32_t position) { return text_.name(object, position); };
  std::vector<std::uint32_t>& sorted = text_.sorted_members;
  const auto offset = static_cast<std::uint32_t>(sorted.size());
  text_.sorted_objects.push_back({object.first, offset});
  for (std::uint32_t i = 0; i < count; ++i) sorted.push_back(i);
  const auto begin = sorted.begin() + std::ptrdiff_t(offset);
  compactSort(begin, sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    const int order = name(a).compare(name(b));
    return order != 0 ? order < 0 : a < b;
  });
  for (std::uint32_t i = 1; i < count; ++i) {
    if (name(begin[i]) == name(begin[i - 1])) reportDuplicate(object, begin[i]);
  }
}

}  // namespace

bool parseText(ParsedText& text, const ParseOptions& options, Diagnostics& diagnostics) {
  const std::string& source = text.source;
  if (source.size() > std::min<std::size_t>(options.max_bytes, 0xFFFFFF00u)) {
    diagnostics.error(codes::kJsonTooLarge, "",
                      "The JSON text has " + std::to_string(source.size()) + " bytes; the limit is " +
                          std::to_string(options.max_bytes) + ".");
    return false;
  }
  const std::size_t errors_before = diagnostics.errorCount();
  const std::size_t start = source.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return Parser(text, start, options, diagnostics).parse() && diagnostics.errorCount() == errors_before;
}

}  // namespace carom::json
