// Who plays where Python asks for a game: functions of its own, and the program's players.
#pragma once

#include <span>

#include "match/conduct.hpp"
#include "players/roster.hpp"
#include "python/values.hpp"

namespace duello::python {

// The functions of one call, by their names. While there are any, Python stays locked: they are asked all the time.
class Agents final : public Supplies {
 public:
  // `functions` is a dictionary, or None. What is known of the game is found out if one of `players` needs it.
  Agents(nb::handle game, nb::handle functions, std::span<const std::string> players);

  std::expected<Knowledge, Complaint> knowledge() override;
  std::expected<std::unique_ptr<Player>, Complaint> function(const std::string& name, Random random) override;
  bool is_interrupted() const override { return has_raised_; }

  bool has_functions() const { return !functions_.is_none(); }
  // The function of that name; nothing if there is none.
  std::optional<nb::object> known(const std::string& name) const;
  void note_raised() { has_raised_ = true; }

 private:
  GameRef game_;
  nb::handle functions_;  // outlives it
  std::optional<Knowledge> knowledge_;
  bool has_raised_ = false;
};

// Goes on for as long as a watch wants it to.
class Patience final : public Listener {
 public:
  explicit Patience(Watch watch) : watch_(std::move(watch)) {}
  bool goes_on() const override { return watch_(0, 0); }

 private:
  Watch watch_;
};

// What comes of games that `work` plays with a listener, unless somebody stops it. While only programs play, others may
// use Python.
template <class Work>
std::string while_playing(const Agents& agents, const Work& work) {
  const auto text = agents.has_functions()
                        ? work(Patience([](std::uint64_t, std::uint64_t) { return PyErr_CheckSignals() == 0; }))
                        : fetched([&](const Watch& watch) { return work(Patience(watch)); });
  if (text) return *text;
  if (PyErr_Occurred() == nullptr) throw std::runtime_error("A player could not be seated.");
  nb::raise_python_error();
}

std::vector<std::string> texts_in(nb::handle sequence, const char* what);
// Raises why, if one of them cannot play here.
void must_be_players(std::span<const std::string> players, Agents& agents);

void define_match(nb::module_& module);
void define_arena(nb::module_& module);

}  // namespace duello::python
