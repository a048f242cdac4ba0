"""What is to be learned from games: reviews, hints and puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _duello
from ._desk import ask, choice
from ._duello import Game, Position
from ._records import Record, text_of
from ._values import Worth


@dataclass(frozen=True)
class ReviewedMove:
    """A move of an open game, or what a player placed in one hidden phase, held against the best there was."""

    number: int
    """Of the move, or of the phase, from 1."""
    player: int
    move: str
    best: tuple[str, ...]
    """What would have been as good as can be; of a hidden phase, one such allocation."""
    regret: float
    """What was given away: a win counts 1, neither 0, a loss -1. Hidden: on average, against the equilibrium."""
    mark: str
    """`?` where something was given away, `?!` where the end came later or sooner than need be, else empty."""
    before: Worth | None = None
    """What the position was worth to the player; None in a hidden phase."""
    after: Worth | None = None
    """What the move was worth."""


@dataclass(frozen=True)
class Review:
    """What every move of a record was worth.

    >>> import duello
    >>> match = duello.play_match(duello.game(duello.games()[2]), lambda view: "1", "perfect", seed=1)
    >>> review = duello.review(match.record)
    >>> review.accuracy
    (0.666666666667, 1.0)
    >>> [(each.number, each.move, each.best, each.regret) for each in review.mistakes]
    [(1, '1', ('2',), 2.0)]
    """

    moves: tuple[ReviewedMove, ...]
    accuracy: tuple[float | None, float | None]
    """Of each player: the share of choices that gave nothing away; None without choices."""

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The moves that gave something away."""
        return tuple(each for each in self.moves if each.regret > 0)


PAYOFF = {"win": 1.0, "neither": 0.0, "loss": -1.0}


def _move(told: dict[str, Any]) -> ReviewedMove:
    before = Worth(told["before"]["value"], told["before"]["plies"])
    after = Worth(told["after"]["value"], told["after"]["plies"])
    regret = PAYOFF[before.kind] - PAYOFF[after.kind]
    return ReviewedMove(
        told["number"], told["player"], told["move"], tuple(told["best"]), regret, told["mark"], before, after
    )


def _placed(told: dict[str, Any]) -> ReviewedMove:
    regret = max(0.0, -told["value"])
    return ReviewedMove(told["phase"], told["player"], told["placed"], (told["best"],), regret, told["mark"])


def review(record: Record | str) -> Review:
    """What every move of a game was worth, and where something was given away; of a text, its last game."""
    told = ask("review", record=text_of(record))
    moves = [_move(each) for each in told.get("moves", ())] + [_placed(each) for each in told.get("phases", ())]
    return Review(tuple(moves), (told["accuracy"][0], told["accuracy"][1]))


def annotated(record: Record | str) -> str:
    """The same records with marks, and the reasons for them, as comments."""
    text: str = ask("annotated", record=text_of(record))["record"]
    return text


@dataclass(frozen=True)
class Hint:
    """Three steps of help, each saying more than the one before."""

    nudge: str
    move: str
    reason: str
    notation: str
    """The move itself."""


def hint(position: Position) -> Hint:
    """Help for whoever is to move.

    >>> import duello
    >>> duello.hint(duello.game(duello.games()[2]).start()).reason
    '2 wins in 5; every other move loses in at most 6'
    """
    if not isinstance(position, Position):
        raise TypeError("A duello.Position is needed.")
    told = ask("hint", **choice(position.game), first=position.first, moves=list(position.moves))
    return Hint(told["nudge"], told["move"], told["reason"], told["notation"])


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins.

    >>> import duello
    >>> puzzle = duello.puzzle(duello.game(duello.games()[2]), seed=1)
    >>> puzzle.position.legal, puzzle.solution, puzzle.level
    (('1', '2', '3'), '3', 1)
    """

    position: Position
    solution: str
    level: int
    """From 1, easy, to 5, hard."""
    plies: int
    """To the end, the solution included."""


def puzzle(
    game: Game | None = None, *, seed: int | None = None, date: str | None = None, level: int | None = None
) -> Puzzle:
    """A puzzle by lot: the same seed gives the same one everywhere, and a date (2026.11.15) the puzzle of that day."""
    told = ask(
        "puzzle",
        **(choice(game) if game is not None else {}),
        seed=None if seed is None else str(seed),
        date=date,
        level=level,
    )
    chosen = _duello.game(told["game"], "", [f"{key}={value}" for key, value in told["rules"].items()])
    position = chosen.position(told["moves"], first=told["first"])
    return Puzzle(position, told["solution"], told["level"], told["plies"])
