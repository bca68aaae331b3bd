// What an operation of a behaviour graph is: one row of a table per operation, one table per family.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "carom/scene/value.hpp"

namespace carom::behavior {

class Binder;
class Machine;
struct NodeProgram;

/// Computes the outputs of a node from its inputs. The types of the outputs are set.
using Calculation = void (*)(const Value* inputs, Value* outputs);

/// A combination of types, one letter a socket, as "33>f": b bool, i int, f float, 2 3 4 vectors, A B C
/// matrices of two to four columns, r reference. N: any of f234, the same wherever it stands; M: any matrix;
/// T: any type.
struct Signature {
  std::string_view pattern;
  Calculation calculate = nullptr;
};
inline constexpr std::size_t kMaxSignatures = 4;

/// An operation. Those with signatures are functions of their inputs. The others say in `bind` which sockets
/// they have; `evaluate` computes outputs when they are asked for, `activate` runs when a flow comes in.
struct Operation {
  std::string_view name;
  std::string_view inputs = "a b c d e f g h i j k l m n o p";  ///< Of signatures: as many as they have.
  std::string_view outputs = "value";
  std::array<Signature, kMaxSignatures> signatures{};
  bool (*bind)(Binder& binder) = nullptr;
  void (*evaluate)(Machine& machine, std::int32_t node) = nullptr;
  void (*activate)(Machine& machine, std::int32_t node, std::int32_t socket) = nullptr;
  /// Goes on where Machine::continueAfter asked for it.
  void (*proceed)(Machine& machine, std::int32_t node, std::int64_t state) = nullptr;
  std::string_view flow_inputs = "in";  ///< Names, in the order of `socket` above.

  /// Whether its outputs are computed when they are asked for, and not kept.
  bool isPure() const { return evaluate != nullptr || signatures[0].calculate != nullptr; }
};

std::span<const Operation> arithmeticOperations();
std::span<const Operation> comparisonOperations();
std::span<const Operation> trigonometryOperations();
std::span<const Operation> exponentialOperations();
std::span<const Operation> vectorOperations();
std::span<const Operation> matrixOperations();
std::span<const Operation> quaternionOperations();
std::span<const Operation> swizzleOperations();
std::span<const Operation> integerOperations();
std::span<const Operation> colorOperations();
std::span<const Operation> typeOperations();
std::span<const Operation> selectionOperations();
std::span<const Operation> flowOperations();
std::span<const Operation> delayOperations();
std::span<const Operation> variableOperations();
std::span<const Operation> pointerOperations();
std::span<const Operation> animationOperations();
std::span<const Operation> eventOperations();
std::span<const Operation> rigidBodyOperations();
std::span<const Operation> debugOperations();

/// The operation of a name, also of names that earlier revisions used; null: not known.
const Operation* findOperation(std::string_view name);
/// All families in the order of the specification.
std::span<const std::span<const Operation>> operationFamilies();

/// The words of a text, separated by blanks: the `index`th, empty beyond the last.
std::string_view wordAt(std::string_view text, std::size_t index);

}  // namespace carom::behavior
