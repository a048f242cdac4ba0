// Bytes as a table file whose checksum is right: either it is refused in a sentence, or whatever is asked of it is
// answered, if only by saying that the table is wrong.
#include <unistd.h>

#include "catalog/table_file.hpp"
#include "solve/damaged_table.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/solve/raw_table.hpp"

using namespace duello;

namespace {

// Small enough to be solved at once, for each game that has a table; one that nobody can force to an end among them.
constexpr const char* kSettings[][2] = {{"tokens=6", "colors=2"},
                                        {"length=5", "run=3"},
                                        {"length=6", "run=5"},
                                        {"flag=3", "stride=2"},
                                        {"disks=2", "positions=6"}};

struct Subject {
  const TableMaker* maker;
  std::unique_ptr<const AnyGame> game;
  TableKind kind;
  std::vector<std::uint64_t> shape;
  std::string bytes;  // as the solver leaves them
};

Subject solved(const TableMaker& maker, std::unique_ptr<const AnyGame> game) {
  OneWorker worker;
  const auto table = maker.solve(*game, worker, go_on);
  must(table.has_value());
  const auto contents = (*table)->contents();
  must(contents.has_value());
  std::string bytes;
  for (const auto& part : contents->parts()) bytes.append(reinterpret_cast<const char*>(part.data()), part.size());
  return {&maker, std::move(game), contents->kind, contents->shape, bytes};
}

// Both kinds of table, one kind after the other.
std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (TableMaker GameSolver::* const kind : {&GameSolver::values, &GameSolver::winners})
    for (const GameEntry& entry : all_games())
      for (const auto& settings : kSettings) {
        auto game = entry.make(std::vector<std::string>{settings[0], settings[1]});
        if (game && (entry.*kind).exists()) all.push_back(solved(entry.*kind, *std::move(game)));
      }
  return all;
}

// Either the right table with some bytes changed, three bytes of the input for each: where, and to what; or a shape,
// a line, and then contents.
RawTable tampered(const Subject& subject, std::string_view text) {
  const bool patched = text.empty() || text.front() % 2 == 0;
  text.remove_prefix(text.empty() ? 0 : 1);
  if (patched) {
    std::string bytes = subject.bytes;
    for (; text.size() >= 3; text.remove_prefix(3)) {
      const auto at =
          static_cast<std::size_t>(static_cast<unsigned char>(text[0]) << 8 | static_cast<unsigned char>(text[1]));
      bytes[at % bytes.size()] = text[2];
    }
    return {subject.kind, subject.shape, bytes};
  }
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::vector<std::uint64_t> shape;
  for (const std::string& word : words_of(text.substr(0, end)))
    shape.push_back(number_in<std::uint64_t>(word).value_or(subject.shape[0]));
  std::string bytes(text.substr(std::min(end + 1, text.size())));
  // Otherwise no input would be long enough.
  if (!bytes.empty())
    while (bytes.size() < subject.bytes.size()) bytes += bytes;
  bytes.resize(subject.bytes.size());
  return {subject.kind, shape, bytes};
}

// Follows the best moves; the values of a wrong table may lead anywhere, but not on for ever.
void ask(const Subject& subject, const Oracle& oracle) {
  constexpr int kMoves = 50;
  AnyPosition position = subject.game->start(Seat::one);
  for (int i = 0; i < kMoves && !subject.game->outcome(position); ++i) {
    const AnyView view = subject.game->view(position, subject.game->mover(position));
    must(oracle.value(view).plies() >= 0);
    const auto moves = when_swappable(oracle.moves(view));
    must(moves.size() == subject.game->count(view));
    position = subject.game->after(position, best_of(moves).move);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<Subject> all = subjects();
  static const std::string file = cat("/dev/shm/duello-fuzz-", ::getpid(), ".table");
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Subject& subject = all[(text.empty() ? 0U : static_cast<unsigned char>(text.front())) % all.size()];
  const RawTable raw = tampered(subject, text.substr(text.empty() ? 0 : 1));
  must(save_table(file, "game", raw).has_value());
  const auto loaded = load_table(
      file, "game", [&](const TableInStorage& stored) { return subject.maker->stored(*subject.game, stored); });
  // What stays in its file may be cut short while it is used.
  if (subject.kind == TableKind::winners && text.back() % 4 == 3)
    must(::truncate(file.c_str(), static_cast<off_t>(text.size())) == 0);
  ::unlink(file.c_str());
  if (!loaded) {
    must(!loaded.error().why.empty() && is_printable(loaded.error().why));
    return 0;
  }
  try {
    ask(subject, **loaded);
    must((*loaded)->survey(go_on).has_value());
  } catch (const DamagedTable&) {
    return 0;
  }
  return 0;
}
