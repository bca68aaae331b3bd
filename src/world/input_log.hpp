// Operations on a world as bytes: the number of each operation, then its arguments.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/byte_stream.hpp"
#include "carom/world/world.hpp"

namespace carom::world {

/// The numbers are those in files.
enum class Operation : std::uint8_t {
  Step = 0,
  Steps = 1,  ///< Count, 32 bits.
  Hash = 2,   ///< Of the state, 64 bits.
  LinearVelocity = 3,
  AngularVelocity = 4,
  Transform = 5,
  Impulse = 6,
  Force = 7,
  Torque = 8,
  Wake = 9,
  Restore = 10,               ///< Length and snapshot.
  VehicleActivation = 11,     ///< Node, linear and angular.
  WheelTarget = 12,           ///< Node, propulsion and steering.
  ThrusterTarget = 13,        ///< Node, ratio and two of gimbal.
  ThrusterTargetOfKind = 14,  ///< The same, and the kind, 8 bits.
  Value = 15,                 ///< Pointer, type, 8 bits, and sixteen numbers.
  Animation = 16,             ///< Index, whether it starts, and three numbers.
  AngularImpulse = 17,
  HoldAnimations = 18,
};
inline constexpr std::uint8_t kOperations = 19;

inline constexpr std::string_view kRecordingMagic = "CAROMREC";
inline constexpr std::uint32_t kRecordingVersion = 2;

class InputLog {
 public:
  InputLog(const RecordingOptions& options, const WorldSettings& settings, std::uint64_t first_step,
           std::uint64_t start_hash, std::span<const std::byte> start);

  /// A call that was carried out.
  template <class... T>
  void add(Operation operation, BodyHandle body, const T&... arguments) {
    begin(operation);
    out_(body.index, arguments...);
  }
  template <class... T>
  void addOfNode(Operation operation, std::int32_t node, const T&... arguments) {
    begin(operation);
    out_(node, arguments...);
  }
  void addValue(std::string_view pointer, const carom::Value& value);
  /// Started: from, to and speed, the end with a flag before it. Stopped: at what time, and whether at one.
  void addAnimation(std::int32_t animation, bool start, double first, double second, double third);
  void addHold() { begin(Operation::HoldAnimations); }
  void addRestore(std::span<const std::byte> snapshot);
  /// A step was made. Whether its hash is wanted; then it has to be added.
  bool addStep();
  void addHash(std::uint64_t hash);
  /// The content of the file. Ends with a hash of the state as it is now.
  std::vector<std::byte> content(std::uint64_t hash) const;

 private:
  void begin(Operation operation);
  static void flushSteps(ByteWriter& out, std::uint32_t steps);

  ByteWriter out_;
  std::uint32_t hash_interval_ = 1;
  std::uint32_t since_hash_ = 0;     ///< Steps.
  std::uint32_t pending_steps_ = 0;  ///< Made and not written yet.
};

}  // namespace carom::world
