#include "players/roster.hpp"

#include "players/random_player.hpp"

namespace duello {

std::expected<std::unique_ptr<Player>, Complaint> make_player(std::string_view who, Random random,
                                                              PersonMaker& people) {
  if (who == "human") return people.make_person();
  if (who == "random") return std::make_unique<RandomPlayer>(random);
  return complaint("There is no player ", quoted(who), "; a player is human or random");
}

}  // namespace duello
