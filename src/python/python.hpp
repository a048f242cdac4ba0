// The little that is needed to speak with Python: references that are let go of, errors that travel, arguments by name.
// Everything keeps to the stable interface of Python 3.11, so that one module serves all that came later.
#pragma once

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <cxxabi.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "core/seat.hpp"
#include "core/text.hpp"
#include "core/watch.hpp"

namespace duello::python {

// Thrown where Python has an error to report.
struct Raised : std::exception {};

// Owns a reference.
class Ref {
 public:
  Ref() = default;
  // Takes over a reference that a call has given; nothing means that the call has failed.
  static Ref owned(PyObject* object) {
    if (object == nullptr) throw Raised{};
    return Ref(object);
  }
  static Ref shared(PyObject* object) {
    Py_INCREF(object);
    return Ref(object);
  }
  Ref(const Ref& other) : object_(other.object_) { Py_XINCREF(object_); }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { Py_XDECREF(object_); }

  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  explicit Ref(PyObject* object) : object_(object) {}
  PyObject* object_ = nullptr;
};

inline void must(int status) {
  if (status < 0) throw Raised{};
}

[[noreturn]] inline void raise(PyObject* kind, const std::string& sentence) {
  PyErr_SetString(kind, sentence.c_str());
  throw Raised{};
}
// A complaint is the second half of what the terminal says; here it is all of it.
[[noreturn]] inline void raise(PyObject* kind, const Complaint& complaint) { raise(kind, cat(complaint.why, '.')); }

inline Ref text(std::string_view value) {
  return Ref::owned(PyUnicode_FromStringAndSize(value.data(), static_cast<Py_ssize_t>(value.size())));
}
inline Ref number(long long value) { return Ref::owned(PyLong_FromLongLong(value)); }
inline Ref number(unsigned long long value) { return Ref::owned(PyLong_FromUnsignedLongLong(value)); }
inline Ref truth(bool value) { return Ref::shared(value ? Py_True : Py_False); }
inline Ref none() { return Ref::shared(Py_None); }
inline Ref seat(Seat value) { return number(static_cast<long long>(duello::number(value))); }

template <class Range, class Make>
Ref list(const Range& range, const Make& make) {
  Ref all = Ref::owned(PyList_New(0));
  for (const auto& each : range) {
    const Ref one = make(each);
    must(PyList_Append(all.get(), one.get()));
  }
  return all;
}

template <class Range, class Make>
Ref tuple(const Range& range, const Make& make) {
  return Ref::owned(PyList_AsTuple(list(range, make).get()));
}

inline void put(PyObject* dictionary, const char* key, const Ref& value) {
  must(PyDict_SetItemString(dictionary, key, value.get()));
}

inline void must_be_text(PyObject* object, const char* what) {
  if (!PyUnicode_Check(object)) raise(PyExc_TypeError, cat(what, " must be a string."));
}

// A text of Python's, as long as the object is there.
inline std::string_view view_of(PyObject* object, const char* what) {
  must_be_text(object, what);
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(object, &size);
  if (bytes == nullptr) throw Raised{};
  return {bytes, static_cast<std::size_t>(size)};
}

// A text that somebody made up. Halves of characters, which have no bytes, are spelled out.
inline std::string words_in(PyObject* object, const char* what) {
  must_be_text(object, what);
  const Ref encoded = Ref::owned(PyUnicode_AsEncodedString(object, "utf-8", "backslashreplace"));
  char* bytes = nullptr;
  Py_ssize_t size = 0;
  must(PyBytes_AsStringAndSize(encoded.get(), &bytes, &size));
  return {bytes, static_cast<std::size_t>(size)};
}

inline long long whole(PyObject* object, const char* what, long long least, long long most) {
  const Ref index = Ref::owned(PyNumber_Index(object));
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
  if (overflow == 0 && value == -1 && PyErr_Occurred() != nullptr) throw Raised{};
  if (overflow != 0 || value < least || value > most)
    raise(PyExc_ValueError, cat(what, " must be from ", least, " to ", most, '.'));
  return value;
}

// A seed, or whatever else has 64 bits.
inline std::uint64_t seed_of(PyObject* object, const char* what = "A seed") {
  const Ref index = Ref::owned(PyNumber_Index(object));
  const unsigned long long value = PyLong_AsUnsignedLongLong(index.get());
  if (value == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    raise(PyExc_ValueError, cat(what, " must be a number of at most 64 bits that is not negative."));
  }
  return value;
}

inline bool is_true(PyObject* object) {
  const int answer = PyObject_IsTrue(object);
  must(answer);
  return answer == 1;
}

inline Seat seat_of(PyObject* object, const char* what) {
  return whole(object, what, 1, 2) == 1 ? Seat::one : Seat::two;
}

// What a function was called with, by its names; those that were not given, or are None, are nothing.
template <std::size_t Count>
class Arguments {
 public:
  Arguments(const char* function, const std::array<const char*, Count>& names, std::size_t required,
            PyObject* const* given, Py_ssize_t positional, PyObject* keywords)
      : names_(names) {
    if (positional > static_cast<Py_ssize_t>(Count)) too_many(function);
    for (Py_ssize_t i = 0; i < positional; ++i) values_[static_cast<std::size_t>(i)] = given[i];
    const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_Size(keywords);
    for (Py_ssize_t i = 0; i < named; ++i) put(function, PyTuple_GetItem(keywords, i), given[positional + i]);
    must_have(function, required);
  }
  // As a type is called.
  Arguments(const char* function, const std::array<const char*, Count>& names, std::size_t required,
            PyObject* positional, PyObject* named)
      : names_(names) {
    const Py_ssize_t size = PyTuple_Size(positional);
    if (size > static_cast<Py_ssize_t>(Count)) too_many(function);
    for (Py_ssize_t i = 0; i < size; ++i) values_[static_cast<std::size_t>(i)] = PyTuple_GetItem(positional, i);
    PyObject* name = nullptr;
    PyObject* value = nullptr;
    for (Py_ssize_t at = 0; named != nullptr && PyDict_Next(named, &at, &name, &value) != 0;)
      put(function, name, value);
    must_have(function, required);
  }

