// What the loop of the web server and its connections have of Asio: sockets, timers and coroutines in one thread.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <utility>

#include "server/log.hpp"

namespace duello {

// Named, not wrapped: that saves a virtual call at every turn.
using WebExecutor = boost::asio::io_context::executor_type;
using TcpSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, WebExecutor>;
template <class What = void>
using WebTask = boost::asio::awaitable<What, WebExecutor>;

// What was waited for, with its error in front.
inline constexpr auto kWebResult = boost::asio::as_tuple(boost::asio::use_awaitable_t<WebExecutor>());

// The log outlives the task.
template <class Work>
void spawn_task(const WebExecutor& executor, const Log& log, Work work) {
  boost::asio::co_spawn(executor, std::move(work), [&log](const std::exception_ptr& trouble) {
    if (!trouble) return;
    try {
      std::rethrow_exception(trouble);
    } catch (const std::exception& what) {
      log.tell(LogLevel::error, "trouble with a connection", {{"why", what.what()}});
    }
  });
}

}  // namespace duello
