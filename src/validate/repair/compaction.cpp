#include "validate/repair/compaction.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "base/compact_sort.hpp"
#include "json/splice.hpp"
#include "validate/repair/references.hpp"

namespace carom::validate {

namespace {

using dialect::Target;

struct Cut {
  std::size_t begin, end;
  std::string text;
};

bool isShapeOfKhronos(Target target) {
  return target == Target::ImplicitShape || target == Target::CollisionShape;
}

/// Whether indices may stand where no table tells: pointers of animations and of behavior graphs.
bool hasOtherReferences(json::Value root) {
  const json::Value used = root.find("extensionsUsed");
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i].isString()) continue;
    if (used[i].string() == "KHR_animation_pointer" || used[i].string() == "KHR_interactivity") return true;
  }
  return false;
}

class Compaction {
 public:
  Compaction(const json::Document& document, std::vector<Mend>& mends)
      : document_(document), references_(referencesIn(document)), mends_(mends) {}

  void compactArray(const std::string& pointer, const std::map<std::size_t, std::string_view>& codes) {
    const json::Value array = document_.resolve(pointer);
    const Target target = targetOfArray(pointer);
    if (!array.isArray() || target == Target::None || isAmbiguous(pointer, target)) return;
    plan(array, pointer, target, codes);
    if (!std::any_of(removed_.begin(), removed_.end(), [](bool removed) { return removed; })) return;
    renumber(pointer, target, codes);
    cutEntries(array, pointer, codes);
  }

  std::string result() {
    compactSort(cuts_.begin(), cuts_.end(), [](const Cut& a, const Cut& b) { return a.begin < b.begin; });
    const std::string_view source = document_.source();
    std::string text;
    std::size_t at = 0;
    for (const Cut& cut : cuts_) {
      text.append(source.substr(at, cut.begin - at)).append(cut.text);
      at = cut.end;
    }
    return withoutEmptied(text.append(source.substr(at)));
  }

 private:
  /// Without the arrays of which nothing is left, and what had nothing but them.
  std::string withoutEmptied(std::string text) const {
    for (std::string pointer : emptied_) {
      Diagnostics ignored;
      const auto parsed = json::Document::parse(text, {}, ignored);
      if (!parsed) return text;
      for (;;) {
        const std::string parent = pointer.substr(0, pointer.rfind('/'));
        if (parent.empty() || (*parsed)->resolve(parent).size() > 1) break;
        pointer = parent;
      }
      json::Patch patch(**parsed);
      patch.remove(pointer);
      text = json::splice(patch);
    }
    return text;
  }

  bool refersTo(const Reference& reference, const std::string& pointer, Target target) const {
    if (isShapeOfKhronos(target)) return isShapeOfKhronos(reference.target);
    if (reference.target != target) return false;
    const bool own = target == Target::Material || target == Target::Filter || target == Target::Joint;
    return !own || pointer.starts_with("/extensions/" + std::string(reference.extension) + "/");
  }

  /// Whether it cannot be told which array some index is into.
  bool isAmbiguous(const std::string& pointer, Target target) const {
    if (isShapeOfKhronos(target)) {
      std::size_t arrays = 0;
      for (const char* one :
           {"/shapes", "/extensions/KHR_implicit_shapes/shapes", "/extensions/KHR_collision_shapes/shapes",
            "/extensions/MSFT_collision_primitives/colliders"})
        arrays += document_.resolve(one).present();
      return arrays > 1;
    }
    // A wheel's material belongs to the newest extension that has any.
    return std::any_of(references_.begin(), references_.end(), [&](const Reference& reference) {
      return target == Target::Material && reference.target == target &&
             !pointer.starts_with("/extensions/" + std::string(reference.extension) + "/");
    });
  }

