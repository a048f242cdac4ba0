// Solving a game that gives its positions keys: a hashed table of all positions that can be reached.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/watch.hpp"
#include "core/workers.hpp"
#include "solve/damaged_table.hpp"
#include "solve/value.hpp"

namespace duello {

// Two positions with the same key are worth the same to the player to move. A game without rounds never repeats one.
// No key has all bits set. `position_bound` is not less than the number of keys.
template <class G>
concept HasKeys = Game<G> && requires(const G game, typename G::Position position) {
  { game.key(position) } -> std::same_as<std::uint64_t>;
  { game.position_bound() } -> std::same_as<double>;
};

// An open-addressing map from keys to packed values.
class KeyMap {
 public:
  using Score = std::int16_t;
  static constexpr double kBytesEach = 40;  // at worst, while it grows

  std::uint64_t size() const { return used_; }

  const Score* find(std::uint64_t key) const {
    const std::size_t slot = slot_of(key);
    return keys_[slot] == key && key != kFree ? &scores_[slot] : nullptr;
  }
  // The key is not there yet.
  void insert(std::uint64_t key, Score score) {
    assert(key != kFree);
    if (is_full(++used_, keys_.size())) grow();
    const std::size_t slot = slot_of(key);
    keys_[slot] = key;
    scores_[slot] = score;
  }
  void clear() { *this = KeyMap(); }
  // Where a key stands that is there.
  std::size_t slot(std::uint64_t key) const { return slot_of(key); }
  std::size_t slots() const { return keys_.size(); }

  std::span<const Score> scores() const { return scores_; }
  std::span<const std::uint64_t> keys() const { return keys_; }

  // For table files: the number of slots and of used ones, and the slots. A shape that no map has is refused, and so is
  // one whose slots do not take exactly so many bytes.
  std::vector<std::uint64_t> shape() const { return {keys_.size(), used_}; }
  bool reshape(const std::vector<std::uint64_t>& shape, std::uint64_t bytes) {
    const std::uint64_t slots = bytes / kSlotBytes;
    if (bytes % kSlotBytes != 0 || shape.size() != 2 || shape[0] != slots) return false;
    if (shape[1] > slots || slots_for(shape[1]) != slots) return false;
    keys_.assign(static_cast<std::size_t>(slots), kFree);
    scores_.assign(static_cast<std::size_t>(slots), 0);
    used_ = shape[1];
    return true;
  }
  std::vector<std::span<std::byte>> contents() {
    return {std::as_writable_bytes(std::span(keys_)), std::as_writable_bytes(std::span(scores_))};
  }
  // Whether contents from elsewhere are such as a map has: as many keys as it says, none twice, and each close to where
  // the search for it begins. Takes a time in proportion to the slots, whatever they hold.
  bool is_sound() const {
    std::uint64_t keys = 0;
    std::uint64_t detours = 0;
    for (std::size_t slot = 0; slot < keys_.size(); ++slot) {
      if (keys_[slot] == kFree) continue;
      ++keys;
      for (std::size_t on_way = home_of(keys_[slot]); on_way != slot; on_way = next(on_way))
        if (keys_[on_way] == kFree || keys_[on_way] == keys_[slot] || ++detours > kMostDetours * keys_.size())
          return false;
    }
    return keys == used_;
  }

 private:
  static constexpr std::uint64_t kFree = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t kFewestSlots = 1024;
  static constexpr std::uint64_t kSlotBytes = sizeof(std::uint64_t) + sizeof(Score);
  static constexpr std::uint64_t kMostDetours = 16;  // on average; keys of games make less than one

  // A quarter of the slots is always free, so that every search ends.
  static constexpr bool is_full(std::uint64_t keys, std::uint64_t slots) { return keys > slots / 4 * 3; }
  static constexpr std::uint64_t slots_for(std::uint64_t keys) {
    std::uint64_t slots = kFewestSlots;
    while (is_full(keys, slots)) slots *= 2;
    return slots;
  }

