#include "server/web_connection.hpp"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/string_body.hpp>
#include <concepts>
#include <optional>
#include <utility>

#include "server/frames.hpp"
#include "server/presence.hpp"
#include "server/routes.hpp"
#include "server/web_answer.hpp"

namespace duello {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

using TlsStream = asio::ssl::stream<TcpSocket>;
template <class What = void>
using Task = WebTask<What>;
using Parser = http::request_parser<http::string_body>;
using Request = Parser::value_type;

constexpr std::string_view kSubprotocol = "duello.1";

std::string_view reason_of(unsigned status) {
  const auto text = http::obsolete_reason(static_cast<http::status>(status));
  return {text.data(), text.size()};
}

// With which status a request that cannot be read is refused.
unsigned status_of(const error_code& error) {
  if (error == http::error::body_limit) return 413;
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return 431;
  return 400;
}

// All that proxies have written, the last of them at the end.
std::string forwarded_for(const Request& request) {
  std::string all;
  const auto [begin, end] = request.equal_range("X-Forwarded-For");
  for (auto each = begin; each != end; ++each) all += cat(all.empty() ? "" : ",", std::string_view(each->value()));
  return all;
}

// An answer that a connection waits for. Whoever has it may keep it longer than there is a connection, or forget it.
class Promise {
 public:
  explicit Promise(std::weak_ptr<WebLine> line) : line_(std::move(line)) {}
  Promise(Promise&&) = default;
  Promise& operator=(Promise&&) = delete;
  ~Promise() { keep({.status = 503, .body = R"({"error":"The server cannot answer that just now."})"}); }

  void keep(HttpAnswer answer) {
    if (const auto line = std::exchange(line_, {}).lock()) line->answer(std::move(answer));
  }

 private:
  std::weak_ptr<WebLine> line_;
};

template <class Stream>
class Connection final : public WebLine {
 public:
  static constexpr bool kIsTls = std::same_as<Stream, TlsStream>;

  Connection(Switchboard& board, PlainSockets& sockets, Stream stream, const Address& peer, Visitors::Visitor* counted)
      : WebLine(board, peer, counted), sockets_(sockets), stream_(std::move(stream)) {}

  static Task<> serve(std::shared_ptr<Connection> self) {
    if (!co_await self->shake_hands()) co_return;
    Next next = Next::request;
    while (next == Next::request) next = co_await self->answer_request();
    if constexpr (kIsTls)
      if (next == Next::conversation) co_await self->converse();
    if (next != Next::nothing) co_await self->part();
  }

  void flush() override;
  void drop() override {
    error_code ignored;
    socket().close(ignored);
  }

 private:
  enum class Next : std::uint8_t { request, conversation, farewell, nothing };

  Task<bool> shake_hands();
  Task<Next> answer_request();
  // The status to refuse it with; 200 if it is there as a whole, 0 if the other side has gone.
  Task<unsigned> read(Parser& parser);
  Task<Next> respond(WebAnswer answer, Next next);
  Task<WebAnswer> answer_to(const Request& request, const Route& route, const Address& asking);
  Task<Next> upgrade(const Request& request, const Route& route, const Address& asking);
  // What stands against it.
  std::optional<WebAnswer> objection_to(const Request& request, const Route& route, const Address& asking);
  bool is_our_name(std::string_view host);
  Task<> converse();
  Task<> part();
  TcpSocket& socket() {
    if constexpr (kIsTls) {
      return stream_.next_layer();
    } else {
      return stream_;
    }
  }
  void shut();

  template <class Ask>
  Task<HttpAnswer> asked(Ask ask) {
    asio::use_awaitable_t<WebExecutor> token;
    return asio::async_initiate<asio::use_awaitable_t<WebExecutor>, void(HttpAnswer)>(
        [this](auto handler, Ask asks) {
          waits_ = [executor = stream_.get_executor(), handler = std::move(handler)](HttpAnswer answer) mutable {
            asio::post(executor, [handler = std::move(handler), answer = std::move(answer)]() mutable {
              std::move(handler)(std::move(answer));
            });
          };
          asks(*board_.door(),
               [promise = Promise(weak_from_this())](HttpAnswer answer) mutable { promise.keep(std::move(answer)); });
          board_.plan_turn_end();
        },
        token, std::move(ask));
  }

