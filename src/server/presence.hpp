// In the hall from the first frame to the last.
#pragma once

#include "server/switchboard.hpp"

namespace duello {

class Presence {
 public:
  Presence(Switchboard& board, WebLine& line, const Address& asking) : board_(board), client_(board.open_socket(line)) {
    board_.door()->connected(client_, asking.household().text());
    board_.plan_turn_end();
  }
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;
  ~Presence() {
    board_.close_socket(client_);
    if (board_.door() == nullptr) return;
    board_.door()->left(client_);
    board_.plan_turn_end();
  }

 private:
  Switchboard& board_;
  ClientId client_;
};

}  // namespace duello
