"""A server of the Model Context Protocol: games for agents that talk. `python -m duello.mcp` speaks on standard input
and output, `python -m duello.mcp --http HOST:PORT` over HTTP."""

from __future__ import annotations

import argparse
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Annotated, Any, TypeVar

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.server.transport_security import TransportSecuritySettings
    from mcp_types import CallToolResult, TextContent
    from pydantic import Field
except ModuleNotFoundError as error:
    if __name__ != "__main__" or (error.name or "").partition(".")[0] != "mcp":
        raise
    sys.exit("python -m duello.mcp needs the package mcp: pip install '.[mcp]' brings it.")

from . import __version__, _duello
from ._desk import ask, choice
from ._duello import Game
from ._text_game import TextGame, rules_text

INSTRUCTIONS = (
    "Two-player games, exactly solved, against a program of any strength. list_games and read_rules tell what there "
    "is; start_game gives a game_id, the board and what is legal; play_move makes your move and the program's; "
    "review_game tells afterwards what every move was worth. What the other side keeps secret stays secret until it is "
    "revealed."
)

Result = TypeVar("Result")
GameName = Annotated[str, Field(description="The game, as list_games calls it.", max_length=100)]
Variant = Annotated[
    str, Field(description="A named variant of list_games; empty for the book's rules.", max_length=100)
]
Rules = Annotated[
    dict[str, int | str], Field(description="Rule values to change, as list_games has them.", max_length=20)
]
GameId = Annotated[str, Field(description="The game_id that start_game gave.", max_length=100)]
HOW = "Make your move with play_move, or give up with resign."


def _tool(made: MCPServer[Any], function: Callable[..., str]) -> None:
    """Offers a function to clients. What is wrong is answered with its sentence alone."""

    @wraps(function)
    def answered(**given: Any) -> str | CallToolResult:
        try:
            return function(**given)
        except ToolError as error:
            return CallToolResult(content=[TextContent(type="text", text=str(error))], is_error=True)

    made.add_tool(answered, structured_output=False)


def _or_error(work: Callable[[], Result]) -> Result:
    """What is wrong becomes a sentence for whoever called the tool."""
    try:
        return work()
    except ValueError as error:
        raise ToolError(str(error)) from error


@dataclass
class _Open:
    game: TextGame
    touched: float
    lock: threading.Lock = field(default_factory=threading.Lock)


class Games:
    """The games that are open. Whoever knows a game's id plays it: ids cannot be guessed, so sessions do not mix."""

    LARGEST_TABLE = 16e6
    """Bytes of a solved game. Every open game has its own."""

    def __init__(self, most: int = 100, idle: float = 3600, clock: Callable[[], float] = time.monotonic) -> None:
        """At most so many games; a game that is over, or that nobody has touched for `idle` seconds, makes room."""
        self.most = most
        self.idle = idle
        self._clock = clock
        self._open: dict[str, _Open] = {}
        self._lock = threading.Lock()

    def start(self, game: Game, **conditions: Any) -> tuple[str, TextGame]:
        """A new game and its id."""
        if ask("fits", **choice(game))["bytes"] > self.LARGEST_TABLE:
            raise ToolError(f"{game.title} under these rules is too large for this server; choose smaller values.")
        with self._lock:
            self._make_room()
        started = TextGame(game, how=HOW, **conditions)
        name = secrets.token_urlsafe(16)
        with self._lock:
            self._make_room()
            self._open[name] = _Open(started, self._clock())
        return name, started

    def _make_room(self) -> None:
        for name in [name for name, each in self._open.items() if self._clock() - each.touched > self.idle]:
            del self._open[name]
        if len(self._open) < self.most:
            return
        over = [name for name, each in self._open.items() if each.game.over]
        if not over:
            raise ToolError(
                f"{self.most} games are open here, which is the most; resign one that you do not need, or try later."
            )
        del self._open[min(over, key=lambda name: self._open[name].touched)]

    def use(self, name: str, work: Callable[[TextGame], Result]) -> Result:
        """Does something with a game, one thing at a time."""
        with self._lock:
            found = self._open.get(name)
            if found is not None:
                found.touched = self._clock()
        if found is None:
            raise ToolError("There is no game with this game_id, or it was too long ago; start_game gives a new one.")
        with found.lock:
            return _or_error(lambda: work(found.game))


def _chosen(name: str, variant: str, rules: dict[str, int | str]) -> Game:
    return _or_error(lambda: _duello.game(name, variant, [f"{key}={value}" for key, value in rules.items()]))


def _listed(each: dict[str, Any]) -> str:
    rules = ", ".join(f"{rule['key']}={rule['book']} ({rule['range']}: {rule['meaning']})" for rule in each["rules"])
    variants = ", ".join(variant["name"] for variant in each["variants"])
    secret = " Moves are hidden until they are revealed." if each["hidden"] else ""
    return f"{each['id']}: {each['about']}{secret}\n  rules: {rules}\n  variants: {variants}"


def _told_of_move(game: TextGame, move: str) -> str:
    reply = game.play(move)
    if reply.fault is not None and reply.fault.kind != "resigned":
        raise ToolError(f"{reply.fault.sentence} ({reply.fault.kind.replace('_', ' ')}; nothing was played)")
    return game.prompt(rules=False)


