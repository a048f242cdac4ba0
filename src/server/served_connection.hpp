// A connection of the web server: who is at the other end, what they wait for, and who they are in the hall.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string_view>
#include <utility>

#include "server/doorkeeper.hpp"
#include "server/visitors.hpp"
#include "server/web_connection.hpp"
#include "server/web_tasks.hpp"

namespace duello {

class Switchboard;

inline constexpr std::string_view kServerStopping = "The server is being stopped; come back in a moment";

class ServedConnection : public WebConnection {
 public:
  ~ServedConnection() override;

  // What it has waited for, if it still does.
  void answer(HttpAnswer answer);
  // Nothing will come any more.
  void give_up_waiting() { const auto waited = std::exchange(waits_, {}); }

 protected:
  // Those of a proxy are nobody's.
  ServedConnection(std::unique_ptr<Socket> socket, Switchboard& board, const Address& peer, Visitors::Visitor* counted);

  void received(std::string_view message) final;
  bool may_say(Time now) final { return counted_->may_say(now); }
  void ended(End /*how*/) final { leave_hall(); }
  void stumbled(std::string_view why) final;
  // In the hall from here on; `asking` is whose conversation it is.
  void begin(const Address& asking);

  Switchboard& board_;
  Address peer_;
  Visitors::Visitor* counted_;  // whose connection it is, if that is known
  HttpReply waits_;             // for the doorkeeper's answer

 private:
  friend class Switchboard;

  void leave_hall();

  std::size_t place_ = 0;  // among all
  ClientId id_ = 0;        // if it is a WebSocket
};

// Lives until one of both sides has hung up. There is TLS if there is a context for it, which is not needed later.
void start_connection(Switchboard& board, TcpSocket socket, const Address& peer, Visitors::Visitor* counted,
                      boost::asio::ssl::context* tls);

}  // namespace duello
