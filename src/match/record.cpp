#include "match/record.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>

#include "core/random.hpp"
#include "core/try.hpp"

namespace duello {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::string_view kResults[] = {"1-0", "0-1", "*"};

// A secret move is neither hidden from a determined reader nor meant to be: its owner alone can open the file. It only
// must not be read by accident, and its length must not tell either.
constexpr char kVeil = '~';
// No secret move and no seed is longer.
constexpr std::size_t kLongestSecretMove = 72;
constexpr std::size_t kLongestSeed = 24;
constexpr std::string_view kVeilDigits = "bcdfghjklmnpqrst";

// The same on every machine, whatever the size of its words.
char veil_bits(std::uint64_t ply, std::size_t i) { return static_cast<char>(Random(ply, i)() & 0xff); }

std::string veiled(std::string move, std::uint64_t ply, std::size_t longest) {
  move.resize(std::max(move.size(), longest), ' ');
  std::string text(1, kVeil);
  for (std::size_t i = 0; i < move.size(); ++i) {
    const auto byte = static_cast<unsigned char>(move[i] ^ veil_bits(ply, i));
    text += {kVeilDigits[byte >> 4], kVeilDigits[byte & 15]};
  }
  return text;
}

std::optional<std::string> unveiled(std::string_view text, std::uint64_t ply) {
  text.remove_prefix(1);
  std::string move;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto high = kVeilDigits.find(text[i]);
    const auto low = kVeilDigits.find(text[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    move += static_cast<char>(static_cast<char>(high << 4 | low) ^ veil_bits(ply, i / 2));
  }
  move = std::string(trimmed(move));
  const bool plausible = std::ranges::all_of(move, [](char c) { return c > ' ' && c < '\x7f'; });
  if (text.size() % 2 != 0 || move.empty() || !plausible) return std::nullopt;
  return move;
}

// A seed tells the secret moves of a computer, so it is veiled with them.
constexpr std::uint64_t kSeedPly = ~std::uint64_t{0};

bool is_seed(std::string_view key) { return key == kSeedTag || key == kSeriesSeedTag; }

// Far more than any game needs, and little enough for any machine.
constexpr std::size_t kMostTags = 100;
constexpr std::size_t kLongestTag = 1 << 20;
constexpr std::size_t kMostMoves = 10'000'000;  // in all games that are read at once
constexpr std::size_t kMovesOfARecord = 10;     // which take as much memory as a record without any

// What cannot be shown is spelled out: a program's command may hold anything.
std::string escaped(std::string_view value) {
  std::string text;
  for (const char c : spelled_out(value)) {
    if (c == '"') text += '\\';
    text += c;
  }
  return text;
}

bool is_result(std::string_view word) { return std::ranges::find(kResults, word) != std::end(kResults); }

// Of the number before a move, as in "12."; 0 if the word begins with none.
std::size_t digits_of_number(std::string_view word) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  return digits != std::string_view::npos && word[digits] == '.' ? digits : 0;
}

// The value of \xHH; nothing if it is none.
std::optional<char> spelled_byte(std::string_view text) {
  unsigned code = 0;
  if (text.size() < 4 || !text.starts_with("\\x")) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 4, code, 16);
  if (error != std::errc() || end != text.data() + 4 || code == 0) return std::nullopt;
  return static_cast<char>(code);
}

void append_tag(std::string& text, std::string_view key, std::string_view value) {
  append(text, '[');
  append(text, key);
  append(text, " \"");
  append(text, escaped(value));
  append(text, "\"]\n");
}

