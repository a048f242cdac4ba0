// duello._duello.Batch: many games on flat arrays that Python shares.
#include "python/module.hpp"

namespace duello::python {

namespace {

struct BatchValue {
  Ref owner;
  std::shared_ptr<AnyBatch> batch;
  bool is_busy = false;  // a thread steps it, without Python's lock
};

constexpr const char* kBusy = "Another thread is stepping this batch.";

template <class Work>
PyObject* done(PyObject* self, const Work& work) {
  return answered([&] {
    BatchValue& mine = in<BatchValue>(self);
    const OneAtATime turn(mine.is_busy, kBusy);
    {
      const Unlocked unlocked;
      work(*mine.batch);
    }
    return none();
  });
}

// The actions that were given: any buffer of 32-bit numbers.
class Actions {
 public:
  Actions(PyObject* object, std::size_t games) {
    must(PyObject_GetBuffer(object, &buffer_, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT));
    const std::string_view format = buffer_.format == nullptr ? "B" : buffer_.format;
    const bool fits = buffer_.itemsize == 4 && (format == "i" || format == "l" || format == "=i" || format == "<i");
    if (fits && buffer_.len == static_cast<Py_ssize_t>(4 * games)) return;
    PyBuffer_Release(&buffer_);
    raise(PyExc_ValueError, cat("Actions must be ", games, " numbers of type int32, one behind the other."));
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() { PyBuffer_Release(&buffer_); }

  std::span<const std::int32_t> numbers() const {
    return {static_cast<const std::int32_t*>(buffer_.buf), static_cast<std::size_t>(buffer_.len) / 4};
  }

 private:
  Py_buffer buffer_{};
};

PyObject* step(PyObject* self, PyObject* given) {
  return answered([&] {
    const Actions actions(given, in<BatchValue>(self).batch->games());
    return Ref::owned(done(self, [&](AnyBatch& batch) { batch.step(actions.numbers()); }));
  });
}
PyObject* step_randomly(PyObject* self, PyObject* /*none*/) {
  return done(self, [](AnyBatch& batch) { batch.step_randomly(); });
}
PyObject* reset(PyObject* self, PyObject* /*none*/) {
  return done(self, [](AnyBatch& batch) { batch.reset(); });
}

PyObject* draw(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    BatchValue& mine = in<BatchValue>(self);
    const OneAtATime turn(mine.is_busy, kBusy);
    std::span<const std::int32_t> drawn;
    {
      const Unlocked unlocked;
      drawn = mine.batch->draw();
    }
    return array_of(Module::of(self), mine.batch, drawn, {drawn.size()});
  });
}

PyObject* written(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<2> asked("written", {"game", "action"}, 2, given, count, keywords);
    BatchValue& mine = in<BatchValue>(self);
    const OneAtATime turn(mine.is_busy, kBusy);
    const auto games = static_cast<long long>(mine.batch->games());
    return text(mine.batch->written(static_cast<std::size_t>(whole(asked[0], "game", 0, games - 1)),
                                    static_cast<int>(whole(asked[1], "action", 0, mine.batch->action_count() - 1))));
  });
}

PyObject* arrays(PyObject* self, void* /*closure*/) {
  return answered([&] {
    const std::shared_ptr<AnyBatch>& batch = in<BatchValue>(self).batch;
    const BatchArrays& all = batch->arrays();
    const std::size_t games = batch->games();
    const Module& module = Module::of(self);
    const Ref by_name = Ref::owned(PyDict_New());
    const auto add = [&](const char* name, auto numbers, std::initializer_list<std::size_t> shape) {
      put(by_name.get(), name, array_of(module, batch, numbers, shape));
    };
    add("rewards", all.rewards, {games, 2});
    add("gains", all.gains, {games});
    add("ends", all.ends, {games});
    add("illegal", all.illegal, {games});
    add("movers", all.movers, {games});
    add("masks", all.masks, {games, all.masks.size() / games});
    add("observations", all.observations, {games, all.observations.size() / games});
    return by_name;
  });
}

PyObject* parts(PyObject* self, void* /*closure*/) {
  return answered([&] {
    return tuple(in<BatchValue>(self).batch->observed_parts(), [](const ObservedPart& part) {
      return Ref::owned(Py_BuildValue("s#s#(ii)", part.name.data(), static_cast<Py_ssize_t>(part.name.size()),
                                      part.meaning.data(), static_cast<Py_ssize_t>(part.meaning.size()), part.rows,
                                      part.columns));
    });
  });
}
PyObject* action_count(PyObject* self, void* /*closure*/) {
  return answered([&] { return number(static_cast<long long>(in<BatchValue>(self).batch->action_count())); });
}
PyObject* game(PyObject* self, void* /*closure*/) { return Ref(in<BatchValue>(self).owner).release(); }

PyMethodDef kMethods[] = {
    {"step", &step, METH_O, nullptr},
    {"step_randomly", &step_randomly, METH_NOARGS, nullptr},
    {"reset", &reset, METH_NOARGS, nullptr},
    {"draw", &draw, METH_NOARGS, nullptr},
    {"written", method(&written), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef kProperties[] = {
    {"game", &game, nullptr, nullptr, nullptr},    {"arrays", &arrays, nullptr, nullptr, nullptr},
    {"parts", &parts, nullptr, nullptr, nullptr},  {"actions", &action_count, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

Ref batch_of(PyObject* game, const BatchConditions& conditions) {
  auto batch = make_batch(in<GameValue>(game).game(), conditions);
  if (!batch) raise(PyExc_TypeError, "This game does not number its moves.");
  return made<BatchValue>(Module::of(game).batch, Ref::shared(game), std::move(batch));
}

PyObject* batch_type(PyObject* module) {
  return type_of<BatchValue>(module, "duello._duello.Batch", {{Py_tp_methods, kMethods}, {Py_tp_getset, kProperties}});
}

}  // namespace duello::python
