// duello.Array: numbers in memory of ours, for NumPy and everybody else who knows buffers or DLPack.
#include "python/module.hpp"

namespace duello::python {

namespace {

// As dlpack.h has it: what libraries that compute tell each other of arrays.
namespace dlpack {

struct Device {
  std::int32_t kind;
  std::int32_t number;
};
constexpr Device kProcessor{1, 0};

struct Type {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
};
constexpr std::uint8_t kSigned = 0;
constexpr std::uint8_t kUnsigned = 1;
constexpr std::uint8_t kFloat = 2;

struct Tensor {
  void* data;
  Device device;
  std::int32_t dimensions;
  Type type;
  std::int64_t* shape;
  std::int64_t* strides;  // in elements
  std::uint64_t byte_offset;
};

struct Managed {
  Tensor tensor;
  void* context;
  void (*deleter)(Managed*);

  static constexpr const char* kName = "dltensor";
};

// Since version 1.
struct VersionedManaged {
  std::uint32_t major;
  std::uint32_t minor;
  void* context;
  void (*deleter)(VersionedManaged*);
  std::uint64_t flags;
  Tensor tensor;

  static constexpr const char* kName = "dltensor_versioned";
};
constexpr std::uint64_t kReadOnly = 1;

}  // namespace dlpack

dlpack::Type type_of_format(const ArrayValue& array) {
  const auto bits = static_cast<std::uint8_t>(8 * array.item);
  switch (array.format[0]) {
    case 'f':
      return {dlpack::kFloat, bits, 1};
    case 'B':
    case 'Q':
      return {dlpack::kUnsigned, bits, 1};
    default:
      return {dlpack::kSigned, bits, 1};
  }
}

// What is handed out. It needs nothing of Python's, so that it can be let go of anywhere.
template <class Kind>
struct Lent {
  Kind managed{};
  std::shared_ptr<const void> owner;
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;

  explicit Lent(const ArrayValue& array) : owner(array.owner) {
    for (std::size_t i = 0; i < array.shape.size(); ++i) {
      shape.push_back(array.shape[i]);
      strides.push_back(array.strides[i] / array.item);
    }
    managed.tensor = {.data = const_cast<void*>(array.data),
                      .device = dlpack::kProcessor,
                      .dimensions = static_cast<std::int32_t>(shape.size()),
                      .type = type_of_format(array),
                      .shape = shape.data(),
                      .strides = strides.data(),
                      .byte_offset = 0};
    managed.context = this;
    managed.deleter = [](Kind* kind) { delete static_cast<Lent*>(kind->context); };
    if constexpr (requires { managed.flags; }) {
      managed.major = 1;
      managed.minor = 0;
      managed.flags = dlpack::kReadOnly;
    }
  }
};

template <class Kind>
Ref capsule_of(const ArrayValue& array) {
  auto lent = std::make_unique<Lent<Kind>>(array);
  // Whoever takes it renames the capsule; one that nobody took is let go of with it.
  Ref capsule = Ref::owned(PyCapsule_New(&lent->managed, Kind::kName, [](PyObject* object) {
    if (PyCapsule_IsValid(object, Kind::kName) == 0) return;
    auto* const kind = static_cast<Kind*>(PyCapsule_GetPointer(object, Kind::kName));
    kind->deleter(kind);
  }));
  lent.release();
  return capsule;
}

PyObject* to_dlpack(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<4> asked("__dlpack__", {"stream", "max_version", "dl_device", "copy"}, 0, given, count, keywords);
    if (asked[0] != nullptr) raise(PyExc_BufferError, "There is no stream: the numbers are the processor's.");
    long long major = 0;
    if (asked[1] != nullptr) {
      const Ref first = Ref::owned(PySequence_GetItem(asked[1], 0));
      major = whole(first.get(), "max_version", 0, 1'000'000);
    }
    if (asked[2] != nullptr) {
      const Ref kind = Ref::owned(PySequence_GetItem(asked[2], 0));
      if (whole(kind.get(), "dl_device", 0, 1'000'000) != dlpack::kProcessor.kind)
        raise(PyExc_BufferError, "The numbers are in the processor's memory.");
    }
    if (asked[3] != nullptr && PyObject_IsTrue(asked[3]) == 1)
      raise(PyExc_BufferError, "Whoever wants a copy makes one; the numbers are lent.");
    const ArrayValue& array = in<ArrayValue>(self);
    return major >= 1 ? capsule_of<dlpack::VersionedManaged>(array) : capsule_of<dlpack::Managed>(array);
  });
}

PyObject* dlpack_device(PyObject* /*self*/, PyObject* /*none*/) {
  return Py_BuildValue("ii", dlpack::kProcessor.kind, dlpack::kProcessor.number);
}

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

PyObject* shape(PyObject* self, void* /*closure*/) {
  return answered([&] {
    return tuple(in<ArrayValue>(self).shape, [](Py_ssize_t each) { return number(static_cast<long long>(each)); });
  });
}
PyObject* format(PyObject* self, void* /*closure*/) {
  return answered([&] { return text(in<ArrayValue>(self).format); });
}

Py_ssize_t length(PyObject* self) { return in<ArrayValue>(self).shape[0]; }

PyMethodDef methods[] = {
    {"__dlpack__", method(&to_dlpack), METH_FASTCALL | METH_KEYWORDS,
     "__dlpack__($self, *, stream=None, max_version=None, dl_device=None, copy=None)\n--\n\n"
     "The numbers, not copied, for libraries that know DLPack."},
    {"__dlpack_device__", &dlpack_device, METH_NOARGS, "__dlpack_device__($self)\n--\n\nThe processor: (1, 0)."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef properties[] = {
    {"shape", &shape, nullptr, "How many there are, in each direction.", nullptr},
    {"format", &format, nullptr, "Of what type, as the module struct has it.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

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
  return type_of<ArrayValue>(
      module, "duello.Array",
      {{Py_tp_doc, const_cast<char*>("Numbers that are shared, not copied: numpy.asarray(array), memoryview(array),\n"
                                     "torch.from_dlpack(array). They can only be read.")},
       {Py_tp_methods, methods},
       {Py_tp_getset, properties},
       {Py_sq_length, reinterpret_cast<void*>(&length)},
       {Py_bf_getbuffer, reinterpret_cast<void*>(&buffer_of)}});
}

}  // namespace duello::python
