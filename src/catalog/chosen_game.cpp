#include "catalog/chosen_game.hpp"

#include <algorithm>
#include <limits>
#include <ranges>

#include "catalog/gpu_code.hpp"
#include "catalog/table_file.hpp"
#include "core/title.hpp"
#include "system/clock.hpp"
#include "system/memory.hpp"
#include "system/threads.hpp"

namespace duello {

namespace {

constexpr double kWorthACard = 1e9;  // bytes of a table that takes the processor some seconds
constexpr double kUsable = 0.98;     // of a card's memory: the driver wants some too

// The table, if there is one, once it is solved.
std::expected<std::shared_ptr<SolvedGame>, NotKnown> solved(
    const std::expected<std::shared_ptr<SolvedGame>, Complaint>& table, const Watch& watch) {
  if (!table) return std::unexpected(NotKnown{table.error()});
  if ((*table)->solve(*make_workers(), watch)) return *table;
  const std::string trouble = (*table)->trouble();
  return std::unexpected(NotKnown{{trouble.empty() ? "The solve was stopped" : trouble}, trouble.empty()});
}

}  // namespace

std::expected<ChosenGame, Complaint> ChosenGame::from(const GameChoice& choice) {
  const auto entry = find_game(choice.id);
  if (!entry) return std::unexpected(entry.error());
  const Facts& facts = *(*entry)->facts;
  std::vector<std::string> settings;
  if (!choice.variant.empty()) {
    std::vector<std::string> names;
    for (const Variant& variant : facts.variants) names.emplace_back(variant.name);
    const auto found = std::ranges::find(facts.variants, std::string_view(choice.variant), &Variant::name);
    if (found == facts.variants.end())
      return complaint("There is no variant ", in_quotes(choice.variant), " of ", facts.title,
                       names.size() == 1 ? "; there is " : "; there are ", listed(names));
    settings = words_of(found->settings);
  }
  std::ranges::copy(choice.settings, std::back_inserter(settings));
  auto game = (*entry)->make(settings);
  if (!game) return std::unexpected(game.error());
  return ChosenGame(**entry, *std::move(game), choice.table, choice.wishes);
}

std::expected<Knowledge, NotKnown> ChosenGame::knowledge(const Watch& watch) {
  if (knowledge_) return *knowledge_;
  bool stopped = false;
  const double begin = seconds_passed();
  auto found = found_out([&](std::uint64_t done, std::uint64_t total) {
    stopped = stopped || !watch(done, total);
    return !stopped;
  });
  if (!found) return std::unexpected(NotKnown{found.error(), stopped});
  seconds_ = seconds_passed() - begin;
  knowledge_ = *std::move(found);
  return *knowledge_;
}

std::expected<Knowledge, Complaint> ChosenGame::found_out(const Watch& watch) const {
  if (entry_->contests == nullptr && !entry_->has_table()) return complaint(facts().title, " cannot be solved");
  if (entry_->contests == nullptr) return filled_table(watch);
  if (!file_.empty()) return complaint(facts().title, " has no table of positions; leave --table out");
  if (wishes_.on == SolvedOn::card) return complaint("No GPU can solve ", facts().title, "; say --device cpu");
  if (wishes_.distances == Distances::no)
    return complaint(facts().title, " has no table of positions; leave --distances out");
  std::shared_ptr<HiddenOracle> contests = entry_->contests(*game_);
  if (const auto phases = contests->phases(watch); !phases) return std::unexpected(phases.error());
  return contests;
}

std::string ChosenGame::objection_to_serving() const {
  constexpr double kMostBytes = 32e6;
  constexpr double kMostSeconds = 1;
  if (table_bytes() <= kMostBytes && solving_seconds() <= kMostSeconds) return objection_to_solving();
  return cat(full_title(*game_), " is too large for a server to solve; choose smaller rules, or random as the program");
}

std::string ChosenGame::objection_to_solving() const {
  if (entry_->contests == nullptr) {
    if (wishes_.on == SolvedOn::card) return "";
    const double available = available_bytes();
    const double needed = fitting(&TableMaker::bytes, available).bytes(*game_);
    return needed > available ? too_large(&TableMaker::bytes, available) : "";
  }
  // What is too large is refused before it is begun.
  bool begun = false;
  const auto stop = [&](std::uint64_t /*done*/, std::uint64_t /*total*/) {
    begun = true;
    return false;
  };
  const auto phases = entry_->contests(*game_)->phases(stop);
  return phases || begun ? "" : phases.error().why;
}

std::expected<std::shared_ptr<const SolvedGame>, Complaint> ChosenGame::filled_table(const Watch& watch) const {
  if (wishes_.distances == Distances::no && entry_->winners.table == nullptr)
    return complaint(facts().title, " is only solved with distances; leave --distances out");
  if (!file_.empty() && has_table(file_)) return loaded_table();
  if (!file_.empty())
    if (const auto possible = can_save_table(file_); !possible) return std::unexpected(possible.error());
  const auto table = solved_table(watch);
  if (!table) return std::unexpected(table.error().why);
  if (!file_.empty())
    if (const auto saved = save_table(file_, full_name(*game_), **table); !saved) return std::unexpected(saved.error());
  return *table;
}

std::expected<std::shared_ptr<SolvedGame>, Complaint> ChosenGame::loaded_table() const {
  const bool only_winners = says_who_wins(file_) && entry_->winners.table != nullptr;
  if (only_winners && wishes_.distances == Distances::yes)
    return complaint("The table ", path_in_quotes(file_),
                     " only says who wins; solve the game again, or say --distances no");
  const TableMaker& maker = only_winners ? entry_->winners : entry_->values;
  // What stays in its file takes no memory.
  if (const double available = available_bytes(); !only_winners && maker.bytes(*game_) > available)
    return complaint(too_large(&TableMaker::bytes, available));
  std::shared_ptr<SolvedGame> table = maker.table(*game_);
  if (!table->has_room())
    return complaint(full_name(*game_), " needs ", bytes_text(maker.bytes(*game_)),
                     " of memory, which cannot be had here");
  if (const auto loaded = load_table(file_, full_name(*game_), *table); !loaded) return std::unexpected(loaded.error());
  return table;
}

std::expected<std::shared_ptr<SolvedGame>, NotKnown> ChosenGame::solved_table(const Watch& watch) const {
  if (wishes_.on == SolvedOn::card) return solved(empty_table_on_card(), watch);
  // Opening a card takes longer than most tables do. What is wrong with it is nobody's concern here.
  if (wishes_.on == SolvedOn::any && entry_->values.card_table != nullptr && table_bytes() > kWorthACard)
    if (auto on_card = solved(empty_table_on_card(), watch); on_card || on_card.error().stopped) return on_card;
  return solved(empty_table(), watch);
}

std::expected<std::shared_ptr<SolvedGame>, Complaint> ChosenGame::empty_table() const {
  if (const std::string objection = objection_to_solving(); !objection.empty()) return complaint(objection);
  const TableMaker& maker = fitting(&TableMaker::bytes, available_bytes());
  std::shared_ptr<SolvedGame> table = maker.table(*game_);
  if (!table->has_room())
    return complaint(full_name(*game_), " needs ", bytes_text(maker.bytes(*game_)),
                     " of memory, which cannot be had here");
  return table;
}

std::expected<std::shared_ptr<SolvedGame>, Complaint> ChosenGame::empty_table_on_card() const {
  if (entry_->values.card_table == nullptr) return complaint("No GPU can solve ", facts().title, "; say --device cpu");
  if (gpu_code(facts().id, entry_->values.kernel).empty())
    return complaint("This program was built without code for a GPU; say --device cpu");
  const auto opened = opened_card();
  if (!opened) return complaint(opened.error().why, "; say --device cpu");
  const auto free = (*opened)->free_bytes();
  if (!free) return complaint(free.error().why, "; say --device cpu");
  const double available = *free * kUsable;
  // What is kept in a file comes here first.
  const double home = file_.empty() ? std::numeric_limits<double>::infinity() : available_bytes();
  const TableMaker& maker = fitting(&TableMaker::card_bytes, std::min(available, home));
  if (maker.card_bytes(*game_) > available) return complaint(too_large(&TableMaker::card_bytes, available));
  if (maker.bytes(*game_) > home) return complaint("To be kept in a file, ", too_large(&TableMaker::bytes, home));
  const auto card = card_with_code(facts().id, maker.kernel);
  if (!card) return complaint(card.error().why, "; say --device cpu");
  return maker.card_table(*game_, *card);
}

const TableMaker& ChosenGame::smallest() const {
  return entry_->winners.table != nullptr && wishes_.distances != Distances::yes ? entry_->winners : entry_->values;
}

const TableMaker& ChosenGame::fitting(BytesOf bytes, double available) const {
  const bool may_be_values = wishes_.distances != Distances::no && (entry_->values.*bytes)(*game_) <= available;
  return may_be_values ? entry_->values : smallest();
}

// Names the first rule that can be lowered until the table fits.
std::string ChosenGame::too_large(BytesOf bytes, double available) const {
  const auto needed = smallest().*bytes;
  std::string text = cat(full_name(*game_), " needs up to ", bytes_text(needed(*game_)), " of memory, and ",
                         bytes_text(available), " are free", bytes == &TableMaker::card_bytes ? " on the GPU" : "");
  const std::vector<RuleValue> rules = game_->rules();
  const std::vector<RuleInfo> infos = game_->rule_infos();
  for (std::size_t lowered = 0; lowered < rules.size(); ++lowered) {
    // The largest first; a word has no number that could be set.
    for (const int value : std::views::iota(infos[lowered].least, rules[lowered].value) | std::views::reverse) {
      std::vector<std::string> settings;
      for (std::size_t i = 0; i < rules.size(); ++i)
        settings.push_back(cat(rules[i].key, '=', i == lowered ? cat(value) : rules[i].text));
      const auto smaller = entry_->make(settings);
      if (smaller && needed(**smaller) <= available)
        return cat(text, "; the largest that fits is ", rules[lowered].key, '=', value);
    }
  }
  return text;
}

std::expected<ChosenGame*, Complaint> ChosenGames::of(std::string_view id, std::string_view rules) {
  const std::string key = cat(id, ' ', rules);
  if (const auto known = games_.find(key); known != games_.end()) return &known->second;
  auto chosen = ChosenGame::from({.id = std::string(id), .variant = {}, .settings = words_of(rules), .table = {}});
  if (!chosen) return std::unexpected(chosen.error());
  return &games_.emplace(key, *std::move(chosen)).first->second;
}

}  // namespace duello
