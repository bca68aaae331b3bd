#include "json/parser.hpp"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "carom/base/diagnostic_codes.hpp"
#include "json/number_text.hpp"
#include "json/pointer.hpp"
#include "json/reader_stack.hpp"
#include "json/source_stream.hpp"
#include "json/string_escapes.hpp"

namespace carom::json {
namespace {

// Whether a number is worth a closer look: too large ones have hundreds of digits or an exponent of three.
bool mayOverflow(std::string_view number) {
  if (number.size() > 200) return true;
  const std::size_t exponent = number.find_first_of("eE");
  return exponent != std::string_view::npos && number.size() - exponent > 3;
}

// Receives RapidJSON's events. Values of open containers wait on a stack; when a container closes, its
// children move to the end of the flat array together, which puts them side by side.
class Builder {
 public:
  Builder(ParsedText& text, const SourceStream& stream, const ParseOptions& options, Diagnostics& diagnostics)
      : text_(text),
        stream_(stream),
        options_(options),
        diagnostics_(diagnostics),
        base_(text.source.data()) {
    // Most files have a value for every ten bytes or so. Memory that is reserved in vain is never touched.
    constexpr std::size_t kBytesPerValue = 8, kMostReserved = std::size_t(1) << 24;
    text_.entries.reserve(std::min(text.source.size() / kBytesPerValue, kMostReserved));
  }

  bool Null() { return literal(4); }
  bool Bool(bool value) { return literal(value ? 4 : 5); }
  bool RawNumber(const char* begin, rapidjson::SizeType length, bool);
  bool String(const char* begin, rapidjson::SizeType length, bool);
  bool Key(const char* begin, rapidjson::SizeType length, bool);
  bool StartObject() { return open(Kind::Object); }
  bool StartArray() { return open(Kind::Array); }
  bool EndObject(rapidjson::SizeType) { return close(); }
  bool EndArray(rapidjson::SizeType) { return close(); }
  // RapidJSON names these too; with numbers kept as text they are never called.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }

  /// Pointer of the value being read.
  std::string currentPointer() const;
  /// Places the root; false if there is none.
  bool finish();

 private:
  struct Open {
    std::uint32_t begin;          // Offset of the bracket.
    std::uint32_t first_pending;  // Where its children start on the stack.
    std::uint32_t name;           // Its own member name.
    Kind kind;
  };

  std::uint32_t offset(const char* p) const { return static_cast<std::uint32_t>(p - base_); }
  bool literal(std::uint32_t length);
  Entry& push(std::uint32_t begin, std::uint32_t end);
  bool open(Kind kind);
  bool close();
  std::uint32_t place(std::size_t first_pending);
  void indexMembers(Entry& object);
  bool text(const char* begin, std::size_t length, std::uint32_t& index);

