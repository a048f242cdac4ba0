#include "core/svg.hpp"

#include "core/text.hpp"

namespace duello {

std::string svg_escaped(std::string_view text) {
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

std::string svg_text(int x, int y, std::string_view words, std::string_view attributes) {
  return cat("<text x=\"", x, "\" y=\"", y, "\" ", attributes, '>', svg_escaped(words), "</text>\n");
}

std::string svg_document(int width, int height, std::string_view attributes, std::string_view body) {
  return cat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height, "\" viewBox=\"0 0 ",
             width, ' ', height, "\" ", attributes, ">\n", body, "</svg>\n");
}

}  // namespace duello
