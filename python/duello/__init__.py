"""Exact two-player games."""

from . import _duello
from ._duello import Game, IllegalMove, Position, View, games, version as __version__
from ._values import ObservedPart, Outcome, Worth

__all__ = ["Game", "IllegalMove", "ObservedPart", "Outcome", "Position", "View", "Worth", "__version__", "game", "games"]


def game(name: str, *, variant: str = "", **rules: int | str) -> Game:
    """A game under the book's rules, a named variant's, or your own.

    >>> import duello
    >>> game = duello.game(duello.games()[1], length=13)
    >>> game.rules
    {'length': 13, 'run': 3, 'reach': 2}
    """
    return _duello.game(name, variant, [f"{key}={value}" for key, value in rules.items()])
