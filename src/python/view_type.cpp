// duello.View: what a seat may know of a position, and nothing else.
#include "json/scenes.hpp"
#include "python/module.hpp"

namespace duello::python {

namespace {

const ViewValue& value(PyObject* self) { return in<ViewValue>(self); }
bool is_mine(const ViewValue& view) { return view.mover && view.mover == view.audience; }

PyObject* game(PyObject* self, void* /*closure*/) { return Ref(value(self).owner).release(); }
PyObject* seat_property(PyObject* self, void* /*closure*/) {
  return answered([&] { return value(self).audience ? seat(*value(self).audience) : none(); });
}
PyObject* mover(PyObject* self, void* /*closure*/) {
  return answered([&] { return value(self).mover ? seat(*value(self).mover) : none(); });
}
PyObject* legal(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const ViewValue& view = value(self);
    return is_mine(view) ? legal_moves(view.game(), view.at) : Ref::owned(PyTuple_New(0));
  });
}
PyObject* hint(PyObject* self, void* /*closure*/) {
  return answered([&] { return is_mine(value(self)) ? text(value(self).game().hint(value(self).at)) : none(); });
}

PyObject* spell(PyObject* self) {
  return answered([&] { return text(value(self).game().board(value(self).at, plain_pen(value(self).game()))); });
}

PyObject* scene(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    std::string json;
    append_scene(json, value(self).game().scene(value(self).at, plain_pen(value(self).game())));
    return text(json);
  });
}

PyMethodDef kMethods[] = {
    {"scene", &scene, METH_NOARGS, "scene($self)\n--\n\nWhat is to be drawn, as JSON."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef kProperties[] = {
    {"game", &game, nullptr, "The game that is played.", nullptr},
    {"seat", &seat_property, nullptr, "Whose view it is; None if it is everybody's.", nullptr},
    {"mover", &mover, nullptr, "Who is to move; None when the game is over.", nullptr},
    {"legal", &legal, nullptr, "All moves, if the seat is to move.", nullptr},
    {"hint", &hint, nullptr, "What is legal, in words, if the seat is to move.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

PyObject* view_type(PyObject* module) {
  return type_of<ViewValue>(module, "duello.View",
                            {{Py_tp_doc, const_cast<char*>("What a seat, or anybody, may know of a position.")},
                             {Py_tp_methods, kMethods},
                             {Py_tp_getset, kProperties},
                             {Py_tp_str, reinterpret_cast<void*>(&spell)}});
}

}  // namespace duello::python
