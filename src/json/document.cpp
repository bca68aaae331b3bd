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
  return present() ? document_->storage_->kind(document_->storage_->entries[index_]) : Kind::Null;
}

std::size_t Value::size() const {
  return isArray() || isObject() ? document_->storage_->entries[index_].count : 0;
}

Value Value::operator[](std::size_t index) const {
  if (index >= size()) return {};
  return {document_, document_->storage_->entries[index_].first + static_cast<std::uint32_t>(index)};
}

std::string_view Value::key(std::size_t index) const {
  if (!isObject() || index >= size()) return {};
  const auto& storage = *document_->storage_;
  return storage.name(storage.entries[storage.entries[index_].first + index].name);
}

Value Value::find(std::string_view name) const {
  if (!isObject()) return {};
  const auto& storage = *document_->storage_;
  const Entry& object = storage.entries[index_];
  const auto nameOf = [&](std::uint32_t position) {
    return storage.name(storage.entries[object.first + position].name);
  };
  if (object.count <= kSmallObject) {
    for (std::uint32_t i = object.count; i-- > 0;) {
      if (nameOf(i) == name) return {document_, object.first + i};
    }
    return {};
  }
  // Equal names are sorted by position: the one before the upper bound is the last in the source.
  const auto sorted =
      std::lower_bound(storage.sorted_objects.begin(), storage.sorted_objects.end(), object.first,
                       [](const SortedObject& o, std::uint32_t first) { return o.first < first; });
  const auto begin = storage.sorted_members.begin() + std::ptrdiff_t(sorted->offset);
  const auto after =
      std::upper_bound(begin, begin + std::ptrdiff_t(object.count), name,
                       [&](std::string_view n, std::uint32_t position) { return n < nameOf(position); });
  if (after == begin || nameOf(after[-1]) != name) return {};
  return {document_, object.first + after[-1]};
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
  const Entry& entry = document_->storage_->entries[index_];
  if (entry.first != kNone) return document_->storage_->unescaped[entry.first];
  const std::string_view quoted_text = text();
  return quoted_text.substr(1, quoted_text.size() - 2);
}

bool Value::boolean() const {
  return isBoolean() && text() == "true";
}

bool Value::isInteger() const {
  if (!isNumber()) return false;
  const double value = number();
  return std::abs(value) <= 9007199254740992.0 && std::floor(value) == value;
}

std::string Value::pointer() const {
  if (!present()) return {};
  const auto& storage = *document_->storage_;
  std::vector<std::uint32_t> path;
  for (std::uint32_t i = index_; storage.entries[i].parent != kNone; i = storage.entries[i].parent)
    path.push_back(i);
  std::string pointer;
  for (std::size_t i = path.size(); i-- > 0;) {
    const Entry& entry = storage.entries[path[i]];
    if (entry.name != kNone) {
      appendToken(pointer, storage.name(entry.name));
    } else {
      pointer += '/';
      pointer += std::to_string(path[i] - storage.entries[entry.parent].first);
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
