// What is to be seen of a game.
#pragma once

#include <string>

#include "core/scene.hpp"
#include "json/writer.hpp"

namespace duello {

void append_scene(std::string& text, const Scene& scene);
// What a move does, cell by cell.
void append_steps(std::string& text, const Steps& steps);

}  // namespace duello
