// Lines on a terminal that are drawn over themselves while something goes on, and are gone afterwards.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duello {

// They stand on standard error, if that is a terminal that understands control sequences, and nowhere otherwise.
//
// Between two drawings the cursor rests at the beginning of the first line. A terminal that is resized may break lines
// anew or not, but it keeps the cursor with its text; so whatever it did is below the cursor, and is wiped from there.
class LiveLines {
 public:
  LiveLines();
  LiveLines(const LiveLines&) = delete;
  LiveLines& operator=(const LiveLines&) = delete;
  ~LiveLines() { clear(); }

  bool are_shown() const { return shown_; }
  // The columns that a line may take now.
  std::size_t width() const;

  // Each line is cut where the terminal ends, and there are no more of them than it has rows; the last one is always
  // there.
  void draw(std::vector<std::string> lines);
  // To be done before anything else is printed there.
  void clear();

 private:
  bool shown_;
  bool drawn_ = false;
};

// The first so many columns of printable text.
std::string_view first_columns(std::string_view text, std::size_t most);

}  // namespace duello
