"""The games as others' tools know them: PettingZoo, Gymnasium and OpenSpiel.

Each is a module of its own, which needs its package and is imported when it is used:

- `duello.environments.pettingzoo`: both seats, one after the other, with action masks
- `duello.environments.gymnasium`: one seat against an opponent, or thousands of games at once
- `duello.environments.openspiel`: a game of OpenSpiel's for each of ours, for its solvers

Actions and observations are those of `Game.actions`, `Position.step` and `View.observation` everywhere. Whatever is
drawn by lot comes from the seed that was given, and nothing touches a generator that is anybody else's.
"""
