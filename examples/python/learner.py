# %% [markdown]
# # A learner that reaches zero regret
#
# A table of numbers learns Capture the Flag by playing against itself, as in any textbook on reinforcement learning.
# What is different here: we need not guess how well it plays. Every position has a known value, so every choice of
# the table has a known price, and we can say when nothing is left to learn.

# %%
"""A table that learns Capture the Flag from games against itself, until no choice of it gives anything away."""

import random
from collections import defaultdict

import duello

game = duello.game("capture-the-flag")
truth = game.solve()
print(game.start())

# %% [markdown]
# Positions are values: they can be kept in sets and be keys of dictionaries. These are all that a game can come to,
# and at which somebody has a choice.


# %%
def reachable(start: duello.Position) -> set[duello.Position]:
    found = set[duello.Position]()
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position not in found and position.outcome is None:
            found.add(position)
            waiting += [position.play(move) for move in position.legal]
    return found


positions = [position for position in reachable(game.start()) if len(position.legal) > 1]
print(len(positions), "positions with a choice")

# %% [markdown]
# The learner: what it believes each move to be worth to whoever makes it, from -1 to 1. It plays what it believes to
# be best, except now and then, and after every move it corrects what it believed towards what it believes now.


# %%
class Learner:
    def __init__(self, seed: int, pace: float = 0.5, curiosity: float = 0.3) -> None:
        self.chance = random.Random(seed)
        self.pace = pace
        self.curiosity = curiosity
        self.worth: defaultdict[tuple[duello.Position, str], float] = defaultdict(float)

    def choice(self, position: duello.Position) -> str:
        return max(position.legal, key=lambda move: self.worth[position, move])

    def play_a_game(self) -> None:
        position = game.start()
        while position.outcome is None:
            curious = self.chance.random() < self.curiosity
            move = self.chance.choice(position.legal) if curious else self.choice(position)
            after = position.play(move)
            if after.outcome:
                seen = 1.0 if after.outcome.winner == position.mover else -1.0
            else:
                seen = -self.worth[after, self.choice(after)]
            self.worth[position, move] += self.pace * (seen - self.worth[position, move])
            position = after


# %% [markdown]
# Now it plays, and after twice as many games each time we ask the truth: in how many positions would it give
# something away? `regret` is 0 for a move that gives nothing away, and 2 for one that turns a win into a loss.

# %%
learner = Learner(seed=1)
played = 0
goal = 25
while True:
    regrets = [truth.regret(position, learner.choice(position)) for position in positions]
    wrong = sum(regret > 0 for regret in regrets)
    print(f"{played:6} games: {wrong:3} wrong, regret {sum(regrets) / len(regrets):.3f} {'#' * wrong}")
    if wrong == 0:
        break
    while played < goal:
        learner.play_a_game()
        played += 1
    goal *= 2

# %% [markdown]
# Zero regret everywhere: from here on nobody can teach it anything, and it never loses what is won.

# %%
position = game.start()
while position.outcome is None:
    position = position.play(learner.choice(position))
print("It plays", " ".join(position.moves))
print("Perfect:", " ".join(truth.line(game.start())))
