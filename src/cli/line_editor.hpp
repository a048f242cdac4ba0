// A line that is typed in the open and edited as its user is used to: by readline, with the user's own key bindings.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace duello {

// Readline keeps one line for the whole program, so there is one at a time.
class LineEditor {
 public:
  // `next_byte` gives what was typed, or a negative number at its end.
  explicit LineEditor(std::function<int()> next_byte);

  // `offers` are the words that the Tab key completes.
  void begin(const std::string& prompt, std::vector<std::string> offers);
  void take_byte();
  bool is_done() const;
  // What was typed, when it is done; nothing at the end of the input.
  std::optional<std::string> line() const;
  void give_up();
  // Takes the line from the screen, so that something can be shown above it, and puts it there again.
  void make_way();
  void come_back();

  // The screen has another size.
  void resize();
  // Gives the terminal back for a while, and takes it again.
  void leave_terminal();
  void take_terminal();

 private:
  std::function<int()> next_byte_;
  std::vector<std::string> history_;
};

}  // namespace duello
