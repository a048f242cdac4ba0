#include "system/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>

#include "core/try.hpp"

namespace duello {

namespace {

// Unfinished files have a name that nobody can guess, so that nobody can put something there before.
constexpr std::string_view kBegin = ".duello-";
constexpr std::string_view kEnd = ".part";
constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::size_t kRandomDigits = 24;

bool is_unfinished(std::string_view name) {
  return name.size() == kBegin.size() + kRandomDigits + kEnd.size() && name.starts_with(kBegin) &&
         name.ends_with(kEnd) && name.substr(kBegin.size(), kRandomDigits).find_first_not_of(kDigits) == name.npos;
}

// Empty if the system gives no random bytes.
std::string unguessable_name() {
  std::string bytes(kRandomDigits / 2, '\0');
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return {};
  std::string digits;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    digits += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return cat(kBegin, digits, kEnd);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
}

// Whoever writes one holds its lock, but not from the first moment on.
void remove_if_left_over(int folder, const char* name) {
  constexpr std::time_t kOld = 60;  // seconds
  const Descriptor file(::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status{};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  if (status.st_uid == ::geteuid() && std::time(nullptr) - status.st_mtim.tv_sec > kOld && lock(file, Patience::none))
    ::unlinkat(folder, name, 0);
}

void remove_left_overs(const std::string& folder) {
  struct Close {
    void operator()(DIR* opened) const { ::closedir(opened); }
  };
  const std::unique_ptr<DIR, Close> opened(::opendir(folder.c_str()));
  if (!opened) return;
  while (const dirent* const entry = ::readdir(opened.get()))
    if (is_unfinished(entry->d_name)) remove_if_left_over(::dirfd(opened.get()), entry->d_name);
}

// A new name is on the disk when its folder is. Where that cannot be done, the file stands in its place all the same.
void sync_folder(const std::string& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.is_open()) ::fsync(opened.number());
}

// Where a file stands or would stand that is reached by this path, which may be a link to nothing yet.
std::string place_of(const std::string& path) {
  constexpr int kMostLinks = 40;
  std::filesystem::path place = path;
  std::error_code error;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(place, error); ++i)
    place = place.parent_path() / std::filesystem::read_symlink(place, error);
  return real_path(place).value_or(place);
}

// Whatever is there must be a file: a device or a pipe would be gone for good.
bool is_other_than_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

std::unexpected<Complaint> not_regular(const std::string& file) {
  return complaint(path_in_quotes(file), " is not a regular file");
}

}  // namespace

std::unexpected<Complaint> cannot(std::string_view verb, const std::string& file) {
  return complaint(path_in_quotes(file), " cannot be ", verb, ": ", std::strerror(errno));
}

std::expected<Descriptor, Complaint> open_regular(const std::string& file, int flags, mode_t mode) {
  Descriptor opened(::open(file.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode));
  const std::string_view verb = (flags & O_ACCMODE) == O_RDONLY ? "read" : "written";
  struct stat status{};
  if (!opened.is_open() || ::fstat(opened.number(), &status) != 0) {
    if (errno == ENXIO) return not_regular(file);  // a pipe without a reader, a socket
    return cannot(verb, file);
  }
  if (!S_ISREG(status.st_mode)) return not_regular(file);
  return opened;
}

std::expected<std::string, Complaint> contents_of(const std::string& file, std::uint64_t most) {
  const auto too_large = [&] {
    return complaint(path_in_quotes(file), " is too large: at most ", most >> 20, " MiB can be read");
  };
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status{};
  if (!in.is_open() || ::fstat(in.number(), &status) != 0) return cannot("read", file);
  if (S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) > most) return too_large();
  std::string contents;
  std::string piece(1 << 16, '\0');
  ssize_t length = 0;
  while ((length = ::read(in.number(), piece.data(), piece.size())) > 0) {
    contents.append(piece, 0, static_cast<std::size_t>(length));
    if (contents.size() > most) return too_large();
  }
  if (length < 0) return cannot("read", file);
  return contents;
}

std::optional<std::string> real_path(const std::string& path) {
  char* const real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return std::nullopt;
  std::string found(real);
  std::free(real);  // NOLINT: realpath allocates with malloc
  return found;
}

bool write_all(const Descriptor& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool write_at(const Descriptor& file, std::string_view text, std::size_t at) {
  while (!text.empty()) {
    const ssize_t written = ::pwrite(file.number(), text.data(), text.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
    at += static_cast<std::size_t>(written);
  }
  return true;
}

bool read_at(const Descriptor& file, std::span<char> room, std::uint64_t at) {
  while (!room.empty()) {
    const ssize_t got = ::pread(file.number(), room.data(), room.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    room = room.subspan(static_cast<std::size_t>(got));
    at += static_cast<std::uint64_t>(got);
  }
  return true;
}

bool lock(const Descriptor& file, Patience patience) {
  while (::flock(file.number(), LOCK_EX | (patience == Patience::none ? LOCK_NB : 0)) != 0)
    if (errno != EINTR) return false;
  return true;
}

std::expected<Descriptor, Complaint> replace_file(const std::string& file, const NewFile& how, const Write& write) {
  const std::string place = place_of(file);
  if (is_other_than_file(place)) return not_regular(file);
  const std::string folder = folder_of(place);
  remove_left_overs(folder);
  const std::string name = unguessable_name();
  if (name.empty()) return cannot("written", file);
  const std::string beside = cat(folder, '/', name);
  Descriptor made(
      ::open(beside.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, how.exactly.value_or(how.mode)));
  if (!made.is_open()) return cannot("written", file);
  const bool must_last = how.durability == Durability::machine;
  lock(made, Patience::none);  // nobody can hold it, but some file systems have no locks
  if ((!how.exactly || ::fchmod(made.number(), *how.exactly) == 0) && write(made) &&
      (!must_last || ::fsync(made.number()) == 0) && std::rename(beside.c_str(), place.c_str()) == 0) {
    if (must_last) sync_folder(folder);
    return made;
  }
  const auto failure = cannot("written", file);
  ::unlink(beside.c_str());
  return failure;
}

std::expected<void, Complaint> replace_file(const std::string& file, const NewFile& how, std::string_view contents) {
  DUELLO_CHECK(replace_file(file, how, [&](const Descriptor& out) { return write_all(out, contents); }));
  return {};
}

std::expected<void, Complaint> can_be_replaced(const std::string& file) {
  const std::string place = place_of(file);
  if (is_other_than_file(place)) return not_regular(file);
  if (::access(folder_of(place).c_str(), W_OK | X_OK) != 0) return cannot("written", file);
  return {};
}

std::expected<void, Complaint> make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return {};
  return complaint("The folder ", path_in_quotes(folder), " cannot be made: ", error.message());
}

}  // namespace duello