  PlainSockets& sockets_;
  Stream stream_;
  std::string unread_;
  Address asking_;  // for the conversation
};

template <class Stream>
void Connection<Stream>::flush() {
  is_dirty_ = false;
  if (is_writing_ || queued_.empty()) return;
  ++board_.figures().writes;
  is_writing_ = true;
  written_ = std::exchange(queued_, {});
  asio::async_write(
      stream_, asio::buffer(written_),
      [self = std::static_pointer_cast<Connection>(shared_from_this())](error_code error, std::size_t /*went*/) {
        self->is_writing_ = false;
        self->written_ = {};
        if (error) return self->drop();
        self->flush();
        if (self->phase_ == Phase::closing && !self->is_writing_) self->shut();
      });
}

template <class Stream>
Task<bool> Connection<Stream>::shake_hands() {
  if constexpr (kIsTls) {
    const auto [error] = co_await stream_.async_handshake(asio::ssl::stream_base::server, kWebResult);
    if (error) ++board_.figures().broken;
    co_return !error;
  }
  co_return true;
}

template <class Stream>
Task<unsigned> Connection<Stream>::read(Parser& parser) {
  std::array<char, 2048> piece;
  bool has_begun = false;
  while (true) {
    if (!unread_.empty()) {
      if (!std::exchange(has_begun, true)) expire_in(board_.settings().patience.request);
      error_code error;
      const std::size_t used = parser.put(asio::buffer(unread_), error);
      unread_.erase(0, used);
      if (error && error != http::error::need_more) co_return status_of(error);
      if (parser.is_done()) co_return 200;
      if (!parser.is_header_done() && unread_.size() > board_.settings().limits.longest_head) co_return 431;
    }
    const auto [error, got] = co_await stream_.async_read_some(asio::buffer(piece), kWebResult);
    if (error) co_return 0;
    unread_.append(piece.data(), got);
  }
}

template <class Stream>
Task<typename Connection<Stream>::Next> Connection<Stream>::answer_request() {
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(board_.settings().limits.longest_head));
  parser.body_limit(board_.settings().limits.longest_body);
  parser.eager(true);
  phase_ = Phase::waiting;
  const unsigned status = co_await read(parser);
  if (status == 0) co_return Next::nothing;
  phase_ = Phase::answering;
  ++board_.figures().requests;
  const Request& request = parser.get();
  const Route route = route_of(request.method_string(), request.target());
  if (status != 200) co_return co_await respond(refusal_of_unreadable(route, status), Next::farewell);

  const Address asking = asking_address(peer_, forwarded_for(request), board_.settings().proxies);
  const Next next = request.keep_alive() && !board_.is_stopping() ? Next::request : Next::farewell;
  if (auto objection = objection_to(request, route, asking)) co_return co_await respond(*std::move(objection), next);
  if (route.kind == Route::Kind::socket) co_return co_await upgrade(request, route, asking);
  co_return co_await respond(co_await answer_to(request, route, asking), next);
}

template <class Stream>
std::optional<WebAnswer> Connection<Stream>::objection_to(const Request& request, const Route& route,
                                                          const Address& asking) {
  if (!board_.visitors().at(asking, Clock::now()).may_ask(Clock::now())) {
    WebAnswer answer = refusal(route, 429, "Too many requests come from your address; try again in a moment.");
    answer.headers += "Retry-After: 2\r\n";
    return answer;
  }
  if (request.version() == 11 && request.count(http::field::host) != 1)
    return refusal(route, 400, "A request must name one host.");
  // Programs that speak HTTP/1.0 need not name one; browsers always do.
  if (const auto host = request.find(http::field::host); host != request.end() && !is_our_name(host->value()))
    return refusal(route, 403,
                   "This server does not go by that name: start it with --base-url, or use its IP address.");
  if (route.is_api && request.count(http::field::origin) != 0 &&
      !is_same_origin(request[http::field::origin], request[http::field::host], board_.settings().origin))
    return refusal(route, 403, "Only this server's own page may ask that.");
  if (route.kind == Route::Kind::nothing) return refusal(route, 404, "There is nothing at this address.");
  if (route.kind == Route::Kind::not_allowed) {
    WebAnswer answer = refusal(route, 405, "That cannot be done here.");
    answer.headers += cat("Allow: ", route.allows, "\r\n");
    return answer;
  }
  return std::nullopt;
}

