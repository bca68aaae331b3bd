#include "gltf/accessor_data.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "carom/base/diagnostic_codes.hpp"
#include "gltf/compression.hpp"
#include "gltf/member_reader.hpp"

namespace carom::gltf {
namespace {

// An accessor without bytes of its own decodes to zeros from nothing, so its size is bounded by what else the
// file has: enough for morph targets that move few vertices, too little to turn a small file into gigabytes.
constexpr std::uint64_t kZerosPerPresentByte = 64;
constexpr std::uint64_t kZerosAlways = std::uint64_t(1) << 20;

template <class From, class To>
To converted(From value, bool normalized) {
  if constexpr (std::is_same_v<To, float> && !std::is_same_v<From, float>) {
    if (normalized) {
      // c / max, and for signed types no less than -1.
      constexpr float kScale =
          1.0f / float(std::uint64_t(std::make_unsigned_t<From>(-1)) >> std::is_signed_v<From>);
      return std::max(float(value) * kScale, -1.0f);
    }
  }
  (void)normalized;
  return static_cast<To>(value);
}

/// Where the elements of an accessor are, and how to turn them into values.
struct ElementSource {
  const std::byte* first = nullptr;
  std::uint64_t stride = 0;
  ElementLayout layout;
  bool normalized = false;
};

template <class From, class To>
void convertElement(const ElementSource& source, std::uint64_t element, To* out) {
  const std::byte* column = source.first + element * source.stride;
  for (std::uint32_t c = 0; c < source.layout.columns; ++c, column += source.layout.columnBytes()) {
    for (std::uint32_t r = 0; r < source.layout.rows; ++r) {
      From value;
      std::memcpy(&value, column + r * sizeof(From), sizeof(From));
      *out++ = converted<From, To>(value, source.normalized);
    }
  }
}

template <class From, class To>
void convertAll(const ElementSource& source, std::uint64_t count, To* out) {
  const std::uint32_t components = source.layout.components();
  if constexpr (std::is_same_v<From, To>) {
    if (source.stride == components * sizeof(From) && count > 0) {
      std::memcpy(out, source.first, count * source.stride);
      return;
    }
  }
  for (std::uint64_t i = 0; i < count; ++i) convertElement<From, To>(source, i, out + i * components);
}

// Calls `action` with a value of the C++ type of the components.
template <class Action>
void withComponent(ComponentType type, Action action) {
  switch (type) {
    case ComponentType::Byte:
      return action(std::int8_t());
    case ComponentType::UnsignedByte:
      return action(std::uint8_t());
    case ComponentType::Short:
      return action(std::int16_t());
    case ComponentType::UnsignedShort:
      return action(std::uint16_t());
    case ComponentType::UnsignedInt:
      return action(std::uint32_t());
    case ComponentType::Float:
      return action(float());
  }
}

template <class To>
bool applySparse(const AssetData& data, const Accessor& accessor, const std::string& pointer,
                 std::vector<To>& out, Diagnostics& errors) {
  const SparseOverride& sparse = *accessor.sparse;
  const auto index_bytes = viewBytes(data, sparse.index_view, errors);
  const auto value_bytes = viewBytes(data, sparse.value_view, errors);
  if (!index_bytes || !value_bytes) return false;
  const ElementSource indices{index_bytes->data() + sparse.index_offset,
                              componentSize(sparse.index_type),
                              {sparse.index_type, 1, 1},
                              false};
  const ElementSource values{value_bytes->data() + sparse.value_offset, accessor.layout.bytes(),
                             accessor.layout, accessor.normalized};
  const std::uint32_t components = accessor.layout.components();
  std::uint64_t next = 0;  // The indices must increase (glTF 2.0 section 3.6.2.3).
  for (std::uint64_t i = 0; i < sparse.count; ++i) {
    std::uint32_t element = 0;
    withComponent(sparse.index_type, [&](auto type) {
      if constexpr (std::is_unsigned_v<decltype(type)>) convertElement<decltype(type)>(indices, i, &element);
    });
    if (element >= accessor.count) {
      errors.error(codes::kAccessorSparse, pointer + "/sparse/indices",
                   "Element " + std::to_string(element) +
                       " is overridden, but the accessor's element count is " +
                       std::to_string(accessor.count) + ".");
      return false;
    }
    if (element < next) {
      errors.error(
          codes::kAccessorSparse, pointer + "/sparse/indices",
          "Element " + std::to_string(element) + " is out of order; sparse indices must strictly increase.");
      return false;
    }
    next = std::uint64_t(element) + 1;
    To* const target = out.data() + std::size_t(element) * components;
    withComponent(accessor.layout.component,
                  [&](auto type) { convertElement<decltype(type), To>(values, i, target); });
  }
  return true;
}

template <class To>
bool decode(const AssetData& data, std::int32_t index, std::vector<To>& out, Diagnostics& errors) {
  const Accessor& accessor = data.accessors[index];
  const std::string pointer = pointerOf("accessors", static_cast<std::size_t>(index));
  const std::uint64_t components = accessor.layout.components();
  std::optional<std::span<const std::byte>> bytes;
  if (accessor.view >= 0) {
    bytes = viewBytes(data, accessor.view, errors);
    if (!bytes) return false;
  } else if (accessor.count >
             (kZerosAlways + kZerosPerPresentByte * data.presentBytes()) / (components * sizeof(To))) {
    errors.error(codes::kDecodeLimit, pointer + "/count",
                 "The accessor describes " + std::to_string(accessor.count) +
                     " elements, all zero; that is far more than the size of the file justifies.");
    return false;
  }
  if (!takeDecodeBudget(data, accessor.count * components * sizeof(To), pointer, errors)) return false;
  out.assign(static_cast<std::size_t>(accessor.count * components), To(0));
  if (bytes && accessor.count > 0) {
    const BufferView& view = data.views[accessor.view];
    const ElementSource source{bytes->data() + accessor.offset,
                               view.stride != 0 ? view.stride : accessor.layout.bytes(), accessor.layout,
                               accessor.normalized};
    withComponent(accessor.layout.component,
                  [&](auto type) { convertAll<decltype(type), To>(source, accessor.count, out.data()); });
  }
  return !accessor.sparse || applySparse(data, accessor, pointer, out, errors);
}

bool isUnsigned(ComponentType type) {
  return type == ComponentType::UnsignedByte || type == ComponentType::UnsignedShort ||
         type == ComponentType::UnsignedInt;
}

}  // namespace

bool takeDecodeBudget(const AssetData& data, std::uint64_t bytes, const std::string& pointer,
                      Diagnostics& errors) {
  if (data.takeBudget(bytes)) return true;
  errors.error(codes::kDecodeLimit, pointer,
               "Decoding " + std::to_string(bytes) + " more bytes would exceed the limit of " +
                   std::to_string(data.decodeLimit()) + ".");
  return false;
}

std::optional<std::span<const std::byte>> viewBytes(const AssetData& data, std::int32_t index,
                                                    Diagnostics& errors) {
  const BufferView& view = data.views[index];
  const std::string pointer = pointerOf("bufferViews", static_cast<std::size_t>(index));
  const std::uint32_t source = view.meshopt ? view.meshopt->buffer : view.buffer;
  const BufferData& buffer = data.buffers[source];
  if (buffer.missing) {
    errors.error(
        codes::kBufferLength, pointer,
        "A collider needs this data, but buffer " + std::to_string(source) + " has neither a URI nor bytes.");
    return std::nullopt;
  }
  if (!view.meshopt) return buffer.bytes.subspan(std::size_t(view.offset), std::size_t(view.length));
  const std::scoped_lock lock(data.view_mutex);
  auto& cached = data.decompressed_views[index];
  if (!cached) {
    const MeshoptView& meshopt = *view.meshopt;
    auto decoded = std::make_shared<std::vector<std::byte>>();
    if (!decodeMeshopt(data, meshopt,
                       buffer.bytes.subspan(std::size_t(meshopt.offset), std::size_t(meshopt.length)),
                       pointer, *decoded, errors)) {
      return std::nullopt;
    }
    cached = std::move(decoded);
  }
  return std::span(*cached).first(std::size_t(view.length));
}

bool AccessorDecoder::floats(std::int32_t accessor, std::vector<float>& out) {
  return decode(data_, accessor, out, errors_);
}

bool AccessorDecoder::unsignedIntegers(std::int32_t index, std::vector<std::uint32_t>& out) {
  const Accessor& accessor = data_.accessors[index];
  if (!isUnsigned(accessor.layout.component) || accessor.normalized) {
    errors_.error(codes::kAccessorFormat, pointerOf("accessors", static_cast<std::size_t>(index)),
                  "Indices must be unsigned integers, but the accessor has " +
                      std::string(accessor.normalized ? "normalized " : "") +
                      std::string(componentName(accessor.layout.component)) + " components.");
    return false;
  }
  return decode(data_, index, out, errors_);
}

bool AccessorDecoder::indices(std::int32_t index, std::vector<std::uint32_t>& out) {
  const Accessor& accessor = data_.accessors[index];
  if (accessor.type != "SCALAR") {
    errors_.error(codes::kAccessorFormat, pointerOf("accessors", static_cast<std::size_t>(index)),
                  "Vertex indices are " + std::string(accessor.type) + ", not SCALAR.");
    return false;
  }
  return unsignedIntegers(index, out);
}

}  // namespace carom::gltf