  void plan(json::Value array, const std::string& pointer, Target target,
            const std::map<std::size_t, std::string_view>& codes) {
    same_.assign(array.size(), 0);
    removed_.assign(array.size(), false);
    std::vector<bool> used(array.size());
    for (const Reference& reference : references_) {
      if (reference.index < used.size() && refersTo(reference, pointer, target)) used[reference.index] = true;
    }
    std::map<std::string_view, std::size_t> first;
    for (std::size_t i = 0; i < array.size(); ++i) {
      same_[i] = first.emplace(array[i].text(), i).first->second;
      const auto code = codes.find(i);
      if (code == codes.end()) continue;
      const bool duplicate = code->second == "PHYSICS_DUPLICATE" && same_[i] != i;
      removed_[i] = duplicate || (code->second == "UNUSED_OBJECT" && !used[i]);
    }
    // What others are to be merged into stays.
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (removed_[i] && same_[i] != i) removed_[same_[i]] = removed_[same_[i]] && !used[i];
    }
  }

  std::size_t newIndex(std::size_t index) const {
    const std::size_t kept = removed_[index] ? same_[index] : index;
    return kept - static_cast<std::size_t>(std::count(
                      removed_.begin(), removed_.begin() + static_cast<std::ptrdiff_t>(kept), true));
  }

  void renumber(const std::string& pointer, Target target,
                const std::map<std::size_t, std::string_view>& codes) {
    for (const Reference& reference : references_) {
      if (reference.index >= removed_.size() || !refersTo(reference, pointer, target)) continue;
      const std::size_t index = newIndex(reference.index);
      if (index == reference.index) continue;
      const std::string text = std::to_string(index);
      cuts_.push_back({reference.value.sourceBegin(), reference.value.sourceEnd(), text});
      // A number may change because of what was before it.
      const std::size_t cause =
          removed_[reference.index]
              ? reference.index
              : static_cast<std::size_t>(std::find(removed_.begin(), removed_.end(), true) -
                                         removed_.begin());
      mends_.push_back(
          {codes.at(cause), reference.value.pointer(), std::string(reference.value.text()), text});
    }
  }

  /// Runs of removed entries go with one comma each.
  void cutEntries(json::Value array, const std::string& pointer,
                  const std::map<std::size_t, std::string_view>& codes) {
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (!removed_[i]) continue;
      mends_.push_back({codes.at(i), pointer + "/" + std::to_string(i), std::string(array[i].text()), ""});
    }
    if (!std::count(removed_.begin(), removed_.end(), false)) emptied_.push_back(pointer);
    std::optional<std::size_t> kept;
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (!removed_[i]) {
        kept = i;
        continue;
      }
      std::size_t last = i;
      while (last + 1 < array.size() && removed_[last + 1]) ++last;
      if (kept) {  // With the comma before.
        cuts_.push_back({array[*kept].sourceEnd(), array[last].sourceEnd(), ""});
      } else if (last + 1 < array.size()) {  // With the comma after.
        cuts_.push_back({array[i].sourceBegin(), array[last + 1].sourceBegin(), ""});
      } else {
        cuts_.push_back({array[i].sourceBegin(), array[last].sourceEnd(), ""});
      }
      i = last;
    }
  }

  const json::Document& document_;
  std::vector<Reference> references_;
  std::vector<Mend>& mends_;
  std::vector<Cut> cuts_;
  std::vector<std::size_t> same_;  // Of each entry, the first that says the same.
  std::vector<bool> removed_;
  std::vector<std::string> emptied_;  // Arrays of which nothing is left.
};

}  // namespace

std::string compacted(const json::Document& document, const std::vector<Finding>& findings,
                      std::vector<Mend>& mends) {
  if (hasOtherReferences(document.root())) return std::string(document.source());
  std::map<std::string, std::map<std::size_t, std::string_view>> arrays;
  for (const Finding& finding : findings) {
    const std::size_t slash = finding.pointer.rfind('/');
    if (slash == std::string::npos || slash + 1 == finding.pointer.size()) continue;
    const std::string_view index = std::string_view(finding.pointer).substr(slash + 1);
    if (index.find_first_not_of("0123456789") != std::string_view::npos) continue;
    auto& codes = arrays[finding.pointer.substr(0, slash)];
    // What is unused goes in any case.
    const auto [known, is_new] = codes.emplace(std::stoul(std::string(index)), finding.code);
    if (!is_new && finding.code == "UNUSED_OBJECT") known->second = finding.code;
  }
  Compaction compaction(document, mends);
  for (const auto& [pointer, codes] : arrays) compaction.compactArray(pointer, codes);
  return compaction.result();
}

}  // namespace carom::validate
