// duello.Position: where a game stands, as the referee knows it. It never changes.
#include <algorithm>

#include "core/digest.hpp"
#include "python/turns.hpp"

namespace duello::python {

namespace {

const PositionValue& value(PyObject* self) { return in<PositionValue>(self); }

void must_go_on(PyObject* self) {
  if (value(self).is_over()) raise(Module::of(self).illegal_move, "The game is over.");
}

Ref successor(PyObject* self, const std::vector<AnyMove>& moves, std::optional<AnyStep> half) {
  PositionValue next = value(self);
  next.half = half;
  for (const AnyMove& move : moves) {
    next.at = next.game().after(next.at, move);
    next.line = std::make_shared<Line>(next.line, move);
    if (next.game().begins_round(next.at)) ++next.undecided;
  }
  return made<PositionValue>(reinterpret_cast<PyObject*>(Py_TYPE(self)), std::move(next));
}

PyObject* play(PyObject* self, PyObject* move) {
  return answered([&] {
    const PositionValue& position = value(self);
    must_be_text(move, "A move");
    must_go_on(self);
    return successor(self, {move_in(Module::of(self), position.game(), position.movers_view(), move)}, std::nullopt);
  });
}

PyObject* step(PyObject* self, PyObject* action) {
  return answered([&] {
    const PositionValue& position = value(self);
    const AnyActions& actions = position.of().actions();
    const int number = static_cast<int>(whole(action, "action", 0, actions.count() - 1));
    must_go_on(self);
    const auto taken = actions.taken(position.step(), number);
    if (!taken)
      raise(Module::of(self).illegal_move,
            Complaint{cat("Action ", number, " (", actions.written(position.movers_step(), number), ") is not legal; ",
                          position.game().hint(position.movers_view()))});
    const bool is_half = !actions.draft(taken->after).empty();
    return successor(self, taken->moves, is_half ? std::optional(taken->after) : std::nullopt);
  });
}

PyObject* view(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<1> asked("view", {"seat"}, 0, given, count, keywords);
    const PositionValue& position = value(self);
    const auto audience = asked[0] == nullptr ? std::nullopt : std::optional(seat_of(asked[0], "seat"));
    std::optional<AnyStepView> step;
    if (position.of().numbered) step = position.of().actions().view(position.step(), audience);
    const auto mover = position.mover();
    return made<ViewValue>(
        Module::of(self).view,
        ViewValue{position.owner, audience, mover, position.game().view(position.at, audience), step,
                  mover && mover == audience ? position.draft() : std::vector<int>{}, position.first, position.line});
  });
}

PyObject* pick(PyObject* self, PyObject* index) {
  return answered([&] { return legal_move(value(self).game(), value(self).movers_view(), index); });
}

PyObject* written(PyObject* self, PyObject* action) {
  return answered([&] { return written_action(value(self).of().actions(), value(self).movers_step(), action); });
}

PyObject* actions_of(PyObject* self, PyObject* move) {
  return answered([&] {
    const PositionValue& position = value(self);
    must_be_text(move, "A move");
    must_go_on(self);
    const AnyMove found = move_in(Module::of(self), position.game(), position.movers_view(), move);
    return tuple(position.of().actions().actions_of(position.at, found),
                 [](int action) { return number(static_cast<long long>(action)); });
  });
}

PyObject* game(PyObject* self, void* /*closure*/) { return Ref(value(self).owner).release(); }
PyObject* first(PyObject* self, void* /*closure*/) {
  return answered([&] { return seat(value(self).first); });
}
PyObject* mover(PyObject* self, void* /*closure*/) {
  return answered([&] { return seat_or_none(value(self).mover()); });
}
PyObject* outcome(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const PositionValue& position = value(self);
    const auto found = position.game().outcome(position.at);
    if (!found) return none();
    return Ref::owned(PyObject_CallFunction(Module::of(self).outcome, "is", duello::number(found->winner),
                                            position.game().reason(position.at).c_str()));
  });
}
PyObject* legal(PyObject* self, void* /*closure*/) {
  return answered([&] { return legal_moves(value(self).game(), value(self).movers_view()); });
}
PyObject* legal_count(PyObject* self, void* /*closure*/) {
  return answered(
      [&] { return number(static_cast<unsigned long long>(value(self).game().count(value(self).movers_view()))); });
}
PyObject* hint(PyObject* self, void* /*closure*/) {
  return answered(
      [&] { return value(self).is_over() ? none() : text(value(self).game().hint(value(self).movers_view())); });
}
PyObject* mask(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const AnyStepView movers = value(self).movers_step();
    return mask_of(value(self).of().actions(), value(self).is_over() ? nullptr : &movers);
  });
}
PyObject* moves(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const PositionValue& position = value(self);
    return tuple(moves_in(position.line.get()), [&](const AnyMove& move) { return text(position.game().write(move)); });
  });
}
PyObject* draft(PyObject* self, void* /*closure*/) {
  return answered(
      [&] { return tuple(value(self).draft(), [](int action) { return number(static_cast<long long>(action)); }); });
}

PyObject* undecided(PyObject* self, void* /*closure*/) {
  return answered([&] { return number(static_cast<long long>(value(self).undecided)); });
}

PyObject* compare(PyObject* self, PyObject* other, int how) {
  return answered([&] {
    if (Py_TYPE(self) != Py_TYPE(other) || (how != Py_EQ && how != Py_NE)) return Ref::shared(Py_NotImplemented);
    const PositionValue& one = value(self);
    const PositionValue& two = value(other);
    const Ref games = Ref::owned(PyObject_RichCompare(one.owner.get(), two.owner.get(), Py_EQ));
    const bool is_same = games.get() == Py_True && one.game().same(one.at, two.at) && one.draft() == two.draft();
    return truth(is_same == (how == Py_EQ));
  });
}

