// Shapes, materials, filters and joints that nothing uses, or that say the same.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/families/families.hpp"
#include "validate/checks.hpp"
#include "validate/reader_codes.hpp"
#include "validate/rules/structure/rules.hpp"

namespace carom::validate {

namespace {

class ResourceCheck {
 public:
  ResourceCheck(const Subject& subject, const Diagnostics& said, Findings& findings)
      : subject_(subject), findings_(findings) {
    // What names a kind that is not known was left out, and counts as used.
    for (const Diagnostic& item : said.items()) {
      if (item.code == codes::kPhysicsUnknownKind) used_.insert(item.pointer);
    }
    const Scene& scene = subject.scene;
    for (const Collider& collider : scene.colliders) {
      useShape(collider.shape);
      use(scene.materials, collider.material);
      use(scene.filters, collider.filter);
    }
    for (const Trigger& trigger : scene.triggers) {
      useShape(trigger.shape);
      use(scene.filters, trigger.filter);
    }
    for (const GravityVolume& volume : scene.gravity_volumes) useShape(volume.shape);
    for (const Joint& joint : scene.joints) use(scene.joint_descriptions, joint.description);
    for (const WheelDescription& wheel : scene.wheel_descriptions) use(scene.materials, wheel.material);
    for (const Wheel& wheel : scene.wheels) use(scene.wheel_descriptions, wheel.description);
    for (const Thruster& thruster : scene.thrusters) use(scene.thruster_descriptions, thruster.description);
  }

  void run() {
    for (const dialect::ShapeFamily& family : dialect::shapeFamilies()) {
      if (family.root) {
        checkArrays(*family.root, "shape");
      } else {
        checkArray(subject_.asset.root().find("shapes"), "shape");
      }
    }
    for (const dialect::RigidBodyFamily& family : dialect::rigidBodyFamilies())
      checkArrays(*family.root, "entry");
    checkArrays(*dialect::omiJointFamily().root, "entry");
  }

 private:
  template <class Items>
  void use(const Items& items, std::int32_t index) {
    if (index >= 0) used_.insert(items[index].origin.pointer);
  }

  /// A shape's origin may be a part of its entry.
  void useShape(std::int32_t shape) { use(subject_.scene.shapes, shape); }

  bool isUsed(const std::string& pointer) const {
    const auto at = used_.lower_bound(pointer);
    return at != used_.end() && (*at == pointer || at->starts_with(pointer + "/"));
  }

  void checkArrays(const dialect::Table& root, std::string_view what) {
    const json::Value object = gltf::Asset::extension(subject_.asset.root(), root.extension);
    for (const dialect::Field& field : root.fields) {
      if (field.type != dialect::FieldType::Objects) continue;
      // Constraints are joined into one description, so their entries cannot be told apart.
      if (field.key == dialect::Key::Constraints) continue;
      checkArray(object.find(field.name), what);
    }
  }

  void checkArray(json::Value array, std::string_view what) {
    std::map<std::string_view, std::size_t> texts;
    for (std::size_t i = 0; i < array.size(); ++i) {
      const std::string pointer = array[i].pointer();
      if (!isUsed(pointer)) {
        findings_.add(rules::kUnusedObject, pointer,
                      "nothing uses this " + std::string(what) + "; remove it or use it");
      }
      const auto [same, is_new] = texts.emplace(array[i].text(), i);
      if (is_new || array[i].size() == 0) continue;
      findings_.add(rules::kPhysicsDuplicate, pointer,
                    "this says the same as entry " + std::to_string(same->second) + "; one is enough");
    }
  }

  const Subject& subject_;
  Findings& findings_;
  std::set<std::string> used_;
};

}  // namespace

void checkResources(const Subject& subject, const Diagnostics& said, Findings& findings) {
  // What an ignored extension names is not in the scene, and would seem unused.
  for (const Diagnostic& item : said.items()) {
    if (ruleOfReaderCode(item.code) == &rules::kPhysicsFamilyIgnored) return;
  }
  ResourceCheck(subject, said, findings).run();
}

}  // namespace carom::validate
