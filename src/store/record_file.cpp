#include "store/record_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

#include "core/try.hpp"

namespace duello {

namespace {

constexpr std::string_view kLead = "\n";

// Where the end of a record that is being played differs from that of the same record a move later.
constexpr std::size_t kEnding = 3;

unsigned mode_for(Readers readers) { return readers == Readers::owner ? 0600 : 0666; }

constexpr unsigned kOwner = 0600;

bool copy_begin(const Descriptor& from, const Descriptor& to, std::size_t length) {
  std::string piece(1 << 16, '\0');
  for (std::size_t at = 0; at < length; at += piece.size()) {
    piece.resize(std::min(piece.size(), length - at));
    if (!read_at(from, piece, at) || !write_at(to, piece, at)) return false;
  }
  return true;
}

}  // namespace

RecordFile::RecordFile(RecordFile&& from) noexcept
    : path_(std::move(from.path_)),
      file_(std::move(from.file_)),
      readers_(from.readers_),
      durability_(from.durability_),
      mode_(from.mode_),
      begin_(from.begin_),
      ended_(std::move(from.ended_)),
      lead_(from.lead_),
      is_new_(std::exchange(from.is_new_, false)),
      text_(std::move(from.text_)),
      wanted_(std::move(from.wanted_)) {}

RecordFile::~RecordFile() {
  if (is_new_) ::unlink(path_.c_str());
}

std::expected<RecordFile, Complaint> RecordFile::locked(const std::string& path, Descriptor file, Readers readers,
                                                        Durability durability) {
  if (!lock(file, Patience::none))
    return complaint("Another program is just playing the game in ", path_in_quotes(path));
  // Between opening and locking, another program may have put a new file in its place.
  struct stat status{};
  struct stat named{};
  if (::fstat(file.number(), &status) != 0) return cannot("written", path);
  if (::stat(path.c_str(), &named) != 0 || named.st_ino != status.st_ino)
    return complaint("Another program has just changed ", path_in_quotes(path), "; try again");
  RecordFile record(path, std::move(file), readers, durability);
  record.begin_ = static_cast<std::size_t>(status.st_size);
  if (status.st_size != 0) {
    record.mode_ = status.st_mode & 07777;
    record.lead_ = kLead;
  }
  return record;
}

std::expected<RecordFile, Complaint> RecordFile::open(const std::string& path, Readers readers, Durability durability) {
  DUELLO_TRY(auto file, open_regular(path, O_RDWR | O_CREAT, mode_for(readers)));
  const std::string real = real_path(path).value_or(path);
  auto record = locked(real, std::move(file), readers, durability);
  if (!record || record->begin_ == 0) return record;
  // What is there must be records, or the whole would not be one any more.
  DUELLO_TRY(const auto contents, contents_of(real, kMostRecordBytes));
  if (const auto read = read_records(contents); !read)
    return complaint(path_in_quotes(path), " holds something other than records (", read.error().why, ")");
  return record;
}

std::expected<RecordFile, Complaint> RecordFile::create(const std::string& stem, Readers readers,
                                                        Durability durability) {
  constexpr int kMostTries = 10'000;
  for (int i = 1; i <= kMostTries; ++i) {
    const std::string path = cat(stem, i == 1 ? "" : cat('-', i), kRecordSuffix);
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_for(readers)));
    if (file.is_open()) {
      auto record = locked(path, std::move(file), readers, durability);
      if (record) record->is_new_ = true;
      return record;
    }
    if (errno != EEXIST) return cannot("written", path);
  }
  return cannot("written", cat(stem, kRecordSuffix));
}

std::expected<RecordFile, Complaint> RecordFile::reopen(const std::string& path, Readers readers,
                                                        Durability durability) {
  DUELLO_TRY(auto file, open_regular(path, O_RDWR));
  const std::string real = real_path(path).value_or(path);
  auto record = locked(real, std::move(file), readers, durability);
  if (!record) return record;
  DUELLO_TRY(const auto contents, contents_of(real, kMostRecordBytes));
  RecordReader reader(contents);
  std::size_t begin = 0;
  for (std::size_t next = 0; next < contents.size(); next = reader.offset()) {
    begin = next;
    const auto game = reader.next();
    if (!game) break;
    if (!*game) return complaint(path_in_quotes(path), ": ", game->error().why);
  }
  record->begin_ = begin;
  record->text_ = contents.substr(begin);
  record->wanted_ = record->text_;
  record->lead_ = {};
  return record;
}

std::expected<void, Complaint> RecordFile::let_read(Readers readers) {
  readers_ = readers;
  if (readers == Readers::anybody || !mode_) return {};
  const unsigned mode = *mode_;
  // That is how it was begun; when it is over, anybody may read it.
  if ((mode & ~kOwner) == 0) {
    mode_.reset();
    return {};
  }
  if (::fchmod(file_.number(), mode & kOwner) != 0) return cannot("made private", path_);
  return {};
}

std::expected<void, Complaint> RecordFile::put(const Record& record) {
  wanted_ = cat(ended_, lead_, record_text(record));
  if (wanted_ == text_) return {};
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(text_, wanted_).in1 - text_.begin());
  if (!text_.empty() && same + kEnding >= text_.size() && wanted_.size() >= text_.size()) return extend(same);
  return replace(record.winner ? Readers::anybody : readers_);
}

void RecordFile::begin_next() {
  if (wanted_.empty()) return;
  lead_ = kLead;
  if (wanted_ != text_) {
    ended_ = wanted_;
    return;
  }
  begin_ += text_.size();
  ended_.clear();
  text_.clear();
  wanted_.clear();
}

std::expected<void, Complaint> RecordFile::extend(std::size_t same) {
  if (write_at(file_, std::string_view(wanted_).substr(same), begin_ + same) &&
      (durability_ == Durability::process || ::fdatasync(file_.number()) == 0)) {
    text_ = wanted_;
    return {};
  }
  const auto failure = cannot("written", path_);
  // There was room for the old ending.
  if (write_at(file_, std::string_view(text_).substr(same), begin_ + same)) {
    const int cut = ::ftruncate(file_.number(), static_cast<off_t>(begin_ + text_.size()));
    (void)cut;
  }
  return failure;
}

std::expected<void, Complaint> RecordFile::replace(Readers readers) {
  NewFile how{.mode = mode_for(readers), .durability = durability_};
  if (mode_) how.exactly = readers == Readers::owner ? *mode_ & kOwner : *mode_;
  auto made = replace_file(path_, how, [&](const Descriptor& file) {
    return copy_begin(file_, file, begin_) && write_at(file, wanted_, begin_);
  });
  if (!made) return std::unexpected(made.error());
  file_ = *std::move(made);
  is_new_ = false;
  text_ = wanted_;
  return {};
}

std::string shown_name(const std::string& file) {
  return file == "-" ? "Standard input" : printable(file, std::numeric_limits<int>::max());
}

std::expected<std::vector<Record>, Complaint> load_records(const std::string& file) {
  DUELLO_TRY(const auto contents, contents_of(file == "-" ? "/dev/stdin" : file, kMostRecordBytes));
  auto records = read_records(contents);
  if (!records) return complaint(shown_name(file), ": ", records.error().why);
  return records;
}

}  // namespace duello
