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

template <class Value>
std::expected<void, Complaint> take(Value& into, const Maybe<std::uint64_t>& part) {
  if (!part) return std::unexpected(part.error());
  if (*part) into = static_cast<Value>(**part);
  return {};
}

}  // namespace

std::expected<void, Complaint> can_sit(std::string_view who) {
  if (who == kHuman || is_built_in(who)) return {};
  Nothing nothing;
  return std::unexpected(make_player(who, Random(0), nothing).error());
}

std::expected<Agreement, Complaint> read_agreement(const Question& question, const Facts& facts, std::uint64_t fresh) {
  Agreement agreement;
  agreement.seed = fresh;
  if (question.has("players")) {
    auto who = question.two_texts("players");
    if (!who) return std::unexpected(who.error());
    agreement.who = *std::move(who);
  }
  for (const std::string& who : agreement.who)
    if (const auto sits = can_sit(who); !sits) return std::unexpected(sits.error());
  if (question.has("names")) {
    auto names = question.two_texts("names");
    if (!names) return std::unexpected(names.error());
    agreement.names = *std::move(names);
  }
  const auto first = question.seat("first");
  if (!first) return std::unexpected(first.error());
  agreement.first = *first;
  if (facts.one_starts && !agreement.first) agreement.first = Seat::one;
  const auto swap = question.flag("swap");
  if (!swap) return std::unexpected(swap.error());
  agreement.swapping = *swap ? Swapping::yes : Swapping::no;
  if (const auto taken = take(agreement.best_of, question.number("best_of", 1, Agreement::kMostGames)); !taken)
    return std::unexpected(taken.error());
  if (const auto taken = take(agreement.rounds, question.number("rounds", 0, Agreement::kMostGames)); !taken)
    return std::unexpected(taken.error());
  if (const auto taken = take(agreement.seed, question.seed("seed")); !taken) return std::unexpected(taken.error());
  for (const std::string& objection :
       {objection_to_names(agreement.names, {"The first name", "The second name"}),
        objection_to_first(facts, agreement.first), objection_to_swap(facts, agreement.swapping)})
    if (!objection.empty()) return complaint(objection);
  return agreement;
}

}  // namespace duello