// Words in lines; what was set down before never changes when words are added.
class MoveText {
 public:
  explicit MoveText(std::string& text) : text_(text) {}
  void add(std::string_view word) {
    const std::size_t wide = columns(word);
    if (column_ != 0) {
      const bool fits = column_ + 1 + wide <= kWidth;
      text_ += fits ? ' ' : '\n';
      column_ = fits ? column_ + 1 : 0;
    }
    text_ += word;
    column_ += wide;
  }
  void add_comment(std::string_view comment) {
    if (comment.empty()) return;
    std::vector<std::string> words = words_of(comment);
    if (words.empty()) return;
    words.front().insert(0, 1, '{');
    words.back() += '}';
    for (const std::string& word : words) add(word);
  }

 private:
  std::string& text_;
  std::size_t column_ = 0;
};

}  // namespace

std::unexpected<Complaint> wrong_at(std::size_t line, std::size_t column, std::string_view why) {
  return complaint("Line ", line, ", column ", column, ": ", why);
}

std::string_view Record::tag(std::string_view key) const {
  const auto found = std::ranges::find(more, key, &Tag::key);
  return found == more.end() ? std::string_view() : found->value;
}

void Record::set(std::string_view key, std::string_view value) {
  const auto found = std::ranges::find(more, key, &Tag::key);
  if (found == more.end())
    more.push_back({std::string(key), std::string(value)});
  else
    found->value = value;
}

std::string_view Record::name(Seat seat) const {
  const std::string_view name = tag(kNameTags[index(seat)]);
  return is_name(name) ? name : std::string_view();
}

namespace {

// A move or one of the other tags as it stands in the text: veiled as long as it is secret.
std::string written_move(const Record& record, std::size_t index) {
  const RecordedMove& move = record.moves[index];
  return move.veiled ? veiled(move.text, index, kLongestSecretMove) : move.text;
}

std::string written_value(const Record& record, const Tag& tag) {
  const bool open = tag.key == kSeedTag && record.winner;
  return is_seed(tag.key) && !open && number_in<std::uint64_t>(tag.value) ? veiled(tag.value, kSeedPly, kLongestSeed)
                                                                          : tag.value;
}

}  // namespace

std::string record_text(const Record& record) {
  std::string text;
  text.reserve(512);
  append_tag(text, "Game", record.game);
  append_tag(text, "Rules", record.rules);
  if (!record.date.empty()) append_tag(text, "Date", record.date);
  append_tag(text, "Player1", record.players[Seat::one]);
  append_tag(text, "Player2", record.players[Seat::two]);
  append_tag(text, "First", record.first == Seat::one ? "1" : "2");
  append_tag(text, "Result", record.result());
  if (!record.reason.empty()) append_tag(text, "Reason", record.reason);
  for (const Tag& tag : record.more) append_tag(text, tag.key, written_value(record, tag));
  text += '\n';
  MoveText moves(text);
  moves.add_comment(record.preface);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const RecordedMove& move = record.moves[i];
    if (i % 2 == 0) moves.add(cat(i / 2 + 1, '.'));
    moves.add(written_move(record, i));
    moves.add_comment(move.comment);
  }
  moves.add(record.result());
  text += '\n';
  return text;
}

struct RecordReader::Token {
  std::string_view text;
  std::size_t line;
  std::size_t column;
};

void RecordReader::advance() {
  const char c = text_[at_++];
  if (c == '\n') {
    ++line_;
    column_ = 1;
  } else if ((c & 0xc0) != 0x80) {
    ++column_;
  }
}

void RecordReader::skip_blanks() {
  while (!at_end() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) advance();
}

std::unexpected<Complaint> RecordReader::wrong_here(std::string_view why) const {
  return wrong_at(line_, column_, why);
}

std::optional<std::expected<Record, Complaint>> RecordReader::next() {
  skip_blanks();
  if (at_end()) return std::nullopt;
  Record record;
  seen_.clear();
  if (peek() != '[') return wrong_here("a record begins with tags, as in [Game \"...\"]");
  const std::size_t line = line_;
  while (!at_end() && peek() == '[') {
    DUELLO_CHECK(read_tag(record));
    skip_blanks();
  }
  if (record.game.empty()) return wrong_at(line, 1, "this record has no tag [Game \"...\"]");
  DUELLO_CHECK(read_moves(record));
  skip_blanks();
  return record;
}

