"""Small things that are told of games, and how pickle makes games and positions again."""

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ._duello import Game, Position


class Outcome(NamedTuple):
    """How a game has ended."""

    winner: int
    """The seat that has won: 1 or 2."""
    reason: str
    """Why, as a record has it."""


class Worth(NamedTuple):
    """What a position is worth to the player to move, or a move to the player who makes it."""

    kind: Literal["win", "loss", "neither"]
    """What comes of it if both play as well as can be; `neither` where nobody can force a win."""
    plies: int
    """In how many moves, both sides counted, when the winner hurries and the loser delays."""

    @property
    def score(self) -> int:
        """A number that is greater for what is better: a quick win before a slow one, a slow loss before a quick."""
        if self.kind == "neither":
            return 0
        return 1_000_000 - self.plies if self.kind == "win" else self.plies - 1_000_000


class ObservedPart(NamedTuple):
    """A part of an observation."""

    name: str
    meaning: str
    """Of one number."""
    shape: tuple[int, int]
    """Rows and columns; row by row."""


def remade(name: str, settings: tuple[str, ...]) -> "Game":
    from . import _duello

    return _duello.game(name, None, settings)


def replayed(game: "Game", first: int, moves: tuple[str, ...], draft: tuple[int, ...]) -> "Position":
    position = game.position(moves, first)
    for action in draft:
        position = position.step(action)
    return position
