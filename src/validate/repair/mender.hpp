// Turns findings into changes of the document.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "carom/validate/fix.hpp"
#include "carom/validate/validate.hpp"
#include "json/splice.hpp"

namespace carom::validate {

class Mender {
 public:
  explicit Mender(const json::Document& document) : document_(document), patch_(document) {}

  /// Takes a finding whose code is one of mendKinds(); what cannot be mended is left as it is.
  void mend(const Finding& finding);
  /// The changes of extensionsUsed, which are made together.
  void finish();

  /// Names meshes in the form asked for, where that changes nothing.
  void useForm(GeometryForm form);

  const json::Patch& patch() const { return patch_; }
  std::vector<Mend> take() { return std::move(mends_); }

 private:
  json::Value at(const std::string& pointer) const { return document_.resolve(pointer); }
  bool isNew(const std::string& pointer) { return touched_.insert(pointer).second; }
  void set(const std::string& pointer, const std::string& text);
  void remove(const std::string& pointer);

  void nameMesh(const std::string& pointer, std::size_t node);
  void nameNode(const std::string& pointer, std::size_t mesh);
  bool isPlainMesh(std::size_t node) const;
  void normalise(const std::string& pointer);
  void nameRightly(const std::string& pointer);
  void useGeometry(const std::string& pointer);
  void swapBounds(const std::string& pointer);
  void removeEmpty(const std::string& pointer);
  void makeAbsent(const std::string& pointer);
  void splitRadius(const std::string& pointer);
  void makeHull(const std::string& pointer);

  const json::Document& document_;
  json::Patch patch_;
  std::vector<Mend> mends_;
  std::string_view code_;
  std::set<std::string> touched_;
  std::vector<std::string> declared_;              ///< Extensions to be listed.
  std::set<std::string, std::less<>> undeclared_;  ///< Extensions to be listed no more.
};

}  // namespace carom::validate
