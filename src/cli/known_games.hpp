// The games of some records, each under its rules; what is known of one is found out once.
#pragma once

#include <expected>
#include <map>
#include <string>

#include "cli/chosen_game.hpp"
#include "match/record.hpp"

namespace duello {

class KnownGames {
 public:
  std::expected<ChosenGame*, Complaint> game_of(const Record& record) {
    const std::string key = cat(record.game, ' ', record.rules);
    if (const auto known = games_.find(key); known != games_.end()) return &known->second;
    auto chosen = ChosenGame::from({.id = record.game, .variant = {}, .settings = words_of(record.rules), .table = {}});
    if (!chosen) return std::unexpected(chosen.error());
    return &games_.emplace(key, *std::move(chosen)).first->second;
  }

 private:
  std::map<std::string, ChosenGame> games_;
};

}  // namespace duello
