#include "server/web_client.hpp"

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/ip/basic_resolver.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/try.hpp"
#include "server/authorities.hpp"
#include "server/web_socket.hpp"

namespace duello {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;
using Deadline = ClientSocket::Deadline;
using Steady = std::chrono::steady_clock;
using Endpoint = asio::ip::tcp::endpoint;

constexpr std::chrono::seconds kHttpPatience{15};
constexpr std::uint32_t kLongestHead = 16'384;
constexpr std::size_t kMostUnread = 65'536;  // of an answer, before a part of it can be taken
constexpr std::uint64_t kLongestBody = std::uint64_t{4} << 20;
constexpr std::string_view kTooLate = "it did not answer in time";
constexpr std::string_view kHungUp = "it hung up";

template <class Enum>
bool is_of(const error_code& error, Enum any) {
  return error.category() == error_code(any).category();
}

std::string reason_of(const error_code& error) {
  if (error == asio::error::connection_refused) return "nobody listens there";
  if (error == asio::error::timed_out) return std::string(kTooLate);
  if (error == asio::error::operation_aborted) return "it was not waited for";
  if (error == asio::error::connection_reset || error == asio::error::broken_pipe || error == asio::error::eof ||
      error == asio::ssl::error::stream_truncated || error == http::error::end_of_stream ||
      error == http::error::partial_message)
    return std::string(kHungUp);
  if (error == http::error::body_limit || error == http::error::header_limit || error == http::error::buffer_overflow)
    return "its answer is too long";
  if (is_of(error, http::error::bad_version)) return "it does not speak HTTP";
  if (is_of(error, websocket::error::closed)) return "there is no server of games there";
  if (error.category() == asio::error::get_ssl_category())
    return cat("it does not speak TLS as it should: ", error.message());
  return error.message();
}

// The system may take its time to look up a name, and cannot be told to stop.
struct Lookup {
  std::mutex mutex;
  std::condition_variable_any ended;
  std::optional<std::vector<Endpoint>> found;
};

std::expected<std::vector<Endpoint>, Complaint> looked_up(const ServerAddress& server, Deadline deadline,
                                                          const std::stop_token& stop) {
  error_code error;
  const auto port = number_in<std::uint16_t>(server.port).value_or(0);
  if (const auto address = asio::ip::make_address(server.host, error); !error)
    return std::vector{Endpoint(address, port)};
  const auto lookup = std::make_shared<Lookup>();
  // Belongs to both threads; the last one destroys it.
  quiet_thread([lookup, host = server.host, port] {
    asio::io_context io;
    error_code none;
    std::vector<Endpoint> found;
    for (const auto& each :
         asio::ip::tcp::resolver(io).resolve(host, "", asio::ip::tcp::resolver::address_configured, none))
      found.emplace_back(each.endpoint().address(), port);
    const std::scoped_lock lock(lookup->mutex);
    lookup->found = std::move(found);
    lookup->ended.notify_all();
  }).detach();
  std::unique_lock lock(lookup->mutex);
  lookup->ended.wait_until(lock, stop, deadline, [&] { return lookup->found.has_value(); });
  if (!lookup->found) return complaint("the name of the host could not be looked up in time");
  if (lookup->found->empty()) return complaint("no such host is known");
  return *std::move(lookup->found);
}

// The client's end of a connection, and the loop that it lives in.
class Client {
 public:
  Client(std::stop_token stop, const WebLimits& limits, ClientSocket::Received received)
      : limits_(limits),
        received_(std::move(received)),
        stop_(std::move(stop)),
        connection_(std::make_shared<Connection>(*this)) {}
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() {
    connection_->drop();
    io_.restart();
    io_.poll();
  }

  std::expected<void, Complaint> connect(const ServerAddress& server, Deadline deadline);
  std::expected<HttpReceived, Complaint> ask(const ServerAddress& server, const HttpQuestion& question,
                                             Deadline deadline);
  std::expected<void, Complaint> shake_hands(const ServerAddress& server, const std::string& target, Deadline deadline);
  void turn(Deadline deadline);
  void wake() {
    asio::post(io_, [] {});
  }
  WebConnection& connection() { return *connection_; }
  const ClientSocket::End* end() const { return end_ ? &*end_ : nullptr; }