  // Nothing if it was not given.
  PyObject* operator[](std::size_t which) const { return values_[which] == Py_None ? nullptr : values_[which]; }
  // One that may not be None.
  PyObject* needed(std::size_t which) const {
    PyObject* const value = (*this)[which];
    if (value == nullptr) raise(PyExc_TypeError, cat(names_[which], " must not be None."));
    return value;
  }

 private:
  [[noreturn]] static void too_many(const char* function) {
    raise(PyExc_TypeError, cat(function, "() was given too many arguments."));
  }
  void put(const char* function, PyObject* key, PyObject* value) {
    const std::string_view name = view_of(key, "A name");
    std::size_t which = 0;
    while (which < Count && name != names_[which]) ++which;
    if (which == Count) raise(PyExc_TypeError, cat(function, "() has no argument ", name, '.'));
    if (values_[which] != nullptr) raise(PyExc_TypeError, cat(function, "() was given ", name, " twice."));
    values_[which] = value;
  }
  void must_have(const char* function, std::size_t required) const {
    for (std::size_t i = 0; i < required; ++i)
      if (values_[i] == nullptr) raise(PyExc_TypeError, cat(function, "() needs the argument ", names_[i], '.'));
  }

  std::array<const char*, Count> names_;
  std::array<PyObject*, Count> values_{};
};

// Runs what may throw and has Python raise it.
template <class Failed, class Work>
auto guarded(Failed failed, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const Raised&) {  // NOLINT(bugprone-empty-catch): Python knows it already
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return failed;
}
template <class Work>
PyObject* answered(const Work& work) {
  return guarded(static_cast<PyObject*>(nullptr), [&]() -> PyObject* { return work().release(); });
}

// A function as the tables of methods have it, whatever it is called with.
template <class Function>
PyCFunction method(Function* function) {
  // g++ warns of the direct way.
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));  // NOLINT(bugprone-casting-through-void)
}

