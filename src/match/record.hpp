// The record of a game as text, in the manner of PGN: tags, a blank line, numbered moves, the result.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/seat.hpp"
#include "core/text.hpp"

namespace duello {

struct Tag {
  std::string key;
  std::string value;
};

struct RecordedMove {
  std::string text;        // canonical, or "swap" for a change of seats
  bool veiled = false;     // still secret: written so that nobody reads it at a glance
  std::string comment{};   // behind the move
  std::size_t line = 0;    // where it was read
  std::size_t column = 0;  // counted in characters
};

// Players are counted by the seats in which they began.
struct Record {
  std::string game;
  std::string rules;  // key=value, separated by blanks; what is not there is as in the book
  std::string date;   // as in 2026.11.15; empty if not known
  PerSeat<std::string> players;
  Seat first = Seat::one;
  std::optional<Seat> winner;  // nobody yet
  std::string reason;
  std::vector<Tag> more;  // all other tags, in their order
  std::string preface;    // a comment before the first move
  std::vector<RecordedMove> moves;

  std::string_view tag(std::string_view key) const;  // one of `more`; empty if it is not there
  void set(std::string_view key, std::string_view value);
  // What a player is called; empty if that is not told, or if it is nothing that anybody could be called.
  std::string_view name(Seat seat) const;
  std::string_view result() const { return !winner ? "*" : *winner == Seat::one ? "1-0" : "0-1"; }
};

// Whether the text is a date as records have it, and one that exists.
bool is_date(std::string_view text);

// Tags that go beyond the eight which every record has.
inline constexpr std::string_view kNameTags[] = {"Name1", "Name2"};  // what the players are called
inline constexpr std::string_view kRoundsTag = "Rounds";          // undecided rounds before a coin decides, if not 10
inline constexpr std::string_view kSeedTag = "Seed";              // veiled until the game is over
inline constexpr std::string_view kSwapTag = "Swap";              // "yes" where seats may be changed
inline constexpr std::string_view kSeriesSeedTag = "SeriesSeed";  // from which those of its games come; always veiled

// A complaint that names a place in a record.
std::unexpected<Complaint> wrong_at(std::size_t line, std::size_t column, std::string_view why);

// The record's text, with lines of at most 80 columns wherever the moves allow it.
std::string record_text(const Record& record);

// Reads the records of a text one after the other. A complaint names line and column.
class RecordReader {
 public:
  // `line` is the number of the text's first line, where it is a part of a longer one.
  explicit RecordReader(std::string_view text, std::size_t line = 1) : text_(text), line_(line) {}

  // Nothing behind the last one; nothing good comes behind a complaint.
  std::optional<std::expected<Record, Complaint>> next();
  // Where the text is that has not been read.
  std::size_t offset() const { return at_; }
  std::size_t line() const { return line_; }

 private:
  struct Token;

  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return text_[at_]; }
  void advance();
  void skip_blanks();
  std::unexpected<Complaint> wrong_here(std::string_view why) const;
  std::expected<void, Complaint> read_tag(Record& record);
  std::expected<std::string, Complaint> read_comment();
  std::expected<void, Complaint> read_moves(Record& record);
  // Whether that was the result, behind which the next game begins.
  std::expected<bool, Complaint> take(const Token& token, Record& record);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_;
  std::size_t column_ = 1;
  std::set<std::string> seen_;  // tags of the record that is being read
};

// Of at least one game, or a complaint.
std::expected<std::vector<Record>, Complaint> read_records(std::string_view text);

}  // namespace duello
