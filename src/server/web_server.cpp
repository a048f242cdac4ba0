#include "server/web_server.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <csignal>
#include <ctime>
#include <list>
#include <optional>
#include <thread>
#include <utility>

#include "json/writer.hpp"
#include "server/frames.hpp"
#include "server/routes.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

// Named, not wrapped: that saves a virtual call at every turn.
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<tcp, Executor>;
using TlsStream = asio::ssl::stream<Socket>;
using Acceptor = asio::basic_socket_acceptor<tcp, Executor>;
using SteadyClock = std::chrono::steady_clock;
using Timer = asio::basic_waitable_timer<SteadyClock, asio::wait_traits<SteadyClock>, Executor>;
using Time = SteadyClock::time_point;
using Duration = WebPatience::Duration;
template <class What = void>
using Task = asio::awaitable<What, Executor>;
using Parser = http::request_parser<http::string_body>;
using Request = Parser::value_type;

constexpr auto kResult = asio::as_tuple(asio::use_awaitable_t<Executor>());

constexpr std::string_view kStopping = "The server is being stopped; come back in a moment";
constexpr std::string_view kSubprotocol = "duello.1";
constexpr std::string_view kSentence = "text/plain; charset=utf-8";
constexpr std::string_view kAlways =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";
// The page brings its own policy; this part of it counts only as a header.
// The page asks for its own address to learn whether whoever sends it has tables too.
constexpr std::string_view kPagePolicy = "Content-Security-Policy: frame-ancestors 'none'\r\nDuello-Tables: here\r\n";
constexpr std::string_view kApiPolicy =
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\nCache-Control: no-store\r\n";
constexpr std::string_view kStrictTransport = "Strict-Transport-Security: max-age=31536000\r\n";

Moment wall_clock() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

Address address_of(const tcp::endpoint& endpoint) {
  Address address;
  const auto given = endpoint.address();
  address.bytes =
      (given.is_v4() ? asio::ip::make_address_v6(asio::ip::v4_mapped, given.to_v4()) : given.to_v6()).to_bytes();
  return address;
}

tcp::endpoint endpoint_of(const Endpoint& endpoint) {
  const asio::ip::address_v6 address(endpoint.address.bytes);
  if (endpoint.address.is_version_4()) return {asio::ip::make_address_v4(asio::ip::v4_mapped, address), endpoint.port};
  return {address, endpoint.port};
}

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

std::string_view sentence_for(unsigned status) {
  switch (status) {
    case 413:
      return "That is more than is taken here.";
    case 431:
      return "The head of the request is too long.";
    default:
      return "That is no request that can be understood.";
  }
}

