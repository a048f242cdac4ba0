// The file in which a game is put down as it is played. Whenever the program may be killed, the file is a whole and
// valid record of what has been put down.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "match/record.hpp"
#include "system/files.hpp"

namespace duello {

// How the names of files of records end that the program chooses.
inline constexpr std::string_view kRecordSuffix = ".duello";

// Whether the owner alone may read the file until its last game is over.
enum class Readers : std::uint8_t { anybody, owner };

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

  // Puts the game down as it stands now. On failure the file is as it was before, and the next try also puts down what
  // this one could not.
  std::expected<void, Complaint> put(const Record& record);
  // From now on. What others could read so far is closed to them at once.
  std::expected<void, Complaint> let_read(Readers readers);
  // The next record that is put down is another game's.
  void begin_next();

 private:
  RecordFile(std::string path, Descriptor file, Readers readers, Durability durability)
      : path_(std::move(path)), file_(std::move(file)), readers_(readers), durability_(durability) {}

  static std::expected<RecordFile, Complaint> locked(const std::string& path, Descriptor file, Readers readers,
                                                     Durability durability);
  std::expected<void, Complaint> extend(std::size_t same);
  std::expected<void, Complaint> replace(Readers readers);

  std::string path_;
  Descriptor file_;
  Readers readers_;
  Durability durability_;
  std::optional<unsigned> mode_{};  // of a file that was there before
  std::size_t begin_ = 0;           // where in the file that begins which may still change
  std::string ended_{};             // games that are over and could not be put down yet
  std::string_view lead_{};         // what sets the game off from the one before
  bool is_new_ = false;             // and goes away again if nothing is put down
  std::string text_{};              // from there on, as it stands in the file
  std::string wanted_{};            // as it should stand there
};

// How a complaint calls a file.
std::string shown_name(const std::string& file);

// What is read as records at one time.
inline constexpr std::uint64_t kMostRecordBytes = 256ULL << 20;

// Every record of a file; "-" is standard input. A complaint names the file.
std::expected<std::vector<Record>, Complaint> load_records(const std::string& file);

}  // namespace duello
