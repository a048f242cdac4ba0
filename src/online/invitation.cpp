#include "online/invitation.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "cli/prompt.hpp"
#include "json/fields.hpp"
#include "json/writer.hpp"
#include "online/hosted.hpp"
#include "server/token.hpp"
#include "server/web_client.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

using namespace std::chrono_literals;

constexpr unsigned kDone = 200;
constexpr unsigned kConflict = 409;
constexpr unsigned kTooMany = 429;
constexpr unsigned kTrouble = 500;

std::string used(const TableLink& link) {
  return cat("This invitation has been used; the link that was printed then leads back to the seat, and duello join ",
             TableLink{link.server, link.table, ""}.text(), " watches");
}

std::string acceptance(const TableLink& link, const std::string& token, const std::string& name) {
  std::string text;
  {
    JsonObject json(text);
    json.add("invitation", link.token).add("token", token);
    if (!name.empty()) json.add("name", name);
  }
  return text;
}

// The token is our own choice, so that the same request can be made again if its answer does not come: the server gives
// the same answer.
std::expected<TableLink, NoSeat> accept(Console& console, const TableLink& link, const std::string& name) {
  constexpr auto kPatience = 60s;
  constexpr std::chrono::milliseconds kLongestPause = 4s;
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  TableLink seat{link.server, link.table, fresh_token([] { return fresh_seed(); })};
  const HttpQuestion question{.method = "POST",
                              .target = cat("/api/tables/", link.table, "/accept"),
                              .body = acceptance(link, seat.token, name)};
  std::chrono::milliseconds pause = 250ms;
  bool has_said = false;
  while (true) {
    const auto answer = asked(link.server, question);
    const JsonValue value = read_json(answer ? answer->body : "").value_or(JsonValue{});
    auto told = JsonFields::lenient(value, "the answer");
    if (answer && answer->status == kDone && told.text_or_none("token") == seat.token) return seat;
    const std::string refused = told.text_or_none("error");
    if (answer && answer->status < kTrouble && answer->status != kTooMany && !refused.empty()) {
      if (answer->status != kConflict) return std::unexpected(NoSeat{{clause_of(refused)}, 2});
      return std::unexpected(NoSeat{{refused.contains("been used") ? used(link) : clause_of(refused)}});
    }
    const std::string why = !answer           ? answer.error().why
                            : refused.empty() ? cat("There is no server of games at ", link.server.text())
                                              : clause_of(refused);
    if (std::chrono::steady_clock::now() > deadline)
      return std::unexpected(
          NoSeat{{cat(why, "; if the seat was taken all the same, duello join ", seat.text(), " leads to it")}});
    if (!std::exchange(has_said, true)) console.print(sentence(console, cat(why, "; it is tried again")));
    console.flush();
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kLongestPause);
  }
}

// Hosts may take the other seat too, to try a game out, but should know that the link is for the other player.
std::expected<void, NoSeat> check_host(Console& console, const TableLink& link) {
  if (!was_hosted(link)) return {};
  console.print("You have opened this game; this link is for you to send to the other player.\n");
  console.flush();
  if (!console.is_terminal()) return {};
  const auto key =
      console.choose_key("Press p to play the other seat yourself, or Enter to leave the link as it is: ", "p");
  if (!key && key.error() == NoLine::interrupted) return std::unexpected(NoSeat{{}, 128 + console.signal()});
  if (key && *key == 'p') return {};
  return std::unexpected(NoSeat{{}, 0});
}

}  // namespace

std::expected<TableLink, NoSeat> accepted(Console& console, const TableLink& link, const std::string& name) {
  if (link.token.empty()) return link;
  const auto facts = asked(link.server, {.target = cat("/api/tables/", link.table), .token = link.token});
  // What is wrong there shows when the table is entered.
  if (!facts || facts->status != kDone) return link;
  const JsonValue value = read_json(facts->body).value_or(JsonValue{});
  auto told = JsonFields::lenient(value, "the answer");
  const std::string bearer = told.text_or_none("bearer");
  if (told.text_or_none("state") == "withdrawn") return std::unexpected(NoSeat{{"The game was withdrawn"}});
  if (bearer == "used") return std::unexpected(NoSeat{{used(link)}});
  if (bearer != "invitation") return link;
  if (const auto goes_on = check_host(console, link); !goes_on) return std::unexpected(goes_on.error());
  const auto seat = accept(console, link, name);
  if (!seat) return seat;
  console.print(cat("This link is yours, in case you leave and come back:\n  ", seat->text(), '\n'));
  console.flush();
  return seat;
}

}  // namespace duello