std::expected<void, Complaint> RecordReader::read_tag(Record& record) {
  const Token begin{{}, line_, column_};
  advance();
  std::string key;
  while (!at_end() && (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '_')) {
    key += peek();
    advance();
  }
  if (key.empty()) return wrong_here("a tag has a name of letters and digits behind its [");
  while (!at_end() && peek() == ' ') advance();
  if (at_end() || peek() != '"') return wrong_here(cat("the tag ", key, " needs a value in quotes"));
  advance();
  std::string value;
  const std::size_t value_begin = at_;
  while (!at_end() && peek() != '"' && peek() != '\n') {
    if (value.size() == kLongestTag) return wrong_here(cat("the value of the tag ", key, " is too long"));
    if (const auto byte = spelled_byte(text_.substr(at_, 4))) {
      value += *byte;
      for (int i = 0; i < 4; ++i) advance();
      continue;
    }
    if (peek() == '\\') {
      advance();
      if (at_end() || (peek() != '"' && peek() != '\\'))
        return wrong_here("only a quote, a \\ or the code of a character, as in \\x09, can follow a \\");
    }
    value += peek();
    advance();
  }
  if (at_end() || peek() != '"') return wrong_here(cat("the value of the tag ", key, " has no closing quote"));
  const std::string_view written = text_.substr(value_begin, at_ - value_begin);
  advance();
  while (!at_end() && peek() == ' ') advance();
  if (at_end() || peek() != ']') return wrong_here(cat("the tag ", key, " has no closing ]"));
  advance();

  const auto wrong = [&](std::string_view why) { return wrong_at(begin.line, begin.column, why); };
  // What plays may be anything, if it is spelled out.
  const bool may_be_anything = key == "Player1" || key == "Player2";
  if (!is_printable(may_be_anything ? written : value))
    return wrong(cat("the value of the tag ", key, " is not plain text"));
  const auto must_be_one_of = [&](auto words) -> std::expected<std::size_t, Complaint> {
    const auto found = std::ranges::find(words, std::string_view(value));
    if (found != std::ranges::end(words)) return static_cast<std::size_t>(found - std::ranges::begin(words));
    return wrong(cat("the tag ", key, " must be ", listed({std::begin(words), std::end(words)}, "or"), ", not ",
                     in_quotes(value)));
  };
  if (key == "First" || key == "Result") {
    const bool first = key == "First";
    DUELLO_TRY(const auto found,
               first ? must_be_one_of(std::vector<std::string_view>{"1", "2"})
                     : must_be_one_of(std::vector<std::string_view>(std::begin(kResults), std::end(kResults))));
    if (first) record.first = kSeats[found];
    if (!first && found < kSeats.size()) record.winner = kSeats[found];
  }
  std::string* const field = key == "Game"      ? &record.game
                             : key == "Rules"   ? &record.rules
                             : key == "Date"    ? &record.date
                             : key == "Player1" ? &record.players[Seat::one]
                             : key == "Player2" ? &record.players[Seat::two]
                             : key == "Reason"  ? &record.reason
                                                : nullptr;
  if (is_seed(key) && value.starts_with(kVeil)) {
    const auto seed = unveiled(value, kSeedPly);
    if (!seed || !number_in<std::uint64_t>(*seed))
      return wrong(cat("the veiled value of the tag ", key, " is damaged"));
    value = *seed;
  }
  const bool is_new = seen_.insert(key).second;
  if (!is_new) return wrong(cat("the tag ", key, " appears twice"));
  if (seen_.size() > kMostTags) return wrong(cat("a record has at most ", kMostTags, " tags"));
  if (field != nullptr)
    *field = value;
  else if (key != "First" && key != "Result")
    record.more.push_back({key, value});
  return {};
}

