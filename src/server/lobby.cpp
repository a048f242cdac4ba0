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
    std::erase_if(names_, [&](const auto& each) {
      return std::ranges::find(rows_, each.first, &StoredTable::id) == rows_.end();
    });
    complete(0);
  });
}

bool Lobby::must_be_loaded(const StoredTable& row) const {
  return row.state == TableState::playing && find_(row.id) == nullptr && !names_.contains(row.id);
}

void Lobby::complete(std::size_t from) {
  const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(from);
  const auto unknown = std::find_if(begin, rows_.end(), [this](const auto& row) { return must_be_loaded(row); });
  if (unknown == rows_.end()) {
    text_ = written();
    return answer_all(text_);
  }
  const auto next = static_cast<std::size_t>(unknown - rows_.begin()) + 1;
  journal_.load(unknown->id, 0, [this, next](auto found) {
    if (found && *found)
      if (const auto table = restored_table(**found, games_))
        names_[(*found)->table.id] = (*table)->setup().agreement.names;
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
  if (const auto known = names_.find(row.id); known != names_.end()) setup->agreement.names = known->second;
  // Whoever takes a seat at a listed table sits down there.
  std::array<bool, 2> taken{};
  for (std::size_t player = 0; player < 2; ++player)
    taken[player] = setup->agreement.who[player] != kHuman || !row.hashes[player].empty();
  return text([&](JsonObject& json) { add_facts(json, *setup, (*game)->game(), row.state, taken); });
}

}  // namespace duello
