#include "store/record_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "store/files.hpp"

namespace duello {

namespace {

constexpr std::string_view kLead = "\n";
constexpr std::string_view kSuffix = ".duello";

// Where the end of a record that is being played differs from that of the same record a move later.
constexpr std::size_t kEnding = 3;

unsigned mode_for(Readers readers) { return readers == Readers::owner ? 0600 : 0666; }

bool write_at(int file, std::string_view text, std::size_t at) {
  while (!text.empty()) {
    const ssize_t written = ::pwrite(file, text.data(), text.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
    at += static_cast<std::size_t>(written);
  }
  return true;
}

bool copy_begin(int from, int to, std::size_t length) {
  std::string piece(1 << 16, '\0');
  for (std::size_t at = 0; at < length;) {
    const ssize_t got = ::pread(from, piece.data(), std::min(piece.size(), length - at), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || !write_at(to, {piece.data(), static_cast<std::size_t>(got)}, at)) return false;
    at += static_cast<std::size_t>(got);
  }
  return true;
}

// A link stays one: it is the file behind it that is replaced.
std::string followed(const std::string& path) {
  char* const real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string found(real);
  std::free(real);  // NOLINT: realpath allocates with malloc
  return found;
}

}  // namespace

RecordFile::RecordFile(RecordFile&& from) noexcept
    : path_(std::move(from.path_)),
      file_(std::exchange(from.file_, -1)),
      readers_(from.readers_),
      durability_(from.durability_),
      mode_(from.mode_),
      begin_(from.begin_),
      lead_(from.lead_),
      is_new_(std::exchange(from.is_new_, false)),
      text_(std::move(from.text_)) {}

RecordFile::~RecordFile() {
  if (is_new_) ::unlink(path_.c_str());
  if (file_ >= 0) ::close(file_);
}

std::expected<RecordFile, Complaint> RecordFile::locked(const std::string& path, int file, Readers readers,
                                                        Durability durability) {
  RecordFile record(path, file, readers, durability);
  struct stat status{};
  if (::fstat(file, &status) != 0) return cannot("written", path);
  if (!S_ISREG(status.st_mode)) return complaint(in_quotes(path), " is not a file that can hold records");
  if (::flock(file, LOCK_EX | LOCK_NB) != 0)
    return complaint("Another program is just playing the game in ", in_quotes(path));
  // Between opening and locking, another program may have put a new file in its place.
  struct stat named{};
  if (::stat(path.c_str(), &named) != 0 || named.st_ino != status.st_ino)
    return complaint("Another program has just changed ", in_quotes(path), "; try again");
  record.begin_ = static_cast<std::size_t>(status.st_size);
  if (status.st_size != 0) {
    record.mode_ = status.st_mode & 07777;
    record.lead_ = kLead;
  }
  return record;
}

std::expected<RecordFile, Complaint> RecordFile::open(const std::string& path, Readers readers, Durability durability) {
  const std::string real = followed(path);
  const int file = ::open(real.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, mode_for(readers));
  if (file < 0) return cannot("written", path);
  auto record = locked(real, file, readers, durability);
  if (!record || record->begin_ == 0) return record;
  // What is there must be records, or the whole would not be one any more.
  const auto contents = contents_of(real);
  if (!contents) return std::unexpected(contents.error());
  if (const auto read = read_records(*contents); !read)
    return complaint(in_quotes(path), " holds something other than records (", read.error().why, ")");
  return record;
}

std::expected<RecordFile, Complaint> RecordFile::create(const std::string& stem, Readers readers,
                                                        Durability durability) {
  constexpr int kMostTries = 10'000;
  for (int i = 1; i <= kMostTries; ++i) {
    const std::string path = cat(stem, i == 1 ? "" : cat('-', i), kSuffix);
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_for(readers));
    if (file >= 0) {
      auto record = locked(path, file, readers, durability);
      if (record) record->is_new_ = true;
      return record;
    }
    if (errno != EEXIST) return cannot("written", path);
  }
  return cannot("written", cat(stem, kSuffix));
}

std::expected<RecordFile, Complaint> RecordFile::reopen(const std::string& path, Readers readers,
                                                        Durability durability) {
  const std::string real = followed(path);
  const int file = ::open(real.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return cannot("written", path);
  auto record = locked(real, file, readers, durability);
  if (!record) return record;
  const auto contents = contents_of(real);
  if (!contents) return std::unexpected(contents.error());
  RecordReader reader(*contents);
  std::size_t begin = 0;
  for (std::size_t next = 0; next < contents->size(); next = reader.offset()) {
    begin = next;
    const auto game = reader.next();
    if (!game) break;
    if (!*game) return complaint(in_quotes(path), ": ", game->error().why);
  }
  record->begin_ = begin;
  record->text_ = contents->substr(begin);
  record->lead_ = {};
  record->mode_.reset();
  return record;
}

std::unexpected<Complaint> RecordFile::cannot_write() const { return cannot("written", path_); }

std::expected<void, Complaint> RecordFile::put(const Record& record) {
  const std::string text = cat(lead_, record_text(record));
  if (text == text_) return {};
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(text_, text).in1 - text_.begin());
  if (!text_.empty() && same + kEnding >= text_.size() && text.size() >= text_.size()) return extend(text, same);
  return replace(text, record.winner ? Readers::anybody : readers_);
}

void RecordFile::begin_next() {
  if (text_.empty()) return;
  begin_ += text_.size();
  text_.clear();
  lead_ = kLead;
}

std::expected<void, Complaint> RecordFile::extend(const std::string& text, std::size_t same) {
  if (write_at(file_, std::string_view(text).substr(same), begin_ + same) &&
      (durability_ == Durability::process || ::fdatasync(file_) == 0)) {
    text_ = text;
    return {};
  }
  const auto failure = cannot_write();
  // There was room for the old ending.
  if (write_at(file_, std::string_view(text_).substr(same), begin_ + same)) {
    const int cut = ::ftruncate(file_, static_cast<off_t>(begin_ + text_.size()));
    (void)cut;
  }
  return failure;
}

std::expected<void, Complaint> RecordFile::replace(const std::string& text, Readers readers) {
  const std::string beside = cat(path_, ".", ::getpid(), ".part");
  const int file = ::open(beside.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, mode_for(readers));
  if (file < 0) return cannot_write();
  const bool fine = (!mode_ || ::fchmod(file, readers == Readers::owner ? *mode_ & 0600 : *mode_) == 0) &&
                    ::flock(file, LOCK_EX | LOCK_NB) == 0 && copy_begin(file_, file, begin_) &&
                    write_at(file, text, begin_) && (durability_ == Durability::process || ::fdatasync(file) == 0) &&
                    std::rename(beside.c_str(), path_.c_str()) == 0;
  if (!fine) {
    const auto failure = cannot_write();
    ::close(file);
    ::unlink(beside.c_str());
    return failure;
  }
  ::close(std::exchange(file_, file));
  is_new_ = false;
  text_ = text;
  return {};
}

std::string shown_name(const std::string& file) {
  constexpr int kLongest = 200;
  return file == "-" ? "Standard input" : printable(file, kLongest);
}

std::expected<std::vector<Record>, Complaint> load_records(const std::string& file) {
  const auto contents = contents_of(file == "-" ? "/dev/stdin" : file);
  if (!contents) return std::unexpected(contents.error());
  auto records = read_records(*contents);
  if (!records) return complaint(shown_name(file), ": ", records.error().why);
  return records;
}

}  // namespace duello
