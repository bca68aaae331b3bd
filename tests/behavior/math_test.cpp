// Each operation that is a function of its inputs.
#include <cmath>
#include <limits>
#include <set>

#include "behavior/graph_file.hpp"
#include "behavior/operation.hpp"

namespace carom::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kPi = 3.14159265358979323846;

struct Case {
  std::string operation;
  std::vector<Value> inputs, outputs;
  /// 0: the same bits. Elsewhere for rounding of a few operations on numbers near one.
  double tolerance = 1e-14;
};

std::string nameOf(const Case& c) {
  std::string text = c.operation + "(";
  for (const Value& value : c.inputs) text += valueText(value) + " ";
  return text + ")";
}

/// Runs a graph that puts the outputs of one node into variables.
void check(const Case& c) {
  const behavior::Operation* operation = behavior::findOperation(c.operation);
  ASSERT_NE(operation, nullptr) << c.operation;
  GraphFile graph;
  Inputs inputs;
  for (std::size_t i = 0; i < c.inputs.size(); ++i)
    inputs.emplace_back(std::string(behavior::wordAt(operation->inputs, i)), c.inputs[i]);
  const int node = graph.add(c.operation, inputs);
  for (std::size_t i = 0; i < c.outputs.size(); ++i) {
    const int variable = graph.variable(value(c.outputs[i].type, std::vector<double>(16, 7)));
    const int set = graph.set(variable, {node, std::string(behavior::wordAt(operation->outputs, i))});
    graph.add("event/onStart", {}, {{"out", std::to_string(set)}});
  }
  Running run(graph.file());
  run.steps(1);
  for (std::size_t i = 0; i < c.outputs.size(); ++i)
    expectValue(run[i], c.outputs[i], c.tolerance, nameOf(c) + " output " + std::to_string(i));
}

const Value kOne2 = value(ValueType::Matrix2, {1, 2, 3, 4});
const Value kOne3 = value(ValueType::Matrix3, {2, 0, 0, 0, 3, 0, 1, 0, 4});
const Value kOne4 = value(ValueType::Matrix4, {1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1});

