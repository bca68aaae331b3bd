#include "json/splice.hpp"

#include <cassert>
#include <optional>

#include "base/stable_sort.hpp"
#include "json/edit_tree.hpp"
#include "json/pointer.hpp"
#include "json/text_style.hpp"

namespace carom::json {
namespace {

struct Replacement {
  std::size_t begin, end;
  std::string text;
};

// One new member or element of a container: its name (members only) and its text.
struct Addition {
  std::optional<std::string> name;
  std::string text;
};

std::string applyEdits(const Document& document, const EditNode& root);

// The text of a place that does not exist yet, or whose old value is given up.
std::string freshText(const EditNode& node) {
  const std::string base = node.value ? *node.value : (node.appended.empty() ? "{}" : "[]");
  if (!node.hasInnerEdits()) return base;
  Diagnostics ignored;
  const auto parsed = Document::parse(base, {}, ignored);
  assert(parsed);
  return parsed ? applyEdits(**parsed, node) : base;
}

// Turns a tree of edits into replacements of ranges of a document's source.
class Splicer {
 public:
  explicit Splicer(const Document& document) : source_(document.source()), style_(styleOf(document)) {}

  void edit(Value value, const EditNode& node);
  void editInside(Value container, const EditNode& node);
  std::string result();

 private:
  std::string laidOut(const std::string& text, const TextStyle& style, std::string_view indent) const;
  /// The indentation of the line at an offset. A compact text is one line, long to search and of no use.
  std::string_view indentAt(std::size_t offset) const {
    return style_.pretty ? lineIndent(source_, offset) : std::string_view();
  }
  void replace(Value value, const std::string& text);
  std::vector<Addition> editChildren(Value container, const EditNode& node);
  void removeMembers(Value object, const EditNode& node);
  std::size_t nameBegin(Value object, std::size_t index) const;
  void add(Value container, const std::vector<Addition>& additions);
  void addToEmpty(Value container, const std::vector<Addition>& additions);
  std::string additionText(const Addition& addition, const TextStyle& style, std::string_view indent) const;

