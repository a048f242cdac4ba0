#include "cli/chosen_game.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "cli/progress.hpp"
#include "solve/memory.hpp"
#include "solve/table_file.hpp"
#include "solve/threads.hpp"

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

std::string ChosenGame::full_name() const { return cat(facts().id, ' ', settings_text(game_->rules())); }

std::expected<Knowledge, Complaint> ChosenGame::knowledge() {
  if (knowledge_) return *knowledge_;
  Progress progress;
  return knowledge(progress);
}

std::expected<Knowledge, Complaint> ChosenGame::knowledge(Progress& progress) {
  if (knowledge_) return *knowledge_;
  progress.begin(cat("Solving ", facts().title));
  stopped_by_ = 0;
  const auto begin = std::chrono::steady_clock::now();
  Knowledge found;
  if (entry_->contests == nullptr && entry_->table == nullptr) return complaint(facts().title, " cannot be solved");
  if (entry_->contests != nullptr) {
    if (!file_.empty()) return complaint(facts().title, " has no table of positions; leave --table out");
    found.hidden = entry_->contests(*game_);
    const auto phases =
        found.hidden->phases([&](std::uint64_t done, std::uint64_t total) { return progress.show(done, total); });
    stopped_by_ = progress.signal();
    if (!phases) return std::unexpected(phases.error());
  } else {
    if (const auto filled = fill_table(progress); !filled) return std::unexpected(filled.error());
    found.open = table_;
  }
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  knowledge_ = found;
  return found;
}

std::expected<void, Complaint> ChosenGame::fill_table(Progress& progress) {
  const double bytes = entry_->table_bytes(*game_);
  const double available = available_bytes();
  if (bytes > available) return complaint(too_large(bytes, available));
  table_ = entry_->table(*game_);
  if (!file_.empty() && ::access(file_.c_str(), F_OK) == 0) return load_table(file_, full_name(), *table_);
  const auto workers = make_workers();
  const bool solved =
      table_->solve(*workers, [&](std::uint64_t done, std::uint64_t total) { return progress.show(done, total); });
  if (!solved) {
    stopped_by_ = progress.signal();
    return complaint("The solve was stopped");
  }
  if (!file_.empty()) return save_table(file_, full_name(), *table_);
  return {};
}

// Names the first rule that can be lowered until the table fits.
std::string ChosenGame::too_large(double bytes, double available) const {
  std::string text =
      cat(full_name(), " needs up to ", bytes_text(bytes), " of memory, and ", bytes_text(available), " are free");
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

std::expected<ChosenGame*, Complaint> ChosenGames::of(const Record& record) {
  const std::string key = cat(record.game, ' ', record.rules);
  if (const auto known = games_.find(key); known != games_.end()) return &known->second;
  auto chosen = ChosenGame::from({.id = record.game, .variant = {}, .settings = words_of(record.rules), .table = {}});
  if (!chosen) return std::unexpected(chosen.error());
  return &games_.emplace(key, *std::move(chosen)).first->second;
}

}  // namespace duello
