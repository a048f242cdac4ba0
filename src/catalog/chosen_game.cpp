#include "catalog/chosen_game.hpp"

#include <algorithm>
#include <limits>
#include <ranges>

#include "catalog/table_file.hpp"
#include "core/title.hpp"
#include "core/try.hpp"
#include "system/clock.hpp"
#include "system/memory.hpp"
#include "system/threads.hpp"

namespace duello {

namespace {

constexpr double kWorthACard = 1e9;  // bytes of a table that takes the processor some seconds

}  // namespace

std::expected<ChosenGame, Complaint> ChosenGame::from(const GameChoice& choice) {
  DUELLO_TRY(const auto entry, find_game(choice.id));
  const Facts& facts = *entry->facts;
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
  DUELLO_TRY(auto game, entry->make(settings));
  return ChosenGame(*entry, std::move(game), choice.table, choice.wishes);
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
  DUELLO_CHECK(contests->phases(watch));
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
    const auto objection = too_large(bytes_in_memory(), fitting(bytes_in_memory(), available), available);
    return objection ? objection->why : "";
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
  if (wishes_.distances == Distances::no && !entry_->winners.exists())
    return complaint(facts().title, " is only solved with distances; leave --distances out");
  const double available = available_bytes();
  if (!file_.empty() && has_table(file_)) return loaded_table(available);
  if (!file_.empty()) DUELLO_CHECK(can_save_table(file_));
  auto table = solved_table(available, watch);
  if (!table) return std::unexpected(table.error().why);
  if (!file_.empty()) DUELLO_CHECK(save_table(file_, full_name(*game_), **table));
  return *std::move(table);
}

std::expected<std::shared_ptr<const SolvedGame>, Complaint> ChosenGame::loaded_table(double available) const {
  const TableKind kind = says_who_wins(file_) && entry_->winners.exists() ? TableKind::winners : TableKind::values;
  if (kind == TableKind::winners && wishes_.distances == Distances::yes)
    return complaint("The table ", path_in_quotes(file_),
                     " only says who wins; solve the game again, or say --distances no");
  // Who wins stays in the file and takes no memory.
  if (kind == TableKind::values)
    if (auto objection = too_large(bytes_in_memory(), kind, available)) return std::unexpected(*std::move(objection));
  return load_table(file_, full_name(*game_),
                    [&](const TableInStorage& stored) { return entry_->maker(kind).stored(*game_, stored); });
}

SolveResult ChosenGame::solved_table(double available, const Watch& watch) const {
  if (wishes_.on == SolvedOn::card) return solved_on_gpu(available, watch);
  // Opening a card takes longer than most tables do. What is wrong with it is nobody's concern here.
  if (wishes_.on == SolvedOn::any && entry_->gpu != nullptr && table_bytes() > kWorthACard)
    if (auto on_gpu = solved_on_gpu(available, watch); on_gpu || on_gpu.error().stopped) return on_gpu;
  const TableKind kind = fitting(bytes_in_memory(), available);
  if (auto objection = too_large(bytes_in_memory(), kind, available)) return not_solved(*std::move(objection));
  return entry_->maker(kind).solve(*game_, *make_workers(), watch);
}

SolveResult ChosenGame::solved_on_gpu(double available, const Watch& watch) const {
  const GpuSolver* const gpu = entry_->gpu.get();
  if (gpu == nullptr)
    return not_solved({entry_->winners.exists() ? "This program was built without code for a GPU; say --device cpu"
                                                : cat("No GPU can solve ", facts().title, "; say --device cpu")});
  const auto free = gpu->free_bytes();
  if (!free) return not_solved(free.error());
  // What is kept in a file comes here first.
  const double home = file_.empty() ? std::numeric_limits<double>::infinity() : available;
  const auto bytes = [&](const AnyGame& game, TableKind kind) { return gpu->bytes(game, kind); };
  const TableKind kind = fitting(bytes, std::min(*free, home));
  if (auto objection = too_large(bytes, kind, *free, " on the GPU")) return not_solved(*std::move(objection));
  if (auto objection = too_large(bytes_in_memory(), kind, home))
    return not_solved({cat("To be kept in a file, ", objection->why)});
  return gpu->solve(*game_, kind, watch);
}

ChosenGame::BytesOf ChosenGame::bytes_in_memory() const {
  return [this](const AnyGame& game, TableKind kind) { return entry_->maker(kind).bytes(game); };
}

TableKind ChosenGame::smallest() const {
  return entry_->winners.exists() && wishes_.distances != Distances::yes ? TableKind::winners : TableKind::values;
}

TableKind ChosenGame::fitting(const BytesOf& bytes, double available) const {
  const bool may_be_values = wishes_.distances != Distances::no && bytes(*game_, TableKind::values) <= available;
  return may_be_values ? TableKind::values : smallest();
}

// Names the first rule that can be lowered until the table fits.
std::optional<Complaint> ChosenGame::too_large(const BytesOf& bytes, TableKind kind, double available,
                                               std::string_view where) const {
  if (bytes(*game_, kind) <= available) return std::nullopt;
  std::string text = cat(full_name(*game_), " needs up to ", bytes_text(bytes(*game_, kind)), " of memory, and ",
                         bytes_text(available), " are free", where);
  const std::vector<RuleValue> rules = game_->rules();
  const std::vector<RuleInfo> infos = game_->rule_infos();
  for (std::size_t lowered = 0; lowered < rules.size(); ++lowered) {
    // The largest first; a word has no number that could be set.
    for (const int value : std::views::iota(infos[lowered].least, rules[lowered].value) | std::views::reverse) {
      std::vector<std::string> settings;
      for (std::size_t i = 0; i < rules.size(); ++i)
        settings.push_back(cat(rules[i].key, '=', i == lowered ? cat(value) : rules[i].text));
      const auto smaller = entry_->make(settings);
      if (smaller && bytes(**smaller, kind) <= available)
        return Complaint{cat(text, "; the largest that fits is ", rules[lowered].key, '=', value)};
    }
  }
  return Complaint{text};
}

std::expected<ChosenGame*, Complaint> ChosenGames::of(std::string_view id, std::string_view rules) {
  const std::string key = cat(id, ' ', rules);
  if (const auto known = games_.find(key); known != games_.end()) return &known->second;
  DUELLO_TRY(auto chosen,
             ChosenGame::from({.id = std::string(id), .variant = {}, .settings = words_of(rules), .table = {}}));
  return &games_.emplace(key, std::move(chosen)).first->second;
}

}  // namespace duello