Py_hash_t hash(PyObject* self) {
  return guarded(Py_hash_t{-1}, [&] {
    const auto hashed = static_cast<Py_hash_t>(digest(value(self).game().digest(value(self).at), value(self).draft()));
    return hashed == -1 ? Py_hash_t{-2} : hashed;
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
    std::vector<std::string> moves;
    for (const AnyMove& move : moves_in(position.line.get()))
      moves.push_back(cat("'", position.game().write(move), "'"));
    const std::string_view first = position.first == Seat::one ? "" : ", first=2";
    std::string all = cat(view_of(game.get(), "It"), ".position([", joined(moves, ", "), ']', first, ')');
    for (const int action : position.draft()) all += cat(".step(", action, ')');
    return text(all);
  });
}

PyObject* reduce(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    const PositionValue& position = value(self);
    const Ref module = Ref::shared(PyType_GetModule(Py_TYPE(self)));
    const Ref make = Ref::owned(PyObject_GetAttrString(module.get(), "replayed"));
    const Ref line = Ref::owned(PyObject_GetAttrString(self, "moves"));
    const Ref begun = Ref::owned(PyObject_GetAttrString(self, "draft"));
    return Ref::owned(Py_BuildValue("O(OiOO)", make.get(), position.owner.get(), duello::number(position.first),
                                    line.get(), begun.get()));
  });
}

Drawn draw(PyObject* self) {
  const PositionValue& position = value(self);
  const Pen pen = plain_pen(position.game());
  return {position.game().laid_open_scene(position.at, pen), pen.names};
}

PyMethodDef methods[] = {
    {"play", &play, METH_O,
     "play($self, move, /)\n--\n\nThe position after a move, written as in the terminal.\n\n"
     "IllegalMove says what is wrong with a move that is none, and what would be one."},
    {"step", &step, METH_O,
     "step($self, action, /)\n--\n\nThe position after an action, as a batch takes it.\n\n"
     "Where a move is put together from several actions it is half made at first (see draft). Moves that the\n"
     "rules force are made at once, as in a batch."},
    {"view", method(&view), METH_FASTCALL | METH_KEYWORDS,
     "view($self, seat=None)\n--\n\nWhat a seat may know of it, or everybody."},
    {"pick", &pick, METH_O, "pick($self, index, /)\n--\n\nThe legal move of that number, as legal has them."},
    {"move", &written, METH_O,
     "move($self, action, /)\n--\n\nHow an action of the seat to move is written, be it legal or not."},
    {"actions", &actions_of, METH_O,
     "actions($self, move, /)\n--\n\nThe actions that make a legal move: one, unless moves are put together."},
    {"_repr_svg_", &picture_method<&draw>, METH_NOARGS,
     "_repr_svg_($self)\n--\n\nThe board as SVG; notebooks show it."},
    {"scene", &scene_method<&draw>, METH_NOARGS, "scene($self)\n--\n\nWhat is to be drawn, as JSON."},
    {"__reduce__", &reduce, METH_NOARGS, nullptr},
    {"__copy__", &itself, METH_NOARGS, nullptr},
    {"__deepcopy__", &itself, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef properties[] = {
    {"game", &game, nullptr, "The game that is played.", nullptr},
    {"first", &first, nullptr, "Who began.", nullptr},
    {"mover", &mover, nullptr, "Who is to move; None when the game is over.", nullptr},
    {"outcome", &outcome, nullptr, "Who has won and why; None as long as nobody has.", nullptr},
    {"legal", &legal, nullptr, "All moves of the seat to move, as they are written.", nullptr},
    {"legal_count", &legal_count, nullptr, "How many there are.", nullptr},
    {"hint", &hint, nullptr, "What is legal, in words; None when the game is over.", nullptr},
    {"mask", &mask, nullptr, "A byte for each action: 1 if it is legal.", nullptr},
    {"moves", &moves, nullptr, "What was played so far.", nullptr},
    {"undecided", &undecided, nullptr, "Rounds in a row that nobody has won; after ten the referee tosses a coin.",
     nullptr},
    {"draft", &draft, nullptr, "The actions of a move that is half made.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

std::vector<AnyMove> moves_in(const Line* line) {
  std::vector<AnyMove> all;
  for (; line != nullptr; line = line->before.get()) all.push_back(line->move);
  std::ranges::reverse(all);
  return all;
}

Ref start_of(PyObject* game, Seat first) {
  const AnyPosition start = in<GameValue>(game).game().start(first);
  return made<PositionValue>(Module::of(game).position, PositionValue{Ref::shared(game), first, start});
}

const PositionValue& position_in(PyObject* self, PyObject* object, const AnyGame& game) {
  if (reinterpret_cast<PyObject*>(Py_TYPE(object)) != Module::of(self).position)
    raise(PyExc_TypeError, "A duello.Position is needed.");
  const PositionValue& position = value(object);
  if (&position.game() != &game && full_name(position.game()) != full_name(game))
    raise(PyExc_ValueError,
          cat("The position is one of ", full_name(position.game()), ", not of ", full_name(game), '.'));
  return position;
}

PyObject* position_type(PyObject* module) {
  return type_of<PositionValue>(
      module, "duello.Position",
      {{Py_tp_doc, const_cast<char*>("A position of a game. It never changes: play() returns a new one.")},
       {Py_tp_methods, methods},
       {Py_tp_getset, properties},
       {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},
       {Py_tp_hash, reinterpret_cast<void*>(&hash)},
       {Py_tp_str, reinterpret_cast<void*>(&spell)},
       {Py_tp_repr, reinterpret_cast<void*>(&represent)}});
}

}  // namespace duello::python
