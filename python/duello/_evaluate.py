"""How good a player is, measured against the truth: what its moves gave away, and how often it wins."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from os import PathLike
from typing import Any

from ._arena import Openings, arena_of, plan_of
from ._duello import Game
from ._match import fresh_seed
from ._parts import in_parts, pairs_in_parts
from ._played import Played
from ._players import Player, seated
from ._records import Record, read_records
from ._study import review


@dataclass(frozen=True)
class Measure:
    """A mean, and where the truth is 95 times of 100."""

    value: float
    """Not a number if there was nothing to measure."""
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4f} ({self.low:.4f} to {self.high:.4f})"


@dataclass(frozen=True)
class Decision:
    """A move where there was a choice; where moves are hidden, all that was placed in a phase."""

    game: int
    """The number of the game, from 0."""
    number: int
    """Of the move or phase in that game, from 1."""
    seat: int
    move: str
    best: tuple[str, ...]
    regret: float
    """What it gave away: a win counts 1, neither 0, a loss -1."""
    is_best: bool
    """Whether it was as good as can be, a quick win being better than a slow one."""


@dataclass(frozen=True)
class _Game:
    """What is kept of a game."""

    text: str
    decisions: tuple[Decision, ...]
    won: bool | None
    """None if it did not end on the board."""
    fault: str
    """How the player ended it, if it did: `forfeited` or `resigned`."""


@dataclass(frozen=True)
class Evaluation(Played):
    """What a player's games have shown. Prints as a summary."""

    game: Game
    player: str
    opponent: str
    regret: Measure
    """Given away with a decision, on average."""
    best_moves: Measure
    """The share of decisions that were as good as can be."""
    win_rate: Measure
    """Of the games that ended on the board; faults are no losses of play."""
    games: int
    forfeited: int
    """Games that the player ended with an illegal move."""
    resigned: int
    decisions: tuple[Decision, ...]
    text: str
    """The records of all games."""

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """What gave something away, the worst first."""
        return tuple(sorted((each for each in self.decisions if each.regret > 0), key=lambda each: -each.regret))

    def _told(self) -> Sequence[object]:
        return self.decisions

    def __str__(self) -> str:
        lines = [
            f"{self.player} against {self.opponent}, {self.games} games, {len(self.decisions)} decisions",
            f"regret      {self.regret}",
            f"best moves  {self.best_moves}",
            f"win rate    {self.win_rate}",
        ]
        if self.forfeited or self.resigned:
            lines.append(f"faults      {self.forfeited} forfeited, {self.resigned} resigned")
        return "\n".join(lines)


def measured(clusters: Sequence[tuple[float, int]], most: float = 1.0) -> Measure:
    """The mean of numbers from 0 to `most`, of which sums and counts are given.

    What belongs together (two games from the same opening, all moves of them) is one cluster: only clusters are taken
    to be independent. The interval is Wilson's, for as many independent numbers as would vary so much; where nothing
    varies, for as many as there are clusters.

    >>> print(measured([(1, 2)] * 4 + [(2, 2)] * 4 + [(0, 2)] * 2))
    0.6000 (0.3604 to 0.7997)
    """
    total = sum(count for _, count in clusters)
    if total == 0:
        return Measure(math.nan, 0.0, most)
    used = [(value / most, count) for value, count in clusters if count]
    mean = sum(value for value, _ in used) / total
    spread = sum((value - mean * count) ** 2 for value, count in used) / total**2
    if len(used) > 1:
        spread *= len(used) / (len(used) - 1)
    size = mean * (1 - mean) / spread if spread > 0 and 0 < mean < 1 else float(len(used))
    z = 1.959963984540054
    middle = (mean + z * z / (2 * size)) / (1 + z * z / size)
    reach = z / (1 + z * z / size) * math.sqrt(mean * (1 - mean) / size + z * z / (4 * size * size))
    return Measure(mean * most, max(0.0, middle - reach) * most, min(1.0, middle + reach) * most)


def _given(text: str) -> int:
    """How many moves of a record were given as the opening."""
    found = re.search(r'^\[Opening "(\d+)"\]$', text, re.MULTILINE)
    return int(found[1]) if found else 0


