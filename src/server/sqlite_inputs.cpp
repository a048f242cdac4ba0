#include "server/sqlite_inputs.hpp"

#include <charconv>

#include "core/text.hpp"

namespace duello {

namespace {

// Texts one behind the other, each with its length before it.
void append_piece(std::string& row, std::string_view text) {
  append(row, text.size());
  row += ':';
  row += text;
}

// Takes the next one away; nothing if there is none.
std::optional<std::string_view> next_piece(std::string_view& row) {
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(row.data(), row.data() + row.size(), size);
  const auto digits = static_cast<std::size_t>(end - row.data());
  if (error != std::errc() || digits == row.size() || *end != ':' || size > row.size() - digits - 1)
    return std::nullopt;
  const std::string_view piece = row.substr(digits + 1, size);
  row.remove_prefix(digits + 1 + size);
  return piece;
}

std::optional<std::vector<std::string_view>> pieces_of(std::string_view row) {
  std::vector<std::string_view> pieces;
  while (!row.empty()) {
    const auto piece = next_piece(row);
    if (!piece) return std::nullopt;
    pieces.push_back(*piece);
  }
  return pieces;
}

}  // namespace

SqliteInputs::SqliteInputs(sqlite3* database)
    : read_log_(database, "SELECT batch, inputs FROM log ORDER BY batch"),
      add_batch_(database, "INSERT INTO log VALUES (?, ?)"),
      forget_(database, "DELETE FROM log WHERE batch < ?"),
      add_row_(database, "INSERT INTO inputs VALUES (?, ?, ?)"),
      last_row_(database, "SELECT first, texts FROM inputs WHERE table_id = ? ORDER BY first DESC LIMIT 1"),
      rows_(database,
            "SELECT first, texts FROM inputs WHERE table_id = ?1 AND first >= coalesce("
            "(SELECT max(first) FROM inputs WHERE table_id = ?1 AND first <= ?2), 0) ORDER BY first") {}

bool SqliteInputs::is_ready() const {
  for (const SqliteStatement* const each : {&read_log_, &add_batch_, &forget_, &add_row_, &last_row_, &rows_})
    if (!each->is_ready()) return false;
  return true;
}

bool SqliteInputs::read() {
  logged_.clear();
  waiting_.clear();
  row_.clear();
  count_ = 0;
  is_damaged_ = false;
  std::unordered_map<std::string, std::uint32_t> kept;
  read_log_.done();
  while (read_log_.step()) {
    batch_ = read_log_.number(0);
    if (take(read_log_.text(1), kept)) continue;
    read_log_.done();
    return false;
  }
  return read_log_.is_fine();
}

// What a table has in a row of its own may still be in the log, for the sake of others: up to the number that is kept.
bool SqliteInputs::take(std::string_view row, std::unordered_map<std::string, std::uint32_t>& kept) {
  while (!row.empty()) {
    const auto table = next_piece(row);
    const auto number = table ? next_piece(row) : std::nullopt;
    const auto text = number ? next_piece(row) : std::nullopt;
    const auto value = text ? number_in<std::uint32_t>(*number) : std::nullopt;
    if (!value) return damaged();
    const auto [found, is_new] = kept.try_emplace(std::string(*table));
    if (is_new) {
      const auto last_kept = last(found->first);
      if (!last_kept) return false;
      found->second = *last_kept;
    }
    if (*value > found->second) note(found->first, *value, *text);
  }
  return true;
}

void SqliteInputs::note(const std::string& table, std::uint32_t number, std::string_view text) {
  const auto [found, is_new] = logged_.try_emplace(table);
  if (is_new) {
    found->second.batch = batch_;
    found->second.first = number;
    waiting_.emplace_back(batch_, table);
  }
  append_piece(found->second.texts, text);
  ++found->second.count;
  ++count_;
}

std::optional<std::uint32_t> SqliteInputs::last(const std::string& table) {
  if (const auto found = logged_.find(table); found != logged_.end())
    return found->second.first + found->second.count - 1;
  if (!last_row_.with(table).step()) return last_row_.is_fine() ? std::optional(0U) : std::nullopt;
  const std::int64_t first = last_row_.number(0);
  const std::string row = last_row_.text(1);
  last_row_.done();
  const auto pieces = pieces_of(row);
  if (!pieces || pieces->empty() || first < 1) {
    damaged();
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(pieces->size() - 1);
}

std::optional<std::vector<std::string>> SqliteInputs::behind(std::string_view table, std::uint32_t number) {
  std::vector<std::string> texts;
  std::uint64_t next = std::uint64_t{number} + 1;  // number
  const auto take_all = [&](std::uint64_t first, std::string_view row) {
    const auto pieces = pieces_of(row);
    if (!pieces || first > next) return damaged();
    for (std::uint64_t i = next - first; i < pieces->size(); ++i, ++next) texts.emplace_back((*pieces)[i]);
    return true;
  };
  rows_.with(table, next);
  while (rows_.step()) {
    if (take_all(static_cast<std::uint64_t>(rows_.number(0)), rows_.text(1))) continue;
    rows_.done();
    return std::nullopt;
  }
  if (!rows_.is_fine()) return std::nullopt;
  const auto found = logged_.find(std::string(table));
  if (found != logged_.end() && !take_all(found->second.first, found->second.texts)) return std::nullopt;
  return texts;
}

void SqliteInputs::add(const StoredInput& input) {
  if (row_.empty()) ++batch_;
  append_piece(row_, input.table);
  append_piece(row_, cat(input.number));
  append_piece(row_, input.text);
  note(input.table, input.number, input.text);
}

bool SqliteInputs::write() {
  if (row_.empty()) return true;
  const std::string row = std::exchange(row_, {});
  if (!add_batch_.with(batch_, row).run()) return false;
  if (count_ <= kMostLogged) return true;
  while (count_ > kMostLogged && waiting_.front().first != batch_)
    if (!fold()) return false;
  return forget_.with(waiting_.empty() ? batch_ + 1 : waiting_.front().first).run();
}

bool SqliteInputs::fold() {
  const auto found = logged_.find(waiting_.front().second);
  if (!add_row_.with(found->first, found->second.first, found->second.texts).run()) return false;
  count_ -= found->second.count;
  logged_.erase(found);
  waiting_.pop_front();
  return true;
}

}  // namespace duello
