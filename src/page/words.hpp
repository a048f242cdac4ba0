// What words are written on for a page.
#pragma once

#include "core/pen.hpp"

namespace duello {

// As on a pipe: eighty columns and no color.
inline Paper plain_paper() {
  return [] { return Pen{}; };
}

}  // namespace duello
