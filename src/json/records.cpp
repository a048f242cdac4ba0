#include "json/records.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/try.hpp"

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

void read_head(Record& record, JsonFields& fields) {
  record.rules = fields.text_or_none("rules");
  record.date = fields.text_or_none("date");
  record.reason = fields.text_or_none("reason");
  record.preface = fields.text_or_none("preface");
  record.game = fields.text("game");
  const std::vector<std::string> players = fields.texts("players");
  if (players.size() == kSeats.size())
    for (const Seat seat : kSeats) record.players[seat] = players[index(seat)];
  else
    fields.must_be("players", "a list of two texts");
  record.first = fields.seat("first");
  const std::string result = fields.text("result");
  for (const std::optional<Seat> winner : {std::optional(Seat::one), std::optional(Seat::two), std::optional<Seat>()}) {
    record.winner = winner;
    if (record.result() == result) return;
  }
  fields.must_be("result", "1-0, 0-1 or *");
}

void read_tags(Record& record, JsonFields& fields) {
  if (!fields.has("tags")) return;
  const JsonValue& tags = fields.object("tags");
  for (std::size_t i = 0; i < tags.keys.size(); ++i) {
    if (tags.values[i].kind != JsonValue::Kind::text) return fields.must_be("tags", "an object of texts");
    record.more.push_back({tags.keys[i], tags.values[i].text});
  }
}

void read_moves(Record& record, JsonFields& fields) {
  for (std::string& move : fields.texts("moves")) record.moves.push_back({.text = std::move(move)});
  if (!fields.has("comments")) return;
  const JsonValue& comments = fields.object("comments");
  for (std::size_t i = 0; i < comments.keys.size(); ++i) {
    const auto number = number_in<std::size_t>(comments.keys[i]);
    const JsonValue& comment = comments.values[i];
    const bool is_move = number && *number != 0 && *number <= record.moves.size() && cat(*number) == comments.keys[i];
    if (!is_move || comment.kind != JsonValue::Kind::text)
      return fields.must_be("comments", "an object of texts, by the numbers of moves");
    record.moves[*number - 1].comment = joined(words_of(comment.text), " ");
  }
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
  JsonFields fields(
      value, kRecord,
      {"game", "rules", "date", "players", "first", "result", "reason", "tags", "preface", "moves", "comments"});
  Record record;
  read_head(record, fields);
  read_tags(record, fields);
  read_moves(record, fields);
  DUELLO_CHECK(fields.checked());
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

std::string read_date(JsonFields& fields, std::string_view key) {
  std::string date = fields.text_or_none(key);
  if (!date.empty() && !is_date(date)) fields.must_be(key, "a date as in 2026.11.15");
  return date;
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
