#include "json/scenes.hpp"

namespace duello {

namespace {

void add_look(JsonObject& json, const Look& look) {
  json.add("shape", name_of(look.shape));
  if (look.owner) json.add("owner", *look.owner);
  if (!look.mark.empty()) json.add("mark", look.mark);
  if (look.tint != Tint::plain) json.add("tint", name_of(look.tint));
}

void append_piece(std::string& text, const Piece& piece) {
  JsonObject json(text);
  add_look(json, piece.look);
  if (piece.amount) json.add("amount", *piece.amount);
}

void append_cell(std::string& text, const Cell& cell) {
  JsonObject json(text);
  json.add("number", cell.number).add("column", cell.column).add("row", cell.row).add("label", cell.label);
  add_look(json, cell.look);
  if (!cell.pieces.empty()) json.add("pieces", cell.pieces, append_piece);
  if (cell.decisive) json.add("decisive", true);
  json.add("spoken", cell.spoken);
}

void append_counter(std::string& text, const Counter& counter) {
  JsonObject json(text);
  if (counter.seat) json.add("seat", *counter.seat);
  json.add("label", counter.label);
  add_look(json, counter.look);
  json.add("amount", counter.amount);
  if (counter.goal) json.add("goal", *counter.goal);
  if (counter.decisive) json.add("decisive", true);
}

void append_step(std::string& text, const Step& step) {
  JsonObject json(text);
  json.add("cell", step.cell).add("deed", name_of(step.deed));
  if (step.amount) json.add("amount", *step.amount);
}

void append_offer(std::string& text, const Offer& offer) {
  JsonObject(text).add("move", offer.move).add("steps", offer.steps, append_step);
}

}  // namespace

void append_steps(std::string& text, const Steps& steps) { append_list(text, steps, append_step); }

void append_scene(std::string& text, const Scene& scene) {
  JsonObject json(text);
  const Stage& stage = scene.stage;
  json.add("columns", stage.columns).add("rows", stage.rows);
  if (stage.mover) json.add("mover", *stage.mover);
  json.add("cells", stage.cells, append_cell).add("counters", stage.counters, append_counter);
  json.add("notes", stage.notes).add("offers", scene.offers, append_offer);
  if (scene.amounts) JsonObject(json.at("amounts")).add("cells", scene.amounts->cells).add("most", scene.amounts->most);
  json.add("sentence", scene.sentence);
}

}  // namespace duello
