"""Equilibria of games with hidden moves, in fractions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from . import _duello

if TYPE_CHECKING:
    from ._duello import Game

Allocation = tuple[int, ...]
"""Units on each field."""

Mixed = Mapping[Allocation, Fraction | int | float]
"""How often each allocation is chosen; only the shares of the whole count."""


def _weighed(mixed: Mixed) -> list[tuple[Allocation, str]]:
    """The weights as whole numbers, in the same proportions."""
    weights = [Fraction(weight) for weight in mixed.values()]
    if any(weight < 0 for weight in weights):
        raise ValueError("A weight must not be negative.")
    common = lcm(*(weight.denominator for weight in weights))
    return [(units, str(int(weight * common))) for units, weight in zip(mixed, weights, strict=True)]


class Phase:
    """A kind of hidden phase: both sides share out their units over the same fields at once.

    Whoever has more on more fields wins. It is the same to both seats, so one strategy serves both, and its value is 0.
    """

    def __init__(self, units: int, fields: int, mixture: Iterable[tuple[Allocation, str]]) -> None:
        self.units = units
        """That each side shares out."""
        self.fields = fields
        """Over which they are shared out."""
        self.strategy: dict[Allocation, Fraction] = {part: Fraction(weight) for part, weight in mixture}
        """How often each allocation is chosen. It stands for all its orders, each as likely as the others."""

    def expected(self, mixed: Mixed, against: Mixed | None = None, *, ordered: bool = False) -> Fraction:
        """What a mixed strategy wins on average: 1 for a sure win, -1 for a sure loss.

        It is weighed against another one, or else against the equilibrium. An allocation stands for all its orders;
        with `ordered` for itself alone, field by field, on both sides (the equilibrium has all orders in any case).

        >>> import duello
        >>> hidden = next(game for game in map(duello.game, duello.games()) if game.hidden)
        >>> phase = hidden.equilibrium().phases[0]
        >>> phase.expected(phase.strategy)
        Fraction(0, 1)
        >>> everything = (phase.units,) + (0,) * (phase.fields - 1)
        >>> phase.expected({everything: 1}) < 0
        True
        """
        other, other_is_ordered = (self.strategy, False) if against is None else (against, ordered)
        return Fraction(
            _duello.expected(self.units, self.fields, _weighed(mixed), ordered, _weighed(other), other_is_ordered)
        )

    def best_reply(self, mixed: Mixed, *, ordered: bool = False) -> tuple[Allocation, Fraction]:
        """The allocation that wins most from a mixed strategy, and how much that is."""
        units, gain = _duello.best_answer(self.units, self.fields, _weighed(mixed), ordered)
        return units, Fraction(gain)

    def exploitability(self, mixed: Mixed | None = None, *, ordered: bool = False) -> Fraction:
        """What the best reply wins from a mixed strategy, exactly; 0 means that nobody can take advantage of it.

        >>> import duello
        >>> hidden = next(game for game in map(duello.game, duello.games()) if game.hidden)
        >>> hidden.equilibrium().exploitability()
        Fraction(0, 1)
        """
        return self.best_reply(self.strategy if mixed is None else mixed, ordered=ordered)[1]

    def __repr__(self) -> str:
        return f"<duello.Phase of {self.units} units on {self.fields} fields, {len(self.strategy)} allocations>"


class Equilibrium:
    """How the hidden phases of a game are played so that nobody can take advantage of it."""

    def __init__(self, game: Game, phases: Iterable[tuple[int, int, Iterable[tuple[Allocation, str]]]]) -> None:
        self.game = game
        self.phases = tuple(Phase(*phase) for phase in phases)
        """Every kind of phase that the game can come to, the first one first."""

    @property
    def value(self) -> Fraction:
        """What the first seat wins on average. An undecided phase leads to another one, which is as even."""
        return self.phases[0].expected(self.phases[0].strategy)

    @property
    def strategy(self) -> dict[Allocation, Fraction]:
        """Of the first phase."""
        return self.phases[0].strategy

    def expected(self, mixed: Mixed, against: Mixed | None = None, *, ordered: bool = False) -> Fraction:
        """In the first phase, as Phase.expected."""
        return self.phases[0].expected(mixed, against, ordered=ordered)

    def exploitability(self, mixed: Mixed | None = None, *, ordered: bool = False) -> Fraction:
        """In the first phase, as Phase.exploitability."""
        return self.phases[0].exploitability(mixed, ordered=ordered)

    def __repr__(self) -> str:
        return f"<duello.Equilibrium of {self.game!r}, {len(self.phases)} kinds of phases>"
