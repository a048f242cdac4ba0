"""Work in parts, here or wherever an executor does it."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")

TRIES = 4
"""How often a part is tried before its trouble is raised."""
PARTS = 64
"""Into how many parts games are shared out at most. It does not depend on who does them, nor do the results on it."""


@dataclass(frozen=True)
class _Raised:
    """What a part itself has raised, to tell it apart from trouble with whoever does it."""

    error: Exception


@dataclass(frozen=True)
class _Done(Generic[Result]):
    result: Result


def _done(function: Callable[..., Result], part: tuple[Any, ...]) -> _Done[Result] | _Raised:
    try:
        return _Done(function(*part))
    except Exception as error:
        return _Raised(error)


def pairs_in_parts(games: int) -> list[tuple[int, int]]:
    """The numbers of games from 0 on in parts; the two games of a pair stay together."""
    size = 2 * max(1, -(-games // (2 * PARTS)))
    return [(begin, min(begin + size, games)) for begin in range(0, games, size)]


class _Work(Generic[Result]):
    def __init__(self, function: Callable[..., Result], parts: Sequence[tuple[Any, ...]], executor: Executor) -> None:
        self._function = function
        self._parts = parts
        self._executor = executor
        self._is_broken = False
        self._futures = [self._submitted(part) for part in parts]

    def _submitted(self, part: tuple[Any, ...]) -> Future[_Done[Result] | _Raised] | None:
        if self._is_broken:
            return None
        try:
            return self._executor.submit(_done, self._function, part)
        except BrokenExecutor as error:
            self._is_broken = True
            warnings.warn(
                f"The executor is broken ({error}); what it has not done is done in this process.",
                RuntimeWarning,
                stacklevel=5,
            )
            return None

    def _answer(self, index: int) -> _Done[Result] | _Raised:
        for tries_left in reversed(range(TRIES)):
            future = self._futures[index]
            if future is None:
                break
            try:
                return future.result()
            except Exception:
                # Whatever a part raises is in its answer: so whoever did it is gone, or was never reached.
                if tries_left == 0:
                    raise
                self._futures[index] = self._submitted(self._parts[index])
        return _done(self._function, self._parts[index])

    def results(self) -> Iterator[Result]:
        try:
            for index in range(len(self._parts)):
                answer = self._answer(index)
                if isinstance(answer, _Raised):
                    raise answer.error
                yield answer.result
        finally:
            for future in self._futures:
                if future is not None:
                    future.cancel()


class Keeper:
    """A file in which the results of parts are kept as they come, so that work that was ended goes on from there."""

    def __init__(self, path: str | PathLike[str], work: str) -> None:
        """`work` says which work it is; a file of another is refused."""
        head = json.dumps(work).encode() + b"\n"
        self._file = open(path, "a+b")  # noqa: SIM115
        self._file.seek(0)
        text = self._file.read()
        # What stands behind the last end of a line was not written to its end.
        whole = text[: text.rfind(b"\n") + 1]
        try:
            if not (whole or text).startswith(head[: len(text)]):
                raise ValueError
            self.results: dict[int, Any] = dict(json.loads(line) for line in whole.splitlines()[1:])
        except (ValueError, TypeError):
            self._file.close()
            refusal = f"{fspath(path)!r} holds something else than parts of this work; name another file."
            raise ValueError(refusal) from None
        self._file.truncate(len(whole))
        if not whole:
            self._write(work)

    def _write(self, line: Any) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()

    def add(self, index: int, result: Result) -> Result:
        """Keeps a result and gives it back."""
        self._write([index, result])
        return result

    def __enter__(self) -> Keeper:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _results(
    function: Callable[..., Result], parts: Sequence[tuple[Any, ...]], executor: Executor | None
) -> Iterator[Result]:
    if executor is None:
        return (function(*part) for part in parts)
    return _Work(function, parts, executor).results()


def in_parts(
    function: Callable[..., Result],
    parts: Sequence[tuple[Any, ...]],
    executor: Executor | None,
    keep: str | PathLike[str] | None = None,
    work: str = "",
) -> list[Result]:
    """What the function makes of each part, in the order of the parts; it must be something that JSON can hold.

    A part whose worker is lost is submitted again, to the same executor. An executor that takes no more work since one
    of its workers was lost (Python's own process pool is such a one) is left alone, with a RuntimeWarning, and what is
    left is done here. What the function itself raises is raised here at once. Results that the file `keep` has of this
    `work` are not found again.
    """
    if keep is None:
        return list(_results(function, parts, executor))
    with Keeper(keep, work) as keeper:
        known = keeper.results
        rest = _results(function, [part for index, part in enumerate(parts) if index not in known], executor)
        return [known[index] if index in known else keeper.add(index, next(rest)) for index in range(len(parts))]
