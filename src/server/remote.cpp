#include "server/remote.hpp"

#include <openssl/evp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include "json/fields.hpp"
#include "json/writer.hpp"
#include "server/frames.hpp"
#include "server/http_client.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::seconds kVisitPatience{15};
constexpr std::chrono::seconds kQuietTime{20};  // before the other side is asked whether it is still there
constexpr std::chrono::milliseconds kShortestRest{250};
constexpr std::chrono::milliseconds kLongestRest{15'000};
constexpr std::chrono::seconds kLongVisit{30};  // after which it is tried again at once

std::uint32_t fresh_mask() { return static_cast<std::uint32_t>(fresh_seed()); }

// Sixteen random bytes in base64.
std::string fresh_key() {
  const std::array<std::uint64_t, 2> random{fresh_seed(), fresh_seed()};
  std::array<unsigned char, 32> text{};
  const int length =
      ::EVP_EncodeBlock(text.data(), reinterpret_cast<const unsigned char*>(random.data()), sizeof random);
  return {text.begin(), text.begin() + length};
}

// Whoever waits for the descriptor goes on.
void ring(int descriptor) {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto put = ::write(descriptor, &one, sizeof one);
}
void quiet(int descriptor) {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto got = ::read(descriptor, &count, sizeof count);
}
// What a value takes of the memory beside itself.
std::size_t memory_of(const JsonValue& value) {
  std::size_t bytes =
      value.text.capacity() + value.keys.capacity() * sizeof(std::string) + value.values.capacity() * sizeof(JsonValue);
  for (const std::string& key : value.keys) bytes += key.capacity();
  for (const JsonValue& each : value.values) bytes += memory_of(each);
  return bytes;
}

Descriptor bell() { return Descriptor(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)); }

// Asks for a WebSocket. What has come behind the answer is left in `rest`.
std::expected<void, Complaint> shake_hands(ClientSocket& socket, const TableLink& link, std::string& rest) {
  const std::string key = fresh_key();
  const auto deadline = Steady::now() + kVisitPatience;
  // The server has no use for the table there, but a balancer before several servers may.
  const std::string request =
      cat("GET ", link.server.path, "/api/socket?table=", link.table, " HTTP/1.1\r\nHost: ", link.server.authority(),
          "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ", key,
          "\r\nSec-WebSocket-Protocol: duello.1\r\n\r\n");
  if (const auto put = socket.write(request, deadline); !put) return put;
  const auto head = read_head(socket, rest, deadline);
  if (!head) return std::unexpected(head.error());
  if (head->status >= 500 || head->status == 429)
    return complaint("it has no room just now (status ", head->status, ')');
  if (head->status != 101 || head->field("sec-websocket-accept") != handshake_answer(key))
    return complaint("there is no server of games there");
  return {};
}

}  // namespace

class Remote::Self {
 public:
  Self(TableLink link, std::string name)
      : link_(std::move(link)), name_(std::move(name)), thread_(quiet_thread([this] { stay(); })) {}
  Self(const Self&) = delete;
  Self& operator=(const Self&) = delete;
  ~Self() {
    is_stopped_ = true;
    ring(stop_.number());
    thread_.join();
  }

  int descriptor() const { return news_.number(); }

  std::vector<RemoteEvent> take() {
    const std::scoped_lock lock(mutex_);
    quiet(news_.number());
    return std::exchange(events_, {});
  }

  void send(std::string id, std::string message) {
    const std::scoped_lock lock(mutex_);
    unsent_.push_back({std::move(id), std::move(message)});
    ring(wake_.number());
  }

  void follow(Bookmark mark) {
    const std::scoped_lock lock(mutex_);
    have_ = mark;
  }

 private:
  struct Sent {
    std::string id;
    std::string message;
  };

  void tell(RemoteEvent event) {
    const std::scoped_lock lock(mutex_);
    events_.push_back(std::move(event));
    ring(news_.number());
  }