std::vector<Case> cases() {
  const auto f = number;
  const auto i = whole;
  const auto b = truth;
  const double half = std::sqrt(0.5);
  return {
      {"math/E", {}, {f(2.718281828459045)}, 0},
      {"math/Pi", {}, {f(kPi)}, 0},
      {"math/Tau", {}, {f(2 * kPi)}, 0},
      {"math/Inf", {}, {f(kInfinite)}, 0},
      {"math/NaN", {}, {f(kNan)}, 0},
      {"math/abs", {vector3(-1, -0.0, 2)}, {vector3(1, 0, 2)}, 0},
      {"math/abs", {i(-2147483648)}, {i(-2147483648)}, 0},
      {"math/abs", {f(kNan)}, {f(kNan)}, 0},
      {"math/sign", {vector4(-3, -0.0, 0, 5)}, {vector4(-1, -0.0, 0, 1)}, 0},
      {"math/sign", {i(-7)}, {i(-1)}, 0},
      {"math/trunc", {vector2(-1.7, 1.7)}, {vector2(-1, 1)}, 0},
      {"math/floor", {vector2(-1.2, 1.7)}, {vector2(-2, 1)}, 0},
      {"math/floor", {kOne2}, {kOne2}, 0},
      {"math/ceil", {vector2(-1.7, 1.2)}, {vector2(-1, 2)}, 0},
      {"math/round", {vector4(-1.5, 2.5, -0.3, 0.49999999999999994)}, {vector4(-2, 3, -0.0, 0)}, 0},
      {"math/fract", {vector2(-1.25, 1.25)}, {vector2(0.75, 0.25)}, 0},
      {"math/neg", {f(0)}, {f(-0.0)}, 0},
      {"math/neg", {i(-2147483648)}, {i(-2147483648)}, 0},
      {"math/add", {vector3(1, 2, 3), vector3(4, 5, 6)}, {vector3(5, 7, 9)}, 0},
      {"math/add", {kOne2, kOne2}, {value(ValueType::Matrix2, {2, 4, 6, 8})}, 0},
      {"math/add", {i(2147483647), i(1)}, {i(-2147483648)}, 0},
      {"math/sub", {f(1), f(3)}, {f(-2)}, 0},
      {"math/sub", {i(-2147483648), i(1)}, {i(2147483647)}, 0},
      {"math/mul", {vector2(2, 3), vector2(4, 5)}, {vector2(8, 15)}, 0},
      {"math/mul", {i(2147483647), i(2147483647)}, {i(1)}, 0},
      {"math/div", {vector2(1, -1), vector2(4, 0)}, {vector2(0.25, -kInfinite)}, 0},
      {"math/div", {i(-7), i(2)}, {i(-3)}, 0},
      {"math/div", {i(-2147483648), i(-1)}, {i(-2147483648)}, 0},
      {"math/div", {i(5), i(0)}, {i(0)}, 0},
      {"math/rem", {vector3(-7.5, 7, 1), vector3(2, kInfinite, 0)}, {vector3(-1.5, 7, kNan)}, 0},
      {"math/rem", {i(-7), i(2)}, {i(-1)}, 0},
      {"math/rem", {i(5), i(0)}, {i(0)}, 0},
      {"math/min", {vector3(1, -0.0, kNan), vector3(2, 0, 1)}, {vector3(1, -0.0, kNan)}, 0},
      {"math/min", {i(-3), i(2)}, {i(-3)}, 0},
      {"math/max", {vector3(1, -0.0, 1), vector3(2, 0, kNan)}, {vector3(2, 0, kNan)}, 0},
      {"math/max", {i(-3), i(2)}, {i(2)}, 0},
      {"math/clamp", {vector2(5, 5), vector2(3, 0), vector2(0, 3)}, {vector2(3, 3)}, 0},
      {"math/clamp", {i(-5), i(3), i(0)}, {i(0)}, 0},
      {"math/saturate", {vector3(-1, 0.5, 2)}, {vector3(0, 0.5, 1)}, 0},
      {"math/mix", {f(2), f(4), f(1.5)}, {f(5)}, 0},
      {"math/smoothStep", {vector2(0, 2), vector2(2, 0), vector2(0.5, 0.5)}, {vector2(0.15625, 0.15625)}},
      {"math/eq", {vector2(1, 0), vector2(1, -0.0)}, {b(true)}},
      {"math/eq", {f(kNan), f(kNan)}, {b(false)}},
      {"math/eq", {kOne3, kOne3}, {b(true)}},
      {"math/eq", {i(3), i(4)}, {b(false)}},
      {"math/eq", {b(true), b(true)}, {b(true)}},
      {"math/lt", {f(1), f(2)}, {b(true)}},
      {"math/lt", {i(2), i(2)}, {b(false)}},
      {"math/le", {f(2), f(2)}, {b(true)}},
      {"math/le", {f(kNan), f(2)}, {b(false)}},
      {"math/gt", {i(3), i(2)}, {b(true)}},
      {"math/ge", {i(2), i(3)}, {b(false)}},
      {"math/isNaN", {f(kNan)}, {b(true)}},
      {"math/isInf", {f(-kInfinite)}, {b(true)}},
      {"ref/eq", {Value{ValueType::Reference, {}}, Value{ValueType::Reference, {}}}, {b(true)}},
      {"math/select", {b(false), vector2(1, 2), vector2(3, 4)}, {vector2(3, 4)}, 0},
      {"math/rad", {f(180)}, {f(kPi)}},
      {"math/deg", {f(kPi)}, {f(180)}},
      {"math/sin", {vector3(kPi / 6, -0.0, kInfinite)}, {vector3(0.5, 0, kNan)}},
      {"math/cos", {vector2(kPi / 3, 0)}, {vector2(0.5, 1)}},
      {"math/tan", {vector2(kPi / 4, 0)}, {vector2(1, 0)}},
      {"math/asin", {vector3(0.5, 1, 1.01)}, {vector3(kPi / 6, kPi / 2, kNan)}},
      {"math/acos", {vector3(0.5, 1, -1.01)}, {vector3(kPi / 3, 0, kNan)}},
      {"math/atan", {vector2(1, -kInfinite)}, {vector2(kPi / 4, -kPi / 2)}},
      {"math/atan2", {f(-0.0), f(-1)}, {f(-kPi)}},
      {"math/atan2", {f(1), f(-1)}, {f(3 * kPi / 4)}},
      {"math/atan2", {f(kInfinite), f(-kInfinite)}, {f(3 * kPi / 4)}},
      {"math/sinh", {vector2(1, -kInfinite)}, {vector2(1.1752011936438014, -kInfinite)}},
      {"math/cosh", {vector2(1, -kInfinite)}, {vector2(1.5430806348152437, kInfinite)}},
      {"math/tanh", {vector2(1, -kInfinite)}, {vector2(0.7615941559557649, -1)}},
      {"math/asinh", {vector2(1, -kInfinite)}, {vector2(0.881373587019543, -kInfinite)}},
      {"math/acosh", {vector3(2, 1, 0.9)}, {vector3(1.3169578969248166, 0, kNan)}},
      {"math/atanh", {vector3(0.5, 1, 1.1)}, {vector3(0.5493061443340548, kInfinite, kNan)}},
      {"math/exp", {vector3(1, -kInfinite, 1000)}, {vector3(2.718281828459045, 0, kInfinite)}},
      {"math/log", {vector3(10, 0, -1)}, {vector3(2.302585092994046, -kInfinite, kNan)}},
      {"math/log2", {vector2(8, 0.125)}, {vector2(3, -3)}, 0},
      {"math/log10", {vector2(1000, 1)}, {vector2(3, 0)}, 0},
      {"math/sqrt", {vector3(4, -0.0, -1)}, {vector3(2, -0.0, kNan)}, 0},
      {"math/cbrt", {vector2(-27, -kInfinite)}, {vector2(-3, -kInfinite)}},
      {"math/pow",
       {vector4(-2, kNan, 1, 2), vector4(3, 0, kInfinite, 0.5)},
       {vector4(-8, 1, kNan, std::sqrt(2.0))}},
      {"math/length", {vector3(2, 3, 6)}, {f(7)}},
      {"math/length", {vector2(kNan, kInfinite)}, {f(kInfinite)}},
      {"math/length", {vector2(3e200, 4e200)}, {f(5e200)}, 1e186},
      {"math/normalize", {vector3(0, 3, 4)}, {vector3(0, 0.6, 0.8), b(true)}},
      {"math/normalize", {vector2(0, kNan)}, {vector2(0, 0), b(false)}, 0},
      {"math/dot", {vector3(1, 2, 3), vector3(4, 5, 6)}, {f(32)}, 0},
      {"math/cross", {vector3(1, 0, 0), vector3(0, 1, 0)}, {vector3(0, 0, 1)}, 0},
      {"math/rotate2D", {vector2(1, 0), f(kPi / 2)}, {vector2(0, 1)}},
      {"math/rotate3D", {vector3(1, 0, 0), vector4(0, half, 0, half)}, {vector3(0, 0, -1)}},
      {"math/transform", {vector2(1, 1), kOne2}, {vector2(4, 6)}, 0},
      {"math/transform", {vector3(1, 1, 1), kOne3}, {vector3(3, 3, 4)}, 0},
      {"math/transform", {vector4(1, 1, 1, 1), kOne4}, {vector4(6, 8, 11, 1)}, 0},
      {"math/slerp", {vector2(2, 0), vector2(0, 4), f(0.5)}, {vector2(3 * half, 3 * half)}},
      {"math/slerp", {vector3(2, 0, 0), vector3(0, 4, 0), f(0.5)}, {vector3(3 * half, 3 * half, 0)}},
      {"math/transpose", {kOne2}, {value(ValueType::Matrix2, {1, 3, 2, 4})}, 0},
      {"math/determinant", {kOne2}, {f(-2)}, 0},
      {"math/determinant", {kOne3}, {f(24)}, 0},
      {"math/determinant", {kOne4}, {f(8)}, 0},
      {"math/inverse", {kOne2}, {value(ValueType::Matrix2, {-2, 1, 1.5, -0.5}), b(true)}},
      {"math/inverse",
       {value(ValueType::Matrix2, {1, 2, 2, 4})},
       {value(ValueType::Matrix2, {0, 0, 0, 0}), b(false)},
       0},
      {"math/matMul", {kOne2, kOne2}, {value(ValueType::Matrix2, {7, 10, 15, 22})}, 0},
      {"math/matCompose", {vector3(5, 6, 7), vector4(0, 0, 0, 1), vector3(1, 2, 4)}, {kOne4}, 0},
      {"math/matDecompose", {kOne4}, {vector3(5, 6, 7), vector4(0, 0, 0, 1), vector3(1, 2, 4)}},
      {"math/quatConjugate", {vector4(1, 2, 3, 4)}, {vector4(-1, -2, -3, 4)}, 0},
      {"math/quatMul", {vector4(half, 0, 0, half), vector4(0, half, 0, half)}, {vector4(0.5, 0.5, 0.5, 0.5)}},
      {"math/quatAngleBetween", {vector4(0, 0, 0, 1), vector4(0, half, 0, half)}, {f(kPi / 2)}},
      {"math/quatFromAxisAngle", {vector3(0, 1, 0), f(kPi / 2)}, {vector4(0, half, 0, half)}},
      {"math/quatToAxisAngle", {vector4(0, half, 0, half)}, {vector3(0, 1, 0), f(kPi / 2)}},
      {"math/quatToAxisAngle", {vector4(0, 0, 0, -1)}, {vector3(1, 0, 0), f(0)}},
      {"math/quatFromDirections", {vector3(1, 0, 0), vector3(0, 1, 0)}, {vector4(0, 0, half, half)}},
      {"math/quatFromDirections", {vector3(1, 0, 0), vector3(1, 0, 0)}, {vector4(0, 0, 0, 1)}},
      {"math/quatFromUpForward", {vector3(0, 1, 0), vector3(1, 0, 0)}, {vector4(0, half, 0, half)}},
      {"math/quatSlerp",
       {vector4(0, 0, 0, 1), vector4(0, -half, 0, -half), f(0.5)},
       {vector4(0, std::sin(kPi / 8), 0, std::cos(kPi / 8))}},
      {"math/combine2", {f(1), f(2)}, {vector2(1, 2)}, 0},
      {"math/combine3", {f(1), f(2), f(3)}, {vector3(1, 2, 3)}, 0},
      {"math/combine4", {f(1), f(2), f(3), f(4)}, {vector4(1, 2, 3, 4)}, 0},
      {"math/combine2x2", {f(1), f(2), f(3), f(4)}, {kOne2}, 0},
      {"math/combine3x3", {f(2), f(0), f(0), f(0), f(3), f(0), f(1), f(0), f(4)}, {kOne3}, 0},
      {"math/combine4x4",
       {f(1), f(0), f(0), f(0), f(0), f(2), f(0), f(0), f(0), f(0), f(4), f(0), f(5), f(6), f(7), f(1)},
       {kOne4},
       0},
      {"math/extract2", {vector2(1, 2)}, {f(1), f(2)}, 0},
      {"math/extract3", {vector3(1, 2, 3)}, {f(1), f(2), f(3)}, 0},
      {"math/extract4", {vector4(1, 2, 3, 4)}, {f(1), f(2), f(3), f(4)}, 0},
      {"math/extract2x2", {kOne2}, {f(1), f(2), f(3), f(4)}, 0},
      {"math/extract3x3", {kOne3}, {f(2), f(0), f(0), f(0), f(3), f(0), f(1), f(0), f(4)}, 0},
      {"math/extract4x4",
       {kOne4},
       {f(1), f(0), f(0), f(0), f(0), f(2), f(0), f(0), f(0), f(0), f(4), f(0), f(5), f(6), f(7), f(1)},
       0},
      {"math/not", {i(5)}, {i(-6)}, 0},
      {"math/not", {b(true)}, {b(false)}, 0},
      {"math/and", {i(6), i(3)}, {i(2)}, 0},
      {"math/and", {b(true), b(false)}, {b(false)}, 0},
      {"math/or", {i(6), i(3)}, {i(7)}, 0},
      {"math/xor", {b(true), b(true)}, {b(false)}, 0},
      {"math/asr", {i(-8), i(33)}, {i(-4)}, 0},
      {"math/lsl", {i(1), i(31)}, {i(-2147483648)}, 0},
      {"math/clz", {i(0)}, {i(32)}, 0},
      {"math/clz", {i(-1)}, {i(0)}, 0},
      {"math/ctz", {i(0)}, {i(32)}, 0},
      {"math/ctz", {i(8)}, {i(3)}, 0},
      {"math/popcnt", {i(-1)}, {i(32)}, 0},
      {"type/boolToInt", {b(true)}, {i(1)}, 0},
      {"type/boolToFloat", {b(true)}, {f(1)}, 0},
      {"type/intToBool", {i(-3)}, {b(true)}, 0},
      {"type/intToFloat", {i(-3)}, {f(-3)}, 0},
      {"type/floatToBool", {f(kNan)}, {b(false)}, 0},
      {"type/floatToInt", {f(4294967298.7)}, {i(2)}, 0},
      {"type/floatToInt", {f(-2147483649.0)}, {i(2147483647)}, 0},
      {"type/floatToInt", {f(kInfinite)}, {i(0)}, 0},
      // White has lightness 1 and no colour: the document's numbers have that to eight digits.
      {"math/rgbToOkLCh", {f(0), f(0), f(0)}, {f(0), f(0), f(0)}},
      {"math/rgbFromOkLCh", {f(1), f(0), f(0)}, {f(1), f(1), f(1)}, 1e-6},
  };
}

