# %% [markdown]
# # Regret matching finds an equilibrium
#
# In Energy Capture both sides share out their units in secret. There is no best way: whatever one always does can be
# beaten. There is a best way to mix, and `game.equilibrium()` knows it exactly. Here a simple learner finds it, too:
# it plays against itself, and chooses what it regrets most not to have chosen.

# %%
"""Regret matching on the hidden phase of Energy Capture, held against the exact equilibrium."""

from operator import mul

import duello

game = duello.game("energy-capture")
exact = game.equilibrium()
phase = exact.phases[0]
print(phase)

# %% [markdown]
# An allocation stands for all its orders, each as likely as the others; so there are as many choices as there are
# ways to write the units as a falling row. What one choice wins from another on average is a fraction that the
# library knows.


# %%
def allocations(units: int, fields: int, most: int) -> list[tuple[int, ...]]:
    if fields == 0:
        return [()] if units == 0 else []
    return [
        (first, *rest)
        for first in range(min(units, most), -1, -1)
        for rest in allocations(units - first, fields - 1, first)
    ]


choices = allocations(phase.units, phase.fields, phase.units)
gains = [[float(phase.expected({mine: 1}, {theirs: 1})) for theirs in choices] for mine in choices]
print(len(choices), "choices")

# %% [markdown]
# In every round the learner mixes its choices in the shares of their regrets, and then regrets each choice by as much
# as it would have won more than the mixture. Later rounds count more in the average, which is what it would play.


# %%
def learned(rounds: int) -> list[float]:
    regrets = [0.0] * len(choices)
    average = [0.0] * len(choices)
    for number in range(1, rounds + 1):
        total = sum(regrets)
        mixture = [regret / total for regret in regrets] if total > 0 else [1 / len(choices)] * len(choices)
        won = [sum(map(mul, row, mixture)) for row in gains]
        mean = sum(map(mul, won, mixture))
        regrets = [max(0.0, regret + each - mean) for regret, each in zip(regrets, won, strict=True)]
        average = [old + number * share for old, share in zip(average, mixture, strict=True)]
    return [share / sum(average) for share in average]


# %% [markdown]
# How far is it from an equilibrium? `exploitability` is what the best reply wins from a mixture on average, found
# exactly among all allocations.

# %%
for rounds in (1, 10, 100, 1000, 3000):
    mixture = dict(zip(choices, learned(rounds), strict=True))
    print(f"{rounds:5} rounds: the best reply wins {float(exact.exploitability(mixture)):.5f} a game")

# %% [markdown]
# And what it plays in the end, beside the equilibrium. There may be several; the best reply to each of them wins
# nothing.

# %%
print("allocation         learned  exact")
for units in sorted(choices, key=lambda units: -mixture[units])[:8]:
    print(f"{units!s:18} {mixture[units]:7.3f}  {exact.strategy.get(units, 0)}")
