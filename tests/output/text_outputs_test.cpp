// Trajectory, events and report: their form is a contract with scripts.
#include <gtest/gtest.h>

#include <limits>

#include "carom/output/event_log.hpp"
#include "carom/output/report.hpp"
#include "carom/output/trajectory.hpp"
#include "json/document.hpp"
#include "temporary_folder.hpp"

namespace carom {
namespace {

using test::readAll;
using test::TemporaryFolder;

std::string trajectory(const Scene& scene, const std::vector<std::vector<MovedNode>>& steps) {
  const TemporaryFolder folder;
  OutputFiles files;
  TrajectoryWriter writer(scene, *files.create(folder / "t.csv").value());
  for (std::size_t step = 0; step < steps.size(); ++step)
    writer.write(step, static_cast<double>(step) / 60, steps[step]);
  EXPECT_FALSE(files.commit().hasErrors());
  return readAll(folder / "t.csv");
}

Scene named(const std::vector<std::string>& names) {
  Scene scene;
  for (const std::string& name : names) scene.nodes.emplace_back().name = name;
  return scene;
}

TEST(Trajectory, HasTheContractsForm) {
  const Scene scene = named({"floor", "ball"});
  const MovedNode start{1, {{0, 1.5, -0.0}, {}}, {}, {}};
  const MovedNode next{1, {{1.0 / 3, 1e-12, 123456789.125}, {0, 0.6, 0, 0.8}}, {}, {}};
  EXPECT_EQ(trajectory(scene, {{start}, {next}}),
            "step,time,node,name,x,y,z,qx,qy,qz,qw\n"
            "0,0,1,ball,0,1.5,0,0,0,0,1\n"
            "1,0.0166666667,1,ball,0.333333333,1e-12,123456789,0,0.6,0,0.8\n");
}

TEST(Trajectory, QuotesNamesWhenNeeded) {
  const Scene scene = named({"a,b", "say \"hi\"", "two\nlines", "plain name", ""});
  std::vector<MovedNode> nodes;
  for (std::int32_t i = 0; i < 5; ++i) nodes.push_back({i, {}, {}, {}});
  EXPECT_EQ(trajectory(scene, {nodes}),
            "step,time,node,name,x,y,z,qx,qy,qz,qw\n"
            "0,0,0,\"a,b\",0,0,0,0,0,0,1\n"
            "0,0,1,\"say \"\"hi\"\"\",0,0,0,0,0,0,1\n"
            "0,0,2,\"two\nlines\",0,0,0,0,0,0,1\n"
            "0,0,3,plain name,0,0,0,0,0,0,1\n"
            "0,0,4,,0,0,0,0,0,0,1\n");
}

TEST(Trajectory, WritesUnitQuaternions) {
  const Scene scene = named({"n"});
  const MovedNode node{0, {{}, {0, 0, 3, 4}}, {}, {}};
  EXPECT_NE(trajectory(scene, {{node}}).find("0,0,0,n,0,0,0,0,0,0.6,0.8\n"), std::string::npos);
}

TEST(Events, HaveTheContractsFields) {
  Event event;
  event.step = 12;
  event.time = 0.2;
  event.type = EventType::TriggerEnter;
  event.trigger = 4, event.collider = 5;
  EXPECT_EQ(
      eventLine(event),
      "{\"step\":12,\"time\":0.2,\"type\":\"trigger_enter\",\"trigger\":4,\"collider\":5,\"motion\":-1}\n");
  event.type = EventType::TriggerExit;
  event.motion = 3;
  EXPECT_EQ(
      eventLine(event),
      "{\"step\":12,\"time\":0.2,\"type\":\"trigger_exit\",\"trigger\":4,\"collider\":5,\"motion\":3}\n");
  event = {};
  event.step = 1;
  event.time = 1.0 / 60;
  event.type = EventType::ContactBegin;
  event.collider = 5, event.motion = 5, event.other = 0;
  EXPECT_EQ(
      eventLine(event),
      "{\"step\":1,\"time\":0.016666666666666666,\"type\":\"contact_begin\",\"collider\":5,\"motion\":5,"
      "\"other\":0,\"other_motion\":-1}\n");
  event.type = EventType::ContactEnd;
  EXPECT_NE(eventLine(event).find("\"contact_end\""), std::string::npos);
  event = {};
  event.type = EventType::JointLimitReached;
  event.joint = 2, event.limit = 1, event.motion = 7, event.other = 4;
  EXPECT_EQ(eventLine(event),
            "{\"step\":0,\"time\":0,\"type\":\"joint_limit_reached\",\"joint\":2,\"limit\":1,\"motion\":7,"
            "\"other\":4,\"other_motion\":-1}\n");
}

TEST(JointLoads, HaveOneRowPerJointAndStep) {
  const TemporaryFolder folder;
  const Scene scene = named({"hinge, upper", "door"});
  OutputFiles files;
  const auto file = files.create(folder / "j.csv");
  ASSERT_TRUE(file);
  JointLoadWriter writer(scene, **file);
  writer.write(1, 0.25,
               std::vector<JointState>{{0, 0, 1, {1, -9.81, 1.0 / 3}, {0, 0, -2}}, {1, 1, 0, {}, {}}});
  EXPECT_FALSE(files.commit().hasErrors());
  EXPECT_EQ(readAll(folder / "j.csv"),
            "step,time,node,name,fx,fy,fz,tx,ty,tz\n"
            "1,0.25,0,\"hinge, upper\",1,-9.81,0.333333333,0,0,-2\n"
            "1,0.25,1,door,0,0,0,0,0,0\n");
}

TEST(StepTimes, OrderStatistics) {
  std::vector<double> times;
  for (int i = 100; i >= 1; --i) times.push_back(i);
  const StepTimes summary = summarizeStepTimes(times);
  EXPECT_EQ(summary.median, 50);
  EXPECT_EQ(summary.p95, 95);
  EXPECT_EQ(summary.max, 100);
  EXPECT_EQ(summary.total, 5050);
  EXPECT_EQ(summarizeStepTimes({7}).p95, 7);
  EXPECT_EQ(summarizeStepTimes({}).max, 0);
}

TEST(Report, ReadsBack) {
  Report report;
  report.source = "a \"strange\" name.gltf";
  report.dialects = {"khr-2025", "omi"};
  report.counts = {3, 2, 1, 4, 5, 6, 7, 0};
  report.settings.substeps = 8;
  report.settings.gravity = {0, -1.62, 0.25};
  report.settings.filter_rule = FilterRule::Literal;
  report.seconds = 2.5;
  report.rate = 120;
  report.load_ms = 1.25;
  report.steps = 300;
  report.step_ms = {0.5, 0.75, 2, 150};
  report.max_penetration = 0.001;
  report.state_hash = 0x0123456789abcdefu;
  report.warnings = {{Severity::Warning, "SOME_CODE", "/nodes/3", "Something\nodd."}};
  Diagnostics diagnostics;
  const auto parsed = json::Document::parse(reportJson(report), {}, diagnostics);
  ASSERT_TRUE(parsed);
  const json::Document& document = **parsed;
  const auto number = [&](std::string_view pointer) { return document.resolve(pointer).number(); };
  const auto text = [&](std::string_view pointer) { return document.resolve(pointer).string(); };
  EXPECT_EQ(text("/source"), report.source);
  EXPECT_EQ(text("/dialects/1"), "omi");
  EXPECT_EQ(number("/counts/bodies"), 3);
  EXPECT_EQ(number("/counts/dynamic"), 2);
  EXPECT_EQ(number("/counts/kinematic"), 1);
  EXPECT_EQ(number("/counts/static"), 4);
  EXPECT_EQ(number("/counts/colliders"), 5);
  EXPECT_EQ(number("/counts/triggers"), 6);
  EXPECT_EQ(number("/counts/joints"), 7);
  EXPECT_EQ(number("/counts/vehicles"), 0);
  EXPECT_EQ(number("/settings/rate"), 120);
  EXPECT_EQ(number("/settings/seconds"), 2.5);
  EXPECT_EQ(number("/settings/substeps"), 8);
  EXPECT_EQ(number("/settings/gravity/1"), -1.62);
  EXPECT_EQ(text("/settings/filter_rule"), "literal");
  EXPECT_EQ(number("/load_ms"), 1.25);
  EXPECT_EQ(number("/steps"), 300);
  EXPECT_EQ(number("/step_ms/median"), 0.5);
  EXPECT_EQ(number("/step_ms/p95"), 0.75);
  EXPECT_EQ(number("/step_ms/max"), 2);
  EXPECT_EQ(number("/step_ms/total"), 150);
  EXPECT_EQ(number("/max_penetration"), 0.001);
  EXPECT_EQ(text("/state_hash"), "0123456789abcdef");
  EXPECT_EQ(text("/warnings/0/code"), "SOME_CODE");
  EXPECT_EQ(text("/warnings/0/severity"), "warning");
  EXPECT_EQ(text("/warnings/0/pointer"), "/nodes/3");
  EXPECT_EQ(text("/warnings/0/message"), "Something\nodd.");
}

TEST(SceneCounts, CountWhatIsSimulated) {
  Scene scene = named({"a", "b", "c", "elsewhere"});
  scene.nodes[3].in_scene = false;
  scene.motions.resize(4);
  for (std::int32_t i = 0; i < 4; ++i) scene.motions[static_cast<std::size_t>(i)].node = i;
  scene.motions[1].type = MotionType::Kinematic;
  scene.animations.push_back({2, NodeProperty::Rotation, KeyInterpolation::Linear, {0}, {0, 0, 0, 1}, ""});
  scene.colliders.resize(3);
  scene.colliders[0] = {0, 0, -1, -1, 0, {}};
  scene.colliders[1] = {1, 0, -1, -1, -1, {}};
  scene.colliders[2] = {3, 0, -1, -1, -1, {}};
  scene.triggers.resize(1);
  scene.triggers[0].node = 0;
  const SceneCounts counts = countScene(scene);
  EXPECT_EQ(counts.bodies, 3u);
  EXPECT_EQ(counts.dynamic, 1u);
  EXPECT_EQ(counts.kinematic, 2u);  // One by the file, one by its animation.
  EXPECT_EQ(counts.static_nodes, 1u);
  EXPECT_EQ(counts.colliders, 2u);
  EXPECT_EQ(counts.triggers, 1u);
}

}  // namespace
}  // namespace carom
