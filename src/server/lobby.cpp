#include "server/lobby.hpp"

#include <algorithm>
#include <utility>

namespace duello {

namespace {

constexpr auto kAge = std::chrono::seconds(1);  // that a list may have

}  // namespace

void Lobby::ask(Moment now, Answer answer) {
  if (!text_.empty() && now < asked_ + kAge) return answer(text_);
  waiting_.push_back(std::move(answer));
  if (waiting_.size() > 1) return;
  asked_ = now;
  text_.clear();
  journal_.listed(state_, most_, [this](auto found) {
    if (!found) return answer_all(std::unexpected(found.error()));
    rows_ = *std::move(found);
    std::erase_if(
        seen_, [&](const auto& each) { return std::ranges::find(rows_, each.first, &StoredTable::id) == rows_.end(); });
    complete(0);
  });
}

void Lobby::note_change(std::string_view id) {
  for (auto& [each, seen] : seen_)
    if (id.empty() || each == id) seen.is_old = seen.is_series;
}

bool Lobby::must_be_loaded(const StoredTable& row) const {
  if (row.state != TableState::playing || find_(row.id) != nullptr) return false;
  const auto seen = seen_.find(row.id);
  return seen == seen_.end() || seen->second.is_old;
}

void Lobby::complete(std::size_t from) {
  const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(from);
  const auto unknown = std::find_if(begin, rows_.end(), [this](const auto& row) { return must_be_loaded(row); });
  if (unknown == rows_.end()) {
    text_ = written();
    return answer_all(text_);
  }
  const auto next = static_cast<std::size_t>(unknown - rows_.begin()) + 1;
  // What happens there from now on makes it old again.
  seen_[unknown->id].is_old = false;
  journal_.load(unknown->id, 0, [this, next, id = unknown->id](auto found) {
    const auto table = found && *found ? restored_table(**found, games_) : complaint("It cannot be loaded");
    if (table) {
      Seen& seen = seen_[id];
      seen.names = (*table)->setup().agreement.names;
      seen.wins = (*table)->wins();
      seen.is_series = (*table)->setup().agreement.best_of > 1;
    } else {
      seen_.erase(id);
    }
    complete(next);
  });
}

void Lobby::answer_all(const Text& text) {
  for (Answer& each : std::exchange(waiting_, {})) each(text);
}

std::string Lobby::written() const {
  std::vector<std::string> rows;
  for (const StoredTable& row : rows_)
    if (auto text = row_text(row)) rows.push_back(*std::move(text));
  return object_text(
      [&](JsonObject& json) { json.add("tables", rows, [](std::string& at, const std::string& row) { at += row; }); });
}

std::optional<std::string> Lobby::row_text(const StoredTable& row) const {
  const auto text = [&](const auto& add_rest) {
    return object_text([&](JsonObject& json) {
      json.add("table", row.id).add("created", row.created);
      add_rest(json);
    });
  };
  if (const ServedTable* const table = find_(row.id)) {
    if (table->state() != state_) return std::nullopt;
    return text([&](JsonObject& json) { table->add_facts(json); });
  }
  auto setup = read_setup(row.setup);
  const auto game = setup ? games_.of(*setup) : std::unexpected(setup.error());
  if (!game) return std::nullopt;
  const auto seen = seen_.find(row.id);
  if (seen != seen_.end()) setup->agreement.names = seen->second.names;
  // One who opens a table sits down at it, and a game begins when both are there.
  std::array<bool, 2> taken{};
  for (std::size_t player = 0; player < 2; ++player)
    taken[player] = row.state != TableState::open || !row.hashes[player].empty();
  return text([&](JsonObject& json) {
    add_facts(json, *setup, (*game)->game(), row.state, taken);
    if (seen != seen_.end()) json.add("wins", seen->second.wins);
  });
}

}  // namespace duello
