// All tables of this process and those who are at them. Messages come in, messages go out; how they travel, what time
// it is and where things are kept is somebody else's business, so that a test can be all of these.
//
// What clients say is heard in hall_clients.cpp, what is asked over HTTP is answered in hall_http.cpp; how tables come
// and go, and how what was accepted is stored and told, is in hall.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "json/fields.hpp"
#include "match/clock.hpp"
#include "server/alarms.hpp"
#include "server/doorkeeper.hpp"
#include "server/journal.hpp"
#include "server/lobby.hpp"
#include "server/open_table.hpp"
#include "server/openers.hpp"
#include "server/shared_games.hpp"
#include "server/store_health.hpp"
#include "server/thinking.hpp"
#include "server/token.hpp"

namespace duello {

struct HallLimits {
  std::size_t tables = 100'000;  // in memory at a time
  Openers::Limits of_address{.tables = 100, .challenges = 10};
  std::size_t watchers_of_table = 1'000;
  std::size_t connections_of_seat = 50;
  std::size_t idle_tables = 200;        // kept in memory, so that it costs little to ask for one again
  std::size_t longest_message = 4'096;  // bytes
  int longest_list = 100;               // tables in a lobby
  bool is_alone = true;                 // no other process uses the store
};

class Hall final : public Doorkeeper {
 public:
  // Told what is wrong with the store. Clients are not: it would tell them about this machine.
  using Report = std::function<void(const StoreTrouble& trouble)>;

  // What time it is; never earlier than before.
  using Time = std::function<Moment()>;

  // All of them outlive the hall.
  Hall(Journal& journal, Outbox& outbox, Thinking& thinking, HallLimits limits, Time time, Chance chance,
       Report report);

  // Takes up the games whose clocks run, whoever is there. Once, before anybody comes; after that again and again where
  // other processes, which may have died, use the store too.
  void take_up() { take_up({}); }
  // Another process has stored something at that table; at any of them if it is not named.
  void changed_elsewhere(std::string_view id);

  void connected(ClientId client, std::string_view address) override;
  void received(ClientId client, std::string_view message) override;
  void left(ClientId client) override;

  void create(std::string_view body, std::string_view address, HttpReply reply) override;
  void list(std::string_view state, HttpReply reply) override;
  void health(HttpReply reply) override;
  void facts(std::string_view id, std::string_view token, HttpReply reply) override;
  void record(std::string_view id, HttpReply reply) override;
  void accept(std::string_view id, std::string_view body, std::string_view address, HttpReply reply) override;
  void withdraw(std::string_view id, std::string_view token, HttpReply reply) override;

  void pass_time() override;
  std::optional<Moment> next_time() const override { return alarms_.next(); }
  Moment now() const override { return time_(); }
  void close(std::string_view why) override;
  bool is_settled() const override { return journal_.is_settled(); }
  void append_metrics(MetricsText& text) const override;

 private:
  using Client = HallClient;
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
  using Told = std::move_only_function<void()>;

  // Has the table, loaded if need be and with nothing pending, or why there is none.
  void with_table(std::string_view id, OpenTable::Use then);
  void when_settled(OpenTable& open, OpenTable::Use then);
  void let_wait_no_longer(const std::string& id);
  void load(OpenTable& open);
  void loaded(const std::string& id, StoreResult<std::optional<LoadedTable>> found);
  std::expected<std::unique_ptr<ServedTable>, NoTable> restored(const std::string& id,
                                                                const StoreResult<std::optional<LoadedTable>>& found);
  std::unexpected<NoTable> report_damage(const std::string& id, const StoreTrouble& trouble);
  void not_loaded(OpenTable& open, NoTable why);
  void forget_if_idle(const std::string& id);
  void forget(const std::string& id);
  OpenTable* find(const std::string& id);
  // As it is stored; nothing if it is not in memory, or something is on its way to the store.
  const ServedTable* settled(const std::string& id);
  std::string objection_to_entry(const OpenTable& open, Onlooker player, std::string_view token) const;