// As the head of an answer wants it.
std::string date_text(std::time_t now) {
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 40> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

// All that proxies have written, the last of them at the end.
std::string forwarded_for(const Request& request) {
  std::string all;
  const auto [begin, end] = request.equal_range("X-Forwarded-For");
  for (auto each = begin; each != end; ++each) all += cat(all.empty() ? "" : ",", std::string_view(each->value()));
  return all;
}

struct WebAnswer {
  unsigned status = 200;
  std::string_view type = "application/json";
  std::string body{};
  std::string_view file{};  // instead of a body
  std::string headers{};    // besides those that all have, each with its end
  bool is_head = false;

  std::string_view bytes() const { return file.empty() ? std::string_view(body) : file; }
};

WebAnswer refusal(const Route& route, unsigned status, std::string_view sentence) {
  WebAnswer answer{.status = status, .headers = std::string(kApiPolicy), .is_head = route.is_head};
  if (route.is_api) {
    JsonObject(answer.body).add("refused", sentence);
  } else {
    answer.type = kSentence;
    answer.body = cat(sentence, '\n');
  }
  return answer;
}

std::expected<asio::ssl::context, Complaint> tls_context(const WebSettings& settings) {
  for (const std::string& file : {settings.certificate, settings.key})
    if (const auto readable = contents_of(file, std::uint64_t{1} << 20); !readable)
      return std::unexpected(readable.error());
  asio::ssl::context context(asio::ssl::context::tls_server);
  SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
  SSL_CTX_set_options(context.native_handle(), SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_mode(context.native_handle(), SSL_MODE_RELEASE_BUFFERS);
  error_code error;
  if (context.use_certificate_chain_file(settings.certificate, error))
    return complaint(path_in_quotes(settings.certificate), " holds no certificate in PEM form");
  if (context.use_private_key_file(settings.key, asio::ssl::context::pem, error) ||
      SSL_CTX_check_private_key(context.native_handle()) != 1)
    return complaint(path_in_quotes(settings.key), " holds no key in PEM form that belongs to the certificate in ",
                     path_in_quotes(settings.certificate));
  return context;
}

// What is known of any connection, whatever carries it.
class Line : public std::enable_shared_from_this<Line> {
 public:
  enum class Phase : std::uint8_t {
    waiting,    // for a request
    answering,  // one
    open,       // a WebSocket
    closing,    // nothing more is said but what is queued
  };

  Line(WebServer::Loop& loop, const Address& peer);
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  virtual ~Line();

  // One message more; leaves when the loop has done its turn.
  void send(std::string_view message);
  void say_goodbye(CloseCode code, std::string_view why);
  // Writes what is queued.
  virtual void flush() = 0;
  // Hangs up. Whoever waits for the other side finds out later.
  virtual void drop() = 0;

  void pass_time(Time now);
  // What it has waited for, if it still does.
  void answer(HttpAnswer answer);
  // Nothing will come any more.
  void give_up_waiting() { const auto waited = std::exchange(waits_, {}); }
  bool has_queued() const { return !queued_.empty() || !written_.empty(); }
  Phase phase() const { return phase_; }

 protected:
  void expire_in(Duration patience) { deadline_ = SteadyClock::now() + patience; }
  void want_flush();
  // Takes apart what has come; false if nothing more is to be read.
  bool take(FrameReader& frames, std::span<char> bytes);
  bool meet(const FrameEvent& event);

  friend class WebServer::Loop;
  WebServer::Loop& loop_;
  Address peer_;
  Visitors::Visitor* counted_ = nullptr;  // whose connection it is; nobody's that of a proxy
  Time deadline_;
  std::size_t place_ = 0;  // among all
  ClientId id_ = 0;        // if it is a WebSocket
  HttpReply waits_;        // for the doorkeeper's answer
  std::string queued_;
  std::string written_;  // just being so
  Phase phase_ = Phase::waiting;
  bool is_dirty_ = false;
  bool is_writing_ = false;
  bool awaits_pong_ = false;
};

}  // namespace

class WebServer::Loop {
 public:
  Loop(WebSettings settings, Site site, const Log& log)
      : settings_(std::move(settings)), site_(std::move(site)), log_(log), visitors_(settings_.limits.of_address) {}

  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop();

  std::expected<void, Complaint> open();
  std::expected<void, Complaint> load_certificate();
  void run(Doorkeeper& door, StopSignals signals);
  void stop();

  const WebSettings& settings() const { return settings_; }
  const Site& site() const { return site_; }
  const Log& log() const { return log_; }
  WebFigures& figures() { return figures_; }
  Visitors& visitors() { return visitors_; }
  const std::vector<Endpoint>& endpoints() const { return endpoints_; }
  asio::io_context& context() { return io_; }
  asio::ssl::context& tls() { return *tls_; }
  bool has_tls() const { return !settings_.certificate.empty(); }
  bool is_stopping() const { return is_stopping_; }
  // Nobody, once the loop has come to its end.
  Doorkeeper* door() { return door_; }

  void enter(Line& line);
  void leave(const Line& line);
  ClientId open_socket(Line& line);
  void close_socket(ClientId client);
  Line* client(ClientId client);

  void want_flush(Line& line);
  // The door was asked something, so it may want to be called at another time.
  void plan_turn_end();
  std::string_view date();
  std::string metrics() const;

 private:
  std::expected<void, Complaint> listen(const Endpoint& endpoint);
  Task<> accept(Acceptor& acceptor);
  void admit(Socket socket);
  template <class Stream>
  void start(Socket socket, const Address& peer);
  void end_turn();
  void set_alarm();
  Task<> keep_time();
  Task<> heed_signals();
  Task<> wind_up();
  Task<> pause(Duration duration);
  bool has_queued() const;
  template <class Work>
  void spawn(Work work);

  WebSettings settings_;
  Site site_;
  const Log& log_;
  WebFigures figures_;
  Visitors visitors_;
  Doorkeeper* door_ = nullptr;
  std::vector<Line*> lines_;
  boost::unordered_flat_map<ClientId, Line*> clients_;
  ClientId last_client_ = 0;
  std::vector<std::weak_ptr<Line>> dirty_;
  std::vector<Endpoint> endpoints_;
  std::optional<asio::ssl::context> tls_;
  std::optional<Moment> alarm_at_;
  std::time_t dated_ = 0;
  std::string date_;
  Time troubled_{};
  bool is_turn_planned_ = false;
  bool is_stopping_ = false;
  // What follows goes before the rest: connections that are left leave through what is above.
  // One thread has all that is done here; others only post.
  asio::io_context io_{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO};
  Timer alarm_{io_};
  std::list<Acceptor> acceptors_;
  std::optional<asio::signal_set> signals_;
};

namespace {

using Loop = WebServer::Loop;

// An answer that a connection waits for. Whoever has it may keep it longer than there is a connection, or forget it.
class Promise {
 public:
  explicit Promise(std::weak_ptr<Line> line) : line_(std::move(line)) {}
  Promise(Promise&&) = default;
  Promise& operator=(Promise&&) = delete;
  ~Promise() { keep({.status = 503, .body = R"({"refused":"The server cannot answer that just now."})"}); }

  void keep(HttpAnswer answer) {
    if (const auto line = std::exchange(line_, {}).lock()) line->answer(std::move(answer));
  }

 private:
  std::weak_ptr<Line> line_;
};

template <class Stream>
class Connection final : public Line {
 public:
  static constexpr bool kIsTls = std::same_as<Stream, TlsStream>;

  Connection(Loop& loop, Stream stream, const Address& peer) : Line(loop, peer), stream_(std::move(stream)) {}

  static Task<> serve(std::shared_ptr<Connection> self) {
    if (!co_await self->shake_hands()) co_return;
    Next next = Next::request;
    while (next == Next::request) next = co_await self->answer_request();
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
  WebAnswer page(const Request& request, const Route& route) const;
  WebAnswer metrics(const Route& route, const Address& asking) const;
  Task<Next> upgrade(const Request& request, const Route& route, const Address& asking);
  // What stands against it.
  std::optional<WebAnswer> objection_to(const Request& request, const Route& route, const Address& asking);
  Task<> converse();
  Task<> part();
  Socket& socket() {
    if constexpr (kIsTls) {
      return stream_.next_layer();
    } else {
      return stream_;
    }
  }
  void shut();

  template <class Ask>
  Task<HttpAnswer> asked(Ask ask) {
    asio::use_awaitable_t<Executor> token;
    return asio::async_initiate<asio::use_awaitable_t<Executor>, void(HttpAnswer)>(
        [this](auto handler, Ask asks) {
          waits_ = [&io = loop_.context(), handler = std::move(handler)](HttpAnswer answer) mutable {
            asio::post(io, [handler = std::move(handler), answer = std::move(answer)]() mutable {
              std::move(handler)(std::move(answer));
            });
          };
          asks(*loop_.door(),
               [promise = Promise(weak_from_this())](HttpAnswer answer) mutable { promise.keep(std::move(answer)); });
          loop_.plan_turn_end();
        },
        token, std::move(ask));
  }

  Stream stream_;
  std::string unread_;
  Address asking_;  // for the conversation
};

}  // namespace

// ---- Line

namespace {

Line::Line(WebServer::Loop& loop, const Address& peer)
    : loop_(loop), peer_(peer), deadline_(SteadyClock::now() + loop.settings().patience.request) {
  loop_.enter(*this);
}

Line::~Line() {
  if (counted_ != nullptr) counted_->disconnect();
  loop_.leave(*this);
}

void Line::want_flush() {
  if (!std::exchange(is_dirty_, true)) loop_.want_flush(*this);
}

void Line::send(std::string_view message) {
  if (phase_ != Phase::open) return;
  append_text_frame(queued_, message);
  ++loop_.figures().sent;
  if (queued_.size() + written_.size() > loop_.settings().limits.longest_queue) {
    ++loop_.figures().too_slow;
    phase_ = Phase::closing;
    queued_ = {};
    drop();
    return;
  }
  want_flush();
}

void Line::say_goodbye(CloseCode code, std::string_view why) {
  if (phase_ == Phase::waiting) drop();
  if (phase_ != Phase::open) return;
  phase_ = Phase::closing;
  append_close_frame(queued_, code, why);
  expire_in(loop_.settings().patience.farewell);
  want_flush();
}

void Line::answer(HttpAnswer answer) {
  if (auto waited = std::exchange(waits_, {})) waited(std::move(answer));
}

void Line::pass_time(Time now) {
  if (now < deadline_) return;
  if (phase_ == Phase::open && !awaits_pong_) {
    awaits_pong_ = true;
    expire_in(loop_.settings().patience.pong);
    append_ping_frame(queued_);
    want_flush();
    return;
  }
  if (phase_ == Phase::open) ++loop_.figures().gone;
  if (phase_ == Phase::answering) ++loop_.figures().too_slow;
  deadline_ = Time::max();
  drop();
}

bool Line::take(FrameReader& frames, std::span<char> bytes) {
  loop_.figures().bytes_received += bytes.size();
  if (phase_ == Phase::open) {
    awaits_pong_ = false;
    expire_in(loop_.settings().patience.quiet);
  }
  frames.take(bytes);
  while (const auto event = frames.next())
    if (!meet(*event)) return false;
  return true;
}

bool Line::meet(const FrameEvent& event) {
  using enum FrameEvent::Kind;
  if (event.kind == broken) {
    ++loop_.figures().broken;
    say_goodbye(event.code, "");
    return false;
  }
  if (event.kind == close) {
    say_goodbye(event.code, "");
    return false;
  }
  if (phase_ != Phase::open) return true;
  if (!counted_->may_say(SteadyClock::now())) {
    ++loop_.figures().flooding;
    say_goodbye(CloseCode::policy, "Too many messages");
    return false;
  }
  if (event.kind == ping && queued_.size() + written_.size() < loop_.settings().limits.longest_queue) {
    append_pong_frame(queued_, event.payload);
    want_flush();
  }
  if (event.kind == message) {
    ++loop_.figures().received;
    loop_.door()->received(id_, event.payload);
    loop_.plan_turn_end();
  }
  return true;
}

}  // namespace

// ---- Connection

namespace {

template <class Stream>
void Connection<Stream>::flush() {
  is_dirty_ = false;
  if (is_writing_ || queued_.empty()) return;
  ++loop_.figures().writes;
  if constexpr (!kIsTls) {
    // Nearly always all of it goes out at once.
    error_code error;
    const std::size_t went = stream_.write_some(asio::buffer(queued_), error);
    if (error && error != asio::error::would_block) return drop();
    loop_.figures().bytes_sent += went;
    if (went == queued_.size()) {
      queued_ = {};
      return;
    }
    queued_.erase(0, went);
  }
  is_writing_ = true;
  written_ = std::exchange(queued_, {});
  asio::async_write(
      stream_, asio::buffer(written_),
      [self = std::static_pointer_cast<Connection>(shared_from_this())](error_code error, std::size_t went) {
        self->is_writing_ = false;
        self->written_ = {};
        self->loop_.figures().bytes_sent += went;
        if (error) return self->drop();
        self->flush();
        if (self->phase_ == Phase::closing && !self->is_writing_) self->shut();
      });
}

template <class Stream>
Task<bool> Connection<Stream>::shake_hands() {
  if constexpr (kIsTls) {
    const auto [error] = co_await stream_.async_handshake(asio::ssl::stream_base::server, kResult);
    if (error) ++loop_.figures().broken;
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
      if (!std::exchange(has_begun, true)) expire_in(loop_.settings().patience.request);
      error_code error;
      const std::size_t used = parser.put(asio::buffer(unread_), error);
      unread_.erase(0, used);
      if (error && error != http::error::need_more) co_return status_of(error);
      if (parser.is_done()) co_return 200;
      if (!parser.is_header_done() && unread_.size() > loop_.settings().limits.longest_head) co_return 431;
    }
    const auto [error, got] = co_await stream_.async_read_some(asio::buffer(piece), kResult);
    if (error) co_return 0;
    unread_.append(piece.data(), got);
  }
}

template <class Stream>
Task<typename Connection<Stream>::Next> Connection<Stream>::answer_request() {
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(loop_.settings().limits.longest_head));
  parser.body_limit(loop_.settings().limits.longest_body);
  parser.eager(true);
  phase_ = Phase::waiting;
  const unsigned status = co_await read(parser);
  if (status == 0) co_return Next::nothing;
  phase_ = Phase::answering;
  ++loop_.figures().requests;
  const Request& request = parser.get();
  const Route route = route_of(request.method_string(), request.target());
  if (status != 200) co_return co_await respond(refusal(route, status, sentence_for(status)), Next::farewell);

  const Address asking = asking_address(peer_, forwarded_for(request), loop_.settings().proxies);
  const Next next = request.keep_alive() && !loop_.is_stopping() ? Next::request : Next::farewell;
  if (auto objection = objection_to(request, route, asking)) co_return co_await respond(*std::move(objection), next);
  if (route.kind == Route::Kind::socket) co_return co_await upgrade(request, route, asking);
  co_return co_await respond(co_await answer_to(request, route, asking), next);
}

template <class Stream>
std::optional<WebAnswer> Connection<Stream>::objection_to(const Request& request, const Route& route,
                                                          const Address& asking) {
  if (!loop_.visitors().at(asking, SteadyClock::now()).may_ask(SteadyClock::now())) {
    WebAnswer answer = refusal(route, 429, "Too many requests come from your address; try again in a moment.");
    answer.headers += "Retry-After: 2\r\n";
    return answer;
  }
  if (request.version() == 11 && request.count(http::field::host) != 1)
    return refusal(route, 400, "A request must name one host.");
  if (route.is_api && request.count(http::field::origin) != 0 &&
      !is_same_origin(request[http::field::origin], request[http::field::host], loop_.settings().origin))
    return refusal(route, 403, "Only this server's own page may ask that.");
  if (route.kind == Route::Kind::nothing) return refusal(route, 404, "There is nothing at this address.");
  if (route.kind == Route::Kind::not_allowed) {
    WebAnswer answer = refusal(route, 405, "That cannot be done here.");
    answer.headers += cat("Allow: ", route.allows, "\r\n");
    return answer;
  }
  return std::nullopt;
}

template <class Stream>
Task<typename Connection<Stream>::Next> Connection<Stream>::respond(WebAnswer answer, Next next) {
  if (answer.status >= 500)
    ++loop_.figures().failed_requests;
  else if (answer.status >= 400)
    ++loop_.figures().refused_requests;
  const bool has_body = answer.status != 304 && answer.status != 204;
  const bool is_https = loop_.has_tls() || loop_.settings().origin.starts_with("https://");
  std::string head = cat("HTTP/1.1 ", answer.status, ' ', reason_of(answer.status), "\r\nDate: ", loop_.date(), "\r\n",
                         kAlways, is_https ? kStrictTransport : "", answer.headers);
  if (has_body) head += cat("Content-Type: ", answer.type, "\r\nContent-Length: ", answer.bytes().size(), "\r\n");
  head += next == Next::request ? "\r\n" : "Connection: close\r\n\r\n";

  const std::string_view body = has_body && !answer.is_head ? answer.bytes() : std::string_view();
  expire_in(loop_.settings().patience.request);
  const std::array<asio::const_buffer, 2> both{asio::buffer(head), asio::buffer(body)};
  const auto [error, went] = co_await asio::async_write(stream_, both, kResult);
  expire_in(loop_.settings().patience.between);
  co_return error ? Next::nothing : next;
}

template <class Stream>
Task<WebAnswer> Connection<Stream>::answer_to(const Request& request, const Route& route, const Address& asking) {
  using enum Route::Kind;
  const auto told = [&](HttpAnswer answer) {
    return WebAnswer{.status = static_cast<unsigned>(answer.status),
                     .type = answer.type,
                     .body = std::move(answer.body),
                     .headers = std::string(kApiPolicy),
                     .is_head = route.is_head};
  };
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
          co_await asked([&](Doorkeeper& door, HttpReply reply) { door.facts(route.table, std::move(reply)); }));
    case record:
      co_return told(
          co_await asked([&](Doorkeeper& door, HttpReply reply) { door.record(route.table, std::move(reply)); }));
    case accept:
      co_return told(
          co_await asked([&](Doorkeeper& door, HttpReply reply) { door.accept(route.table, body, std::move(reply)); }));
    case withdraw:
      co_return told(co_await asked(
          [&](Doorkeeper& door, HttpReply reply) { door.withdraw(route.table, token, std::move(reply)); }));
    case health:
      if (loop_.is_stopping()) co_return told({.status = 503, .body = R"({"well":false})"});
      co_return told(co_await asked([](Doorkeeper& door, HttpReply reply) { door.health(std::move(reply)); }));
    case metrics:
      co_return this->metrics(route, asking);
    default:
      co_return this->page(request, route);
  }
}

