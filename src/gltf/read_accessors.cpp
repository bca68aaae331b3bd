#include <array>
#include <utility>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/readers.hpp"

namespace carom::gltf {
namespace {

std::optional<ComponentType> componentType(std::uint64_t code) {
  switch (code) {
    case 5120:
      return ComponentType::Byte;
    case 5121:
      return ComponentType::UnsignedByte;
    case 5122:
      return ComponentType::Short;
    case 5123:
      return ComponentType::UnsignedShort;
    case 5125:
      return ComponentType::UnsignedInt;
    case 5126:
      return ComponentType::Float;
    default:
      return std::nullopt;
  }
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> rowsAndColumns(std::string_view type) {
  if (type == "SCALAR") return std::pair{1u, 1u};
  if (type == "VEC2") return std::pair{2u, 1u};
  if (type == "VEC3") return std::pair{3u, 1u};
  if (type == "VEC4") return std::pair{4u, 1u};
  if (type == "MAT2") return std::pair{2u, 2u};
  if (type == "MAT3") return std::pair{3u, 3u};
  if (type == "MAT4") return std::pair{4u, 4u};
  return std::nullopt;
}

class AccessorReader {
 public:
  AccessorReader(AssetData& data, MemberReader& reader, json::Value json, Accessor& accessor)
      : data_(data), reader_(reader), json_(json), accessor_(accessor) {}

  void read() {
    if (!reader_.isObject(json_) || !readLayout()) return;
    accessor_.view = reader_.index(json_, "bufferView", data_.views.size(), "buffer view");
    accessor_.offset = reader_.unsignedInteger(json_, "byteOffset").value_or(0);
    accessor_.normalized = reader_.boolean(json_, "normalized", false);
    if (accessor_.view >= 0) {
      const BufferView& view = data_.views[accessor_.view];
      const std::uint64_t stride = strideOf(view);
      checkRange(json_, view, accessor_.offset, accessor_.count, stride, accessor_.layout.bytes(),
                 "accessor");
      checkAlignment(view, stride);
    }
    if (const json::Value sparse = reader_.object(json_, "sparse")) readSparse(sparse);
  }

 private:
  bool readLayout() {
    const auto component = reader_.unsignedInteger(json_, "componentType", true);
    const auto count = reader_.unsignedInteger(json_, "count", true);
    if (!json_.find("type")) {
      reader_.diagnostics().error(codes::kGltfMissing, json_.pointer(),
                                  "The required member \"type\" is missing.");
      return false;
    }
    accessor_.type = reader_.string(json_, "type");
    if (!component || !count || accessor_.type.empty()) return false;
    accessor_.count = *count;
    if (*count == 0) {
      reader_.diagnostics().warning(codes::kGltfValue, json_.pointer("count"),
                                    "The accessor has no elements.");
    }
    const auto type = componentType(*component);
    if (!type) {
      reader_.diagnostics().error(codes::kGltfValue, json_.pointer("componentType"),
                                  std::to_string(*component) + " is not a component type of glTF.");
      return false;
    }
    const auto shape = rowsAndColumns(accessor_.type);
    if (!shape) {
      reader_.diagnostics().error(codes::kGltfValue, json_.pointer("type"),
                                  excerpt(json_.find("type")) + " is not an accessor type of glTF.");
      return false;
    }
    accessor_.layout = {*type, shape->first, shape->second};
    return true;
  }

  std::uint64_t strideOf(const BufferView& view) const {
    return view.stride != 0 ? view.stride : accessor_.layout.bytes();
  }

  void checkAlignment(const BufferView& view, std::uint64_t stride) {
    const std::uint32_t size = componentSize(accessor_.layout.component);
    if (accessor_.offset % size != 0 || (view.offset + accessor_.offset) % size != 0 || stride % size != 0) {
      reader_.diagnostics().warning(codes::kAlignment, json_.pointer(),
                                    "The accessor's elements are not aligned to its component size of " +
                                        std::to_string(size) + " bytes.");
    }
  }

  // Whether `count` elements of `bytes` each, `stride` apart, lie inside the view.
  bool checkRange(json::Value where, const BufferView& view, std::uint64_t offset, std::uint64_t count,
                  std::uint64_t stride, std::uint64_t bytes, const char* what) {
    if (count == 0) return true;
    // offset and count are below 2^53 and stride below 2^8, so nothing here overflows.
    const std::uint64_t needed = offset + stride * (count - 1) + bytes;
    if (needed <= view.length) return true;
    reader_.diagnostics().error(codes::kAccessorRange, where.pointer(),
                                std::string("The ") + what + " needs " + std::to_string(needed) +
                                    " bytes of its buffer view, which has " + std::to_string(view.length) +
                                    ".");
    return false;
  }

  void readSparse(json::Value json) {
    SparseOverride sparse;
    const auto count = reader_.unsignedInteger(json, "count", true);
    const json::Value indices = reader_.object(json, "indices"), values = reader_.object(json, "values");
    if (!indices || !values) {
      if (!json.find("indices") || !json.find("values")) {
        reader_.diagnostics().error(codes::kGltfMissing, json.pointer(),
                                    "A sparse accessor needs \"indices\" and \"values\".");
      }
      return;
    }
    sparse.index_view = reader_.index(indices, "bufferView", data_.views.size(), "buffer view", true);
    sparse.index_offset = reader_.unsignedInteger(indices, "byteOffset").value_or(0);
    const auto type = reader_.unsignedInteger(indices, "componentType", true);
    sparse.value_view = reader_.index(values, "bufferView", data_.views.size(), "buffer view", true);
    sparse.value_offset = reader_.unsignedInteger(values, "byteOffset").value_or(0);
    if (!count || !type || sparse.index_view < 0 || sparse.value_view < 0) return;
    sparse.count = *count;
    if (sparse.count > accessor_.count) {
      reader_.diagnostics().error(codes::kAccessorSparse, json.pointer("count"),
                                  std::to_string(sparse.count) +
                                      " elements are overridden, but the accessor's element count is " +
                                      std::to_string(accessor_.count) + ".");
      return;
    }
    const auto index_type = componentType(*type);
    if (index_type != ComponentType::UnsignedByte && index_type != ComponentType::UnsignedShort &&
        index_type != ComponentType::UnsignedInt) {
      reader_.diagnostics().error(codes::kAccessorSparse, indices.pointer("componentType"),
                                  std::to_string(*type) + " is not an unsigned component type.");
      return;
    }
    sparse.index_type = *index_type;
    const std::uint64_t index_bytes = componentSize(sparse.index_type),
                        value_bytes = accessor_.layout.bytes();
    const bool valid = checkRange(indices, data_.views[sparse.index_view], sparse.index_offset, sparse.count,
                                  index_bytes, index_bytes, "list of overridden elements") &&
                       checkRange(values, data_.views[sparse.value_view], sparse.value_offset, sparse.count,
                                  value_bytes, value_bytes, "list of overriding values");
    if (valid) accessor_.sparse = sparse;
  }

  AssetData& data_;
  MemberReader& reader_;
  json::Value json_;
  Accessor& accessor_;
};

}  // namespace

void readAccessors(AssetData& data, MemberReader& reader) {
  const json::Value list = reader.array(data.document->root(), "accessors");
  data.accessors.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i)
    AccessorReader(data, reader, list[i], data.accessors[i]).read();
}

}  // namespace carom::gltf
