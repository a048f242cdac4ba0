// What the module consists of: its types, and what their objects hold.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "batch/any_actions.hpp"
#include "batch/any_batch.hpp"
#include "catalog/chosen_game.hpp"
#include "python/python.hpp"

namespace duello::python {

struct Module {
  PyObject* game = nullptr;
  PyObject* position = nullptr;
  PyObject* view = nullptr;
  PyObject* solution = nullptr;
  PyObject* array = nullptr;
  PyObject* batch = nullptr;
  PyObject* desk = nullptr;
  PyObject* player = nullptr;
  PyObject* arena = nullptr;
  PyObject* illegal_move = nullptr;
  // Small things that are written in Python, in duello._values.
  PyObject* outcome = nullptr;
  PyObject* worth = nullptr;
  PyObject* observed_part = nullptr;

  std::vector<PyObject**> all() {
    return {&game,   &position, &view,    &solution,     &array, &batch,        &desk,
            &player, &arena,    &outcome, &illegal_move, &worth, &observed_part};
  }
  static Module& of(PyObject* self) { return *static_cast<Module*>(PyType_GetModuleState(Py_TYPE(self))); }
};

// Who finds out what there is to know of a game: one thread at a time.
struct Inquiry {
  std::timed_mutex mutex;
  std::atomic<std::thread::id> by{};
};
class Inquirer {
 public:
  explicit Inquirer(Inquiry& inquiry) : inquiry_(inquiry) { inquiry_.by = std::this_thread::get_id(); }
  Inquirer(const Inquirer&) = delete;
  Inquirer& operator=(const Inquirer&) = delete;
  ~Inquirer() { inquiry_.by = std::thread::id(); }

 private:
  Inquiry& inquiry_;
};

// A game under its rules.
struct GameValue {
  explicit GameValue(ChosenGame game)
      : chosen(std::make_shared<ChosenGame>(std::move(game))), numbered(make_actions(chosen->game())) {}

  std::shared_ptr<ChosenGame> chosen;
  std::shared_ptr<const AnyActions> numbered;  // nothing if the game does not number its moves
  std::shared_ptr<Inquiry> inquiry = std::make_shared<Inquiry>();

  const AnyGame& game() const { return chosen->game(); }
  const AnyActions& actions() const {
    if (!numbered) raise(PyExc_TypeError, "This game does not number its moves.");
    return *numbered;
  }
};

// How a position came about: the last move, and what went before it.
struct Line {
  std::shared_ptr<Line> before;
  AnyMove move;

  ~Line() {
    // One after the other: a chain of many would fill the stack.
    while (before && before.use_count() == 1) before = std::exchange(before->before, nullptr);
  }
};
std::vector<AnyMove> moves_in(const Line* line);

struct PositionValue {
  Ref owner;  // the game
  Seat first;
  AnyPosition at;
  std::shared_ptr<Line> line{};
  std::optional<AnyStep> half{};  // there if a move is half made
  int undecided = 0;              // rounds in a row that nobody has won

  const GameValue& of() const { return in<GameValue>(owner.get()); }
  const AnyGame& game() const { return of().game(); }
  bool is_over() const { return game().outcome(at).has_value(); }
  std::optional<Seat> mover() const { return is_over() ? std::nullopt : std::optional(game().mover(at)); }
  AnyView movers_view() const { return game().view(at, game().mover(at)); }
  AnyStep step() const { return half ? *half : of().actions().begun(at); }
  AnyStepView movers_step() const { return of().actions().view(step(), game().mover(at)); }
  std::vector<int> draft() const { return half ? of().actions().draft(*half) : std::vector<int>{}; }
};

// What one seat may know of a position, or, without a seat, anybody.
struct ViewValue {
  Ref owner;
  std::optional<Seat> audience;
  std::optional<Seat> mover;  // nobody when the game is over
  AnyView at;
  std::optional<AnyStepView> step;  // there if the game numbers its moves
  std::vector<int> draft;           // the audience's own
  Seat first;
  std::shared_ptr<Line> line;  // for what may be told of it

  const GameValue& of() const { return in<GameValue>(owner.get()); }
  const AnyGame& game() const { return of().game(); }
  bool is_movers() const { return mover && mover == audience; }
};

// Numbers that belong to something else, which lives as long as anybody looks at them. Nothing is copied.
struct ArrayValue {
  std::shared_ptr<const void> owner;
  const void* data;
  const char* format;  // as Python's struct has it
  Py_ssize_t item;     // bytes
  std::vector<Py_ssize_t> shape;
  std::vector<Py_ssize_t> strides;
};
template <class T>
constexpr const char* kFormat = nullptr;
template <>
inline constexpr const char* kFormat<std::uint8_t> = "B";
template <>
inline constexpr const char* kFormat<std::int8_t> = "b";
template <>
inline constexpr const char* kFormat<std::int16_t> = "h";
template <>
inline constexpr const char* kFormat<std::uint64_t> = "Q";
template <>
inline constexpr const char* kFormat<std::int32_t> = "i";
template <>
inline constexpr const char* kFormat<float> = "f";
Ref array_of(const Module& module, std::shared_ptr<const void> owner, const void* data, const char* format,
             std::size_t item, std::initializer_list<std::size_t> shape);
template <class T>
Ref array_of(const Module& module, std::shared_ptr<const void> owner, std::span<T> numbers,
             std::initializer_list<std::size_t> shape) {
  return array_of(module, std::move(owner), numbers.data(), kFormat<std::remove_const_t<T>>, sizeof(T), shape);
}

PyObject* game_type(PyObject* module);
PyObject* position_type(PyObject* module);
PyObject* view_type(PyObject* module);
PyObject* solution_type(PyObject* module);
PyObject* array_type(PyObject* module);
PyObject* batch_type(PyObject* module);
PyObject* desk_type(PyObject* module);
PyObject* player_type(PyObject* module);
PyObject* arena_type(PyObject* module);

// The position of an argument; it must be of that game.
const PositionValue& position_in(PyObject* self, PyObject* object, const AnyGame& game);
// What is known of a game, found out when that is first needed; `progress` may be nothing.
Knowledge knowledge_of(PyObject* game, PyObject* progress);
// Who begins, as an argument has it; the first seat if there is none. An error if the rules say otherwise.
Seat beginner(const AnyGame& game, PyObject* object);
// Where a game of this object begins.
Ref start_of(PyObject* game, Seat first);
// `progress` is nothing, False, True or a callable.
Ref solved(PyObject* game, PyObject* progress);
Ref equilibria_of(PyObject* game, PyObject* progress);
Ref fresh_desk(const Module& module);
// Functions of the module for duello._equilibrium.
PyObject* expected_of(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* keywords);
PyObject* best_answer_to(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* keywords);

template <class T>
PyObject* type_of(PyObject* module, const char* name, std::initializer_list<PyType_Slot> slots) {
  constexpr unsigned long kFlags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE;
  std::vector<PyType_Slot> all(slots);
  const bool is_made_by_users =
      std::ranges::any_of(slots, [](const PyType_Slot& each) { return each.slot == Py_tp_new; });
  all.push_back({Py_tp_dealloc, reinterpret_cast<void*>(&unmade<T>)});
  all.push_back({0, nullptr});
  PyType_Spec spec{
      .name = name,
      .basicsize = static_cast<int>(sizeof(Box<T>)),
      .itemsize = 0,
      .flags = static_cast<unsigned>(is_made_by_users ? kFlags : kFlags | Py_TPFLAGS_DISALLOW_INSTANTIATION),
      .slots = all.data()};
  return PyType_FromModuleAndSpec(module, &spec, nullptr);
}

}  // namespace duello::python
