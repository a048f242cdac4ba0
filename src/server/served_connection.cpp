#include "server/served_connection.hpp"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "server/routes.hpp"
#include "server/switchboard.hpp"
#include "server/web_answer.hpp"
#include "server/web_socket.hpp"

namespace duello {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;

template <class What = void>
using Task = WebTask<What>;
using Parser = http::request_parser<http::string_body>;
using Request = Parser::value_type;

constexpr std::string_view kSubprotocol = "duello.1";
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr std::size_t kPiece = 512;       // of a request, in bytes; kept while the next one is waited for
constexpr std::size_t kLengthOfKey = 24;  // of a handshake: sixteen bytes in base64
constexpr std::size_t kSlowest = 8'192;   // of an answer, in bytes a second, that a client must take

// With which status a request that cannot be read is refused; 0 if the other side has gone.
unsigned status_of(const error_code& error) {
  if (error == http::error::body_limit) return 413;
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return 431;
  const bool is_theirs = error.category() == error_code(http::error::bad_method).category();
  return !is_theirs || error == http::error::end_of_stream || error == http::error::partial_message ? 0 : 400;
}

// The status to refuse it with if it is not certain where its body ends; 200 if it is.
unsigned status_of_coding(const Request& request) {
  const auto codings = request.count(http::field::transfer_encoding);
  if (codings == 0) return 200;
  // HTTP/1.0 has no codings, so something between us and the client may have ignored this one.
  if (request.version() < 11) return 400;
  return codings == 1 && beast::iequals(request[http::field::transfer_encoding], "chunked") ? 200 : 501;
}

bool wants_to_be_asked_for_body(const Request& request) {
  return request.version() == 11 && beast::iequals(request[http::field::expect], "100-continue");
}

// All that proxies have written, the last of them at the end.
std::string forwarded_for(const Request& request) {
  std::string all;
  const auto [begin, end] = request.equal_range("X-Forwarded-For");
  for (auto each = begin; each != end; ++each) all += cat(all.empty() ? "" : ",", std::string_view(each->value()));
  return all;
}

// An answer that a connection waits for. Its owner may keep it longer than there is a connection, or forget it.
class Promise {
 public:
  explicit Promise(std::weak_ptr<ServedConnection> connection) : connection_(std::move(connection)) {}
  Promise(Promise&&) = default;
  Promise& operator=(Promise&&) = delete;
  ~Promise() { keep({.status = 503, .body = R"({"error":"The server cannot answer that just now."})"}); }

  void keep(HttpAnswer answer) {
    if (const auto connection = std::exchange(connection_, {}).lock()) connection->answer(std::move(answer));
  }

 private:
  std::weak_ptr<ServedConnection> connection_;
};

class HttpConnection final : public ServedConnection {
 public:
  HttpConnection(TcpSocket socket, Switchboard& board, const Address& peer, Visitors::Visitor* counted,
                 asio::ssl::context* tls)
      : ServedConnection(std::make_unique<Socket>(std::move(socket)), board, peer, counted) {
    buffer_.max_size(board.settings().limits.longest_head);
    if (tls != nullptr) stream().secure(*tls);
  }

  static Task<> serve(std::shared_ptr<HttpConnection> self) {
    if (!co_await self->shake_hands()) co_return;
    Next next = Next::request;
    while (next == Next::request) next = co_await self->answer_request();
    if (next == Next::farewell) co_await self->part();
  }

 private:
  enum class Next : std::uint8_t { request, farewell, nothing };

  Task<bool> shake_hands();
  Task<Next> answer_request();
  // The status to refuse it with; 200 if it is there as a whole, 0 if the other side has gone.
  Task<unsigned> read(Parser& parser);
  Task<Next> respond(WebAnswer answer, Next next);
  Task<WebAnswer> answer_to(const Request& request, const Route& route, const Address& asking);
  Task<Next> upgrade(const Request& request, const Route& route, const Address& asking);
  // The reason not to do it.
  std::optional<WebAnswer> objection_to(const Request& request, const Route& route, const Address& asking);
  bool is_our_name(std::string_view host);
  Task<> part();

