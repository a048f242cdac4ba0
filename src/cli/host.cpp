// Host: opens a table on a server, says how others get there, and plays.
#include "cli/commands.hpp"
#include "cli/shared_options.hpp"
#include "match/clock.hpp"

#ifdef DUELLO_SERVER
#include "cli/online.hpp"
#include "json/reader.hpp"
#include "json/writer.hpp"
#include "server/http_client.hpp"
#include "server/setup.hpp"
#include "server/token.hpp"
#endif

namespace duello {

namespace {

struct HostOptions : Agreement {
  GameChoice game;
  Seat seat = Seat::one;
  std::string server = "http://127.0.0.1:8080";
  std::string name;
  bool is_listed = false;
  bool shows_values = false;
};

// "5+2": minutes for the game and seconds for each move. "3d": days for each move.
TimeControl time_in(const std::string& text) {
  const auto whole = [&](std::string_view part, int least, int most) {
    const auto number = number_in<int>(part);
    if (!number || *number < least || *number > most)
      throw WrongOptions(cat("--time is like 5+2, minutes and seconds for each move, or 3d, days for each move; not ",
                             in_quotes(text)));
    return *number;
  };
  constexpr int kMostDays = 30;
  constexpr int kMostMinutes = 24 * 60;
  constexpr int kMostSeconds = 3600;
  const std::string_view all = text;
  if (all.ends_with('d'))
    return {.kind = TimeControl::Kind::move,
            .time = std::chrono::days(whole(all.substr(0, all.size() - 1), 1, kMostDays))};
  const std::size_t plus = all.find('+');
  const std::string_view seconds = plus == all.npos ? "0" : all.substr(plus + 1);
  return {.kind = TimeControl::Kind::game,
          .time = std::chrono::minutes(whole(all.substr(0, plus), 1, kMostMinutes)),
          .increment = std::chrono::seconds(whole(seconds, 0, kMostSeconds))};
}

#ifdef DUELLO_SERVER

std::string wish_of(const HostOptions& given, const ChosenGame& chosen) {
  std::string text;
  {
    JsonObject json(text);
    json.add("game", chosen.facts().id).add("rules", settings_text(chosen.game().rules()));
    json.add("players", given.who).add("seat", given.seat);
    if (given.first) json.add("first", *given.first);
    json.add("swap", given.swapping == Swapping::yes).add("best_of", given.best_of).add("rounds", given.rounds);
    if (given.time) append_time(json.at("time"), *given.time);
    if (!given.name.empty()) json.add("name", given.name);
    if (given.is_listed) json.add("listed", true);
    if (given.shows_values) json.add("values", true);
  }
  return text;
}

// What whoever has opened a table knows of it.
struct Opened {
  std::string table;
  std::string token;       // of the own seat
  std::string invitation;  // the token of the other; empty if anybody may have it
};

std::expected<Opened, Complaint> opened(const ServerAddress& server, const std::string& wish) {
  const auto answer = asked(server, {.method = "POST", .target = "/api/tables", .body = wish});
  if (!answer) return std::unexpected(answer.error());
  const auto value = read_json(answer->body);
  if (const JsonValue* const refused = value ? value->find("refused") : nullptr)
    return complaint(clause_of(refused->text));
  const auto text = [&](std::string_view key) {
    const JsonValue* const found = value ? value->find(key) : nullptr;
    return found == nullptr ? std::string() : found->text;
  };
  Opened table{text("table"), text("token"), text("invitation")};
  if (!is_table_id(table.table) || !is_token(table.token) || (!table.invitation.empty() && !is_token(table.invitation)))
    return complaint("There is no server of games at ", server.text());
  return table;
}

int host(Console& console, const HostOptions& given) {
  const auto server = ServerAddress::read(given.server);
  if (!server) return complain(server.error().why);
  const auto chosen = ChosenGame::from(given.game);
  if (!chosen) return complain(chosen.error().why);
  for (const std::string& objection :
       {objection_to_start(chosen->facts(), given.first), objection_to_swapping(chosen->facts(), given.swapping),
        objection_to_names({given.name, ""}, {"--name", "--name"})})
    if (!objection.empty()) return complain(objection);
  const auto table = opened(*server, wish_of(given, *chosen));
  if (!table) return fail(table.error());
  const auto link = [&](const std::string& token) { return TableLink{*server, table->table, token}; };
  if (!table->invitation.empty())
    console.print(cat("Send this link to the other player:\n  ", link(table->invitation).text(), "\n"));
  console.print(cat("Whoever has this one can watch:\n  ", link("").text(), "\n"));
  console.print(cat("And this one is yours, should you leave and come back:\n  ", link(table->token).text(), "\n"));
  console.flush();
  return play_online(console, link(table->token), {.name = given.name, .engine = {}, .movetime = 1'000});
}

#else

int host(Console& /*console*/, const HostOptions& /*given*/) {
  return fail({"This program was built without the server; make serve builds one that has it"});
}

#endif

class HostCommand final : public Command {
 public:
  HostCommand() : Command("host", "Open a game on a server for somebody elsewhere, and play it") {
    add_game(options(), given_.game.id).required();
    add_rule_values(options(), given_.game);
    options().name({"--server", "URL", "Where the server is (http://127.0.0.1:8080)"}, given_.server);
    options().name({"--name", "NAME", "What you are called"}, given_.name);
    options().choice({"--seat", "WHICH", "Which seat is yours: 1 or 2 (1)"}, given_.seat,
                     {{"1", Seat::one}, {"2", Seat::two}});
    options().choice({"--first", "WHICH", "Which seat moves first: 1, 2 or random (1)"}, given_.first,
                     {{"1", Seat::one}, {"2", Seat::two}, {"random", std::nullopt}});
    options().number({"--best-of", "N", "Play a series; seats change after every game"}, given_.best_of, 1,
                     kMostSeries);
    add_rounds(options(), given_.rounds);
    add_swap(options(), given_.swapping);
    options().value({"--time", "TIME", "A clock: 5+2 (minutes, seconds a move) or 3d (days a move)"},
                    [this](const std::string& text) { given_.time = time_in(text); });
    options().flag("--listed", "Let anybody take the other seat", given_.is_listed, true);
    options().flag("--values", "Let those who watch see what moves are worth", given_.shows_values, true);
  }

  int run(Console& console) override { return host(console, given_); }

 private:
  static constexpr int kMostSeries = 99;

  HostOptions given_;
};

}  // namespace

std::unique_ptr<Command> host_command() { return std::make_unique<HostCommand>(); }

}  // namespace duello
