// duello.View: what a seat may know of a position, and nothing else.
#include "match/referee.hpp"
#include "python/turns.hpp"

namespace duello::python {

namespace {

const ViewValue& value(PyObject* self) { return in<ViewValue>(self); }

// Of the seat to move; it must be that.
const ViewValue& movers(PyObject* self) {
  if (!value(self).is_movers()) raise(PyExc_ValueError, "It is not this seat's turn.");
  return value(self);
}

const AnyStepView& step_of(const ViewValue& view) {
  view.of().actions();
  return *view.step;
}

PyObject* game(PyObject* self, void* /*closure*/) { return Ref(value(self).owner).release(); }
PyObject* seat_property(PyObject* self, void* /*closure*/) {
  return answered([&] { return seat_or_none(value(self).audience); });
}
PyObject* mover(PyObject* self, void* /*closure*/) {
  return answered([&] { return seat_or_none(value(self).mover); });
}
PyObject* first(PyObject* self, void* /*closure*/) {
  return answered([&] { return seat(value(self).first); });
}
PyObject* legal(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const ViewValue& view = value(self);
    return view.is_movers() ? legal_moves(view.game(), view.at) : Ref::owned(PyTuple_New(0));
  });
}
PyObject* legal_count(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const ViewValue& view = value(self);
    return number(static_cast<unsigned long long>(view.is_movers() ? view.game().count(view.at) : 0));
  });
}
PyObject* hint(PyObject* self, void* /*closure*/) {
  return answered([&] { return value(self).is_movers() ? text(value(self).game().hint(value(self).at)) : none(); });
}
PyObject* mask(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const AnyStepView& step = step_of(value(self));
    return mask_of(value(self).of().actions(), value(self).is_movers() ? &step : nullptr);
  });
}
PyObject* observation(PyObject* self, void* /*closure*/) {
  return answered(
      [&] { return observation_of(value(self).of().actions(), step_of(value(self)), value(self).audience); });
}
PyObject* draft(PyObject* self, void* /*closure*/) {
  return answered(
      [&] { return tuple(value(self).draft, [](int action) { return number(static_cast<long long>(action)); }); });
}

PyObject* moves(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const ViewValue& view = value(self);
    Referee referee(view.game(), {.first = view.first, .round_limit = 0});
    for (const AnyMove& move : moves_in(view.line.get())) referee.play_again(move);
    return tuple(referee.told(view.audience), [](const std::string& move) { return text(move); });
  });
}

PyObject* pick(PyObject* self, PyObject* index) {
  return answered([&] { return legal_move(movers(self).game(), movers(self).at, index); });
}
PyObject* written(PyObject* self, PyObject* action) {
  return answered([&] { return written_action(movers(self).of().actions(), step_of(value(self)), action); });
}
PyObject* check(PyObject* self, PyObject* move) {
  return answered([&] {
    must_be_text(move, "A move");
    const ViewValue& view = movers(self);
    return text(view.game().write(move_in(Module::of(self), view.game(), view.at, move)));
  });
}

PyObject* spell(PyObject* self) {
  return answered([&] { return text(value(self).game().board(value(self).at, plain_pen(value(self).game()))); });
}

PyObject* represent(PyObject* self) {
  return answered([&] {
    const ViewValue& view = value(self);
    const std::string whose = view.audience ? cat("seat ", duello::number(*view.audience)) : "everybody";
    return text(cat("<duello.View of ", full_name(view.game()), " for ", whose, '>'));
  });
}

PyObject* compare(PyObject* self, PyObject* other, int how) {
  return answered([&] {
    if (Py_TYPE(self) != Py_TYPE(other) || (how != Py_EQ && how != Py_NE)) return Ref::shared(Py_NotImplemented);
    const ViewValue& one = value(self);
    const ViewValue& two = value(other);
    const Ref games = Ref::owned(PyObject_RichCompare(one.owner.get(), two.owner.get(), Py_EQ));
    const bool is_same = games.get() == Py_True && one.audience == two.audience && one.draft == two.draft &&
                         one.game().same(one.at, two.at);
    return truth(is_same == (how == Py_EQ));
  });
}

Py_hash_t hash(PyObject* self) {
  return guarded(Py_hash_t{-1}, [&] {
    const auto hashed = static_cast<Py_hash_t>(digest(value(self).game().digest(value(self).at), value(self).draft));
    return hashed == -1 ? Py_hash_t{-2} : hashed;
  });
}

Drawn draw(PyObject* self) {
  const ViewValue& view = value(self);
  const Pen pen = plain_pen(view.game());
  return {view.game().scene(view.at, pen), pen.names};
}

PyMethodDef methods[] = {
    {"pick", &pick, METH_O, "pick($self, index, /)\n--\n\nThe legal move of that number, as legal has them."},
    {"move", &written, METH_O,
     "move($self, action, /)\n--\n\nHow an action of the seat to move is written, be it legal or not."},
    {"check", &check, METH_O,
     "check($self, move, /)\n--\n\nThe move as it is properly written; IllegalMove if it is none."},
    {"_repr_svg_", &picture_method<&draw>, METH_NOARGS,
     "_repr_svg_($self)\n--\n\nThe board as SVG; notebooks show it."},
    {"scene", &scene_method<&draw>, METH_NOARGS, "scene($self)\n--\n\nWhat is to be drawn, as JSON."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef properties[] = {
    {"game", &game, nullptr, "The game that is played.", nullptr},
    {"seat", &seat_property, nullptr, "Whose view it is; None if it is everybody's.", nullptr},
    {"first", &first, nullptr, "Who began.", nullptr},
    {"mover", &mover, nullptr, "Who is to move; None when the game is over.", nullptr},
    {"legal", &legal, nullptr, "All moves, if the seat is to move.", nullptr},
    {"legal_count", &legal_count, nullptr, "How many there are.", nullptr},
    {"hint", &hint, nullptr, "What is legal, in words, if the seat is to move.", nullptr},
    {"mask", &mask, nullptr, "A byte for each action: 1 if the seat is to move and it is legal.", nullptr},
    {"observation", &observation, nullptr, "What the seat knows, from its side, as a batch has it.", nullptr},
    {"draft", &draft, nullptr, "The actions of the seat's half-made move.", nullptr},
    {"moves", &moves, nullptr, "What was played so far; '?' where the seat may not know it.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

PyObject* view_type(PyObject* module) {
  return type_of<ViewValue>(module, "duello.View",
                            {{Py_tp_doc, const_cast<char*>("What a seat, or everybody, may know of a position.")},
                             {Py_tp_methods, methods},
                             {Py_tp_getset, properties},
                             {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},
                             {Py_tp_hash, reinterpret_cast<void*>(&hash)},
                             {Py_tp_str, reinterpret_cast<void*>(&spell)},
                             {Py_tp_repr, reinterpret_cast<void*>(&represent)}});
}

}  // namespace duello::python
