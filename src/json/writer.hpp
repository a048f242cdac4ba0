// Writes JSON at the end of a string, piece by piece: nothing is built up in memory first.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/seat.hpp"
#include "core/text.hpp"

namespace duello {

// Any text; bytes that are no UTF-8 become U+FFFD.
void append_json(std::string& text, std::string_view value);
// Rounded to twelve digits behind the point, and without noughts at their end; null for what is no number below
// kFixedBound.
void append_json(std::string& text, double value);
void append_null(std::string& text);

// A template, so that a pointer does not become one.
template <std::same_as<bool> Flag>
void append_json(std::string& text, Flag value) {
  text += value ? "true" : "false";
}

template <std::integral Number>
  requires(!std::same_as<Number, bool> && !std::same_as<Number, char>)
void append_json(std::string& text, Number value) {
  append(text, value);
}

inline void append_json(std::string& text, Seat seat) { append(text, number(seat)); }

template <class Plain>
void append_json(std::string& text, const std::optional<Plain>& value) {
  value ? append_json(text, *value) : append_null(text);
}

// A list of whatever there is; `append_each(text, each)` writes one.
template <class List, class AppendEach>
void append_list(std::string& text, const List& list, const AppendEach& append_each) {
  text += '[';
  bool first = true;
  for (const auto& each : list) {
    if (!first) text += ',';
    first = false;
    append_each(text, each);
  }
  text += ']';
}

template <class Plain>
void append_json(std::string& text, const std::vector<Plain>& list) {
  append_list(text, list, [](std::string& at, const Plain& each) { append_json(at, each); });
}

template <class Plain, std::size_t Size>
void append_json(std::string& text, const std::array<Plain, Size>& list) {
  append_list(text, list, [](std::string& at, const Plain& each) { append_json(at, each); });
}

// An object, which is whole at the end of its life.
class JsonObject {
 public:
  explicit JsonObject(std::string& text) : text_(text) { text_ += '{'; }
  ~JsonObject() { text_ += '}'; }
  JsonObject(const JsonObject&) = delete;
  JsonObject& operator=(const JsonObject&) = delete;

  // Where the value of the next key is to be written.
  std::string& at(std::string_view key) {
    if (!first_) text_ += ',';
    first_ = false;
    append_json(text_, key);
    text_ += ':';
    return text_;
  }

  template <class Plain>
  JsonObject& add(std::string_view key, const Plain& value) {
    append_json(at(key), value);
    return *this;
  }
  template <class List, class AppendEach>
  JsonObject& add(std::string_view key, const List& list, const AppendEach& append_each) {
    append_list(at(key), list, append_each);
    return *this;
  }

 private:
  std::string& text_;
  bool first_ = true;
};

// A document of its own, as `append_noun(text, noun…)` writes it.
template <class AppendNoun, class... Noun>
std::string json_text(const AppendNoun& append_noun, const Noun&... noun) {
  std::string text;
  append_noun(text, noun...);
  return text;
}

// An object of its own; `add_all(json)` adds what is in it.
template <class AddAll>
std::string object_text(const AddAll& add_all) {
  std::string text;
  {
    JsonObject json(text);
    add_all(json);
  }
  return text;
}

}  // namespace duello
