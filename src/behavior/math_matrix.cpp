// KHR_interactivity, "Matrix Operations". Matrices are stored by columns.
#include <cmath>

#include "behavior/components.hpp"
#include "behavior/lengths.hpp"

namespace carom::behavior {

namespace {

std::size_t orderOf(const Value& matrix) {
  return static_cast<std::size_t>(matrix.type) - static_cast<std::size_t>(ValueType::Matrix2) + 2;
}

/// Of rows and columns that are not left out, by the first column that is there (P. S. Laplace's expansion).
double determinantOf(const Value& m, std::size_t order, unsigned rows, unsigned columns) {
  std::size_t column = 0;
  while (column < order && (columns & (1u << column)) == 0) ++column;
  if (column == order) return 1;
  double sum = 0, sign = 1;
  for (std::size_t row = 0; row < order; ++row) {
    if ((rows & (1u << row)) == 0) continue;
    sum += sign * m.numbers[column * order + row] *
           determinantOf(m, order, rows & ~(1u << row), columns & ~(1u << column));
    sign = -sign;
  }
  return sum;
}

double determinantOf(const Value& m) {
  const std::size_t order = orderOf(m);
  const unsigned all = (1u << order) - 1;
  return determinantOf(m, order, all, all);
}

void transpose(const Value* in, Value* out) {
  const std::size_t order = orderOf(*in);
  for (std::size_t r = 0; r < order; ++r) {
    for (std::size_t c = 0; c < order; ++c) out->numbers[r * order + c] = in->numbers[c * order + r];
  }
}

void determinant(const Value* in, Value* out) {
  out->numbers[0] = determinantOf(*in);
}

void inverse(const Value* in, Value* out) {
  const std::size_t order = orderOf(*in);
  const unsigned all = (1u << order) - 1;
  const double det = determinantOf(*in);
  const bool valid = det != 0 && std::isfinite(det);
  out[1].numbers[0] = valid ? 1 : 0;
  for (std::size_t r = 0; r < order; ++r) {
    for (std::size_t c = 0; c < order; ++c) {
      // Cramer's rule: the cofactor of the place across.
      const double sign = (r + c) % 2 == 0 ? 1 : -1;
      const double cofactor = sign * determinantOf(*in, order, all & ~(1u << c), all & ~(1u << r));
      out[0].numbers[c * order + r] = valid ? cofactor / det : 0;
    }
  }
}

void multiply(const Value* in, Value* out) {
  const std::size_t order = orderOf(*in);
  for (std::size_t r = 0; r < order; ++r) {
    for (std::size_t c = 0; c < order; ++c) {
      double sum = 0;
      for (std::size_t k = 0; k < order; ++k)
        sum += in[0].numbers[k * order + r] * in[1].numbers[c * order + k];
      out->numbers[c * order + r] = sum;
    }
  }
}

void compose(const Value* in, Value* out) {
  const DMat3 r = toMatrix(in[1].quaternion());
  const DVec3 scale = in[2].vector();
  const DVec3 columns[] = {r.cx * scale.x, r.cy * scale.y, r.cz * scale.z, in[0].vector()};
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::size_t k = 0; k < 3; ++k) out->numbers[c * 4 + k] = columns[c][k];
    out->numbers[c * 4 + 3] = c == 3 ? 1 : 0;
  }
}

void decompose(const Value* in, Value* out) {
  const auto column = [&](std::size_t c) {
    return DVec3{in->numbers[c * 4], in->numbers[c * 4 + 1], in->numbers[c * 4 + 2]};
  };
  DVec3 scale{lengthOf(&in->numbers[0], 3), lengthOf(&in->numbers[4], 3), lengthOf(&in->numbers[8], 3)};
  out[0] = Value::of(column(3));
  out[3].numbers[0] = 0;
  out[1] = Value::of(DQuat{0, 0, 0, 1});
  out[2] = Value::of(scale);
  for (std::size_t i = 0; i < 3; ++i) {
    if (!std::isfinite(scale[i]) || scale[i] == 0) return;
  }
  DMat3 b{column(0) * (1 / scale.x), column(1) * (1 / scale.y), column(2) * (1 / scale.z)};
  if (carom::determinant(b) < 0) {
    b.cx = -b.cx;
    scale.x = -scale.x;
  }
  out[1] = Value::of(normalized(toQuaternion(b)));
  out[2] = Value::of(scale);
  out[3].numbers[0] = 1;
}

constexpr Operation kOperations[] = {
    {.name = "math/transpose", .signatures = {{{"M>M", transpose}}}},
    {.name = "math/determinant", .signatures = {{{"M>f", determinant}}}},
    {.name = "math/inverse", .outputs = "value isValid", .signatures = {{{"M>Mb", inverse}}}},
    {.name = "math/matMul", .signatures = {{{"MM>M", multiply}}}},
    {.name = "math/matCompose", .inputs = "translation rotation scale", .signatures = {{{"343>C", compose}}}},
    {.name = "math/matDecompose",
     .outputs = "translation rotation scale isValid",  // The last in an earlier revision.
     .signatures = {{{"C>343b", decompose}}}},
};

}  // namespace

std::span<const Operation> matrixOperations() {
  return kOperations;
}

}  // namespace carom::behavior