  std::string_view source_;
  TextStyle style_;
  std::vector<Replacement> replacements_;
};

std::string Splicer::laidOut(const std::string& text, const TextStyle& style, std::string_view indent) const {
  if (!style.pretty) return onOneLine(text, style.after_colon, style.after_comma);
  Diagnostics ignored;
  const auto parsed = Document::parse(text, {}, ignored);
  assert(parsed);
  return parsed ? formatted((*parsed)->root(), style, indent) : text;
}

void Splicer::replace(Value value, const std::string& text) {
  replacements_.push_back(
      {value.sourceBegin(), value.sourceEnd(), laidOut(text, style_, indentAt(value.sourceBegin()))});
}

void Splicer::edit(Value value, const EditNode& node) {
  const bool container = node.appended.empty() ? value.isObject() || value.isArray() : value.isArray();
  if (node.value || !container) {
    if (node.value || node.hasInnerEdits()) replace(value, freshText(node));
    return;
  }
  editInside(value, node);
}

// Applies the edits of `node` to the children of a container.
void Splicer::editInside(Value container, const EditNode& node) {
  const std::vector<Addition> additions = editChildren(container, node);
  if (container.isObject() && container.size() > 0) {
    std::size_t left = 0;
    for (std::size_t i = 0; i < container.size(); ++i) {
      const auto child = node.children.find(container.key(i));
      if (child == node.children.end() || !child->second->removed) ++left;
    }
    if (left == 0) return addToEmpty(container, additions);
    if (left < container.size()) removeMembers(container, node);
  }
  if (!additions.empty()) add(container, additions);
}

/// Where the name of a member begins.
std::size_t Splicer::nameBegin(Value object, std::size_t index) const {
  const std::size_t from = index == 0 ? object.sourceBegin() + 1 : object[index - 1].sourceEnd();
  return source_.find('"', from);
}

/// Takes members away, with the comma before each, or behind it where none is left before.
void Splicer::removeMembers(Value object, const EditNode& node) {
  bool any_before = false;
  for (std::size_t i = 0; i < object.size(); ++i) {
    const auto child = node.children.find(object.key(i));
    if (child == node.children.end() || !child->second->removed) {
      any_before = true;
    } else if (any_before) {
      replacements_.push_back({object[i - 1].sourceEnd(), object[i].sourceEnd(), {}});
    } else {
      replacements_.push_back({nameBegin(object, i), nameBegin(object, i + 1), {}});
    }
  }
}

// Applies the edits of children that exist, and returns those that have to be made.
std::vector<Addition> Splicer::editChildren(Value container, const EditNode& node) {
  std::vector<Addition> additions;
  if (container.isObject()) {
    for (const std::string& name : node.order) {
      const EditNode& child = *node.children.find(name)->second;
      if (child.removed) continue;
      if (const Value member = container.find(name)) {
        edit(member, child);
      } else {
        additions.push_back({name, freshText(child)});
      }
    }
    return additions;
  }
  if (!container.isArray()) return additions;
  for (const std::string& fragment : node.appended) additions.push_back({std::nullopt, fragment});
  for (const std::string& name : node.order) {
    const auto index = tokenIndex(name);
    const EditNode& child = *node.children.find(name)->second;
    assert(index && *index <= container.size() + additions.size());
    if (!index) continue;
    if (*index < container.size()) {
      edit(container[*index], child);
    } else if (const std::size_t added = *index - container.size(); added == additions.size()) {
      additions.push_back({std::nullopt, freshText(child)});
    } else if (added < additions.size()) {
      EditNode element;  // An element this patch appended, edited further.
      element.value = child.value ? *child.value : additions[added].text;
      Diagnostics ignored;
      const auto parsed = Document::parse(*element.value, {}, ignored);
      assert(parsed);
      if (!parsed) continue;
      additions[added].text = child.hasInnerEdits() ? applyEdits(**parsed, child) : *element.value;
    }
  }
  return additions;
}

std::string Splicer::additionText(const Addition& addition, const TextStyle& style,
                                  std::string_view indent) const {
  std::string text;
  if (addition.name) text = quoted(*addition.name) + ":" + style.after_colon;
  return text + laidOut(addition.text, style, indent);
}

void Splicer::add(Value container, const std::vector<Addition>& additions) {
  const std::size_t count = container.size();
  if (count == 0) return addToEmpty(container, additions);
  // New children are separated like the last one is from what precedes it.
  std::size_t blanks_begin = container.sourceBegin() + 1;
  if (count > 1) blanks_begin = source_.find(',', container[count - 2].sourceEnd()) + 1;
  const std::string_view blanks = blanksAt(source_, blanks_begin);
  TextStyle style = style_;
  const std::size_t newline = blanks.rfind('\n');
  style.pretty = newline != std::string_view::npos;
  const std::string_view indent = style.pretty ? blanks.substr(newline + 1) : std::string_view();
  if (!style.pretty && count > 1) style.after_comma = blanks;
  if (!style.pretty && count == 1 && style_.pretty) style.after_comma.assign(1, ' ');
  std::string separator(1, ',');
  separator.append(style.pretty ? blanks : std::string_view(style.after_comma));
  std::string text;
  for (const Addition& addition : additions) text += separator + additionText(addition, style, indent);
  const std::size_t end = container[count - 1].sourceEnd();
  replacements_.push_back({end, end, std::move(text)});
}

void Splicer::addToEmpty(Value container, const std::vector<Addition>& additions) {
  std::string text(1, source_[container.sourceBegin()]);
  if (additions.empty()) {
    replacements_.push_back({container.sourceBegin(), container.sourceEnd(), "{}"});
    return;
  }
  const std::string_view outer = indentAt(container.sourceBegin());
  const std::string inner = std::string(outer) + style_.unit;
  for (std::size_t i = 0; i < additions.size(); ++i) {
    if (i > 0) text += ",";
    if (style_.pretty) {
      text += style_.newline + inner;
    } else if (i > 0) {
      text += style_.after_comma;
    }
    text += additionText(additions[i], style_, inner);
  }
  if (style_.pretty) {
    text += style_.newline;
    text += outer;
  }
  text += source_[container.sourceEnd() - 1];
  replacements_.push_back({container.sourceBegin(), container.sourceEnd(), std::move(text)});
}

std::string Splicer::result() {
  stableSort(replacements_, [](const Replacement& a, const Replacement& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t size = source_.size();
  for (const Replacement& r : replacements_) size += r.text.size();
  out.reserve(size);
  std::size_t at = 0;
  for (const Replacement& r : replacements_) {
    out += source_.substr(at, r.begin - at);
    out += r.text;
    at = r.end;
  }
  out += source_.substr(at);
  return out;
}

// Applies the edits inside `root` (not its own value) to a document.
std::string applyEdits(const Document& document, const EditNode& root) {
  Splicer splicer(document);
  splicer.editInside(document.root(), root);
  return splicer.result();
}

}  // namespace

std::string splice(const Patch& patch) {
  const EditNode root = buildEditTree(patch.edits());
  if (root.value) return freshText(root);
  Splicer splicer(patch.document());
  splicer.edit(patch.document().root(), root);
  return splicer.result();
}

}  // namespace carom::json
