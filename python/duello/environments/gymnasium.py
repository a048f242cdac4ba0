"""A game for Gymnasium: one seat against an opponent, or thousands of games at once.

>>> import gymnasium
>>> import duello
>>> import duello.environments.gymnasium
>>> env = gymnasium.make(f"duello/{duello.games()[2]}-v0", opponent="perfect", seat=1, first=1)
>>> observation, info = env.reset(seed=1)
>>> info["action_mask"]
array([1, 1, 1], dtype=int8)
>>> observation, reward, terminated, truncated, info = env.step(0)
>>> info["moves"]
('1', '1')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import duello

from . import _bout

if TYPE_CHECKING:
    from duello import Game, View

Observation = NDArray[np.uint8]
_MOST_SEED = 2**63


def _single_spaces(game: Game) -> tuple[Box[np.uint8], Discrete[np.int32]]:
    return Box(0, 255, (game.observation_size,), np.uint8), Discrete(game.actions, dtype=np.int32)


class Duel(gymnasium.Env[Observation, np.int32]):
    """One seat of a game; the opponent has the other one.

    The opponent is one of `duello.players()`, or a function that is given what its seat may know, a `duello.View`, and
    answers with a move. One that draws lots has a method `for_game(seed)` that gives the player for a game. Without
    `seat` and `first` it is drawn for each game which seat one has and who begins. After `rounds` undecided rounds in a
    row a coin decides; never, if that is 0.

    The reward is 1 or -1 at the end. An action that is not legal changes nothing: `info["illegal"]` is True then.
    `info["action_mask"]` has a 1 for each action that is legal, and so has `action_masks()`; `info["seat"]` is one's
    seat and `info["moves"]` has all that was played, with a `?` for a move that the seat may not know. Where the
    opponent has won before one could move, no action is legal, and the first step, whatever it is, ends the game.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012  (as Gymnasium has it)

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: str | Callable[[View], str] = "random",
        seat: int | None = None,
        variant: str = "",
        first: int | None = None,
        rounds: int = _bout.ROUNDS,
        render_mode: str | None = None,
        **rules: int | str,
    ) -> None:
        self.game = _bout.chosen(game, variant, rules)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be 'human' or 'ansi', not {render_mode!r}.")
        if seat not in (None, 1, 2):
            raise ValueError(f"seat must be 1, 2 or None, not {seat!r}.")
        if not isinstance(opponent, str) and not callable(opponent):
            raise TypeError(f"An opponent is one of {', '.join(duello.players())}, or a function of a view.")
        self.render_mode = render_mode
        self._opponent = opponent
        self._who = self._seated(0)
        self._seats = (1, 2) if seat is None else (seat,)
        self._starts = [self.game.start(each) for each in _bout.beginners(self.game, first)]
        self._rounds = _bout.limit(rounds)
        self._is_over = True
        self.observation_space, self.action_space = _single_spaces(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Another game, as far as it is one's turn. A seed repeats all games from here on."""
        super().reset(seed=seed)
        self._who = self._seated(int(self.np_random.integers(_MOST_SEED)))
        self._seat = self._seats[self._lot(len(self._seats))]
        start = self._starts[self._lot(len(self._starts))]
        self._bout = _bout.Bout(start, self._rounds, self._toss)
        self._is_over = False
        self._wait()
        if self.render_mode == "human":
            self.render()
        return self._told(is_illegal=False)

    def step(self, action: int | np.int32) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One's action, and whatever the opponent answers."""
        if self._is_over:
            raise RuntimeError("No game goes on; reset() begins one.")
        bout = self._bout
        is_legal = 0 <= action < self.game.actions and self.action_masks()[action] == 1
        if is_legal:
            bout.step(int(action))
            self._wait()
        if self.render_mode == "human":
            self.render()
        observation, info = self._told(is_illegal=not is_legal and not bout.winner)
        self._is_over = bool(bout.winner)
        reward = 0.0 if not bout.winner else 1.0 if bout.winner == self._seat else -1.0
        return observation, reward, self._is_over, False, info

    def action_masks(self) -> NDArray[np.int8]:
        """A 1 for each action that is legal now."""
        if self._bout.winner:
            return np.zeros(self.game.actions, np.int8)
        return _bout.mask(self._bout.position.view(self._seat))

    def render(self) -> str | None:
        """The board as one's seat sees it: returned, or printed for people."""
        if self.render_mode is None:
            gymnasium.logger.warn("There is nothing to render without a render_mode: make it with 'human' or 'ansi'.")
            return None
        board = str(self._bout.position.view(self._seat))
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def _wait(self) -> None:
        """Lets the opponent move until it is one's turn again."""
        bout = self._bout
        while not bout.winner and bout.position.mover != self._seat:
            move = self._who(bout.position.view(bout.position.mover))
            if move == "resign":
                bout.winner = self._seat
            else:
                bout.play(move)

    def _told(self, *, is_illegal: bool) -> tuple[Observation, dict[str, Any]]:
        view = self._bout.position.view(self._seat)
        info = {"action_mask": self.action_masks(), "illegal": is_illegal, "seat": self._seat, "moves": view.moves}
        return _bout.observation(view), info

    def _seated(self, seed: int) -> Callable[[View], str]:
        if isinstance(self._opponent, str):
            return duello.player(self._opponent, self.game, seed=seed)
        for_game: Callable[[int], Callable[[View], str]] | None = getattr(self._opponent, "for_game", None)
        return self._opponent if for_game is None else for_game(seed)

    def _lot(self, count: int) -> int:
        return 0 if count == 1 else int(self.np_random.integers(count))

    def _toss(self) -> int:
        return 1 + self._lot(2)


class Duels(VectorEnv[Observation, NDArray[np.int32], NDArray[Any]]):
    """Many games at once, on a `duello.Batch`: each action is one of the seat to move, so that one learner plays both.

    `rewards` are those of the seats that have just moved; `infos["rewards"]` has those of both seats. `infos` has
    `action_mask`, the `movers` (0 or 1) of the turns that come next, and where an action was `illegal`, which changes
    nothing in its game.

    A game that ends starts over in the same step, and what is observed is the first turn of the next one. Every end is
    a real one, with a reward, so that there is no last observation to go on from, and none is given.

    All arrays are those of the batch, without a copy: the next step writes them anew. `copy=True` gives them away.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012  (as Gymnasium has it)

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        variant: str = "",
        first: int | None = None,
        rounds: int = _bout.ROUNDS,
        threads: int = 1,
        copy: bool = False,
        **rules: int | str,
    ) -> None:
        self.game = _bout.chosen(game, variant, rules)
        self.num_envs = num_envs
        self._first = first
        self._rounds = _bout.limit(rounds)
        self._threads = threads
        self._copies = copy
        self.single_observation_space, self.single_action_space = _single_spaces(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._truncations = np.zeros(num_envs, np.bool_)
        self._truncations.flags.writeable = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """All games begin anew. A seed repeats them; without one, others are drawn."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(_MOST_SEED)) if seed is None else seed
        self.batch = batch = duello.Batch(
            self.game, self.num_envs, seed=drawn, first=self._first, rounds=self._rounds, threads=self._threads
        )
        self._observations: Observation = np.asarray(batch.observations)
        self._gains = np.asarray(batch.gains)
        self._ends = np.asarray(batch.ends).view(np.bool_)
        self._infos = {
            "action_mask": np.asarray(batch.masks).view(np.int8),
            "movers": np.asarray(batch.movers),
            "rewards": np.asarray(batch.rewards),
            "illegal": np.asarray(batch.illegal).view(np.bool_),
        }
        if self._copies:
            return self._observations.copy(), self._copied_infos()
        return self._observations, self._infos.copy()

    def step(
        self, actions: NDArray[np.int32]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """An action in each game. 32-bit numbers, one behind the other, are taken as they are."""
        self.batch.step(np.ascontiguousarray(actions))
        if self._copies:
            return (
                self._observations.copy(),
                self._gains.copy(),
                self._ends.copy(),
                self._truncations.copy(),
                self._copied_infos(),
            )
        return self._observations, self._gains, self._ends, self._truncations, self._infos.copy()

    def random_actions(self) -> NDArray[np.int32]:
        """A legal action in each game, any with the same chance, from the seed of the games."""
        return np.asarray(self.batch.random_actions())

    def _copied_infos(self) -> dict[str, Any]:
        return {name: array.copy() for name, array in self._infos.items()}


def register() -> None:
    """Makes the games known to `gymnasium.make` and `make_vec`: each as `duello/NAME-v0`."""
    for name in duello.games():
        known = f"duello/{name}-v0"
        if known in gymnasium.registry:
            continue
        gymnasium.register(
            known,
            entry_point="duello.environments.gymnasium:Duel",
            vector_entry_point="duello.environments.gymnasium:Duels",
            kwargs={"game": name},
        )


register()
