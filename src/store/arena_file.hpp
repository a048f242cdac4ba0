// The file of an arena's records. Games are put at its end whole, in the order in which they end.
#pragma once

#include <expected>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "match/record.hpp"

namespace duello {

class ArenaFile {
 public:
  // Makes it if it is not there. As long as this lives, no other arena can use it.
  static std::expected<std::unique_ptr<ArenaFile>, Complaint> open(const std::string& path);

  ArenaFile(const ArenaFile&) = delete;
  ArenaFile& operator=(const ArenaFile&) = delete;
  ~ArenaFile();

  const std::string& path() const { return path_; }

  // The games in it. What a program that was killed has left behind the last whole one is cut off.
  std::expected<std::vector<Record>, Complaint> records() const;

  // False, and `trouble` says why, if it cannot be written. Several threads may do this at once.
  bool add(const Record& record);
  const std::string& trouble() const { return trouble_; }

 private:
  ArenaFile(std::string path, int file) : path_(std::move(path)), file_(file) {}

  // In one piece, so that no other thread's comes between.
  bool write(std::string_view text) const;

  std::string path_;
  int file_;
  std::mutex mutex_;
  std::string trouble_;
};

}  // namespace duello
