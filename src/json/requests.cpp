#include "json/requests.hpp"

#include <limits>
#include <utility>

#include "core/try.hpp"

namespace duello {

std::expected<AnyMove, Complaint> read_amounts(JsonFields& fields, const AnyGame& game, const AnyView& view) {
  constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
  std::vector<CellAmount> amounts;
  for (const JsonValue& each : fields.list("amounts").values) {
    JsonFields amount(each, "An amount", {"cell", "amount"});
    const CellAmount read{static_cast<int>(amount.whole("cell", 0, kMost)),
                          static_cast<int>(amount.whole("amount", 0, kMost))};
    amounts.push_back(fields.take(amount.done(read)));
  }
  DUELLO_CHECK(fields.checked());
  return game.composed(view, amounts);
}

namespace {

std::expected<AnyMove, Complaint> read_move(JsonFields& fields, const AnyGame& game, const AnyView& view) {
  const std::string text = fields.text("move");
  DUELLO_CHECK(fields.checked());
  return game.read(view, text);
}

}  // namespace

std::expected<Request, Complaint> read_request(const JsonValue& value, const AnyGame& game, const AnyView& view) {
  JsonFields fields(value, "A request", {"move", "amounts", "undo", "agree", "decline", "swap", "resign"});
  if (fields.is_good() && value.keys.size() != 1)
    return complaint("A request has one key: move, amounts, undo, agree, decline, swap or resign");
  if (fields.has("move") || fields.has("amounts")) {
    const auto move = fields.has("amounts") ? read_amounts(fields, game, view) : read_move(fields, game, view);
    return move ? std::expected<Request, Complaint>(*move) : std::unexpected(move.error());
  }
  for (const auto& [key, request] : {std::pair<std::string_view, Request>("undo", Undo{}),
                                     {"agree", Agree{}},
                                     {"decline", Decline{}},
                                     {"swap", Swap{}},
                                     {"resign", Resign{}}}) {
    if (!fields.has(key)) continue;
    if (!fields.flag(key)) fields.must_be(key, "true");
    return fields.done(request);
  }
  return fields.done(Request());
}

}  // namespace duello
