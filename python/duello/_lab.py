"""The lab: a game under many rules, and what becomes of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any, overload

from ._desk import ask
from ._parts import in_parts

if TYPE_CHECKING:
    import pandas

Row = Mapping[str, Any]
MOST_ROWS = 100_000


@dataclass(frozen=True)
class LabTable(Sequence[Row]):
    """A row for each choice of rules, with the keys of `columns`. Prints as a table."""

    game: str
    rows: tuple[Row, ...]
    left_out: tuple[str, ...]
    """Why rules that exist have no row: a sentence for each of them."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The rules, then what was found; what a game of hidden moves cannot tell is None."""
        return tuple(self.rows[0]) if self.rows else ()

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a table of pandas."""
        import pandas

        return pandas.DataFrame(list(self.rows), columns=list(self.columns))

    def __str__(self) -> str:
        cells = [list(self.columns)] + [[_written(value) for value in row.values()] for row in self.rows]
        widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
        return "\n".join("  ".join(map(str.rjust, row, widths)) for row in cells)


def _written(value: Any) -> str:
    return "-" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)


_FIGURES = (
    "winner",
    "plies",
    "positions",
    "winning_first_moves",
    "random_first_wins",
    "perfect_second_wins",
    "reachable",
    "won",
    "only_move",
)


def _row(name: str, rules: dict[str, int | str], games: int, seed: int) -> Row | str:
    """What is found, or why nothing can be."""
    try:
        told = ask("findings", game=name, rules=rules, games=games, seed=str(seed))
    except ValueError as error:
        return str(error)
    return {**told["rules"], **{key: told.get(key) for key in _FIGURES}}


def _objection(name: str, rules: dict[str, int | str]) -> str:
    try:
        ask("game", game=name, rules=rules)
    except ValueError as error:
        return str(error)
    return ""


def _values(given: int | str | Iterable[int | str]) -> list[int | str]:
    several = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    return [value if isinstance(value, str) else index(value) for value in several]


def lab(
    game: str,
    *,
    games: int = 2000,
    seed: int = 1,
    executor: Executor | None = None,
    keep: str | PathLike[str] | None = None,
    **rules: int | str | Iterable[int | str],
) -> LabTable:
    """Solves a game under many rules and compares them, as `duello lab` does.

    A rule is a value, or several of them: `length=range(5, 14)`. Values that exclude each other are passed over. With
    an executor its workers solve; the table is the same, and a row whose worker is lost is found again. With `keep`,
    a file, rows are kept there, and the same call goes on from there after whatever ended it.

    >>> import duello
    >>> table = duello.lab(duello.games()[2], flag=range(2, 4), games=100)
    >>> [(row["flag"], row["winner"], row["plies"]) for row in table]
    [(2, 2, 2), (3, 1, 3)]
    """
    values = [_values(value) for value in rules.values()]
    combinations: list[dict[str, int | str]] = []
    for combination in itertools.product(*values):
        if len(combinations) == MOST_ROWS:
            raise ValueError(f"The rules have more than {MOST_ROWS} combinations; narrow one of them.")
        combinations.append(dict(zip(rules, combination, strict=True)))
    objections = [_objection(game, each) for each in combinations]
    if not combinations:
        raise ValueError("A rule has no values.")
    if all(objections):
        raise ValueError(objections[-1])
    parts = [
        (game, each, games, seed) for each, objection in zip(combinations, objections, strict=True) if not objection
    ]
    found = in_parts(_row, parts, executor, keep, f"lab {parts!r}")
    if all(isinstance(row, str) for row in found):
        raise ValueError(found[0])
    return LabTable(
        game=game,
        rows=tuple(row for row in found if not isinstance(row, str)),
        left_out=tuple(row for row in found if isinstance(row, str)),
    )