  ParsedText& text_;
  const SourceStream& stream_;
  const ParseOptions& options_;
  Diagnostics& diagnostics_;
  const char* base_;
  std::vector<Entry> pending_;
  std::vector<Open> open_;
  std::uint32_t name_ = kNone;  // Of the member whose value comes next.
};

std::string Builder::currentPointer() const {
  std::string pointer;
  for (std::size_t level = 0; level < open_.size(); ++level) {
    const bool innermost = level + 1 == open_.size();
    if (open_[level].kind == Kind::Object) {
      const std::uint32_t name = innermost ? name_ : open_[level + 1].name;
      if (name != kNone) appendToken(pointer, text_.name(name));
    } else {
      const std::size_t end = innermost ? pending_.size() : open_[level + 1].first_pending;
      pointer += '/';
      pointer += std::to_string(end - open_[level].first_pending);
    }
  }
  return pointer;
}

Entry& Builder::push(std::uint32_t begin, std::uint32_t end) {
  Entry& entry = pending_.emplace_back();
  entry.begin = begin;
  entry.end = end;
  entry.name = name_;
  name_ = kNone;
  return entry;
}

bool Builder::literal(std::uint32_t length) {
  const auto end = static_cast<std::uint32_t>(stream_.Tell());
  push(end - length, end);
  return true;
}

bool Builder::RawNumber(const char* begin, rapidjson::SizeType length, bool) {
  const std::string_view number(begin, length);
  if (isNonFiniteName(number)) {
    diagnostics_.warning(codes::kJsonNonFinite, currentPointer(),
                         std::string(number) + " is not JSON; it is read as a number.");
  } else if (mayOverflow(number) && std::isinf(parseNumber(number))) {
    diagnostics_.error(codes::kJsonNumberRange, currentPointer(),
                       std::string(number.substr(0, 40)) + " is too large for a 64-bit float.");
  }
  push(offset(begin), offset(begin) + length);
  return true;
}

// Unescapes the bytes between a string's quotes when they have escapes; `index` is then where the text is,
// else kNone.
bool Builder::text(const char* begin, std::size_t length, std::uint32_t& index) {
  index = kNone;
  if (!std::memchr(begin, '\\', length)) return true;
  std::string& copy = text_.unescaped.emplace_back();
  index = static_cast<std::uint32_t>(text_.unescaped.size() - 1);
  if (unescape(std::string_view(begin, length), copy)) return true;
  diagnostics_.error(codes::kJsonEncoding, currentPointer(),
                     "The string has an unpaired UTF-16 surrogate escape, which is no character.");
  return false;
}

bool Builder::String(const char* begin, rapidjson::SizeType length, bool) {
  std::uint32_t unescaped = kNone;
  if (!text(begin, length, unescaped)) return false;
  push(offset(begin) - 1, offset(begin) + length + 1).first = unescaped;
  return true;
}

bool Builder::Key(const char* begin, rapidjson::SizeType length, bool) {
  std::uint32_t unescaped = kNone;
  if (!text(begin, length, unescaped)) return false;
  name_ = static_cast<std::uint32_t>(text_.names.size());
  text_.names.push_back(unescaped == kNone ? Name{offset(begin), length} : Name{unescaped, kNone});
  return true;
}

bool Builder::open(Kind kind) {
  if (open_.size() >= options_.max_depth) {
    diagnostics_.error(codes::kJsonDepth, currentPointer(),
                       "Values are nested more than " + std::to_string(options_.max_depth) + " deep.");
    return false;
  }
  open_.push_back(
      {static_cast<std::uint32_t>(stream_.Tell()), static_cast<std::uint32_t>(pending_.size()), name_, kind});
  name_ = kNone;
  return true;
}

// Moves the waiting values from `first_pending` on to the flat array and returns where they begin.
std::uint32_t Builder::place(std::size_t first_pending) {
  const auto first = static_cast<std::uint32_t>(text_.entries.size());
  text_.entries.insert(text_.entries.end(), pending_.begin() + std::ptrdiff_t(first_pending), pending_.end());
  pending_.resize(first_pending);
  for (std::uint32_t i = first; i < text_.entries.size(); ++i) {
    const Entry& entry = text_.entries[i];
    for (std::uint32_t child = 0; child < entry.count; ++child) text_.entries[entry.first + child].parent = i;
  }
  return first;
}

bool Builder::close() {
  const Open frame = open_.back();
  const auto count = static_cast<std::uint32_t>(pending_.size() - frame.first_pending);
  const std::uint32_t first = place(frame.first_pending);
  open_.pop_back();
  name_ = frame.name;
  Entry& entry = push(frame.begin, static_cast<std::uint32_t>(stream_.Tell() + 1));
  entry.first = first;
  entry.count = count;
  if (frame.kind == Kind::Object) indexMembers(entry);
  return true;
}

// Finds members of equal name and, in a large object, sorts the members so that look-up is logarithmic.
void Builder::indexMembers(Entry& object) {
  const auto name = [&](std::uint32_t position) -> std::string_view {
    return text_.name(text_.entries[object.first + position].name);
  };
  const auto report = [&](std::uint32_t position) {
    // The object itself is already the last value of its parent, so its position there is one less than the
    // count.
    std::string pointer;
    const Entry self = pending_.back();
    pending_.pop_back();
    name_ = self.name;
    pointer = currentPointer();
    pending_.push_back(self);
    name_ = kNone;
    appendToken(pointer, name(position));
    diagnostics_.warning(
        codes::kJsonDuplicateMember, std::move(pointer),
        "The object has more than one member \"" + std::string(name(position)) + "\"; the last one counts.");
  };
  if (object.count <= kSmallObject) {
    for (std::uint32_t i = 1; i < object.count; ++i) {
      for (std::uint32_t j = 0; j < i; ++j) {
        if (name(i) == name(j)) {
          report(i);
          break;
        }
      }
    }
    return;
  }
  std::vector<std::uint32_t>& sorted = text_.sorted_members;
  const auto offset = static_cast<std::uint32_t>(sorted.size());
  text_.sorted_objects.push_back({object.first, offset});
  for (std::uint32_t i = 0; i < object.count; ++i) sorted.push_back(i);
  const auto begin = sorted.begin() + std::ptrdiff_t(offset);
  std::sort(begin, sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    const int order = name(a).compare(name(b));
    return order != 0 ? order < 0 : a < b;
  });
  for (std::uint32_t i = 1; i < object.count; ++i) {
    if (name(begin[i]) == name(begin[i - 1])) report(begin[i]);
  }
}

bool Builder::finish() {
  if (pending_.size() != 1 || !open_.empty()) return false;
  text_.root = place(0);
  return true;
}

std::string lineAndColumn(std::string_view source, std::size_t offset) {
  offset = std::min(offset, source.size());
  const std::string_view before = source.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(offset - line_start + 1);
}

void reportFailure(const rapidjson::ParseResult& result, std::string_view source, std::string pointer,
                   Diagnostics& diagnostics) {
  const std::string where = " (" + lineAndColumn(source, result.Offset()) + ")";
  switch (result.Code()) {
    case rapidjson::kParseErrorTermination:
      return;  // The builder said why.
    case rapidjson::kParseErrorNumberTooBig: {
      const std::size_t end = source.find_first_of(",]} \t\r\n", result.Offset());
      const std::string number(
          source.substr(result.Offset(), std::min<std::size_t>(end - result.Offset(), 40)));
      diagnostics.error(codes::kJsonNumberRange, std::move(pointer),
                        number + " is too large for a 64-bit float" + where + ".");
      return;
    }
    case rapidjson::kParseErrorStringInvalidEncoding:
      diagnostics.error(codes::kJsonEncoding, std::move(pointer),
                        "The text is not valid UTF-8" + where + ".");
      return;
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
      diagnostics.error(codes::kJsonEncoding, std::move(pointer),
                        "The string has an unpaired UTF-16 surrogate escape" + where + ".");
      return;
    default:
      break;
  }
  std::string message = rapidjson::GetParseError_En(result.Code());
  if (message.ends_with('.')) message.pop_back();
  diagnostics.error(codes::kJsonSyntax, std::move(pointer), message + where + ".");
}

}  // namespace

