#include "server/frames.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/text.hpp"

namespace duello {

namespace {

constexpr std::uint8_t kContinuation = 0;
constexpr std::uint8_t kText = 1;
constexpr std::uint8_t kBinary = 2;
constexpr std::uint8_t kClose = 8;
constexpr std::uint8_t kPing = 9;
constexpr std::uint8_t kPong = 10;

constexpr std::size_t kLongestControl = 125;
constexpr std::size_t kMaskBytes = 4;
// Of a message; it counts as one however many it is cut into, and they may be empty.
constexpr std::size_t kMostFragments = 100;

std::uint8_t byte_at(std::span<const char> bytes, std::size_t place) { return static_cast<std::uint8_t>(bytes[place]); }

std::uint64_t number_at(std::span<const char> bytes, std::size_t place, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i) number = number << 8 | byte_at(bytes, place + i);
  return number;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = static_cast<unsigned char>(text.front()) < 0x80 ? 1 : character_bytes(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

void unmask(std::span<char> payload, const std::array<char, kMaskBytes>& mask) {
  for (std::size_t i = 0; i < payload.size(); ++i)
    payload[i] =
        static_cast<char>(static_cast<unsigned char>(payload[i]) ^ static_cast<unsigned char>(mask[i % kMaskBytes]));
}

// Which codes a client may say.
bool may_be_said(std::uint64_t code) {
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

void append_head(std::string& out, std::uint8_t opcode, std::size_t size, std::uint8_t mask_bit) {
  out += static_cast<char>(0x80 | opcode);
  const std::size_t extra = size <= kLongestControl ? 0 : size <= 0xffff ? 2 : 8;
  const std::size_t told = extra == 0 ? size : extra == 2 ? 126 : 127;
  out += static_cast<char>(mask_bit | told);
  for (std::size_t i = extra; i > 0; --i) out += static_cast<char>(size >> (8 * (i - 1)) & 0xff);
}

void append_frame(std::string& out, std::uint8_t opcode, std::string_view payload) {
  append_head(out, opcode, payload.size(), 0);
  out += payload;
}

void append_masked_frame(std::string& out, std::uint8_t opcode, std::string_view payload, std::uint32_t mask) {
  append_head(out, opcode, payload.size(), 0x80);
  std::array<char, kMaskBytes> bytes{};
  std::memcpy(bytes.data(), &mask, kMaskBytes);
  out.append(bytes.data(), bytes.size());
  const std::size_t begin = out.size();
  out += payload;
  unmask(std::span(out).subspan(begin), bytes);
}

}  // namespace

struct FrameReader::Head {
  std::uint8_t opcode = 0;
  bool is_last = false;
  bool is_wrong = false;
  std::array<char, kMaskBytes> mask{};
  std::size_t head_size = 0;
  std::uint64_t payload_size = 0;

  bool is_control() const { return opcode >= kClose; }
};

void FrameReader::take(std::span<char> bytes) {
  if (is_over_) return;
  is_kept_ = !kept_.empty();
  if (is_kept_) kept_.append(bytes.data(), bytes.size());
  unread_ = is_kept_ ? std::span<char>(kept_) : bytes;
}

// As much as can be judged of it is judged before the rest is there.
std::optional<FrameReader::Head> FrameReader::head() const {
  if (unread_.size() < 2) return std::nullopt;
  Head head;
  head.is_last = (byte_at(unread_, 0) & 0x80) != 0;
  head.opcode = byte_at(unread_, 0) & 0x0f;
  const bool has_reserved = (byte_at(unread_, 0) & 0x70) != 0;
  const bool is_masked = (byte_at(unread_, 1) & 0x80) != 0;
  const std::size_t told = byte_at(unread_, 1) & 0x7f;
  const bool is_known = head.opcode <= kBinary || (head.opcode >= kClose && head.opcode <= kPong);
  const bool is_wrong_control = head.is_control() && (!head.is_last || told > kLongestControl);
  const bool is_out_of_place = !head.is_control() && (head.opcode == kContinuation) != (fragments_ > 0);
  const bool must_be_masked = from_ == From::client;
  head.is_wrong = has_reserved || is_masked != must_be_masked || !is_known || is_wrong_control || is_out_of_place;
  if (head.is_wrong) return head;

  const std::size_t extra = told == 126 ? 2 : told == 127 ? 8 : 0;
  const std::size_t mask_size = is_masked ? kMaskBytes : 0;
  head.head_size = 2 + extra + mask_size;
  if (unread_.size() < head.head_size) return std::nullopt;
  head.payload_size = extra == 0 ? told : number_at(unread_, 2, extra);
  // The shortest way to say a size is the only one.
  head.is_wrong = (extra == 2 && head.payload_size <= kLongestControl) ||
                  (extra == 8 && (head.payload_size <= 0xffff || head.payload_size >> 63 != 0));
  std::copy_n(unread_.begin() + static_cast<std::ptrdiff_t>(2 + extra), mask_size, head.mask.begin());
  return head;
}

std::optional<FrameEvent> FrameReader::next() {
  // Fragments that were a message have been looked at.
  if (fragments_ == 0 && !message_.empty()) message_ = {};
  while (!is_over_) {
    const auto found = head();
    if (!found) break;
    if (found->is_wrong) return broken(CloseCode::protocol_error);
    if (!found->is_control() && found->payload_size > longest_ - std::min(message_.size(), longest_))
      return broken(CloseCode::too_big);
    if (unread_.size() - found->head_size < found->payload_size) break;

    const auto payload = unread_.subspan(found->head_size, found->payload_size);
    unread_ = unread_.subspan(found->head_size + found->payload_size);
    if (from_ == From::client) unmask(payload, found->mask);
    if (found->is_control()) return control(*found, {payload.data(), payload.size()});
    if (found->opcode == kBinary) return broken(CloseCode::unsupported);
    if (!found->is_last) {
      if (++fragments_ > kMostFragments) return broken(CloseCode::policy);
      message_.append(payload.data(), payload.size());
      continue;
    }
    return finish(*found, payload);
  }
  keep_rest();
  return std::nullopt;
}

FrameEvent FrameReader::finish(const Head& head, std::span<char> payload) {
  std::string_view whole(payload.data(), payload.size());
  if (head.opcode == kContinuation) {
    message_ += whole;
    fragments_ = 0;
    whole = message_;
  }
  if (!is_utf8(whole)) return broken(CloseCode::not_utf8);
  return {.kind = FrameEvent::Kind::message, .payload = whole};
}

FrameEvent FrameReader::control(const Head& head, std::string_view payload) {
  if (head.opcode == kPing) return {.kind = FrameEvent::Kind::ping, .payload = payload};
  if (head.opcode == kPong) return {.kind = FrameEvent::Kind::pong, .payload = payload};
  FrameEvent event{.kind = FrameEvent::Kind::close, .payload = {}, .code = CloseCode::no_status};
  if (!payload.empty()) {
    const std::uint64_t code = payload.size() < 2 ? 0 : number_at(payload, 0, 2);
    if (!may_be_said(code) || !is_utf8(payload.substr(2))) return broken(CloseCode::protocol_error);
    event.code = static_cast<CloseCode>(code);
  }
  is_over_ = true;
  return event;
}

FrameEvent FrameReader::broken(CloseCode code) {
  is_over_ = true;
  return {.kind = FrameEvent::Kind::broken, .payload = {}, .code = code};
}

void FrameReader::keep_rest() {
  if (is_over_ || unread_.empty()) {
    kept_ = {};
  } else if (!is_kept_) {
    kept_.assign(unread_.data(), unread_.size());
  } else {
    kept_.erase(0, kept_.size() - unread_.size());
  }
  unread_ = {};
}

void append_text_frame(std::string& out, std::string_view message) { append_frame(out, kText, message); }
void append_ping_frame(std::string& out) { append_frame(out, kPing, {}); }
void append_pong_frame(std::string& out, std::string_view payload) {
  append_frame(out, kPong, payload.substr(0, kLongestControl));
}

void append_close_frame(std::string& out, CloseCode code, std::string_view why) {
  if (code == CloseCode::no_status) return append_frame(out, kClose, {});
  const auto number = static_cast<unsigned>(code);
  append_frame(
      out, kClose,
      cat(static_cast<char>(number >> 8), static_cast<char>(number & 0xff), why.substr(0, kLongestControl - 2)));
}

void append_masked_text_frame(std::string& out, std::string_view message, std::uint32_t mask) {
  append_masked_frame(out, kText, message, mask);
}
void append_masked_ping_frame(std::string& out, std::uint32_t mask) { append_masked_frame(out, kPing, {}, mask); }
void append_masked_pong_frame(std::string& out, std::string_view payload, std::uint32_t mask) {
  append_masked_frame(out, kPong, payload.substr(0, kLongestControl), mask);
}
void append_masked_close_frame(std::string& out, CloseCode code, std::uint32_t mask) {
  const auto number = static_cast<unsigned>(code);
  append_masked_frame(out, kClose, cat(static_cast<char>(number >> 8), static_cast<char>(number & 0xff)), mask);
}

std::optional<std::string> handshake_answer(std::string_view key) {
  constexpr std::string_view kGuid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  // Sixteen bytes in base64.
  if (key.size() != 24 || !key.ends_with("==") || key.substr(0, 22).find_first_not_of(kDigits) != key.npos)
    return std::nullopt;
  const std::string hashed = cat(key, kGuid);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(hashed.data(), hashed.size(), digest.data(), &size, EVP_sha1(), nullptr) != 1) return std::nullopt;
  std::array<unsigned char, std::size_t{2} * EVP_MAX_MD_SIZE> text{};
  const int length = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(size));
  return std::string(text.begin(), text.begin() + length);
}

}  // namespace duello
