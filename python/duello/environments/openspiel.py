"""The games for OpenSpiel, whose solvers then check ours: `pyspiel.load_game("duello_NAME")`, with `_` for `-`.

Parameters are the rules of the game, `first` (1 or 2; 0 tosses a coin) and `rounds`: after so many undecided rounds in
a row a coin decides.

>>> import pyspiel
>>> import duello
>>> from duello.environments import openspiel
>>> game = pyspiel.load_game(openspiel.name(duello.games()[2]), {"flag": 3})
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['1', '2', '3']
>>> state.apply_action(1)
>>> state.current_player()
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
from numpy.typing import NDArray

import duello

from . import _bout

if TYPE_CHECKING:
    from duello import Position, View

_SECRET = "?"


def name(game: str) -> str:
    """What a game is called in OpenSpiel."""
    return "duello_" + game.replace("-", "_")


def _type_of(game: duello.Game, *, has_chance: bool) -> Any:
    types = pyspiel.GameType
    information = types.Information
    return types(
        short_name=name(game.name),
        long_name=game.title,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else types.ChanceMode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if game.hidden else information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"first": 1, "rounds": _bout.ROUNDS, **duello.game(game.name).rules},
    )


class Duel(pyspiel.Game):  # type: ignore[misc]
    """A game under the rules that its parameters say."""

    name: str
    """Of the game, as we call it."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = dict(parameters or {})
        first = given.pop("first", 1)
        self.rounds: int = given.pop("rounds", _bout.ROUNDS)
        if first not in (0, 1, 2):
            raise ValueError(f"first must be 1, 2 or 0, for a toss, not {first}.")
        if self.rounds < 1:
            raise ValueError("rounds must be at least 1: OpenSpiel's games end.")
        self.rules = duello.game(self.name, **given)
        self.starts = [self.rules.start(seat) for seat in _bout.beginners(self.rules, first or None)]
        most = self.rules.most_steps * (self.rounds if self.rules.in_rounds else 1)
        has_chance = len(self.starts) > 1 or self.rules.in_rounds
        self.most_moves: int = most
        super().__init__(
            _type_of(self.rules, has_chance=has_chance),
            pyspiel.GameInfo(
                num_distinct_actions=self.rules.actions,
                max_chance_outcomes=2 if has_chance else 0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=most,
            ),
            parameters or {},
        )

    def new_initial_state(self, *_: Any) -> DuelState:
        """Where a game begins."""
        return DuelState(self)

    def make_py_observer(self, kind: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """Who tells a player what it may know now, or all that it ever could."""
        if params:
            raise ValueError(f"Observers have no parameters, and were given {params}.")
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class DuelState(pyspiel.State):  # type: ignore[misc]
    """Where a game stands. Its players are 0 and 1."""

    def __init__(self, game: Duel) -> None:
        super().__init__(game)
        self._starts = game.starts
        self._rounds = game.rounds if game.rules.in_rounds else 0
        self.position: Position | None = self._starts[0] if len(self._starts) == 1 else None
        self._winner = 0

    def current_player(self) -> int:
        """Whose turn it is: a player's, the coin's, or nobody's."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position is None or self._needs_coin():
            return int(pyspiel.PlayerId.CHANCE)
        assert self.position.mover is not None
        return self.position.mover - 1

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._winner != 0

    def returns(self) -> list[float]:
        """1 to the winner and -1 to the loser, in the end."""
        return [0.0 if not self._winner else 1.0 if self._winner == seat else -1.0 for seat in (1, 2)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Who begins, or who wins: either has the same chance."""
        return [(0, 0.5), (1, 0.5)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return [action for action, is_legal in enumerate(self.position.mask) if is_legal]

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self._starts[action]
        elif self._needs_coin():
            self._winner = action + 1
        else:
            self.position = self.position.step(action)
            outcome = self.position.outcome
            if outcome is not None:
                self._winner = outcome.winner

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{'first' if self.position is None else 'winner'}:{action + 1}"
        if self.position is None or self.position.mover != player + 1:
            return str(action)
        return self.position.move(action)

    def _needs_coin(self) -> bool:
        return self._rounds != 0 and self.position is not None and self.position.undecided >= self._rounds

    def __str__(self) -> str:
        if self.position is None:
            return "It is tossed who begins."
        lines = [str(self.position)]
        lines += [_observed(self.position.view(seat)) for seat in ((1, 2) if self.position.game.hidden else (1,))]
        if self._winner:
            lines.append(f"Player {self._winner} has won.")
        elif self._needs_coin():
            lines.append("A coin decides.")
        else:
            lines.append(f"Player {self.position.mover} is to move.")
        if self._rounds:
            lines.append(f"Undecided rounds: {self.position.undecided}.")
        return "\n".join(lines)


def _observed(view: View) -> str:
    """What a seat knows, part by part."""
    rest = view.observation
    lines = []
    for part in view.game.observed:
        size = part.shape[0] * part.shape[1]
        lines.append(f"{part.name}: {' '.join(map(str, rest[:size]))}")
        rest = rest[size:]
    return f"Player {view.seat} knows " + "; ".join(lines)


class Observer:
    """Tells what may be known of a state: what is to be seen now or, with perfect recall, all that was ever told.

    It tells what is public, what is one player's own, or both, as OpenSpiel asks for it. `moves` has a row for each
    move so far: whether it was one's own (seat 1's, for everybody), whether it was the other's, whether it is still
    secret, and which actions it was put together from. `draft` is one's half-made move.
    """

    def __init__(self, game: Duel, kind: Any) -> None:
        rules = game.rules
        self._recalls: bool = kind.perfect_recall
        self._is_public: bool = kind.public_info
        self._is_private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("No observer tells what both players keep to themselves.")
        pieces: dict[str, tuple[int, ...]] = {}
        if self._is_private:
            pieces |= {"player": (2,), "observation": (rules.observation_size,)}
        if self._is_public:
            pieces |= {"turn": (2,), "undecided": (1,)}
        if self._recalls and self._is_private:
            pieces |= {"draft": (rules.actions,)}
        if self._recalls and self._is_public:
            pieces |= {"first": (2,), "moves": (game.most_moves, 3 + rules.actions)}
        sizes = {piece: int(np.prod(shape)) for piece, shape in pieces.items()}
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        begin = 0
        for piece, shape in pieces.items():
            self.dict[piece] = self.tensor[begin : begin + sizes[piece]].reshape(shape)
            begin += sizes[piece]

    def set_from(self, state: DuelState, player: int) -> None:
        """Fills the tensor with what a player may know of a state."""
        self.tensor.fill(0)
        if self._is_private:
            self.dict["player"][player] = 1
        position = state.position
        if position is None:
            return
        if self._is_private:
            self.dict["observation"][:] = np.frombuffer(position.view(player + 1).observation, np.uint8)
        if self._is_public:
            self.dict["undecided"][0] = position.undecided
            if state.current_player() >= 0:
                self.dict["turn"][state.current_player()] = 1
        if self._recalls:
            self._recall(position, position.view(player + 1) if self._is_private else position.view())

    def _recall(self, position: Position, view: View) -> None:
        if self._is_private:
            self.dict["draft"][list(view.draft)] = 1
        if not self._is_public:
            return
        self.dict["first"][view.first - 1] = 1
        at = position.game.start(position.first)
        for row, move, told in zip(self.dict["moves"], position.moves, view.moves, strict=False):
            row[0 if at.mover == (view.seat or 1) else 1] = 1
            if told == _SECRET:
                row[2] = 1
            else:
                row[[3 + action for action in at.actions(move)]] = 1
            at = at.play(move)

    def string_from(self, state: DuelState, player: int) -> str:
        """The same in words."""
        words = [f"p{player}"] if self._is_private else []
        position = state.position
        if position is None:
            return " ".join(words)
        view = position.view(player + 1) if self._is_private else position.view()
        if self._recalls and self._is_public:
            words += [f"first:{view.first}", *view.moves]
        elif self._is_public:
            words += [f"turn:{state.current_player()}", f"undecided:{position.undecided}"]
        if self._recalls and self._is_private:
            words += [f"+{action}" for action in view.draft]
        elif self._is_private:
            words.append(_observed(view))
        return " ".join(words)


def register() -> None:
    """Makes the games known to OpenSpiel."""
    known = set(pyspiel.registered_names())
    for game in duello.games():
        if name(game) not in known:
            # A class for each: OpenSpiel keeps it until after Python has ended, when nothing else could be let go of.
            kind = type(f"Duel of {game}", (Duel,), {"name": game})
            pyspiel.register_game(_type_of(duello.game(game), has_chance=True), kind)


register()
