// Who plays where Python asks for a game: functions of its own, and the program's players.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "match/conduct.hpp"
#include "players/roster.hpp"
#include "python/module.hpp"

namespace duello::python {

// The functions of one call, by their names. While there are any, Python stays locked: they are asked all the time.
class Agents final : public Supplies {
 public:
  // `functions` is a dictionary, or nothing. What is known of the game is found out if one of `players` needs it.
  Agents(PyObject* game, PyObject* functions, std::span<const std::string> players);

  std::expected<Knowledge, Complaint> knowledge() override;
  std::expected<std::unique_ptr<Player>, Complaint> function(const std::string& name, Random random) override;
  bool is_interrupted() const override { return has_raised_; }

  bool has_functions() const { return has_functions_; }
  // The function of that name; nothing if there is none.
  PyObject* known(const std::string& name) const;
  void note_raised() { has_raised_ = true; }

 private:
  PyObject* game_;       // both outlive it
  PyObject* functions_;  // or nothing
  std::optional<Knowledge> knowledge_;
  bool has_functions_;
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

// What comes of games that `work` plays with a listener. While only programs play, others may use Python.
template <class Work>
auto while_playing(const Agents& agents, const Work& work) {
  if (!agents.has_functions()) return fetched(nullptr, [&](const Watch& watch) { return work(Patience(watch)); });
  return work(Patience([](std::uint64_t, std::uint64_t) { return PyErr_CheckSignals() == 0; }));
}

// The game of an argument.
PyObject* game_in(PyObject* module, PyObject* object);
std::vector<std::string> texts_in(PyObject* sequence, const char* what);
// Raises why, if one of them cannot play here.
void must_be_players(std::span<const std::string> players, Agents& agents);

// Functions of the module.
PyObject* player(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* keywords);
PyObject* match(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* keywords);
PyObject* arena_plan(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* keywords);
PyObject* arena(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* keywords);

}  // namespace duello::python
