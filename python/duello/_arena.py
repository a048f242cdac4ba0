"""Many games between many players, and how strong that makes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from typing import Any, Literal

from . import _duello
from ._duello import Game
from ._match import fresh_seed
from ._parts import in_parts, pairs_in_parts
from ._played import Played
from ._players import Player, seated

Openings = Literal["none", "random", "balanced"]


@dataclass(frozen=True)
class Standing:
    """How a player has done."""

    player: str
    elo: float
    """The mean of all players is 0."""
    margin: float
    """95 times of 100 the truth is not farther away."""
    games: int
    wins: int
    forfeits: int
    """Games that were lost by an illegal move, not on the board."""


@dataclass(frozen=True)
class Encounter:
    """What two players have scored against each other."""

    players: tuple[str, str]
    games: int
    wins: tuple[int, int]
    pairs: tuple[int, int, int]
    """Pairs of games, same opening and changed seats, of which the first player won none, one or both."""


@dataclass(frozen=True)
class Standings(Played):
    """The table of an arena, the best player first. Prints as the table."""

    game: Game
    plan: str
    """All that decides which games are played; `duello arena` writes the same into its records."""
    players: tuple[Standing, ...]
    encounters: tuple[Encounter, ...]
    played: int
    first_share: tuple[float, float, float]
    """The share of games that whoever moved first has won, and where it is 95 times of 100."""
    text: str
    """The records of all games, in the order of the plan."""

    def __getitem__(self, player: str) -> Standing:
        for each in self.players:
            if each.player == player:
                return each
        raise KeyError(player)

    def _told(self) -> Sequence[object]:
        return self.players

    def __str__(self) -> str:
        widest = max(len(each.player) for each in self.players)
        lines = [f"  #  {'player':<{widest}}    Elo  +/-  games   wins"]
        for place, each in enumerate(self.players, 1):
            forfeits = f"  {each.forfeits} forfeited" if each.forfeits else ""
            rating = f"{each.elo:+5.0f}  {each.margin:3.0f}"
            lines.append(f"{place:>3}  {each.player:<{widest}}  {rating}  {each.games:5}  {each.wins:5}{forfeits}")
        return "\n".join(lines)


def plan_of(
    players: Sequence[str],
    *,
    gauntlet: bool,
    games: int,
    openings: Openings,
    opening_moves: int,
    rounds: int,
    seed: int,
) -> str:
    """The plan's text."""
    return _duello.arena_plan(players, gauntlet, games, openings, opening_moves, rounds, seed)


@lru_cache(maxsize=4)
def arena_of(game: Game, plan: str) -> _duello.Arena:
    """Where games of a plan are played and none is counted; every process makes it once."""
    return _duello.arena(game, plan)


def played(game: Game, plan: str, begin: int, end: int, functions: dict[str, Any] | None) -> str:
    """The records of the games with these numbers, counted from 0. They depend on the game and the plan alone."""
    return arena_of(game, plan).play(begin, end, functions)


def standings_of(game: Game, plan: str, counted: _duello.Arena, parts: Sequence[str]) -> Standings:
    """What the games of these records come to."""
    for each in parts:
        counted.count(each)
    told = json.loads(counted.standings())
    return Standings(
        game=game,
        plan=plan,
        players=tuple(Standing(**each) for each in told["players"]),
        encounters=tuple(
            Encounter(tuple(each["players"]), each["games"], tuple(each["wins"]), tuple(each["pairs"]))
            for each in told["encounters"]
        ),
        played=told["played"],
        first_share=(told["first"]["share"], told["first"]["low"], told["first"]["high"]),
        text="\n".join(parts),
    )


def arena(
    game: Game,
    players: Sequence[str | Player],
    *,
    games: int = 100,
    gauntlet: bool = False,
    openings: Openings = "random",
    opening_moves: int = 2,
    rounds: int = 10,
    seed: int | None = None,
    executor: Executor | None = None,
    keep: str | PathLike[str] | None = None,
) -> Standings:
    """Lets every two players meet for `games` games (in a gauntlet, the first and each of the others).

    The games, their records and the ratings are those of `duello arena` with the same settings and seed. With an
    executor (of threads or processes, of Dask, MPI or anybody's) its workers play; the result is the same, bit for bit,
    if what a function answers depends only on the view and on the seed of its `for_game`. A part whose worker is lost
    is played again. With `keep`, a file, finished parts are kept there, and the same call goes on from there after
    whatever ended it.

    >>> import duello
    >>> game = duello.game(duello.games()[1])
    >>> table = duello.arena(game, ["random", "perfect"], games=100, seed=1)
    >>> table["perfect"].wins, round(table["perfect"].elo)
    (93, 219)
    """
    names, functions = seated(players)
    plan = plan_of(
        names,
        gauntlet=gauntlet,
        games=games,
        openings=openings,
        opening_moves=opening_moves,
        rounds=rounds,
        seed=fresh_seed() if seed is None else seed,
    )
    counted = _duello.arena(game, plan)
    parts = [(game, plan, *part, functions) for part in pairs_in_parts(counted.planned)]
    return standings_of(game, plan, counted, in_parts(played, parts, executor, keep, f"{game!r} {plan}"))
