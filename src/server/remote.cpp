#include "server/remote.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "json/fields.hpp"
#include "json/writer.hpp"
#include "server/web_client.hpp"
#include "system/descriptor.hpp"
#include "system/entropy.hpp"

namespace duello {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::seconds kVisitPatience{15};
constexpr std::chrono::milliseconds kTurn{1'000};  // before it is looked what time it is
constexpr std::chrono::milliseconds kShortestRest{250};
constexpr std::chrono::milliseconds kLongestRest{15'000};
constexpr std::chrono::seconds kLongVisit{30};  // after which it is tried again at once

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

}  // namespace

class Remote::Self {
 public:
  Self(TableLink link, std::string name)
      : link_(std::move(link)), name_(std::move(name)), thread_(quiet_thread([this] { stay(); })) {}
  Self(const Self&) = delete;
  Self& operator=(const Self&) = delete;
  ~Self() {
    stop_.request_stop();
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
    if (socket_ != nullptr) socket_->wake();
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
    while (!stop_.stop_requested()) {
      const auto came = Steady::now();
      const std::string why = visit();
      is_entered_ = false;
      if (stop_.stop_requested() || is_hopeless_) return;
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
  void rest(std::chrono::milliseconds pause) {
    const auto share = std::chrono::milliseconds(fresh_seed() % static_cast<std::uint64_t>(pause.count()));
    std::unique_lock lock(mutex_);
    std::condition_variable_any().wait_for(lock, stop_.get_token(), pause / 2 + share / 2, [] { return false; });
  }

  // From the first byte to the drop; why it dropped.
  std::string visit() {
    trouble_.reset();
    // The server has no use for the table there, but a balancer before several servers may.
    const auto socket =
        ClientSocket::open(link_.server, cat("/api/socket?table=", link_.table), kLimits.bytes,
                           Steady::now() + kVisitPatience, stop_.get_token(), [this](std::string_view text) {
                             if (trouble_) return;
                             if (const auto taken = received(text); !taken) trouble_ = taken.error().why;
                           });
    if (!socket) return socket.error().why;
    use(socket->get());
    const std::string why = talk(**socket);
    use(nullptr);
    return why;
  }

  void use(ClientSocket* socket) {
    const std::scoped_lock lock(mutex_);
    socket_ = socket;
  }

  std::string talk(ClientSocket& socket) {
    const auto entered_by = Steady::now() + kVisitPatience;
    socket.send(entrance());
    while (!stop_.stop_requested()) {
      pick_up(socket);
      socket.turn(Steady::now() + kTurn);
      if (trouble_) return *trouble_;
      if (const auto* const end = socket.end()) return end->is_senseless ? senseless().error().why : end->why;
      if (!is_entered_ && Steady::now() > entered_by) return "it did not answer in time";
    }
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
  void pick_up(ClientSocket& socket) {
    const std::scoped_lock lock(mutex_);
    if (!is_entered_) {
      std::erase_if(unsent_, [](const Sent& each) { return each.id.empty(); });
      return;
    }
    for (Sent& each : std::exchange(unsent_, {})) {
      socket.send(each.message);
      if (!each.id.empty()) unanswered_.push_back(std::move(each));
    }
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
  std::stop_source stop_;

  // Of the messages that the owner still has. They may outlive this.
  const std::shared_ptr<std::atomic<std::size_t>> used_ = std::make_shared<std::atomic<std::size_t>>(0);

  std::mutex mutex_;  // of what both threads use
  std::vector<RemoteEvent> events_;
  std::vector<Sent> unsent_;
  Bookmark have_;
  ClientSocket* socket_ = nullptr;  // while there is one

  std::vector<Sent> unanswered_;
  bool is_entered_ = false;
  bool was_entered_ = false;
  bool is_lost_ = false;
  bool is_turned_away_ = false;
  bool is_hopeless_ = false;
  std::string told_why_;
  std::optional<std::string> trouble_;  // with what the server said
  std::thread thread_;
};

Remote::Remote(TableLink link, std::string name) : self_(std::make_unique<Self>(std::move(link), std::move(name))) {}
Remote::~Remote() = default;
int Remote::descriptor() const { return self_->descriptor(); }
std::vector<RemoteEvent> Remote::take() { return self_->take(); }
void Remote::send(std::string id, std::string message) { self_->send(std::move(id), std::move(message)); }
void Remote::follow(Bookmark mark) { self_->follow(mark); }

}  // namespace duello
