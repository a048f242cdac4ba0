#include "store/records.hpp"

#include "store/files.hpp"

namespace duello {

std::unexpected<Complaint> wrong_in(const std::string& file, const Complaint& what) {
  constexpr int kLongestName = 200;
  return complaint(file == kStandardInput ? "Standard input" : printable(file, kLongestName), ": ", what.why);
}

std::expected<std::vector<Record>, Complaint> load_records(const std::string& file) {
  const auto text = file == kStandardInput ? standard_input() : contents_of(file);
  if (!text) return std::unexpected(text.error());
  auto records = read_records(*text);
  if (!records) return wrong_in(file, records.error());
  return records;
}

}  // namespace duello
