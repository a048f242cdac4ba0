// duello._duello.Desk: whatever can be asked in JSON, as docs/page.md has it.
#include "page/desk.hpp"

#include <limits>

#include "python/module.hpp"

namespace duello::python {

namespace {

struct DeskValue {
  Watch watch = go_on;  // of the question that is being answered
  // The records of a large arena are one question, as long as they are.
  Desk desk{[this](std::uint64_t done, std::uint64_t total) { return watch(done, total); },
            fresh_seed,
            {.bytes = std::numeric_limits<std::size_t>::max(), .depth = Question::kLimits.depth}};
  bool is_busy = false;
};

PyObject* answer(PyObject* self, PyObject* question) {
  return answered([&] {
    auto& mine = in<DeskValue>(self);
    const std::string asked(view_of(question, "A question"));
    const OneAtATime turn(mine.is_busy, "Another thread is at this desk.");
    return text(fetched(nullptr, [&](const Watch& watch) {
      mine.watch = watch;
      return mine.desk.answer(asked);
    }));
  });
}

PyMethodDef methods[] = {
    {"answer", &answer, METH_O, "answer($self, question, /)\n--\n\nThe answer to a question, both JSON."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

Ref fresh_desk(const Module& module) { return made<DeskValue>(module.desk); }

PyObject* desk_type(PyObject* module) {
  return type_of<DeskValue>(module, "duello._duello.Desk", {{Py_tp_methods, methods}});
}

}  // namespace duello::python
