#include "python/agents.hpp"

namespace duello::python {

namespace {

constexpr std::string_view kResignMove = "resign";
constexpr const char* kMaker = "for_game";

// A function of Python's that is given what its seat may know and answers with a move. What it raises is left for the
// end of the game.
class Function final : public Player {
 public:
  Function(Agents& agents, GameRef game, nb::object function)
      : agents_(agents), game_(std::move(game)), function_(std::move(function)) {}

  Answer answer(const Turn& turn) override {
    try {
      const nb::object view = nb::cast(view_of(turn));
      return understood(turn, with_python([&] { return function_(view); }));
    } catch (nb::python_error& error) {
      error.restore();
    } catch (const TypeError& error) {
      PyErr_SetString(PyExc_TypeError, error.what());
    }
    agents_.note_raised();
    return std::unexpected(Leave::interrupted);
  }

 private:
  // Put together from what the seat was told, with any legal move in the place of one that is secret: what the seat
  // sees does not depend on it, and so there is no secret in the reach of whoever takes the view apart.
  ViewValue view_of(const Turn& turn) const {
    const AnyGame& game = turn.game;
    AnyPosition position = game.start(turn.story.first());
    std::shared_ptr<Line> line;
    for (const std::string& told : turn.story.told()) {
      const AnyView seen = game.view(position, game.mover(position));
      const AnyMove move = told == kSecretMove ? game.stand_in(seen).value() : game.read(seen, told).value();
      line = std::make_shared<Line>(line, move);
      position = game.after(position, move);
    }
    std::optional<AnyStepView> step;
    if (game_->numbered) step = game_->numbered->view(game_->numbered->begun(position), turn.seat);
    return {game_, turn.seat, turn.seat, turn.view, step, {}, turn.story.first(), line};
  }

  static Answer understood(const Turn& turn, const nb::object& said) {
    const std::string text = spelled_text_in(said, "What a player answers");
    if (text == kResignMove) return Resign{};
    const auto move = turn.game.read(turn.view, text);
    if (move) return *move;
    return Forfeit{cat("it played ", in_quotes(text), ", which is not legal: ", move.error().why)};
  }

  Agents& agents_;
  GameRef game_;
  nb::object function_;
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

// One of the program's players, as a function of views.
struct PlayerValue {
  GameRef owner;
  std::unique_ptr<Player> player;

  std::string operator()(nb::handle given) const {
    const auto& view = value_in<ViewValue>(given, "A player is called with a duello.View alone.");
    const AnyGame& game = owner->game();
    if (full_name(view.game()) != full_name(game))
      throw std::invalid_argument(
          cat("The view is one of ", full_name(view.game()), ", not of ", full_name(game), '.'));
    if (!view.is_movers())
      throw std::invalid_argument("A player is asked for a move only in the turn of its own seat.");
    const NoStory story(*view.mover);
    const Turn turn{.game = game, .story = story, .seat = *view.mover, .view = view.at, .table = view.at};
    const auto forced = game.forced(view.at);
    return game.write(forced ? *forced : std::get<AnyMove>(player->answer(turn).value()));
  }
};

PlayerValue player(nb::handle game, nb::handle who, nb::handle seed) {
  GameRef owner(game);
  const std::string name(text_in(who, "who"));
  Agents agents(game, nb::none(), std::span(&name, 1));
  auto made = value_of(make_player(name, Random(seed_of(seed)), agents));
  return {std::move(owner), std::move(made)};
}

}  // namespace

Agents::Agents(nb::handle game, nb::handle functions, std::span<const std::string> players)
    : game_(game), functions_(functions) {
  if (has_functions() && !nb::isinstance<nb::dict>(functions)) throw TypeError("functions must be a dictionary.");
  if (std::ranges::any_of(players, needs_knowledge)) knowledge_ = copy_for_thread(knowledge_of(*game_, nb::none()));
}

std::expected<Knowledge, Complaint> Agents::knowledge() {
  if (!knowledge_) return complaint("What is known of the game was not asked for");
  return *knowledge_;
}

std::optional<nb::object> Agents::known(const std::string& name) const {
  if (!has_functions()) return std::nullopt;
  nb::object found = nb::borrow<nb::dict>(functions_).get(nb::cast(name), nb::none());
  return PyCallable_Check(found.ptr()) != 0 ? std::optional(std::move(found)) : std::nullopt;
}

// Who wants to draw lots has a method that makes a player of a seed, so that the same game has the same lots anywhere.
std::expected<std::unique_ptr<Player>, Complaint> Agents::function(const std::string& name, Random random) {
  const auto found = known(name);
  if (!found) return complaint("There is no function ", in_quotes(name));
  if (!nb::hasattr(*found, kMaker)) return std::make_unique<Function>(*this, game_, *found);
  try {
    const std::uint64_t seed = random();
    return std::make_unique<Function>(*this, game_, with_python([&] { return found->attr(kMaker)(seed); }));
  } catch (nb::python_error& error) {
    error.restore();
    note_raised();
    return complaint("It could not be seated");
  }
}

void must_be_players(std::span<const std::string> players, Agents& agents) {
  for (const std::string& who : players)
    if (!who.starts_with(kPythonPrefix) || !agents.known(who.substr(kPythonPrefix.size())))
      value_of(make_player(who, Random(0), agents));
}

std::vector<std::string> texts_in(nb::handle sequence, const char* what) {
  std::vector<std::string> texts;
  if (!sequence.is_none())
    for (const nb::handle each : sequence) texts.emplace_back(text_in(each, what));
  return texts;
}

void define_players(nb::module_& module) {
  nb::class_<PlayerValue>(module, "Player")
      .def("__call__", &PlayerValue::operator(), kAnything)
      .def("__call__", [](const PlayerValue&, const nb::args&, const nb::kwargs&) {
        throw TypeError("A player is called with a duello.View alone.");
      });
  def_own(module, "player", &player);
  define_match(module);
  define_arena(module);
}

}  // namespace duello::python
