#include "output/plot_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "output/concatenate.hpp"
#include "output/decimal_text.hpp"
#include "output/plot_axis.hpp"

namespace carom::output {
namespace {

// Picture units are CSS pixels.
constexpr double kWidth = 960, kPanelHeight = 230, kLeft = 74, kTop = 52, kGap = 46, kBottom = 52;
constexpr double kLegendWidth = 190, kMargin = 24;
constexpr double kTolerance = 0.2;
constexpr std::size_t kPointLimit = 1600;

/// Colours that people with any kind of colour vision can tell apart: Okabe and Ito, "Color Universal Design"
/// (2008), without yellow, which is too pale on white. A second round is dashed.
constexpr std::array<std::string_view, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                      "#e69f00", "#56b4e9", "#444444"};
constexpr std::string_view kCrowdColour = "#0072b2";

/// Bytes of the character of UTF-8 that begins at `at`; 0 when none that XML 1.0 has (section 2.2) begins
/// there: broken bytes, which the name of a file may hold, halves of surrogate pairs, U+FFFE and U+FFFF.
std::size_t characterLength(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  std::uint32_t code = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0u) != 0x80) return 0;
    code = code << 6 | (byte(at + i) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && (code < 0x10000 || code > 0x10FFFF));
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return overlong || surrogate || code == 0xFFFE || code == 0xFFFF ? 0 : length;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const std::size_t length = characterLength(text, i); length != 1) {
      result += length == 0 ? "\xEF\xBF\xBD" : text.substr(i, length);
      if (length > 1) i += length - 1;
      // One replacement character for all bytes of an invalid sequence.
      while (length == 0 && i + 1 < text.size() && (static_cast<unsigned char>(text[i + 1]) & 0xC0) == 0x80)
        ++i;
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;  // XML has no other control characters.
    }
  }
  return result;
}

/// At most `limit` characters (of UTF-8), the last one an ellipsis when some were left out.
std::string shortened(std::string_view text, std::size_t limit) {
  std::size_t characters = 0, cut = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) continue;
    if (++characters == limit) cut = i;
    if (characters > limit) return concatenate(text.substr(0, cut), "\xE2\x80\xA6");
  }
  return std::string(text);
}

std::string coordinate(double value) {
  std::string text;
  appendFixed(text, value, 1);
  return text;
}

struct Range {
  double lower = 0, upper = 0;
};

class PlotDrawing {
 public:
  explicit PlotDrawing(const PlotData& data) : data_(data) {}
  std::string draw(std::string_view title);

 private:
  using Values = std::vector<float> MotionPlot::Series::*;
  using SpreadValues = std::span<const MotionPlot::Spread>;

  bool crowded() const { return data_.body_count > data_.series.size(); }
  Range rangeOf(Values values, SpreadValues spread) const;
  void text(double x, double y, std::string_view attributes, std::string_view content);
  void line(double x1, double y1, double x2, double y2, std::string_view colour);
  void panel(double top, std::string_view label, Values values, SpreadValues spread, bool from_zero);
  void drawQuantity(PlotQuantity quantity, double top);
  void wholePanel(double top, std::string_view label, std::span<const float> values);
  void grid(const Axis& y_axis, double top, std::string_view label);
  void curve(const Axis& y_axis, const std::vector<double>& values, std::string_view attributes);
  void band(const Axis& y_axis, SpreadValues spread);
  std::string points(const std::vector<double>& x, const std::vector<double>& y) const;
  void namedLegend();
  void crowdLegend();

  const PlotData& data_;
  std::string svg_;
  Axis time_axis_;
  double right_ = kWidth - kMargin;
};

Range PlotDrawing::rangeOf(Values values, SpreadValues spread) const {
  Range range{1e300, -1e300};
  for (const MotionPlot::Series& series : data_.series)
    for (const float value : series.*values) {
      range.lower = std::min(range.lower, static_cast<double>(value));
      range.upper = std::max(range.upper, static_cast<double>(value));
    }
  for (const MotionPlot::Spread& item : spread) {
    range.lower = std::min(range.lower, static_cast<double>(item.minimum));
    range.upper = std::max(range.upper, static_cast<double>(item.maximum));
  }
  if (range.lower > range.upper) return {0, 1};
  return range;
}

void PlotDrawing::text(double x, double y, std::string_view attributes, std::string_view content) {
  svg_ += concatenate("<text x=\"", coordinate(x), "\" y=\"", coordinate(y), "\" ", attributes, ">",
                      escaped(content), "</text>\n");
}

