// duello.Batch: many games on flat arrays that Python shares.
#include <unistd.h>

#include <cstring>

#include "python/module.hpp"
#include "system/memory.hpp"
#include "system/threads.hpp"

namespace duello::python {

namespace {

struct BatchValue {
  Ref owner;
  std::shared_ptr<AnyBatch> batch;
  unsigned threads = 1;
  pid_t process = getpid();
  bool is_busy = false;  // a thread steps it, without Python's lock
};

// Does something to a batch, with Python's lock let go of.
template <class Work>
auto done(BatchValue& mine, const Work& work) {
  const OneAtATime turn(mine.is_busy, "Another thread is stepping this batch.");
  // Threads do not follow into a process that was forked off.
  if (mine.threads > 1 && mine.process != getpid())
    raise(PyExc_RuntimeError, "The threads of this batch are in another process; make a batch here.");
  const Unlocked unlocked;
  return work(*mine.batch);
}

// A buffer that is lent to us.
struct Buffer {
  Py_buffer lent{};

  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { PyBuffer_Release(&lent); }
};

// The actions that were given: a buffer of numbers.
class Actions {
 public:
  Actions(PyObject* object, std::size_t games) {
    Py_buffer& lent = buffer_.lent;
    if (PyObject_GetBuffer(object, &lent, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
      PyErr_Clear();
      refuse(PyExc_TypeError, games);
    }
    const std::string_view format = lent.format == nullptr ? "B" : lent.format;
    const bool is_signed = format.size() <= 2 && !format.starts_with('>') && !format.starts_with('!') &&
                           (format.ends_with('i') || format.ends_with('l') || format.ends_with('q'));
    const bool fits = is_signed && (lent.itemsize == 4 || lent.itemsize == 8) &&
                      lent.len == lent.itemsize * static_cast<Py_ssize_t>(games);
    if (!fits) refuse(PyExc_ValueError, games);
    if (lent.itemsize == 8) {
      copy<std::int64_t>(games);
    } else if (reinterpret_cast<std::uintptr_t>(lent.buf) % alignof(std::int32_t) != 0) {
      copy<std::int32_t>(games);
    }
    numbers_ = {copied_.empty() ? static_cast<const std::int32_t*>(lent.buf) : copied_.data(), games};
  }

  std::span<const std::int32_t> numbers() const { return numbers_; }

 private:
  [[noreturn]] static void refuse(PyObject* kind, std::size_t games) {
    raise(kind, cat("Actions must be an array of ", games, " numbers of type int32 or int64, one after the other."));
  }
  // They may lie anywhere. A number that is too large for 32 bits is no action, and neither is -1.
  template <class Number>
  void copy(std::size_t games) {
    const auto* const bytes = static_cast<const std::byte*>(buffer_.lent.buf);
    copied_.resize(games);
    for (std::size_t i = 0; i < games; ++i) {
      Number number = 0;
      std::memcpy(&number, bytes + i * sizeof number, sizeof number);
      copied_[i] = std::in_range<std::int32_t>(number) ? static_cast<std::int32_t>(number) : -1;
    }
  }

  Buffer buffer_;
  std::vector<std::int32_t> copied_;  // where the buffer's cannot be taken as they are
  std::span<const std::int32_t> numbers_;
};

BatchValue& value(PyObject* self) { return in<BatchValue>(self); }

PyObject* step(PyObject* self, PyObject* given) {
  return answered([&] {
    const Actions actions(given, value(self).batch->games());
    done(value(self), [&](AnyBatch& batch) { batch.step(actions.numbers()); });
    return none();
  });
}
PyObject* step_randomly(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    done(value(self), [](AnyBatch& batch) { batch.step_randomly(); });
    return none();
  });
}
PyObject* reset(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    done(value(self), [](AnyBatch& batch) { batch.reset(); });
    return none();
  });
}
PyObject* random_actions(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    const auto drawn = done(value(self), [](AnyBatch& batch) { return batch.draw(); });
    return array_of(Module::of(self), value(self).batch, drawn, {drawn.size()});
  });
}

