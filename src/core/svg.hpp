// What all SVG of ours has: words that are safe in it, and the whole document. Attributes are as SVG writes them.
#pragma once

#include <string>
#include <string_view>

namespace duello {

std::string svg_escaped(std::string_view text);
std::string svg_text(int x, int y, std::string_view words, std::string_view attributes);
std::string svg_document(int width, int height, std::string_view attributes, std::string_view body);

}  // namespace duello