  std::size_t home_of(std::uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15) >> (64 - std::countr_zero(keys_.size())));
  }
  std::size_t next(std::size_t slot) const { return (slot + 1) & (keys_.size() - 1); }
  std::size_t slot_of(std::uint64_t key) const {
    std::size_t slot = home_of(key);
    while (keys_[slot] != key && keys_[slot] != kFree) slot = next(slot);
    return slot;
  }

  void grow() {
    std::vector<std::uint64_t> keys(keys_.size() * 2, kFree);
    std::vector<Score> scores(keys.size());
    keys.swap(keys_);
    scores.swap(scores_);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == kFree) continue;
      const std::size_t slot = slot_of(keys[i]);
      keys_[slot] = keys[i];
      scores_[slot] = scores[i];
    }
  }

  std::vector<std::uint64_t> keys_ = std::vector<std::uint64_t>(kFewestSlots, kFree);
  std::vector<Score> scores_ = std::vector<Score>(kFewestSlots);
  std::uint64_t used_ = 0;
};

template <HasKeys G>
class KeyTable {
 public:
  explicit KeyTable(const G& game) : game_(game) {}

  static double bytes_for(const G& game) { return game.position_bound() * KeyMap::kBytesEach; }
  // How long one core takes for a byte of that at most, as measured. Where few of the positions can be reached it is
  // less.
  static constexpr double kSecondsPerByte = 1e-8;
  bool has_room() const { return true; }  // it takes what it needs as it grows

  std::uint64_t size() const { return map_.size(); }
  // A number below `slots` for each position that can be reached.
  std::size_t slots() const { return map_.slots(); }
  std::size_t slot(const typename G::Position& position) const { return map_.slot(game_.key(position)); }
  // The values as they are packed, by slot, and the keys; where all bits of a key are set the slot is free.
  std::span<const KeyMap::Score> scores() const { return map_.scores(); }
  std::span<const std::uint64_t> keys() const { return map_.keys(); }
  std::vector<std::uint64_t> shape() const { return map_.shape(); }
  bool reshape(const std::vector<std::uint64_t>& shape, std::uint64_t bytes) { return map_.reshape(shape, bytes); }
  std::vector<std::span<std::byte>> contents() { return map_.contents(); }
  bool is_sound() const { return map_.is_sound(); }

  // Of a position that can be reached. A table that was solved here has it; one from a file may not.
  std::optional<Value> find(const typename G::Position& position) const {
    const auto* const known = map_.find(game_.key(position));
    return known == nullptr ? std::nullopt : std::optional(Value::unpacked(*known));
  }
  Value value(const typename G::Position& position) const {
    const auto known = find(position);
    if (!known) refuse_damaged_table();
    return *known;
  }

  // Visits everything that can be reached, taking a new round to be worth `round`. False if the watch stopped it.
  bool fill(Value round, Workers&, const Watch& watch) {
    map_.clear();
    round_ = round;
    watch_ = &watch;
    going_ = true;
    for (const Seat first : kSeats) look(game_.start(first));
    return going_;
  }

 private:
  Value look(const typename G::Position& position) {
    const std::uint64_t key = game_.key(position);
    if (const auto* known = map_.find(key)) return Value::unpacked(*known);
    Value best = Value::loss(0);  // below whatever a move is worth
    if (const auto outcome = game_.outcome(position)) {
      if (outcome->winner == game_.mover(position)) best = Value::win(0);
    } else {
      game_.legal(position).for_each([&](typename G::Move move) {
        if (!going_) return;
        const typename G::Position next = game_.after(position, move);
        best = std::max(best, worth(next).before());
      });
    }
    if (!going_) return best;
    map_.insert(key, best.packed<KeyMap::Score>());
    if (map_.size() % 65536 == 0) going_ = (*watch_)(map_.size(), 0);
    return best;
  }

  Value worth(const typename G::Position& next) {
    if constexpr (PlayedInRounds<G>)
      if (game_.begins_round(next)) return round_;
    return look(next);
  }

  G game_;
  KeyMap map_;
  Value round_;
  const Watch* watch_ = nullptr;
  bool going_ = true;
};

}  // namespace duello
