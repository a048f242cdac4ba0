// duello._duello.Desk: whatever can be asked in JSON, as docs/page.md has it.
#include "page/desk.hpp"

#include "python/module.hpp"

namespace duello::python {

namespace {

struct DeskValue {
  // It asks Python now and then whether somebody wants it to stop.
  Desk desk{[](std::uint64_t, std::uint64_t) {
    const Locked locked;
    return PyErr_CheckSignals() == 0;
  }};
  bool is_busy = false;
};

PyObject* answer(PyObject* self, PyObject* question) {
  return answered([&] {
    auto& [desk, is_busy] = in<DeskValue>(self);
    const std::string asked(view_of(question, "A question"));
    if (std::exchange(is_busy, true)) raise(PyExc_RuntimeError, "Another thread is at this desk.");
    std::string told;
    {
      const Unlocked unlocked;
      told = desk.answer(asked);
    }
    is_busy = false;
    if (PyErr_Occurred() != nullptr) throw Raised{};
    return text(told);
  });
}

PyMethodDef kMethods[] = {
    {"answer", &answer, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

Ref fresh_desk(const Module& module) { return made<DeskValue>(module.desk); }

PyObject* desk_type(PyObject* module) {
  return type_of<DeskValue>(module, "duello._duello.Desk", {{Py_tp_methods, kMethods}});
}

}  // namespace duello::python
