// The schema of the official validator's report, written down from docs/validation.schema.json of
// KhronosGroup/glTF-Validator as checks.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "json/document.hpp"
#include "json/pointer.hpp"

namespace carom::test {

inline void expectCount(json::Value object, std::string_view name) {
  const json::Value value = object.find(name);
  EXPECT_TRUE(value.isNumber() && value.isInteger() && value.number() >= 0) << name;
}

inline bool isVersion(json::Value value) {
  if (!value.isString()) return false;
  const std::string_view text = value.string();
  const std::size_t point = text.find('.');
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return point != std::string_view::npos && digits(text.substr(0, point)) && digits(text.substr(point + 1));
}

inline void expectNames(json::Value names) {
  if (!names.present()) return;
  EXPECT_TRUE(names.isArray() && names.size() >= 1);
  std::set<std::string_view> met;
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_TRUE(names[i].isString() && met.insert(names[i].string()).second);
  }
}

inline void expectMessage(json::Value message) {
  EXPECT_TRUE(message.find("code").isString());
  EXPECT_TRUE(message.find("message").isString());
  const json::Value severity = message.find("severity");
  EXPECT_TRUE(severity.isInteger() && severity.number() >= 0 && severity.number() <= 3);
  // Exactly one of them.
  EXPECT_NE(message.find("pointer").present(), message.find("offset").present());
  if (message.find("pointer").present()) {
    ASSERT_TRUE(message.find("pointer").isString());
    EXPECT_TRUE(json::pointerTokens(message.find("pointer").string())) << message.find("pointer").string();
  }
}

inline void expectOfficialReport(const std::string& text) {
  SCOPED_TRACE(text);
  Diagnostics diagnostics;
  const auto parsed = json::Document::parse(text, {}, diagnostics);
  ASSERT_TRUE(parsed.ok());
  EXPECT_TRUE(diagnostics.items().empty());
  const json::Value root = (*parsed)->root();
  if (root.find("uri").present()) {
    ASSERT_TRUE(root.find("uri").isString());
    EXPECT_EQ(root.find("uri").string().find_first_of(" \"<>\\^`{|}"), std::string_view::npos);
  }
  if (const json::Value type = root.find("mimeType"); type.present()) {
    EXPECT_TRUE(type.string() == "model/gltf+json" || type.string() == "model/gltf-binary");
  }
  EXPECT_TRUE(root.find("validatorVersion").isString());
  const json::Value issues = root.find("issues");
  ASSERT_TRUE(issues.isObject());
  for (const std::string_view name : {"numErrors", "numWarnings", "numInfos", "numHints"})
    expectCount(issues, name);
  EXPECT_TRUE(issues.find("truncated").isBoolean());
  const json::Value messages = issues.find("messages");
  ASSERT_TRUE(messages.isArray());
  for (std::size_t i = 0; i < messages.size(); ++i) expectMessage(messages[i]);
  const json::Value info = root.find("info");
  if (!info.present()) return;
  EXPECT_TRUE(isVersion(info.find("version")));
  if (info.find("minVersion").present()) {
    EXPECT_TRUE(isVersion(info.find("minVersion")));
  }
  expectNames(info.find("extensionsUsed"));
  expectNames(info.find("extensionsRequired"));
}

}  // namespace carom::test
