// What the tests of the stores have in common.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "core/text.hpp"
#include "server/store.hpp"

namespace duello {

inline StoredTable stored_table(std::string id) {
  return {.id = std::move(id), .setup = R"({"game":"any"})", .hashes = {"aa", ""}, .created = 1'731'736'800'123};
}

inline StoredInput stored_input(std::string table, std::uint32_t number, std::string text = "{}",
                                TableState state = TableState::playing) {
  return {.table = std::move(table), .number = number, .text = std::move(text), .state = state};
}

inline std::vector<StoredInput> stored_inputs(const std::string& table, std::uint32_t first, std::uint32_t last) {
  std::vector<StoredInput> inputs;
  for (std::uint32_t i = first; i <= last; ++i) inputs.push_back(stored_input(table, i, cat("text ", i)));
  return inputs;
}

class StoreFolder {
 public:
  StoreFolder() {
    std::string name = testing::TempDir() + "duelloXXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  StoreFolder(const StoreFolder&) = delete;
  StoreFolder& operator=(const StoreFolder&) = delete;
  ~StoreFolder() { std::filesystem::remove_all(path_); }

  const std::string& path() const { return path_; }
  std::string in(std::string_view name) const { return cat(path_, '/', name); }

 private:
  std::string path_;
};

// While this lives, no file can grow beyond so many bytes, as on a full disk.
class NoRoom {
 public:
  explicit NoRoom(std::size_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit less{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &less);
  }
  NoRoom(const NoRoom&) = delete;
  NoRoom& operator=(const NoRoom&) = delete;
  ~NoRoom() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

}  // namespace duello
