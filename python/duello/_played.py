"""What came of many games: their records, and rows for tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._records import Record, read_records

if TYPE_CHECKING:
    import pandas


class Played:
    """Whoever has the records of its games as one text, and something to tell in rows."""

    text: str

    def _told(self) -> Sequence[object]:
        raise NotImplementedError

    def records(self) -> tuple[Record, ...]:
        """All games, in the order in which they are numbered."""
        return read_records(self.text)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player of an arena, the best first, or for each decision of an evaluation."""
        return [dict(vars(each)) for each in self._told()]

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a table of pandas."""
        import pandas

        return pandas.DataFrame(self.rows())