template <class Stream>
WebAnswer Connection<Stream>::metrics(const Route& route, const Address& asking) const {
  if (!any_holds(loop_.settings().metrics_readers, asking))
    return refusal(route, 403, "These figures are not for you.");
  return {.type = "text/plain; version=0.0.4; charset=utf-8",
          .body = loop_.metrics(),
          .headers = std::string(kApiPolicy),
          .is_head = route.is_head};
}

template <class Stream>
WebAnswer Connection<Stream>::page(const Request& request, const Route& route) const {
  const SiteFile* const file = loop_.site().at(route.path);
  if (file == nullptr && route.path.empty()) {
    WebAnswer answer = refusal(route, 200, "Duello's server is here, but not its page; its interface is below /api.");
    return answer;
  }
  if (file == nullptr) return refusal(route, 404, "There is nothing at this address.");
  const auto body = body_for(*file, request[http::field::accept_encoding]);
  WebAnswer answer{.type = file->type, .file = body.bytes, .is_head = route.is_head};
  answer.headers =
      cat(kPagePolicy, "Cache-Control: ", file->cache, "\r\nETag: ", file->tag, "\r\nVary: Accept-Encoding\r\n");
  if (!body.coding.empty()) answer.headers += cat("Content-Encoding: ", body.coding, "\r\n");
  if (is_known(*file, request[http::field::if_none_match])) answer.status = 304;
  return answer;
}

