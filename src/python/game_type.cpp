// duello.Game: a game under the rules that were chosen for it.
#include "core/title.hpp"
#include "match/meeting.hpp"
#include "python/module.hpp"

namespace duello::python {

namespace {

const GameValue& value(PyObject* self) { return in<GameValue>(self); }

PyObject* start(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<1> asked("start", {"first"}, 0, given, count, keywords);
    return start_of(self, beginner(value(self).game(), asked[0]));
  });
}

PyObject* position(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<2> asked("position", {"moves", "first"}, 0, given, count, keywords);
    Ref position = start_of(self, beginner(value(self).game(), asked[1]));
    if (asked[0] == nullptr) return position;
    if (PyUnicode_Check(asked[0])) raise(PyExc_TypeError, "moves must be a list of moves, not one string.");
    const Ref moves = Ref::owned(PyObject_GetIter(asked[0]));
    while (PyObject* const next = PyIter_Next(moves.get())) {
      const Ref move = Ref::owned(next);
      must(PyErr_CheckSignals());  // there may be no end of them
      position = Ref::owned(PyObject_CallMethod(position.get(), "play", "O", move.get()));
    }
    if (PyErr_Occurred() != nullptr) throw Raised{};
    return position;
  });
}

PyObject* solve(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<1> asked("solve", {"progress"}, 0, given, count, keywords);
    return solved(self, asked[0]);
  });
}

PyObject* equilibria(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<1> asked("equilibrium", {"progress"}, 0, given, count, keywords);
    return equilibria_of(self, asked[0]);
  });
}

PyObject* perft(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<2> asked("perft", {"depth", "first"}, 1, given, count, keywords);
    const int depth = static_cast<int>(whole(asked.needed(0), "depth", 0, 1'000));
    const Seat first = beginner(value(self).game(), asked[1]);
    const auto chosen = value(self).chosen;
    const auto counted =
        fetched(nullptr, [&](const Watch& watch) { return chosen->game().perft(first, depth, watch); });
    if (!counted) raise(PyExc_OverflowError, "There are more lines than 64 bits can count.");
    return number(static_cast<unsigned long long>(*counted));
  });
}

PyObject* name(PyObject* self, void* /*closure*/) {
  return answered([&] { return text(value(self).game().facts().id); });
}
PyObject* variant(PyObject* self, void* /*closure*/) {
  return answered([&] { return text(variant_of(value(self).game())); });
}
PyObject* title(PyObject* self, void* /*closure*/) {
  return answered([&] { return text(value(self).game().facts().title); });
}
PyObject* hidden(PyObject* self, void* /*closure*/) {
  return answered([&] { return truth(value(self).game().facts().hidden); });
}
PyObject* rules(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const Ref all = Ref::owned(PyDict_New());
    for (const RuleValue& rule : value(self).game().rules())
      put(all.get(), rule.key.c_str(), rule.is_word ? text(rule.text) : number(static_cast<long long>(rule.value)));
    return all;
  });
}
PyObject* actions(PyObject* self, void* /*closure*/) {
  return answered([&] { return number(static_cast<long long>(value(self).actions().count())); });
}
PyObject* observation_size(PyObject* self, void* /*closure*/) {
  return answered([&] { return number(static_cast<long long>(value(self).actions().observation_size())); });
}
PyObject* observed(PyObject* self, void* /*closure*/) {
  return answered([&] {
    return tuple(value(self).actions().observed_parts(), [&](const ObservedPart& part) {
      return Ref::owned(PyObject_CallFunction(Module::of(self).observed_part, "s#s#(ii)", part.name.data(),
                                              static_cast<Py_ssize_t>(part.name.size()), part.meaning.data(),
                                              static_cast<Py_ssize_t>(part.meaning.size()), part.rows, part.columns));
    });
  });
}
PyObject* most_steps(PyObject* self, void* /*closure*/) {
  return answered([&] { return number(static_cast<long long>(value(self).actions().most_steps())); });
}
PyObject* in_rounds(PyObject* self, void* /*closure*/) {
  return answered([&] { return truth(value(self).actions().in_rounds()); });
}
PyObject* settings(PyObject* self, void* /*closure*/) {
  return answered([&] { return text(settings_text(value(self).game().rules())); });
}

bool is_same(const AnyGame& one, const AnyGame& two) {
  return one.facts().id == two.facts().id && settings_text(one.rules()) == settings_text(two.rules());
}

PyObject* compare(PyObject* self, PyObject* other, int how) {
  return answered([&] {
    if (Py_TYPE(self) != Py_TYPE(other) || (how != Py_EQ && how != Py_NE)) return Ref::shared(Py_NotImplemented);
    return truth(is_same(value(self).game(), value(other).game()) == (how == Py_EQ));
  });
}

