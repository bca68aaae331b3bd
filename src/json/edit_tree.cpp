#include "json/edit_tree.hpp"

#include <cassert>

#include "json/pointer.hpp"

namespace carom::json {

EditNode& EditNode::child(const std::string& name) {
  std::unique_ptr<EditNode>& node = children[name];
  if (!node) {
    node = std::make_unique<EditNode>();
    order.push_back(name);
  }
  return *node;
}

void EditNode::clear() {
  removed = false;
  value.reset();
  appended.clear();
  order.clear();
  children.clear();
}

EditNode buildEditTree(const std::vector<Patch::Edit>& edits) {
  EditNode root;
  for (const Patch::Edit& edit : edits) {
    const auto tokens = pointerTokens(edit.pointer);
    assert(tokens);
    if (!tokens) continue;
    EditNode* node = &root;
    for (const std::string& token : *tokens) node = &node->child(token);
    if (edit.remove) {
      node->clear();
      node->removed = true;
    } else if (edit.append) {
      node->appended.push_back(edit.fragment);
    } else {
      node->clear();
      node->value = edit.fragment;
    }
  }
  return root;
}

Patch::Patch(const Document& document) : document_(&document) {}

void Patch::append(std::string_view pointer, std::string fragment) {
  const std::size_t size = arraySize(pointer);
  sizes_.insert_or_assign(std::string(pointer), size + 1);
  edits_.push_back({true, false, std::string(pointer), std::move(fragment)});
}

void Patch::set(std::string_view pointer, std::string fragment) {
  const std::string below = std::string(pointer) + "/";
  const auto forget = [&](auto& map) {
    auto it = map.lower_bound(below);
    while (it != map.end() && it->first.starts_with(below)) it = map.erase(it);
    if (const auto self = map.find(pointer); self != map.end()) map.erase(self);
  };
  forget(sizes_);
  forget(replacements_);
  // A value set just past an array's end is one more element.
  if (const std::size_t slash = pointer.rfind('/'); slash != std::string_view::npos) {
    const std::string_view parent = pointer.substr(0, slash);
    const auto index = tokenIndex(pointer.substr(slash + 1));
    if (index && *index > 0 && *index == arraySize(parent))
      sizes_.insert_or_assign(std::string(parent), *index + 1);
  }
  if (fragment.starts_with('{') || fragment.starts_with('['))
    replacements_.insert_or_assign(std::string(pointer), edits_.size());
  edits_.push_back({false, false, std::string(pointer), std::move(fragment)});
}

void Patch::remove(std::string_view pointer) {
  edits_.push_back({false, true, std::string(pointer), {}});
}

std::size_t Patch::arraySize(std::string_view pointer) const {
  if (const auto it = sizes_.find(pointer); it != sizes_.end()) return it->second;
  const auto sizeOf = [](Value value) { return value.isArray() ? value.size() : std::size_t(0); };
  if (!replacements_.empty()) {
    std::string_view ancestor = pointer;
    while (true) {
      if (const auto it = replacements_.find(ancestor); it != replacements_.end()) {
        // Few are asked for again, so they are parsed only then.
        Diagnostics ignored;
        const auto parsed = Document::parse(edits_[it->second].fragment, {}, ignored);
        return parsed ? sizeOf((*parsed)->resolve(pointer.substr(ancestor.size()))) : 0;
      }
      const std::size_t slash = ancestor.rfind('/');
      if (slash == std::string_view::npos) break;
      ancestor = ancestor.substr(0, slash);
    }
  }
  return sizeOf(document_->resolve(pointer));
}

}  // namespace carom::json
