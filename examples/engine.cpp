// A complete engine for Duello that plays Color Capture, looking a dozen moves ahead.
//
//   c++ -std=c++20 -O2 -o taker examples/engine.cpp && duello play color-capture --p2 engine:./taker
#include <algorithm>
#include <array>
#include <iostream>
#include <sstream>
#include <string>

int tokens = 15;
int colors = 3;

// What is left of the row, and how many of each color the side to move has and the other side.
struct Row {
  int left = 0;
  int right = tokens - 1;
  std::array<int, 6> mine{};
  std::array<int, 6> theirs{};

  // Whether the token is the one that makes a majority.
  bool wins(int token) const {
    const int color = token % colors;
    return 2 * (mine[static_cast<std::size_t>(color)] + 1) > (tokens - 1 - color) / colors + 1;
  }
  Row after(int token) const {
    Row next{token == left ? left + 1 : left, token == left ? right : right - 1, theirs, mine};
    ++next.theirs[static_cast<std::size_t>(token % colors)];
    return next;
  }
};

// 1 if the side to move wins by taking the token, -1 if it loses, 0 if that is too far away to be seen.
int worth(const Row& row, int token, int depth) {
  if (row.wins(token)) return 1;
  const Row next = row.after(token);
  if (depth == 0 || next.left > next.right) return 0;
  return -std::max(worth(next, next.left, depth - 1), worth(next, next.right, depth - 1));
}

int main() {
  Row row;
  for (std::string line, command, word; command != "quit" && std::getline(std::cin, line);) {
    std::istringstream words(line);
    command.clear();
    words >> command;
    if (command == "duello") {
      std::cout << "id name Taker (C++)\nid author the Duello authors\nprotocol 1\nok\n";
    } else if (command == "game") {
      words >> word;
      if (word != "color-capture") std::cout << "error I only play color-capture, not " << word << '\n';
      while (words >> word) {
        if (word.starts_with("tokens=")) tokens = std::stoi(word.substr(7));
        if (word.starts_with("colors=")) colors = std::stoi(word.substr(7));
      }
    } else if (command == "ready") {
      std::cout << "readyok\n";
    } else if (command == "position") {
      row = {};
      for (words >> word >> word >> word; words >> word;)
        if (word != "swap") row = row.after(word == "1" ? row.left : row.right);
    } else if (command == "go") {
      const bool takes_left = worth(row, row.left, 12) >= worth(row, row.right, 12);
      std::cout << "bestmove " << (takes_left ? 1 : row.right - row.left + 1) << '\n';
    }
    std::cout.flush();
  }
}
