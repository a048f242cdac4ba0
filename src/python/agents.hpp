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
  // Whether there is a function of that name.
  bool knows(const std::string& name) const;
  void note_raised() { has_raised_ = true; }

 private:
  PyObject* game_;       // both outlive it
  PyObject* functions_;  // or nothing
  std::optional<Knowledge> knowledge_;
  bool has_functions_;
  bool has_raised_ = false;
};

// Asks Python now and then whether somebody wants to stop.
class Patience final : public Listener {
 public:
  explicit Patience(const Agents& agents) : agents_(agents) {}
  bool goes_on() const override;

 private:
  static constexpr unsigned kPause = 1024;  // moves between two looks

  const Agents& agents_;
  mutable unsigned moves_ = 0;
};

// Lets others use Python while only programs play.
class Playing {
 public:
  explicit Playing(const Agents& agents) {
    if (!agents.has_functions()) unlocked_.emplace();
  }

 private:
  std::optional<Unlocked> unlocked_;
};

// An argument that may not be None.
PyObject* needed(PyObject* object, const char* what);
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
