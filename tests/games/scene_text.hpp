// A scene as text, all of it: to be read in a test, and to be compared byte by byte.
#pragma once

#include <string>

#include "core/any_game.hpp"

namespace duello {

inline std::string look_text(const Look& look) {
  return cat(name_of(look.shape), look.mark.empty() ? "" : cat(' ', look.mark),
             look.tint == Tint::plain ? "" : cat(' ', name_of(look.tint)),
             look.owner ? cat(" of ", number(*look.owner)) : "");
}

inline std::string steps_text(const Steps& steps) {
  std::string text;
  for (const Step& step : steps)
    text += cat(' ', name_of(step.deed), ' ', step.cell, step.amount ? cat(" x", *step.amount) : "");
  return text;
}

inline std::string scene_text(const Scene& scene) {
  const Stage& stage = scene.stage;
  std::string text =
      cat(stage.columns, 'x', stage.rows, ", ", stage.mover ? cat("to move ", number(*stage.mover)) : "over", '\n');
  for (const Cell& cell : stage.cells) {
    text += cat(cell.number, " at ", cell.column, ' ', cell.row, " [", cell.label, "] ", look_text(cell.look));
    for (const Piece& piece : cell.pieces)
      text += cat(" + ", look_text(piece.look), piece.amount ? cat(" x", *piece.amount) : "");
    text += cat(cell.decisive ? " !" : "", " \"", cell.spoken, "\"\n");
  }
  for (const Counter& counter : stage.counters)
    text += cat("count", counter.seat ? cat(" of ", number(*counter.seat)) : "", ": ", counter.label, ' ',
                counter.amount, counter.goal ? cat('/', *counter.goal) : "", ", ", look_text(counter.look),
                counter.decisive ? " !" : "", '\n');
  for (const std::string& note : stage.notes) text += cat("note: ", note, '\n');
  for (const Offer& offer : scene.offers) text += cat("offer ", offer.move, ':', steps_text(offer.steps), '\n');
  if (scene.amounts) {
    text += cat("amounts up to ", scene.amounts->most, " on");
    for (const int cell : scene.amounts->cells) text += cat(' ', cell);
    text += '\n';
  }
  return text + scene.sentence;
}

}  // namespace duello
