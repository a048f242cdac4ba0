"""Who can play: the program's players by their names, and any function that makes a move of what a seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Protocol, runtime_checkable

from . import _duello
from ._desk import ask
from ._duello import Game, View

PYTHON = "python:"


@runtime_checkable
class Player(Protocol):
    """Whatever is called with a `View` and answers with a move, or with `"resign"`.

    A view is of the seat that is to move, and there is nothing behind it: no position, no secret move, no other seat.
    (Python is no sandbox: a function that reads the memory of its process can read anything in it. Play against a
    program that you do not trust in a process of its own.)

    A player that draws lots should have a method `for_game(seed)` that gives the player for one game; then the same
    game has the same lots, in whatever process and order it is played.

    >>> import duello
    >>> def first(view):
    ...     return view.legal[0]
    >>> isinstance(first, duello.Player)
    True
    """

    def __call__(self, view: View, /) -> str: ...


def players() -> tuple[str, ...]:
    """The program's own players, from the weakest to the strongest.

    >>> import duello
    >>> duello.players()
    ('random', 'level:1', 'level:2', 'level:3', 'level:4', 'level:5', 'perfect')
    """
    return tuple(each["who"] for each in ask("players"))


def player(who: str, game: Game, *, seed: int = 0) -> Callable[[View], str]:
    """One of the program's players as a function of views; it draws its lots from `seed`.

    >>> import duello
    >>> game = duello.game(duello.games()[2])
    >>> perfect = duello.player("perfect", game)
    >>> perfect(game.start().view(1))
    '2'
    """
    return _duello.player(game, who, seed)


def name_of(who: str | Player) -> str:
    """What a player is called: as the program calls it, or by the name of the function."""
    if isinstance(who, str):
        return who
    if not callable(who):
        raise TypeError(f"A player is one of {', '.join(players())}, or a function of a view, not {who!r}.")
    name = str(getattr(who, "name", None) or getattr(who, "__name__", None) or type(who).__name__)
    return PYTHON + name.replace("\0", "?")  # the one character that no record holds


def seated(who: Sequence[str | Player]) -> tuple[list[str], dict[str, Any] | None]:
    """The names of players, no two functions with the same, and the functions by what stands behind `python:`."""
    names: list[str] = []
    functions: dict[str, Any] = {}
    for each in who:
        name = meant = name_of(each)
        if not isinstance(each, str):
            numbers = count(2)
            while name in names:
                name = f"{meant}-{next(numbers)}"
            functions[name.removeprefix(PYTHON)] = each
        elif name.startswith(PYTHON):
            raise ValueError(f"Give the function itself instead of {name!r}.")
        names.append(name)
    return names, functions or None
