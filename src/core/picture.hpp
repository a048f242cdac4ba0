// A scene as a picture, for whoever shows SVG: a notebook, a browser, a paper.
#pragma once

#include <string>

#include "core/scene.hpp"

namespace duello {

// The picture brings its own ground, so that it can be seen on a white page as on a dark one. Its title is what would
// be read to people who listen.
std::string svg_of(const Scene& scene, const PerSeat<std::string>& names);

}  // namespace duello
