"""Games between people who are elsewhere: a server, two terminals or pipes, somebody who watches, an engine."""

import asyncio
import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import websockets
from online import Client, Server, online
from table import CTRL_C, CTRL_D, DUELLO, GAMES, LONG, PATIENCE, environment, lines, plain, poll, run, unsanitized
from test_engines import GOOD

LINK = re.compile(r"https?://[^\s]+/#/online/[-\w]{16}(?:/[-\w]{22})?")
NOWHERE = "/#/online/AAAAAAAAAAAAAAAA"
LOST, BACK = "The connection to the server is lost", "The connection is back."
AFTERWARDS = "Press r to review the game, a to play again, Enter to go on: "

# What the two type to play a whole game, and what both see last.
WHOLE = {
    "color-bridge": (["5 6", "4"], ["7"], "Player 1 (Red) wins by forming a sequence at positions 4, 5, 6!"),
    "color-clash": (["R4-9", "R3-6", "R1-2"], ["B3-7", "B1-5"], "Red wins: Blue has no legal move!"),
    "energy-capture": (["1:5", "2:7", "3:2", "4:1", "5:5"], ["1:6", "2:5", "3:4", "5:3", "pass"], "Player 1 wins by capturing a majority of the nodes!"),
}


@pytest.fixture(scope="module")
def server():
    served = Server()
    yield served
    served.close()


@pytest.fixture
def own_server():
    """One that may be killed."""
    started = []

    def start(*options):
        started.append(Server(*options))
        return started[-1]

    yield start
    for each in started:
        each.close()


def link_to(server, table, token=None):
    return f"{server.address}#/online/{table}" + (f"/{token}" if token else "")


class Pipe:
    """`duello ARGS` on pipes."""

    def __init__(self, *args, **env):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self._process = subprocess.Popen([DUELLO, *args], env=environment(**env), text=True, **pipes)
        self.head = ""

    def read_links(self, count):
        while len(LINK.findall(self.head)) < count:
            line = self._process.stdout.readline()
            assert line, self._process.stderr.read()
            self.head += line
        return LINK.findall(self.head)

    def type(self, *typed):
        self._process.stdin.write(lines(*typed))
        self._process.stdin.flush()

    def end(self, *typed):
        out, err = self._process.communicate(lines(*typed), timeout=PATIENCE)
        return self.head + out, err, self._process.returncode

    @property
    def pid(self):
        return self._process.pid

    def send_signal(self, number):
        self._process.send_signal(number)

    def kill(self):
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def pipe():
    started = []

    def start(*args, **env):
        started.append(Pipe(*args, **env))
        return started[-1]

    yield start
    for each in started:
        each.kill()


class Place:
    """A terminal at a table elsewhere; what has come is looked through once, in order."""

    def __init__(self, session):
        self.session = session
        self.seen = 0

    @property
    def text(self):
        return plain(self.session.terminal.raw)

    def sees(self, *words):
        """Waits until these have come, one behind the other, however their lines are broken."""
        for each in words:
            pattern = re.compile(re.escape(each).replace(r"\ ", r"\s+"))
            self.session.wait_until(lambda pattern=pattern: pattern.search(self.text, self.seen), repr(each))
            self.seen = pattern.search(self.text, self.seen).end()
        return self

    def types(self, line):
        self.session.press(line + "\r")
        return self

    def press(self, key):
        self.session.press(key)
        return self

    def end(self):
        return self.session.end()


@pytest.fixture
def place(sit, tmp_path):
    """Starts `duello ARGS` on a terminal of somebody who keeps their games in a folder of their own."""

    def start(*args, who="somebody", **env):
        return Place(sit(*args, columns=120, XDG_STATE_HOME=str(tmp_path / who), **env))

    return start


def host(place, server, game, *options, **env):
    """Whoever has opened a table, and the links: to play, to watch, to come back."""
    one = place("host", game, "--server", server.address, *options, who="host", **env).sees("Waiting for the other player (q to leave): ")
    return one, LINK.findall(one.text)


def two_at(place, server, game, *options):
    one, links = host(place, server, game, "--name", "Ann", *options)
    two = place("join", links[0], "--name", "Bob", who="guest")
    return one, two, links


def own_link(guest):
    """What was printed when the invitation was accepted."""
    return LINK.search(guest.text.split("This link is yours", 1)[1])[0]


# --- Whole games.


@pytest.mark.parametrize("game", WHOLE)
def test_two_play_on_pipes(server, pipe, game):
    mine, theirs, last = WHOLE[game]
    one = pipe("host", game, "--server", server.address)
    two = pipe("join", one.read_links(3)[0])
    two.type(*theirs)
    for out, err, status in one.end(*mine), two.end():
        assert (err, status) == ("", 0)
        assert out.splitlines()[-1] == last