// The names in our certificate are ours, too.
template <class Stream>
bool Connection<Stream>::is_our_name(std::string_view host) {
  if (is_known_host(host, board_.settings().origin)) return true;
  if constexpr (kIsTls) {
    const std::string name(host_of(host));
    X509* const certificate = SSL_get_certificate(stream_.native_handle());
    return !name.empty() && certificate != nullptr &&
           X509_check_host(certificate, name.data(), name.size(), 0, nullptr) == 1;
  }
  return false;
}

template <class Stream>
Task<typename Connection<Stream>::Next> Connection<Stream>::respond(WebAnswer answer, Next next) {
  if (answer.status >= 500)
    ++board_.figures().failed_requests;
  else if (answer.status >= 400)
    ++board_.figures().refused_requests;
  const std::string head = head_text(answer, {.reason = reason_of(answer.status),
                                              .date = board_.date(),
                                              .is_https = board_.is_https(),
                                              .is_last = next != Next::request});
  expire_in(board_.settings().patience.request);
  const std::array<asio::const_buffer, 2> both{asio::buffer(head), asio::buffer(answer.sent())};
  const auto [error, went] = co_await asio::async_write(stream_, both, kWebResult);
  expire_in(board_.settings().patience.between);
  co_return error ? Next::nothing : next;
}

template <class Stream>
Task<WebAnswer> Connection<Stream>::answer_to(const Request& request, const Route& route, const Address& asking) {
  using enum Route::Kind;
  const auto told = [&](HttpAnswer answer) { return told_by_door(route, std::move(answer)); };
  const std::string_view token = bearer_token(request[http::field::authorization]);
  const std::string& body = request.body();
  switch (route.kind) {
    case create:
      co_return told(co_await asked(
          [&](Doorkeeper& door, HttpReply reply) { door.create(body, asking.household().text(), std::move(reply)); }));
    case list:
      co_return told(
          co_await asked([&](Doorkeeper& door, HttpReply reply) { door.list(route.state, std::move(reply)); }));
    case facts:
      co_return told(
          co_await asked([&](Doorkeeper& door, HttpReply reply) { door.facts(route.table, token, std::move(reply)); }));
    case record:
      co_return told(
          co_await asked([&](Doorkeeper& door, HttpReply reply) { door.record(route.table, std::move(reply)); }));
    case accept:
      co_return told(co_await asked([&](Doorkeeper& door, HttpReply reply) {
        door.accept(route.table, body, asking.household().text(), std::move(reply));
      }));
    case withdraw:
      co_return told(co_await asked(
          [&](Doorkeeper& door, HttpReply reply) { door.withdraw(route.table, token, std::move(reply)); }));
    case health:
      if (board_.is_stopping()) co_return told({.status = 503, .body = R"({"ok":false})"});
      co_return told(co_await asked([](Doorkeeper& door, HttpReply reply) { door.health(std::move(reply)); }));
    case metrics:
      if (!any_holds(board_.settings().metrics_readers, asking))
        co_return refusal(route, 403, "These figures are not for you.");
      co_return figures_answer(route, board_.metrics());
    default:
      co_return page_answer(route, board_.site(), request[http::field::accept_encoding],
                            request[http::field::if_none_match]);
  }
}

