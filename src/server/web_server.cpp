#include "server/web_server.hpp"

#include <algorithm>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <list>
#include <optional>
#include <utility>

#include "core/try.hpp"
#include "server/switchboard.hpp"
#include "server/web_tasks.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

using Acceptor = asio::basic_socket_acceptor<tcp, WebExecutor>;
using SteadyClock = std::chrono::steady_clock;
using Timer = asio::basic_waitable_timer<SteadyClock, asio::wait_traits<SteadyClock>, WebExecutor>;
using Time = SteadyClock::time_point;
using Duration = WebPatience::Duration;

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

std::expected<asio::ssl::context, Complaint> tls_context(const WebSettings& settings) {
  for (const std::string& file : {settings.certificate, settings.key})
    DUELLO_CHECK(contents_of(file, std::uint64_t{1} << 20));
  asio::ssl::context context(asio::ssl::context::tls_server);
  SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
  // Of TLS 1.2: only with forward secrecy, and authenticated as a whole. All suites of TLS 1.3 are.
  if (SSL_CTX_set_cipher_list(context.native_handle(), "ECDHE+AESGCM:ECDHE+CHACHA20") != 1)
    return complaint("OpenSSL has no suite of ciphers that is good enough");
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

}  // namespace

class WebServer::Loop final : public Switchboard {
 public:
  using Switchboard::Switchboard;
  ~Loop() override { give_up_waiting(); }

  std::expected<void, Complaint> open();
  void run(Doorkeeper& door, StopSignals signals);
  void stop();
  void plan_alarm() override;

  const std::vector<Endpoint>& endpoints() const { return endpoints_; }
  asio::io_context& context() { return io_; }

 private:
  std::expected<void, Complaint> load_certificate();
  std::expected<void, Complaint> listen(const Endpoint& endpoint);
  WebTask<> accept(Acceptor& acceptor);
  void admit(TcpSocket socket);
  void set_alarm();
  WebTask<> keep_time();
  WebTask<> heed_signals();
  WebTask<> wind_up();
  WebTask<> pause(Duration duration);
  void spawn(WebTask<> work) { spawn_task(io_.get_executor(), log(), std::move(work)); }

  std::vector<Endpoint> endpoints_;
  std::optional<asio::ssl::context> tls_;
  std::optional<Moment> alarm_at_;
  Time troubled_{};
  bool is_alarm_planned_ = false;
  // What follows goes before the rest: connections that are left leave through what is above.
  // One thread has all that is done here; others only post.
  asio::io_context io_{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO};
  Timer alarm_{io_};
  std::list<Acceptor> acceptors_;
  std::optional<asio::signal_set> signals_;
};

std::expected<void, Complaint> WebServer::Loop::load_certificate() {
  if (!has_tls()) return {};
  DUELLO_TRY(auto loaded, tls_context(settings()));
  tls_.emplace(std::move(loaded));
  return {};
}

