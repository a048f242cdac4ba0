#include "json/records.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace duello {

namespace {

constexpr std::string_view kRecord = "A record";

// What plays may be any bytes; what cannot stand in JSON is spelled out.
std::string in_json(std::string_view who) {
  for (std::string_view rest = who; !rest.empty();) {
    const std::size_t bytes = character_bytes(rest);
    if (bytes == 0) return spelled_out(who);
    rest.remove_prefix(bytes);
  }
  return std::string(who);
}

void append_comments(std::string& text, const std::vector<RecordedMove>& moves) {
  JsonObject json(text);
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (!moves[i].comment.empty()) json.add(cat(i + 1), moves[i].comment);
}

std::expected<void, Complaint> read_head(Record& record, const JsonFields& fields) {
  for (const auto& [key, place] : {std::pair("rules", &record.rules),
                                   {"date", &record.date},
                                   {"reason", &record.reason},
                                   {"preface", &record.preface}}) {
    auto said = fields.text_or_none(key);
    if (!said) return std::unexpected(said.error());
    *place = *std::move(said);
  }
  auto game = fields.text("game");
  if (!game) return std::unexpected(game.error());
  record.game = *std::move(game);
  auto players = fields.texts("players");
  if (!players) return std::unexpected(players.error());
  if (players->size() != kSeats.size()) return fields.must_be("players", "a list of two texts");
  for (const Seat seat : kSeats) record.players[seat] = std::move((*players)[index(seat)]);
  const JsonValue* const first = fields.find("first");
  const auto number_of_first = first == nullptr ? std::nullopt : first->whole();
  if (number_of_first != 1 && number_of_first != 2) return fields.must_be("first", "1 or 2");
  record.first = *number_of_first == 1 ? Seat::one : Seat::two;
  const auto result = fields.text("result");
  if (!result) return std::unexpected(result.error());
  for (const std::optional<Seat> winner : {std::optional(Seat::one), std::optional(Seat::two), std::optional<Seat>()}) {
    record.winner = winner;
    if (record.result() == *result) return {};
  }
  return fields.must_be("result", "1-0, 0-1 or *");
}

std::expected<void, Complaint> read_tags(Record& record, const JsonFields& fields) {
  const JsonValue* const tags = fields.find("tags");
  if (tags == nullptr) return {};
  if (tags->kind != JsonValue::Kind::object) return fields.must_be("tags", "an object of texts");
  for (std::size_t i = 0; i < tags->keys.size(); ++i) {
    if (tags->values[i].kind != JsonValue::Kind::text) return fields.must_be("tags", "an object of texts");
    record.more.push_back({tags->keys[i], tags->values[i].text});
  }
  return {};
}

std::expected<void, Complaint> read_moves(Record& record, const JsonFields& fields) {
  auto moves = fields.texts("moves");
  if (!moves) return std::unexpected(moves.error());
  for (std::string& move : *moves) record.moves.push_back({.text = std::move(move)});
  const JsonValue* const comments = fields.find("comments");
  if (comments == nullptr) return {};
  if (comments->kind != JsonValue::Kind::object) return fields.must_be("comments", "an object of texts");
  for (std::size_t i = 0; i < comments->keys.size(); ++i) {
    const auto number = number_in<std::size_t>(comments->keys[i]);
    const JsonValue& comment = comments->values[i];
    const bool is_move = number && *number != 0 && *number <= record.moves.size() && cat(*number) == comments->keys[i];
    if (!is_move || comment.kind != JsonValue::Kind::text)
      return fields.must_be("comments", "an object of texts, by the numbers of moves");
    record.moves[*number - 1].comment = joined(words_of(comment.text), " ");
  }
  return {};
}

// Whether a record that was read from the text of another one has the same tags, moves and comments, and not some that
// stood in the midst of a text.
bool is_same(const Record& read, const Record& meant) {
  const auto head = [](const Record& record) {
    return std::tie(record.game, record.rules, record.date, record.players, record.first, record.winner, record.reason);
  };
  if (head(read) != head(meant) || read.moves.size() != meant.moves.size()) return false;
  if (read.preface != joined(words_of(meant.preface), " ")) return false;
  for (std::size_t i = 0; i < meant.moves.size(); ++i)
    if (written_move(read, i) != meant.moves[i].text || read.moves[i].comment != meant.moves[i].comment) return false;
  return std::ranges::equal(read.more, meant.more, {}, &Tag::key, &Tag::key);
}

}  // namespace

void append_record(std::string& text, const Record& record) {
  JsonObject json(text);
  json.add("game", record.game).add("rules", record.rules);
  if (!record.date.empty()) json.add("date", record.date);
  json.add("players", std::array{in_json(record.players[Seat::one]), in_json(record.players[Seat::two])});
  json.add("first", record.first).add("result", record.result());
  if (!record.reason.empty()) json.add("reason", record.reason);
  if (!record.more.empty()) {
    JsonObject tags(json.at("tags"));
    for (const Tag& tag : record.more) tags.add(tag.key, written_value(record, tag));
  }
  if (!record.preface.empty()) json.add("preface", record.preface);
  json.at("moves") += '[';
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (i != 0) text += ',';
    append_json(text, written_move(record, i));
  }
  text += ']';
  const auto is_commented = [](const RecordedMove& move) { return !move.comment.empty(); };
  if (std::ranges::any_of(record.moves, is_commented)) append_comments(json.at("comments"), record.moves);
}

std::expected<Record, Complaint> read_record(const JsonValue& value) {
  const auto fields = JsonFields::of(
      value, kRecord,
      {"game", "rules", "date", "players", "first", "result", "reason", "tags", "preface", "moves", "comments"});
  if (!fields) return std::unexpected(fields.error());
  Record record;
  for (const auto read : {read_head, read_tags, read_moves})
    if (const auto done = read(record, *fields); !done) return std::unexpected(done.error());
  // Whatever can be read from its text is a record; nothing else is.
  const std::string text = record_text(record);
  RecordReader reader(text);
  auto again = reader.next();
  if (!again) return complaint("There is no record in it");
  if (!*again) return complaint("As text, this record is wrong. ", again->error().why);
  if (reader.next() || !is_same(**again, record))
    return complaint(kRecord, " has tags named in letters and digits, moves without blanks and texts without braces");
  for (RecordedMove& move : (*again)->moves) move.line = move.column = 0;
  return **std::move(again);
}

void append_history_row(std::string& text, const HistoryRow& row) {
  const Record& head = row.head;
  JsonObject(text)
      .add("name", row.name)
      .add("file", legible(row.file))
      .add("number", row.number)
      .add("game", head.game)
      .add("rules", head.rules)
      .add("date", head.date)
      .add("players", kSeats,
           [&](std::string& at, Seat seat) {
             JsonObject(at).add("who", legible(head.players[seat])).add("name", head.name(seat));
           })
      .add("first", head.first)
      .add("moves", row.moves)
      .add("result", head.result())
      .add("reason", head.reason)
      .add("resumable", row.is_resumable);
}

}  // namespace duello
