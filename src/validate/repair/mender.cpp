#include "validate/repair/mender.hpp"

#include <algorithm>
#include <cmath>

#include "dialect/families/families.hpp"
#include "json/pointer.hpp"
#include "validate/repair/references.hpp"

namespace carom::validate {

namespace {

std::string parentOf(const std::string& pointer) {
  const std::size_t slash = pointer.rfind('/');
  return slash == std::string::npos ? std::string() : pointer.substr(0, slash);
}

std::string lastToken(const std::string& pointer) {
  const auto tokens = json::pointerTokens(pointer);
  return tokens && !tokens->empty() ? tokens->back() : std::string();
}

/// The name that exporters misspell so, "" if none.
std::string_view rightName(std::string_view wrong) {
  for (const dialect::Table* table : dialect::allTables()) {
    for (const dialect::Field& field : table->fields) {
      if (field.misspelling == wrong) return field.name;
    }
  }
  return "";
}

std::string arrayText(const std::vector<std::string>& items) {
  std::string text = "[";
  for (const std::string& item : items) {
    if (text.size() > 1) text += ", ";
    text += item;
  }
  return text + "]";
}

}  // namespace

void Mender::set(const std::string& pointer, const std::string& text) {
  const json::Value before = at(pointer);
  mends_.push_back({code_, pointer, before ? std::string(before.text()) : std::string(), text});
  patch_.set(pointer, text);
}

void Mender::remove(const std::string& pointer) {
  mends_.push_back({code_, pointer, std::string(at(pointer).text()), ""});
  patch_.remove(pointer);
}

void Mender::mend(const Finding& finding) {
  code_ = finding.code;
  const std::string& pointer = finding.pointer;
  if (code_ == "UNDECLARED_EXTENSION") {
    const std::string name = lastToken(pointer);
    if (std::find(declared_.begin(), declared_.end(), name) == declared_.end()) declared_.push_back(name);
  } else if (code_ == "PHYSICS_EXTENSION_UNUSED") {
    undeclared_.emplace(at(pointer).string());
  } else if (code_ == "ROTATION_NON_UNIT") {
    normalise(pointer);
  } else if (code_ == "PHYSICS_MISSPELLING") {
    nameRightly(pointer);
  } else if (code_ == "PHYSICS_OLD_FORM") {
    useGeometry(pointer);
  } else if (code_ == "VALUE_NOT_IN_RANGE") {
    swapBounds(pointer);
  } else if (code_ == "EMPTY_ENTITY") {
    removeEmpty(pointer);
  } else if (code_ == "JSON_NON_FINITE") {
    if (lastToken(pointer) == "maxForce" && isNew(pointer)) remove(pointer);
  } else if (code_ == "PHYSICS_ZERO_IS_INFINITE") {
    makeAbsent(pointer);
  } else if (code_ == "PHYSICS_ONE_RADIUS") {
    splitRadius(pointer);
  } else if (code_ == "PHYSICS_MESH_OPEN") {
    makeHull(pointer);
  }
}

void Mender::normalise(const std::string& pointer) {
  const json::Value value = at(pointer);
  if (!value.isArray() || (value.size() != 3 && value.size() != 4)) return;
  double squares = 0;
  for (std::size_t i = 0; i < value.size(); ++i) squares += value[i].number() * value[i].number();
  if (!std::isfinite(squares) || !(squares > 0) || !isNew(pointer)) return;
  std::vector<std::string> items;
  for (std::size_t i = 0; i < value.size(); ++i)
    items.push_back(json::number(value[i].number() / std::sqrt(squares)));
  set(pointer, arrayText(items));
}

/// A member of a wrong name, or a word in capitals.
void Mender::nameRightly(const std::string& pointer) {
  const json::Value value = at(pointer);
  const std::string_view name = rightName(lastToken(pointer));
  const std::string parent = parentOf(pointer);
  if (!value.present() || !isNew(pointer)) return;
  if (!name.empty()) {
    const bool there = at(parent).find(name).present();
    const std::string text(value.text());
    remove(pointer);
    if (!there) set(parent + "/" + std::string(name), text);
    return;
  }
  if (!value.isString()) return;
  std::string word(value.string());
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  set(pointer, json::quoted(word));
}

void Mender::useGeometry(const std::string& pointer) {
  const json::Value shape = at(pointer);
  if (lastToken(pointer) != "shape" || !shape.isNumber() || !isNew(pointer)) return;
  set(parentOf(pointer) + "/geometry", "{\"shape\": " + std::string(shape.text()) + "}");
  remove(pointer);
}

void Mender::swapBounds(const std::string& pointer) {
  if (lastToken(pointer) != "min") return;
  const std::string above = parentOf(pointer) + "/max";
  const json::Value low = at(pointer), high = at(above);
  if (!low.isNumber() || !high.isNumber() || low.number() <= high.number() || !isNew(pointer)) return;
  set(pointer, std::string(high.text()));
  set(above, std::string(low.text()));
}

/// But a list whose being empty means something.
void Mender::removeEmpty(const std::string& pointer) {
  const json::Value value = at(pointer);
  if (!value.isArray() || value.size() > 0 || lastToken(pointer) == "collideWithSystems") return;
  if (at(parentOf(pointer)).isObject() && isNew(pointer)) remove(pointer);
}

void Mender::makeAbsent(const std::string& pointer) {
  // Of a vector, a component is at the pointer.
  const std::string member = at(parentOf(pointer)).isArray() ? parentOf(pointer) : pointer;
  if (at(member).present() && isNew(member)) remove(member);
}

void Mender::splitRadius(const std::string& pointer) {
  const std::string parent = parentOf(pointer);
  const json::Value round = at(parent), radius = round.find("radius"), height = round.find("height");
  if (!radius.isNumber() || round.find("radiusTop") || round.find("radiusBottom")) return;
  const bool capsule = lastToken(parent) == "capsule";
  const double between = height.isNumber() ? height.number() - 2 * radius.number() : 0;
  if ((capsule && !(between > 0)) || !isNew(parent)) return;
  if (capsule) set(parent + "/height", json::number(between));
  set(parent + "/radiusTop", std::string(radius.text()));
  set(parent + "/radiusBottom", std::string(radius.text()));
  remove(pointer);
}

void Mender::makeHull(const std::string& pointer) {
  if (at(pointer).find("geometry").isObject() && isNew(pointer))
    set(pointer + "/geometry/convexHull", "true");
}

/// Whether a node's geometry is that of its mesh and no more.
bool Mender::isPlainMesh(std::size_t node) const {
  const json::Value nodes = at("/nodes"), own = nodes[node];
  if (!own.find("mesh").isInteger() || own.find("skin") || own.find("weights")) return false;
  std::vector<json::Value> open{own.find("children")};
  for (std::size_t steps = 0; !open.empty(); ++steps) {
    const json::Value children = open.back();
    open.pop_back();
    if (steps > nodes.size()) return false;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (!children[i].isInteger() || children[i].number() < 0) return false;
      const json::Value child = nodes[static_cast<std::size_t>(children[i].number())];
      if (child.find("mesh")) return false;
      if (child.find("children")) open.push_back(child.find("children"));
    }
  }
  return true;
}