def test_two_play_at_terminals_and_keep_the_game(server, place, tmp_path):
    one, two, _ = two_at(place, server, "color-bridge")
    two.sees("--- Color Bridge ---", "Track", "Ann (Red), choose", "Waiting for Ann")
    one.sees("Ann (Red), choose", "> ").types("5 6").sees("Updated Track", "Waiting for Bob")
    two.sees("> 5-6", "Bob (Blue), choose", "> ").types("3 7").sees("Positions 3 and 7 are not adjacent").types("7")
    one.sees("> 7", "Ann (Red), choose", "> ").types("4")
    for each in one, two:
        each.sees("Ann (Red) wins by forming a sequence at positions 4, 5, 6!", AFTERWARDS)
    for each in one, two:
        each.press("\r")
    assert (one.end(), two.end()) == (0, 0)
    for who in "host", "guest":
        kept = run("history", XDG_STATE_HOME=str(tmp_path / who)).out
        assert re.fullmatch(r"online-\S+ +color-bridge +Ann - Bob +1-0 .*\n", kept), kept
    # Whoever comes again sees how it ended, and it is not kept twice.
    assert len(list((tmp_path / "host" / "duello" / "games").glob("*.duello"))) == 1


def test_what_is_hidden_reaches_no_other_terminal(server, place):
    """Whatever Ann has put down, Bob and whoever watches are sent the same bytes until all is revealed."""

    def told(amounts):
        one, two, links = two_at(place, server, "energy-capture")
        two.sees("Waiting for Ann")
        watcher = place("join", links[1], who="watcher").sees("Watching")
        # One after the other, so that what they are shown depends on no chance.
        for mine, theirs in zip(amounts, ["1:6", "2:5"], strict=True):
            one.sees("Enter allocation").types(mine).sees("Waiting for Bob")
            watcher.sees("Ann has allocated", "Watching")
            two.sees("Ann has allocated", "Enter allocation").types(theirs).sees("Waiting for Ann")
            watcher.sees("Bob has allocated", "Watching")
        assert amounts[0].split(":")[1] in one.text
        own = own_link(two).encode()  # which is another one every time
        return bytes(two.session.terminal.raw).replace(own, b""), bytes(watcher.session.terminal.raw)

    assert told(["1:5", "2:7"]) == told(["3:2", "5:9"])


def test_a_series_changes_seats_and_keeps_names_right(server, place):
    one, two, links = two_at(place, server, "color-bridge", "--best-of", "3", "--swap")
    watcher = place("join", links[1], who="watcher").sees("Game 1 of at most 3")
    one.sees("Game 1 of at most 3", "Ann (Red), choose", "> ").types("5 6")
    # The pie rule: Bob takes Ann's seat and move.
    two.sees("You may type swap", "> ").types("swap").sees("Bob changes seats with Ann and is now Red")
    one.sees("Bob changes seats with Ann and is now Red", "Ann (Blue), choose", "> ").types("1")
    two.sees("Bob (Red), choose", "> ").types("7")
    for each in one, two, watcher:
        each.sees("Bob (Red) wins", "Score: 0 for Ann, 1 for Bob")
    two.sees("Press Enter for the next game").press("\r")
    # The seats have changed: Bob has the first move of the second game.
    two.sees("Game 2 of at most 3", "Bob (Red), choose", "> ").types("5 6")
    one.sees("Game 2 of at most 3", "Ann (Blue), choose", "> ").types("11")
    two.sees("Bob (Red), choose", "> ").types("4")
    for each in one, two, watcher:
        each.sees("Bob (Red) wins", "Final score: 0 for Ann, 2 for Bob", "Bob wins the series!")
    assert watcher.end() == 0


def test_a_rematch_is_played_with_the_seats_changed(server, place):
    one, two, _ = two_at(place, server, "color-bridge")
    one.sees("> ").types("resign").sees("Bob (Blue) wins", AFTERWARDS).press("a").sees("Waiting for the other player")
    two.sees("Bob (Blue) wins", "Ann wants to play again", AFTERWARDS).press("a")
    two.sees("--- Color Bridge ---", "Bob (Red), choose", "> ").types("6")
    one.sees("--- Color Bridge ---", "> 6", "Ann (Blue), choose", "> ").types("quit").sees("The game is left unfinished; duello join ")
    assert one.end() == 0
    # What is said there leads to the second game.
    again = place("join", LINK.findall(one.text)[-1], who="host").sees("Ann (Blue), choose", "> ")
    two.sees("Ann is away.", "Ann is back.")
    again.types("resign").sees(AFTERWARDS)


def test_a_move_is_taken_back_if_the_other_agrees(server, place):
    one, two, _ = two_at(place, server, "color-bridge")
    one.sees("> ").types("6").sees("Waiting for Bob")
    two.sees("Bob (Blue), choose", "> ")
    one.types("undo").sees("You have asked to take back a move.")
    two.sees("Ann asks to take back a move; type agree or decline.", "> ").types("decline").sees("You have declined.")
    one.sees("Bob declines to take back a move.").types("undo").sees("The other player has declined that")
    two.sees("> ").types("7")
    one.sees("Ann (Red), choose", "> ").types("1")
    two.sees("Bob (Blue), choose", "> ").types("undo").sees("You have asked")
    one.sees("Bob asks to take back a move").types("agree").sees("Took back 2 moves")
    two.sees("Took back 2 moves", "Current Track: _ _ _ _ _ R _ _ _ _ _", "Bob (Blue), choose", "> ")


