// duello.Position: where a game stands, as the referee knows it. It never changes.
#include <algorithm>

#include "core/digest.hpp"
#include "json/scenes.hpp"
#include "python/module.hpp"

namespace duello::python {

namespace {

const PositionValue& value(PyObject* self) { return in<PositionValue>(self); }

PyObject* play(PyObject* self, PyObject* move) {
  return answered([&] {
    const PositionValue& position = value(self);
    const AnyGame& game = position.game();
    const std::string_view written = view_of(move, "A move");
    PyObject* const illegal = Module::of(self).illegal_move;
    if (game.outcome(position.at)) raise(illegal, "The game is over.");
    const AnyView view = position.movers_view();
    const auto read = game.read(view, written);
    if (!read) raise(illegal, read.error());
    if (!game.allows(view, *read)) raise(illegal, cat("That is not possible here; ", game.hint(view), '.'));
    auto line = std::make_shared<Line>(position.line, *read);
    return made<PositionValue>(reinterpret_cast<PyObject*>(Py_TYPE(self)),
                               PositionValue{position.owner, position.first, game.after(position.at, *read), line});
  });
}

PyObject* view(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<1> asked("view", {"seat"}, 0, given, count, keywords);
    const PositionValue& position = value(self);
    const AnyGame& game = position.game();
    const auto audience = asked[0] == nullptr ? std::nullopt : std::optional(seat_of(asked[0], "seat"));
    const auto mover = game.outcome(position.at) ? std::nullopt : std::optional(game.mover(position.at));
    return made<ViewValue>(Module::of(self).view,
                           ViewValue{position.owner, audience, mover, game.view(position.at, audience)});
  });
}

PyObject* game(PyObject* self, void* /*closure*/) { return Ref(value(self).owner).release(); }
PyObject* first(PyObject* self, void* /*closure*/) {
  return answered([&] { return seat(value(self).first); });
}
PyObject* mover(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const PositionValue& position = value(self);
    return position.game().outcome(position.at) ? none() : seat(position.game().mover(position.at));
  });
}
PyObject* outcome(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const PositionValue& position = value(self);
    const auto found = position.game().outcome(position.at);
    return found ? seat(found->winner) : none();
  });
}
PyObject* reason(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const PositionValue& position = value(self);
    return position.game().outcome(position.at) ? text(position.game().reason(position.at)) : none();
  });
}
PyObject* legal(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const PositionValue& position = value(self);
    if (position.game().outcome(position.at)) return Ref::owned(PyTuple_New(0));
    return legal_moves(position.game(), position.movers_view());
  });
}
PyObject* moves(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const PositionValue& position = value(self);
    return tuple(position.moves(), [&](const AnyMove& move) { return text(position.game().write(move)); });
  });
}

PyObject* compare(PyObject* self, PyObject* other, int how) {
  return answered([&] {
    if (Py_TYPE(self) != Py_TYPE(other) || (how != Py_EQ && how != Py_NE)) return Ref::shared(Py_NotImplemented);
    const PositionValue& one = value(self);
    const PositionValue& two = value(other);
    const Ref games = Ref::owned(PyObject_RichCompare(one.owner.get(), two.owner.get(), Py_EQ));
    const bool is_same = games.get() == Py_True && one.game().same(one.at, two.at);
    return truth(is_same == (how == Py_EQ));
  });
}

Py_hash_t hash(PyObject* self) {
  return guarded(Py_hash_t{-1}, [&] {
    const auto digest = static_cast<Py_hash_t>(value(self).game().digest(value(self).at));
    return digest == -1 ? Py_hash_t{-2} : digest;
  });
}

PyObject* spell(PyObject* self) {
  return answered([&] {
    const PositionValue& position = value(self);
    return text(position.game().laid_open(position.at, plain_pen(position.game())));
  });
}

PyObject* represent(PyObject* self) {
  return answered([&] {
    const PositionValue& position = value(self);
    const Ref game = Ref::owned(PyObject_Repr(position.owner.get()));
    std::string all = cat(view_of(game.get(), "It"), ".start(first=", duello::number(position.first), ')');
    for (const AnyMove& move : position.moves()) all += cat(".play('", position.game().write(move), "')");
    return text(all);
  });
}

PyObject* reduce(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    const PositionValue& position = value(self);
    const Ref module = Ref::shared(PyType_GetModule(Py_TYPE(self)));
    const Ref make = Ref::owned(PyObject_GetAttrString(module.get(), "replayed"));
    const Ref line = Ref::owned(PyObject_GetAttrString(self, "moves"));
    return Ref::owned(
        Py_BuildValue("O(OiO)", make.get(), position.owner.get(), duello::number(position.first), line.get()));
  });
}

PyObject* scene(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    const PositionValue& position = value(self);
    std::string json;
    append_scene(json, position.game().laid_open_scene(position.at, plain_pen(position.game())));
    return text(json);
  });
}

PyMethodDef kMethods[] = {
    {"play", &play, METH_O, "play($self, move, /)\n--\n\nThe position behind a move; IllegalMove if there is no such."},
    {"view", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&view)), METH_FASTCALL | METH_KEYWORDS,
     "view($self, seat=None)\n--\n\nWhat a seat may know of it, or anybody."},
    {"scene", &scene, METH_NOARGS, "scene($self)\n--\n\nWhat is to be drawn, as JSON."},
    {"__reduce__", &reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef kProperties[] = {
    {"game", &game, nullptr, "The game that is played.", nullptr},
    {"first", &first, nullptr, "Who began.", nullptr},
    {"mover", &mover, nullptr, "Who is to move; None when the game is over.", nullptr},
    {"outcome", &outcome, nullptr, "Who has won; None as long as nobody has.", nullptr},
    {"reason", &reason, nullptr, "Why; None as long as nobody has won.", nullptr},
    {"legal", &legal, nullptr, "All moves of the seat to move, as they are written.", nullptr},
    {"moves", &moves, nullptr, "What was played so far.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

Pen plain_pen(const AnyGame& game) {
  Pen pen;
  for (const Seat seat : kSeats) pen.names[seat] = game.facts().seats[seat].plain;
  return pen;
}

Ref legal_moves(const AnyGame& game, const AnyView& view) {
  const std::uint64_t count = game.count(view);
  const Ref all = Ref::owned(PyList_New(0));
  for (std::uint64_t i = 0; i < count; ++i) must(PyList_Append(all.get(), text(game.write(game.pick(view, i))).get()));
  return Ref::owned(PyList_AsTuple(all.get()));
}

const PositionValue& position_in(PyObject* self, PyObject* object, const AnyGame& game) {
  if (reinterpret_cast<PyObject*>(Py_TYPE(object)) != Module::of(self).position)
    raise(PyExc_TypeError, "A duello.Position is needed.");
  const PositionValue& position = value(object);
  if (&position.game() != &game && full_name(position.game()) != full_name(game))
    raise(PyExc_ValueError, cat("The position is one of ", full_name(position.game()), ", not of ", full_name(game), '.'));
  return position;
}

PyObject* position_type(PyObject* module) {
  return type_of<PositionValue>(
      module, "duello.Position",
      {{Py_tp_doc, const_cast<char*>("Where a game stands. It never changes: play() gives another one.")},
       {Py_tp_methods, kMethods},
       {Py_tp_getset, kProperties},
       {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},
       {Py_tp_hash, reinterpret_cast<void*>(&hash)},
       {Py_tp_str, reinterpret_cast<void*>(&spell)},
       {Py_tp_repr, reinterpret_cast<void*>(&represent)}});
}

}  // namespace duello::python
