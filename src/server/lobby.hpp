// The tables in one state that everybody may see, as they were a moment ago. However many ask at a time, the store is
// asked once.
#pragma once

#include <array>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/journal.hpp"
#include "server/shared_games.hpp"
#include "server/table.hpp"

namespace duello {

class Lobby {
 public:
  // {"tables":[…]}
  using Text = std::expected<std::string, StoreTrouble>;
  using Answer = std::move_only_function<void(const Text& text)>;
  // A table that is in memory as it is stored; nothing if it is not.
  using Find = std::function<const ServedTable*(const std::string& id)>;

  // At most so many tables. The journal and the games outlive it, and it the journal's answers.
  Lobby(TableState state, int most, Journal& journal, SharedGames& games, Find find)
      : state_(state), most_(most), journal_(journal), games_(games), find_(std::move(find)) {}

  void ask(Moment now, Answer answer);

 private:
  using PlayerNames = std::array<std::string, 2>;

  bool must_be_loaded(const StoredTable& row) const;
  // Looks up what is still unknown, from that row on, and answers.
  void complete(std::size_t from);
  void answer_all(const Text& text);
  std::string written() const;
  // Nothing if it does not belong there, or is damaged.
  std::optional<std::string> row_text(const StoredTable& row) const;

  TableState state_;
  int most_;
  Journal& journal_;
  SharedGames& games_;
  Find find_;
  Moment asked_{};
  std::string text_;  // as it was then; empty if nobody has asked yet
  std::vector<Answer> waiting_;
  std::vector<StoredTable> rows_;
  // Of tables that are not in memory. Whoever sat down last is named by an input, so such a table is loaded, once:
  // after that nobody sits down there any more.
  std::map<std::string, PlayerNames> names_;
};

}  // namespace duello