template <class Stream>
Task<typename Connection<Stream>::Next> Connection<Stream>::upgrade(const Request& request, const Route& route,
                                                                    const Address& asking) {
  if (board_.is_stopping()) co_return co_await respond(refusal(route, 503, cat(kServerStopping, '.')), Next::farewell);
  const bool wants = http::token_list(request[http::field::upgrade]).exists("websocket") &&
                     http::token_list(request[http::field::connection]).exists("upgrade");
  if (!wants || request.version() != 11 || request[http::field::sec_websocket_version] != "13") {
    WebAnswer answer = refusal(route, 426, "This address is for WebSockets, version 13.");
    answer.headers += "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
    co_return co_await respond(std::move(answer), Next::farewell);
  }
  const auto key = handshake_answer(request[http::field::sec_websocket_key]);
  if (!key)
    co_return co_await respond(refusal(route, 400, "The handshake has no key that can be used."), Next::farewell);
  if (counted_ == nullptr) {
    Visitors::Visitor& visitor = board_.visitors().at(asking, Clock::now());
    if (!visitor.connect()) {
      ++board_.figures().too_many;
      co_return co_await respond(refusal(route, 429, "Too many connections come from your address."), Next::farewell);
    }
    counted_ = &visitor;
  }
  const bool has_protocol = http::token_list(request[http::field::sec_websocket_protocol]).exists(kSubprotocol);
  const std::string head = upgrade_text(*key, has_protocol ? kSubprotocol : std::string_view());
  const auto [error, went] = co_await asio::async_write(stream_, asio::buffer(head), kWebResult);
  // It may have been dropped since that went out.
  if (error || !socket().is_open()) co_return Next::nothing;
  if constexpr (kIsTls) {
    asking_ = asking;
    co_return Next::conversation;
  }
  sockets_.take_over({.socket = Descriptor(socket().release()),
                      .peer = peer_,
                      .asking = asking,
                      .counted = std::exchange(counted_, nullptr),
                      .unread = std::move(unread_)});
  co_return Next::nothing;
}

template <class Stream>
Task<> Connection<Stream>::converse() {
  phase_ = Phase::open;
  const Presence presence(board_, *this, asking_);
  FrameReader frames(board_.settings().limits.longest_message);
  std::array<char, 1024> piece;
  // What came behind the request is already here.
  bool goes_on = take(frames, unread_);
  unread_ = {};
  while (goes_on) {
    const auto [error, got] = co_await stream_.async_read_some(asio::buffer(piece), kWebResult);
    goes_on = !error && take(frames, std::span(piece).first(got));
  }
}

// Whoever hangs up while something comes in makes the other side lose what it has not read yet. So it is told that
// there is no more, and read from a little longer.
template <class Stream>
Task<> Connection<Stream>::part() {
  constexpr std::size_t kMostPieces = 256;
  phase_ = Phase::closing;
  expire_in(board_.settings().patience.farewell);
  flush();
  if (!is_writing_) shut();
  std::array<char, 1024> piece;
  for (std::size_t pieces = 0; pieces < kMostPieces; ++pieces) {
    const auto [error, got] = co_await socket().async_read_some(asio::buffer(piece), kWebResult);
    if (error) break;
  }
  drop();
}

template <class Stream>
void Connection<Stream>::shut() {
  error_code ignored;
  socket().shutdown(TcpSocket::shutdown_send, ignored);
}

}  // namespace

void start_connection(Switchboard& board, PlainSockets& sockets, TcpSocket socket, const Address& peer,
                      Visitors::Visitor* counted, asio::ssl::context* tls) {
  const WebExecutor executor = socket.get_executor();
  const auto serve = [&]<class Stream>(Stream stream) {
    auto line = std::make_shared<Connection<Stream>>(board, sockets, std::move(stream), peer, counted);
    spawn_task(executor, board.log(), Connection<Stream>::serve(std::move(line)));
  };
  tls == nullptr ? serve(std::move(socket)) : serve(TlsStream(std::move(socket), *tls));
}

}  // namespace duello
