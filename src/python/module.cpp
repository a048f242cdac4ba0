// The module duello._duello. Each interpreter has one of its own.
#include "python/module.hpp"
#include "python/agents.hpp"

namespace duello::python {

namespace {

Module& state(PyObject* module) { return *static_cast<Module*>(PyModule_GetState(module)); }

PyObject* game(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<3> asked("game", {"name", "variant", "settings"}, 1, given, count, keywords);
    GameChoice choice;
    const auto meant = game_meant(view_of(asked.needed(0), "name"));
    if (!meant) raise(PyExc_ValueError, meant.error());
    choice.id = (*meant)->facts->id;
    if (asked[1] != nullptr) choice.variant = view_of(asked[1], "variant");
    for (Py_ssize_t i = 0; asked[2] != nullptr && i < PySequence_Size(asked[2]); ++i)
      choice.settings.emplace_back(view_of(Ref::owned(PySequence_GetItem(asked[2], i)).get(), "A setting"));
    if (PyErr_Occurred() != nullptr) throw Raised{};
    auto chosen = ChosenGame::from(choice);
    if (!chosen) raise(PyExc_ValueError, chosen.error());
    return made<GameValue>(state(module).game, *std::move(chosen));
  });
}

PyObject* games(PyObject* /*module*/, PyObject* /*none*/) {
  return answered([] { return tuple(all_games(), [](const GameEntry& entry) { return text(entry.facts->id); }); });
}

// For pickle.
PyObject* replayed(PyObject* /*module*/, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<4> asked("replayed", {"game", "first", "moves", "draft"}, 4, given, count, keywords);
    Ref position = Ref::owned(PyObject_CallMethod(asked.needed(0), "position", "OO", asked.needed(2), asked.needed(1)));
    PyObject* const draft = asked.needed(3);
    const Py_ssize_t actions = PySequence_Size(draft);
    if (actions < 0) throw Raised{};
    for (Py_ssize_t i = 0; i < actions; ++i) {
      const Ref action = Ref::owned(PySequence_GetItem(draft, i));
      position = Ref::owned(PyObject_CallMethod(position.get(), "step", "O", action.get()));
    }
    return position;
  });
}

PyObject* desk(PyObject* module, PyObject* /*none*/) {
  return answered([&] { return fresh_desk(state(module)); });
}

int execute(PyObject* module) {
  return guarded(-1, [&] {
    Module& mine = state(module);
    mine.game = game_type(module);
    mine.position = position_type(module);
    mine.view = view_type(module);
    mine.solution = solution_type(module);
    mine.array = array_type(module);
    mine.batch = batch_type(module);
    mine.desk = desk_type(module);
    mine.player = player_type(module);
    mine.arena = arena_type(module);
    mine.illegal_move = PyErr_NewExceptionWithDoc("duello.IllegalMove", "A move that is not legal, or no move at all.",
                                                  PyExc_ValueError, nullptr);
    const Ref values = Ref::owned(PyImport_ImportModule("duello._values"));
    mine.outcome = PyObject_GetAttrString(values.get(), "Outcome");
    mine.worth = PyObject_GetAttrString(values.get(), "Worth");
    mine.observed_part = PyObject_GetAttrString(values.get(), "ObservedPart");
    for (PyObject** const each : mine.all())
      if (*each == nullptr) throw Raised{};
    must(PyModule_AddObjectRef(module, "Game", mine.game));
    must(PyModule_AddObjectRef(module, "Position", mine.position));
    must(PyModule_AddObjectRef(module, "View", mine.view));
    must(PyModule_AddObjectRef(module, "Solution", mine.solution));
    must(PyModule_AddObjectRef(module, "Array", mine.array));
    must(PyModule_AddObjectRef(module, "Batch", mine.batch));
    must(PyModule_AddObjectRef(module, "IllegalMove", mine.illegal_move));
    must(PyModule_AddStringConstant(module, "version", DUELLO_VERSION));
    return 0;
  });
}

int traverse(PyObject* module, visitproc visit, void* arg) {
  if (PyModule_GetState(module) == nullptr) return 0;
  for (PyObject** const each : state(module).all()) Py_VISIT(*each);
  return 0;
}

int clear(PyObject* module) {
  if (PyModule_GetState(module) == nullptr) return 0;
  for (PyObject** const each : state(module).all()) Py_CLEAR(*each);
  return 0;
}

PyMethodDef functions[] = {
    {"game", method(&game), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"games", &games, METH_NOARGS, nullptr},
    {"replayed", method(&replayed), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"desk", &desk, METH_NOARGS, nullptr},
    {"expected", method(&expected_of), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"best_answer", method(&best_answer_to), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"player", method(&player), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"match", method(&match), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"arena_plan", method(&arena_plan), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"arena", method(&arena), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void*>(&execute)},
    {0, nullptr},
};
PyModuleDef definition{.m_base = PyModuleDef_HEAD_INIT,
                       .m_name = "duello._duello",
                       .m_doc = nullptr,
                       .m_size = sizeof(Module),
                       .m_methods = functions,
                       .m_slots = slots,
                       .m_traverse = &traverse,
                       .m_clear = &clear,
                       .m_free = nullptr};

}  // namespace

}  // namespace duello::python

// NOLINTNEXTLINE(readability-identifier-naming, bugprone-reserved-identifier): as Python calls it
PyMODINIT_FUNC PyInit__duello() { return PyModuleDef_Init(&duello::python::definition); }
