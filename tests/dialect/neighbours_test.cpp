// Extensions beside the physics: spawn points, behaviour graphs.
#include <gtest/gtest.h>

#include <filesystem>

#include "carom/scene/behavior.hpp"
#include "physics_file.hpp"

namespace carom::test {
namespace {

std::string plainFile(const std::string& extension, const std::string& rest) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['" + extension + "']," + rest + "}";
}

TEST(SpawnPoints, EveryFieldIsRead) {
  const Loaded file(plainFile("OMI_spawn_point",
                              "'nodes':[{},{'extensions':{'OMI_spawn_point':"
                              "{'title':'Gate','team':'Blue','group':'Start'}}}]"));
  EXPECT_LOADED(file);
  ASSERT_EQ(file.scene().spawn_points.size(), 1u);
  const SpawnPoint& point = file.scene().spawn_points[0];
  EXPECT_EQ(point.node, 1);
  EXPECT_EQ(point.title, "Gate");
  EXPECT_EQ(point.team, "Blue");
  EXPECT_EQ(point.group, "Start");
}

TEST(SpawnPoints, WrongFieldsAreErrors) {
  const std::string at = "/nodes/0/extensions/OMI_spawn_point";
  const auto file = [](const std::string& members) {
    return Loaded(
        plainFile("OMI_spawn_point", "'nodes':[{'extensions':{'OMI_spawn_point':" + members + "}}]"));
  };
  EXPECT_ERROR(file("{'title':3}"), codes::kPhysicsType, at + "/title");
  EXPECT_ERROR(file("{'team':[]}"), codes::kPhysicsType, at + "/team");
  EXPECT_ERROR(file("7"), codes::kPhysicsType, at);
  EXPECT_SAID(file("{'titel':'x'}"), Severity::Warning, codes::kPhysicsUnknownMember, at + "/titel");
}

TEST(SpawnPoints, TheAuthorsFilesAreRead) {
  const std::filesystem::path folder = std::filesystem::path(CAROM_SOURCE_DIR).parent_path() /
                                       "shared/assets/omi-2026/OMI_spawn_point/examples";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no shared assets";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto scene = load(entry.path());
    ASSERT_TRUE(scene.ok()) << entry.path();
    EXPECT_EQ(scene->spawn_points.size(), 1u) << entry.path();
  }
}

std::string graphFile(const std::string& graph) {
  return plainFile("KHR_interactivity",
                   "'nodes':[{}],'extensions':{'KHR_interactivity':{'graph':0,'graphs':[" + graph + "]}}");
}
const std::string kTypes = "'types':[{'signature':'float'},{'signature':'int'},{'signature':'bool'}]";
const std::string kGraph = "/extensions/KHR_interactivity/graphs/0";

TEST(BehaviorGraphs, AreReadWhole) {
  const Loaded file(graphFile("{" + kTypes +
                              ",'variables':[{'type':1,'value':[4],'name':'lives'}],'events':[{'id':'win','"
                              "values':{'points':{'type':0}}}],"
                              "'declarations':[{'op':'event/onStart'},{'op':'variable/set'}],"
                              "'nodes':[{'declaration':0,'flows':{'out':{'node':1,'socket':'in'}}},"
                              "{'declaration':1,'configuration':{'variables':{'value':[0]}},'values':{'0':{'"
                              "type':1,'value':[5]}}}]}"));
  ASSERT_TRUE(file.ok()) << file.all();
  ASSERT_TRUE(file.scene().behavior);
  const BehaviorGraph& graph = *file.scene().behavior;
  ASSERT_EQ(graph.nodes.size(), 2u);
  EXPECT_EQ(graph.nodes[0].operation, "event/onStart");
  EXPECT_EQ(graph.nodes[0].flows[0].node, 1);
  EXPECT_EQ(graph.nodes[1].inputs[0].value, Value::of(std::int32_t(5)));
  EXPECT_EQ(graph.nodes[1].settings[0].numbers, std::vector<double>{0});
  EXPECT_EQ(graph.variables[0].initial, Value::of(std::int32_t(4)));
  EXPECT_EQ(graph.events[0].id, "win");
  EXPECT_LOADED(file);
}

TEST(BehaviorGraphs, WrongFieldsAreErrors) {
  const struct {
    std::string graph, at;
  } cases[] = {
      {"7", ""},
      {"{'types':3}", "/types"},
      {"{'types':[{}]}", "/types/0"},
      {"{" + kTypes + ",'variables':[{'type':9}]}", "/variables/0/type"},
      {"{" + kTypes + ",'variables':[{'value':[1]}]}", "/variables/0"},
      {"{" + kTypes + ",'variables':[{'type':0,'value':['x']}]}", "/variables/0/value"},
      {"{" + kTypes + ",'variables':[{'type':1,'value':[1.5]}]}", "/variables/0/value"},
      {"{" + kTypes + ",'variables':[{'type':2,'value':[1]}]}", "/variables/0/value"},
      {"{'types':[{'signature':'int'},{'signature':'int'}]}", "/types/1"},
      {"{'events':[{'id':'a'},{'id':'a'}]}", "/events/1"},
      {"{" + kTypes + ",'events':[{'values':{'event':{'type':0}}}]}", "/events/0/values/event"},
      {"{'types':[{'signature':'ref'}],'variables':[{'type':0,'value':[3]}]}", "/variables/0/value"},
      {"{'types':[{'signature':'ref'}],'variables':[{'type':0,'value':['nodes/0']}]}", "/variables/0/value"},
      {"{'declarations':[{'op':'x','extension':3}]}", "/declarations/0/extension"},
      {"{'declarations':[{'op':'x','extension':'y','outputValueSockets':[]}]}",
       "/declarations/0/outputValueSockets"},
      {"{'declarations':[{'op':'x','extension':'y','inputValueSockets':{'a':{'type':3}}}]}",
       "/declarations/0/inputValueSockets/a/type"},
      {"{" + kTypes +
           ",'declarations':[{'op':'math/E'}],'nodes':[{'declaration':0},"
           "{'declaration':0,'values':{'a':{'node':0,'value':[1],'type':0}}}]}",
       "/nodes/1/values/a"},
      {"{'declarations':[{}]}", "/declarations/0"},
      {"{'nodes':[{}]}", "/nodes/0"},
      {"{'nodes':[{'declaration':0}]}", "/nodes/0/declaration"},
      {"{'declarations':[{'op':'math/e'}],'nodes':[{'declaration':0,'values':[]}]}", "/nodes/0/values"},
      {"{'declarations':[{'op':'math/e'}],'nodes':[{'declaration':0,'values':{'a':{'node':1}}}]}",
       "/nodes/0/values/a/node"},
      {"{'declarations':[{'op':'math/e'}],'nodes':[{'declaration':0,'flows':{'out':{}}}]}",
       "/nodes/0/flows/out"},
      {"{'declarations':[{'op':'math/e'}],'nodes':[{'declaration':0,'configuration':{'x':{'value':3}}}]}",
       "/nodes/0/configuration/x"}};
  for (const auto& c : cases)
    EXPECT_ERROR(Loaded(graphFile(c.graph)), codes::kBehaviorInvalid, kGraph + c.at);
}

}  // namespace
}  // namespace carom::test
