#include "json/writer.hpp"

#include <cassert>
#include <cmath>

#include "json/splice.hpp"

namespace carom::json {

void Writer::begin(char open, char close, Layout layout) {
  separate();
  text_ += open;
  const bool inside_line = !levels_.empty() && levels_.back().one_line;
  levels_.push_back({close, inside_line || layout == Layout::OneLine});
}

void Writer::end() {
  assert(!levels_.empty());
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty && !level.one_line) {
    text_ += '\n';
    text_.append(2 * levels_.size(), ' ');
  }
  text_ += level.close;
}

void Writer::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) text_ += level.one_line ? ", " : ",";
  if (!level.one_line) {
    text_ += '\n';
    text_.append(2 * levels_.size(), ' ');
  }
  level.empty = false;
}

void Writer::key(std::string_view name) {
  separate();
  text_ += json::quoted(name);
  text_ += ": ";
  after_key_ = true;
}

void Writer::value(std::string_view text) {
  separate();
  text_ += json::quoted(text);
}

void Writer::value(bool truth) {
  separate();
  text_ += truth ? "true" : "false";
}

void Writer::value(double number) {
  if (std::isnan(number)) return value("NaN");
  if (std::isinf(number)) return value(number > 0 ? "Infinity" : "-Infinity");
  separate();
  text_ += json::number(number == 0 ? 0.0 : number);
}

void Writer::value(const DVec3& vector) {
  beginArray(Layout::OneLine);
  for (const double component : {vector.x, vector.y, vector.z}) value(component);
  end();
}

void Writer::value(const DQuat& quaternion) {
  beginArray(Layout::OneLine);
  for (const double component : {quaternion.x, quaternion.y, quaternion.z, quaternion.w}) value(component);
  end();
}

void Writer::null() {
  separate();
  text_ += "null";
}

}  // namespace carom::json
