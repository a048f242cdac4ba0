// The games there are. A new game is one more name in this list.
#pragma once

#include "games/capture_the_flag.hpp"
#include "games/color_bridge.hpp"
#include "games/color_capture.hpp"
#include "games/color_clash.hpp"
#include "games/energy_capture.hpp"
#include "games/energy_shares.hpp"

namespace duello {

template <class... Games>
struct GameList {
  // Calls `visit` with each game's type.
  template <class Visit>
  static void for_each(Visit visit) {
    (visit.template operator()<Games>(), ...);
  }
};

using AllGames = GameList<ColorCapture, ColorBridge, CaptureTheFlag, ColorClash, EnergyCapture>;

}  // namespace duello
