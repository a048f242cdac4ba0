// Knows what every position of an open game is worth, whatever the game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/any_game.hpp"
#include "core/watch.hpp"
#include "solve/value.hpp"

namespace duello {

// A legal move and what it is worth to the player who makes it.
struct Judgement {
  AnyMove move;
  Value value;  // the move itself counts as a ply
  int slips;    // replies that leave the other side worse off than the best reply does: no longer won, or now lost
};

class Oracle {
 public:
  virtual ~Oracle() = default;

  virtual Value value(const AnyView& view) const = 0;
  // Every legal move, in the game's order.
  virtual std::vector<Judgement> moves(const AnyView& view) const = 0;
  virtual std::uint64_t positions() const = 0;
};

// What the positions that can be reached are like.
struct Survey {
  std::uint64_t positions = 0;  // not over
  std::uint64_t won = 0;        // by the player to move
  std::uint64_t only_move = 0;  // won, by one move alone
};

// How well a table knows a game: every value to the ply, or only who wins.
enum class TableKind : std::uint8_t { values, winners };

// A table as it lies in memory.
struct TableContents {
  TableKind kind = TableKind::values;
  std::vector<std::uint64_t> shape;     // tables whose shapes agree can have each other's contents
  std::span<const std::uint64_t> keys;  // of its slots, if it is hashed
  std::variant<std::span<const std::int8_t>, std::span<const std::int16_t>> scores;  // as `Value::packed` has them
  std::span<const std::byte> winners;  // two bits a position, in units (words.hpp)

  // As files have it, one part after the other.
  std::vector<std::span<const std::byte>> parts() const;
};

// A solved game. Several threads may ask at once.
class SolvedGame : public Oracle {
 public:
  // What it says, and who has solved it: "who wins and how fast, by the processor with 2 threads".
  virtual std::string manner() const = 0;
  // Takes a bit of memory for each of the table's slots. Nothing if the watch stopped it.
  virtual std::optional<Survey> survey(const Watch& watch) const = 0;
  virtual double survey_bytes() const = 0;
  // All of it in memory, wherever it was before; nothing if there is no room.
  virtual std::optional<TableContents> contents() const = 0;
  // Where in it a position that can be reached has its value.
  virtual std::size_t slot(const AnyView& view) const = 0;
  // Whether contents from a file can be a solution. One that is not may lack positions and say anything of others.
  virtual bool is_sound() const = 0;
};

// Why nothing is known of a game.
struct NotKnown {
  Complaint why;
  bool stopped = false;  // by whoever watched
};
std::unexpected<NotKnown> not_solved(Complaint why);
std::unexpected<NotKnown> solve_stopped();
// For a table of so many bytes that did not get them.
std::unexpected<NotKnown> no_room_for_table(double bytes);

using SolveResult = std::expected<std::unique_ptr<SolvedGame>, NotKnown>;

// Where the contents of a table lie if they are not in memory: in a file, or on a graphics processor.
class TableStorage {
 public:
  virtual ~TableStorage() = default;
  // False if these bytes cannot be read. Several threads may call this.
  virtual bool read(std::uint64_t at, std::span<std::byte> bytes) const = 0;
  // Ends the work where they cannot be done without, by an exception that says why.
  [[noreturn]] virtual void refuse() const = 0;

  void must_read(std::uint64_t at, std::span<std::byte> bytes) const {
    if (!read(at, bytes)) refuse();
  }
};

// The contents of a table, and what is said of them.
struct TableInStorage {
  TableKind kind = TableKind::values;
  std::vector<std::uint64_t> shape;
  std::uint64_t bytes = 0;
  std::shared_ptr<const TableStorage> storage;
};

// How fast, behind a verb: " in 5", or nothing where nobody knows.
std::string plies_text(Value value);

// The move to play: the quickest win; or what keeps both from winning; or the slowest loss. Among moves of equal worth
// that do not win, the one after which most replies are slips. `moves` is not empty.
const Judgement& best_of(const std::vector<Judgement>& moves);

// The same moves if the other player may answer them by changing seats, which counts as a ply.
std::vector<Judgement> when_swappable(std::vector<Judgement> moves);

// How a manner ends: who has solved a table.
std::string by_processor(std::size_t threads);
inline constexpr std::string_view kFromFile = "from a file";

}  // namespace duello
