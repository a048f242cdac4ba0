// What is to be learned: reviews, puzzles, the figures of the lab, how players fare.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/writer.hpp"
#include "study/findings.hpp"
#include "study/puzzle.hpp"
#include "study/review.hpp"
#include "study/tally.hpp"

namespace duello {

// `names` are the players'.
void add_review(JsonObject& json, const AnyGame& game, const Record& record, const Review& review,
                const PerSeat<std::string>& names);
void append_review(std::string& text, const AnyGame& game, const Record& record, const Review& review,
                   const PerSeat<std::string>& names);

// With the solution. `date` is the day's whose puzzle it is; empty for any other.
void add_puzzle(JsonObject& json, const AnyGame& game, const Puzzle& puzzle, std::uint64_t seed, std::string_view date);
void append_puzzle(std::string& text, const AnyGame& game, const Puzzle& puzzle, std::uint64_t seed,
                   std::string_view date);

// A table that grows: the head, findings with a comma between two, the end.
std::string findings_head(const Facts& facts, const Sampling& sampling);
void append_finding(std::string& text, const Finding& finding);
inline constexpr std::string_view kFindingsEnd = "]}";

void append_tallies(std::string& text, const Tallies& tallies);

}  // namespace duello
