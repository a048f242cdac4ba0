// What the server has to tell whoever runs it: one JSON object a line. It is given sentences and figures, never what a
// client sent: no token, no header, no body, no query.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace duello {

enum class LogLevel : std::uint8_t { debug, info, warning, error };
std::string_view name_of(LogLevel level);

class Log {
 public:
  // Takes a whole line with its end.
  using Write = std::function<void(std::string_view line)>;
  using Value = std::variant<std::string_view, std::int64_t>;
  using Fields = std::initializer_list<std::pair<std::string_view, Value>>;

  Log(LogLevel least, Write write) : least_(least), write_(std::move(write)) {}
  // To standard error.
  explicit Log(LogLevel least);

  bool shows(LogLevel level) const { return level >= least_; }
  // `event` says in a word or two what happened. From any thread.
  void tell(LogLevel level, std::string_view event, Fields fields = {}) const;

 private:
  LogLevel least_;
  Write write_;
};

}  // namespace duello
