// What passes between Python and C++: arguments that are checked, results, and errors as Python's exceptions.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <expected>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/seat.hpp"
#include "core/text.hpp"

// Seats are 1 and 2.
template <>
struct nanobind::detail::type_caster<duello::Seat> {
  NB_TYPE_CASTER(duello::Seat, const_name("int"))

  static handle from_cpp(duello::Seat seat, rv_policy /*policy*/, cleanup_list* /*cleanup*/) noexcept {
    return PyLong_FromLong(duello::number(seat));
  }
};

namespace duello::python {

namespace nb = nanobind;

// nanobind translates the exceptions of the C++ library: invalid_argument becomes ValueError, out_of_range IndexError,
// overflow_error OverflowError, runtime_error RuntimeError, bad_alloc MemoryError. These are ours.

// Becomes duello.IllegalMove.
struct IllegalMove : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct TypeError : nb::builtin_exception {
  explicit TypeError(const std::string& sentence)
      : builtin_exception(nb::exception_type::type_error, sentence.c_str()) {}
};

// A MemoryError with a sentence.
class OutOfMemory : public std::bad_alloc {
 public:
  explicit OutOfMemory(const std::string& sentence) : sentence_(sentence) {}
  const char* what() const noexcept override { return sentence_.what(); }

 private:
  std::runtime_error sentence_;
};

// A complaint is the second half of what the terminal says; here it is all of it.
template <class Error>
[[noreturn]] void refuse(const Complaint& complaint) {
  throw Error(cat(complaint.why, '.'));
}

// The value, or the complaint as an exception.
template <class Error = std::invalid_argument, class Value>
Value value_of(std::expected<Value, Complaint> result) {
  if (!result) refuse<Error>(result.error());
  if constexpr (!std::is_void_v<Value>) return *std::move(result);
}

// An argument without a name that may be anything; what it must be is said by whoever takes it.
inline constexpr auto kAnything = nb::arg().none();

inline nb::handle needed(nb::handle object, const char* name) {
  if (object.is_none()) throw TypeError(cat(name, " must not be None."));
  return object;
}

inline void must_be_text(nb::handle object, const char* what) {
  if (!nb::isinstance<nb::str>(object)) throw TypeError(cat(what, " must be a string."));
}

// As long as the object is there.
inline std::string_view text_in(nb::handle object, const char* what) {
  must_be_text(object, what);
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (bytes == nullptr) nb::raise_python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

// A text that somebody made up. Halves of characters, which have no bytes, are spelled out.
inline std::string spelled_text_in(nb::handle object, const char* what) {
  must_be_text(object, what);
  Py_ssize_t size = 0;
  if (const char* const bytes = PyUnicode_AsUTF8AndSize(object.ptr(), &size))
    return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  const nb::object encoded = nb::steal(PyUnicode_AsEncodedString(object.ptr(), "utf-8", "backslashreplace"));
  if (!encoded.is_valid()) nb::raise_python_error();
  const auto bytes = nb::borrow<nb::bytes>(encoded);
  return {bytes.c_str(), bytes.size()};
}

// Of anything that Python takes for a whole number.
inline long long whole(nb::handle object, const char* what, long long least, long long most) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (value == -1 && overflow == 0 && PyErr_Occurred() != nullptr) nb::raise_python_error();
  if (overflow != 0 || value < least || value > most)
    throw std::invalid_argument(cat(what, " must be from ", least, " to ", most, '.'));
  return value;
}

inline int small(nb::handle object, const char* what, int least, int most) {
  return static_cast<int>(whole(object, what, least, most));
}

// A seed, or whatever else has 64 bits.
inline std::uint64_t seed_of(nb::handle object, const char* what = "A seed") {
  const nb::object index = nb::steal(PyNumber_Index(object.ptr()));
  if (!index.is_valid()) nb::raise_python_error();
  const unsigned long long value = PyLong_AsUnsignedLongLong(index.ptr());
  if (value == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw std::invalid_argument(cat(what, " must be a number of at most 64 bits that is not negative."));
  }
  return value;
}

inline Seat seat_of(nb::handle object, const char* what) {
  return whole(object, what, 1, 2) == 1 ? Seat::one : Seat::two;
}

inline bool is_true(nb::handle object) {
  const int answer = PyObject_IsTrue(object.ptr());
  if (answer < 0) nb::raise_python_error();
  return answer == 1;
}

// An object of ours; anything else, None too, is answered with the sentence.
template <class T>
const T& value_in(nb::handle object, const char* sentence) {
  const T* found = nullptr;
  if (!nb::try_cast(object, found, false) || found == nullptr) throw TypeError(sentence);
  return *found;
}

template <class Range, class Make>
nb::tuple tuple_of(const Range& range, const Make& make) {
  nb::tuple_builder all(range.size());
  for (const auto& each : range) all.put(make(each));
  return all.commit();
}
template <class Range>
nb::tuple tuple_of(const Range& range) {
  return tuple_of(range, [](const auto& each) { return each; });
}

// Defines a function of the package alone, whose arguments are anything.
template <class Scope, class Result, class... Arguments>
void def_own(Scope& scope, const char* name, Result (*function)(Arguments...)) {
  scope.def(name, function, (static_cast<void>(sizeof(Arguments)), kAnything)...);
}

// A class of which only the library makes objects. They can be copied, as they never change.
template <class Class>
void def_not_constructible(Class& type, const char* name) {
  type.def("__init__", [name](nb::handle, const nb::args&, const nb::kwargs&) {
    throw TypeError(cat("cannot create 'duello.", name, "' instances"));
  });
}
template <class Class>
void def_copies(Class& type) {
  type.def("__copy__", [](const nb::object& self) { return self; })
      .def("__deepcopy__", [](const nb::object& self, nb::handle /*memo*/) { return self; }, kAnything);
}

}  // namespace duello::python