template <class Stream>
Task<typename Connection<Stream>::Next> Connection<Stream>::upgrade(const Request& request, const Route& route,
                                                                    const Address& asking) {
  if (loop_.is_stopping()) co_return co_await respond(refusal(route, 503, cat(kStopping, '.')), Next::farewell);
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
    Visitors::Visitor& visitor = loop_.visitors().at(asking, SteadyClock::now());
    if (!visitor.connect()) {
      ++loop_.figures().too_many;
      co_return co_await respond(refusal(route, 429, "Too many connections come from your address."), Next::farewell);
    }
    counted_ = &visitor;
  }
  const bool has_protocol = http::token_list(request[http::field::sec_websocket_protocol]).exists(kSubprotocol);
  asking_ = asking;
  const std::string head = cat(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ", *key,
      has_protocol ? cat("\r\nSec-WebSocket-Protocol: ", kSubprotocol) : "", "\r\n", kAlways, "\r\n");
  const auto [error, went] = co_await asio::async_write(stream_, asio::buffer(head), kResult);
  co_return error ? Next::nothing : Next::conversation;
}

// In the hall from the first frame to the last.
class Presence {
 public:
  Presence(Loop& loop, Line& line, const Address& asking) : loop_(loop), client_(loop.open_socket(line)) {
    loop_.door()->connected(client_, asking.household().text());
    loop_.plan_turn_end();
  }
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;
  ~Presence() {
    loop_.close_socket(client_);
    if (loop_.door() == nullptr) return;
    loop_.door()->left(client_);
    loop_.plan_turn_end();
  }

