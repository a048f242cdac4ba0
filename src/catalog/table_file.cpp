#include "catalog/table_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "core/try.hpp"
#include "solve/damaged_table.hpp"
#include "system/descriptor.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

constexpr std::string_view kMagic = "duello table";
constexpr std::string_view kWinners = "duello winners";  // read as they are needed
constexpr int kVersion = 1;
constexpr std::size_t kPage = 4096;  // before contents that stay in the file

// A running checksum that depends on every bit and on the order.
class Checksum {
 public:
  void add(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      std::uint64_t word{};
      const std::size_t length = std::min(sizeof word, bytes.size());
      std::memcpy(&word, bytes.data(), length);
      sum_ = (sum_ ^ word) * 0x9fb21c651e98df25;
      sum_ ^= sum_ >> 35;
      bytes = bytes.subspan(length);
    }
  }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0x243f6a8885a308d3;
};

// The first three lines of a file; the fourth is the checksum of these and of the contents, which follow.
std::string header(const std::string& game, const TableContents& contents) {
  std::vector<std::string> lengths;
  for (const std::uint64_t length : contents.shape) lengths.push_back(cat(length));
  return cat(contents.kind == TableKind::winners ? kWinners : kMagic, ' ', kVersion, '\n', game, '\n',
             joined(lengths, " "), '\n');
}

// Takes a line off a text, or as much as a line of ours may have.
std::string next_line(std::string_view& text) {
  constexpr std::size_t kLongest = 1000;
  std::string line(text.substr(0, std::min(text.find('\n'), kLongest)));
  text.remove_prefix(std::min(text.size(), line.size() + (line.size() < kLongest ? 1 : 0)));
  return line;
}

// Of who wins, only that of the first lines.
std::string checksum_of(const std::string& head, const std::vector<std::span<const std::byte>>& parts) {
  Checksum sum;
  sum.add(std::as_bytes(std::span(head)));
  for (const auto& part : parts) sum.add(part);
  return cat(sum.value());
}

// The contents of a file from some byte on.
class TableInFile final : public TableStorage {
 public:
  TableInFile(Descriptor file, std::uint64_t begin) : file_(std::move(file)), begin_(begin) {}
  bool read(std::uint64_t at, std::span<std::byte> bytes) const override {
    return read_at(file_, {reinterpret_cast<char*>(bytes.data()), bytes.size()}, begin_ + at);
  }
  [[noreturn]] void refuse() const override { refuse_damaged_table(); }

 private:
  Descriptor file_;
  std::uint64_t begin_;
};

// The first lines before contents that stay in the file, as long as a page.
std::string padded(std::string head) {
  head.resize(kPage - 1, ' ');
  return head + '\n';
}

}  // namespace

bool says_who_wins(const std::string& file) {
  const auto opened = open_regular(file, O_RDONLY);
  std::array<char, kWinners.size()> begin{};
  return opened && ::read(opened->number(), begin.data(), begin.size()) == static_cast<ssize_t>(begin.size()) &&
         std::string_view(begin.data(), begin.size()) == kWinners;
}

bool has_table(const std::string& file) { return ::access(file.c_str(), F_OK) == 0; }

std::expected<void, Complaint> save_table(const std::string& file, const std::string& game, const SolvedGame& table) {
  const auto contents = table.contents();
  if (!contents) return complaint("The table of ", game, " does not fit the memory, and cannot be saved");
  const bool stays = contents->kind == TableKind::winners;
  const auto parts = contents->parts();
  std::string head = header(game, *contents);
  head += checksum_of(head, stays ? std::vector<std::span<const std::byte>>() : parts) + "\n";
  if (stays) head = padded(std::move(head));
  const auto saved = replace_file(file, {}, [&](const Descriptor& out) {
    bool fine = write_all(out, head);
    for (const auto& part : parts)
      fine = fine && write_all(out, {reinterpret_cast<const char*>(part.data()), part.size()});
    return fine;
  });
  if (!saved) return complaint("The table ", saved.error().why);
  return {};
}

std::expected<void, Complaint> can_save_table(const std::string& file) {
  if (const auto possible = can_be_replaced(file); !possible) return complaint("The table ", possible.error().why);
  return {};
}

std::expected<std::unique_ptr<SolvedGame>, Complaint> load_table(const std::string& file, const std::string& game,
                                                                 const TakeStored& take) {
  DUELLO_TRY(auto opened, open_regular(file, O_RDONLY));
  struct stat status{};
  std::array<char, kPage> begin{};
  const ssize_t read = ::pread(opened.number(), begin.data(), begin.size(), 0);
  if (read < 0 || ::fstat(opened.number(), &status) != 0) return cannot("read", file);
  std::string_view rest(begin.data(), static_cast<std::size_t>(read));
  const std::string first = next_line(rest);
  const bool stays = first.starts_with(kWinners);
  const std::string_view magic = stays ? kWinners : kMagic;
  if (!first.starts_with(magic)) return complaint(path_in_quotes(file), " is not a table of solved positions");
  if (first != cat(magic, ' ', kVersion))
    return complaint("The table ", path_in_quotes(file), " is of another version (", in_quotes(first),
                     "); solve the game again");
  if (const std::string other = next_line(rest); other != game)
    return complaint("The table ", path_in_quotes(file), " is for '", printable(other, 80), "', not for '", game, "'");

  const std::string lengths = next_line(rest);
  TableInStorage stored;
  stored.kind = stays ? TableKind::winners : TableKind::values;
  const auto damaged = [&] {
    return complaint("The table ", path_in_quotes(file), " is damaged; solve the game again");
  };
  for (const std::string& word : words_of(lengths)) {
    const auto length = number_in<std::uint64_t>(word);
    if (!length) return damaged();
    stored.shape.push_back(*length);
  }
  const std::string checksum = next_line(rest);
  const std::uint64_t lines = stays ? kPage : static_cast<std::uint64_t>(read) - rest.size();
  const auto size = static_cast<std::uint64_t>(status.st_size);
  stored.bytes = size - std::min(size, lines);
  stored.storage = std::make_shared<TableInFile>(std::move(opened), lines);
  auto table = take(stored);
  if (!table) return std::unexpected(table.error().why);
  if (*table == nullptr) return damaged();
  const auto parts = stays ? std::vector<std::span<const std::byte>>() : (*table)->contents()->parts();
  if (checksum_of(cat(first, '\n', game, '\n', lengths, '\n'), parts) != checksum) return damaged();
  if (!(*table)->is_sound())
    return complaint("The table ", path_in_quotes(file), " does not hold what ", game,
                     " comes to; solve the game again");
  return *std::move(table);
}

}  // namespace duello