def test_who_is_there_and_what_they_say(server, place):
    one, two, links = two_at(place, server, "color-bridge")
    two.sees("Waiting for Ann")
    one.sees("> ").types("say").sees("say 2   Good luck!").types("say well").sees("You: Well played!", "> ")
    two.sees("Ann: Well played!")
    # What is being typed stays where it is.
    one.press("5 ")
    two.press(CTRL_C).sees("Interrupted; the game is left unfinished; duello join ")
    assert two.end() == 130
    one.sees("Bob is away.", "If that lasts 5 minutes, you may type claim to win, or abort", "> 5 ")
    two = place("join", own_link(two), who="guest").sees("Waiting for Ann")
    one.sees("Bob is back.", "> 5 ").types("6").sees("Updated Track: _ _ _ _ R R")
    two.sees("Bob (Blue), choose", "> ").press(CTRL_D)
    assert two.end() == 1
    two.sees("The input ended before the game did; the game is left unfinished; duello join ")


def test_whoever_waits_may_leave_and_come_back(server, place):
    one, links = host(place, server, "color-bridge", "--seat", "2", "--name", "Ann")
    one.press("q").sees(f"The game is left unfinished; duello join {links[2]} goes on with it.")
    assert one.end() == 0
    two = place("join", links[0], "--name", "Bob", who="guest").sees("Ann is away.", "Bob (Red), choose", "> ").types("6")
    one = place("join", links[2], who="host").sees("Ann (Blue), choose", "> ")
    two.sees("Ann is back.")
    one.types("hint").sees("There are no hints").types("say").sees("say 8   Goodbye!").types("say 8").types("say 1")
    one.sees("You: Goodbye!", "One phrase in three seconds is enough.").types("resign").sees(AFTERWARDS)


def test_time_runs_out(server, place):
    def both_at(milliseconds):
        table = server.open(game="color-bridge", name="Ann", first=1, time={"game": milliseconds})
        one = place("join", link_to(server, table["table"], table["token"])).sees("Waiting for the other player")
        return one, place("join", link_to(server, table["table"], table["invitation"]), "--name", "Bob", who="guest")

    one, two = both_at(599_000)
    one.sees("Time left: Ann 9:", "Ann (Red), choose", "> ")
    two.sees("Time left: Ann 9:", "Waiting for Ann")
    for each in both_at(3_000):
        each.sees("Ann (Red) has run out of time.", AFTERWARDS)


def test_whoever_watches_may_see_what_moves_are_worth(server, place):
    one, two, links = two_at(place, server, "color-bridge", "--values")
    watcher = place("join", links[1]).sees("Watching").types("values")
    watcher.sees("Ann is to move and wins in 3.", "wins in 3").types("6").sees("You watch; type help").types("help").sees("values", "watch no longer")
    one.sees("> ").types("values").sees("'values' is not a whole number", "> ").types("6")
    watcher.sees("> 6", "Updated Track: _ _ _ _ _ R _ _ _ _ _", "Watching").types("quit")
    assert watcher.end() == 0
    two.sees("Bob (Blue), choose", "> ").types("7")


# --- The line breaks.


def test_a_server_that_is_killed_loses_and_doubles_nothing(own_server, place):
    server = own_server()
    one, two, _ = two_at(place, server, "color-bridge")
    one.sees("> ").types("6")
    two.sees("Bob (Blue), choose", "> ").press("7")
    server.kill()
    for each in one, two:
        each.sees(LOST)
    two.types("")  # the move is on its way to nobody
    server.start()
    for each in one, two:
        each.sees(BACK)
    one.sees("> 7", "Updated Track: _ _ _ _ _ R B _ _ _ _", "Ann (Red), choose", "> ").types("5").sees("Waiting for Bob")
    two.sees("Current Track: _ _ _ _ R R B _ _ _ _", "> ")
    server.kill()
    two.types("resign")
    server.start()
    for each in one, two:
        each.sees(BACK, "Bob (Blue) resigns.", "Ann (Red) wins!", AFTERWARDS)
        assert each.text.count("Updated Track: _ _ _ _ _ R B _ _ _ _") == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_over_is_shown_as_it_ended(server, game):
    table = server.open(game=game, players=["human", "random"], first=1)

    @online
    async def resign():
        player = await Client.to(server, table["table"], table["token"])
        await player.submit({"resign": True})

    resign()
    ran = run("join", link_to(server, table["table"]))
    assert (ran.status, ran.err) == (0, "")
    assert "resigns" in ran.out
    shown = ran.out.partition("---\n")[2].partition("resigns")[0]
    assert len(shown.splitlines()) > 3, "the board"
    assert shown.count("Phase") == (game == "energy-capture")
    assert "Sudden Death" not in shown


def test_a_table_that_is_no_longer_there_is_said_so(own_server, place):
    server = own_server()
    one, two, _ = two_at(place, server, "color-bridge")
    one.sees("> ")
    server.kill()
    one.sees(LOST)
    for file in Path(server.folder.name).iterdir():
        file.unlink()
    server.start()
    one.sees("There is no such table").press(CTRL_C)
    assert one.end() == 130