 private:
  Loop& loop_;
  ClientId client_;
};

template <class Stream>
Task<> Connection<Stream>::converse() {
  phase_ = Phase::open;
  const Presence presence(loop_, *this, asking_);
  FrameReader frames(loop_.settings().limits.longest_message);
  std::array<char, 1024> piece;
  // What came behind the request is already here.
  bool goes_on = take(frames, unread_);
  unread_ = {};
  while (goes_on) {
    const auto [error, got] = co_await stream_.async_read_some(asio::buffer(piece), kResult);
    goes_on = !error && take(frames, std::span(piece).first(got));
  }
}

// Whoever hangs up while something comes in makes the other side lose what it has not read yet. So it is told that
// there is no more, and read from a little longer.
template <class Stream>
Task<> Connection<Stream>::part() {
  constexpr std::size_t kMostPieces = 256;
  phase_ = Phase::closing;
  expire_in(loop_.settings().patience.farewell);
  flush();
  if (!is_writing_) shut();
  std::array<char, 1024> piece;
  for (std::size_t pieces = 0; pieces < kMostPieces; ++pieces) {
    const auto [error, got] = co_await socket().async_read_some(asio::buffer(piece), kResult);
    if (error) break;
  }
  drop();
}

template <class Stream>
void Connection<Stream>::shut() {
  error_code ignored;
  socket().shutdown(Socket::shutdown_send, ignored);
}

}  // namespace