bool parseText(ParsedText& text, const ParseOptions& options, Diagnostics& diagnostics) {
  const std::string& source = text.source;
  if (source.size() > std::min<std::size_t>(options.max_bytes, 0xFFFFFF00u)) {
    diagnostics.error(codes::kJsonTooLarge, "",
                      "The JSON text has " + std::to_string(source.size()) +
                          " bytes, more than the limit of " + std::to_string(options.max_bytes) + ".");
    return false;
  }
  const std::size_t errors_before = diagnostics.errorCount();
  const std::size_t start = source.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  SourceStream stream(source.data(), source.data() + start, source.data() + source.size());
  Builder builder(text, stream, options, diagnostics);
  rapidjson::GenericReader<SourceUtf8, SourceUtf8, ReaderAllocator> reader;
  constexpr unsigned kFlags = rapidjson::kParseInsituFlag | rapidjson::kParseValidateEncodingFlag |
                              rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseNanAndInfFlag;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, builder);
  if (result.IsError()) {
    reportFailure(result, source, builder.currentPointer(), diagnostics);
    return false;
  }
  if (stream.Tell() != source.size()) {
    diagnostics.error(codes::kJsonSyntax, "",
                      "The text has a zero byte (" + lineAndColumn(source, stream.Tell()) + ").");
    return false;
  }
  if (!builder.finish()) {
    diagnostics.error(codes::kJsonSyntax, "", "The text has no value.");
    return false;
  }
  return diagnostics.errorCount() == errors_before;
}

}  // namespace carom::json
