#include "carom/output/plot.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "output/plot_axis.hpp"

namespace carom {
namespace {

std::size_t countOf(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// The plot of bodies that fall one after another.
std::string plotOf(std::size_t bodies, int steps) {
  Scene scene;
  for (std::size_t i = 0; i < bodies; ++i)
    scene.nodes.emplace_back().name = i == 1 ? "a <b> & \"c\"\x01" : "";
  MotionPlot plot(scene);
  std::vector<MovedNode> nodes(bodies);
  for (int step = 0; step <= steps; ++step) {
    const double t = step / 60.0;
    for (std::size_t i = 0; i < bodies; ++i) {
      nodes[i].node = static_cast<std::int32_t>(i);
      nodes[i].global.translation = {
          0, std::abs(5 + static_cast<double>(i % 17) - 4.9 * t * t) * std::cos(t * static_cast<double>(i)),
          0};
    }
    plot.add(t, nodes);
  }
  return plot.svg("title & <tag>");
}

TEST(MotionPlot, NamesFewBodies) {
  const std::string svg = plotOf(3, 300);
  EXPECT_EQ(countOf(svg, "class=\"curve\""), 3u * 3);  // Height, speed and legend.
  EXPECT_NE(svg.find("a &lt;b&gt; &amp; &quot;c&quot; </text>"), std::string::npos);
  EXPECT_NE(svg.find(">node 2</text>"), std::string::npos);
  EXPECT_NE(svg.find("title &amp; &lt;tag&gt;"), std::string::npos);
  for (const char* label : {">height (m)<", ">speed (m/s)<", ">time (s)<"})
    EXPECT_NE(svg.find(label), std::string::npos) << label;
  EXPECT_EQ(svg.find('\x01'), std::string::npos);
}

TEST(MotionPlot, NamesHoldOnlyWhatXmlHas) {
  Scene scene;
  // U+FFFE, U+FFFF, half a surrogate pair, a byte of nothing, a cut character; and what must stay: ä, 🎱.
  scene.nodes.emplace_back().name =
      "a\xEF\xBF\xBE"
      "b\xEF\xBF\xBF"
      "c\xED\xA0\x80"
      "d\xFF";
  scene.nodes.emplace_back().name =
      "\xC3\xA4\xF0\x9F\x8E\xB1"
      "e\xE2\x82";
  MotionPlot plot(scene);
  const MovedNode nodes[2] = {{0, {}, {}, {}}, {1, {}, {}, {}}};
  plot.add(0, nodes);
  const std::string svg = plot.svg("title\xC0\xAF");
  const std::string sign = "\xEF\xBF\xBD";
  EXPECT_NE(svg.find(">a" + sign + "b" + sign + "c" + sign + "d" + sign + "</text>"), std::string::npos)
      << svg;
  EXPECT_NE(svg.find(">\xC3\xA4\xF0\x9F\x8E\xB1"
                     "e" +
                     sign + "</text>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find(">title" + sign + "</title>"), std::string::npos) << svg;
}

TEST(MotionPlot, SummarizesManyBodies) {
  const std::string svg = plotOf(1000, 120);
  EXPECT_EQ(countOf(svg, "class=\"one\""), 2 * MotionPlot::kSampledBodies + 1);
  EXPECT_EQ(countOf(svg, "class=\"median\""), 3u);
  EXPECT_NE(svg.find(">40 of 1000 bodies<"), std::string::npos);
}

TEST(MotionPlot, SizeIsBounded) {
  EXPECT_LT(plotOf(12, 20000).size(), 600000u);
  EXPECT_LT(plotOf(200, 5000).size(), 800000u);
}

TEST(MotionPlot, NothingToDrawIsSaid) {
  const Scene scene;
  const MotionPlot plot(scene);
  EXPECT_NE(plot.svg("empty").find("no moving bodies"), std::string::npos);
  EXPECT_EQ(countOf(plotOf(1, 0), "class=\"curve\""), 3u);
}

TEST(MotionPlot, UnboundedMotionGivesNumbersAllTheSame) {
  Scene scene;
  scene.nodes.emplace_back();
  MotionPlot plot(scene);
  for (int step = 0; step < 5; ++step) {
    MovedNode node{0, {{0, step == 3 ? std::nan("") : step * 1e300, 0}, {}}, {}, {}};
    plot.add(step, {&node, 1});
  }
  const std::string svg = plot.svg("far");
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(PlotAxis, TicksAreRound) {
  const output::Axis axis = output::makeAxis(0.13, 4.7, 100, 0, 6, true);
  EXPECT_EQ(axis.ticks, (std::vector<double>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(axis.at(0), 100);
  EXPECT_EQ(axis.at(5), 0);
  const output::Axis small = output::makeAxis(-0.021, 0.034, 0, 1, 6, true);
  EXPECT_EQ(output::tickLabel(small, small.ticks.front()),
            "\xE2\x88\x92"
            "0.03");
  EXPECT_EQ(output::tickLabel(small, small.ticks.back()), "0.04");
  const output::Axis flat = output::makeAxis(2, 2, 0, 1, 6, true);
  EXPECT_LT(flat.lower, 2);
  EXPECT_GT(flat.upper, 2);
}

TEST(PlotAxis, DrawnPointsKeepPeaks) {
  std::vector<double> x, y;
  for (int i = 0; i < 100000; ++i) x.push_back(i * 0.01), y.push_back(i == 54321 ? 50 : 0);
  const auto points = output::drawnPoints(x, y, 0.2, 1000);
  EXPECT_LT(points.size(), 20u);
  EXPECT_NE(std::find(points.begin(), points.end(), 54321u), points.end());
  EXPECT_EQ(points.front(), 0u);
  EXPECT_EQ(points.back(), 99999u);
}

}  // namespace
}  // namespace carom
