#include "json/agreements.hpp"

#include "players/roster.hpp"

namespace duello {

namespace {

// Where nobody can be seated yet.
class Nothing final : public Supplies {
 public:
  bool has_people() const override { return true; }
  std::expected<Knowledge, Complaint> knowledge() override { return complaint("Nothing is known yet"); }
};

}  // namespace

std::expected<void, Complaint> can_sit(std::string_view who) {
  if (who == kHuman || is_built_in(who)) return {};
  Nothing nothing;
  return std::unexpected(make_player(who, Random(0), nothing).error());
}

Agreement read_agreement(JsonFields& fields, const Facts& facts, std::uint64_t fresh) {
  Agreement agreement;
  agreement.who = fields.two_texts_if_any("players").value_or(agreement.who);
  agreement.names = fields.two_texts_if_any("names").value_or(agreement.names);
  agreement.first = fields.seat_if_any("first");
  if (facts.one_starts && !agreement.first) agreement.first = Seat::one;
  agreement.swapping = fields.flag("swap") ? Swapping::yes : Swapping::no;
  const auto count = [&](std::string_view key, std::uint64_t least, int& into) {
    into = static_cast<int>(fields.whole_if_any(key, least, Agreement::kMostGames).value_or(into));
  };
  count("best_of", 1, agreement.best_of);
  count("rounds", 0, agreement.rounds);
  agreement.seed = fields.seed_if_any("seed").value_or(fresh);
  for (const std::string& who : agreement.who)
    if (const auto sits = can_sit(who); !sits) fields.fail(sits.error());
  for (const std::string& objection :
       {objection_to_names(agreement.names, {"The first name", "The second name"}),
        objection_to_first(facts, agreement.first), objection_to_swap(facts, agreement.swapping)})
    if (!objection.empty()) fields.fail({objection});
  return agreement;
}

}  // namespace duello
