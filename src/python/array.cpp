#include "python/array.hpp"

#include "python/values.hpp"

namespace duello::python {

namespace {

const char* format_of(nb::dlpack::dtype type) {
  switch (static_cast<nb::dlpack::dtype_code>(type.code)) {
    case nb::dlpack::dtype_code::Float:
      return "f";
    case nb::dlpack::dtype_code::UInt:
      return type.bits == 8 ? "B" : "Q";
    default:
      return type.bits == 8 ? "b" : type.bits == 16 ? "h" : "i";
  }
}

nb::object to_dlpack(const ArrayValue& self, nb::handle stream, nb::handle max_version, nb::handle device,
                     nb::handle copy) {
  if (!stream.is_none()) throw nb::buffer_error("There is no stream: the numbers are the processor's.");
  if (!device.is_none() && small(nb::object(device[0]), "dl_device", 0, 1'000'000) != nb::device::cpu::value)
    throw nb::buffer_error("The numbers are in the processor's memory.");
  if (is_true(copy)) throw nb::buffer_error("Whoever wants a copy makes one; the numbers are lent.");
  using Owner = std::shared_ptr<const void>;
  const nb::capsule owner(new Owner(self.owner), [](void* kept) noexcept { delete static_cast<Owner*>(kept); });
  const std::array shape{static_cast<std::size_t>(self.shape[0]), static_cast<std::size_t>(self.shape[1])};
  const nb::ndarray<nb::array_api, nb::ro, nb::device::cpu> shared(self.data, static_cast<std::size_t>(self.dimensions),
                                                                   shape.data(), owner, nullptr, self.type);
  return nb::cast(shared).attr("__dlpack__")(nb::arg("max_version") = max_version);
}

int get_buffer(PyObject* object, Py_buffer* buffer, int flags) {
  buffer->obj = nullptr;
  if (!nb::inst_ready(object) || (flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) {
    PyErr_SetString(PyExc_BufferError, "These numbers can only be read.");
    return -1;
  }
  auto& self = *nb::inst_ptr<ArrayValue>(object);
  constexpr int kColumnsAlone = PyBUF_F_CONTIGUOUS & ~PyBUF_STRIDES;
  if (self.dimensions == 2 && std::ranges::min(self.shape) > 1 && (flags & kColumnsAlone) != 0) {
    PyErr_SetString(PyExc_BufferError, "These numbers lie one row after the other.");
    return -1;
  }
  *buffer = {};
  buffer->obj = Py_NewRef(object);
  buffer->buf = const_cast<void*>(self.data);
  buffer->readonly = 1;
  buffer->itemsize = self.type.bits / 8;
  buffer->len = self.shape[0] * self.strides[0];
  buffer->ndim = self.dimensions;
  if ((flags & PyBUF_FORMAT) == PyBUF_FORMAT) buffer->format = const_cast<char*>(self.format);
  if ((flags & PyBUF_ND) == PyBUF_ND) buffer->shape = self.shape.data();
  if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES) buffer->strides = self.strides.data();
  return 0;
}

}  // namespace

nb::object array_of(std::shared_ptr<const void> owner, const void* data, nb::dlpack::dtype type,
                    std::initializer_list<std::size_t> shape) {
  const auto items = std::span(shape);
  const Py_ssize_t item = type.bits / 8;
  const auto rows = static_cast<Py_ssize_t>(items[0]);
  ArrayValue array{std::move(owner), data, type, format_of(type), 1, {rows}, {item}};
  if (items.size() == 2) {
    const auto columns = static_cast<Py_ssize_t>(items[1]);
    array.dimensions = 2;
    array.shape = {rows, columns};
    array.strides = {columns * item, item};
  }
  return nb::cast(std::move(array));
}

void define_array(nb::module_& package) {
  const std::array slots{PyType_Slot{Py_bf_getbuffer, reinterpret_cast<void*>(&get_buffer)}, PyType_Slot{0, nullptr}};
  nb::class_<ArrayValue> type(package, "Array", nb::is_final(), nb::pooled(), nb::type_slots(slots.data()),
                              "Numbers that are shared, not copied: numpy.asarray(array), memoryview(array),\n"
                              "torch.from_dlpack(array). They can only be read.");
  type.def("__dlpack__", &to_dlpack, nb::kw_only(), nb::arg("stream") = nb::none(), nb::arg("max_version") = nb::none(),
           nb::arg("dl_device") = nb::none(), nb::arg("copy") = nb::none(),
           "The numbers, not copied, for libraries that know DLPack.")
      .def(
          "__dlpack_device__", [](const ArrayValue&) { return nb::make_tuple(int{nb::device::cpu::value}, 0); },
          "The processor: (1, 0).")
      .def("__len__", [](const ArrayValue& self) { return self.shape[0]; })
      .def_prop_ro(
          "shape",
          [](const ArrayValue& self) {
            return tuple_of(std::span(self.shape).first(static_cast<std::size_t>(self.dimensions)));
          },
          "How many there are, in each direction.")
      .def_ro("format", &ArrayValue::format, "Of what type, as the module struct has it.");
  def_not_constructible(type, "Array");
}

}  // namespace duello::python
