#include "store/arena_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/try.hpp"
#include "store/record_stream.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

constexpr std::string_view kBegin = "[Game \"";

// Whether a program may have been killed while it wrote this. Whatever else stands there is somebody's.
bool is_torn_record(std::string_view text) {
  const bool begins_so = text.starts_with(kBegin) || kBegin.starts_with(text);
  return begins_so && text.find("\n[Game ") == std::string_view::npos;
}

}  // namespace

std::expected<std::unique_ptr<ArenaFile>, Complaint> ArenaFile::open(const std::string& path, int flags) {
  DUELLO_TRY(auto file, open_regular(path, flags));
  if (!lock(file, Patience::none)) return complaint("Another program is just using ", path_in_quotes(path));
  return std::unique_ptr<ArenaFile>(new ArenaFile(path, std::move(file)));
}

std::expected<std::unique_ptr<ArenaFile>, Complaint> ArenaFile::create(const std::string& path) {
  auto file = open(path, O_RDWR | O_CREAT);
  struct stat status{};
  if (!file) return file;
  if (::fstat((*file)->file_.number(), &status) != 0) return cannot("written", path);
  if (status.st_size != 0)
    return complaint(path_in_quotes(path), " is not empty; an arena goes on in it with --resume");
  return file;
}

std::expected<std::unique_ptr<ArenaFile>, Complaint> ArenaFile::reopen(const std::string& path) {
  return open(path, O_RDWR);
}

std::expected<void, Complaint> ArenaFile::check() {
  RecordStream stream(file_);
  bool any = false;
  while (auto record = stream.next()) {
    if (!*record) {
      const auto rest = stream.rest();
      if (!rest || !is_torn_record(*rest)) return complaint(path_in_quotes(path_), ": ", record->error().why);
      torn_ = *rest;
      break;
    }
    if (!any) first_ = **std::move(record);
    any = true;
  }
  if (!any) return complaint(path_in_quotes(path_), ": It holds no game, so there is nothing to go on with");
  whole_ = stream.offset();
  return {};
}

std::expected<void, Complaint> ArenaFile::each(const Accept& accept) const {
  RecordStream stream(file_);
  while (stream.offset() < whole_) {
    const auto record = stream.next();
    if (!record) break;
    if (!*record) return std::unexpected(record->error());
    if (const auto accepted = accept(**record); !accepted) return accepted;
  }
  return {};
}

std::expected<void, Complaint> ArenaFile::mend() {
  // Games are set off from each other by one blank line.
  std::string end(2, '\0');
  const auto begin = static_cast<off_t>(std::max<std::uint64_t>(whole_, end.size()) - end.size());
  if (::pread(file_.number(), end.data(), end.size(), begin) < 0) return cannot("read", path_);
  const std::string_view ending = whole_ == 0 || end == "\n\n" ? "" : end.ends_with('\n') ? "\n" : "\n\n";
  if (::ftruncate(file_.number(), static_cast<off_t>(whole_)) != 0 || !write_at(file_, ending, whole_))
    return cannot("written", path_);
  whole_ += ending.size();
  torn_.clear();
  return {};
}

bool ArenaFile::add(const Record& record) {
  const std::string text = record_text(record) + "\n";
  const std::scoped_lock guard(mutex_);
  if (!trouble_.empty()) return false;
  if (write_at(file_, text, whole_)) {
    whole_ += text.size();
    return true;
  }
  trouble_ = std::strerror(errno);
  // A part of a game would stand between those that follow once there is room again.
  const int cut = ::ftruncate(file_.number(), static_cast<off_t>(whole_));
  (void)cut;
  return false;
}

}  // namespace duello