std::expected<std::string, Complaint> RecordReader::read_comment() {
  const Token begin{{}, line_, column_};
  advance();
  std::string comment;
  while (!at_end() && peek() != '}') {
    comment += peek();
    advance();
  }
  if (at_end()) return wrong_at(begin.line, begin.column, "this comment has no closing }");
  advance();
  std::string text = joined(words_of(comment), " ");
  if (!is_printable(text)) return wrong_at(begin.line, begin.column, "this comment is not plain text");
  return text;
}

std::expected<void, Complaint> RecordReader::read_moves(Record& record) {
  while (true) {
    skip_blanks();
    if (at_end() || peek() == '[') return wrong_here("the game has no result (1-0, 0-1 or *) behind its last move");
    if (peek() == '{') {
      DUELLO_TRY(auto comment, read_comment());
      std::string& place = record.moves.empty() ? record.preface : record.moves.back().comment;
      place += cat(place.empty() ? "" : " ", comment);
      continue;
    }
    Token token{{}, line_, column_};
    const std::size_t begin = at_;
    while (!at_end() && peek() > ' ' && peek() != '{' && peek() != '[') advance();
    if (at_ == begin) return wrong_here("this is not a move");
    token.text = text_.substr(begin, at_ - begin);
    DUELLO_TRY(const auto last, take(token, record));
    if (last) return {};
  }
}

std::expected<bool, Complaint> RecordReader::take(const Token& token, Record& record) {
  const auto wrong = [&](std::string_view why) { return wrong_at(token.line, token.column, why); };
  if (is_result(token.text)) {
    if (token.text != record.result())
      return wrong(cat("the moves end in ", token.text, ", but the tag Result says ", record.result()));
    return true;
  }
  std::string_view text = token.text;
  if (const std::size_t digits = digits_of_number(text); digits != 0) {
    const std::size_t due = record.moves.size() / 2 + 1;
    if (text.substr(0, digits) != cat(due))
      return wrong(cat("move number ", in_quotes(text.substr(0, digits)), " where ", due, " is due"));
    text.remove_prefix(std::min(text.find_first_not_of('.', digits), text.size()));
    if (text.empty()) return false;
    if (is_result(text) || digits_of_number(text) != 0) return wrong(cat(in_quotes(token.text), " is not a move"));
  }
  if (record.moves.size() == kMostMoves) return wrong("the game is too long");
  RecordedMove move{.text = std::string(text), .line = token.line, .column = token.column};
  if (text.front() == kVeil) {
    const auto plain = unveiled(text, record.moves.size());
    if (!plain) return wrong("this secret move is damaged");
    move.text = *plain;
    move.veiled = true;
  }
  record.moves.push_back(std::move(move));
  return false;
}

std::expected<std::vector<Record>, Complaint> read_records(std::string_view text) {
  std::vector<Record> records;
  RecordReader reader(text);
  std::size_t moves = 0;
  while (auto record = reader.next()) {
    if (!*record) return std::unexpected(record->error());
    moves += kMovesOfARecord + (*record)->moves.size();
    if (moves > kMostMoves) return complaint("There are too many games in it to be read at once");
    records.push_back(**std::move(record));
  }
  if (records.empty()) return complaint("There is no record in it");
  return records;
}

bool is_date(std::string_view text) {
  constexpr std::string_view kForm = "dddd.dd.dd";
  const auto fits = [](char c, char form) { return form == 'd' ? c >= '0' && c <= '9' : c == form; };
  if (!std::ranges::equal(text, kForm, fits)) return false;
  const auto year = number_in<int>(text.substr(0, 4));
  const auto month = number_in<unsigned>(text.substr(5, 2));
  const auto day = number_in<unsigned>(text.substr(8));
  return std::chrono::year_month_day(std::chrono::year(*year), std::chrono::month(*month), std::chrono::day(*day)).ok();
}

}  // namespace duello