  void enter(Client& client, JsonFields& asked, std::string_view message);
  void arrive(std::expected<OpenTable*, NoTable> found, const Arrival& arrival);
  // They are told how the table stands.
  void greet(ClientId id, Bookmark mark, std::string_view text);
  void turn_away(ClientId id, std::string_view why);
  // What they have said behind their entry, if they are still entering.
  void hear_early(ClientId id);
  void submit(Client& client, JsonFields& asked, std::string_view message);
  void go_on(Client& client, JsonFields& asked, std::string_view message);
  void want_rematch(Client& client, JsonFields& asked, std::string_view message);
  // `made` is where it is played; empty if the other player has not agreed.
  void note_rematch(OpenTable& open, std::size_t player, const std::string& made, const Sent& sent);
  // The other table is there, or cannot be had.
  void end_making(const std::string& id);
  void say(Client& client, JsonFields& asked, std::string_view message);
  void claim(Client& client, JsonFields& asked, std::string_view message);
  // Why the player may not claim that now; empty if they may.
  std::string objection_to_claim(const OpenTable& open, std::size_t player, Claim what) const;
  void look(Client& client);
  void leave(Client& client);
  // The table of a player, where nothing is pending; or nothing, and they are refused, or heard again in a moment.
  OpenTable* table_of(Client& client, std::string_view id, std::string_view message);
  // How a client calls its message, empty if it does not; or nothing, and it is refused.
  std::optional<std::string> id_in(const Client& client, JsonFields& asked);
  // Sent once more by somebody who did not hear that it was taken: they hear it now.
  bool was_known(ClientId client, const OpenTable& open, std::size_t player, std::string_view id);

  // What was accepted goes to the store; everybody at the table is told when it is there.
  void took(OpenTable& open, Taken taken, Sent sent);
  // What was accepted could not be stored; or it must be judged once more, as another process was faster.
  void not_taken(const Sent& sent, NoTable why);
  void again(const Sent& sent);
  void stored(OpenTable& open, std::uint32_t number, StoreResult<bool> answer);
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
  std::string welcome(const OpenTable& open, const Outlook& outlook, std::optional<Bookmark> have) const;
  std::string welcome_text(const OpenTable& open, const Outlook& outlook, std::optional<Bookmark> have) const;
  std::string padded_for(const OpenTable& open, const Outlook& outlook,
                         const std::function<std::string(const Outlook&)>& write) const;
  void tell_presence(OpenTable& open);
  std::array<bool, 2> present(const OpenTable& open) const;
  // Which players are connected, and for how long the others have been away.
  void add_presence(JsonObject& json, const OpenTable& open) const;
  void let_think(OpenTable& open);
  // Whose turn a program at that table takes among those who wait for one.
  std::string owner_of(const OpenTable& open) const;
  // What a program has found behind that input.
  void take_answer(OpenTable& open, std::uint32_t number, const std::expected<Request, Complaint>& answer);
  // Its alarm rings.
  void ring(OpenTable& open);
  void note_flag(OpenTable& open);
  // It counts for whoever has opened it.
  void note_state(OpenTable& open);
  void take_up(const std::string& behind);

  // Answers at a table, or says why there is none.
  void at_table(std::string_view id, HttpReply reply, std::move_only_function<void(OpenTable&, HttpReply)> then);
  // Why somebody there may not open one more table; empty if they may.
  std::string_view objection_to_opener(std::string_view address, Listed listed);
  // Both seats may have tokens already.
  StoredTable new_row(const TableSetup& setup, std::array<std::string, 2> hashes);
  // A request to accept an invitation or a challenge.
  struct Acceptance {
    std::string name;
    std::string invitation;  // empty for a challenge
    std::string token;       // that the seat will have
    std::string address;
  };
  void accept(std::expected<OpenTable*, NoTable> found, const Acceptance& asked, std::shared_ptr<HttpReply> reply);
  void withdraw(std::expected<OpenTable*, NoTable> found, const std::string& hash, std::shared_ptr<HttpReply> reply);
  // Why a program cannot play it well; empty if it can.
  std::string objection_to_knowing(const TableSetup& setup, const ChosenGame& game) const;
  // Reports the trouble, and has what clients are told of it.
  std::string_view told_of(const StoreTrouble& trouble) const;
  void send(ClientId client, std::string_view message);
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
  std::deque<std::string> idle_;  // ids of tables without clients, the longest idle first; some may be in use again
  std::unordered_set<std::string> damaged_;  // tables that could not be loaded
  Alarms alarms_;
  Moment next_round_ = Moment::max();  // after tables whose clocks nobody watches
  SharedGames games_;
  Openers openers_;
  Lobby open_lobby_;
  Lobby playing_lobby_;
  StoreHealth health_;
  struct Figures {
    std::uint64_t inputs = 0;  // stored
    std::uint64_t refusals = 0;
    std::uint64_t messages = 0;  // sent
  } figures_;
};

// One sentence without its full stop.
std::string_view sentence_of(NoTable why);
// {"error":"One sentence."}
std::string refusal_text(std::string_view why, std::string_view id = {});

}  // namespace duello
