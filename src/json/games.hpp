// Games, their rules and variants; and which game somebody wants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalog/chosen_game.hpp"
#include "core/any_game.hpp"
#include "json/fields.hpp"
#include "json/writer.hpp"

namespace duello {

// Values by their keys.
void append_rules(std::string& text, const std::vector<RuleValue>& rules);
// The keys with which every document about one game begins.
void add_game(JsonObject& json, const AnyGame& game);
// What there is to know before rules are chosen. `by_the_book` is a game without any settings.
void add_facts(JsonObject& json, const AnyGame& by_the_book);
void append_facts(std::string& text, const AnyGame& by_the_book);
// `game` is made with the variant's settings.
void append_variant(std::string& text, const Variant& variant, const AnyGame& game);
// How many sequences of so many moves there are.
void append_count(std::string& text, const AnyGame& game, int depth, std::uint64_t count);

// By the keys game, variant and rules. The rules are an object of values or the text in a record.
GameChoice read_choice(JsonFields& fields);

}  // namespace duello
