// What words are written on for a page.
#pragma once

#include "core/pen.hpp"

namespace duello {

// As on a pipe: eighty columns and no color.
inline Paper plain_paper() {
  return [] { return Pen{}; };
}

// The same where a board is seen anyway: positions are told in words, not drawn.
inline Paper paper_beside_a_board() {
  return [] {
    Pen pen;
    pen.boards = Boards::told;
    return pen;
  };
}

}  // namespace duello