  // Comes back as long as it lives.
  void stay() {
    auto pause = kShortestRest;
    while (!is_stopped_) {
      const auto came = Steady::now();
      const std::string why = visit();
      is_entered_ = false;
      if (is_stopped_ || is_hopeless_) return;
      if (!was_entered_) {
        tell({.kind = RemoteEvent::Kind::failed,
              .why = cat("The server ", link_.server.text(), " cannot be reached: ", why)});
        return;
      }
      // Who is turned away when they come back should know it, too.
      if (!std::exchange(is_lost_, true) || (is_turned_away_ && why != told_why_)) {
        told_why_ = why;
        tell({.kind = RemoteEvent::Kind::lost, .why = why});
      }
      is_turned_away_ = false;
      if (Steady::now() - came > kLongVisit) pause = kShortestRest;
      rest(pause);
      pause = std::min(2 * pause, kLongestRest);
    }
  }

  // Not all who have lost a server come back at the same moment.
  void rest(std::chrono::milliseconds pause) const {
    const auto share = std::chrono::milliseconds(fresh_seed() % static_cast<std::uint64_t>(pause.count()));
    pollfd stop{.fd = stop_.number(), .events = POLLIN, .revents = 0};
    ::poll(&stop, 1, static_cast<int>((pause / 2 + share / 2).count()));
  }

  // From the first byte to the drop; why it dropped.
  std::string visit() {
    auto socket = ClientSocket::connect(link_.server, Steady::now() + kVisitPatience, stop_.number());
    if (!socket) return socket.error().why;
    std::string rest;
    if (const auto shaken = shake_hands(*socket, link_, rest); !shaken) return shaken.error().why;
    FrameReader frames(kLimits.bytes, FrameReader::From::server);
    std::string out;
    append_masked_text_frame(out, entrance(), fresh_mask());
    auto heard = Steady::now();  // when something came last
    bool is_asked = false;       // whether it is still there
    auto good = take_in(frames, rest, out);
    while (good && !is_stopped_) {
      pick_up(out);
      if (const auto put = socket->write(std::exchange(out, {}), Steady::now() + kVisitPatience); !put)
        return put.error().why;
      const auto patience = !is_entered_ ? kVisitPatience : is_asked ? 2 * kQuietTime : kQuietTime;
      switch (socket->wait(heard + patience, wake_.number())) {
        case ClientSocket::Came::wake:
          quiet(wake_.number());
          break;
        case ClientSocket::Came::nothing:
          if (!is_entered_ || std::exchange(is_asked, true)) return "it did not answer in time";
          append_masked_ping_frame(out, fresh_mask());
          break;
        case ClientSocket::Came::bytes:
          std::array<char, 16'384> room;
          const auto got = socket->read(room);
          if (!got) return got.error().why;
          if (!*got) break;
          if (**got == 0) return "it hung up";
          heard = Steady::now();
          is_asked = false;
          good = take_in(frames, std::span(room).first(**got), out);
      }
    }
    if (!good) return good.error().why;
    append_masked_close_frame(out, CloseCode::normal, fresh_mask());
    // Whoever does not hear it will find out.
    [[maybe_unused]] const auto said = socket->write(out, Steady::now());
    return {};
  }

  std::string entrance() {
    const std::scoped_lock lock(mutex_);
    std::string text;
    {
      JsonObject json(text);
      json.add("enter", link_.table);
      if (!link_.token.empty()) json.add("token", link_.token);
      if (!name_.empty()) json.add("name", name_);
      if (have_.game != 0) append_mark(json.at("since"), have_);
    }
    return text;
  }

  // What the owner wants to say goes out once the server has let us in.
  void pick_up(std::string& out) {
    const std::scoped_lock lock(mutex_);
    if (!is_entered_) {
      std::erase_if(unsent_, [](const Sent& each) { return each.id.empty(); });
      return;
    }
    for (Sent& each : std::exchange(unsent_, {})) {
      append_masked_text_frame(out, each.message, fresh_mask());
      if (!each.id.empty()) unanswered_.push_back(std::move(each));
    }
  }

