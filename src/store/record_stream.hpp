// The records of a file of any length, one at a time, so that only a piece of it is in memory.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "match/record.hpp"
#include "system/descriptor.hpp"

namespace duello {

class RecordStream {
 public:
  // From the beginning of the file, which outlives this and does not change in the meantime.
  explicit RecordStream(const Descriptor& file) : file_(file) {}

  // As a reader of records gives them. A record that is far too long is a complaint, too.
  std::optional<std::expected<Record, Complaint>> next();
  // Where in the file that begins which was not read as a record.
  std::uint64_t offset() const { return before_ + at_; }
  // All of that behind a complaint, if it is no longer than a record may be.
  std::optional<std::string_view> rest() const;

 private:
  // False if there is nothing more.
  bool read_more();

  const Descriptor& file_;
  std::string piece_;         // of the file
  std::uint64_t before_ = 0;  // bytes of the file before it
  std::size_t at_ = 0;        // what has been read of it
  std::size_t line_ = 1;
  bool at_end_ = false;
  std::string trouble_;
};

}  // namespace duello
