// Host: opens a table on a server, says how others get there, and plays.
#include <chrono>

#include "cli/commands.hpp"
#include "core/try.hpp"
#include "json/fields.hpp"
#include "json/writer.hpp"
#include "online/hosted.hpp"
#include "online/online.hpp"
#include "server/setup.hpp"
#include "server/token.hpp"
#include "server/web_client.hpp"

namespace duello {

namespace {

std::string wish_of(const HostOptions& given, const ChosenGame& chosen) {
  std::string text;
  {
    JsonObject json(text);
    json.add("game", chosen.facts().id).add("rules", settings_text(chosen.game().rules()));
    json.add("players", given.who).add("seat", given.seat);
    if (given.first) json.add("first", *given.first);
    json.add("swap", given.swapping == Swapping::yes).add("best_of", given.best_of).add("rounds", given.rounds);
    if (given.time) append_time(json.at("time"), *given.time);
    if (given.claim_after)
      json.add("claim_after", std::chrono::milliseconds(std::chrono::minutes(*given.claim_after)).count());
    if (!given.name.empty()) json.add("name", given.name);
    if (given.is_listed) json.add("listed", true);
    if (given.shows_values) json.add("values", true);
  }
  return text;
}

// What the server answers when a table is opened.
struct Opened {
  std::string table;
  std::string token;       // of the own seat
  std::string invitation;  // the token of the other; empty if anybody may have it
};

std::expected<Opened, Complaint> opened(const ServerAddress& server, const std::string& wish) {
  DUELLO_TRY(const auto answer, asked(server, {.method = "POST", .target = "/api/tables", .body = wish}));
  const JsonValue value = read_json(answer.body).value_or(JsonValue{});
  auto told = JsonFields::lenient(value, "the answer");
  if (told.has("error")) return complaint(clause_of(told.text("error")));
  Opened table{told.text_or_none("table"), told.text_or_none("token"), told.text_or_none("invitation")};
  if (!is_table_id(table.table) || !is_token(table.token) || (!table.invitation.empty() && !is_token(table.invitation)))
    return complaint("There is no server of games at ", server.text());
  return table;
}

}  // namespace

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
  remember_hosted(link(""));
  if (!table->invitation.empty())
    console.print(cat("Send this link to the other player:\n  ", link(table->invitation).text(), "\n"));
  console.print(cat("Anyone with this link can watch:\n  ", link("").text(), "\n"));
  console.print(cat("This link is yours, in case you leave and come back:\n  ", link(table->token).text(), "\n"));
  console.flush();
  return play_online(console, link(table->token), {.name = given.name, .engine = {}, .movetime = 1'000});
}

}  // namespace duello
