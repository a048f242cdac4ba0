#include "server/client_socket.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <utility>

#include "server/authorities.hpp"

namespace duello {

namespace {

using Deadline = ClientSocket::Deadline;

constexpr std::string_view kTooLate = "it did not answer in time";
constexpr std::string_view kStopped = "it was not waited for";

struct FreeAddresses {
  void operator()(addrinfo* first) const { ::freeaddrinfo(first); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

int milliseconds_to(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000));
}

// Which of the descriptors are ready; none at the deadline. A negative one is none.
struct Ready {
  bool first = false;
  bool second = false;
  bool stop = false;
};
Ready wait_for(pollfd first, int second, int stop, Deadline deadline) {
  std::array<pollfd, 3> polled{first, pollfd{.fd = second, .events = POLLIN, .revents = 0},
                               pollfd{.fd = stop, .events = POLLIN, .revents = 0}};
  while (::poll(polled.data(), polled.size(), milliseconds_to(deadline)) < 0)
    if (errno != EINTR) return {.stop = true};
  return {polled[0].revents != 0, polled[1].revents != 0, polled[2].revents != 0};
}

std::string reason_of(int error) {
  if (error == ECONNREFUSED) return "nobody listens there";
  if (error == ETIMEDOUT) return std::string(kTooLate);
  if (error == ECONNRESET || error == EPIPE) return "it hung up";
  return std::strerror(error);  // NOLINT(concurrency-mt-unsafe): glibc's is safe
}

// --- Names of hosts. The system may take its time, and cannot be told to stop.

struct Lookup {
  std::string host;
  std::string port;
  Descriptor done{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  int error = 0;
  Addresses found{};

  void run(int flags) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = flags;
    addrinfo* first = nullptr;
    error = ::getaddrinfo(host.c_str(), port.c_str(), &wanted, &first);
    if (error == 0) found.reset(first);
  }
};

std::expected<Addresses, Complaint> looked_up(const ServerAddress& server, Deadline deadline, int stop) {
  const auto lookup = std::make_shared<Lookup>(Lookup{.host = server.host, .port = server.port});
  lookup->run(AI_NUMERICHOST | AI_NUMERICSERV);
  if (lookup->error == 0) return std::move(lookup->found);
  // Whoever comes last forgets it.
  quiet_thread([lookup] {
    lookup->run(AI_ADDRCONFIG | AI_NUMERICSERV);
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto put = ::write(lookup->done.number(), &one, sizeof one);
  }).detach();
  const Ready ready = wait_for({.fd = lookup->done.number(), .events = POLLIN, .revents = 0}, -1, stop, deadline);
  if (ready.stop) return complaint(kStopped);
  if (!ready.first) return complaint("the name of the host could not be looked up in time");
  if (lookup->error != 0) return complaint("no such host is known");
  return std::move(lookup->found);
}

std::expected<Descriptor, Complaint> connected(const addrinfo& address, Deadline deadline, int stop) {
  Descriptor socket(
      ::socket(address.ai_family, address.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, address.ai_protocol));
  if (!socket.is_open()) return complaint(reason_of(errno));
  if (::connect(socket.number(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS) return complaint(reason_of(errno));
    const Ready ready = wait_for({.fd = socket.number(), .events = POLLOUT, .revents = 0}, -1, stop, deadline);
    if (ready.stop) return complaint(kStopped);
    if (!ready.first) return complaint(kTooLate);
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0) return complaint(reason_of(error));
  }
  const int yes = 1;
  ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return socket;
}

std::string tls_trouble() {
  std::array<char, 200> text{};
  const unsigned long code = ::ERR_peek_last_error();
  if (code == 0) return "it hung up";
  ::ERR_error_string_n(code, text.data(), text.size());
  const char* const reason = ::ERR_reason_error_string(code);
  return cat("it does not speak TLS as it should: ", reason != nullptr ? reason : text.data());
}

}  // namespace

void ClientSocket::Free::operator()(SSL_CTX* context) const { ::SSL_CTX_free(context); }
void ClientSocket::Free::operator()(SSL* session) const { ::SSL_free(session); }

ClientSocket::ClientSocket(ClientSocket&&) noexcept = default;
ClientSocket::~ClientSocket() = default;

std::expected<ClientSocket, Complaint> ClientSocket::connect(const ServerAddress& server, Deadline deadline, int stop) {
  const auto addresses = looked_up(server, deadline, stop);
  if (!addresses) return std::unexpected(addresses.error());
  std::expected<Descriptor, Complaint> socket = complaint("no such host is known");
  // One that does not answer must not keep the others from being tried.
  constexpr std::chrono::seconds kForEach{5};
  for (const addrinfo* each = addresses->get(); each != nullptr && !socket; each = each->ai_next)
    socket = connected(
        *each, each->ai_next == nullptr ? deadline : std::min(deadline, std::chrono::steady_clock::now() + kForEach),
        stop);
  if (!socket) return std::unexpected(socket.error());
  ClientSocket client(*std::move(socket), stop);
  if (server.is_secure)
    if (const auto secured = client.secure(server.host, deadline); !secured) return std::unexpected(secured.error());
  return client;
}

std::expected<void, Complaint> ClientSocket::secure(const std::string& host, Deadline deadline) {
  context_.reset(::SSL_CTX_new(::TLS_client_method()));
  if (!context_ || ::SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION) != 1 ||
      !trust_authorities(*context_))
    return complaint("certificates cannot be checked on this machine");
  ::SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
  ::SSL_CTX_set_mode(context_.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  session_.reset(::SSL_new(context_.get()));
  // A certificate is for a name or for an address.
  X509_VERIFY_PARAM* const wanted = ::SSL_get0_param(session_.get());
  const bool is_address = ::X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str()) == 1;
  if (!is_address && (::SSL_set1_host(session_.get(), host.c_str()) != 1 ||
                      ::SSL_set_tlsext_host_name(session_.get(), host.c_str()) != 1))
    return complaint("no certificate can be for that host");
  if (::SSL_set_fd(session_.get(), socket_.number()) != 1) return complaint(tls_trouble());
  const auto shaken = repeat(
      [&] {
        ::ERR_clear_error();
        Tried tried = this->tried(::SSL_connect(session_.get()));
        if (const long verdict = ::SSL_get_verify_result(session_.get()); verdict != X509_V_OK && !tried.wrong.empty())
          tried.wrong = cat("its certificate is not good: ", ::X509_verify_cert_error_string(verdict));
        return tried;
      },
      deadline);
  if (!shaken) return std::unexpected(shaken.error());
  return {};
}