  std::expected<void, Complaint> take_in(FrameReader& frames, std::span<char> bytes, std::string& out) {
    frames.take(bytes);
    while (const auto event = frames.next()) {
      switch (event->kind) {
        case FrameEvent::Kind::message:
          if (const auto taken = received(event->payload); !taken) return taken;
          break;
        case FrameEvent::Kind::ping:
          append_masked_pong_frame(out, event->payload, fresh_mask());
          break;
        case FrameEvent::Kind::pong:
          break;
        case FrameEvent::Kind::close:
          return complaint("it hung up");
        case FrameEvent::Kind::broken:
          return senseless();
      }
    }
    return {};
  }

  std::unexpected<Complaint> senseless() {
    is_hopeless_ = true;
    tell({.kind = RemoteEvent::Kind::failed,
          .why = cat("What the server ", link_.server.text(), " says makes no sense")});
    return complaint("it makes no sense");
  }

  std::expected<void, Complaint> received(std::string_view text) {
    auto value = read_json(text, kLimits);
    if (!value) return senseless();
    auto told = JsonFields::lenient(*value, "a message");
    const std::string id = told.text_or_none("id");
    const std::string refused = told.text_or_none("error");
    if (!told.is_good()) return senseless();
    std::erase_if(unanswered_, [&](const Sent& each) { return !id.empty() && each.id == id; });
    if (!refused.empty() && !is_entered_ && was_entered_) {
      is_turned_away_ = true;
      return complaint("it says: ", clause_of(refused));
    }
    if (told.has("table") && !is_entered_) let_in();
    const std::size_t bytes = sizeof(RemoteEvent) + memory_of(*value);
    if (*used_ + bytes > kMostMemory) return complaint("it says too much at once");
    *used_ += bytes;
    std::shared_ptr<const void> memory(nullptr, [used = used_, bytes](const void*) { *used -= bytes; });
    tell({.kind = RemoteEvent::Kind::message, .message = *std::move(value), .memory = std::move(memory)});
    return {};
  }

  void let_in() {
    is_entered_ = true;
    was_entered_ = true;
    {
      // What has not been answered is sent again; what the server knows already it only answers.
      const std::scoped_lock lock(mutex_);
      unsent_.insert(unsent_.begin(), std::make_move_iterator(unanswered_.begin()),
                     std::make_move_iterator(unanswered_.end()));
      unanswered_.clear();
    }
    if (std::exchange(is_lost_, false)) tell({.kind = RemoteEvent::Kind::back});
  }

  const TableLink link_;
  const std::string name_;
  const Descriptor news_ = bell();  // for the owner
  const Descriptor wake_ = bell();  // for the thread
  const Descriptor stop_ = bell();
  std::atomic<bool> is_stopped_ = false;

  // Of the messages that the owner still has. They may outlive this.
  const std::shared_ptr<std::atomic<std::size_t>> used_ = std::make_shared<std::atomic<std::size_t>>(0);

  std::mutex mutex_;  // of what both threads use
  std::vector<RemoteEvent> events_;
  std::vector<Sent> unsent_;
  Bookmark have_;

  std::vector<Sent> unanswered_;
  bool is_entered_ = false;
  bool was_entered_ = false;
  bool is_lost_ = false;
  bool is_turned_away_ = false;
  bool is_hopeless_ = false;
  std::string told_why_;
  std::thread thread_;
};

Remote::Remote(TableLink link, std::string name) : self_(std::make_unique<Self>(std::move(link), std::move(name))) {}
Remote::~Remote() = default;
int Remote::descriptor() const { return self_->descriptor(); }
std::vector<RemoteEvent> Remote::take() { return self_->take(); }
void Remote::send(std::string id, std::string message) { self_->send(std::move(id), std::move(message)); }
void Remote::follow(Bookmark mark) { self_->follow(mark); }

}  // namespace duello
