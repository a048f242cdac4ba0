#include "python/turns.hpp"

#include "match/typed.hpp"

namespace duello::python {

namespace {

Ref bytes_of(int size, const auto& write) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  write(std::span(bytes));
  return Ref::owned(
      PyBytes_FromStringAndSize(reinterpret_cast<const char*>(bytes.data()), static_cast<Py_ssize_t>(bytes.size())));
}

}  // namespace

Pen plain_pen(const AnyGame& game) {
  Pen pen;
  for (const Seat seat : kSeats) pen.names[seat] = game.facts().seats[seat].plain;
  return pen;
}

AnyMove move_in(const Module& module, const AnyGame& game, const AnyView& view, PyObject* written) {
  const auto move = duello::move_in(game, view, view, words_in(written, "A move"));
  if (!move) raise(module.illegal_move, move.error());
  if (!game.allows(view, *move))
    raise(module.illegal_move, Complaint{cat("That move is not legal; ", game.hint(view))});
  return *move;
}

Ref legal_moves(const AnyGame& game, const AnyView& view) {
  constexpr std::uint64_t kMost = 1'000'000;
  const std::uint64_t count = game.count(view);
  if (count > kMost)
    raise(PyExc_OverflowError, cat("There are ", count, " legal moves, too many to list; pick() gives any of them."));
  const Ref all = Ref::owned(PyList_New(0));
  for (std::uint64_t i = 0; i < count; ++i) must(PyList_Append(all.get(), text(game.write(game.pick(view, i))).get()));
  return Ref::owned(PyList_AsTuple(all.get()));
}

Ref legal_move(const AnyGame& game, const AnyView& view, PyObject* index) {
  const auto count = static_cast<long long>(game.count(view));
  if (count == 0) raise(PyExc_IndexError, "There is no legal move.");
  const long long which = whole(index, "index", 0, count - 1);
  return text(game.write(game.pick(view, static_cast<std::uint64_t>(which))));
}

Ref mask_of(const AnyActions& actions, const AnyStepView* movers) {
  return bytes_of(actions.count(), [&](std::span<std::uint8_t> bytes) {
    if (movers != nullptr) actions.mask(*movers, bytes);
  });
}

Ref observation_of(const AnyActions& actions, const AnyStepView& view, std::optional<Seat> side) {
  return bytes_of(actions.observation_size(),
                  [&](std::span<std::uint8_t> bytes) { actions.observe(view, side, bytes); });
}

Ref written_action(const AnyActions& actions, const AnyStepView& movers, PyObject* action) {
  return text(actions.written(movers, static_cast<int>(whole(action, "action", 0, actions.count() - 1))));
}

}  // namespace duello::python
