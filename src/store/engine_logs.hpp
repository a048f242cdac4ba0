// The dialogues with engines, each in a file of its own: what the host wrote, what the engine answered, and when.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "engines/engine_process.hpp"

namespace duello {

// Several threads may use it at once; a log belongs to one of them. It outlives the engines.
class EngineLogs {
 public:
  // In this folder, which is made if it is not there.
  static std::expected<std::unique_ptr<EngineLogs>, Complaint> in(const std::string& folder);

  // A new file "NAME-1.log", or with the next number that is free. What is there already stays as it is.
  std::expected<EngineLog, Complaint> open(std::string_view name, std::string_view command);
  // Whether a line could not be written.
  bool is_incomplete() const { return is_incomplete_; }

 private:
  explicit EngineLogs(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
  std::atomic<bool> is_incomplete_ = false;
};

}  // namespace duello
