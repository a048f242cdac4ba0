#include "core/svg.hpp"

namespace duello {

namespace {

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += letter;
    }
  }
  return safe;
}

}  // namespace

void Svg::begin(std::string_view name, Attributes attributes, Attributes more, std::string_view end) {
  append(text_, cat('<', name));
  for (const Attributes& all : {attributes, more})
    for (const Attribute& each : all) append(text_, cat(' ', each.name, "=\"", escaped(each.value), '"'));
  text_ += end;
}

void Svg::words(std::string_view name, std::string_view words, Attributes attributes, Attributes more) {
  begin(name, attributes, more, ">");
  append(text_, cat(escaped(words), "</", name, '>'));
}

std::string Svg::document(int width, int height, Attributes attributes) const {
  Svg whole;
  whole.begin("svg",
              {{"xmlns", "http://www.w3.org/2000/svg"},
               {"width", width},
               {"height", height},
               {"viewBox", cat("0 0 ", width, ' ', height)}},
              attributes, ">");
  return cat(whole.text(), text_, "</svg>\n");
}

}  // namespace duello
