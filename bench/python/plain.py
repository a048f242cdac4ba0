"""Two of the games as environments are usually written: plain Python, one game, one step at a time. For comparison."""

import random

import numpy as np


class PlainBridge:
    """A track on which two players color one cell or two neighbors; a run of exactly three wins."""

    def __init__(self, length=11, run=3, seed=0):
        self.length = length
        self.run = run
        self.random = random.Random(seed)
        self.moves = [(i,) for i in range(length)] + [(i, i + 1) for i in range(length - 1)]
        self.reset()

    def reset(self):
        self.board = [0] * self.length
        self.player = self.random.choice([1, 2])
        self.done = False
        return self.observe()

    def legal_actions(self):
        return [i for i, cells in enumerate(self.moves) if all(self.board[cell] == 0 for cell in cells)]

    def observe(self):
        other = 3 - self.player
        mask = np.zeros(len(self.moves), dtype=np.int8)
        mask[self.legal_actions()] = 1
        mine = [int(cell == self.player) for cell in self.board]
        theirs = [int(cell == other) for cell in self.board]
        return {"observation": np.array(mine + theirs, dtype=np.uint8), "action_mask": mask}

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

    def step(self, action):
        if any(self.board[cell] != 0 for cell in self.moves[action]):
            raise ValueError("illegal move")
        for cell in self.moves[action]:
            self.board[cell] = self.player
        rewards = {1: 0, 2: 0}
        if self.has_won(self.player):
            rewards = {self.player: 1, 3 - self.player: -1}
            self.done = True
        elif 0 not in self.board:
            self.board = [0] * self.length
        self.player = 3 - self.player
        return self.observe(), rewards, self.done, {}


class PlainFlag:
    """A path with a flag at each end; two tokens run towards the other's flag, and may land on each other."""

    def __init__(self, flag=5, stride=3, seed=0):
        self.flag = flag
        self.stride = stride
        self.random = random.Random(seed)
        self.reset()

    def reset(self):
        self.positions = {1: -self.flag, 2: self.flag}
        self.player = self.random.choice([1, 2])
        self.done = False
        return self.observe()

    def left(self, player):
        return self.flag - self.positions[1] if player == 1 else self.positions[2] + self.flag

    def legal_actions(self):
        return [spaces for spaces in range(self.stride) if spaces + 1 <= self.left(self.player)]

    def observe(self):
        places = 2 * self.flag + 1
        mask = np.zeros(self.stride, dtype=np.int8)
        mask[self.legal_actions()] = 1
        observation = np.zeros(2 * places, dtype=np.uint8)
        observation[places - 1 - self.left(self.player)] = 1
        observation[2 * places - 1 - self.left(3 - self.player)] = 1
        return {"observation": observation, "action_mask": mask}

    def step(self, action):
        if action not in self.legal_actions():
            raise ValueError("illegal move")
        self.positions[self.player] += (action + 1) * (1 if self.player == 1 else -1)
        rewards = {1: 0, 2: 0}
        if self.left(self.player) == 0 or self.positions[1] == self.positions[2]:
            rewards = {self.player: 1, 3 - self.player: -1}
            self.done = True
        self.player = 3 - self.player
        return self.observe(), rewards, self.done, {}
