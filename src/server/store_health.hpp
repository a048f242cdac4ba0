// Whether games can be played just now: the store was there a moment ago, and took what was to be stored.
#pragma once

#include <chrono>
#include <optional>

#include "match/clock.hpp"

namespace duello {

class StoreHealth {
 public:
  // Whether nobody needs to look after the store again.
  bool is_known(Moment now) const { return now < looked_ + kPulse; }
  bool is_well(Moment now) const { return is_there_ && !(troubled_ && now < *troubled_ + kSickness); }

  void found(Moment now) { note(now, true); }
  void missed(Moment now) { note(now, false); }
  void took() { troubled_.reset(); }
  void failed(Moment now) { troubled_ = now; }

 private:
  static constexpr auto kPulse = std::chrono::seconds(1);
  static constexpr auto kSickness = std::chrono::seconds(30);  // that it counts if something could not be stored

  void note(Moment now, bool is_there) {
    looked_ = now;
    is_there_ = is_there;
  }

  Moment looked_{};
  bool is_there_ = true;
  std::optional<Moment> troubled_;
};

}  // namespace duello
