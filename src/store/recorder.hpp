// Puts a game down in its record as it goes, before anybody is shown the move.
#pragma once

#include <functional>

#include "match/conduct.hpp"
#include "match/replay.hpp"
#include "store/record_file.hpp"

namespace duello {

class Recorder final : public Listener {
 public:
  // `head` is the record without moves and result. `warn` hears, once, that the game cannot be put down; it can be
  // played on all the same, and every move is another try.
  using Warn = std::function<void(const Complaint&)>;

  Recorder(RecordFile& file, Record head, Warn warn) : file_(file), record_(std::move(head)), warn_(std::move(warn)) {}

  const Record& record() const { return record_; }

  // A game without a move is not worth keeping.
  void started(const Duel& duel) override {
    bring_up_to_date(record_, duel.referee());
    if (duel.referee().played() != 0) put();
  }
  void heard(const Duel& duel, std::span<const Event> events) override {
    append_events(record_, duel.referee(), events);
    put();
  }

 private:
  void put() {
    const auto done = file_.put(record_);
    if (done || warned_) return;
    warned_ = true;
    warn_(done.error());
  }

  RecordFile& file_;
  Record record_;
  Warn warn_;
  bool warned_ = false;
};

}  // namespace duello