def _choices(record: Record) -> set[int]:
    """The numbers of the moves where there was a choice."""
    numbers = set()
    position = record.game.start(record.first)
    for number, move in enumerate(record.moves, 1):
        if position.legal_count > 1:
            numbers.add(number)
        position = position.play(move)
    return numbers


def _judged(game: Game, plan: str, begin: int, end: int, functions: dict[str, Any] | None) -> list[dict[str, Any]]:
    played = arena_of(game, plan)
    return [asdict(_judged_game(game, played.play(each, each + 1, functions), each)) for each in range(begin, end)]


def _game(told: dict[str, Any]) -> _Game:
    """From what comes back of it, by way of JSON or not."""
    decisions = (Decision(**(each | {"best": tuple(each["best"])})) for each in told["decisions"])
    return _Game(told["text"], tuple(decisions), told["won"], told["fault"])


def _judged_game(game: Game, text: str, number: int) -> _Game:
    # The two games of a pair differ in who sits where, the player in seat 1 first.
    seat = 1 + number % 2
    record = read_records(text)[0]
    choices = None if game.hidden else _choices(record)
    given = _given(text)
    decisions = tuple(
        Decision(number, each.number, seat, each.move, each.best, each.regret, each.mark == "")
        for each in review(record).moves
        if each.player == seat and (choices is None or (each.number > given and each.number in choices))
    )
    fault = (
        "forfeited" if record.reason.startswith("forfeit: ") else "resigned" if record.reason == "resignation" else ""
    )
    on_board = record.winner == seat if not fault else None
    return _Game(text, decisions, on_board, fault if record.winner != seat else "")


def evaluate(
    player: str | Player,
    game: Game,
    *,
    opponent: str | Player = "random",
    games: int = 100,
    openings: Openings = "random",
    opening_moves: int = 2,
    rounds: int = 10,
    seed: int | None = None,
    executor: Executor | None = None,
    keep: str | PathLike[str] | None = None,
) -> Evaluation:
    """Lets a player play, and holds every one of its moves against the solution.

    Games come in pairs: the same opening, with seats changed. Only choices count: a move that was the only one, or
    that the opening gave, is none. An illegal move ends a game and is counted apart, as is a resignation. An executor's
    workers play and judge, and finished parts are kept in the file `keep`, as with `arena`.

    >>> import duello
    >>> game = duello.game(duello.games()[2])
    >>> evaluation = duello.evaluate("perfect", game, games=20, seed=1)
    >>> evaluation.regret.value, evaluation.best_moves.value, evaluation.mistakes
    (0.0, 1.0, ())
    """
    names, functions = seated((player, opponent))
    plan = plan_of(
        names,
        gauntlet=False,
        games=games,
        openings=openings,
        opening_moves=opening_moves,
        rounds=rounds,
        seed=fresh_seed() if seed is None else seed,
    )
    parts = [(game, plan, *part, functions) for part in pairs_in_parts(games)]
    found = in_parts(_judged, parts, executor, keep, f"evaluate {game!r} {plan}")
    judged = [_game(told) for part in found for told in part]
    pairs = [judged[i : i + 2] for i in range(0, len(judged), 2)]

    def sums(values: list[list[float]]) -> list[tuple[float, int]]:
        return [(math.fsum(each), len(each)) for each in values]

    return Evaluation(
        game=game,
        player=names[0],
        opponent=names[1],
        regret=measured(sums([[each.regret for one in pair for each in one.decisions] for pair in pairs]), 2.0),
        best_moves=measured(sums([[float(each.is_best) for one in pair for each in one.decisions] for pair in pairs])),
        win_rate=measured(sums([[float(one.won) for one in pair if one.won is not None] for pair in pairs])),
        games=len(judged),
        forfeited=sum(one.fault == "forfeited" for one in judged),
        resigned=sum(one.fault == "resigned" for one in judged),
        decisions=tuple(each for one in judged for each in one.decisions),
        text="\n".join(one.text for one in judged),
    )
