// WebSocket frames, for the fuzzers of both ends.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "core/text.hpp"
#include "server/frames.hpp"
#include "tests/fuzz/input.hpp"

namespace duello {

// All that is read of bytes which arrive in such pieces; nothing is longer than it may be.
inline std::string events_of(std::string bytes, std::size_t piece, FrameReader::From from) {
  constexpr std::size_t kLongest = 200;
  FrameReader frames(kLongest, from);
  std::string events;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    frames.take(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)));
    while (const auto event = frames.next()) {
      must(event->payload.size() <= kLongest);
      events += cat(static_cast<int>(event->kind), ' ', static_cast<int>(event->code), ' ', event->payload, '\n');
    }
  }
  return events;
}

// What is read does not depend on how the bytes are cut.
inline void try_frames(std::string_view text, FrameReader::From from) {
  const std::string whole = events_of(std::string(text), text.size() + 1, from);
  for (const std::size_t piece : {1U, 7U}) must(whole == events_of(std::string(text), piece, from));
}

}  // namespace duello
