#include "server/remote.hpp"

#include <openssl/ssl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <csignal>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "json/reader.hpp"
#include "json/writer.hpp"

namespace duello {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using Plain = beast::tcp_stream;
using Secure = beast::ssl_stream<beast::tcp_stream>;
template <class What = void>
using Task = asio::awaitable<What>;

constexpr auto kResult = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::seconds kPatience{15};
constexpr std::chrono::milliseconds kFirstPause{250};
constexpr std::chrono::milliseconds kLongestPause{15'000};
constexpr std::size_t kLongestMessage = std::size_t{4} << 20;

std::string words_of(const error_code& error) {
  if (error == beast::error::timeout) return "it did not answer in time";
  if (error == asio::error::connection_refused) return "nobody listens there";
  if (error == asio::error::host_not_found || error == asio::error::host_not_found_try_again)
    return "no such host is known";
  if (error == websocket::error::upgrade_declined) return "there is no such server of games there";
  if (error.category() == asio::error::get_ssl_category()) return cat("the certificate is not good: ", error.message());
  return error.message();
}

asio::ssl::context checked_context() {
  asio::ssl::context context(asio::ssl::context::tls_client);
  error_code ignored;
  context.set_default_verify_paths(ignored);
  context.set_verify_mode(asio::ssl::verify_peer, ignored);
  return context;
}

template <class Stream>
Task<error_code> connected(Stream& stream, const ServerAddress& server) {
  tcp::resolver resolver(co_await asio::this_coro::executor);
  const auto [unknown, found] = co_await resolver.async_resolve(server.host, server.port, kResult);
  if (unknown) co_return unknown;
  Plain& plain = beast::get_lowest_layer(stream);
  plain.expires_after(kPatience);
  const auto [unreachable, _] = co_await plain.async_connect(found, kResult);
  if (unreachable) co_return unreachable;
  error_code ignored;
  plain.socket().set_option(tcp::no_delay(true), ignored);
  co_return error_code();
}

// The certificate must be that of the host.
Task<error_code> secured(Secure& stream, const ServerAddress& server) {
  error_code wrong;
  stream.set_verify_callback(asio::ssl::host_name_verification(server.host), wrong);
  if (wrong) co_return wrong;
  ::SSL_set_tlsext_host_name(stream.native_handle(), server.host.c_str());
  const auto [error] = co_await stream.async_handshake(asio::ssl::stream_base::client, kResult);
  co_return error;
}
Task<error_code> secured(Plain& /*stream*/, const ServerAddress& /*server*/) { co_return error_code(); }

template <class Stream>
Task<std::expected<RemoteAnswer, Complaint>> exchange(Stream stream, const ServerAddress& server,
                                                      http::request<http::string_body>& request) {
  const auto failed = [&](const error_code& error) {
    return complaint("The server ", server.text(), " cannot be reached: ", words_of(error));
  };
  if (const auto error = co_await connected(stream, server)) co_return failed(error);
  if (const auto error = co_await secured(stream, server)) co_return failed(error);
  if (const auto [error, _] = co_await http::async_write(stream, request, kResult); error) co_return failed(error);
  beast::flat_buffer buffer;
  http::response<http::string_body> response;
  if (const auto [error, _] = co_await http::async_read(stream, buffer, response, kResult); error)
    co_return failed(error);
  co_return RemoteAnswer{response.result_int(), std::move(response.body())};
}

}  // namespace

std::expected<RemoteAnswer, Complaint> posted(const ServerAddress& server, std::string_view target, std::string body) {
  http::request<http::string_body> request(http::verb::post, cat(server.path, target), 11);
  request.set(http::field::host, server.authority());
  request.set(http::field::content_type, "application/json");
  request.body() = std::move(body);
  request.prepare_payload();
  asio::io_context context(1);
  asio::ssl::context tls = checked_context();
  std::expected<RemoteAnswer, Complaint> answer = complaint("The server did not answer");
  const auto keep = [&answer](const std::exception_ptr& thrown, std::expected<RemoteAnswer, Complaint> got) {
    if (!thrown) answer = std::move(got);
  };
  if (server.is_secure)
    asio::co_spawn(context, exchange(Secure(context, tls), server, request), keep);
  else
    asio::co_spawn(context, exchange(Plain(context), server, request), keep);
  context.run();
  return answer;
}

class Remote::Self {
 public:
  Self(TableLink link, std::string name) : link_(std::move(link)), name_(std::move(name)) {
    asio::co_spawn(context_, stay(), asio::detached);
    // Signals are for whoever sits at the console.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { context_.run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  Self(const Self&) = delete;
  Self& operator=(const Self&) = delete;
  ~Self() {
    context_.stop();
    thread_.join();
    ::close(descriptor_);
  }

  int descriptor() const { return descriptor_; }

  std::vector<RemoteEvent> take() {
    const std::scoped_lock lock(mutex_);
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(descriptor_, &count, sizeof count);
    return std::exchange(events_, {});
  }

  void send(std::string id, std::string message) {
    asio::post(context_, [this, id = std::move(id), message = std::move(message)]() mutable {
      if (is_entered_) outbox_.push_back(message);
      unanswered_.emplace_back(std::move(id), std::move(message));
      wake_.cancel();
    });
  }

  void follow(Bookmark mark) {
    const std::scoped_lock lock(mutex_);
    have_ = mark;
  }

 private:
  void tell(RemoteEvent::Kind kind, std::string text) {
    const std::scoped_lock lock(mutex_);
    events_.push_back({kind, std::move(text)});
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto put = ::write(descriptor_, &one, sizeof one);
  }

  std::string entrance() {
    const std::scoped_lock lock(mutex_);
    std::string text;
    {
      JsonObject json(text);
      json.add("enter", link_.table);
      if (!link_.token.empty()) json.add("token", link_.token);
      if (!name_.empty()) json.add("name", name_);
      if (have_.game != 0) append_mark(json.at("have"), have_);
    }
    return text;
  }

  // Comes back as long as it lives.
  Task<> stay() {
    auto pause = kFirstPause;
    while (true) {
      was_entered_ = false;
      error_code error;
      if (link_.server.is_secure)
        error = co_await visit(std::make_shared<websocket::stream<Secure>>(context_, tls_));
      else
        error = co_await visit(std::make_shared<websocket::stream<Plain>>(context_));
      if (!has_been_there_) {
        tell(RemoteEvent::Kind::failed,
             cat("The server ", link_.server.text(), " cannot be reached: ", words_of(error)));
        co_return;
      }
      if (!is_lost_) tell(RemoteEvent::Kind::lost, words_of(error));
      is_lost_ = true;
      pause = was_entered_ ? kFirstPause : std::min(2 * pause, kLongestPause);
      asio::steady_timer timer(context_, pause);
      co_await timer.async_wait(kResult);
    }
  }

  // From the handshake to the drop; why it dropped.
  template <class Socket>
  Task<error_code> visit(std::shared_ptr<Socket> socket) {
    auto& stream = socket->next_layer();
    if (const auto error = co_await connected(stream, link_.server)) co_return error;
    if (const auto error = co_await secured(stream, link_.server)) co_return error;
    beast::get_lowest_layer(*socket).expires_never();
    auto times = websocket::stream_base::timeout::suggested(beast::role_type::client);
    times.handshake_timeout = kPatience;
    times.idle_timeout = 2 * kPatience;
    times.keep_alive_pings = true;
    socket->set_option(times);
    socket->read_message_max(kLongestMessage);
    const auto [declined] =
        co_await socket->async_handshake(link_.server.authority(), cat(link_.server.path, "/api/socket"), kResult);
    if (declined) co_return declined;
    has_been_there_ = true;
    outbox_.assign(1, entrance());
    const auto is_open = std::make_shared<bool>(true);
    asio::co_spawn(context_, write_all(socket, is_open), asio::detached);
    const error_code error = co_await read_all(*socket);
    *is_open = false;
    is_entered_ = false;
    wake_.cancel();
    co_return error;
  }

  template <class Socket>
  Task<error_code> read_all(Socket& socket) {
    while (true) {
      beast::flat_buffer buffer;
      const auto [error, _] = co_await socket.async_read(buffer, kResult);
      if (error) co_return error;
      received(beast::buffers_to_string(buffer.data()));
    }
  }

  template <class Socket>
  Task<> write_all(std::shared_ptr<Socket> socket, std::shared_ptr<bool> is_open) {
    while (*is_open) {
      if (outbox_.empty()) {
        wake_.expires_at(asio::steady_timer::time_point::max());
        co_await wake_.async_wait(kResult);
        continue;
      }
      const std::string message = std::move(outbox_.front());
      outbox_.pop_front();
      const auto [error, _] = co_await socket->async_write(asio::buffer(message), kResult);
      if (error) co_return;  // whoever reads is told, too
    }
  }

  void received(std::string text) {
    const auto value = read_json(text, {.bytes = kLongestMessage, .depth = 16});
    if (!value) return;
    if (const JsonValue* const id = value->find("id"))
      std::erase_if(unanswered_, [&](const auto& each) { return each.first == id->text; });
    // What has not been answered is sent again; what the server knows already it only answers.
    if (value->find("table") != nullptr && !is_entered_) {
      is_entered_ = true;
      was_entered_ = true;
      for (const auto& [_, message] : unanswered_) outbox_.push_back(message);
      wake_.cancel();
      if (std::exchange(is_lost_, false)) tell(RemoteEvent::Kind::back, {});
    }
    tell(RemoteEvent::Kind::message, std::move(text));
  }

  const TableLink link_;
  const std::string name_;
  const int descriptor_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);

  std::mutex mutex_;  // of what both threads use
  std::vector<RemoteEvent> events_;
  Bookmark have_;

  asio::io_context context_{1};
  asio::ssl::context tls_ = checked_context();
  asio::steady_timer wake_{context_};
  std::deque<std::string> outbox_;
  std::vector<std::pair<std::string, std::string>> unanswered_;  // by their ids
  bool has_been_there_ = false;
  bool is_entered_ = false;
  bool was_entered_ = false;  // in the last visit
  bool is_lost_ = false;
  std::thread thread_;
};

Remote::Remote(TableLink link, std::string name) : self_(std::make_unique<Self>(std::move(link), std::move(name))) {}
Remote::~Remote() = default;
int Remote::descriptor() const { return self_->descriptor(); }
std::vector<RemoteEvent> Remote::take() { return self_->take(); }
void Remote::send(std::string id, std::string message) { self_->send(std::move(id), std::move(message)); }
void Remote::follow(Bookmark mark) { self_->follow(mark); }

}  // namespace duello
