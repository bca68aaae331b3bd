// Reports as text: for people, for the official validator's readers, and for tools.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "carom/validate/validate.hpp"

namespace carom {

/// Findings as `FILE: POINTER: severity: message [CODE]`, one a line.
std::string reportText(const ValidationReport& report);
/// The JSON of the official validator. `validated_at`: an ISO 8601 time, "" to leave it out.
std::string reportJson(const ValidationReport& report, std::string_view validated_at = "");
/// An array of them; one report is not put in an array.
std::string reportsJson(std::span<const ValidationReport> reports, std::string_view validated_at = "");
/// SARIF 2.1.0, for code scanning.
std::string reportsSarif(std::span<const ValidationReport> reports);
/// Workflow commands of GitHub Actions, one a line.
std::string reportsGithub(std::span<const ValidationReport> reports);
/// JUnit XML: a test case a file.
std::string reportsJunit(std::span<const ValidationReport> reports);

}  // namespace carom
