// What a position and the moves in it are worth, in words.
#pragma once

#include <string>

#include "study/analysis.hpp"

namespace duello {

// Goes on behind "… is to move and ": a sentence, and the moves, the best ones first.
std::string judgements_text(const AnyGame& game, const Analysis& analysis);

}  // namespace duello
