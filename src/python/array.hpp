// duello.Array: numbers in memory of ours, for NumPy and everybody else who knows buffers or DLPack.
#pragma once

#include <nanobind/ndarray.h>

#include <memory>
#include <span>

#include "python/convert.hpp"

namespace duello::python {

// The numbers belong to something else, which lives as long as anybody looks at them. Nothing is copied.
struct ArrayValue {
  std::shared_ptr<const void> owner;
  const void* data;
  nb::dlpack::dtype type;
  const char* format;  // the same, as Python's module struct has it
  int dimensions;
  std::array<Py_ssize_t, 2> shape;
  std::array<Py_ssize_t, 2> strides;  // in bytes
};

// One or two dimensions, by rows.
nb::object array_of(std::shared_ptr<const void> owner, const void* data, nb::dlpack::dtype type,
                    std::initializer_list<std::size_t> shape);
template <class T>
nb::object array_of(std::shared_ptr<const void> owner, std::span<T> numbers, std::initializer_list<std::size_t> shape) {
  return array_of(std::move(owner), numbers.data(), nb::dtype<std::remove_const_t<T>>(), shape);
}

}  // namespace duello::python
