// What happens in a game, as an audience is told of it, and how a game ended.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "json/fields.hpp"
#include "json/writer.hpp"
#include "match/events.hpp"

namespace duello {

void add_result(JsonObject& json, const Result& result);
void append_news(std::string& text, const News& news);

// What append_news has written; and a list of it.
std::expected<News, Complaint> read_news(const JsonValue& value);
std::vector<News> read_all_news(JsonFields& fields, std::string_view key);

}  // namespace duello