void Mender::nameMesh(const std::string& pointer, std::size_t node) {
  if (!isPlainMesh(node) || !isNew(pointer)) return;
  code_ = "GEOMETRY_MESH";
  set(parentOf(pointer) + "/mesh", std::string(at("/nodes")[node].find("mesh").text()));
  remove(pointer);
}

void Mender::nameNode(const std::string& pointer, std::size_t mesh) {
  const json::Value nodes = at("/nodes");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const json::Value own = nodes[i].find("mesh");
    if (!own.isInteger() || own.number() != static_cast<double>(mesh) || !isPlainMesh(i)) continue;
    if (!isNew(pointer)) return;
    code_ = "GEOMETRY_NODE";
    set(parentOf(pointer) + "/node", std::to_string(i));
    return remove(pointer);
  }
}

void Mender::useForm(GeometryForm form) {
  if (form == GeometryForm::Keep) return;
  for (const Reference& reference : referencesIn(document_)) {
    const std::string pointer = reference.value.pointer();
    if (form == GeometryForm::Mesh && pointer.ends_with("/geometry/node")) nameMesh(pointer, reference.index);
    if (form == GeometryForm::Node && pointer.ends_with("/geometry/mesh")) nameNode(pointer, reference.index);
  }
}

void Mender::finish() {
  const json::Value used = at("/extensionsUsed");
  if (declared_.empty() && undeclared_.empty()) return;
  std::vector<std::string> items;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i].isString() || !undeclared_.contains(used[i].string())) items.emplace_back(used[i].text());
  }
  for (const std::string& name : declared_) items.push_back(json::quoted(name));
  code_ = declared_.empty() ? "PHYSICS_EXTENSION_UNUSED" : "UNDECLARED_EXTENSION";
  if (items.empty()) return remove("/extensionsUsed");
  set("/extensionsUsed", arrayText(items));
}

}  // namespace carom::validate
