#include "json/requests.hpp"

#include <limits>

namespace duello {

namespace {

constexpr std::string_view kRequest = "A request";

std::optional<int> small_number(const JsonValue* value) {
  const auto whole = value == nullptr ? std::nullopt : value->whole();
  if (!whole || *whole > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(*whole);
}

std::expected<Request, Complaint> read_amounts(const JsonFields& fields, const AnyGame& game, const AnyView& view) {
  const JsonValue& list = *fields.find("amounts");
  std::vector<CellAmount> amounts;
  for (const JsonValue& each : list.values) {
    const auto cell = small_number(each.find("cell"));
    const auto amount = small_number(each.find("amount"));
    if (!cell || !amount || each.keys.size() != 2) break;
    amounts.push_back({*cell, *amount});
  }
  if (list.kind != JsonValue::Kind::list || amounts.size() != list.values.size())
    return fields.must_be("amounts", "a list of objects with cell and amount, whole numbers from 0");
  auto move = game.composed(view, amounts);
  if (!move) return std::unexpected(move.error());
  return *move;
}

}  // namespace

std::expected<Request, Complaint> read_request(const JsonValue& value, const AnyGame& game, const AnyView& view) {
  const auto fields =
      JsonFields::of(value, kRequest, {"move", "amounts", "undo", "agree", "decline", "swap", "resign"});
  if (!fields) return std::unexpected(fields.error());
  if (value.keys.size() != 1)
    return complaint(kRequest, " has one key: move, amounts, undo, agree, decline, swap or resign");
  const std::string& key = value.keys.front();
  if (key == "amounts") return read_amounts(*fields, game, view);
  if (key == "move") {
    const auto text = fields->text(key);
    if (!text) return std::unexpected(text.error());
    auto move = game.read(view, *text);
    if (!move) return std::unexpected(move.error());
    return *move;
  }
  const JsonValue& flag = value.values.front();
  if (flag.kind != JsonValue::Kind::flag || flag.text != "true") return fields->must_be(key, "true");
  if (key == "undo") return Undo{};
  if (key == "agree") return Agree{};
  if (key == "decline") return Decline{};
  if (key == "swap") return Swap{};
  return Resign{};
}

}  // namespace duello
