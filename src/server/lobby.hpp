// The tables in one state that everybody may see, as they were a moment ago. However many ask at a time, the store is
// asked once.
#pragma once

#include <array>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
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
  // Something has happened at a table that is not in memory, or is not any more; at any of them if it is not named.
  void note_change(std::string_view id);

 private:
  // What only its inputs tell of a table that is not in memory.
  struct Seen {
    std::array<std::string, 2> names{};
    std::array<int, 2> wins{};
    bool is_series = true;  // so that more may be won; taken for granted until it is known
    bool is_old = false;
  };

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
  // Tables that were loaded for it: once, as nobody sits down there any more, and again when a series has gone on.
  std::map<std::string, Seen, std::less<>> seen_;
};

}  // namespace duello
