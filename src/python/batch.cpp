// duello.Batch: many games on flat arrays that Python shares.
#include <unistd.h>

#include <cstring>

#include "batch/any_batch.hpp"
#include "python/array.hpp"
#include "python/values.hpp"
#include "system/memory.hpp"
#include "system/threads.hpp"

namespace duello::python {

namespace {

struct BatchValue {
  GameRef owner;
  std::shared_ptr<AnyBatch> batch;
  unsigned threads = 1;
  pid_t process = getpid();
  bool is_busy = false;  // a thread steps it, without Python's lock

  // Ends with Python's lock held, as it begins.
  struct Turn {
    bool& is_busy;
    ~Turn() { is_busy = false; }
  };
  // Does something to the batch, with Python's lock let go of.
  template <class Work>
  auto done(const Work& work) {
    if (is_busy) throw std::runtime_error("Another thread is stepping this batch.");
    // Threads do not follow into a process that was forked off.
    if (threads > 1 && process != getpid())
      throw std::runtime_error("The threads of this batch are in another process; make a batch here.");
    is_busy = true;
    const Turn turn{is_busy};
    const Unlocked unlocked;
    return work(*batch);
  }
};

// The actions that were given: a buffer of numbers.
class Actions {
 public:
  Actions(nb::handle object, std::size_t games) {
    const std::string_view wanted = " numbers of type int32 or int64, one after the other.";
    if (PyObject_GetBuffer(object.ptr(), &lent_, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
      PyErr_Clear();
      throw TypeError(cat("Actions must be an array of ", games, wanted));
    }
    const std::string_view format = lent_.format == nullptr ? "B" : lent_.format;
    const bool is_signed = format.size() <= 2 && !format.starts_with('>') && !format.starts_with('!') &&
                           (format.ends_with('i') || format.ends_with('l') || format.ends_with('q'));
    if (!is_signed || (lent_.itemsize != 4 && lent_.itemsize != 8) ||
        lent_.len != lent_.itemsize * static_cast<Py_ssize_t>(games)) {
      PyBuffer_Release(&lent_);
      throw std::invalid_argument(cat("Actions must be an array of ", games, wanted));
    }
    if (lent_.itemsize == 8) {
      copy<std::int64_t>(games);
    } else if (reinterpret_cast<std::uintptr_t>(lent_.buf) % alignof(std::int32_t) != 0) {
      copy<std::int32_t>(games);
    }
    numbers_ = {copied_.empty() ? static_cast<const std::int32_t*>(lent_.buf) : copied_.data(), games};
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() { PyBuffer_Release(&lent_); }

  std::span<const std::int32_t> numbers() const { return numbers_; }

 private:
  // They may lie anywhere. A number that is too large for 32 bits is no action, and neither is -1.
  template <class Number>
  void copy(std::size_t games) {
    const auto* const bytes = static_cast<const std::byte*>(lent_.buf);
    copied_.resize(games);
    for (std::size_t i = 0; i < games; ++i) {
      Number number = 0;
      std::memcpy(&number, bytes + i * sizeof number, sizeof number);
      copied_[i] = std::in_range<std::int32_t>(number) ? static_cast<std::int32_t>(number) : -1;
    }
  }

  Py_buffer lent_{};
  std::vector<std::int32_t> copied_;  // where those that are lent cannot be taken as they are
  std::span<const std::int32_t> numbers_;
};

void step(BatchValue& self, nb::handle given) {
  const Actions actions(given, self.batch->games());
  self.done([&](AnyBatch& batch) { batch.step(actions.numbers()); });
}

nb::object random_actions(BatchValue& self) {
  const auto drawn = self.done([](AnyBatch& batch) { return batch.draw(); });
  return array_of(self.batch, drawn, {drawn.size()});
}

std::string written(BatchValue& self, nb::handle number, nb::handle action) {
  const auto most = static_cast<long long>(self.batch->games()) - 1;
  const auto game = static_cast<std::size_t>(whole(needed(number, "number"), "number", 0, most));
  const int which = small(needed(action, "action"), "action", 0, self.batch->action_count() - 1);
  return self.done([&](AnyBatch& batch) { return batch.written(game, which); });
}

// An array of a batch: one number a game, or a row of them.
template <auto Array>
nb::object flat_array(const BatchValue& self) {
  return array_of(self.batch, self.batch->arrays().*Array, {self.batch->games()});
}
template <auto Array>
nb::object array(const BatchValue& self) {
  const auto numbers = self.batch->arrays().*Array;
  return array_of(self.batch, numbers, {self.batch->games(), numbers.size() / self.batch->games()});
}

std::string represent(const BatchValue& self) {
  return cat("<duello.Batch of ", self.batch->games(), " games of ", full_name(self.owner->game()), '>');
}

// A game, or its name.
GameRef game_in(nb::handle object) {
  if (nb::isinstance<nb::str>(object)) return GameRef(nb::module_::import_("duello").attr("game")(object));
  if (!nb::isinstance<GameValue>(object)) throw TypeError("game must be a duello.Game, or the name of one.");
  return GameRef(object);
}

// Memory may be promised that is not there, so a large batch is refused before it is made.
void must_fit(const AnyActions& actions, std::size_t games) {
  constexpr double kSmall = 64e6;
  constexpr double kSlot = 128;  // what else a game takes, at most
  const double bytes = static_cast<double>(games) * (kSlot + actions.count() + actions.observation_size());
  if (bytes < kSmall) return;
  if (const double available = available_bytes(); bytes > available)
    throw OutOfMemory(
        cat(games, " games need up to ", bytes_text(bytes), " of memory, and ", bytes_text(available), " are free."));
}

// A process that was forked off has no threads to wait for; it leaves what it cannot end.
std::shared_ptr<AnyBatch> owned_by_process(std::unique_ptr<AnyBatch> batch) {
  return {batch.release(), [process = getpid()](AnyBatch* mine) {
            if (process == getpid()) delete mine;
          }};
}

void make(nb::pointer_and_handle<BatchValue> self, nb::handle named, nb::handle count, nb::handle seed,
          nb::handle first, nb::handle rounds, nb::handle first_number, nb::handle threads) {
  constexpr long long kMostGames = 1LL << 32;
  constexpr int kMostRounds = 1'000'000'000;
  constexpr int kMostThreads = 1024;
  GameRef game = game_in(needed(named, "game"));
  const GameValue& rules = *game;
  BatchConditions conditions{.games = static_cast<std::size_t>(whole(needed(count, "count"), "count", 1, kMostGames))};
  if (!seed.is_none()) conditions.seed = seed_of(seed);
  if (!rounds.is_none()) conditions.round_limit = small(rounds, "rounds", 0, kMostRounds);
  if (!first_number.is_none()) conditions.first_number = seed_of(first_number, "first_number");
  const auto wanted = threads.is_none() ? 1U : static_cast<unsigned>(small(threads, "threads", 1, kMostThreads));
  if (!first.is_none()) conditions.first = beginner(rules.game(), first);
  must_fit(rules.actions(), conditions.games);
  auto batch = [&] {
    const Unlocked unlocked;  // a large one takes a while
    return owned_by_process(make_batch(rules.game(), conditions, make_workers(wanted)));
  }();
  new (self.p) BatchValue{std::move(game), std::move(batch), wanted};
}

constexpr std::array kNames{"game", "count", "seed", "first", "rounds", "first_number", "threads"};

// The overload for all calls that do not fit the names.
void explain(nb::handle /*self*/, const nb::args& positional, const nb::kwargs& named) {
  if (positional.size() > kNames.size()) throw TypeError("Batch() was given too many arguments.");
  for (const auto& [key, value] : named) {
    const std::string_view name = text_in(key, "A name");
    const auto which = std::ranges::find(kNames, name) - kNames.begin();
    if (which == std::ssize(kNames)) throw TypeError(cat("Batch() has no argument ", name, '.'));
    if (which < std::ssize(positional)) throw TypeError(cat("Batch() was given ", name, " twice."));
  }
  const bool has_game = !positional.empty() || named.contains(kNames[0]);
  throw TypeError(cat("Batch() needs the argument ", kNames[has_game ? 1 : 0], '.'));
}

constexpr const char* kAbout =
    "Batch(game, count, seed=0, first=None, rounds=10, first_number=0, threads=1)\n--\n\n"
    "Many games at once, on arrays that are shared, not copied.\n\n"
    "The arrays stay where they are, and each step writes them anew. A finished game starts over in the same step:\n"
    "rewards and ends tell of the game that has ended; movers, masks and observations already of the first turn of\n"
    "the next. What happens in a game follows from the seed, its number (from first_number on) and the actions in it\n"
    "alone, however many threads there are. Who begins is drawn for each game, unless `first` says it, or the rules\n"
    "do; after so many undecided rounds in a row a coin decides (0: never).";

}  // namespace

void define_batch(nb::module_& package) {
  nb::class_<BatchValue> type(package, "Batch", nb::is_final(), kAbout);
  type.def("__init__", &make, nb::arg(kNames[0]).none(), nb::arg(kNames[1]).none(), nb::arg(kNames[2]) = nb::none(),
           nb::arg(kNames[3]) = nb::none(), nb::arg(kNames[4]) = nb::none(), nb::arg(kNames[5]) = nb::none(),
           nb::arg(kNames[6]) = nb::none(),
           nb::sig("def __init__(self, game: Game | str, count: int, seed: int = 0, first: int | None = None, "
                   "rounds: int = 10, first_number: int = 0, threads: int = 1) -> None"))
      .def("__init__", &explain)
      .def("move", &written, nb::arg("number").none(), nb::arg("action").none(),
           nb::sig("def move(self, number: int, action: int) -> str"),
           "How an action of the seat to move is written in a game.")
      .def("step", &step, kAnything, nb::sig("def step(self, actions: ArrayLike, /) -> None"),
           "One action for each game, of the seat to move: an array of int32 or int64.\n\n"
           "A number that is no legal action, such as -1, changes nothing in its game.")
      .def(
          "step_randomly", [](BatchValue& self) { self.done([](AnyBatch& batch) { batch.step_randomly(); }); },
          nb::sig("def step_randomly(self) -> None"), "A step with what random_actions() gives, in one go.")
      .def("random_actions", &random_actions, nb::sig("def random_actions(self) -> Array"),
           "A legal action for each game, any with the same chance; the next call overwrites them.")
      .def(
          "reset", [](BatchValue& self) { self.done([](AnyBatch& batch) { batch.reset(); }); },
          nb::sig("def reset(self) -> None"), "Begins all over, as the batch was made.")
      .def_prop_ro("game", &game_of<BatchValue>, "The game that is played.")
      .def_ro("threads", &BatchValue::threads, "How many threads step it.")
      .def_prop_ro(
          "rewards", &array<&BatchArrays::rewards>,
          "By game and seat: 1 to the winner and -1 to the loser in the step that ends a game, else 0 (float32).")
      .def_prop_ro("gains", &flat_array<&BatchArrays::gains>, "The reward of the seat that has just moved (float32).")
      .def_prop_ro("ends", &flat_array<&BatchArrays::ends>, "1 where the step has ended a game.")
      .def_prop_ro("illegal", &flat_array<&BatchArrays::illegal>,
                   "1 where the action was not legal and nothing has happened.")
      .def_prop_ro("movers", &flat_array<&BatchArrays::movers>, "The seat to move, counted from 0.")
      .def_prop_ro("masks", &array<&BatchArrays::masks>, "By game and action: 1 where the action is legal.")
      .def_prop_ro("observations", &array<&BatchArrays::observations>,
                   "By game: what the seat to move knows, from its side; Game.observed says what the numbers mean.")
      .def("__len__", [](const BatchValue& self) { return self.batch->games(); })
      .def("__repr__", &represent);
}

}  // namespace duello::python
