// What is to be seen of a game.
#pragma once

#include <optional>
#include <string>

#include "core/scene.hpp"
#include "json/writer.hpp"
#include "match/referee.hpp"

namespace duello {

void append_scene(std::string& text, const Scene& scene);
// What a move does, cell by cell.
void append_steps(std::string& text, const Steps& steps);
// All that a seat, or everybody, may know of where a game stands. Of the pen only the names count, and who is a
// program.
void add_view(JsonObject& json, const Referee& referee, std::optional<Seat> audience, const Pen& pen);
void append_view(std::string& text, const Referee& referee, std::optional<Seat> audience, const Pen& pen);

}  // namespace duello
