"""Two of the games as environments are usually written, for comparison: plain Python, one game, one step at a time.

They follow PettingZoo's tutorial: a raw environment with a list for a board, and the wrappers that it recommends.
"""

import random

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers


class PlainGame(AECEnv):
    """What the two have in common: agents, spaces and rewards."""

    metadata = {"render_modes": [], "name": "plain"}  # noqa: RUF012

    def __init__(self, actions, size):
        super().__init__()
        self.possible_agents = ["player_1", "player_2"]
        self.agents = self.possible_agents[:]
        self.random = random.Random(0)
        self.render_mode = None
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(low=0, high=1, shape=(size,), dtype=np.uint8),
                "action_mask": spaces.Box(low=0, high=1, shape=(actions,), dtype=np.int8),
            }
        )
        self._action_space = spaces.Discrete(actions)

    def observation_space(self, agent):
        return self._observation_space

    def action_space(self, agent):
        return self._action_space

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.random = random.Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.random.choice(self.agents)
        self.begin()

    def observe(self, agent):
        mask = np.zeros(self._action_space.n, dtype=np.int8)
        if agent == self.agent_selection:
            mask[self.legal_actions()] = 1
        return {"observation": self.seen_by(self.possible_agents.index(agent) + 1), "action_mask": mask}

    def step(self, action):
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        player = self.possible_agents.index(agent) + 1
        other = self.possible_agents[2 - player]
        if action not in self.legal_actions():
            raise ValueError("played illegal move")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.play(player, action)
        if self.has_won(player):
            self.rewards[agent] = 1
            self.rewards[other] = -1
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = other
        self._accumulate_rewards()

    def render(self):
        return None

    def close(self):
        pass


class PlainBridge(PlainGame):
    """A track on which two players color one cell or two neighbors; a run of exactly three wins."""

    def __init__(self, length=11, run=3):
        super().__init__(2 * length - 1, 2 * length)
        self.length = length
        self.run = run
        self.moves = [(i,) for i in range(length)] + [(i, i + 1) for i in range(length - 1)]

    def begin(self):
        self.board = [0] * self.length

    def legal_actions(self):
        return [i for i, cells in enumerate(self.moves) if all(self.board[cell] == 0 for cell in cells)]

    def seen_by(self, player):
        mine = [int(cell == player) for cell in self.board]
        theirs = [int(cell == 3 - player) for cell in self.board]
        return np.array(mine + theirs, dtype=np.uint8)

    def play(self, player, action):
        for cell in self.moves[action]:
            self.board[cell] = player
        if 0 not in self.board and not self.has_won(player):
            self.begin()

    def has_won(self, player):
        length = 0
        for cell in [*self.board, 0]:
            if cell == player:
                length += 1
                continue
            if length == self.run:
                return True
            length = 0
        return False


class PlainFlag(PlainGame):
    """A path with a flag at each end; two tokens run towards the other's flag, and may land on each other."""

    def __init__(self, flag=5, stride=3):
        super().__init__(stride, 2 * (2 * flag + 1))
        self.flag = flag
        self.stride = stride

    def begin(self):
        self.positions = {1: -self.flag, 2: self.flag}

    def left(self, player):
        return self.flag - self.positions[1] if player == 1 else self.positions[2] + self.flag

    def legal_actions(self):
        player = self.possible_agents.index(self.agent_selection) + 1
        return [spaces for spaces in range(self.stride) if spaces + 1 <= self.left(player)]

    def seen_by(self, player):
        places = 2 * self.flag + 1
        observation = np.zeros(2 * places, dtype=np.uint8)
        observation[places - 1 - self.left(player)] = 1
        observation[2 * places - 1 - self.left(3 - player)] = 1
        return observation

    def play(self, player, action):
        self.positions[player] += (action + 1) * (1 if player == 1 else -1)

    def has_won(self, player):
        return self.left(player) == 0 or self.positions[1] == self.positions[2]


def env(raw):
    """With the wrappers that PettingZoo recommends."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))
