#include "json/answers.hpp"

namespace duello {

std::expected<Answer, Complaint> read_answer(const JsonValue& value, const AnyGame& game, const AnyView& view) {
  const auto fields = JsonFields::of(value, "An answer", {"move", "undo", "resign", "swap"});
  if (!fields) return std::unexpected(fields.error());
  if (value.keys.size() != 1) return complaint("An answer has one key: move, undo, resign or swap");
  const std::string& key = value.keys.front();
  if (key == "move") {
    const auto text = fields->text(key);
    if (!text) return std::unexpected(text.error());
    auto move = game.read(view, *text);
    if (!move) return std::unexpected(move.error());
    return *move;
  }
  if (value.values.front().text != "true" || value.values.front().kind != JsonValue::Kind::flag)
    return fields->must_be(key, "true");
  if (key == "undo") return Undo{};
  if (key == "resign") return Resign{};
  return Swap{};
}

}  // namespace duello
