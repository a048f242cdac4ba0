// WebSocket frames (RFC 6455) as bytes: those that come in taken apart, those that we send put together. Knows no
// socket. There are no extensions, so nothing is ever compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace duello {

// Why a WebSocket is closed, as it is said on the wire.
enum class CloseCode : std::uint16_t {
  normal = 1000,
  going_away = 1001,
  protocol_error = 1002,
  unsupported = 1003,
  no_status = 1005,  // never sent
  not_utf8 = 1007,
  policy = 1008,
  too_big = 1009,
  trouble = 1011,
};

// What has come in.
struct FrameEvent {
  enum class Kind : std::uint8_t { message, ping, pong, close, broken };

  Kind kind = Kind::message;
  std::string_view payload{};          // of a message or a control frame; until the next call of `next`
  CloseCode code = CloseCode::normal;  // said by a close frame, or to be said to a client that broke the rules
};

// Takes apart what the other side sends, however it is cut into pieces. Holds memory only while something is
// incomplete.
class FrameReader {
 public:
  // A client masks its frames, and a server must not.
  enum class From : std::uint8_t { client, server };

  explicit FrameReader(std::size_t longest_message, From from = From::client)
      : longest_(longest_message), from_(from) {}

  // The bytes are changed, and must stay until `next` has nothing more.
  void take(std::span<char> bytes);
  // In order; nothing when more bytes are needed. Behind `broken` or `close` nothing comes.
  std::optional<FrameEvent> next();

 private:
  struct Head;

  std::optional<Head> head() const;
  FrameEvent finish(const Head& head, std::span<char> payload);
  FrameEvent control(const Head& head, std::string_view payload);
  FrameEvent broken(CloseCode code);
  // What is left is kept for later.
  void keep_rest();

  std::size_t longest_;
  From from_;
  std::span<char> unread_;  // in what was taken, or in what was kept
  std::string kept_;        // an incomplete frame
  std::string message_;     // fragments so far
  std::size_t fragments_ = 0;
  bool is_kept_ = false;  // unread_ is in kept_
  bool is_over_ = false;
};

// What we send is one frame, not masked.
void append_text_frame(std::string& out, std::string_view message);
void append_ping_frame(std::string& out);
void append_pong_frame(std::string& out, std::string_view payload);
void append_close_frame(std::string& out, CloseCode code, std::string_view why);
// As a client sends it.
void append_masked_text_frame(std::string& out, std::string_view message, std::uint32_t mask);
void append_masked_ping_frame(std::string& out, std::uint32_t mask);
void append_masked_pong_frame(std::string& out, std::string_view payload, std::uint32_t mask);
void append_masked_close_frame(std::string& out, CloseCode code, std::uint32_t mask);

// What a handshake's key is answered with; nothing if it is no such key.
std::optional<std::string> handshake_answer(std::string_view key);

}  // namespace duello
