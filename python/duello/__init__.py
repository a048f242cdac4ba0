"""Exact games for two: every position has a known value and every mistake an exact price.

>>> import duello
>>> game = duello.game(duello.games()[2])
>>> position = game.start().play("2")
>>> position.mover, position.legal
(2, ('1', '2', '3'))
>>> solution = game.solve()
>>> solution[position]
Worth(value='loss', plies=4)
>>> solution.regret(game.start(), "1")
2
"""

from . import _duello
from ._duello import Array, Batch, Game, IllegalMove, Position, Solution, View, games
from ._duello import version as __version__
from ._values import ObservedPart, Outcome, Worth

__all__ = [
    "Array",
    "Batch",
    "Game",
    "IllegalMove",
    "ObservedPart",
    "Outcome",
    "Position",
    "Solution",
    "View",
    "Worth",
    "__version__",
    "game",
    "games",
]


def game(name: str, *, variant: str = "", **rules: int | str) -> Game:
    """A game under the book's rules, a named variant's, or your own.

    Any part of a name will do that only one game has.

    >>> import duello
    >>> game = duello.game(duello.games()[1], length=13)
    >>> game.rules
    {'length': 13, 'run': 3, 'reach': 2}
    """
    return _duello.game(name, variant, [f"{key}={value}" for key, value in rules.items()])