// The copy of what never changes.
inline PyObject* itself(PyObject* self, PyObject* /*none*/) { return Ref::shared(self).release(); }

// Takes Python's lock again. A thread that comes back while Python ends would be ended here, in the middle of a
// function of ours; it waits for the end instead, as later Pythons have it.
inline void come_back(PyThreadState* state) {
  try {
    PyEval_RestoreThread(state);
  } catch (const abi::__forced_unwind&) {
    while (true) pause();
  }
}

// Others may use Python while this lives. Nothing of Python's may be touched meanwhile.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() { come_back(state_); }

 private:
  PyThreadState* state_;
};

// Keeps others away from what a thread works on without Python's lock.
class OneAtATime {
 public:
  OneAtATime(bool& is_busy, const char* sentence) : is_busy_(is_busy) {
    if (is_busy) raise(PyExc_RuntimeError, sentence);
    is_busy = true;
  }
  OneAtATime(const OneAtATime&) = delete;
  OneAtATime& operator=(const OneAtATime&) = delete;
  ~OneAtATime() { is_busy_ = false; }

 private:
  bool& is_busy_;
};

// Long work, with Python's lock let go of. The thread that was called comes back to Python now and then, to see whether
// somebody wants it to end and to tell how far it is; other threads that take part in the work never touch Python.
class Errand {
 public:
  explicit Errand(PyObject* progress) : progress_(progress), state_(PyEval_SaveThread()) {}
  Errand(const Errand&) = delete;
  Errand& operator=(const Errand&) = delete;
  ~Errand() { come_back(state_); }

  bool goes_on(std::uint64_t done, std::uint64_t total) {
    if (is_stopped_ || std::this_thread::get_id() != caller_ || Clock::now() - last_ < kPause) return !is_stopped_;
    come_back(state_);
    is_stopped_ = !attended(done, total);
    state_ = PyEval_SaveThread();
    last_ = Clock::now();
    return !is_stopped_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPause{40};

  bool attended(std::uint64_t done, std::uint64_t total) const {
    if (PyErr_CheckSignals() != 0) return false;
    if (progress_ == nullptr) return true;
    PyObject* const told = PyObject_CallFunction(progress_, "KK", static_cast<unsigned long long>(done),
                                                 static_cast<unsigned long long>(total));
    Py_XDECREF(told);
    return told != nullptr;
  }

  PyObject* progress_;
  std::thread::id caller_ = std::this_thread::get_id();
  Clock::time_point last_ = Clock::now();
  std::atomic<bool> is_stopped_ = false;
  PyThreadState* state_;
};

// What the work comes to, unless it was stopped; `work` is given a watch.
template <class Work>
auto fetched(PyObject* progress, const Work& work) {
  auto result = [&] {
    Errand errand(progress);
    return work(Watch([&](std::uint64_t done, std::uint64_t total) { return errand.goes_on(done, total); }));
  }();
  if (PyErr_Occurred() != nullptr) throw Raised{};
  return result;
}

// An object of Python's that holds a value of ours.
template <class T>
struct Box {
  PyObject_HEAD T value;
};

template <class T>
T& in(PyObject* self) {
  return reinterpret_cast<Box<T>*>(self)->value;
}

template <class T, class... From>
Ref made(PyObject* type, From&&... from) {
  auto* const kind = reinterpret_cast<PyTypeObject*>(type);
  const auto allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(kind, Py_tp_alloc));
  PyObject* const self = allocate(kind, 0);
  if (self == nullptr) throw Raised{};
  try {
    new (&in<T>(self)) T(std::forward<From>(from)...);
  } catch (...) {
    reinterpret_cast<freefunc>(PyType_GetSlot(kind, Py_tp_free))(self);
    Py_DECREF(type);
    throw;
  }
  return Ref::owned(self);
}

template <class T>
void unmade(PyObject* self) {
  PyTypeObject* const kind = Py_TYPE(self);
  in<T>(self).~T();
  reinterpret_cast<freefunc>(PyType_GetSlot(kind, Py_tp_free))(self);
  Py_DECREF(kind);
}

}  // namespace duello::python
