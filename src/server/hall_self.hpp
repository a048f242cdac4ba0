// What the hall consists of; for its own files alone.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "json/question.hpp"
#include "server/hall.hpp"
#include "server/open_table.hpp"
#include "server/openers.hpp"

namespace duello {

class Hall::Self {
 public:
  Self(Journal& journal, Outbox& outbox, Thinking& thinking, HallLimits limits, Time time, Chance chance, Report report)
      : journal_(journal),
        outbox_(outbox),
        thinking_(thinking),
        limits_(limits),
        time_(std::move(time)),
        chance_(std::move(chance)),
        report_(std::move(report)),
        openers_(limits.tables_of_address) {}

  struct Client {
    ClientId id;
    std::string table;  // at which they are; empty for none
    Onlooker onlooker{};
    bool views = false;
    Bookmark told{};  // how far
    Moment said{};    // when they last spoke
    bool is_arriving = false;
    std::vector<std::string> early{};  // what they said before they were welcomed
  };
  using Sent = OpenTable::Pending;

  // Somebody who wants to enter.
  struct Arrival {
    ClientId client;
    std::string table;
    std::string token;
    std::string name;
    bool views;
    std::optional<Bookmark> have;
    std::string message;  // that said so
  };

  void connected(ClientId client) { clients_.emplace(client, Client{client, {}}); }
  void received(ClientId client, std::string_view message);
  void left(ClientId client);

  void create(std::string_view body, std::string_view address, HttpReply reply);
  void list(std::string_view state, HttpReply reply);
  void health(HttpReply reply);
  void facts(std::string_view id, HttpReply reply);
  void record(std::string_view id, HttpReply reply);
  void accept(std::string_view id, std::string_view body, HttpReply reply);
  void withdraw(std::string_view id, std::string_view token, HttpReply reply);

  void take_up(const std::string& behind);
  void pass_time();
  std::optional<Moment> next_time() const;
  void changed_elsewhere(std::string_view id);
  void close(std::string_view why);
  Figures figures() const;

 private:
  using WithTable = std::move_only_function<void(OpenTable*, const std::string& why)>;
  using Told = std::move_only_function<void()>;

  Moment now() const { return time_(); }

  // Has the table, loaded if need be and with nothing pending, or nothing and why.
  void with_table(std::string_view id, WithTable then);
  void when_settled(OpenTable& open, WithTable then);
  void let_wait_no_longer(const std::string& id);
  void load(OpenTable& open);
  void loaded(const std::string& id, std::expected<std::optional<LoadedTable>, StoreTrouble> found);
  std::expected<std::unique_ptr<ServedTable>, Complaint> rebuilt(const LoadedTable& loaded);
  std::expected<std::shared_ptr<ChosenGame>, Complaint> game_of(const TableSetup& setup);
  void forget_if_idle(const std::string& id);
  OpenTable* find(const std::string& id);
  std::optional<std::size_t> player_of(const OpenTable& open, std::string_view token) const;

  void enter(Client& client, const Question& asked, std::string_view message);
  void arrive(OpenTable& open, const Arrival& arrival);
  // They are told how the table stands.
  void greet(ClientId id, Bookmark mark, std::string text);
  void turn_away(ClientId id, std::string_view why);
  // What they have said behind their entry, if they are still entering.
  void hear_early(ClientId id);
  void submit(Client& client, const Question& asked, std::string_view message);
  void go_on(Client& client, const Question& asked, std::string_view message);
  void want_rematch(Client& client, const Question& asked, std::string_view message);
  void say(Client& client, const Question& asked, std::string_view message);
  void look(Client& client);
  void leave(Client& client);
  // The table of a player, where nothing is pending; or nothing, and they are refused, or heard again in a moment.
  OpenTable* table_of(Client& client, std::string_view id, std::string_view message);
  // How a client calls its message, empty if it does not; or nothing, and it is refused.
  std::optional<std::string> id_in(const Client& client, const Question& asked);
  // Sent once more by somebody who did not hear that it was taken: they hear it now.
  bool was_known(ClientId client, const OpenTable& open, std::size_t player, std::string_view id);

  // What was accepted goes to the store; everybody at the table is told when it is there.
  void took(OpenTable& open, Taken taken, Sent sent);
  // What was accepted could not be stored; or it must be judged once more, as another process was faster.
  void not_taken(const Sent& sent, const std::string& why);
  void again(const Sent& sent);
  void stored(OpenTable& open, std::uint32_t number, std::expected<bool, StoreTrouble> answer);
  // Has what other processes have stored meanwhile.
  void catch_up(OpenTable& open, Told then);
  // What is stored behind that number.
  void take_in(OpenTable& open, std::uint32_t behind, const LoadedTable& more);
  // What is in memory is not what is stored.
  void lose(OpenTable& open);
  void hold(OpenTable& open, Told tell);
  void tell_news(OpenTable& open, Bookmark before, const Sent& sent);
  void send_news(OpenTable& open);
  void tell_rematch(OpenTable& open);
  // Everybody there is told how it stands.
  void resync(OpenTable& open);
  std::string welcome(const OpenTable& open, const Client& client, std::optional<Bookmark> have) const;
  void tell_presence(OpenTable& open);
  std::array<bool, 2> present(const OpenTable& open) const;
  void let_think(OpenTable& open);
  void note_flag(OpenTable& open);
  void set_alarm(const std::string& id, std::optional<Moment> when);

  // Reports the trouble, and has what clients are told of it.
  std::string_view told_of(const StoreTrouble& trouble) const;
  // Why a program cannot play it well; empty if it can.
  std::string objection_to_knowing(const ChosenGame& game) const;
  // A table of a list: as it is, if it is here, or as far as its row says.
  void add_row(JsonObject& json, const StoredTable& row);
  void send(ClientId client, std::string message);
  void refuse(ClientId client, std::string_view why, std::string_view id);

  Journal& journal_;
  Outbox& outbox_;
  Thinking& thinking_;
  HallLimits limits_;
  Time time_;
  Chance chance_;
  Report report_;
  std::unordered_map<ClientId, Client> clients_;
  std::unordered_map<std::string, std::unique_ptr<OpenTable>> tables_;
  // When to look at a table again, whether it is here or not: its flag falls, or something has to be tried once more.
  std::set<std::pair<Moment, std::string>> alarms_;
  std::unordered_map<std::string, Moment> alarm_of_;
  Moment next_round_ = Moment::max();                                    // after tables whose clocks nobody watches
  std::map<std::string, std::weak_ptr<ChosenGame>, std::less<>> games_;  // by their names and rules
  Openers openers_;
  struct Lobby {
    Moment made{};
    std::string text;
  };
  std::map<std::string, Lobby, std::less<>> lobbies_;
  std::optional<Moment> troubled_;  // when something could not be stored; nothing once something was
  struct Pulse {
    Moment felt{};
    bool is_there = true;  // the store
  } pulse_;
  Figures figures_;
};

inline constexpr std::string_view kUnknownTable = "There is no such table";

// {"refused":"One sentence."}
std::string refusal_text(std::string_view why, std::string_view id = {});
HttpAnswer http_refusal(int status, std::string_view why);

}  // namespace duello
