// OMI_spawn_point. Nothing is simulated of it, and writers leave it where it is.
#include "dialect/families/omi_spawn_point/tables.hpp"
#include "dialect/read/reading.hpp"

namespace carom::dialect {

void readSpawnPoints(Reading& reading) {
  if (!reading.node_extensions.contains(omi_spawn_point::kExtension)) return;
  for (std::size_t i = 0; i < reading.nodeCount(); ++i) {
    const json::Value object = reading.asset.nodes()[i].extensions.find(omi_spawn_point::kExtension);
    if (!object) continue;
    const Record record = readRecord(omi_spawn_point::kSpawnPoint, object, reading.context);
    if (!record.isObject()) continue;
    const auto text = [&](Key key) {
      return record.has(key) ? std::string(record.value(key).string()) : std::string();
    };
    reading.scene.spawn_points.push_back(
        {static_cast<std::int32_t>(i), text(Key::Title), text(Key::Team), text(Key::Group), record.origin()});
  }
}

}  // namespace carom::dialect
