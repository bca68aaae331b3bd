#include "validate/repair/references.hpp"

#include <algorithm>

#include "dialect/families/families.hpp"
#include "json/pointer.hpp"

namespace carom::validate {

namespace {

using dialect::Field;
using dialect::FieldType;
using dialect::Table;
using dialect::Target;

class ReferenceSearch {
 public:
  std::vector<Reference> take() { return std::move(found_); }

  void search(json::Value object, const Table& table) {
    for (const Field& field : table.fields) {
      const json::Value value = object.find(field.name);
      if (!value) continue;
      if (field.type == FieldType::Index) {
        add(value, field, table.extension);
      } else if (field.type == FieldType::Indices) {
        for (std::size_t i = 0; i < value.size(); ++i) add(value[i], field, table.extension);
      } else if (field.type == FieldType::Object && field.table && value.isObject()) {
        search(value, *field.table);
      } else if (field.type == FieldType::Objects && field.table && value.isArray()) {
        for (std::size_t i = 0; i < value.size(); ++i) search(value[i], *field.table);
      }
    }
  }

 private:
  /// The tables of two revisions may describe one object.
  void add(json::Value value, const Field& field, std::string_view extension) {
    if (!value.isInteger() || value.number() < 0) return;
    const bool known = std::any_of(found_.begin(), found_.end(), [&](const Reference& one) {
      return one.value.sourceBegin() == value.sourceBegin() && one.target == field.target;
    });
    if (!known) found_.push_back({value, field.target, extension, static_cast<std::size_t>(value.number())});
  }

  std::vector<Reference> found_;
};

}  // namespace

std::vector<Reference> referencesIn(const json::Document& document) {
  ReferenceSearch search;
  const json::Value root = document.root(), nodes = root.find("nodes");
  for (const Table* table : dialect::allTables()) {
    const std::string name(table->extension);
    if (table->place == "/extensions/" + name) {
      search.search(root.find("extensions").find(name), *table);
    } else if (table->place == "/nodes/*/extensions/" + name) {
      for (std::size_t i = 0; i < nodes.size(); ++i)
        search.search(nodes[i].find("extensions").find(name), *table);
    }
  }
  return search.take();
}

Target targetOfArray(std::string_view pointer) {
  if (pointer == "/shapes") return Target::ImplicitShape;
  for (const dialect::ShapeFamily& family : dialect::shapeFamilies()) {
    if (!family.root) continue;
    const int shapes = family.root->indexOf(dialect::Key::Shapes);
    if (shapes >= 0 && pointer == "/extensions/" + std::string(family.extension) + "/" +
                                      std::string(family.root->fields[shapes].name))
      return family.target;
  }
  for (const Table* table : dialect::allTables()) {
    if (table->place != "/extensions/" + std::string(table->extension)) continue;
    for (const Field& field : table->fields) {
      if (pointer != std::string(table->place) + "/" + std::string(field.name)) continue;
      if (field.key == dialect::Key::PhysicsMaterials) return Target::Material;
      if (field.key == dialect::Key::CollisionFilters) return Target::Filter;
      if (field.key == dialect::Key::PhysicsJoints) return Target::Joint;
    }
  }
  return Target::None;
}

}  // namespace carom::validate
