// duello._duello.Array: numbers in memory of ours, for NumPy and everybody else who knows buffers.
#include "python/module.hpp"

namespace duello::python {

namespace {

int buffer_of(PyObject* self, Py_buffer* buffer, int flags) {
  auto& array = in<ArrayValue>(self);
  if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) {
    PyErr_SetString(PyExc_BufferError, "These numbers can only be read.");
    buffer->obj = nullptr;
    return -1;
  }
  Py_INCREF(self);
  *buffer = {};
  buffer->obj = self;
  buffer->buf = const_cast<void*>(array.data);
  buffer->readonly = 1;
  buffer->itemsize = array.item;
  buffer->len = array.item;
  for (const Py_ssize_t each : array.shape) buffer->len *= each;
  buffer->ndim = static_cast<int>(array.shape.size());
  if ((flags & PyBUF_FORMAT) == PyBUF_FORMAT) buffer->format = const_cast<char*>(array.format);
  if ((flags & PyBUF_ND) == PyBUF_ND) buffer->shape = array.shape.data();
  if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES) buffer->strides = array.strides.data();
  return 0;
}

}  // namespace

Ref array_of(const Module& module, std::shared_ptr<const void> owner, const void* data, const char* format,
             std::size_t item, std::initializer_list<std::size_t> shape) {
  ArrayValue array{std::move(owner), data, format, static_cast<Py_ssize_t>(item), {}, {}};
  for (const std::size_t each : shape) array.shape.push_back(static_cast<Py_ssize_t>(each));
  array.strides.resize(array.shape.size());
  Py_ssize_t stride = array.item;
  for (std::size_t i = array.shape.size(); i-- > 0; stride *= array.shape[i]) array.strides[i] = stride;
  return made<ArrayValue>(module.array, std::move(array));
}

PyObject* array_type(PyObject* module) {
  return type_of<ArrayValue>(module, "duello._duello.Array", {{Py_bf_getbuffer, reinterpret_cast<void*>(&buffer_of)}});
}

}  // namespace duello::python
