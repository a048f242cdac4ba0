"""One game as environments play it: a position, and a coin where too many rounds have stayed undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import duello

if TYPE_CHECKING:
    from collections.abc import Callable

    from duello import Game, Position, View

ROUNDS = 10
"""As the referee has it: after so many undecided rounds in a row a coin decides."""


def chosen(game: str | Game, variant: str, rules: dict[str, Any]) -> Game:
    """The game that is meant by its name, a variant's name or rules; or the one that is given."""
    if isinstance(game, str):
        return duello.game(game, variant=variant, **rules)
    if variant or rules:
        raise ValueError("Rules go with the name of a game; a game that is given has its own.")
    return game


def beginners(game: Game, first: int | None) -> tuple[int, ...]:
    """The seats that may begin: the one that is named, or all that the rules allow."""
    if first is not None:
        game.start(first)
        return (first,)
    try:
        game.start(2)
    except ValueError:
        return (1,)
    return (1, 2)


def limit(rounds: int) -> int:
    """The number of rounds, if it is one."""
    if rounds < 0:
        raise ValueError(f"rounds must be 0, for no limit, or more, not {rounds}.")
    return rounds


def observation(view: View) -> NDArray[np.uint8]:
    """What a seat knows, as an array that is the caller's own."""
    return np.frombuffer(bytearray(view.observation), np.uint8)


def mask(view: View) -> NDArray[np.int8]:
    """A 1 for each action that is legal to the seat, as an array that is the caller's own."""
    return np.frombuffer(bytearray(view.mask), np.int8)


class Bout:
    """A game that goes on: `winner` is there once it is over."""

    __slots__ = ("_rounds", "_toss", "position", "winner")

    def __init__(self, position: Position, rounds: int, toss: Callable[[], int]) -> None:
        self.position = position
        self.winner = 0
        self._rounds = rounds
        self._toss = toss

    def step(self, action: int) -> None:
        """An action of the seat to move; IllegalMove if it is none."""
        self._go(self.position.step(action))

    def play(self, move: str) -> None:
        """A whole move of the seat to move."""
        self._go(self.position.play(move))

    def _go(self, position: Position) -> None:
        self.position = position
        if position.mover is None:
            outcome = position.outcome
            assert outcome is not None
            self.winner = outcome.winner
        elif self._rounds and position.undecided >= self._rounds:
            self.winner = self._toss()