// ---- Loop

// A connection that waits for an answer is kept by nobody but itself.
WebServer::Loop::~Loop() {
  std::vector<std::weak_ptr<Line>> waiting;
  for (Line* const line : lines_) waiting.push_back(line->weak_from_this());
  for (const std::weak_ptr<Line>& each : waiting)
    if (const auto line = each.lock()) line->give_up_waiting();
}

std::expected<void, Complaint> WebServer::Loop::load_certificate() {
  if (!has_tls()) return {};
  auto loaded = tls_context(settings_);
  if (!loaded) return std::unexpected(loaded.error());
  tls_.emplace(*std::move(loaded));
  return {};
}

std::expected<void, Complaint> WebServer::Loop::open() {
  if (const auto loaded = load_certificate(); !loaded) return loaded;
  for (const Endpoint& endpoint : settings_.listen)
    if (const auto listening = listen(endpoint); !listening) return listening;
  return {};
}

std::expected<void, Complaint> WebServer::Loop::listen(const Endpoint& endpoint) {
  const tcp::endpoint wanted = endpoint_of(endpoint);
  Acceptor acceptor(io_);
  error_code error;
  const bool is_version_6 = wanted.protocol() == tcp::v6();
  if (acceptor.open(wanted.protocol(), error) || acceptor.set_option(Acceptor::reuse_address(true), error) ||
      (is_version_6 && acceptor.set_option(asio::ip::v6_only(true), error)) || acceptor.bind(wanted, error) ||
      acceptor.listen(Acceptor::max_listen_connections, error))
    return complaint("Nobody can listen at ", endpoint.text(), ": ", error.message());
  endpoints_.push_back({.address = endpoint.address, .port = acceptor.local_endpoint().port()});
  acceptors_.push_back(std::move(acceptor));
  return {};
}