void PlotDrawing::line(double x1, double y1, double x2, double y2, std::string_view colour) {
  svg_ += concatenate("<path d=\"M", coordinate(x1), " ", coordinate(y1), "L", coordinate(x2), " ",
                      coordinate(y2), "\" stroke=\"", colour, "\"/>\n");
}

void PlotDrawing::grid(const Axis& y_axis, double top, std::string_view label) {
  for (const double tick : y_axis.ticks) {
    const double y = y_axis.at(tick);
    line(kLeft, y, right_, y, "#e3e3e3");
    text(kLeft - 8, y + 4, "text-anchor=\"end\"", tickLabel(y_axis, tick));
  }
  for (const double tick : time_axis_.ticks) {
    const double x = time_axis_.at(tick);
    line(x, top, x, top + kPanelHeight, "#e3e3e3");
    text(x, top + kPanelHeight + 18, "text-anchor=\"middle\"", tickLabel(time_axis_, tick));
  }
  line(kLeft, top + kPanelHeight, right_, top + kPanelHeight, "#888");
  line(kLeft, top, kLeft, top + kPanelHeight, "#888");
  const double middle = top + kPanelHeight / 2;
  text(20, middle,
       concatenate("text-anchor=\"middle\" transform=\"rotate(-90 20 ", coordinate(middle),
                   ")\" class=\"name\""),
       label);
}

std::string PlotDrawing::points(const std::vector<double>& x, const std::vector<double>& y) const {
  std::string path;
  for (const std::uint32_t i : drawnPoints(x, y, kTolerance, crowded() ? kPointLimit / 4 : kPointLimit))
    path += concatenate(path.empty() ? "M" : "L", coordinate(x[i]), " ", coordinate(y[i]));
  return path;
}

void PlotDrawing::curve(const Axis& y_axis, const std::vector<double>& values, std::string_view attributes) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < std::min(values.size(), data_.times.size()); ++i) {
    x.push_back(time_axis_.at(data_.times[i]));
    y.push_back(y_axis.at(values[i]));
  }
  if (x.empty()) return;
  if (x.size() == 1) x.push_back(x[0]), y.push_back(y[0]);
  svg_ += concatenate("<path d=\"", points(x, y), "\" ", attributes, "/>\n");
}

/// The area between the 10 % and 90 % quantiles.
void PlotDrawing::band(const Axis& y_axis, SpreadValues spread) {
  std::vector<double> x, low, high;
  for (std::size_t i = 0; i < std::min(spread.size(), data_.times.size()); ++i) {
    x.push_back(time_axis_.at(data_.times[i]));
    low.push_back(y_axis.at(spread[i].low));
    high.push_back(y_axis.at(spread[i].high));
  }
  if (x.empty()) return;
  std::string path = points(x, high);
  std::reverse(x.begin(), x.end());
  std::reverse(low.begin(), low.end());
  std::string back = points(x, low);
  if (!back.empty()) back[0] = 'L';
  svg_ += concatenate("<path d=\"", path, back, "Z\" fill=\"", kCrowdColour,
                      "\" fill-opacity=\"0.16\" stroke=\"none\"/>\n");
}

void PlotDrawing::panel(double top, std::string_view label, Values values, SpreadValues spread,
                        bool from_zero) {
  Range range = rangeOf(values, spread);
  if (from_zero) {
    range.lower = 0;
    if (range.upper < 1e-3) range.upper = 1;  // All at rest: noise would fill the panel otherwise.
  }
  const Axis axis = makeAxis(range.lower, range.upper, top + kPanelHeight, top, 6, true);
  grid(axis, top, label);
  if (crowded()) band(axis, spread);
  for (std::size_t i = 0; i < data_.series.size(); ++i) {
    const std::vector<float>& series = data_.series[i].*values;
    const std::vector<double> copy(series.begin(), series.end());
    if (crowded()) {
      curve(axis, copy, "class=\"one\"");
    } else {
      curve(axis, copy,
            concatenate("class=\"curve\" stroke=\"", kColours[i % kColours.size()], "\"",
                        i >= kColours.size() ? " stroke-dasharray=\"7 3\"" : ""));
    }
  }
  if (!crowded()) return;
  std::vector<double> minimum, median, maximum;
  for (const MotionPlot::Spread& item : spread) {
    minimum.push_back(item.minimum);
    median.push_back(item.median);
    maximum.push_back(item.maximum);
  }
  for (const auto& extreme : {minimum, maximum}) curve(axis, extreme, "class=\"extreme\"");
  curve(axis, median, "class=\"median\"");
}