# --- Engines.


def test_an_engine_plays_a_seat(server, pipe):
    table = server.open(game="energy-capture", first=1, best_of=3)
    players = [pipe("join", link_to(server, table["table"], table[who]), "--engine", f"{DUELLO} engine --player random", *LONG) for who in ("token", "invitation")]
    for each in players:
        out, err, status = each.end()
        assert (err, status) == ("", 0)
        assert "wins the series!" in out.splitlines()[-1]


PASSES = GOOD + """
with open(sys.argv[1], "a") as log:
    while words := hear():
        print(*words, file=log, flush=True)
        if words[0] == "duello":
            say("id name Test", "id author nobody", "protocol 1", "ok")
        if words[0] == "ready":
            say("readyok")
        if words[0] == "go":
            say("bestmove pass")
"""


SLOW = GOOD + """
while words := hear():
    if words[0] == "duello":
        say("id name Test", "id author nobody", "protocol 1", "ok")
    if words[0] == "ready":
        say("readyok")
    if words[0] == "position":
        begins = words[-1] == "moves"
    if words[0] == "go":
        time.sleep(0 if begins else 1)
        say("bestmove 1:15" if begins else "bestmove 2:1")
"""


def test_a_pass_that_is_forced_takes_an_engine_as_long_as_any_other_move(server, pipe, tmp_path):
    """The time would tell the other player that nothing is left to place. What the engine says then does not matter."""
    (tmp_path / "slow.py").write_text(SLOW)
    table = server.open(game="energy-capture", first=1)
    engine = pipe("join", link_to(server, table["table"], table["token"]), "--engine", f"{sys.executable} {tmp_path / 'slow.py'}", *LONG)

    async def play():
        bob = await Client.to(server, table["table"], server.guest(table))
        await bob.reaches({"game": 1, "number": 2})
        begin = time.monotonic()
        await bob.submit({"move": "pass"})
        await bob.reaches({"game": 1, "number": 4})
        assert time.monotonic() - begin >= 1
        assert [event["seat"] for event in bob.events[1] if event["event"] == "moved"] == [1, 2, 1]

    asyncio.run(asyncio.wait_for(play(), PATIENCE))
    assert "resigns" not in engine.end()[1]


def test_an_engine_is_told_of_a_new_game_though_the_end_of_the_last_was_missed(server, pipe, tmp_path):
    (tmp_path / "passes.py").write_text(PASSES)
    log = tmp_path / "log"
    table = server.open(game="energy-capture", first=1, best_of=3)
    command = f"{sys.executable} {tmp_path / 'passes.py'} {log}"
    engine = pipe("join", link_to(server, table["table"], table["token"]), "--engine", command, *LONG)

    def heard():
        return [line.split()[0] for line in log.read_text().splitlines()] if log.exists() else []

    async def play():
        bob = await Client.to(server, table["table"], server.guest(table), views=True)
        while bob.view is None or bob.view["to_move"] != 2:
            await bob.receive()
        await bob.submit({"move": "1:5,2:5,3:5"})
        # The end of the game and the beginning of the next one reach the engine's program together.
        engine.send_signal(signal.SIGSTOP)
        await bob.submit({"move": "pass"})
        await bob.call({"next": True})
        engine.send_signal(signal.SIGCONT)
        if bob.view["to_move"] == bob.view["seat"]:
            await bob.submit({"move": "pass"})
        while heard().count("go") < 2:
            await asyncio.sleep(0.01)
        await bob.leave()

    asyncio.run(asyncio.wait_for(play(), PATIENCE))
    second = heard()[heard().index("go") + 1 :]
    assert "game" in second[: second.index("position")]


def test_an_engine_that_crashes_resigns(server, pipe, tmp_path):
    (tmp_path / "crash.py").write_text(GOOD + "greet()\nsys.exit(3)\n")
    table = server.open(game="color-bridge", first=1)
    engine = pipe("join", link_to(server, table["table"], table["token"]), "--engine", f"{sys.executable} {tmp_path / 'crash.py'}", *LONG)
    other = pipe("join", link_to(server, table["table"], table["invitation"]))
    out, err, status = engine.end()
    assert status == 0 and err.count("\n") == 1
    assert err.startswith("duello: The engine resigns: it ")
    assert "Player 1 (Red) resigns" in out
    out, err, status = other.end()
    assert (err, status) == ("", 0) and "Player 1 (Red) resigns" in out


def test_an_engine_that_cannot_be_started_leaves_its_seat_alone(server):
    table = server.open(game="color-bridge", first=1)
    ran = run("join", link_to(server, table["table"], table["token"]), "--engine", "/nonexistent/engine")
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    ran = run("join", link_to(server, table["table"]), "--engine", f"{DUELLO} engine")
    assert (ran.status, ran.err) == (2, "duello: The link is for watching; it has no seat for an engine.\n")


# --- Invitations.


