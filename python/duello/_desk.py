"""Questions to the library and its answers, both JSON, as the documentation of the page has them."""

from __future__ import annotations

import json
import threading
from operator import index
from typing import Any

from . import _duello
from ._duello import Game


class Desk:
    """A place to ask. What lies on its table stays from question to question."""

    def __init__(self) -> None:
        self._desk = _duello.desk()

    def ask(self, verb: str, **keys: Any) -> Any:
        """The answer; a ValueError with the library's sentence if the question is refused."""
        question = {"ask": verb} | {key: value for key, value in keys.items() if value is not None}
        # Whole numbers may be NumPy's.
        answer = json.loads(self._desk.answer(json.dumps(question, default=index)))
        if isinstance(answer, dict) and "error" in answer:
            raise ValueError(answer["error"])
        return answer


_own = threading.local()


def ask(verb: str, **keys: Any) -> Any:
    """The answer to a question that depends on nothing else. Each thread has a desk of its own."""
    desk: Desk | None = getattr(_own, "desk", None)
    if desk is None:
        desk = _own.desk = Desk()
    return desk.ask(verb, **keys)


def choice(game: Game) -> dict[str, Any]:
    """How a question names a game."""
    if not isinstance(game, Game):
        raise TypeError("A duello.Game is needed.")
    return {"game": game.name, "rules": dict(game.rules)}
