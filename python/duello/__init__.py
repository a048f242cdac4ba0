"""Exact games for two: every position has a known value and every mistake an exact price.

>>> import duello
>>> game = duello.game(duello.games()[2])
>>> position = game.start().play("2")
>>> position.mover, position.legal
(2, ('1', '2', '3'))
>>> solution = game.solve()
>>> solution[position]
Worth(kind='loss', plies=4)
>>> solution.regret(game.start(), "1")
2
"""

from typing import TYPE_CHECKING, Any

from . import _duello
from ._duello import Array, Batch, Game, IllegalMove, Position, Solution, View, games
from ._duello import version as __version__
from ._values import ObservedPart, Outcome, Worth

if TYPE_CHECKING:
    from ._arena import Encounter, Standing, Standings, arena
    from ._evaluate import Decision, Evaluation, Measure, evaluate
    from ._lab import LabTable, lab
    from ._match import Fault, FaultKind, Match, play_match
    from ._players import Player, player, players
    from ._records import Record, read_records, write_records
    from ._study import (
        Hint,
        Puzzle,
        Review,
        ReviewedMove,
        annotated,
        hint,
        puzzle,
        review,
    )
    from ._text_game import Reply, Said, TextGame, move_in
    from .environments.gymnasium import Duel as gymnasium_env
    from .environments.pettingzoo import env as pettingzoo_env

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
__all__ += [
    "Decision",
    "Encounter",
    "Evaluation",
    "Fault",
    "FaultKind",
    "Hint",
    "LabTable",
    "Match",
    "Measure",
    "Player",
    "Puzzle",
    "Record",
    "Reply",
    "Review",
    "ReviewedMove",
    "Said",
    "Standing",
    "Standings",
    "TextGame",
    "annotated",
    "arena",
    "evaluate",
    "gymnasium_env",
    "hint",
    "lab",
    "move_in",
    "pettingzoo_env",
    "play_match",
    "player",
    "players",
    "puzzle",
    "read_records",
    "review",
    "write_records",
]

# Where names are that are found when they are first asked for, so that whoever needs none of it does not wait; and what
# they are called there, if it is something else.
_LATER = {
    "Player": "_players",
    "player": "_players",
    "players": "_players",
    "Fault": "_match",
    "FaultKind": "_match",
    "Match": "_match",
    "play_match": "_match",
    "Record": "_records",
    "read_records": "_records",
    "write_records": "_records",
    "Hint": "_study",
    "Puzzle": "_study",
    "Review": "_study",
    "ReviewedMove": "_study",
    "annotated": "_study",
    "hint": "_study",
    "puzzle": "_study",
    "review": "_study",
    "Encounter": "_arena",
    "Standing": "_arena",
    "Standings": "_arena",
    "arena": "_arena",
    "LabTable": "_lab",
    "lab": "_lab",
    "Decision": "_evaluate",
    "Evaluation": "_evaluate",
    "Measure": "_evaluate",
    "evaluate": "_evaluate",
    "Reply": "_text_game",
    "TextGame": "_text_game",
    "Said": "_text_game",
    "move_in": "_text_game",
    "gymnasium_env": "environments.gymnasium:Duel",
    "pettingzoo_env": "environments.pettingzoo:env",
}


def game(name: str, *, variant: str = "", **rules: int | str) -> Game:
    """A game under the book's rules, a named variant's, or your own.

    Any part of a name will do that only one game has.

    >>> import duello
    >>> game = duello.game(duello.games()[1], length=13)
    >>> game.rules
    {'length': 13, 'run': 3, 'reach': 2}
    """
    return _duello.game(name, variant, [f"{key}={value}" for key, value in rules.items()])


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'duello' has no attribute {name!r}")
    from importlib import import_module

    module, _, called = _LATER[name].partition(":")
    value = getattr(import_module(f".{module}", __name__), called or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