 private:
  class Connection final : public WebConnection {
   public:
    explicit Connection(Client& client)
        : WebConnection(std::make_unique<Socket>(TcpSocket(client.io_)), client.limits_, client.patience_,
                        client.figures_),
          client_(client) {}
    using WebConnection::converse;
    using WebConnection::stream;
    WebSocketStream& beast() { return socket().beast; }

   private:
    void received(std::string_view message) override { client_.received_(message); }
    void ended(End how) override {
      client_.end_ = how == End::broken   ? ClientSocket::End{.why = "it makes no sense", .is_senseless = true}
                     : how == End::silent ? ClientSocket::End{.why = std::string(kTooLate)}
                                          : ClientSocket::End{.why = std::string(kHungUp)};
    }

    Client& client_;
  };

  // Has something begun that calls back, and waits until it does.
  template <class Begin>
  error_code wait(Deadline deadline, Begin begin);
  std::expected<void, Complaint> secure(const std::string& host, Deadline deadline);
  std::unexpected<Complaint> failed(const error_code& error) const { return complaint(reason_of(error)); }

  const WebLimits limits_;
  const WebPatience patience_{.quiet = std::chrono::seconds(20), .pong = std::chrono::seconds(20), .farewell = {}};
  WebFigures figures_;
  const ClientSocket::Received received_;
  const std::stop_token stop_;
  std::optional<ClientSocket::End> end_;
  asio::io_context io_;
  std::shared_ptr<Connection> connection_;
};

template <class Begin>
error_code Client::wait(Deadline deadline, Begin begin) {
  std::optional<error_code> ended;
  begin([&ended](error_code error, auto... /*rest*/) { ended = error; });
  io_.restart();
  {
    const std::stop_callback stopping(stop_, [this] { io_.stop(); });
    while (!ended && io_.run_one_until(deadline) != 0) {
    }
  }
  if (ended) return *ended;
  connection_->drop();
  while (!ended) {
    io_.restart();
    io_.run_one();
  }
  return stop_.stop_requested() ? asio::error::operation_aborted : asio::error::timed_out;
}

std::expected<void, Complaint> Client::connect(const ServerAddress& server, Deadline deadline) {
  // One that does not answer must not keep the others from being tried.
  constexpr std::chrono::seconds kForEach{5};
  DUELLO_TRY(const auto endpoints, looked_up(server, deadline, stop_));
  TcpSocket& socket = connection_->stream().socket();
  error_code error;
  for (const Endpoint& each : endpoints) {
    connection_->stream().close();
    const bool is_last = &each == &endpoints.back();
    error = wait(is_last ? deadline : std::min(deadline, Steady::now() + kForEach),
                 [&](auto done) { socket.async_connect(each, std::move(done)); });
    if (!error) break;
  }
  if (error) return failed(error);
  if (socket.set_option(asio::ip::tcp::no_delay(true), error)) return failed(error);
  return server.is_secure ? secure(server.host, deadline) : std::expected<void, Complaint>();
}

std::expected<void, Complaint> Client::secure(const std::string& host, Deadline deadline) {
  asio::ssl::context context(asio::ssl::context::tls_client);
  if (::SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION) != 1 ||
      !trust_authorities(*context.native_handle()))
    return complaint("certificates cannot be checked on this machine");
  context.set_verify_mode(asio::ssl::verify_peer);
  connection_->stream().secure(context);
  SSL* const session = connection_->stream().tls()->native_handle();
  // A certificate is for a name or for an address.
  const bool is_address = ::X509_VERIFY_PARAM_set1_ip_asc(::SSL_get0_param(session), host.c_str()) == 1;
  if (!is_address &&
      (::SSL_set1_host(session, host.c_str()) != 1 || ::SSL_set_tlsext_host_name(session, host.c_str()) != 1))
    return complaint("no certificate can be for that host");
  const error_code error = wait(deadline, [&](auto done) {
    connection_->stream().tls()->async_handshake(asio::ssl::stream_base::client, std::move(done));
  });
  if (!error) return {};
  if (const long verdict = ::SSL_get_verify_result(session); verdict != X509_V_OK)
    return complaint("its certificate is not good: ", ::X509_verify_cert_error_string(verdict));
  return failed(error);
}

