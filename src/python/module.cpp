// The module duello._duello. Classes belong to the package `duello`, where users see them.
#include <limits>

#include "page/desk.hpp"
#include "python/values.hpp"

namespace duello::python {

namespace {

// Whatever can be asked in JSON, as docs/page.md has it.
class DeskValue {
 public:
  std::string answer(nb::handle question) {
    const std::string asked(text_in(question, "A question"));
    const std::unique_lock turn(mutex_, std::try_to_lock);
    if (!turn) throw std::runtime_error("Another thread is at this desk.");
    return fetched([&](const Watch& watch) {
      watch_ = watch;
      return desk_.answer(asked);
    });
  }

 private:
  Watch watch_ = go_on;  // of the question that is being answered
  // The records of a large arena are one question, as long as they are.
  Desk desk_{[this](std::uint64_t done, std::uint64_t total) { return watch_(done, total); },
             fresh_seed,
             {.bytes = std::numeric_limits<std::size_t>::max(), .depth = Desk::kLimits.depth}};
  std::mutex mutex_;
};

void define(nb::module_& module) {
  // Objects that are alive when Python ends are nobody's mistake.
  nb::set_leak_warnings(false);
  nb::module_ package = nb::module_::import_("duello");
  nb::exception<IllegalMove> illegal_move(package, "IllegalMove", PyExc_ValueError);
  illegal_move.attr("__doc__") = "A move that is not legal, or no move at all.";
  define_game(module, package);
  define_position(package);
  define_view(package);
  define_solution(package);
  define_array(package);
  define_batch(package);
  define_players(module);
  define_strategies(module);
  nb::class_<DeskValue>(module, "Desk")
      .def(nb::init<>())
      .def("answer", &DeskValue::answer, kAnything, nb::sig("def answer(self, question: str, /) -> str"),
           "The answer to a question, both JSON.");
  module.attr("desk") = module.attr("Desk");
  module.attr("version") = DUELLO_VERSION;
  for (const char* const name : {"IllegalMove", "Game", "Position", "View", "Solution", "Array", "Batch"})
    module.attr(name) = package.attr(name);
}

// nanobind has one state for a process; what a second interpreter puts there would break the first. NB_MODULE lets it.
int execute(PyObject* object) {
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
    PyErr_SetString(PyExc_ImportError, "Only the main interpreter of a process can import duello.");
    return -1;
  }
  if (!nb::register_module(object)) return -1;
  try {
    auto module = nb::borrow<nb::module_>(object);
    define(module);
    return 0;
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ImportError, error.what());
  }
  return -1;
}

}  // namespace

}  // namespace duello::python

// NOLINTNEXTLINE(readability-identifier-naming, bugprone-reserved-identifier): as Python calls it
PyMODINIT_FUNC PyInit__duello() {
  static PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(&duello::python::execute)}, {0, nullptr}};
  static PyModuleDef definition{.m_base = PyModuleDef_HEAD_INIT,
                                .m_name = "duello._duello",
                                .m_doc = nullptr,
                                .m_size = 0,
                                .m_methods = nullptr,
                                .m_slots = slots,
                                .m_traverse = nullptr,
                                .m_clear = nullptr,
                                .m_free = nullptr};
  return PyModuleDef_Init(&definition);
}