def _told_of_resignation(game: TextGame) -> str:
    reply = game.resign()
    if reply.fault is not None and reply.fault.kind != "resigned":
        raise ToolError(reply.fault.sentence)
    return game.prompt(rules=False)


def _reviewed(game: TextGame) -> str:
    if not game.over:
        raise ToolError("The game is not over; what its moves are worth is told afterwards.")
    review = game.review()
    mine = game.seats[0]
    lines = [f"Record:\n{game.record.text}", "What your moves gave away (a win counts 1, a loss -1):"]
    own = [each for each in review.moves if each.player == mine]
    for each in own:
        better = f"; best: {', '.join(each.best[:5])}" if each.mark else ""
        lines.append(f"  {each.number}. {each.move}{' ' + each.mark if each.mark else ''}  {each.regret:g}{better}")
    accuracy = review.accuracy[mine - 1]
    lines.append("You had no choice." if accuracy is None else f"Accuracy: {accuracy:.0%}")
    return "\n".join(lines)


def server(games: Games | None = None) -> MCPServer[Any]:
    """The server, with no game open yet."""
    table = games if games is not None else Games()
    made: MCPServer[Any] = MCPServer(
        "duello", title="Duello", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )

    def list_games() -> str:
        """The games, their rule values and variants, and the programs to play against."""
        players = ", ".join(each["who"] for each in ask("players"))
        listed = "\n".join(_listed(each) for each in ask("games"))
        return f"{listed}\nopponents, from the weakest to the strongest: {players}"

    def read_rules(game: GameName, variant: Variant = "", rules: Rules = {}) -> str:  # noqa: B006
        """The rules of a game in full."""
        chosen = _chosen(game, variant, rules)
        return f"{chosen.title} ({chosen.settings})\n\n{_or_error(lambda: rules_text(chosen))}"

    def start_game(
        game: GameName,
        opponent: Annotated[str, Field(description="One of the opponents of list_games.", max_length=100)] = "level:3",
        seat: Annotated[int, Field(description="Where you sit: 1 or 2.")] = 1,
        first: Annotated[int, Field(description="Which seat moves first: 1 or 2.")] = 1,
        variant: Variant = "",
        rules: Rules = {},  # noqa: B006
    ) -> str:
        """Starts a game against a program, and gives its game_id, the rules, the board and what is legal."""
        chosen = _chosen(game, variant, rules)
        if seat not in (1, 2):
            raise ToolError(f"seat must be 1 or 2, not {seat}.")
        if opponent not in {each["who"] for each in ask("players")}:
            raise ToolError(f"There is no opponent {opponent!r}; list_games names them.")
        name, started = _or_error(lambda: table.start(chosen, opponent=opponent, seat=seat, first=first))
        return f"game_id: {name}\n\n{started.prompt()}"

    def show_board(game_id: GameId) -> str:
        """The board as you may see it, whose turn it is, and what is legal."""
        return table.use(game_id, lambda game: game.prompt(rules=False))

    def play_move(
        game_id: GameId,
        move: Annotated[str, Field(description="The move alone, as in the list of moves.", max_length=1000)],
    ) -> str:
        """Makes your move, then the program's, and shows the board. A move that is not legal changes nothing."""
        return table.use(game_id, lambda game: _told_of_move(game, move))

    def resign(game_id: GameId) -> str:
        """Gives a game up."""
        return table.use(game_id, _told_of_resignation)

    def review_game(game_id: GameId) -> str:
        """What your moves were worth, when the game is over, and its record."""
        return table.use(game_id, _reviewed)

    for function in (list_games, read_rules, start_game, show_board, play_move, resign, review_game):
        _tool(made, function)
    return made


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdigit() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not an address such as 127.0.0.1:8000")
    return host.strip("[]"), int(port)


def _security(host: str, port: int, allowed: Sequence[str]) -> TransportSecuritySettings:
    """Only those who mean this server reach it: a page elsewhere that sends a browser here is refused."""
    names = [host, *allowed]
    if host in ("127.0.0.1", "localhost", "::1"):
        names += ["127.0.0.1", "localhost", "[::1]"]
    hosts = [*allowed, *(f"{name}:{port}" for name in names)]
    origins = [f"{scheme}://{each}" for scheme in ("http", "https") for each in hosts]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)


def _check_free(host: str, port: int) -> None:
    try:
        family, kind, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(place)
    except OSError as error:
        sys.exit(f"python -m duello.mcp: Nobody can listen at {host}:{port}: {error.strerror}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the server until its client, or somebody at the keyboard, ends it."""
    parser = argparse.ArgumentParser(prog="python -m duello.mcp", description="Games for agents that talk, over MCP.")
    parser.add_argument("--http", metavar="HOST:PORT", type=_address, help="serve HTTP there instead of standard input")
    parser.add_argument(
        "--allow-host", metavar="NAME", action="append", default=[], help="a name by which HTTP may reach the server"
    )
    parser.add_argument("--games", metavar="N", type=int, default=100, help="open games at most (100)")
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error("--games must be at least 1")
    if given.allow_host and given.http is None:
        parser.error("--allow-host is for --http")
    made = server(Games(given.games))
    try:
        if given.http is None:
            made.run("stdio")
            return
        host, port = given.http
        _check_free(host, port)
        print(f"Listening at http://{host}:{port}/mcp", file=sys.stderr, flush=True)
        security = _security(host, port, given.allow_host)
        made.run("streamable-http", host=host, port=port, transport_security=security)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
