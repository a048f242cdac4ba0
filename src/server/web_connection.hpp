// A connection of the web server, with or without TLS: requests over HTTP, and then perhaps a WebSocket. One without
// TLS goes on elsewhere.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <string_view>

#include "server/plain_sockets.hpp"
#include "server/switchboard.hpp"
#include "server/web_tasks.hpp"

namespace duello {

inline constexpr std::string_view kServerStopping = "The server is being stopped; come back in a moment";

// Lives until one of both sides has hung up. There is TLS if there is a context for it, which is not needed later.
void start_connection(Switchboard& board, PlainSockets& sockets, TcpSocket socket, const Address& peer,
                      Visitors::Visitor* counted, boost::asio::ssl::context* tls);

}  // namespace duello
