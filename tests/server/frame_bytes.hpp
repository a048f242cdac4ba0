// WebSocket frames as bytes, for tests and benchmarks that are the other end.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace duello {

inline constexpr unsigned char kTextFrame = 0x81;

// As a server sends it. The first byte is as it goes over the wire.
inline std::string frame_bytes(unsigned char first, std::string_view payload, unsigned char mask_bit = 0) {
  std::string frame(1, static_cast<char>(first));
  const std::size_t extra = payload.size() <= 125 ? 0 : payload.size() <= 0xffff ? 2 : 8;
  frame += static_cast<char>(mask_bit | (extra == 0 ? payload.size() : extra == 2 ? 126 : 127));
  for (std::size_t i = extra; i > 0; --i) frame += static_cast<char>(payload.size() >> (8 * (i - 1)) & 0xff);
  if (mask_bit == 0) frame += payload;
  return frame;
}

// As a client sends it.
inline std::string masked_frame_bytes(unsigned char first, std::string_view payload, std::uint32_t mask = 0x5a17c3d2) {
  std::string frame = frame_bytes(first, payload, 0x80);
  std::array<char, 4> bytes{};
  std::memcpy(bytes.data(), &mask, bytes.size());
  frame.append(bytes.data(), bytes.size());
  for (std::size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ bytes[i % bytes.size()]);
  return frame;
}

}  // namespace duello
