#include "web/answer.hpp"

#include <cstdlib>

#include "json/writer.hpp"
#include "output/report_json.hpp"
#include "web/export.hpp"

namespace carom::web {
namespace {

Answer& theAnswer() {
  static Answer answer;
  return answer;
}

}  // namespace

Answer& newAnswer() {
  Answer& answer = theAnswer();
  answer.numbers.clear();
  answer.text.clear();
  return answer;
}

void Answer::say(std::span<const Diagnostic> diagnostics) {
  json::Writer json;
  output::writeDiagnostics(json, {diagnostics.begin(), diagnostics.end()});
  text = json.take();
}

CAROM_WEB(void*) carom_allocate(std::uint32_t size) {
  return std::malloc(size);
}
CAROM_WEB(void) carom_release(void* memory) {
  std::free(memory);
}
CAROM_WEB(const char*) carom_answer_text() {
  return theAnswer().text.data();
}
CAROM_WEB(std::uint32_t) carom_answer_size() {
  return static_cast<std::uint32_t>(theAnswer().text.size());
}
CAROM_WEB(const double*) carom_answer_numbers() {
  return theAnswer().numbers.data();
}
CAROM_WEB(std::uint32_t) carom_answer_count() {
  return static_cast<std::uint32_t>(theAnswer().numbers.size());
}

}  // namespace carom::web
