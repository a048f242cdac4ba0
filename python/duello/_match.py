"""A game between two players, played to its end."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from . import _duello
from ._duello import Game
from ._players import Player, seated
from ._records import Record, read_records
from ._values import Outcome

FaultKind = Literal["illegal", "unreadable", "out_of_turn", "late", "resigned"]


@dataclass(frozen=True)
class Fault:
    """Something that a player did besides playing."""

    kind: FaultKind
    seat: int
    sentence: str
    """What was wrong, for people."""
    text: str = ""
    """What the player said, where it is known."""


@dataclass(frozen=True)
class Match:
    """A game that is over."""

    game: Game
    players: tuple[str, str]
    """By their seats; a function is called `python:` and its name."""
    first: int
    outcome: Outcome
    how: Literal["played", "resigned", "forfeited", "coin"]
    seed: int
    text: str
    """The record, as the program would have written it."""

    @property
    def winner(self) -> int:
        """The seat that won."""
        return self.outcome.winner

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Why the game was not played to its end; nothing if it was."""
        loser = 3 - self.winner
        if self.how == "forfeited":
            return (Fault("illegal", loser, self.outcome.reason),)
        if self.how == "resigned":
            return (Fault("resigned", loser, self.outcome.reason),)
        return ()

    @cached_property
    def record(self) -> Record:
        return read_records(self.text)[0]

    @property
    def moves(self) -> tuple[str, ...]:
        return self.record.moves


def fresh_seed() -> int:
    """A seed that nobody has used before."""
    return secrets.randbits(64)


def play_match(
    game: Game,
    one: str | Player,
    two: str | Player,
    *,
    seed: int | None = None,
    first: int | None = 1,
    rounds: int = 10,
    date: str = "",
) -> Match:
    """Plays a game to its end. The same seed gives the same game, and the same record, as `duello play --seed`.

    Players are the program's, by name, or functions that are called with a `View`. With `first=None` a toss decides
    who begins; after `rounds` undecided rounds a coin decides who wins (0: never). A function that answers with
    something that is no legal move forfeits the game, which the match tells apart from a loss on the board in `how`
    and `faults`; an exception that a function raises ends the match and is raised here.

    >>> import duello
    >>> game = duello.game(duello.games()[2])
    >>> def hasty(view):
    ...     return view.legal[-1]
    >>> match = duello.play_match(game, hasty, "perfect", seed=1)
    >>> match.winner, match.how, match.moves
    (2, 'played', ('3', '3', '3', '1'))
    """
    names, functions = seated((one, two))
    chosen = fresh_seed() if seed is None else seed
    told = json.loads(_duello.match(game, (names[0], names[1]), functions, first, chosen, rounds, date))
    return Match(
        game=game,
        players=(names[0], names[1]),
        first=told["first"],
        outcome=Outcome(told["winner"], told["reason"]),
        how=told["how"],
        seed=chosen,
        text=told["record"],
    )
