// Writes SVG, element by element, at the end of a text.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/text.hpp"

namespace duello {

class Svg {
 public:
  // Lengths are written with one digit behind the point.
  struct Attribute {
    Attribute(std::string_view called, std::string_view what) : name(called), value(what) {}
    Attribute(std::string_view called, double number) : name(called), value(fixed(number, 1)) {}
    template <std::integral Number>
    Attribute(std::string_view called, Number number) : name(called), value(cat(number)) {}

    std::string_view name;
    std::string value;
  };
  using Attributes = std::initializer_list<Attribute>;

  void element(std::string_view name, Attributes attributes, Attributes more = {}) {
    begin(name, attributes, more, "/>");
  }
  // An element with any words in it.
  void words(std::string_view name, std::string_view words, Attributes attributes = {}, Attributes more = {});
  void group(Attributes attributes) { begin("g", attributes, {}, ">"); }
  void end_group() { text_ += "</g>"; }
  void add(const Svg& other) { text_ += other.text_; }

  const std::string& text() const { return text_; }
  // All of it as a document of that size.
  std::string document(int width, int height, Attributes attributes) const;

 private:
  void begin(std::string_view name, Attributes attributes, Attributes more, std::string_view end);

  std::string text_;
};

}  // namespace duello
