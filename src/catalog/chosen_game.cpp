#include "catalog/chosen_game.hpp"

#include <algorithm>

#include "catalog/table_file.hpp"
#include "system/clock.hpp"
#include "system/memory.hpp"
#include "system/threads.hpp"

namespace duello {

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
      return complaint("There is no variant ", in_quotes(choice.variant), " of ", facts.title, "; there is ",
                       listed(names));
    settings = words_of(found->settings);
  }
  std::ranges::copy(choice.settings, std::back_inserter(settings));
  auto game = (*entry)->make(settings);
  if (!game) return std::unexpected(game.error());
  return ChosenGame(**entry, *std::move(game), choice.table);
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
  if (entry_->contests == nullptr && entry_->table == nullptr) return complaint(facts().title, " cannot be solved");
  if (entry_->contests == nullptr) return filled_table(watch);
  if (!file_.empty()) return complaint(facts().title, " has no table of positions; leave --table out");
  std::shared_ptr<HiddenOracle> contests = entry_->contests(*game_);
  if (const auto phases = contests->phases(watch); !phases) return std::unexpected(phases.error());
  return contests;
}

std::string ChosenGame::objection_to_solving() const {
  if (entry_->contests == nullptr) {
    const double available = available_bytes();
    return table_bytes() > available ? too_large(table_bytes(), available) : "";
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
  if (const std::string objection = objection_to_solving(); !objection.empty()) return complaint(objection);
  std::shared_ptr<SolvedGame> table = entry_->table(*game_);
  const std::string name = full_name(*game_);
  if (!table->has_room())
    return complaint(name, " needs ", bytes_text(entry_->table_bytes(*game_)), " of memory, which cannot be had here");
  if (!file_.empty() && has_table(file_)) {
    if (const auto loaded = load_table(file_, name, *table); !loaded) return std::unexpected(loaded.error());
    return table;
  }
  if (!file_.empty())
    if (const auto possible = can_save_table(file_); !possible) return std::unexpected(possible.error());
  if (!table->solve(*make_workers(), watch)) return complaint("The solve was stopped");
  if (!file_.empty())
    if (const auto saved = save_table(file_, name, *table); !saved) return std::unexpected(saved.error());
  return table;
}

// Names the first rule that can be lowered until the table fits.
std::string ChosenGame::too_large(double bytes, double available) const {
  std::string text = cat(full_name(*game_), " needs up to ", bytes_text(bytes), " of memory, and ",
                         bytes_text(available), " are free");
  const std::vector<RuleValue> rules = game_->rules();
  for (std::size_t lowered = 0; lowered < rules.size(); ++lowered) {
    for (int value = rules[lowered].value - 1; !rules[lowered].is_word && value > 0; --value) {
      std::vector<std::string> settings;
      for (std::size_t i = 0; i < rules.size(); ++i)
        settings.push_back(cat(rules[i].key, '=', i == lowered ? cat(value) : rules[i].text));
      const auto smaller = entry_->make(settings);
      if (smaller && entry_->table_bytes(**smaller) <= available)
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