ClientSocket::Tried ClientSocket::tried(int result) const {
  if (result > 0) return {.count = static_cast<std::size_t>(result)};
  switch (::SSL_get_error(session_.get(), result)) {
    case SSL_ERROR_WANT_READ:
      return {.wants = POLLIN};
    case SSL_ERROR_WANT_WRITE:
      return {.wants = POLLOUT};
    case SSL_ERROR_ZERO_RETURN:
      return {};
    case SSL_ERROR_SYSCALL:
      return {.wrong = errno == 0 ? "it hung up" : reason_of(errno)};
    default:
      return {.wrong = tls_trouble()};
  }
}

ClientSocket::Tried ClientSocket::try_read(std::span<char> room) {
  errno = 0;
  if (session_) {
    ::ERR_clear_error();
    return tried(::SSL_read(session_.get(), room.data(), static_cast<int>(room.size())));
  }
  const ssize_t got = ::recv(socket_.number(), room.data(), room.size(), 0);
  if (got >= 0) return {.count = static_cast<std::size_t>(got)};
  if (errno == EAGAIN || errno == EINTR) return {.wants = POLLIN};
  return {.wrong = reason_of(errno)};
}

ClientSocket::Tried ClientSocket::try_write(std::string_view bytes) {
  errno = 0;
  if (session_) {
    ::ERR_clear_error();
    return tried(::SSL_write(session_.get(), bytes.data(), static_cast<int>(bytes.size())));
  }
  const ssize_t put = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (put >= 0) return {.count = static_cast<std::size_t>(put)};
  if (errno == EAGAIN || errno == EINTR) return {.wants = POLLOUT};
  return {.wrong = reason_of(errno)};
}

template <class Try>
std::expected<std::size_t, Complaint> ClientSocket::repeat(const Try& attempt, Deadline deadline) {
  while (true) {
    const Tried tried = attempt();
    if (!tried.wrong.empty()) return complaint(tried.wrong);
    if (tried.wants == 0) return tried.count;
    const Ready ready = wait_for({.fd = socket_.number(), .events = tried.wants, .revents = 0}, -1, stop_, deadline);
    if (ready.stop) return complaint(kStopped);
    if (!ready.first) return complaint(kTooLate);
  }
}

ClientSocket::Came ClientSocket::wait(Deadline deadline, int wake) const {
  // What TLS has taken from the socket already cannot be waited for there.
  if (session_ && ::SSL_pending(session_.get()) > 0) return Came::bytes;
  const Ready ready = wait_for({.fd = socket_.number(), .events = POLLIN, .revents = 0}, wake, stop_, deadline);
  if (ready.second || ready.stop) return Came::wake;
  return ready.first ? Came::bytes : Came::nothing;
}

std::expected<std::optional<std::size_t>, Complaint> ClientSocket::read(std::span<char> room) {
  const Tried tried = try_read(room);
  if (!tried.wrong.empty()) return complaint(tried.wrong);
  if (tried.wants != 0) return std::nullopt;
  return tried.count;
}

std::expected<void, Complaint> ClientSocket::write(std::string_view bytes, Deadline deadline) {
  while (!bytes.empty()) {
    const auto put = repeat([&] { return try_write(bytes); }, deadline);
    if (!put) return std::unexpected(put.error());
    if (*put == 0) return complaint("it hung up");
    bytes.remove_prefix(*put);
  }
  return {};
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