  template <class Ask>
  Task<HttpAnswer> asked(Ask ask) {
    asio::use_awaitable_t<WebExecutor> token;
    return asio::async_initiate<asio::use_awaitable_t<WebExecutor>, void(HttpAnswer)>(
        [this](auto handler, Ask asks) {
          waits_ = [executor = stream().get_executor(), handler = std::move(handler)](HttpAnswer answer) mutable {
            asio::post(executor, [handler = std::move(handler), answer = std::move(answer)]() mutable {
              std::move(handler)(std::move(answer));
            });
          };
          // What is thrown from here would end the program. The promise answers in any case.
          try {
            asks(*board_.door(), [promise = Promise(std::static_pointer_cast<HttpConnection>(shared_from_this()))](
                                     HttpAnswer answer) mutable { promise.keep(std::move(answer)); });
          } catch (const std::exception& what) {
            stumbled(what.what());
          }
          board_.plan_alarm();
        },
        token, std::move(ask));
  }

  beast::flat_buffer buffer_;  // what has come of requests
};

Task<bool> HttpConnection::shake_hands() {
  if (stream().tls() == nullptr) co_return true;
  const auto [error] = co_await stream().tls()->async_handshake(asio::ssl::stream_base::server, kWebResult);
  if (error) ++board_.figures().broken;
  co_return !error;
}

Task<unsigned> HttpConnection::read(Parser& parser) {
  if (buffer_.size() == 0) {
    buffer_.shrink_to_fit();
    const auto [error, got] = co_await stream().async_read_some(buffer_.prepare(kPiece), kWebResult);
    if (error) co_return 0;
    buffer_.commit(got);
  }
  expire_in(board_.settings().patience.request);
  const auto [error, size] = co_await http::async_read_header(stream(), buffer_, parser, kWebResult);
  if (error) co_return status_of(error);
  if (const unsigned status = status_of_coding(parser.get()); status != 200) co_return status;
  if (parser.is_done()) co_return 200;
  if (wants_to_be_asked_for_body(parser.get())) {
    const auto [unwritten, sent] = co_await asio::async_write(stream(), asio::buffer(kContinue), kWebResult);
    if (unwritten) co_return 0;
  }
  // Beast adds the trailers of a chunked body to the fields of the head, where anybody could pass for a proxy.
  std::optional<Request::header_type> head;
  if (parser.chunked()) head = parser.get().base();
  const auto [broken, rest] = co_await http::async_read(stream(), buffer_, parser, kWebResult);
  if (head) parser.get().base() = *std::move(head);
  co_return broken ? status_of(broken) : 200;
}

Task<HttpConnection::Next> HttpConnection::answer_request() {
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(board_.settings().limits.longest_head));
  parser.body_limit(board_.settings().limits.longest_body);
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

std::optional<WebAnswer> HttpConnection::objection_to(const Request& request, const Route& route,
                                                      const Address& asking) {
  if (!board_.visitors().at(asking, Clock::now()).may_ask(Clock::now())) {
    WebAnswer answer = refusal(route, 429, "Too many requests come from your address; try again in a moment.");
    answer.headers.emplace_back("Retry-After", "2");
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
    answer.headers.emplace_back("Allow", std::string(route.allows));
    return answer;
  }
  return std::nullopt;
}

// The names in our certificate are ours, too.
bool HttpConnection::is_our_name(std::string_view host) {
  if (is_known_host(host, board_.settings().origin)) return true;
  if (stream().tls() == nullptr) return false;
  const std::string name(host_of(host));
  X509* const certificate = SSL_get_certificate(stream().tls()->native_handle());
  return !name.empty() && certificate != nullptr &&
         X509_check_host(certificate, name.data(), name.size(), 0, nullptr) == 1;
}

Task<HttpConnection::Next> HttpConnection::respond(WebAnswer answer, Next next) {
  if (answer.status >= 500)
    ++board_.figures().failed_requests;
  else if (answer.status >= 400)
    ++board_.figures().refused_requests;
  http::response<http::span_body<const char>> response(static_cast<http::status>(answer.status), 11);
  response.set(http::field::date, board_.date());
  for (const auto& [name, value] : common_headers(board_.is_https())) response.set(name, value);
  for (const auto& [name, value] : answer.headers) response.set(name, value);
  if (answer.has_body()) {
    response.set(http::field::content_type, answer.type);
    response.content_length(answer.bytes().size());
    if (!answer.is_head) response.body() = {answer.bytes().data(), answer.bytes().size()};
  }
  if (next != Next::request) response.set(http::field::connection, "close");
  expire_in(board_.settings().patience.request + std::chrono::seconds(answer.bytes().size() / kSlowest));
  const auto [error, size] = co_await http::async_write(stream(), response, kWebResult);
  expire_in(board_.settings().patience.between);
  co_return error ? Next::nothing : next;
}

Task<WebAnswer> HttpConnection::answer_to(const Request& request, const Route& route, const Address& asking) {
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

Task<HttpConnection::Next> HttpConnection::upgrade(const Request& request, const Route& route, const Address& asking) {
  if (board_.is_stopping()) co_return co_await respond(refusal(route, 503, cat(kServerStopping, '.')), Next::farewell);
  if (!websocket::is_upgrade(request) || request[http::field::sec_websocket_version] != "13") {
    WebAnswer answer = refusal(route, 426, "This address is for WebSockets, version 13.");
    answer.headers.emplace_back("Upgrade", "websocket");
    answer.headers.emplace_back("Sec-WebSocket-Version", "13");
    co_return co_await respond(std::move(answer), Next::farewell);
  }
  if (request[http::field::sec_websocket_key].size() != kLengthOfKey)
    co_return co_await respond(refusal(route, 400, "The handshake has no key that can be used."), Next::farewell);
  if (counted_ == nullptr) {
    const Time now = Clock::now();
    Visitors::Visitor& visitor = board_.visitors().at(asking, now);
    if (!visitor.connect(now)) {
      ++board_.figures().too_many;
      co_return co_await respond(refusal(route, 429, "Too many connections come from your address."), Next::farewell);
    }
    counted_ = &visitor;
  }
  const bool has_protocol = http::token_list(request[http::field::sec_websocket_protocol]).exists(kSubprotocol);
  WebSocketStream& opened = socket().beast;
  opened.set_option(websocket::stream_base::decorator([has_protocol](websocket::response_type& response) {
    for (const auto& [name, value] : common_headers(false)) response.set(name, value);
    if (has_protocol) response.set(http::field::sec_websocket_protocol, kSubprotocol);
    response.set(http::field::server, "Duello");
  }));
  // What came with the request is said already.
  stream().put_back(beast::buffers_to_string(buffer_.data()));
  buffer_.consume(buffer_.size());
  buffer_.shrink_to_fit();
  const auto [error] = co_await opened.async_accept(request, kWebResult);
  // It may have been dropped since that went out.
  if (!error && stream().socket().is_open()) begin(asking);
  co_return Next::nothing;
}

// If a connection is closed while something comes in, the other side loses what it has not read yet. So the server says
// that there is no more, and reads a little longer.
Task<> HttpConnection::part() {
  constexpr std::size_t kMostPieces = 256;
  phase_ = Phase::closing;
  expire_in(board_.settings().patience.farewell);
  if (stream().tls() != nullptr) co_await stream().tls()->async_shutdown(kWebResult);
  stream().end_writing();
  std::array<char, 1024> piece;
  for (std::size_t pieces = 0; pieces < kMostPieces; ++pieces) {
    const auto [error, got] = co_await stream().socket().async_read_some(asio::buffer(piece), kWebResult);
    if (error) break;
  }
  drop();
}

}  // namespace

ServedConnection::ServedConnection(std::unique_ptr<Socket> socket, Switchboard& board, const Address& peer,
                                   Visitors::Visitor* counted)
    : WebConnection(std::move(socket), board.settings().limits, board.settings().patience, board.figures()),
      board_(board),
      peer_(peer),
      counted_(counted) {
  board_.enter(*this);
}

ServedConnection::~ServedConnection() {
  leave_hall();
  if (counted_ != nullptr) counted_->disconnect();
  board_.leave(*this);
}

void ServedConnection::leave_hall() {
  const ClientId left = std::exchange(id_, 0);
  if (left == 0) return;
  board_.close_socket(left);
  if (board_.door() == nullptr) return;
  board_.door()->left(left);
  board_.plan_alarm();
}

void ServedConnection::answer(HttpAnswer answer) {
  if (auto waited = std::exchange(waits_, {})) waited(std::move(answer));
}

void ServedConnection::begin(const Address& asking) {
  id_ = board_.open_socket(*this);
  board_.door()->connected(id_, asking.household().text());
  board_.plan_alarm();
  converse();
}

void ServedConnection::received(std::string_view message) {
  board_.door()->received(id_, message);
  board_.plan_alarm();
}

void ServedConnection::stumbled(std::string_view why) {
  board_.log().tell(LogLevel::error, "trouble with a connection", {{"why", why}});
}

void start_connection(Switchboard& board, TcpSocket socket, const Address& peer, Visitors::Visitor* counted,
                      asio::ssl::context* tls) {
  const WebExecutor executor = socket.get_executor();
  spawn_task(executor, board.log(),
             HttpConnection::serve(std::make_shared<HttpConnection>(std::move(socket), board, peer, counted, tls)));
}

}  // namespace duello