template <class Work>
void WebServer::Loop::spawn(Work work) {
  asio::co_spawn(io_, std::move(work), [this](const std::exception_ptr& trouble) {
    if (!trouble) return;
    try {
      std::rethrow_exception(trouble);
    } catch (const std::exception& what) {
      log_.tell(LogLevel::error, "trouble with a connection", {{"why", what.what()}});
    }
  });
}

void WebServer::Loop::run(Doorkeeper& door, StopSignals signals) {
  door_ = &door;
  for (Acceptor& acceptor : acceptors_) spawn(accept(acceptor));
  spawn(keep_time());
  if (signals == StopSignals::heeded) {
    // From here on they do not end the program.
    signals_.emplace(io_, SIGINT, SIGTERM, SIGHUP);
    spawn(heed_signals());
  }
  plan_turn_end();
  // What comes within one turn is done together: to wake up costs as much as a message.
  constexpr std::chrono::microseconds kTurn{500};
  while (io_.run_one() != 0) {
    const Time begun = SteadyClock::now();
    io_.poll();
    std::this_thread::sleep_until(begun + kTurn);
  }
  door_ = nullptr;
}

void WebServer::Loop::stop() {
  asio::post(io_, [this] {
    if (!std::exchange(is_stopping_, true)) spawn(wind_up());
  });
}

Task<> WebServer::Loop::accept(Acceptor& acceptor) {
  constexpr Duration kPause{100};
  constexpr std::chrono::minutes kSilence{1};
  while (!is_stopping_) {
    auto [error, socket] = co_await acceptor.async_accept(kResult);
    if (is_stopping_) co_return;
    if (!error) {
      admit(std::move(socket));
      continue;
    }
    // Most likely there are too many open files.
    if (const Time now = SteadyClock::now(); now - troubled_ > kSilence) {
      troubled_ = now;
      log_.tell(LogLevel::warning, "connections cannot be accepted", {{"why", error.message()}});
    }
    co_await pause(kPause);
  }
}

void WebServer::Loop::admit(Socket socket) {
  error_code error;
  const tcp::endpoint remote = socket.remote_endpoint(error);
  if (error) return;
  ++figures_.accepted;
  if (lines_.size() >= settings_.limits.connections) {
    ++figures_.too_many;
    return;
  }
  if (socket.set_option(tcp::no_delay(true), error) || socket.non_blocking(true, error)) return;
  if (has_tls()) {
    start<TlsStream>(std::move(socket), address_of(remote));
  } else {
    start<Socket>(std::move(socket), address_of(remote));
  }
}

template <class Stream>
void WebServer::Loop::start(Socket socket, const Address& peer) {
  Visitors::Visitor* visitor = nullptr;
  if (!any_holds(settings_.proxies, peer)) {
    visitor = &visitors_.at(peer, SteadyClock::now());
    if (!visitor->connect()) {
      ++figures_.too_many;
      return;
    }
  }
  std::shared_ptr<Connection<Stream>> line;
  if constexpr (Connection<Stream>::kIsTls) {
    line = std::make_shared<Connection<Stream>>(*this, TlsStream(std::move(socket), *tls_), peer);
  } else {
    line = std::make_shared<Connection<Stream>>(*this, std::move(socket), peer);
  }
  line->counted_ = visitor;
  spawn(Connection<Stream>::serve(std::move(line)));
}

void WebServer::Loop::enter(Line& line) {
  line.place_ = lines_.size();
  lines_.push_back(&line);
  figures_.open = lines_.size();
}

void WebServer::Loop::leave(const Line& line) {
  lines_[line.place_] = lines_.back();
  lines_[line.place_]->place_ = line.place_;
  lines_.pop_back();
  figures_.open = lines_.size();
}

ClientId WebServer::Loop::open_socket(Line& line) {
  line.id_ = ++last_client_;
  clients_.emplace(line.id_, &line);
  figures_.sockets = clients_.size();
  return line.id_;
}

void WebServer::Loop::close_socket(ClientId client) {
  clients_.erase(client);
  figures_.sockets = clients_.size();
}

Line* WebServer::Loop::client(ClientId client) {
  const auto found = clients_.find(client);
  return found == clients_.end() ? nullptr : found->second;
}

void WebServer::Loop::want_flush(Line& line) {
  dirty_.push_back(line.weak_from_this());
  plan_turn_end();
}

void WebServer::Loop::plan_turn_end() {
  if (!std::exchange(is_turn_planned_, true)) asio::post(io_, [this] { end_turn(); });
}

