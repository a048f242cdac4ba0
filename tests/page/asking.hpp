// A desk and somebody who asks it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "core/random.hpp"
#include "json/reader.hpp"
#include "json/writer.hpp"
#include "page/desk.hpp"

namespace duello {

class Asking : public testing::Test {
 protected:
  static std::string quoted(std::string_view text) {
    std::string json;
    append_json(json, text);
    return json;
  }
  // Into the file that DUELLO_DOCUMENTS names, if it does: somebody holds all answers against their schema.
  std::string answer(std::string_view question) {
    std::string text = desk_.answer(question);
    if (const char* const file = std::getenv("DUELLO_DOCUMENTS"))
      std::ofstream(file, std::ios::app) << question << '\t' << text << '\n';
    return text;
  }
  JsonValue ask(std::string_view question) {
    const std::string text = answer(question);
    const auto json = read_json(text, {.bytes = std::size_t{64} << 20, .depth = 32});
    EXPECT_TRUE(json) << question << " is answered " << text;
    return json ? *json : JsonValue{};
  }
  // The same, and it must not be refused.
  JsonValue told(std::string_view question) {
    JsonValue json = ask(question);
    EXPECT_EQ(json.find("error"), nullptr) << question << ": " << said(json, "error");
    return json;
  }
  std::string refusal(std::string_view question) {
    const JsonValue json = ask(question);
    return said(json, "error");
  }
  JsonValue typed(std::string_view line) { return ask(cat(R"({"ask":"submit","line":)", quoted(line), '}')); }

  // The text, number or flag behind the keys; empty if it is not there.
  static std::string said(const JsonValue& json, std::string_view key) {
    const JsonValue* const found = json.find(key);
    return found == nullptr ? "" : found->text;
  }
  static const JsonValue& in(const JsonValue& json, std::string_view key) {
    static const JsonValue nothing;
    const JsonValue* const found = json.find(key);
    EXPECT_NE(found, nullptr) << key;
    return found == nullptr ? nothing : *found;
  }

  Desk desk_{go_on, [random = Random(1)]() mutable { return random(); }};
};

}  // namespace duello
