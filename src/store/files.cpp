#include "store/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace duello {

namespace {

// XDG's rule: a variable that is no absolute path counts as not set.
std::expected<std::string, Complaint> folder_of(const char* variable, std::string_view below_home) {
  const char* const named = std::getenv(variable);
  if (named != nullptr && *named == '/') return cat(named, "/duello");
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return cat(home, '/', below_home, "/duello");
  return complaint("Neither ", variable, " nor HOME names a folder");
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::unexpected<Complaint> cannot(std::string_view verb, const std::string& file) {
  return complaint(in_quotes(file), " cannot be ", verb, ": ", std::strerror(errno));
}

std::expected<std::string, Complaint> contents_of(const std::string& file) {
  const int in = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (in < 0) return cannot("read", file);
  std::string contents;
  std::string piece(1 << 16, '\0');
  ssize_t length = 0;
  while ((length = ::read(in, piece.data(), piece.size())) > 0 || (length < 0 && errno == EINTR))
    if (length > 0) contents.append(piece, 0, static_cast<std::size_t>(length));
  const int error = errno;
  ::close(in);
  errno = error;
  if (length < 0) return cannot("read", file);
  return contents;
}

std::expected<void, Complaint> replace_file(const std::string& file, std::string_view contents) {
  const std::string beside = cat(file, ".", ::getpid(), ".part");
  const int out = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (out < 0) return cannot("written", file);
  bool fine = write_all(out, contents) && ::fsync(out) == 0;
  fine = ::close(out) == 0 && fine;
  fine = fine && std::rename(beside.c_str(), file.c_str()) == 0;
  if (fine) return {};
  const auto failure = cannot("written", file);
  ::unlink(beside.c_str());
  return failure;
}

std::expected<std::string, Complaint> state_folder() { return folder_of("XDG_STATE_HOME", ".local/state"); }
std::expected<std::string, Complaint> data_folder() { return folder_of("XDG_DATA_HOME", ".local/share"); }

bool is_among_own(const std::string& file) {
  const auto own = state_folder();
  return own && file.starts_with(*own + "/");
}

std::expected<void, Complaint> make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return {};
  return complaint("The folder ", in_quotes(folder), " cannot be made: ", error.message());
}

}  // namespace duello
