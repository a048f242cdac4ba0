// The file in which a game is put down as it is played. Whenever the program may be killed, the file is a whole and
// valid record of what has been put down.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "match/record.hpp"

namespace duello {

// Whether the owner alone may read the file until its last game is over.
enum class Readers : std::uint8_t { anybody, owner };
// Whether a move must survive even a power cut.
enum class Durability : std::uint8_t { process, machine };

class RecordFile {
 public:
  // The file may be there already; then its games stay, and the next one comes behind them. As long as this lives,
  // nobody else can write to it in this way.
  static std::expected<RecordFile, Complaint> open(const std::string& path, Readers readers, Durability durability);
  // A file of that name, or the next free name like it, that was not there before.
  static std::expected<RecordFile, Complaint> create(const std::string& stem, Readers readers, Durability durability);
  // Of the last game in the file, to go on with it.
  static std::expected<RecordFile, Complaint> reopen(const std::string& path, Readers readers, Durability durability);

  RecordFile(RecordFile&& from) noexcept;
  RecordFile& operator=(RecordFile&&) = delete;
  ~RecordFile();

  const std::string& path() const { return path_; }

  // Puts the game down as it stands now. On failure the file is as it was before, and trying again may succeed.
  std::expected<void, Complaint> put(const Record& record);
  void let_read(Readers readers) { readers_ = readers; }
  // The next record that is put down is another game's.
  void begin_next();

 private:
  RecordFile(std::string path, int file, Readers readers, Durability durability)
      : path_(std::move(path)), file_(file), readers_(readers), durability_(durability) {}

  static std::expected<RecordFile, Complaint> locked(const std::string& path, int file, Readers readers,
                                                     Durability durability);
  std::expected<void, Complaint> extend(const std::string& text, std::size_t same);
  std::expected<void, Complaint> replace(const std::string& text, Readers readers);
  std::unexpected<Complaint> cannot_write() const;

  std::string path_;
  int file_;
  Readers readers_;
  Durability durability_;
  std::optional<unsigned> mode_{};  // of a file that was there before
  std::size_t begin_ = 0;           // where the game begins in the file
  std::string_view lead_{};         // what sets it off from the one before
  bool is_new_ = false;             // and goes away again if nothing is put down
  std::string text_{};              // the game as it stands in the file
};

// How a complaint calls a file.
std::string shown_name(const std::string& file);

// Every record of a file; "-" is standard input. A complaint names the file.
std::expected<std::vector<Record>, Complaint> load_records(const std::string& file);

}  // namespace duello
