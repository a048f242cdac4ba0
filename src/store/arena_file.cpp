#include "store/arena_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "store/files.hpp"

namespace duello {

std::expected<std::unique_ptr<ArenaFile>, Complaint> ArenaFile::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return cannot("written", path);
  std::unique_ptr<ArenaFile> opened(new ArenaFile(path, file));
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) return complaint("Another program is just using ", in_quotes(path));
  return opened;
}

ArenaFile::~ArenaFile() { ::close(file_); }

std::expected<std::vector<Record>, Complaint> ArenaFile::records() const {
  const auto contents = contents_of(path_);
  if (!contents) return std::unexpected(contents.error());
  std::vector<Record> records;
  RecordReader reader(*contents);
  std::size_t whole = 0;
  while (auto record = reader.next()) {
    if (!*record) {
      if (contents->find("\n[Game ", reader.offset()) == std::string::npos) break;
      return complaint(in_quotes(path_), ": ", record->error().why);
    }
    records.push_back(**std::move(record));
    whole = reader.offset();
  }
  const std::string_view kept = std::string_view(*contents).substr(0, whole);
  const std::string_view ending = kept.empty() || kept.ends_with("\n\n") ? "" : kept.ends_with('\n') ? "\n" : "\n\n";
  if (::ftruncate(file_, static_cast<off_t>(whole)) != 0 || !write(ending)) return cannot("written", path_);
  return records;
}

bool ArenaFile::write(std::string_view text) const {
  return ::write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool ArenaFile::add(const Record& record) {
  const std::string text = record_text(record) + "\n";
  errno = ENOSPC;  // if only a part of it can be written
  if (write(text)) return true;
  const std::lock_guard lock(mutex_);
  trouble_ = std::strerror(errno);
  return false;
}

}  // namespace duello