PyObject* written(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<2> asked("move", {"number", "action"}, 2, given, count, keywords);
    const AnyBatch& batch = *value(self).batch;
    const long long game = whole(asked.needed(0), "number", 0, static_cast<long long>(batch.games()) - 1);
    const long long action = whole(asked.needed(1), "action", 0, batch.action_count() - 1);
    return text(done(value(self), [&](AnyBatch& mine) {
      return mine.written(static_cast<std::size_t>(game), static_cast<int>(action));
    }));
  });
}

// An array of a batch: one number a game, or a row of them.
template <auto Array>
PyObject* flat_array(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const std::shared_ptr<AnyBatch>& batch = value(self).batch;
    return array_of(Module::of(self), batch, batch->arrays().*Array, {batch->games()});
  });
}
template <auto Array>
PyObject* array(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const std::shared_ptr<AnyBatch>& batch = value(self).batch;
    const auto numbers = batch->arrays().*Array;
    return array_of(Module::of(self), batch, numbers, {batch->games(), numbers.size() / batch->games()});
  });
}

PyObject* threads(PyObject* self, void* /*closure*/) {
  return answered([&] { return number(static_cast<long long>(value(self).threads)); });
}
PyObject* game(PyObject* self, void* /*closure*/) { return Ref(value(self).owner).release(); }
Py_ssize_t length(PyObject* self) { return static_cast<Py_ssize_t>(value(self).batch->games()); }

PyObject* represent(PyObject* self) {
  return answered([&] {
    const std::string name = full_name(in<GameValue>(value(self).owner.get()).game());
    return text(cat("<duello.Batch of ", value(self).batch->games(), " games of ", name, '>'));
  });
}

// A game, or its name.
Ref game_in(const Module& module, PyObject* object) {
  if (reinterpret_cast<PyObject*>(Py_TYPE(object)) == module.game) return Ref::shared(object);
  if (!PyUnicode_Check(object)) raise(PyExc_TypeError, "game must be a duello.Game, or the name of one.");
  const Ref package = Ref::owned(PyImport_ImportModule("duello"));
  return Ref::owned(PyObject_CallMethod(package.get(), "game", "O", object));
}

// Memory may be promised that is not there, so a large batch is refused before it is made.
void must_fit(const AnyActions& actions, std::size_t games) {
  constexpr double kSmall = 64e6;
  constexpr double kSlot = 128;  // what else a game takes, at most
  const double bytes = static_cast<double>(games) * (kSlot + actions.count() + actions.observation_size());
  if (bytes < kSmall) return;
  if (const double available = available_bytes(); bytes > available)
    raise(PyExc_MemoryError,
          cat(games, " games need up to ", bytes_text(bytes), " of memory, and ", bytes_text(available), " are free."));
}

// A process that was forked off has no threads to wait for; it leaves what it cannot end.
std::shared_ptr<AnyBatch> owned_by_process(std::unique_ptr<AnyBatch> batch) {
  return {batch.release(), [process = getpid()](AnyBatch* mine) {
            if (process == getpid()) delete mine;
          }};
}

PyObject* make(PyTypeObject* type, PyObject* positional, PyObject* named) {
  return answered([&] {
    constexpr long long kMostGames = 1LL << 32;
    constexpr long long kMostRounds = 1'000'000'000;
    constexpr long long kMostThreads = 1024;
    const Arguments<7> asked("Batch", {"game", "count", "seed", "first", "rounds", "first_number", "threads"}, 2,
                             positional, named);
    const Module& module = *static_cast<Module*>(PyType_GetModuleState(type));
    Ref game = game_in(module, asked.needed(0));
    BatchConditions conditions{.games = static_cast<std::size_t>(whole(asked.needed(1), "count", 1, kMostGames))};
    if (asked[2] != nullptr) conditions.seed = seed_of(asked[2]);
    if (asked[4] != nullptr) conditions.round_limit = static_cast<int>(whole(asked[4], "rounds", 0, kMostRounds));
    if (asked[5] != nullptr) conditions.first_number = seed_of(asked[5], "first_number");
    const auto wanted = asked[6] == nullptr ? 1U : static_cast<unsigned>(whole(asked[6], "threads", 1, kMostThreads));
    const GameValue& rules = in<GameValue>(game.get());
    if (asked[3] != nullptr) conditions.first = beginner(rules.game(), asked[3]);
    must_fit(rules.actions(), conditions.games);
    auto batch = [&] {
      const Unlocked unlocked;  // a large one takes a while
      return owned_by_process(make_batch(rules.game(), conditions, make_workers(wanted)));
    }();
    return made<BatchValue>(reinterpret_cast<PyObject*>(type), BatchValue{std::move(game), std::move(batch), wanted});
  });
}

