// The games that are played at the tables: those with the same rules share one, and what is known of it.
#pragma once

#include <expected>
#include <map>
#include <memory>
#include <string>

#include "catalog/chosen_game.hpp"
#include "server/setup.hpp"

namespace duello {

class SharedGames {
 public:
  std::expected<std::shared_ptr<ChosenGame>, Complaint> of(const TableSetup& setup);

 private:
  std::map<std::string, std::weak_ptr<ChosenGame>, std::less<>> known_;  // by their names and rules
};

}  // namespace duello