/// One curve for the whole scene.
void PlotDrawing::wholePanel(double top, std::string_view label, std::span<const float> values) {
  const std::vector<double> copy(values.begin(), values.end());
  const double most = copy.empty() ? 0 : *std::max_element(copy.begin(), copy.end());
  const Axis axis = makeAxis(0, most > 0 ? most : 1, top + kPanelHeight, top, 6, true);
  grid(axis, top, label);
  curve(axis, copy, "class=\"curve\" stroke=\"#444444\"");
}

void PlotDrawing::drawQuantity(PlotQuantity quantity, double top) {
  switch (quantity) {
    case PlotQuantity::Height:
      return panel(top, "height (m)", &MotionPlot::Series::height, data_.height_spread, false);
    case PlotQuantity::Speed:
      return panel(top, "speed (m/s)", &MotionPlot::Series::speed, data_.speed_spread, true);
    case PlotQuantity::Energy:
      return wholePanel(top, "energy of motion (J)", data_.energy);
    case PlotQuantity::Contacts:
      return wholePanel(top, "touching pairs", data_.contacts);
  }
}

void PlotDrawing::namedLegend() {
  double y = kTop + 12;
  for (std::size_t i = 0; i < data_.series.size(); ++i, y += 21) {
    const double x = right_ + 20;
    svg_ += concatenate("<path d=\"M", coordinate(x), " ", coordinate(y), "h26\" class=\"curve\" stroke=\"",
                        kColours[i % kColours.size()], "\"",
                        i >= kColours.size() ? " stroke-dasharray=\"7 3\"" : "", "/>\n");
    text(x + 34, y + 4, "", shortened(data_.series[i].name, 20));
  }
}

void PlotDrawing::crowdLegend() {
  struct Entry {
    std::string_view style;
    std::string label;
  };
  const std::array<Entry, 4> entries = {
      Entry{"class=\"median\"", "median"},
      Entry{"stroke=\"#0072b2\" stroke-opacity=\"0.16\" stroke-width=\"14\"",
            "10\xE2\x80\x93"
            "90 %"},
      Entry{"class=\"extreme\"", "lowest, highest"},
      Entry{"class=\"one\"", concatenate(data_.series.size(), " of ", data_.body_count, " bodies")}};
  double y = kTop + 12;
  for (const Entry& entry : entries) {
    const double x = right_ + 20;
    svg_ += concatenate("<path d=\"M", coordinate(x), " ", coordinate(y), "h26\" ", entry.style, "/>\n");
    text(x + 34, y + 4, "", entry.label);
    y += 23;
  }
}

std::string PlotDrawing::draw(std::string_view title) {
  const auto panels = static_cast<double>(data_.quantities.size());
  const double height = kTop + panels * kPanelHeight + (panels - 1) * kGap + kBottom;
  right_ = kWidth - kLegendWidth;
  const double last = data_.times.empty() || !(data_.times.back() > 0) ? 1 : data_.times.back();
  time_axis_ = makeAxis(0, last, kLeft, right_, 10, false);
  svg_ = concatenate(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", coordinate(kWidth), " ", coordinate(height),
      "\" width=\"", coordinate(kWidth), "\" height=\"", coordinate(height),
      "\" font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\" font-size=\"12\" fill=\"none\">\n");
  svg_ +=
      "<style>text{fill:#333}.title{font-size:16px;font-weight:bold}.name{font-size:13px}"
      "path{stroke-linejoin:round}.curve{stroke-width:1.8}"
      ".one{stroke:#0072b2;stroke-width:.8;stroke-opacity:.35}.median{stroke:#d55e00;stroke-width:2.4}"
      ".extreme{stroke:#444;stroke-width:1.1;stroke-dasharray:4 3}</style>\n";
  svg_ += concatenate("<title>", escaped(title),
                      "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
  text(kLeft, 28, "class=\"title\"", shortened(title, 80));
  if (data_.series.empty()) {
    text(kLeft, kTop + 40, "class=\"name\"", "The scene has no moving bodies.");
    return svg_ + "</svg>\n";
  }
  for (std::size_t i = 0; i < data_.quantities.size(); ++i)
    drawQuantity(data_.quantities[i], kTop + static_cast<double>(i) * (kPanelHeight + kGap));
  text((kLeft + right_) / 2, height - 12, "text-anchor=\"middle\" class=\"name\"", "time (s)");
  crowded() ? crowdLegend() : namedLegend();
  return svg_ + "</svg>\n";
}

}  // namespace

std::string plotSvg(const PlotData& data, std::string_view title) {
  return PlotDrawing(data).draw(title);
}

}  // namespace carom::output