def test_an_invitation_is_exchanged_for_a_seat_of_one_s_own(server, place, pipe):
    one, two, links = two_at(place, server, "color-bridge")
    two.sees("This link is yours, in case you leave and come back:", "Waiting for Ann")
    own = own_link(two)
    assert own.rsplit("/", 1)[0] == links[0].rsplit("/", 1)[0] and own != links[0]
    one.sees("> ").types("6")
    two.sees("Bob (Blue), choose", "> ").types("quit").sees(f"The game is left unfinished; duello join {own} goes on with it.")
    for again in "join", "join":
        out, err, status = pipe(again, links[0]).end()
        assert (out, status) == ("", 1)
        assert err == f"duello: This invitation has been used; the link that was printed then leads back to the seat, and duello join {links[1]} watches.\n"
    place("join", own, who="guest").sees("Bob (Blue), choose", "> ").types("resign")
    one.sees("Bob is back", "Ann (Red) wins")


def test_a_host_who_opens_the_invitation_is_told_that_it_is_theirs_to_send(server, place, pipe, tmp_path):
    one, links = host(place, server, "color-bridge", "--name", "Ann")
    theirs = "You have opened this game; this link is for you to send to the other player."
    again = place("join", links[0], who="host").sees(theirs, "Enter to leave the link as it is: ").press("\r")
    assert again.end() == 0
    # The invitation is still good, and the host may take the other seat too.
    place("join", links[0], who="host").sees(theirs, "leave the link as it is: ").press("p").sees("This link is yours", "Waiting for Ann")
    one.sees("> ").types("resign")
    # At a link for watching, and at that to one's own seat, there is nothing to be told.
    _, links = host(place, server, "color-bridge", "--name", "Ann")
    for link in links[1:]:
        watching = place("join", link, who="host").sees("Waiting for the other player")
        assert theirs not in watching.text
    assert theirs not in place("join", links[0], who="guest").sees("This link is yours").text


def test_a_host_on_a_pipe_is_told_that_the_invitation_is_theirs_to_send(server, pipe):
    one = pipe("host", "color-bridge", "--server", server.address)
    two = pipe("join", one.read_links(3)[0])
    one.end("resign")
    assert two.end()[0].startswith("You have opened this game; this link is for you to send to the other player.\nThis link is yours")


def test_a_withdrawn_invitation_says_so(server):
    table = server.open(game="color-bridge")
    server.ask("DELETE", f"/api/tables/{table['table']}", token=table["token"])
    ran = run("join", link_to(server, table["table"], table["invitation"]))
    assert (ran.status, ran.out, ran.err) == (1, "", "duello: The game was withdrawn.\n")