std::expected<void, Complaint> WebServer::Loop::open() {
  if (const auto loaded = load_certificate(); !loaded) return loaded;
  for (const Endpoint& endpoint : settings().listen)
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

void WebServer::Loop::run(Doorkeeper& door, StopSignals signals) {
  door_ = &door;
  for (Acceptor& acceptor : acceptors_) spawn(accept(acceptor));
  spawn(keep_time());
  if (signals == StopSignals::heeded) {
    // From here on they do not end the program.
    signals_.emplace(io_, SIGINT, SIGTERM, SIGHUP);
    spawn(heed_signals());
  }
  plan_alarm();
  io_.run();
  door_ = nullptr;
}

void WebServer::Loop::stop() {
  asio::post(io_, [this] {
    if (!std::exchange(is_stopping_, true)) spawn(wind_up());
  });
}

WebTask<> WebServer::Loop::accept(Acceptor& acceptor) {
  constexpr Duration kPause{100};
  constexpr std::chrono::minutes kSilence{1};
  while (!is_stopping_) {
    auto [error, socket] = co_await acceptor.async_accept(kWebResult);
    if (is_stopping_) co_return;
    if (!error) {
      admit(std::move(socket));
      continue;
    }
    // Most likely there are too many open files.
    if (const Time now = SteadyClock::now(); now - troubled_ > kSilence) {
      troubled_ = now;
      log().tell(LogLevel::warning, "connections cannot be accepted", {{"why", error.message()}});
    }
    co_await pause(kPause);
  }
}

void WebServer::Loop::admit(TcpSocket socket) {
  error_code error;
  const tcp::endpoint remote = socket.remote_endpoint(error);
  if (error) return;
  ++figures().accepted;
  if (is_full()) {
    ++figures().too_many;
    return;
  }
  if (socket.set_option(tcp::no_delay(true), error) || socket.non_blocking(true, error)) return;
  const Address peer = address_of(remote);
  Visitors::Visitor* visitor = nullptr;
  if (!any_holds(settings().proxies, peer)) {
    const Time now = SteadyClock::now();
    visitor = &visitors().at(peer, now);
    if (!visitor->connect(now)) {
      ++figures().too_many;
      return;
    }
  }
  start_connection(*this, std::move(socket), peer, visitor, has_tls() ? &*tls_ : nullptr);
}

// Once for all that comes at the same time.
void WebServer::Loop::plan_alarm() {
  if (!std::exchange(is_alarm_planned_, true)) asio::post(io_, [this] { set_alarm(); });
}

// An alarm that rings too early costs less than one that is set anew with every move.
void WebServer::Loop::set_alarm() {
  is_alarm_planned_ = false;
  const auto next = door_ == nullptr ? std::nullopt : door_->next_time();
  if (!next || (alarm_at_ && *alarm_at_ <= *next)) return;
  alarm_at_ = next;
  alarm_.expires_after(std::max(*next - door_->now(), Duration(0)));
  alarm_.async_wait([this](error_code error) {
    if (error || door_ == nullptr) return;
    alarm_at_.reset();
    door_->pass_time();
    plan_alarm();
  });
}

WebTask<> WebServer::Loop::pause(Duration duration) {
  Timer timer(io_, duration);
  co_await timer.async_wait(kWebResult);
}

WebTask<> WebServer::Loop::keep_time() {
  const WebPatience& patience = settings().patience;
  const Duration period =
      std::clamp(std::min({patience.request, patience.between, patience.quiet, patience.pong, patience.farewell}) / 4,
                 Duration(10), Duration(1000));
  while (true) {
    co_await pause(period);
    pass_time(SteadyClock::now());
    door_->pass_time();
    plan_alarm();
  }
}

WebTask<> WebServer::Loop::heed_signals() {
  while (true) {
    const auto [error, number] = co_await signals_->async_wait(kWebResult);
    if (error) co_return;
    if (number == SIGHUP) {
      const auto loaded = load_certificate();
      log().tell(loaded ? LogLevel::info : LogLevel::warning, loaded ? "certificate loaded again" : "certificate kept",
                 {{"why", loaded ? std::string_view() : std::string_view(loaded.error().why)}});
      continue;
    }
    if (is_stopping_) std::_Exit(128 + number);
    log().tell(LogLevel::info, "stopping", {{"signal", std::int64_t{number}}});
    stop();
  }
}

WebTask<> WebServer::Loop::wind_up() {
  constexpr Duration kStep{10};
  for (Acceptor& acceptor : acceptors_) acceptor.close();
  door_->close(kServerStopping);
  plan_alarm();
  const Time settled = SteadyClock::now() + settings().patience.settling;
  do co_await pause(kStep);
  while ((!door_->is_settled() || has_queued()) && SteadyClock::now() < settled);

  say_goodbye(kServerStopping);
  const Time parted = SteadyClock::now() + settings().patience.farewell;
  while (!is_empty() && SteadyClock::now() < parted) co_await pause(kStep);
  drop_all();
  for (int i = 0; i < 10 && !is_empty(); ++i) co_await pause(kStep);
  io_.stop();
}

// ---- WebServer

WebServer::WebServer(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}
WebServer::~WebServer() = default;

std::expected<std::unique_ptr<WebServer>, Complaint> WebServer::open(WebSettings settings, Site site, const Log& log) {
  auto loop = std::make_unique<Loop>(std::move(settings), std::move(site), log);
  DUELLO_CHECK(loop->open());
  return std::unique_ptr<WebServer>(new WebServer(std::move(loop)));
}

const std::vector<Endpoint>& WebServer::endpoints() const { return loop_->endpoints(); }
bool WebServer::has_tls() const { return loop_->has_tls(); }
const WebFigures& WebServer::figures() const { return loop_->figures(); }

void WebServer::send(ClientId client, std::string_view message) {
  if (ServedConnection* const connection = loop_->client(client)) connection->send(message);
}

void WebServer::run(Doorkeeper& door, StopSignals signals) { loop_->run(door, signals); }
void WebServer::post(std::move_only_function<void()> work) { asio::post(loop_->context(), std::move(work)); }
void WebServer::stop() { loop_->stop(); }

}  // namespace duello
