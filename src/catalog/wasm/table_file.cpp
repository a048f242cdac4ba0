// In WebAssembly there are no files.
#include "catalog/table_file.hpp"

namespace duello {

bool has_table(const std::string& /*file*/) { return false; }

bool says_who_wins(const std::string& /*file*/) { return false; }

std::expected<void, Complaint> can_save_table(const std::string& file) {
  return complaint("There is no place here for ", path_in_quotes(file), "; leave the table out");
}

std::expected<void, Complaint> save_table(const std::string& file, const std::string& /*game*/,
                                          const SolvedGame& /*table*/) {
  return can_save_table(file);
}

std::expected<std::unique_ptr<SolvedGame>, Complaint> load_table(const std::string& file, const std::string& /*game*/,
                                                                 const TakeStored& /*take*/) {
  return std::unexpected(can_save_table(file).error());
}

}  // namespace duello
