#include "catalog/table_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>

#include "system/descriptor.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

constexpr std::string_view kMagic = "duello table";
constexpr std::string_view kWinners = "duello winners";  // read as they are needed
constexpr int kVersion = 1;
constexpr std::size_t kPage = 4096;  // before contents that stay in the file

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

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
std::string header(const std::string& game, const SolvedGame& table) {
  std::vector<std::string> lengths;
  for (const std::uint64_t length : table.shape()) lengths.push_back(cat(length));
  return cat(table.stays_in_file() ? kWinners : kMagic, ' ', kVersion, '\n', game, '\n', joined(lengths, " "), '\n');
}

std::string next_line(std::FILE* file) {
  constexpr std::size_t kLongest = 1000;
  std::string line;
  for (int c; line.size() < kLongest && (c = std::fgetc(file)) != EOF && c != '\n';) line += static_cast<char>(c);
  return line;
}

std::string checksum_of(const std::string& head, SolvedGame& table) {
  Checksum sum;
  sum.add(std::as_bytes(std::span(head)));
  if (!table.stays_in_file())
    for (const auto& part : table.contents()) sum.add(part);
  return cat(sum.value());
}

// The contents of a file after its first page.
class TableInFile final : public StoredContents {
 public:
  explicit TableInFile(Descriptor file) : file_(std::move(file)) {}
  bool read(std::uint64_t at, std::span<std::byte> bytes) const override {
    return read_at(file_, {reinterpret_cast<char*>(bytes.data()), bytes.size()}, kPage + at);
  }

 private:
  Descriptor file_;
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

std::expected<void, Complaint> save_table(const std::string& file, const std::string& game, SolvedGame& table) {
  if (!table.bring_home()) return complaint("The table of ", game, " does not fit the memory, and cannot be saved");
  std::string head = header(game, table);
  head += checksum_of(head, table) + "\n";
  if (table.stays_in_file()) head = padded(std::move(head));
  const auto saved = replace_file(file, {}, [&](const Descriptor& out) {
    bool fine = write_all(out, head);
    for (const auto& part : table.contents())
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

std::expected<void, Complaint> load_table(const std::string& file, const std::string& game, SolvedGame& table) {
  auto opened = open_regular(file, O_RDONLY);
  if (!opened) return std::unexpected(opened.error());
  const File in(::fdopen(opened->number(), "rb"));
  if (!in) return cannot("read", file);
  opened->release();
  const std::string first = next_line(in.get());
  const std::string_view magic = table.stays_in_file() ? kWinners : kMagic;
  if (!first.starts_with(magic)) return complaint(path_in_quotes(file), " is not a table of solved positions");
  if (first != cat(magic, ' ', kVersion))
    return complaint("The table ", path_in_quotes(file), " is of another version (", in_quotes(first),
                     "); solve the game again");
  if (const std::string other = next_line(in.get()); other != game)
    return complaint("The table ", path_in_quotes(file), " is for '", printable(other, 80), "', not for '", game, "'");

  const std::string lengths = next_line(in.get());
  std::vector<std::uint64_t> shape;
  const auto damaged = [&] {
    return complaint("The table ", path_in_quotes(file), " is damaged; solve the game again");
  };
  for (const std::string& word : words_of(lengths)) {
    const auto length = number_in<std::uint64_t>(word);
    if (!length) return damaged();
    shape.push_back(*length);
  }
  const std::string checksum = next_line(in.get());
  const long begin = table.stays_in_file() ? static_cast<long>(kPage) : std::ftell(in.get());
  std::fseek(in.get(), 0, SEEK_END);
  const auto length = static_cast<std::uint64_t>(std::max(0L, std::ftell(in.get()) - begin));
  std::fseek(in.get(), begin, SEEK_SET);
  if (!table.reshape(shape, length)) return damaged();
  if (table.stays_in_file()) {
    Descriptor own(::fcntl(::fileno(in.get()), F_DUPFD_CLOEXEC, 0));
    if (!own.is_open()) return cannot("read", file);
    table.use(std::make_shared<const TableInFile>(std::move(own)));
  } else {
    for (const auto& part : table.contents())
      if (std::fread(part.data(), 1, part.size(), in.get()) != part.size()) return damaged();
  }
  if (checksum_of(cat(first, '\n', game, '\n', lengths, '\n'), table) != checksum) return damaged();
  if (!table.is_sound())
    return complaint("The table ", path_in_quotes(file), " does not hold what ", game,
                     " comes to; solve the game again");
  return {};
}

}  // namespace duello