// An old version of the protocol, in which nobody cuts answers into pieces.
std::expected<HttpReceived, Complaint> Client::ask(const ServerAddress& server, const HttpQuestion& question,
                                                   Deadline deadline) {
  constexpr int kVersion = 10;
  http::request<http::string_body> request;
  request.version(kVersion);
  request.method_string(question.method);
  request.target(cat(server.path, question.target));
  request.set(http::field::host, server.authority());
  request.set(http::field::accept, "application/json, text/plain");
  if (!question.token.empty()) request.set(http::field::authorization, cat("Bearer ", question.token));
  if (!question.body.empty()) {
    request.set(http::field::content_type, "application/json");
    request.body() = question.body;
    request.prepare_payload();
  }
  if (const error_code error =
          wait(deadline, [&](auto done) { http::async_write(connection_->stream(), request, std::move(done)); }))
    return failed(error);
  http::response_parser<http::string_body> parser;
  parser.header_limit(kLongestHead);
  parser.body_limit(kLongestBody);
  beast::flat_buffer buffer(kMostUnread);
  if (const error_code error =
          wait(deadline, [&](auto done) { http::async_read(connection_->stream(), buffer, parser, std::move(done)); }))
    return failed(error);
  return HttpReceived{parser.get().result_int(), std::move(parser.get().body())};
}

std::expected<void, Complaint> Client::shake_hands(const ServerAddress& server, const std::string& target,
                                                   Deadline deadline) {
  WebSocketStream& beast = connection_->beast();
  beast.set_option(websocket::stream_base::decorator([](websocket::request_type& request) {
    request.set(http::field::sec_websocket_protocol, "duello.1");
    request.set(http::field::user_agent, "Duello");
  }));
  websocket::response_type response;
  const error_code error = wait(deadline, [&](auto done) {
    beast.async_handshake(response, server.authority(), cat(server.path, target), std::move(done));
  });
  if (error == websocket::error::upgrade_declined && (response.result_int() >= 500 || response.result_int() == 429))
    return complaint("it has no room just now (status ", response.result_int(), ')');
  if (error) return failed(error);
  connection_->converse();
  return {};
}

void Client::turn(Deadline deadline) {
  const std::stop_callback stopping(stop_, [this] { wake(); });
  io_.restart();
  if (io_.run_one_until(deadline) != 0) io_.poll();
  connection_->pass_time(Steady::now());
}

}  // namespace

class ClientSocket::Self : public Client {
 public:
  using Client::Client;
};

std::expected<std::unique_ptr<ClientSocket>, Complaint> ClientSocket::open(const ServerAddress& server,
                                                                           const std::string& target,
                                                                           std::size_t longest, Deadline deadline,
                                                                           std::stop_token stop, Received received) {
  WebLimits limits;
  limits.longest_message = longest;
  auto self = std::make_unique<Self>(std::move(stop), limits, std::move(received));
  DUELLO_CHECK(self->connect(server, deadline));
  DUELLO_CHECK(self->shake_hands(server, target, deadline));
  return std::unique_ptr<ClientSocket>(new ClientSocket(std::move(self)));
}

ClientSocket::ClientSocket(std::unique_ptr<Self> self) : self_(std::move(self)) {}

ClientSocket::~ClientSocket() { self_->connection().say_goodbye(CloseCode::normal, ""); }

void ClientSocket::send(std::string_view message) { self_->connection().send(message); }
void ClientSocket::turn(Deadline deadline) { self_->turn(deadline); }
void ClientSocket::wake() { self_->wake(); }
const ClientSocket::End* ClientSocket::end() const { return self_->end(); }

std::expected<HttpReceived, Complaint> asked(const ServerAddress& server, const HttpQuestion& question) {
  std::expected<HttpReceived, Complaint> answer = complaint("");
  quiet_thread([&] {
    const Deadline deadline = Steady::now() + kHttpPatience;
    Client client({}, {}, {});
    if (const auto connected = client.connect(server, deadline); !connected)
      answer = std::unexpected(connected.error());
    else
      answer = client.ask(server, question, deadline);
  }).join();
  if (!answer) return complaint("The server ", server.text(), " cannot be reached: ", answer.error().why);
  return answer;
}

std::thread quiet_thread(std::function<void()> work) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(work));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace duello
