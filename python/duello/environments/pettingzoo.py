"""Both seats of a game for PettingZoo: an AEC environment with action masks.

>>> import duello
>>> from duello.environments import pettingzoo
>>> env = pettingzoo.env(duello.games()[2], first=1)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     env.step(None if terminated else int(observation["action_mask"].nonzero()[0][0]))
...     if terminated:
...         print(agent, reward)
player_1 -1.0
player_2 1.0
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, TypedDict

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # type: ignore[import-untyped]

from . import _bout

if TYPE_CHECKING:
    from duello import Game

AGENTS = ("player_1", "player_2")
_SEATS = {agent: seat for seat, agent in enumerate(AGENTS, start=1)}


class Observation(TypedDict):
    """What a seat knows, and which actions are legal to it: none, unless it is to move."""

    observation: NDArray[np.uint8]
    action_mask: NDArray[np.int8]


class Duel(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game between `player_1` and `player_2`.

    `first` says who begins; otherwise it is drawn for each game. After `rounds` undecided rounds in a row a coin
    decides; never, if that is 0. After `max_cycles` actions of each seat, on the average, the game is cut off.

    The winner's reward is 1 and the loser's -1, at the end. An action that is not legal raises `duello.IllegalMove`,
    and nothing has happened. Where there are too many moves to number, a seat puts one together from several
    actions; how many they were the other seat must not be told.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        variant: str = "",
        first: int | None = None,
        rounds: int = _bout.ROUNDS,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **rules: int | str,
    ) -> None:
        super().__init__()
        self.game = _bout.chosen(game, variant, rules)
        self.metadata = {
            "name": f"duello/{self.game.name}",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        if render_mode not in (None, "human", "ansi"):
            raise ValueError(f"render_mode must be 'human' or 'ansi', not {render_mode!r}.")
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._starts = [self.game.start(seat) for seat in _bout.beginners(self.game, first)]
        self._rounds = _bout.limit(rounds)
        self._most_steps = None if max_cycles is None else len(AGENTS) * max_cycles
        self._random = Random()
        size, actions = self.game.observation_size, self.game.actions
        self._no_actions = bytes(actions)
        self._observation_shape, self._mask_shape = (size,), (actions,)
        self.state_space = Box(0, 255, (len(AGENTS) * size,), np.uint8)
        self.observation_spaces = {
            agent: Dict({"observation": Box(0, 255, (size,), np.uint8), "action_mask": Box(0, 1, (actions,), np.int8)})
            for agent in AGENTS
        }
        self.action_spaces = {agent: Discrete(actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> Dict:
        """The space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Another game. A seed repeats all games from here on; without one, lots are drawn on."""
        if seed is not None:
            self._random = Random(seed)
        start = self._starts[0] if len(self._starts) == 1 else self._starts[self._random.getrandbits(1)]
        self._bout = _bout.Bout(start, self._rounds, self._toss)
        self._steps = 0
        self._is_over = False
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[start.first - 1]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """An action of the agent whose turn it is; None once its game is over."""
        if not self.agents:
            raise RuntimeError("No game goes on; reset() begins one.")
        if self._is_over:
            self._leave(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} must act: None is only for a game that is over.")
        bout = self._bout
        bout.step(action)
        self._steps += 1
        mover = bout.position.mover
        if bout.winner or mover is None:
            self._end()
        elif self._steps == self._most_steps:
            self._is_over = True
            self.truncations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[mover - 1]
        else:
            self.agent_selection = AGENTS[mover - 1]
        if self.render_mode == "human":
            self.render()

    def _leave(self, action: int | None) -> None:
        """An agent takes leave of a game that is over: what `_was_dead_step` does, for two."""
        if action is not None:
            raise ValueError("The game is over: the only action is None.")
        agent = self.agent_selection
        for told in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del told[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]
            self.rewards[self.agent_selection] = 0.0

    def _end(self) -> None:
        self._is_over = True
        winner = self._bout.winner
        self.rewards = {agent: 1.0 if seat == winner else -1.0 for agent, seat in _SEATS.items()}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[2 - _SEATS[self.agent_selection]]

    def observe(self, agent: str) -> Observation:
        """What an agent knows now."""
        view = self._bout.position.view(_SEATS[agent])
        legal = self._no_actions if self._is_over else view.mask
        return {
            "observation": np.ndarray(self._observation_shape, np.uint8, bytearray(view.observation)),
            "action_mask": np.ndarray(self._mask_shape, np.int8, bytearray(legal)),
        }

    def state(self) -> NDArray[np.uint8]:
        """All that is known to either seat: for a teacher, never for a player."""
        position = self._bout.position
        return np.concatenate([_bout.observation(position.view(seat)) for seat in _SEATS.values()])

    def render(self) -> str | None:
        """The board as everybody may see it: returned, or printed for people."""
        if self.render_mode is None:
            gymnasium.logger.warn("There is nothing to render without a render_mode: make it with 'human' or 'ansi'.")
            return None
        board = str(self._bout.position.view())
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def _toss(self) -> int:
        return 1 + self._random.getrandbits(1)


def env(game: str | Game, **how: Any) -> Duel:
    """A game between two agents, one acting after the other; see `Duel`."""
    return Duel(game, **how)


raw_env = env


def parallel_env(game: str | Game, *, max_cycles: int | None = None, **how: Any) -> ParallelEnv[str, Observation, int]:
    """The same for tools that know only parallel environments: all hand in an action, that of whose turn it is counts.

    A cycle is then a single action.
    """
    duel = Duel(game, **how)
    duel._most_steps = max_cycles
    parallel: ParallelEnv[str, Observation, int] = turn_based_aec_to_parallel(duel)
    return parallel
