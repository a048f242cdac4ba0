"""Records: games as text, in the manner of PGN, the same as the program keeps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from . import _duello
from ._desk import ask
from ._duello import Game, Position


@dataclass(frozen=True)
class Record:
    """A game that was played, or begun.

    >>> import duello
    >>> match = duello.play_match(duello.game(duello.games()[2]), "perfect", "perfect", seed=1)
    >>> record = match.record
    >>> record.result, record.players, record.moves
    ('1-0', ('perfect', 'perfect'), ('2', '1', '3', '1', '3'))
    >>> duello.read_records(record.text) == (record,)
    True
    """

    text: str
    """As the program writes it."""
    game: Game = field(compare=False)
    date: str = field(compare=False)
    """As in 2026.11.15; empty if it is not known."""
    players: tuple[str, str] = field(compare=False)
    names: tuple[str, str] = field(compare=False)
    """What the players are called."""
    first: int = field(compare=False)
    """Who began."""
    result: str = field(compare=False)
    """`1-0`, `0-1`, or `*` as long as nobody has won."""
    reason: str = field(compare=False)

    @property
    def winner(self) -> int | None:
        """The seat that won."""
        return {"1-0": 1, "0-1": 2}.get(self.result)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """What was played; `?` where it is still secret."""
        return tuple(ask("position", record=self.text)["moves"])

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.game.position(self.moves, first=self.first)

    def __str__(self) -> str:
        return self.text


def _record(told: dict[str, Any]) -> Record:
    settings = [f"{key}={value}" for key, value in told["rules"].items()]
    return Record(
        text=told["text"],
        game=_duello.game(told["game"], "", settings),
        date=told["date"],
        players=(told["players"][0], told["players"][1]),
        names=(told["names"][0], told["names"][1]),
        first=told["first"],
        result=told["result"],
        reason=told["reason"],
    )


def read_records(text: str) -> tuple[Record, ...]:
    """The games of a text, each replayed by the rules; a ValueError names the line and what is wrong there."""
    return tuple(_record(told) for told in ask("records", text=text))


def write_records(records: Iterable[Record]) -> str:
    """One text of several games, as the program would keep them in one file."""
    return "\n".join(record.text for record in records)


def text_of(record: Record | str) -> str:
    """A record's text, however it was given."""
    return record if isinstance(record, str) else record.text
