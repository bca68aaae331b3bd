// A parsed JSON document: order, number text and source bytes are kept, every value knows its JSON pointer.
//
// Values live in one flat array, so parsing is iterative (no recursion on the nesting of the input) and a
// value is two words to pass around. `Document` is immutable; changes are made to the text by `splice`
// (splice.hpp), which leaves every byte that is not changed as it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "carom/base/result.hpp"

namespace carom::json {

enum class Kind : std::uint8_t { Null, Boolean, Number, String, Array, Object };

class Document;

/// A view of one value of a Document, valid as long as the document is. A default-made Value is absent.
class Value {
 public:
  Value() = default;
  bool present() const { return document_ != nullptr; }
  explicit operator bool() const { return present(); }
  Kind kind() const;  ///< Of a present value.
  bool isObject() const { return present() && kind() == Kind::Object; }
  bool isArray() const { return present() && kind() == Kind::Array; }
  bool isNumber() const { return present() && kind() == Kind::Number; }
  bool isString() const { return present() && kind() == Kind::String; }
  bool isBoolean() const { return present() && kind() == Kind::Boolean; }

  std::size_t size()
      const;  ///< Elements of an array or members of an object; 0 for anything else, or absent.
  Value operator[](
      std::size_t index) const;  ///< Element or member by position, constant time; absent beyond the end.
  std::string_view key(std::size_t index) const;  ///< Name of the member at a position (unescaped).
  Value find(std::string_view name) const;  ///< Member by name (the last of equal names); absent if none.

  double number() const;            ///< Of a number; ±Infinity if the text has it (see ParseOptions).
  std::string_view text() const;    ///< The source bytes of this value.
  std::string_view string() const;  ///< Of a string, unescaped UTF-8.
  bool boolean() const;             ///< Of a boolean.
  bool isInteger() const;           ///< A number that is a whole number exactly representable in 53 bits.

  std::string pointer() const;                       ///< RFC 6901 pointer from the root.
  std::string pointer(std::string_view name) const;  ///< Pointer of a member of this object, present or not.
  std::size_t sourceBegin() const;  ///< Byte offset of the value's first character in the source.
  std::size_t sourceEnd() const;    ///< One past its last.

 private:
  friend class Document;
  Value(const Document* document, std::uint32_t index) : document_(document), index_(index) {}
  const Document* document_ = nullptr;
  std::uint32_t index_ = 0;
};

/// Limits and tolerances of parsing.
struct ParseOptions {
  std::size_t max_depth = 512;          ///< Deeper nesting is an error with the pointer where it happens.
  std::size_t max_bytes = 0xFFFFFF00u;  ///< Longer sources are refused.
};

/// Owns the source text and the parsed values.
class Document {
 public:
  /// Parses UTF-8 text (a BOM is skipped). Bare Infinity, -Infinity and NaN are read as numbers and reported
  /// as warnings in `diagnostics` (some exporters write them although they are not JSON); duplicate member
  /// names too.
  static Result<std::shared_ptr<const Document>> parse(std::string source, const ParseOptions& options,
                                                       Diagnostics& diagnostics);
  Document();
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  Value root() const;
  std::string_view source() const;
  /// The value a pointer names; absent if there is none.
  Value resolve(std::string_view pointer) const;

 private:
  friend class Value;
  struct Storage;
  std::unique_ptr<Storage> storage_;
};

}  // namespace carom::json