def pump(source, target, take=lambda piece: None):
    """Passes on what comes, after `take` has seen it."""
    with contextlib.suppress(OSError):
        while piece := source.recv(65536):
            take(piece)
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def listening(serve):
    """The address of a server that has each connection served in a thread of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def listen():
            with contextlib.suppress(OSError):
                while True:
                    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

        threading.Thread(target=listen, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        listener.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def lossy(server, lost):
    """A proxy that passes on what comes, and hangs up instead of the first answers to `accept`."""
    port = int(server.listen.rsplit(":", 1)[1])
    accepted = []

    def serve(line):
        with line, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)) as behind:
            head = line.recv(65536)
            if b"/accept HTTP" in head.split(b"\r\n")[0]:
                accepted.append(head)
                while b"token" not in accepted[-1]:
                    head += (more := line.recv(65536))
                    accepted[-1] += more
                if len(accepted) <= lost:
                    behind.sendall(head)
                    behind.recv(65536)  # it is done; nobody hears of it
                    return
            behind.sendall(head)
            thread = threading.Thread(target=pump, args=(line, behind), daemon=True)
            thread.start()
            pump(behind, line)

    with listening(serve) as address:
        yield address, accepted


@pytest.mark.parametrize("lost", [1, 3])
def test_an_invitation_is_accepted_though_the_answer_is_lost(server, pipe, lost):
    table = server.open(game="color-bridge", name="Ann", first=1)
    with lossy(server, lost) as (address, accepted):
        two = pipe("join", f"{address}#/online/{table['table']}/{table['invitation']}", "--name", "Bob")
        one = pipe("join", link_to(server, table["table"], table["token"]))
        one.type("resign")
        for out, err, status in one.end(), two.end():
            assert (err, status) == ("", 0) and "Bob (Blue) wins" in out
        assert out.count("hung up; it is tried again.") == 1
    bodies = {request.partition(b"\r\n\r\n")[2] for request in accepted}
    assert len(accepted) == lost + 1 and len(bodies) == 1


# --- Somebody who is away.


@pytest.mark.parametrize("word, says", [("claim", "Ann (Red) wins"), ("abort", "The game was aborted; nobody has won.")])
def test_a_player_whose_opponent_stays_away_may_claim_or_abort(server, place, word, says):
    table = server.open(game="color-bridge", name="Ann", first=1, claim_after=10_000)
    one = place("join", link_to(server, table["table"], table["token"]))
    two = place("join", link_to(server, table["table"], server.guest(table, "Bob")), who="guest")
    two.sees("Waiting for Ann")
    one.sees("> ").types("6").sees("Waiting for Bob", ": ").types(word).sees("The other player is here.", ": ")
    two.sees("> 6", "> ").types("quit").sees("The game is left unfinished")
    one.sees("Bob is away.", "If that lasts 10 seconds, you may type claim to win, or abort to end the game without a winner.")
    one.types("help").sees("claim", "abort")
    time.sleep(10)
    one.types(word).sees(says)
    if word == "claim":
        one.sees(AFTERWARDS).press("\r")
    assert one.end() == 0
    assert server.ask("GET", f"/api/tables/{table['table']}")[1]["state"] == {"claim": "over", "abort": "aborted"}[word]


@pytest.mark.parametrize("options, says", [([], "5 minutes"), (["--claim-after", "1"], "60 seconds"), (["--claim-after", "90"], "90 minutes"), (["--claim-after", "0"], None), (["--time", "5"], None)], ids=str)
def test_the_host_says_when_a_game_may_be_claimed(server, place, options, says):
    one, two, _ = two_at(place, server, "color-bridge", *options)
    two.sees("Waiting for Ann", ": ").types("quit")
    assert two.end() == 0
    one.sees("Bob is away.")
    if says:
        one.sees(f"If that lasts {says}, you may type claim")
        for word in "claim", "abort":
            one.types(word).sees("The other player has not been away for long enough; try again in ")
    else:
        one.types("claim").sees("Nothing can be claimed in this game.")
        assert "If that lasts" not in one.text


def test_what_is_submitted_has_the_same_length_whatever_it_is(server, pipe):
    """Where moves are hidden; the lengths are those that a proxy on the way sees."""
    found = {}
    for game, moves in ("energy-capture", ["1:1", "1:3,2:3,3:3,4:3,5:3", "pass"]), ("color-bridge", ["6", "5-6"]):
        found[game] = []
        for move in moves:
            table = server.open(game=game, first=1)
            server.guest(table)
            with counting(server) as (address, sizes):
                pipe("join", f"{address}#/online/{table['table']}/{table['token']}").type(move)
                poll(lambda sizes=sizes: len(sizes) >= 2, "a move")  # behind what enters
                found[game].append(sizes[1])
    assert found["energy-capture"] == [1024] * 3
    assert max(found["color-bridge"]) < 200


@contextlib.contextmanager
def counting(server):
    """A proxy, and the lengths of the messages that clients have sent through it."""
    port = int(server.listen.rsplit(":", 1)[1])
    sizes = []

    def serve(line):
        said = bytearray()

        def take(piece):
            said.extend(piece)
            if said.startswith(b"GET /api/socket") and b"\r\n\r\n" in said:
                frames = said.partition(b"\r\n\r\n")[2]
                seen = []
                while len(frames) >= 8:
                    size = frames[1] & 127
                    at = 2
                    if size == 126:
                        size, at = int.from_bytes(frames[2:4], "big"), 4
                    seen.append(size)
                    frames = frames[at + 4 + size :]
                sizes[:] = seen

        with line, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)) as behind:
            threading.Thread(target=pump, args=(line, behind, take), daemon=True).start()
            pump(behind, line)

    with listening(serve) as address:
        yield address, sizes


# --- The link.


def words_of(pid):
    return Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")


@pytest.mark.parametrize("more", [[], ["--name", "Bob"]], ids=["", "with options"])
def test_the_link_is_wiped_from_the_command_line(server, pipe, place, more):
    table = server.open(game="color-bridge")
    for program, pid in (
        (one := pipe("join", link_to(server, table["table"], table["token"]), *more), one.pid),
        (two := place("join", *more, link_to(server, table["table"], table["token"])).sees("Waiting for the other player"), two.session.pid),
    ):
        poll(lambda pid=pid: table["token"] not in "".join(words_of(pid)), "a command line without a token")
        assert table["table"] not in "".join(words_of(pid))
        assert words_of(pid)[1] == "join" and len(words_of(pid)) == 4 + len(more)


def test_the_link_may_come_from_the_input(server, pipe, place):
    table = server.open(game="color-bridge", first=1)
    one = pipe("join", "-")
    one.type(link_to(server, table["table"], table["token"]), "6")
    two = place("join", "-", who="guest").sees("Link: ").types(link_to(server, table["table"], table["invitation"]))
    two.sees("Player 2 (Blue), choose", "> ").types("resign")
    out, err, status = one.end()
    assert (err, status) == ("", 0)
    assert out.startswith("Link: (hidden)\n") and table["token"] not in out
    two.sees("Enter to go on: ")
    assert table["invitation"] not in two.text
    assert words_of(two.session.pid)[1:3] in (["join", "-"], ["join", "x"])


def test_the_link_may_come_from_a_file(server, pipe, tmp_path):
    table = server.open(game="color-bridge", first=1)
    (tmp_path / "one").write_text(link_to(server, table["table"], table["token"]) + "\n")
    (tmp_path / "two").write_text("  " + link_to(server, table["table"], table["invitation"]) + " \r\nand more\n")
    one, two = pipe("join", f"@{tmp_path}/one"), pipe("join", f"@{tmp_path}/two")
    one.type("resign")
    for each in one, two:
        out, err, status = each.end()
        assert (err, status) == ("", 0) and "Player 1 (Red) resigns" in out


@pytest.mark.parametrize("where", ["-", "@/nonexistent/link", "@/", "@/dev/null", "@"])
def test_a_link_that_is_not_there_gets_one_sentence(where):
    ran = run("join", where)
    assert (ran.status, ran.err.count("\n")) == (2, 1), ran
    assert ran.out in ("", "Link: \n")


# --- What is wrong.


@pytest.mark.parametrize("link", ["nonsense", "http://127.0.0.1:1/#/online/x", f"ftp://h{NOWHERE}", "https://lichess.org/abcdefgh", f"http://h:0{NOWHERE}"])
def test_a_wrong_link_gets_one_sentence(link):
    ran = run("join", link)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_server_that_is_not_there_gets_one_sentence():
    with socket.socket() as taken:  # so that nobody else listens there meanwhile
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        for words in (["join", address + NOWHERE], ["host", "color-bridge", "--server", address]):
            ran = run(*words)
            assert (ran.status, ran.out, ran.err) == (1, "", f"duello: The server {address} cannot be reached: nobody listens there.\n")
    ran = run("join", f"http://no-such-host.invalid{NOWHERE}")
    assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)


def test_what_is_not_at_the_server_gets_one_sentence(server):
    table = server.open(game="color-bridge", name="Ann")
    for link, why in (
        (link_to(server, "A" * 16), "There is no such table"),
        (link_to(server, table["table"], "A" * 22), "That is no seat at this table"),
    ):
        ran = run("join", link)
        assert (ran.status, ran.out, ran.err) == (2, "", f"duello: {why}.\n")
    ran = run("join", link_to(server, table["table"], table["invitation"]), "--name", "Ann")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    server.ask("DELETE", f"/api/tables/{table['table']}", token=table["token"])
    ran = run("join", link_to(server, table["table"], table["token"]))
    assert (ran.status, ran.err) == (1, "duello: The game was withdrawn.\n")


@pytest.mark.parametrize("time", ["", "5", "0+5", "5+x", "0d", "31d", "-5+2", "5+2+2"])
def test_a_time_must_be_one(time):
    ran = run("host", "color-bridge", "--server", "http://127.0.0.1:1", "--time", time)
    if time == "5":
        assert ran.status == 1
    else:
        assert ran.status == 2 and "--time" in ran.err


WELCOME = {
    "table": "A" * 16,
    "state": "playing",
    "game": "color-bridge",
    "rules": {"length": 11, "run": 3, "reach": 2},
    "players": ["human", "human"],
    "names": ["Ann", "Bob"],
    "seat": 1,
    "at": {"game": 1, "number": 1},
    "events": [{"number": 1, "event": "started", "first": 1}],
    "present": [True, True],
}
EVIL = "\x1b]0;owned\x07\x1b[2J\u202eevil"


@contextlib.contextmanager
def hostile(*messages):
    """A WebSocket server that says this to everybody, and then nothing."""
    loop = asyncio.new_event_loop()

    async def talk(line, _path=None):
        with contextlib.suppress(websockets.ConnectionClosed):
            await line.recv()
            for each in messages:
                await line.send(each if isinstance(each, (str, bytes)) else json.dumps(each))
            await line.wait_closed()

    async def start():
        return await websockets.serve(talk, "127.0.0.1", 0, compression=None)

    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    serving = asyncio.run_coroutine_threadsafe(start(), loop).result(PATIENCE)
    yield f"http://127.0.0.1:{serving.sockets[0].getsockname()[1]}"
    loop.call_soon_threadsafe(serving.close)
    asyncio.run_coroutine_threadsafe(serving.wait_closed(), loop).result(PATIENCE)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.mark.parametrize(
    "messages",
    [
        ["nonsense"],
        ["[]"],
        ["[" * 100_000],
        [b"\x00\x01"],
        ["x" * 3_000_000],
        [json.dumps({**WELCOME, "title": "x" * 2_000_000})],
        [{**WELCOME, "game": EVIL}],
        [{**WELCOME, "rules": {"length": 10**12}}],
        [{**WELCOME, "events": [{"number": 1, "event": EVIL}]}],
        [{"error": EVIL + "."}],
        [WELCOME, {"at": {"game": 1, "number": 2}, "events": [{"number": 2, "event": "moved", "seat": 1, "move": EVIL}]}],
        [WELCOME, {"present": "everybody"}],
        [WELCOME, {"rematch": {"table": "../../../etc/passwd"}}],
    ],
    ids=range(13),
)
def test_a_server_that_speaks_nonsense_gets_one_sentence(messages):
    with hostile(*messages) as address:
        ran = run("join", f"{address}{NOWHERE}/{'A' * 22}", stdin="")
    assert ran.status in (1, 2)
    assert re.fullmatch(r"duello: [ -~…]+\n", ran.err), ran.err
    assert "\x1b" not in ran.out + ran.err


def test_names_and_words_of_a_server_do_nothing_to_the_terminal(place):
    closing = {"closing": EVIL}
    ended = {"at": {"game": 1, "number": 2}, "state": "over", "events": [{"number": 2, "event": "ended", "winner": 1, "how": "forfeited", "reason": EVIL}]}
    with hostile({**WELCOME, "names": [EVIL, EVIL]}, closing, {"error": EVIL}, {**ended, "seat": 1}) as address:
        one = place("join", f"{address}{NOWHERE}/{'A' * 22}").sees("evil", "forfeits", "Enter to go on: ")
        raw = bytes(one.session.terminal.raw)
    assert b"\x1b]0" not in raw and b"\x1b[2J" not in raw and "\u202e".encode() not in raw


# Half of the values that the program takes in one message, which need many times as many bytes in memory.
STUFFED = '{"present":[true,true],"x":[' + ",".join(["[]"] * 50_000) + "]}"


@unsanitized
@pytest.mark.parametrize("message, says", [(STUFFED, "it says too much at once"), (STUFFED.replace("[]", ",".join(["[]"] * 6)), "makes no sense")], ids=["many", "large"])
def test_a_server_that_says_too_much_does_not_fill_the_memory(tmp_path, message, says):
    """While the program waits for its engine, it takes no more than it has room for."""
    heard, most = tmp_path / "heard", 0
    with hostile(WELCOME, *[message] * 95) as address, heard.open("w") as out:
        command = [DUELLO, "join", f"{address}{NOWHERE}/{'A' * 22}", "--engine", f"sleep 5; exec {DUELLO} engine", "--movetime", "60000"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=out, env=environment()) as program:

            def has_said():
                nonlocal most
                status = Path(f"/proc/{program.pid}/status").read_text()
                most = max([most, *map(int, re.findall(r"VmHWM:\s+(\d+) kB", status))])
                return says in heard.read_text()

            poll(has_said, says)
            program.kill()
    assert 0 < most < 200_000


def test_an_engine_that_never_answers_is_waited_for_as_long_as_is_documented(server, pipe):
    table = server.open(game="color-bridge", first=1)
    began = time.monotonic()
    out, err, status = pipe("join", link_to(server, table["table"], table["token"]), "--engine", "exec sleep 999").end()
    assert time.monotonic() - began >= 10
    assert (status, err) == (1, "duello: The engine 'exec sleep 999' gave no answer to 'duello' within 10000 ms.\n")


def test_what_is_no_server_of_games_is_not_waited_for(pipe):
    """Ones that hang up, speak something else or are a page; and ones that never answer, at a time."""
    said = {
        "closes": b"",
        "ssh": b"SSH-2.0-OpenSSH_9.2p1\r\n",
        "page": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
        "wrong key": b"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: AAAA\r\n\r\n",
        "endless": b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 10_000,
        "mute": None,
    }
    programs = {}
    with contextlib.ExitStack() as stack:
        for name, words in said.items():
            listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))

            def answer(listener=listener, words=words):
                with contextlib.suppress(OSError), listener.accept()[0] as line:
                    line.settimeout(PATIENCE)
                    line.recv(1000)
                    if words is None:
                        line.recv(1)
                    else:
                        line.sendall(words)

            threading.Thread(target=answer, daemon=True).start()
            address = f"http://127.0.0.1:{listener.getsockname()[1]}"
            programs[name] = pipe(*(["host", "color-bridge", "--server", address] if name == "page" else ["join", address + NOWHERE]))
        programs["lets in, and is mute"] = pipe("join", stack.enter_context(hostile()) + NOWHERE)
        for name, program in programs.items():
            out, err, status = program.end()
            assert (status, out, err.count("\n")) == (1, "", 1), (name, err)
            assert ("did not answer in time" in err) == ("mute" in name), (name, err)


def test_a_certificate_is_checked(own_server, tmp_path, place):
    def certificate(name, host):
        words = ["-days", "2", "-subj", "/CN=test", "-addext", f"subjectAltName={host}", "-keyout", f"{tmp_path}/{name}.key", "-out", f"{tmp_path}/{name}.pem"]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", *words], check=True, capture_output=True)
        return ["--tls-cert", f"{tmp_path}/{name}.pem", "--tls-key", f"{tmp_path}/{name}.key"]

    good = own_server(*certificate("good", "IP:127.0.0.1"))
    trusting = {"SSL_CERT_FILE": f"{tmp_path}/good.pem"}
    one, links = host(place, good, "color-bridge", **trusting)
    assert links[0].startswith("https://")
    two = place("join", links[0].replace("https:", "wss:"), **trusting).sees("Waiting for Player 1")
    one.sees("> ").types("resign")
    two.sees("resigns")
    ran = run("join", links[0])
    assert ran.status == 1 and "its certificate is not good" in ran.err and ran.err.count("\n") == 1
    other = own_server(*certificate("other", "DNS:duello.example"))
    ran = run("host", "color-bridge", "--server", other.address, SSL_CERT_FILE=f"{tmp_path}/other.pem")
    assert ran.status == 1 and "its certificate is not good" in ran.err
