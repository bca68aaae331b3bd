#include "json/document.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "json/number_text.hpp"
#include "json/parsed_text.hpp"
#include "json/parser.hpp"
#include "json/pointer.hpp"

namespace carom::json {

Document::Document() : storage_(std::make_unique<Storage>()) {}
Document::~Document() = default;

Result<std::shared_ptr<const Document>> Document::parse(std::string source, const ParseOptions& options,
                                                        Diagnostics& diagnostics) {
  auto document = std::make_shared<Document>();
  document->storage_->source = std::move(source);
  Diagnostics found;
  const bool parsed = parseText(*document->storage_, options, found);
  if (!parsed) return Result<std::shared_ptr<const Document>>(std::move(found));
  for (const Diagnostic& d : found.items()) diagnostics.add(d.severity, d.code, d.pointer, d.message);
  return std::shared_ptr<const Document>(std::move(document));
}

Value Document::root() const {
  return storage_->root == kNone ? Value() : Value(this, storage_->root);
}

std::string_view Document::source() const {
  return storage_->source;
}

Value Document::resolve(std::string_view pointer) const {
  const auto tokens = pointerTokens(pointer);
  if (!tokens) return {};
  Value value = root();
  for (const std::string& token : *tokens) {
    if (value.isArray()) {
      const auto index = tokenIndex(token);
      value = index ? value[*index] : Value();
    } else {
      value = value.find(token);
    }
    if (!value) break;
  }
  return value;
}

Kind Value::kind() const {
  return present() ? document_->storage_->entries[index_].kind() : Kind::Null;
}

std::size_t Value::size() const {
  if (!present()) return 0;
  const Entry& entry = document_->storage_->entries[index_];
  return entry.isContainer() ? entry.children() : 0;
}

Value Value::operator[](std::size_t index) const {
  if (index >= size()) return {};
  return {document_, document_->storage_->entries[index_].valueIndex(static_cast<std::uint32_t>(index))};
}

std::string_view Value::key(std::size_t index) const {
  if (!isObject() || index >= size()) return {};
  const auto& storage = *document_->storage_;
  return storage.name(storage.entries[index_], static_cast<std::uint32_t>(index));
}

Value Value::find(std::string_view name) const {
  if (!isObject()) return {};
  const ParsedText& storage = *document_->storage_;
  const Entry& object = storage.entries[index_];
  const std::uint32_t count = object.children();
  const auto member = [&](std::uint32_t position) { return Value(document_, object.valueIndex(position)); };
  if (count <= kSmallObject) {
    const std::uint32_t hash = nameHash(name);
    for (std::uint32_t i = count; i-- > 0;) {
      const Entry& candidate = storage.entries[object.nameIndex(i)];
      if (candidate.count == hash && storage.string(candidate) == name) return member(i);
    }
    return {};
  }
  // Equal names are sorted by position: the one before the upper bound is the last in the source.
  const auto sorted =
      std::lower_bound(storage.sorted_objects.begin(), storage.sorted_objects.end(), object.first,
                       [](const SortedObject& o, std::uint32_t first) { return o.first < first; });
  const auto begin = storage.sorted_members.begin() + std::ptrdiff_t(sorted->offset);
  const auto after = std::upper_bound(
      begin, begin + std::ptrdiff_t(count), name,
      [&](std::string_view n, std::uint32_t position) { return n < storage.name(object, position); });
  if (after == begin || storage.name(object, after[-1]) != name) return {};
  return member(after[-1]);
}

double Value::number() const {
  return isNumber() ? parseNumber(text()) : 0.0;
}

std::string_view Value::text() const {
  if (!present()) return {};
  const Entry& entry = document_->storage_->entries[index_];
  return std::string_view(document_->storage_->source).substr(entry.begin, entry.end - entry.begin);
}

std::string_view Value::string() const {
  if (!isString()) return {};
  return document_->storage_->string(document_->storage_->entries[index_]);
}

bool Value::boolean() const {
  return isBoolean() && text() == "true";
}

bool Value::isInteger() const {
  if (!isNumber()) return false;
  const double value = number();
  return std::abs(value) <= 9007199254740992.0 && std::floor(value) == value;
}

// The way down from the root: of a container's children, which are in the order of the source, the one that
// this value is in.
std::string Value::pointer() const {
  if (!present()) return {};
  const auto& storage = *document_->storage_;
  const std::uint32_t begin = storage.entries[index_].begin;
  std::string pointer;
  std::uint32_t at = storage.root;
  while (at != index_) {
    const Entry& container = storage.entries[at];
    std::uint32_t low = 0, high = container.children();  // The child is in [low, high).
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (storage.entries[container.valueIndex(middle)].begin <= begin ? low : high) = middle;
    }
    at = container.valueIndex(low);
    if (container.isObject()) {
      appendToken(pointer, storage.name(container, low));
    } else {
      pointer += '/';
      pointer += std::to_string(low);
    }
  }
  return pointer;
}

std::string Value::pointer(std::string_view name) const {
  std::string result = pointer();
  appendToken(result, name);
  return result;
}

std::size_t Value::sourceBegin() const {
  return present() ? document_->storage_->entries[index_].begin : 0;
}
std::size_t Value::sourceEnd() const {
  return present() ? document_->storage_->entries[index_].end : 0;
}

}  // namespace carom::json
