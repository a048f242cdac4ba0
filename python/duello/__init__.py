"""Exact two-player games."""

from ._duello import Game, IllegalMove, Position, View, version as __version__
from . import _duello


def game(name, *, variant="", **rules):
    """A game under the book's rules, a named variant's, or your own."""
    return _duello.game(name, variant, " ".join(f"{key}={value}" for key, value in rules.items()))