// Behind all that this turn of the loop has brought.
void WebServer::Loop::end_turn() {
  is_turn_planned_ = false;
  for (const std::weak_ptr<Line>& each : std::exchange(dirty_, {}))
    if (const auto line = each.lock()) line->flush();
  set_alarm();
}

// An alarm that rings too early costs less than one that is set anew with every move.
void WebServer::Loop::set_alarm() {
  const auto next = door_ == nullptr ? std::nullopt : door_->next_time();
  if (!next || (alarm_at_ && *alarm_at_ <= *next)) return;
  alarm_at_ = next;
  alarm_.expires_after(std::max(*next - wall_clock(), Duration(0)));
  alarm_.async_wait([this](error_code error) {
    if (error || door_ == nullptr) return;
    alarm_at_.reset();
    door_->pass_time();
    plan_turn_end();
  });
}

Task<> WebServer::Loop::pause(Duration duration) {
  Timer timer(io_, duration);
  co_await timer.async_wait(kResult);
}

Task<> WebServer::Loop::keep_time() {
  const WebPatience& patience = settings_.patience;
  const Duration period =
      std::clamp(std::min({patience.request, patience.between, patience.quiet, patience.pong, patience.farewell}) / 4,
                 Duration(10), Duration(1000));
  while (true) {
    co_await pause(period);
    const Time now = SteadyClock::now();
    for (Line* const line : lines_) line->pass_time(now);
    visitors_.forget(now);
    door_->pass_time();
    plan_turn_end();
  }
}

Task<> WebServer::Loop::heed_signals() {
  while (true) {
    const auto [error, number] = co_await signals_->async_wait(kResult);
    if (error) co_return;
    if (number == SIGHUP) {
      const auto loaded = load_certificate();
      log_.tell(loaded ? LogLevel::info : LogLevel::warning, loaded ? "certificate loaded again" : "certificate kept",
                {{"why", loaded ? std::string_view() : std::string_view(loaded.error().why)}});
      continue;
    }
    if (is_stopping_) std::_Exit(128 + number);
    log_.tell(LogLevel::info, "stopping", {{"signal", std::int64_t{number}}});
    stop();
  }
}

bool WebServer::Loop::has_queued() const {
  return std::ranges::any_of(lines_, [](const Line* line) { return line->has_queued(); });
}

Task<> WebServer::Loop::wind_up() {
  constexpr Duration kStep{10};
  for (Acceptor& acceptor : acceptors_) acceptor.close();
  door_->close(kStopping);
  plan_turn_end();
  const Time settled = SteadyClock::now() + settings_.patience.settling;
  do co_await pause(kStep);
  while ((!door_->is_settled() || has_queued()) && SteadyClock::now() < settled);

  for (Line* const line : lines_) line->say_goodbye(CloseCode::going_away, kStopping);
  const Time parted = SteadyClock::now() + settings_.patience.farewell;
  while (!lines_.empty() && SteadyClock::now() < parted) co_await pause(kStep);
  for (Line* const line : lines_) line->drop();
  for (int i = 0; i < 10 && !lines_.empty(); ++i) co_await pause(kStep);
  io_.stop();
}

std::string_view WebServer::Loop::date() {
  const std::time_t now = std::time(nullptr);
  if (std::exchange(dated_, now) != now) date_ = date_text(now);
  return date_;
}

std::string WebServer::Loop::metrics() const {
  MetricsText text;
  append_metrics(text, figures_);
  door_->append_metrics(text);
  append_process_metrics(text);
  return text.text();
}

// ---- WebServer

WebServer::WebServer(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}
WebServer::~WebServer() = default;

std::expected<std::unique_ptr<WebServer>, Complaint> WebServer::open(WebSettings settings, Site site, const Log& log) {
  auto loop = std::make_unique<Loop>(std::move(settings), std::move(site), log);
  if (const auto opened = loop->open(); !opened) return std::unexpected(opened.error());
  return std::unique_ptr<WebServer>(new WebServer(std::move(loop)));
}

const std::vector<Endpoint>& WebServer::endpoints() const { return loop_->endpoints(); }
bool WebServer::has_tls() const { return loop_->has_tls(); }
const WebFigures& WebServer::figures() const { return loop_->figures(); }

void WebServer::send(ClientId client, std::shared_ptr<const std::string> message) {
  if (Line* const line = loop_->client(client)) line->send(*message);
}

void WebServer::run(Doorkeeper& door, StopSignals signals) { loop_->run(door, signals); }
void WebServer::post(std::move_only_function<void()> work) { asio::post(loop_->context(), std::move(work)); }
void WebServer::stop() { loop_->stop(); }

}  // namespace duello
