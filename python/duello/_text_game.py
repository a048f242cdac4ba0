"""A game for whoever plays with words: prompts, answers, and faults that are told apart."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from string import whitespace
from typing import Any, Literal

from ._desk import Desk, ask, choice
from ._duello import Game
from ._match import Fault, FaultKind, fresh_seed
from ._players import players
from ._records import Record, read_records
from ._study import Review, review
from ._values import Outcome

RESIGN = "resign"
LONGEST_ANSWER = 100_000
HOW = f'Answer with a line "MOVE: " and your move, or "MOVE: {RESIGN}" to give up.'
MOST_LISTED = 60
"""Moves that a prompt lists; where there are more it only says what is legal."""


# Both look at every character a few times at most, whatever an agent writes.
_NAMED = re.compile(r"^(?:[^\S\n]|[>*_`#-])*+move(?:[^\S\n]|[*_`])*+[:=](.*)$", re.IGNORECASE | re.MULTILINE)
_MARKED = re.compile(r"(?<!`)`++([^`\n]++)`|\*\*([^*\n]++)\*\*")


def rules_text(game: Game) -> str:
    """The rules in force, as the program tells them, without its advice."""
    book = ask("game", **choice(game))["book"]
    parts = [f"Goal: {book['goal']}", f"Setup: {book['setup']}", f"Turn: {book['turn']}", f"End: {book['end']}"]
    return "\n".join(parts + [f"- {ruling}" for ruling in book["rulings"]])


def move_in(answer: str) -> str:
    """What an answer says is its move; empty if it says nothing.

    It is, if there is such a thing, what stands behind the last `MOVE:` at the beginning of a line; else the last piece
    in `backquotes` or **bold**; else the last line. Quotes, marks of emphasis and a full stop around it are dropped.

    >>> move_in("The middle is strong.\\nMOVE: 5-6\\nGood luck!")
    '5-6'
    >>> move_in("I take **7**, since 6 is lost.")
    '7'
    >>> move_in("3")
    '3'
    """
    named = _NAMED.findall(answer)
    marked = _MARKED.findall(answer)
    lines = [line for line in answer.splitlines() if line.strip()]
    if named:
        found = named[-1]
    elif marked:
        found = marked[-1][0] or marked[-1][1]
    else:
        found = lines[-1] if lines else ""
    return str(found).strip(whitespace + "\"'`*_.")


def _words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]+", text)}


def _only_legal_in(line: str, legal: Iterable[str]) -> str:
    """The one legal move that stands in a sentence; empty if there is none, or more than one."""
    said = {word.strip("\"'`*_.,;:!?()[]").lower() for word in line.split()}
    found = [move for move in legal if move.lower() in said]
    return found[0] if len(found) == 1 else ""


@dataclass(frozen=True)
class Said:
    """A line of a transcript."""

    kind: Literal["prompt", "answer", "move", "fault", "told", "end"]
    seat: int | None
    """Whose it is; None if it is for everybody."""
    text: str


@dataclass(frozen=True)
class Reply:
    """What came of an answer: a move, or a fault."""

    move: str
    """As the game writes it; empty if none was made."""
    fault: Fault | None
    told: str
    """What has happened since, as the terminal tells it; or the sentence of the fault."""


class _RefusedError(Exception):
    """What the game says to a move that it does not take."""


class TextGame:
    """A game in which one seat, or both, is played by words. Whatever loop an agent has, it goes like this:

    >>> import duello
    >>> game = duello.TextGame(duello.game(duello.games()[2]), opponent="perfect", seed=1)
    >>> while not game.over:
    ...     prompt = game.prompt()
    ...     reply = game.answer("I run.\\nMOVE: 1")
    >>> game.result(), game.outcome.reason
    ('lost', 'landed on the other token at -2')

    A fault is whatever an agent does besides playing: an `illegal` move, an `unreadable` answer, an answer that comes
    `out_of_turn` or too `late`; and when it has `resigned`. Faults are counted, never dropped, and change nothing on
    the board: the agent may answer again, for as long as the caller likes. Whether the caller then ends the game
    (`abandon`), and whether that counts as lost (`result`), is the caller's business.

    An answer is `illegal` if the game refuses it though it is made of numbers, single letters and words that the prompt
    itself has; whatever else the game refuses is `unreadable`.
    """

    def __init__(
        self,
        game: Game,
        *,
        seat: int | None = 1,
        opponent: str = "random",
        first: int = 1,
        rounds: int = 10,
        seed: int | None = None,
        seconds: float | None = None,
        how: str = HOW,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`seat` is played by words, the other one by `opponent`; with `seat=None` both are played by words.

        An answer that comes more than `seconds` behind its prompt is late. `how` to answer is what a prompt ends with.
        """
        if seat not in (1, 2, None):
            raise ValueError("seat must be 1, 2 or None.")
        if opponent not in players():
            raise (ValueError if isinstance(opponent, str) else TypeError)(
                f"An opponent is one of {', '.join(players())}, not {opponent!r}."
            )
        truth = ask("fits", **choice(game))
        if seat is not None and opponent != "random" and not truth["fits"]:
            raise ValueError(f"{opponent} cannot play here: {truth['why']}")
        self.game = game
        self.seats: tuple[int, ...] = (1, 2) if seat is None else (seat,)
        self.seconds = seconds
        self.faults: list[Fault] = []
        self.transcript: list[Said] = []
        self._how = how
        self._clock = clock
        self._asked_at: float | None = None
        self._ended_by: Fault | None = None  # nothing if it ended on the board
        self._told = dict.fromkeys(self.seats, "")
        self._knows_rules: set[int] = set()
        self._desk = Desk()
        who = ["human" if each in self.seats else opponent for each in (1, 2)]
        chosen = fresh_seed() if seed is None else seed
        keys = {"players": who, "first": first, "rounds": rounds, "seed": str(chosen)}
        self._take(self._desk.ask("open", **choice(game), **keys))
        self._advance()

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return "result" in self._state or self._ended_by is not None

    @property
    def mover(self) -> int | None:
        """The seat that is to move; None when the game is over."""
        return None if self.over else int(self._state["view"]["to_move"])

    @property
    def outcome(self) -> Outcome | None:
        """Who has won, and why; None as long as nobody has, and in a game that was abandoned."""
        result = self._state.get("result")
        return Outcome(result["winner"], result["reason"]) if result else None

    @property
    def record(self) -> Record:
        """Of a game that is over: before, it would tell what is secret."""
        if not self.over:
            raise ValueError("The record is there when the game is over.")
        return read_records(self._state["record"])[0]

    def review(self) -> Review:
        """What every move was worth, when the game is over."""
        return review(self.record)

    def result(
        self, seat: int | None = None, *, counted: Iterable[FaultKind] = ()
    ) -> Literal["open", "won", "lost"] | FaultKind:
        """How the game ended for a seat: `won` or `lost` on the board, or else the fault that ended it.

        Faults that are `counted` are lost by whoever committed them.
        """
        mine = self._seat(seat)
        if not self.over:
            return "open"
        fault = self._ended_by
        if fault is not None:
            if fault.kind not in set(counted):
                return fault.kind
            return "lost" if fault.seat == mine else "won"
        return "won" if self._state["result"]["winner"] == mine else "lost"

    def legal(self) -> tuple[str, ...]:
        """The moves of whoever is to move; empty where they are not chosen from a list."""
        if self.mover is None:
            return ()
        scene = self._desk.ask("look", seat=self.mover)["scene"]
        return () if "amounts" in scene else tuple(offer["move"] for offer in scene["offers"])

    def prompt(self, seat: int | None = None, *, rules: bool | None = None) -> str:
        """What a seat is to be told and asked; the rules come with the first prompt, or as `rules` says."""
        mine = self._seat(seat)
        parts = []
        if rules if rules is not None else mine not in self._knows_rules:
            parts.append(f"{self._state['title']}\n\n{rules_text(self.game)}\n\nYou are {self._names[mine - 1]}.")
        parts.append(self._told[mine].strip("\n"))
        if self.over:
            parts.append("The game is over.")
        elif self.mover != mine:
            parts.append("It is the other player's turn.")
        else:
            parts.append(self._question(mine))
            if self._asked_at is None:
                self._asked_at = self._clock()
        self._knows_rules.add(mine)
        text = "\n\n".join(part for part in parts if part)
        self._note("prompt", mine, text)
        return text

    def answer(self, text: str, *, seat: int | None = None, seconds: float | None = None) -> Reply:
        """Takes the move out of an answer and makes it.

        `move_in` says how it is found; and if the game refuses that, and no line begins with `MOVE:`, a single legal
        move in the last line is taken for it. `seconds` is how long it took, if the caller knows better than the clock.
        """
        mine = self._seat(seat)
        self._note("answer", mine, text)
        objection = self._objection(mine, text, seconds)
        if objection is not None:
            return objection
        if len(text) > LONGEST_ANSWER:
            return self._fault("unreadable", mine, text, f"An answer has at most {LONGEST_ANSWER} characters.")
        said = move_in(text)
        try:
            return self._made(said, mine)
        except _RefusedError as error:
            lines = [line for line in text.splitlines() if line.strip()]
            is_talk = lines and not _NAMED.search(text)
            meant = _only_legal_in(lines[-1], self.legal()) if is_talk else ""
            if meant:
                return self._made(meant, mine)
            return self._refused(said, mine, text, str(error))

    def play(self, move: str, *, seat: int | None = None, seconds: float | None = None) -> Reply:
        """The same for a move alone, without words around it."""
        mine = self._seat(seat)
        self._note("answer", mine, move)
        objection = self._objection(mine, move, seconds)
        if objection is not None:
            return objection
        try:
            return self._made(move, mine)
        except _RefusedError as error:
            return self._refused(move, mine, move, str(error))

    def resign(self, seat: int | None = None) -> Reply:
        """Gives the game up for a seat, in whosever turn."""
        mine = self._seat(seat)
        if self.over:
            return self._fault("out_of_turn", mine, RESIGN, "The game is over.")
        return self._resigned(mine)

    def abandon(self, seat: int | None = None) -> None:
        """Ends the game, unfinished, for the last fault of a seat."""
        mine = self._seat(seat)
        own = [fault for fault in self.faults if fault.seat == mine]
        if self.over:
            raise ValueError("The game is over.")
        if not own:
            raise ValueError("A game is abandoned for a fault, and there was none.")
        self._ended_by = own[-1]
        self._note("end", None, f"abandoned: {own[-1].kind}")

    # What follows is not for callers.

    @property
    def _names(self) -> list[str]:
        names: list[str] = self._state["names"]
        return names

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return self.seats[0] if len(self.seats) == 1 else (self.mover or 1)
        if seat not in self.seats:
            raise ValueError(f"Seat {seat} is not played by words here.")
        return seat

    def _note(
        self, kind: Literal["prompt", "answer", "move", "fault", "told", "end"], seat: int | None, text: str
    ) -> None:
        self.transcript.append(Said(kind, seat, text))

    def _question(self, seat: int) -> str:
        look = self._desk.ask("look", seat=seat)
        moves = self.legal()
        lines = [f"{look['turn']}{look['ask']}".rstrip("\n> "), f"Legal: {look['legal']}."]
        if 0 < len(moves) <= MOST_LISTED:
            lines.append(f"Moves: {', '.join(moves)}.")
        return "\n".join([*lines, self._how])

    def _take(self, state: dict[str, Any]) -> None:
        self._state = state
        told = state.get("opening", "") + state["told"]
        if told.strip():
            self._note("told", None if len(self.seats) == 2 else self.seats[0], told)
        for each in self.seats:
            self._told[each] += told
        if "result" in state:
            self._note("end", None, f"{state['result']['how']}: {state['result']['reason']}")

    def _advance(self) -> None:
        """Lets programs and the rules move, up to the next choice of somebody who plays with words."""
        self._asked_at = None
        while self.mover is not None:
            if self.mover not in self.seats:
                self._take(self._desk.ask("think"))
            elif self._desk.ask("look", seat=self.mover)["forced"]:
                self._take(self._desk.ask("submit", line=""))
            else:
                return

    def _objection(self, seat: int, text: str, seconds: float | None) -> Reply | None:
        if self.over:
            return self._fault("out_of_turn", seat, text, "The game is over.")
        if self.mover != seat:
            return self._fault("out_of_turn", seat, text, "It is the other player's turn.")
        if seconds is None and self._asked_at is not None:
            seconds = self._clock() - self._asked_at
        if self.seconds is not None and seconds is not None and seconds > self.seconds:
            self._asked_at = None
            return self._fault("late", seat, text, f"The answer took {seconds:.1f} seconds, of {self.seconds:g}.")
        return None

    def _made(self, move: str, seat: int) -> Reply:
        if move.strip().lower() == RESIGN:
            return self._resigned(seat)
        try:
            state = self._desk.ask("submit", request={"move": move}, seat=seat)
        except ValueError as error:
            raise _RefusedError(str(error)) from None
        written = [each.get("move", move) for each in state["events"] if each["event"] == "moved"]
        self._told[seat] = ""
        self._note("move", seat, written[0])
        self._take(state)
        self._advance()
        return Reply(written[0], None, self._told[seat])

    def _resigned(self, seat: int) -> Reply:
        state = self._desk.ask("submit", request={"resign": True}, seat=seat)
        reply = self._fault("resigned", seat, RESIGN, "The game was given up.")
        self._ended_by = reply.fault
        self._take(state)
        return reply

    def _refused(self, move: str, seat: int, text: str, sentence: str) -> Reply:
        look = self._desk.ask("look", seat=seat)
        known = _words(f"{look['turn']} {look['ask']} {look['legal']} {' '.join(self.legal())}")
        is_move = bool(move) and all(len(word) == 1 or word in known for word in _words(move))
        return self._fault("illegal" if is_move else "unreadable", seat, text, sentence)

    def _fault(self, kind: FaultKind, seat: int, text: str, sentence: str) -> Reply:
        fault = Fault(kind, seat, sentence, text)
        self.faults.append(fault)
        self._note("fault", seat, f"{kind}: {sentence}")
        return Reply("", fault, sentence)
