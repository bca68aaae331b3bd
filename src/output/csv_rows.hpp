// Rows of CSV files: one per node and step.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::output {

/// Numbers after the first have so many significant digits.
inline constexpr int kCsvDigits = 9;

/// By node: its name as a field (RFC 4180), after a comma.
std::vector<std::string> nameFields(const Scene& scene);
/// `step,time,`
std::string rowStart(std::uint64_t step, double time);
/// Index and name of a node, -1 and nothing for none.
void appendNode(std::string& rows, std::int32_t node, const std::vector<std::string>& names);
void appendValues(std::string& rows, std::initializer_list<double> values);
/// A row of the start, a node and numbers.
void appendRow(std::string& rows, const std::string& start, std::int32_t node,
               const std::vector<std::string>& names, std::initializer_list<double> values);

}  // namespace carom::output
