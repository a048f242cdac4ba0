// What positions and views are asked alike: what may be done in a turn, in moves and in numbers.
#pragma once

#include "core/svg.hpp"
#include "json/scenes.hpp"
#include "python/module.hpp"

namespace duello::python {

// As the game calls its players.
Pen plain_pen(const AnyGame& game);

// The move that is written; IllegalMove, with what the terminal would say, if there is none. The view is of the seat to
// move in a game that is not over.
AnyMove move_in(const Module& module, const AnyGame& game, const AnyView& view, PyObject* written);

// All legal moves as they are written; an error if nobody could want to have them all.
Ref legal_moves(const AnyGame& game, const AnyView& view);
Ref legal_move(const AnyGame& game, const AnyView& view, PyObject* index);

// A byte for each action: all 0 if there is no view of somebody to move.
Ref mask_of(const AnyActions& actions, const AnyStepView* movers);
Ref observation_of(const AnyActions& actions, const AnyStepView& view, std::optional<Seat> side);
Ref written_action(const AnyActions& actions, const AnyStepView& movers, PyObject* action);

// A scene, and how its players are called.
struct Drawn {
  Scene scene;
  PerSeat<std::string> names;
};
// Methods of whatever `Draw` draws: what there is to be seen, as JSON, and a picture of it.
template <auto Draw>
PyObject* scene_method(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    std::string json;
    append_scene(json, Draw(self).scene);
    return text(json);
  });
}
template <auto Draw>
PyObject* picture_method(PyObject* self, PyObject* /*none*/) {
  return answered([&] {
    const Drawn drawn = Draw(self);
    return text(svg_of(drawn.scene, drawn.names));
  });
}

inline Ref seat_or_none(std::optional<Seat> who) { return who ? seat(*who) : none(); }

}  // namespace duello::python