TEST(BehaviorMath, EveryOperationHasTheValuesOfTheDocument) {
  for (const Case& c : cases()) check(c);
}

TEST(BehaviorMath, EveryOperationWithSignaturesIsTested) {
  std::set<std::string, std::less<>> tested;
  for (const Case& c : cases()) tested.insert(c.operation);
  for (const auto& family : behavior::operationFamilies()) {
    for (const behavior::Operation& operation : family) {
      if (operation.signatures[0].calculate != nullptr) {
        EXPECT_TRUE(tested.contains(operation.name)) << operation.name;
      }
    }
  }
}

TEST(BehaviorMath, ColoursComeBack) {
  GraphFile graph;
  const int to = graph.add("math/rgbToOkLCh", {{"r", number(0.2)}, {"g", number(0.5)}, {"b", number(0.9)}});
  const int back = graph.add("math/rgbFromOkLCh", {{"l", {to, "l"}}, {"c", {to, "c"}}, {"h", {to, "h"}}});
  const int all = graph.add("math/combine3", {{"a", {back, "r"}}, {"b", {back, "g"}}, {"c", {back, "b"}}});
  graph.variable(vector3(0, 0, 0));
  graph.add("event/onStart", {}, {{"out", std::to_string(graph.set(0, all))}});
  Running run(graph.file());
  run.steps(1);
  // The document's matrices are inverse to each other to about seven digits.
  expectValue(run[0], vector3(0.2, 0.5, 0.9), 1e-6, "there and back");
}

