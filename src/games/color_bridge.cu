// What a graphics processor runs to solve Color Bridge.
#include "games/color_bridge.hpp"
#include "solve/gpu/kernels.hpp"

DUELLO_KERNELS(duello::ColorBridge)