Py_hash_t hash(PyObject* self) {
  return guarded(Py_hash_t{-1}, [&] { return PyObject_Hash(text(full_name(value(self).game())).get()); });
}

PyObject* represent(PyObject* self) {
  return answered([&] {
    const AnyGame& game = value(self).game();
    std::string all = cat("duello.game('", game.facts().id, '\'');
    const std::vector<RuleInfo> infos = game.rule_infos();
    const std::vector<RuleValue> values = game.rules();
    for (std::size_t i = 0; i < values.size(); ++i) {
      const RuleValue& rule = values[i];
      if (rule.text == infos[i].book) continue;
      all += rule.is_word ? cat(", ", rule.key, "='", rule.text, '\'') : cat(", ", rule.key, '=', rule.text);
    }
    return text(all + ')');
  });
}

PyObject* reduce(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    const Ref module = Ref::shared(PyType_GetModule(Py_TYPE(self)));
    const Ref make = Ref::owned(PyObject_GetAttrString(module.get(), "game"));
    const AnyGame& game = value(self).game();
    const Ref settings =
        tuple(words_of(settings_text(game.rules())), [](const std::string& each) { return text(each); });
    return Ref::owned(Py_BuildValue("O(ssO)", make.get(), std::string(game.facts().id).c_str(), "", settings.get()));
  });
}

PyMethodDef methods[] = {
    {"start", method(&start), METH_FASTCALL | METH_KEYWORDS,
     "start($self, first=1)\n--\n\nThe position before the first move."},
    {"position", method(&position), METH_FASTCALL | METH_KEYWORDS,
     "position($self, moves=(), first=1)\n--\n\nThe position after these moves."},
    {"solve", method(&solve), METH_FASTCALL | METH_KEYWORDS,
     "solve($self, progress=False)\n--\n\nWhat every position is worth.\n\n"
     "It is found out once. `progress` draws a bar, or is called with how much is done, and of how much (0 if\n"
     "nobody knows). All cores work, other threads of Python go on, and Ctrl-C ends it."},
    {"equilibrium", method(&equilibria), METH_FASTCALL | METH_KEYWORDS,
     "equilibrium($self, progress=False)\n--\n\nHow hidden moves are chosen at random so that nobody can take "
     "advantage of it, exactly.\n\n`progress` is as for solve()."},
    {"perft", method(&perft), METH_FASTCALL | METH_KEYWORDS,
     "perft($self, depth, first=1)\n--\n\nHow many lines of so many moves there are."},
    {"__reduce__", &reduce, METH_NOARGS, nullptr},
    {"__copy__", &itself, METH_NOARGS, nullptr},
    {"__deepcopy__", &itself, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef properties[] = {
    {"name", &name, nullptr, "As the game is called on the command line.", nullptr},
    {"variant", &variant, nullptr, "The named variant that its rules are; empty if they are the book's or one's own.",
     nullptr},
    {"title", &title, nullptr, "As people call it.", nullptr},
    {"hidden", &hidden, nullptr, "Whether moves are secret until they are revealed.", nullptr},
    {"rules", &rules, nullptr, "The rule values in force.", nullptr},
    {"actions", &actions, nullptr, "How many actions there are: the numbers from 0 on.", nullptr},
    {"observation_size", &observation_size, nullptr, "How many numbers an observation has.", nullptr},
    {"observed", &observed, nullptr, "What the numbers of an observation mean, part by part.", nullptr},
    {"most_steps", &most_steps, nullptr, "The most actions in a game; in a round, where it is played in rounds.",
     nullptr},
    {"in_rounds", &in_rounds, nullptr, "Whether a round may end undecided, so that another one begins.", nullptr},
    {"settings", &settings, nullptr, "The same as text: 'length=11 run=3'.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

Seat beginner(const AnyGame& game, PyObject* object) {
  const Seat first = object == nullptr ? Seat::one : seat_of(object, "first");
  if (const std::string objection = objection_to_first(game.facts(), first); !objection.empty())
    raise(PyExc_ValueError, objection + '.');
  return first;
}

PyObject* game_type(PyObject* module) {
  return type_of<GameValue>(
      module, "duello.Game",
      {{Py_tp_doc, const_cast<char*>("A game under the rules that were chosen for it; made by duello.game().")},
       {Py_tp_methods, methods},
       {Py_tp_getset, properties},
       {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},
       {Py_tp_hash, reinterpret_cast<void*>(&hash)},
       {Py_tp_repr, reinterpret_cast<void*>(&represent)}});
}

}  // namespace duello::python