TEST(BehaviorMath, AnglesInEveryOrder) {
  // Without a turn about y, x comes before z in the default order, yxz, too.
  const struct {
    std::string order;
    Value expected;
  } orders[] = {{"'order':{'value':['xyz']}", vector4(0.5, -0.5, 0.5, 0.5)},
                {"'order':{'value':['zyx']}", vector4(0.5, 0.5, 0.5, 0.5)},
                {"'order':{'value':['no']}", vector4(0.5, -0.5, 0.5, 0.5)},
                {"", vector4(0.5, -0.5, 0.5, 0.5)}};
  for (const auto& c : orders) {
    GraphFile graph;
    const int q = graph.add("math/quatFromAngles",
                            {{"x", number(kPi / 2)}, {"y", number(0)}, {"z", number(kPi / 2)}}, {}, c.order);
    graph.variable(vector4(0, 0, 0, 0));
    graph.add("event/onStart", {}, {{"out", std::to_string(graph.set(0, q))}});
    Running run(graph.file());
    run.steps(1);
    expectValue(run[0], c.expected, 1e-14, c.order);
  }
}

TEST(BehaviorMath, SwitchTakesTheCase) {
  for (const auto& [selection, expected] : {std::pair(-1, 10.0), std::pair(3, 30.0), std::pair(4, 99.0)}) {
    GraphFile graph;
    const int node = graph.add("math/switch",
                               {{"selection", whole(selection)},
                                {"default", number(99)},
                                {"-1", number(10)},
                                {"3", number(30)},
                                {"4", number(40)}},
                               {}, "'cases':{'value':[-1.0,3,3]}");
    graph.variable(number(0));
    graph.add("event/onStart", {}, {{"out", std::to_string(graph.set(0, node))}});
    Running run(graph.file());
    run.steps(1);
    EXPECT_EQ(run[0], number(expected));
  }
}

TEST(BehaviorMath, RandomStaysTheSameWithinAnActivation) {
  GraphFile graph;
  const int random = graph.add("math/random");
  const int same = graph.add("math/eq", {{"a", random}, {"b", random}});
  for (int i = 0; i < 3; ++i) graph.variable(i == 0 ? truth(false) : number(-1));
  const int second = graph.set(2, random);
  const int first = graph.set(1, random, std::to_string(second));
  const int set = graph.set(0, same, std::to_string(first));
  graph.add("event/onStart", {}, {{"out", std::to_string(set)}});
  const std::string file = graph.file();
  Running run(file), again(file), other(file, {.seed = 2});
  run.steps(1), again.steps(1), other.steps(1);
  EXPECT_EQ(run[0], truth(true));
  EXPECT_NE(run[1], run[2]);
  EXPECT_EQ(run[1], again[1]);
  EXPECT_NE(run[1], other[1]);
  for (const std::size_t i : {1u, 2u}) {
    EXPECT_GE(run[i].numbers[0], 0);
    EXPECT_LT(run[i].numbers[0], 1);
  }
}

}  // namespace
}  // namespace carom::test
