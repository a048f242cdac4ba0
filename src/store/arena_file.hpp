// The file of an arena's records. Games are put at its end whole, in the order in which they end.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "match/record.hpp"
#include "system/descriptor.hpp"

namespace duello {

class ArenaFile {
 public:
  // A file without contents, made if it is not there. As long as this lives, no other arena can use it.
  static std::expected<std::unique_ptr<ArenaFile>, Complaint> create(const std::string& path);
  // One that is there. It stays as it is until it is mended.
  static std::expected<std::unique_ptr<ArenaFile>, Complaint> reopen(const std::string& path);

  const std::string& path() const { return path_; }

  // Whether it holds records and nothing else, except for what a program that was killed has left behind the last whole
  // one; comes before all that follows.
  std::expected<void, Complaint> check();

  // Of the games that are there.
  const Record& first() const { return first_; }
  // All of them, one after the other, until one is not accepted.
  using Accept = std::function<std::expected<void, Complaint>(const Record&)>;
  std::expected<void, Complaint> each(const Accept& accept) const;

  // The beginning of a record behind the last whole one; empty if the last one is whole.
  const std::string& torn() const { return torn_; }
  // Cuts that off, so that games can be added.
  std::expected<void, Complaint> mend();

  // False, and `trouble` says why, if it cannot be written; the file then ends with the game before. Several threads
  // may do this at once.
  bool add(const Record& record);
  const std::string& trouble() const { return trouble_; }

 private:
  ArenaFile(std::string path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}

  static std::expected<std::unique_ptr<ArenaFile>, Complaint> open(const std::string& path, int flags);

  std::string path_;
  Descriptor file_;
  Record first_{};
  std::string torn_;
  std::uint64_t whole_ = 0;  // bytes, up to the end of the last game
  std::mutex mutex_;
  std::string trouble_;
};

}  // namespace duello