PyMethodDef methods[] = {
    {"step", &step, METH_O,
     "step($self, actions, /)\n--\n\nOne action for each game, of the seat to move: an array of int32 or int64.\n\n"
     "A number that is no legal action, such as -1, changes nothing in its game."},
    {"step_randomly", &step_randomly, METH_NOARGS,
     "step_randomly($self)\n--\n\nA step with what random_actions() gives, in one go."},
    {"random_actions", &random_actions, METH_NOARGS,
     "random_actions($self)\n--\n\nA legal action for each game, any with the same chance; the next call overwrites "
     "them."},
    {"reset", &reset, METH_NOARGS, "reset($self)\n--\n\nBegins all over, as the batch was made."},
    {"move", method(&written), METH_FASTCALL | METH_KEYWORDS,
     "move($self, number, action)\n--\n\nHow an action of the seat to move is written in a game."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef properties[] = {
    {"game", &game, nullptr, "The game that is played.", nullptr},
    {"threads", &threads, nullptr, "How many threads step it.", nullptr},
    {"rewards", &array<&BatchArrays::rewards>, nullptr,
     "By game and seat: 1 to the winner and -1 to the loser in the step that ends a game, else 0 (float32).", nullptr},
    {"gains", &flat_array<&BatchArrays::gains>, nullptr, "The reward of the seat that has just moved (float32).",
     nullptr},
    {"ends", &flat_array<&BatchArrays::ends>, nullptr, "1 where the step has ended a game.", nullptr},
    {"illegal", &flat_array<&BatchArrays::illegal>, nullptr,
     "1 where the action was not legal and nothing has happened.", nullptr},
    {"movers", &flat_array<&BatchArrays::movers>, nullptr, "The seat to move, counted from 0.", nullptr},
    {"masks", &array<&BatchArrays::masks>, nullptr, "By game and action: 1 where the action is legal.", nullptr},
    {"observations", &array<&BatchArrays::observations>, nullptr,
     "By game: what the seat to move knows, from its side; Game.observed says what the numbers mean.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

constexpr const char* kAbout =
    "Batch(game, count, seed=0, first=None, rounds=10, first_number=0, threads=1)\n--\n\n"
    "Many games at once, on arrays that are shared, not copied.\n\n"
    "The arrays stay where they are, and each step writes them anew. A finished game starts over in the same step:\n"
    "rewards and ends tell of the game that has ended; movers, masks and observations already of the first turn of\n"
    "the next. What happens in a game follows from the seed, its number (from first_number on) and the actions in it\n"
    "alone, however many threads there are. Who begins is drawn for each game, unless `first` says it, or the rules\n"
    "do; after so many undecided rounds in a row a coin decides (0: never).";

}  // namespace

PyObject* batch_type(PyObject* module) {
  return type_of<BatchValue>(module, "duello.Batch",
                             {{Py_tp_doc, const_cast<char*>(kAbout)},
                              {Py_tp_new, reinterpret_cast<void*>(&make)},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, properties},
                              {Py_sq_length, reinterpret_cast<void*>(&length)},
                              {Py_tp_repr, reinterpret_cast<void*>(&represent)}});
}

}  // namespace duello::python
