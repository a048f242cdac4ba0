// The state of a game as one document, of which each audience gets what it may know: `events` since it was told last,
// and `view`, what is to be seen now. The page and the server write it, clients read the events back.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/fields.hpp"
#include "json/writer.hpp"
#include "match/duel.hpp"

namespace duello {

// How a game ended.
void add_result(JsonObject& json, const Result& result);

// Everything behind the event of that number.
void add_events(JsonObject& json, const Duel& duel, std::uint32_t since, std::optional<Seat> audience);
void append_news(std::string& text, const News& news);
// The same read back.
std::expected<News, Complaint> read_news(const JsonValue& value);
std::vector<News> read_all_news(JsonFields& fields, std::string_view key);

// What the game has come to, what the last move did and the board. Of the pen only the names count, and who is a
// program.
void add_view(JsonObject& json, const Referee& referee, std::optional<Seat> audience, const Pen& pen);
void append_view(std::string& text, const Referee& referee, std::optional<Seat> audience, const Pen& pen);

}  // namespace duello
