// What positions and games are worth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json/writer.hpp"
#include "match/referee.hpp"
#include "solve/equilibrium.hpp"
#include "solve/value.hpp"
#include "study/analysis.hpp"
#include "study/course.hpp"

namespace duello {

// {"value":"win","plies":3}
// Nothing where nobody knows.
std::optional<int> plies_in(Value value);
void add_value(JsonObject& json, Value value);
void append_value(std::string& text, Value value);
void append_equilibrium(std::string& text, const Equilibrium& equilibrium);
// A game as far as it has gone and what is known of where it stands: with these moves, or with nothing kept back.
void add_analysis(JsonObject& json, const Referee& referee, const std::vector<std::string>& moves,
                  const std::optional<Analysis>& analysis);
void append_analysis(std::string& text, const Referee& referee, const std::optional<Analysis>& analysis);
// What perfect play from the start comes to, and in how many seconds that was found.
void append_course(std::string& text, const AnyGame& game, const Course& course, double seconds,
                   const std::string& manner);
// The same where moves are hidden: the equilibrium of every kind of phase, the first one first. The words are the
// game's.
void append_equilibria(std::string& text, const AnyGame& game, const std::vector<const Equilibrium*>& phases,
                       const ContestWords& words, double seconds);

}  // namespace duello
