// What is settled about a table before anybody sits down at it.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "catalog/chosen_game.hpp"
#include "json/reader.hpp"
#include "match/meeting.hpp"

namespace duello {

enum class Listed : std::uint8_t { no, yes };
enum class Values : std::uint8_t { hidden, shown };  // to those who watch

// By default a player whose opponent has had no connection for so long may claim the win, unless there is a clock.
inline constexpr std::chrono::milliseconds kClaimAfter = std::chrono::minutes(5);

struct TableSetup {
  std::string game;
  std::string rules;  // as a record has them: all values
  Agreement agreement;
  Listed listed = Listed::no;
  Values values = Values::hidden;
  std::optional<std::size_t> invited{};     // the player whose seat an invitation opens
  std::chrono::milliseconds claim_after{};  // 0: never
};

// What somebody asks for, who will be called `name`, and sits where they say (seat one if they say nothing).
struct TableWish {
  TableSetup setup;
  std::size_t player = 0;
};
std::expected<TableWish, Complaint> read_wish(const JsonValue& value, std::uint64_t fresh_seed);

// As it is stored, seed and all; and back.
std::string setup_text(const TableSetup& setup);
std::expected<TableSetup, Complaint> read_setup(std::string_view text);

// {"game":300000,"increment":2000} or {"move":86400000}, in milliseconds.
void append_time(std::string& text, const TimeControl& time);

}  // namespace duello
