#include "python/agents.hpp"

#include <algorithm>

namespace duello::python {

namespace {

constexpr std::string_view kResignMove = "resign";
constexpr const char* kMaker = "for_game";

// A function of Python's that is given what its seat may know and answers with a move.
class Function final : public Player {
 public:
  Function(Agents& agents, PyObject* game, Ref function)
      : agents_(agents), game_(game), function_(std::move(function)) {}

  Answer answer(const Turn& turn) override {
    try {
      return understood(turn, asked(turn));
    } catch (const Raised&) {
      agents_.note_raised();
      return Leave::interrupted;
    }
  }

 private:
  // Put together from what the seat was told, with any legal move in the place of one that is secret: what the seat
  // sees does not depend on it, and so there is no secret in the reach of whoever takes the view apart.
  Ref asked(const Turn& turn) const {
    const AnyGame& game = turn.game;
    AnyPosition position = game.start(turn.story.first());
    std::shared_ptr<Line> line;
    for (const std::string& told : turn.story.told()) {
      const AnyView seen = game.view(position, game.mover(position));
      const AnyMove move = told == kSecretMove ? game.stand_in(seen).value() : game.read(seen, told).value();
      line = std::make_shared<Line>(line, move);
      position = game.after(position, move);
    }
    const auto& actions = in<GameValue>(game_).numbered;
    std::optional<AnyStepView> step;
    if (actions) step = actions->view(actions->begun(position), turn.seat);
    const Ref view = made<ViewValue>(
        Module::of(game_).view,
        ViewValue{Ref::shared(game_), turn.seat, turn.seat, turn.view, step, {}, turn.story.first(), line});
    return Ref::owned(PyObject_CallFunctionObjArgs(function_.get(), view.get(), nullptr));
  }

  static Answer understood(const Turn& turn, const Ref& said) {
    const std::string text = words_in(said.get(), "What a player answers");
    if (text == kResignMove) return Resign{};
    const auto move = turn.game.read(turn.view, text);
    if (move) return *move;
    return Forfeit{cat("it played ", in_quotes(text), ", which is not legal: ", move.error().why)};
  }

  Agents& agents_;
  PyObject* game_;  // both outlive the player
  Ref function_;
};

// All that a program's player is told by a view alone; it needs no more.
class NoStory final : public Story {
 public:
  explicit NoStory(Seat seat) : seat_(seat) {}
  Seat seat() const override { return seat_; }
  Seat first() const override { return Seat::one; }
  std::vector<std::string> told() const override { return {}; }

 private:
  Seat seat_;
};

struct PlayerValue {
  Ref owner;  // the game
  std::unique_ptr<Player> player;
};

PyObject* call(PyObject* self, PyObject* positional, PyObject* keywords) {
  return answered([&] {
    const PlayerValue& mine = in<PlayerValue>(self);
    if (PyTuple_Size(positional) != 1 || (keywords != nullptr && PyDict_Size(keywords) != 0))
      raise(PyExc_TypeError, "A player is called with a duello.View alone.");
    PyObject* const given = PyTuple_GetItem(positional, 0);
    if (reinterpret_cast<PyObject*>(Py_TYPE(given)) != Module::of(self).view)
      raise(PyExc_TypeError, "A player is called with a duello.View alone.");
    const ViewValue& view = in<ViewValue>(given);
    const AnyGame& game = in<GameValue>(mine.owner.get()).game();
    if (full_name(view.game()) != full_name(game))
      raise(PyExc_ValueError, cat("The view is one of ", full_name(view.game()), ", not of ", full_name(game), '.'));
    if (!view.is_movers()) raise(PyExc_ValueError, "A player is asked for a move only in the turn of its own seat.");
    const NoStory story(*view.mover);
    const Turn turn{.game = game, .story = story, .seat = *view.mover, .view = view.at, .table = view.at};
    const auto forced = game.forced(view.at);
    return text(game.write(forced ? *forced : std::get<AnyMove>(mine.player->answer(turn))));
  });
}

}  // namespace

Agents::Agents(PyObject* game, PyObject* functions, std::span<const std::string> players)
    : game_(game), functions_(functions), has_functions_(functions != nullptr) {
  if (functions != nullptr && !PyDict_Check(functions)) raise(PyExc_TypeError, "functions must be a dictionary.");
  if (std::ranges::any_of(players, needs_knowledge)) knowledge_ = copy_for_thread(knowledge_of(game, nullptr));
}

std::expected<Knowledge, Complaint> Agents::knowledge() {
  if (!knowledge_) return complaint("What is known of the game was not asked for");
  return *knowledge_;
}

PyObject* Agents::known(const std::string& name) const {
  if (functions_ == nullptr) return nullptr;
  PyObject* const found = PyDict_GetItemWithError(functions_, text(name).get());
  if (found == nullptr && PyErr_Occurred() != nullptr) throw Raised{};
  return found != nullptr && PyCallable_Check(found) != 0 ? found : nullptr;
}

// Who wants to draw lots has a method that makes a player of a seed, so that the same game has the same lots anywhere.
std::expected<std::unique_ptr<Player>, Complaint> Agents::function(const std::string& name, Random random) {
  PyObject* const found = known(name);
  if (found == nullptr) return complaint("There is no function ", in_quotes(name));
  const Ref player = Ref::shared(found);
  if (PyObject_HasAttrString(player.get(), kMaker) == 0) return std::make_unique<Function>(*this, game_, player);
  PyObject* const made = PyObject_CallMethod(player.get(), kMaker, "K", static_cast<unsigned long long>(random()));
  if (made == nullptr) {
    note_raised();
    return complaint("It could not be seated");
  }
  return std::make_unique<Function>(*this, game_, Ref::owned(made));
}

PyObject* game_in(PyObject* module, PyObject* object) {
  const Module& mine = *static_cast<const Module*>(PyModule_GetState(module));
  if (object == nullptr || reinterpret_cast<PyObject*>(Py_TYPE(object)) != mine.game)
    raise(PyExc_TypeError, "A duello.Game is needed.");
  return object;
}

void must_be_players(std::span<const std::string> players, Agents& agents) {
  for (const std::string& who : players) {
    if (who.starts_with(kPythonPrefix) && agents.known(who.substr(kPythonPrefix.size())) != nullptr) continue;
    if (const auto made = make_player(who, Random(0), agents); !made) raise(PyExc_ValueError, made.error());
  }
}

std::vector<std::string> texts_in(PyObject* sequence, const char* what) {
  std::vector<std::string> texts;
  const Py_ssize_t size = sequence == nullptr ? 0 : PySequence_Size(sequence);
  if (size < 0) throw Raised{};
  for (Py_ssize_t i = 0; i < size; ++i)
    texts.emplace_back(view_of(Ref::owned(PySequence_GetItem(sequence, i)).get(), what));
  return texts;
}

PyObject* player(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answered([&] {
    const Arguments<3> asked("player", {"game", "who", "seed"}, 3, given, count, keywords);
    PyObject* const game = game_in(module, asked[0]);
    const std::string who(view_of(asked.needed(1), "who"));
    Agents agents(game, nullptr, std::span(&who, 1));
    auto player = make_player(who, Random(seed_of(asked.needed(2))), agents);
    if (!player) raise(PyExc_ValueError, player.error());
    return made<PlayerValue>(Module::of(game).player, PlayerValue{Ref::shared(game), *std::move(player)});
  });
}

PyObject* player_type(PyObject* module) {
  return type_of<PlayerValue>(module, "duello._duello.Player", {{Py_tp_call, reinterpret_cast<void*>(&call)}});
}

}  // namespace duello::python
