#include "store/folders.hpp"

#include <cstdlib>

#include "system/files.hpp"

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

}  // namespace

std::expected<std::string, Complaint> state_folder() { return folder_of("XDG_STATE_HOME", ".local/state"); }
std::expected<std::string, Complaint> data_folder() { return folder_of("XDG_DATA_HOME", ".local/share"); }

bool is_among_own(const std::string& file) {
  const auto own = state_folder();
  const auto folder = own ? real_path(*own) : std::nullopt;
  const auto real = real_path(file);
  return folder && real && real->starts_with(*folder + "/");
}

}  // namespace duello
