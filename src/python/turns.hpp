// What positions and views are asked alike: what may be done in a turn, in moves and in numbers.
#pragma once

#include "core/picture.hpp"
#include "json/scenes.hpp"
#include "match/typed.hpp"
#include "python/values.hpp"

namespace duello::python {

// Bytes that `write` fills in.
template <class Write>
nb::bytes bytes_of(int size, const Write& write) {
  auto bytes = nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, size));
  if (!bytes.is_valid()) nb::raise_python_error();
  const std::span filled(reinterpret_cast<std::uint8_t*>(PyBytes_AsString(bytes.ptr())),
                         static_cast<std::size_t>(size));
  std::ranges::fill(filled, std::uint8_t{0});
  write(filled);
  return bytes;
}

// As the game calls its players.
inline Pen plain_pen(const AnyGame& game) {
  Pen pen;
  for (const Seat seat : kSeats) pen.names[seat] = game.facts().seats[seat].plain;
  return pen;
}

// The move that is written; IllegalMove, with what the terminal would say, if there is none. The view is of the seat to
// move in a game that is not over.
inline AnyMove move_in(const AnyGame& game, const AnyView& view, nb::handle written) {
  AnyMove move = value_of<IllegalMove>(duello::move_in(game, view, view, spelled_text_in(written, "A move")));
  if (!game.allows(view, move)) refuse<IllegalMove>({cat("That move is not legal; ", game.hint(view))});
  return move;
}

// All legal moves as they are written; an error if nobody could want to have them all.
inline nb::tuple legal_moves(const AnyGame& game, const AnyView& view) {
  constexpr std::uint64_t kMost = 1'000'000;
  const std::uint64_t count = game.count(view);
  if (count > kMost)
    throw std::overflow_error(cat("There are ", count, " legal moves, too many to list; pick() gives any of them."));
  nb::tuple_builder all(count);
  for (std::uint64_t i = 0; i < count; ++i) all.put(game.write(game.pick(view, i)));
  return all.commit();
}

inline std::string legal_move(const AnyGame& game, const AnyView& view, nb::handle index) {
  const auto count = static_cast<long long>(game.count(view));
  if (count == 0) throw std::out_of_range("There is no legal move.");
  const long long which = whole(index, "index", 0, count - 1);
  return game.write(game.pick(view, static_cast<std::uint64_t>(which)));
}

// A byte for each action: all 0 if there is no view of somebody to move.
inline nb::bytes mask_of(const AnyActions& actions, const AnyStepView* movers) {
  return bytes_of(actions.count(), [&](std::span<std::uint8_t> bytes) {
    if (movers != nullptr) actions.mask(*movers, bytes);
  });
}

inline std::string written_action(const AnyActions& actions, const AnyStepView& movers, nb::handle action) {
  return actions.written(movers, small(action, "action", 0, actions.count() - 1));
}

// The slot of hash(), which is asked often and answered faster than a method.
template <class Value>
Py_hash_t hash_slot(PyObject* self) noexcept {
  if (!nb::inst_ready(self)) return 0;
  const auto hashed = static_cast<Py_hash_t>(nb::inst_ptr<Value>(self)->hash());
  return hashed == -1 ? -2 : hashed;
}

// A class of positions or views, with what can be asked of either.
template <class Value>
nb::class_<Value> define_turns(nb::module_& package, const char* name, const char* about) {
  const std::array slots{PyType_Slot{Py_tp_hash, reinterpret_cast<void*>(&hash_slot<Value>)}, PyType_Slot{0, nullptr}};
  nb::class_<Value> type(package, name, nb::is_final(), nb::pooled(), nb::type_slots(slots.data()), about);
  const auto pick = [](const Value& self, nb::handle index) {
    return legal_move(self.game(), self.movers_view(), index);
  };
  const auto move = [](const Value& self, nb::handle action) {
    return written_action(self.actions(), self.movers_step(), action);
  };
  const auto svg = [](const Value& self) { return svg_of(self.scene(), plain_pen(self.game()).names); };
  const auto scene = [](const Value& self) {
    std::string json;
    append_scene(json, self.scene());
    return json;
  };
  type.def("pick", pick, nb::sig("def pick(self, index: int, /) -> str"),
           "The legal move of that number, as legal has them.")
      .def("move", move, nb::sig("def move(self, action: int, /) -> str"),
           "How an action of the seat to move is written, be it legal or not.")
      .def("_repr_svg_", svg, nb::sig("def _repr_svg_(self) -> str"), "The board as SVG; notebooks show it.")
      .def("scene", scene, nb::sig("def scene(self) -> str"), "What is to be drawn, as JSON.")
      .def_prop_ro("game", &game_of<Value>, "The game that is played.")
      .def_ro("first", &Value::first, "Who began.")
      .def_prop_ro("legal_count", &Value::legal_count, "How many there are.")
      .def("__eq__", &Value::operator==, nb::is_operator());
  def_not_constructible(type, name);
  return type;
}

}  // namespace duello::python
