#include "online/hosted.hpp"

#include <algorithm>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "store/folders.hpp"
#include "system/files.hpp"

namespace duello {

namespace {

constexpr std::size_t kMostHosted = 100;  // tables, the newest last

std::optional<std::string> file_of_hosted() {
  const auto folder = state_folder();
  if (!folder || !make_folder(*folder)) return std::nullopt;
  return *folder + "/hosted";
}

// The links by which they are watched, which are no secret.
std::vector<std::string> hosted_in(const std::string& file) {
  constexpr std::uint64_t kMostBytes = 1 << 20;
  const std::string text = contents_of(file, kMostBytes).value_or("");
  std::vector<std::string> links;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    links.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return links;
}

std::string name_of(const TableLink& table) { return TableLink{table.server, table.table, ""}.text(); }

}  // namespace

void remember_hosted(const TableLink& table) {
  const auto file = file_of_hosted();
  if (!file) return;
  std::vector<std::string> links = hosted_in(*file);
  links.push_back(name_of(table));
  if (links.size() > kMostHosted) links.erase(links.begin(), links.end() - kMostHosted);
  std::string text;
  for (const std::string& each : links) text += each + "\n";
  [[maybe_unused]] const auto kept = replace_file(*file, {.durability = Durability::process}, text);
}

bool was_hosted(const TableLink& table) {
  const auto file = file_of_hosted();
  if (!file) return false;
  const std::vector<std::string> links = hosted_in(*file);
  return std::ranges::find(links, name_of(table)) != links.end();
}

}  // namespace duello
