"""Programs that play through the engine protocol: good ones, and ones that do everything wrong.

A hostile engine is a few lines of Python. Whatever it does, it loses the game with its reason on the screen, and
nothing of it is left running.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from table import CTRL_C, DUELLO, LONG, PATIENCE, ROOT, environment, poll, run

BRIDGE = ["play", "color-bridge", "--seed", "1"]
OURS = f"engine:{DUELLO} engine"
# What every engine below begins with: it answers as it should up to its first move.
GOOD = """
import os, signal, subprocess, sys, time
def say(*lines):
    for line in lines:
        print(line, flush=True)
def hear():
    return sys.stdin.readline().split()
def greet():
    while (words := hear()) and words[0] != "go":
        if words[0] == "duello":
            say("id name Test", "id author nobody", "protocol 1", "ok")
        if words[0] == "ready":
            say("readyok")
    return words
"""


def marked(mark):
    """The processes that have a mark in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue
    return found


@pytest.fixture
def engine(tmp_path):
    """Writes an engine; the words that seat it. In the end none may be left running."""
    count = 0

    def write(body, start=GOOD):
        nonlocal count
        count += 1
        script = tmp_path / f"engine{count}.py"
        script.write_text(start + textwrap.dedent(body))
        return f"engine:exec {sys.executable} {script}"

    yield write
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        assert str(tmp_path).encode() not in command


def play(*args, mark="", **settings):
    """Engines have as long as they want unless they are about being late."""
    more = LONG if args[0] == "play" and "--movetime" not in args else []
    return run(*args, *more, TEST_MARK=mark or None, **settings)


HOSTILE = {
    "crash": ("greet(); os.kill(os.getpid(), signal.SIGSEGV)", r"it crashed \(signal 11\)"),
    "abort in a shell": ("greet(); os._exit(134)", r"it crashed \(signal 6\)"),
    "ends": ("greet()", r"it ended with status 0"),
    "raises": ("greet(); x", r"it ended with status 1 \(NameError: name 'x' is not defined\)"),
    "raises rubbish": (
        r"greet(); sys.stderr.buffer.write(b'a\x1b[31m\xff\n'); sys.exit(3)",
        r"it ended with status 3 \(a\?\[31m\?\)",
    ),
    "closes its output": ("greet(); os.close(1); time.sleep(999)", r"it closed its output"),
    "closes its input": ("greet(); os.close(0); time.sleep(999)", r"it gave no move within 50 ms"),
    "hangs": ("greet(); time.sleep(999)", r"it gave no move within 50 ms"),
    "spins": ("greet()\nwhile True: pass", r"it gave no move within 50 ms"),
    "stops itself": ("greet(); os.kill(os.getpid(), signal.SIGSTOP)", r"it gave no move within 50 ms"),
    "stops in a line": ("greet(); sys.stdout.write('bestm'); sys.stdout.flush(); time.sleep(999)", r"it gave no move"),
    "floods with lines": ("greet()\nwhile True: say('info ' + 'x' * 1000)", r"it flooded the host with output"),
    "floods without end": ("greet()\nwhile True: sys.stdout.write('x' * 4096)", r"it flooded the host with output"),
    "floods its errors": ("greet()\nwhile True: sys.stderr.write('x' * 4096)", r"it flooded the host with output"),
    "binary": (r"greet(); os.write(1, b'\x00\x01\xff\xfe\n'); time.sleep(999)", r"it printed bytes that are no"),
    "escapes": (r"greet(); say('bestmove \x1b[2J6'); time.sleep(999)", r"it printed bytes that are no text"),
    "illegal": ("greet(); say('bestmove 99'); time.sleep(999)", r"it played '99', which is not legal: .*99"),
    "no move at all": ("greet(); say('bestmove'); time.sleep(999)", r"it played '', which is not legal: "),
    "swaps unasked": ("greet(); say('bestmove swap'); time.sleep(999)", r"it played 'swap', which is not legal: "),
    "complains": ("greet(); say('error I do not like it'); time.sleep(999)", r"it complained: 'I do not like it'"),
    "moves twice": (r"greet(); os.write(1, b'bestmove 6\nbestmove 7\n'); time.sleep(999)", r"it moved out of turn"),
    "ignores quit and signals": (
        "for s in set(range(1, 65)) - {9, 19, 32, 33}: signal.signal(s, signal.SIG_IGN)\ngreet(); time.sleep(999)",
        r"it gave no move",
    ),
    "leaves a child": ("greet(); subprocess.Popen(['sleep', '999']); time.sleep(999)", r"it gave no move"),
    "leaves a child and ends": ("greet(); subprocess.Popen(['sleep', '999'])", r"it ended with status 0"),
    "leaves a child elsewhere": (
        "greet(); subprocess.Popen(['sleep', '999'], start_new_session=True); time.sleep(999)",
        r"it gave no move",
    ),
    "leaves an orphan elsewhere": (
        "greet(); subprocess.Popen(['setsid', 'sh', '-c', 'sleep 999 & sleep 999 & wait'])",
        r"it ended with status 0",
    ),
}


@pytest.fixture(scope="module")
def hostile_games(tmp_path_factory):
    """All of them at once, as most of them only make the host wait: how each game went, and what was left running."""
    folder = tmp_path_factory.mktemp("hostile")

    def game(case):
        number, (body, reason) = case
        script = folder / f"engine{number}.py"
        script.write_text(GOOD + body)
        mark = f"{os.getpid()}-{number}-{time.monotonic_ns()}"
        hostile = f"engine:exec {sys.executable} {script}"
        short = ["--movetime", "50"] if "no move" in reason else []
        ran = play(*BRIDGE, "--p1", hostile, "--p2", "perfect", *short, mark=mark)
        return ran, marked(mark)

    with ThreadPoolExecutor(8) as pool:
        return dict(zip(HOSTILE, pool.map(game, enumerate(HOSTILE.values()))))


@pytest.mark.parametrize("name", HOSTILE)
def test_an_engine_that_does_wrong_loses_and_is_gone(hostile_games, name):
    ran, left = hostile_games[name]
    reason = HOSTILE[name][1]
    assert ran.status == 0 and ran.err == ""
    assert re.search(rf"\nTest \(Red\) forfeits: {reason}.*\.\nperfect \(Blue\) wins!\n\Z", ran.out), ran.out
    assert ran.out.replace("\n", "").isprintable()
    assert left == []


# An engine whose answers are fine, but which says each of them, or the one before it, once more behind it.
REPEATS = """
moves = iter(sys.argv[2:])
last = None
while greet():
    move = next(moves)
    say("bestmove " + move)
    time.sleep({delay} / 1000)
    say("bestmove " + {extra})
    last = move
"""


@pytest.mark.parametrize("delay", [0, 1, 2, 5, 10, 20, 50])
@pytest.mark.parametrize("extra", ["move", "(last or move)", "'4'"], ids=["twice", "the last one", "the next one"])
def test_a_move_that_nobody_asked_for_is_never_taken_for_the_next(engine, delay, extra):
    """Whenever it comes, the engine forfeits, and the move in question stays unplayed."""
    repeats = engine(REPEATS.format(delay=delay, extra=extra)) + " x 5-6 4"
    ran = play(*BRIDGE, "--p1", repeats, stdin="7\nquit\n")
    assert ran.out.endswith("Test (Red) forfeits: it moved out of turn.\nPlayer 2 (Blue) wins!\n"), ran.out


def test_a_move_behind_readiness_that_nobody_asked_about_is_not_taken(engine, tmp_path):
    body = """
    moves = iter(["5-6", "4"])
    while greet():
        say("bestmove " + next(moves), "readyok", "bestmove 1")
        open(sys.argv[1], "w").close()
    """
    said = tmp_path / "said"
    command = [DUELLO, *BRIDGE, *LONG, "--p1", engine(body) + f" {said}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()) as child:
        poll(said.exists, "the move")
        out = child.communicate(b"7\nquit\n", timeout=PATIENCE)[0].decode()
    assert out.endswith("Test (Red) forfeits: it moved out of turn.\nPlayer 2 (Blue) wins!\n"), out


def test_a_move_from_the_game_before_is_not_taken_either(engine):
    resigns = engine("while greet():\n    say('bestmove resign')\n    time.sleep(0.02)\n    say('bestmove 5')")
    ran = play(*BRIDGE, "--p1", resigns, "--p2", "random", "--best-of", "3")
    assert ran.out.count("resigns.") == 1 and ran.out.count("forfeits: it moved out of turn.") == 1
    assert "\n> 5\n" not in ran.out


UNFIT = {
    "is not there": ("./nobot", "ended with status 127 (/bin/sh: 1: ./nobot: not found)"),
    "ends at once": ("exit 3", "ended with status 3"),
    "crashes at once": ("kill -SEGV $$", "crashed (signal 11)"),
    "floods at once": ("yes", "flooded the host with output"),
    "does not listen": ("exec yes hello </dev/null", "flooded the host with output"),
    "speaks otherwise": ("echo protocol 2; echo ok; cat >/dev/null", "speaks protocol '2', and this host 1"),
    "names no protocol": ("echo ok; cat >/dev/null", "speaks protocol '', and this host 1"),
    "moves unasked": ("echo bestmove 1; cat >/dev/null", "moved out of turn"),
    "plays something else": (f"{sys.executable} {shlex.quote(str(ROOT))}/examples/engine.py", "complained: 'I only play capture-the-flag, not color-bridge'"),
}


@pytest.mark.parametrize("command, reason", UNFIT.values(), ids=UNFIT)
def test_an_engine_that_cannot_begin_is_a_wrong_command_line(command, reason):
    ran = play(*BRIDGE, "--p2", f"engine:{command}")
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"duello: --p2: The engine '.*' .*\.\n", ran.err)
    assert reason in ran.err


# Engines that keep their host waiting, where they do it, and for how many seconds by docs/protocol.md. The reason names
# the limit that applied. How much longer a busy machine takes is not checked: without a limit, no run would end at all.
SILENT = "time.sleep(999)"
UNREADY = """
while (words := hear())[0] != "ready":
    if words[0] == "duello":
        say("protocol 1", "ok")
"""
# Fast enough that there is always another line, and so slow that it is no flood for half a minute.
TALKS = """
import threading
def talk():
    while True:
        os.write(1, b"\\n")
        then = time.perf_counter() + 35e-6
        while time.perf_counter() < then: pass
"""
# The first process crashes when it is asked for a move; the ones after it are another case of this table.
LATER = """
if not os.path.exists(sys.argv[1]):
    open(sys.argv[1], "w").close()
    greet()
    sys.exit(9)
"""
SERIES = ["--best-of", "3"]
HELLO, READY = 10, 60
WAITS = {
    "says nothing": (SILENT, [], HELLO, "gave no answer to 'duello' within 10000 ms"),
    "does not read": ("os.close(0); time.sleep(999)", [], HELLO, "gave no answer to 'duello' within 10000 ms"),
    "says the same for ever": ("while True: say('hello'); time.sleep(0.1)", [], HELLO, "gave no answer to 'duello' within"),
    "talks instead of an answer": (TALKS + "talk()", [], HELLO, "gave no answer to 'duello' within 10000 ms"),
    "is never ready": (UNREADY + "time.sleep(999)", [], READY, "was not ready within 60000 ms"),
    "is never ready and writes": (UNREADY + "while True: say('info'); time.sleep(0.1)", [], READY, "was not ready within"),
    "says nothing in a later game": (LATER + SILENT, SERIES, HELLO, "it gave no answer to 'duello' within 10000 ms"),
    "is not ready in a later game": (LATER + UNREADY + SILENT, SERIES, READY, "it was not ready within 60000 ms"),
    "says nothing instead of a move": ("greet(); " + SILENT, ["--movetime", "50"], 1, "it gave no move within 50 ms"),
    "talks instead of a move": (TALKS + "greet(); talk()", ["--movetime", "50"], 1, "it gave no move within 50 ms"),
    "reads nothing more": ("greet(); signal.pause()", ["--movetime", "50"], 1, "it gave no move within 50 ms"),
    "does not end": (
        "for s in set(range(1, 65)) - {9, 19, 32, 33}: signal.signal(s, signal.SIG_IGN)\n\nwhile greet(): say('bestmove resign')\nwhile True: time.sleep(9)",
        [],
        0,
        "resigns",
    ),
}
WAITING = [(name, "play") for name in WAITS] + [(name, "arena") for name in WAITS if SERIES != WAITS[name][1]]


def waited_for(folder, body, *args, marks=""):
    """Runs a command in which {} stands for the engine; the run, and the seconds it took."""
    script = folder / "engine.py"
    script.write_text(GOOD + body)
    command = f"exec {sys.executable} {script} {folder / 'been'}"
    began = time.monotonic()
    ran = run(*[arg.replace("{}", command) for arg in args], TEST_MARK=marks or None)
    return ran, time.monotonic() - began


@pytest.fixture(scope="module")
def waits(tmp_path_factory):
    """All at once, as nothing is done but to wait: how each of them went in a game, and in an arena."""

    def play_and_arena(case):
        (name, (body, more, limit, _)), where = case
        folder = tmp_path_factory.mktemp("waits")
        mark = f"{os.getpid()}-{time.monotonic_ns()}"
        if where == "play":
            args = ["play", "color-bridge", "--p1", "engine:{}", "--p2", "perfect", *more]
        else:
            movetime = more if "--movetime" in more else []
            args = ["arena", "--game", "color-bridge", "--players", "engine:{},random", "--games", "2", "--openings", "none", "--concurrency", "1", "--seed", "1", "--no-record", *movetime]
        ran, seconds = waited_for(folder, body, *args, marks=mark)
        return ran, seconds, marked(mark)

    with ThreadPoolExecutor(len(WAITING)) as pool:
        return dict(zip(WAITING, pool.map(play_and_arena, [((name, WAITS[name]), where) for name, where in WAITING])))


@pytest.mark.parametrize("name, where", WAITING)
def test_an_engine_keeps_its_host_waiting_for_as_long_as_is_documented(waits, name, where):
    _, _, limit, reason = WAITS[name]
    ran, seconds, left = waits[name, where]
    if where == "play" or limit >= HELLO:  # an arena says nothing of a single game
        assert reason in ran.out + ran.err
    assert limit <= seconds
    assert left == []


def test_an_engine_needs_a_command():
    ran = run(*BRIDGE, "--p1", "engine: ")
    assert (ran.status, ran.err) == (2, "duello: --p1: Name a command after engine:.\n")


@pytest.mark.parametrize("time", ["0", "-5", "x", "3600001", ""])
def test_a_wrong_movetime_is_refused(time):
    ran = run(*BRIDGE, f"--movetime={time}")
    assert ran.status == 2 and ran.out == ""
    assert "--movetime" in ran.err


def test_an_engine_may_print_its_lines_in_pieces_and_as_on_other_systems(engine):
    pieces = engine(
        """
        while greet():
            for piece in ["in", "fo \\t thinking\\r\\nwhat", "ever\\nbest", "move\\t", "5-6", "\\r", "\\n"]:
                sys.stdout.write(piece)
                sys.stdout.flush()
                time.sleep(0.005)
        """
    )
    ran = play(*BRIDGE, "--p1", pieces, stdin="7\nquit\n")
    assert "it played '5-6', which is not legal: Position 5 is already Red" in ran.out


def test_an_engine_is_asked_with_its_position_and_a_seed(engine, tmp_path):
    log = tmp_path / "log"
    logger = engine(
        f"""
        with open({str(log)!r}, "a") as log:
            answers = iter(["bestmove 5-6", "bestmove 4"])
            for line in sys.stdin:
                log.write(line)
                log.flush()
                if line == "duello\\n":
                    say("protocol 1", "ok")
                if line == "ready\\n":
                    say("readyok")
                if line.startswith("go"):
                    say(next(answers))
        """
    )
    ran = play("play", "color-bridge", "--p1", logger, "--movetime", "70000", "--seed", "5", stdin="7\n")
    assert "Red) wins by forming a sequence at positions 4, 5, 6!" in ran.out
    game = "game color-bridge length=11 run=3 reach=2\n"
    seed = r"seed \d+\n"
    # On a busy machine the host may end the engine before it has written the last line.
    assert re.fullmatch(
        f"duello\n{game}ready\nready\nposition first 1 moves\ngo movetime 70000 {seed}"
        f"ready\nposition first 1 moves 5-6 7\ngo movetime 70000 {seed}(quit\n)?",
        log.read_text(),
    )


def test_an_engine_may_resign(engine):
    ran = play(*BRIDGE, "--p1", engine("greet(); say('bestmove resign'); hear()"), "--p2", "random")
    assert ran.out.endswith("Test (Red) resigns.\nrandom (Blue) wins!\n")


@pytest.mark.parametrize("swapper", [OURS, None], ids=["ours", "a script"])
def test_an_engine_may_change_seats_where_that_is_offered(engine, swapper):
    script = "words = greet(); say('bestmove swap' if words[-1] == 'swap' else 'bestmove resign'); greet()"
    ran = play(*BRIDGE, "--swap", "--p2", swapper or engine(script), stdin="6\nresign\n")
    assert "changes seats" in ran.out


def test_an_engine_plays_a_series_and_comes_back_after_a_forfeit(engine, tmp_path):
    # The first process crashes when it is asked; the ones after it play on.
    body = f"""
    first = not os.path.exists({str(tmp_path / "been")!r})
    open({str(tmp_path / "been")!r}, "w").close()
    greet()
    if not first:
        say("bestmove resign")
        greet()
        say("bestmove resign")
        hear()
    """
    ran = play(*BRIDGE, "--p1", engine(body), "--p2", "perfect", "--best-of", "5")
    assert ran.out.count("forfeits: it ended with status 0") == 1
    assert ran.out.count("resigns.") == 2
    assert "perfect wins the series!" in ran.out


def test_ctrl_c_stops_a_thinking_engine_and_the_game(engine, sit):
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    thinker = engine("greet(); subprocess.Popen(['setsid', 'sleep', '999']); say('info thinking'); time.sleep(999)")
    table = sit(*BRIDGE, "--p1", thinker, *LONG, TEST_MARK=mark)
    poll(lambda: len(marked(mark)) >= 3, "a thinking engine with its child")
    table.press(CTRL_C)
    assert table.end() == 128 + signal.SIGINT
    assert "Interrupted; the game is left unfinished." in "\n".join(table.terminal.screen)
    assert marked(mark) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_stops_a_thinking_engine_and_the_game(engine, sit, number):
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    table = sit(*BRIDGE, "--p1", engine("greet(); time.sleep(999)"), *LONG, TEST_MARK=mark)
    table.wait_for("Color Bridge")
    table.signal(number)
    assert table.end() == 128 + number
    assert marked(mark) == []


def test_a_signal_that_comes_with_a_move_of_an_engine_is_not_lost(engine):
    """It ends the game at the next prompt, where otherwise nobody would type anything."""
    body = "while greet():\n    os.kill(os.getppid(), signal.SIGINT)\n    say('bestmove 5-6')\n    time.sleep(999)"
    for _ in range(10):
        with subprocess.Popen([DUELLO, *BRIDGE, *LONG, "--p1", engine(body)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()) as child:
            assert child.wait(PATIENCE) == 130
            assert b"Interrupted; the game is left unfinished" in child.stdout.read()


def test_a_signal_while_an_engine_is_seated_again_is_the_exit_status(engine, tmp_path):
    silent = engine("os.kill(os.getppid(), signal.SIGTERM)\ntime.sleep(999)")
    file = tmp_path / "game"
    file.write_text(f'[Game "color-bridge"]\n[Player1 "human"]\n[Player2 "{silent}"]\n[Result "*"]\n\n1. 5 *\n')
    ran = play("resume", str(file), stdin="yes\n")
    assert (ran.status, ran.err) == (143, "")


def test_ctrl_c_at_the_prompt_stops_the_engine_of_the_other_side(sit):
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    table = sit(*BRIDGE, "--p2", OURS, TEST_MARK=mark).wait_for_prompt()
    assert len(marked(mark)) >= 2
    table.press(CTRL_C)
    assert table.end() == 128 + signal.SIGINT
    assert marked(mark) == []


def test_a_move_against_an_engine_can_be_taken_back():
    ran = play(*BRIDGE, "--p2", OURS, stdin="6\nundo\n5\nquit\n")
    assert "Took back 2 moves." in ran.out and "forfeits" not in ran.out
    assert ran.status == 0


def test_engines_of_an_engine_are_stopped_too(engine):
    """An engine that is a host itself is killed; what it has hosted goes with it."""
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    inner = engine("greet(); time.sleep(999)")
    outer = engine(
        f"""
        command = [{DUELLO!r}, "play", "color-bridge", *{LONG!r}, "--p1", {inner!r}]
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True)
        greet()
        time.sleep(999)
        """
    )
    ran = play(*BRIDGE, "--p1", outer, "--p2", "random", "--movetime", "50", mark=mark)
    assert "it gave no move" in ran.out
    assert marked(mark) == []


def test_a_killed_host_takes_its_engines_along(engine):
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    command = [DUELLO, *BRIDGE, "--p1", engine("greet(); time.sleep(999)"), *LONG]
    host = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(TEST_MARK=mark))
    poll(lambda: len(marked(mark)) >= 2, "a thinking engine")
    host.kill()
    host.communicate()
    poll(lambda: marked(mark) == [], "the end of the engine")


@pytest.mark.parametrize("leave", ["quit\n", ""], ids=["quit", "end of input"])
def test_engines_are_stopped_when_a_person_leaves(leave):
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    ran = play(*BRIDGE, "--p1", OURS, stdin=leave, mark=mark)
    assert ran.status == (0 if leave else 1)
    assert marked(mark) == []


# Secrets.

LOGGER = """
import subprocess, sys
name, who = sys.argv[1:3]
child = subprocess.Popen(who.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
with open(name, "w", buffering=1) as log:  # line by line, as the host does not wait long for the end of this
    for line in sys.stdin:
        log.write("> " + line)
        child.stdin.write(line)
        child.stdin.flush()
        wanted = {"duello": "ok", "ready": "readyok", "go": "bestmove"}.get(line.split()[0])
        while wanted:
            answer = child.stdout.readline()
            log.write("< " + answer)
            sys.stdout.write(answer)
            sys.stdout.flush()
            if answer.split()[0] == wanted:
                break
child.stdin.close()
child.wait()
"""


def heard_and_said(log):
    """The lines of each game: what the host told, and what the engine answered."""
    games = []
    for line in log.read_text().splitlines():
        if line.startswith("> game "):
            games.append([])
        elif games and not line.startswith(("> ready", "< readyok", "> quit")):
            games[-1].append((line[0], line[2:].split()))
    return [game for game in games if game]


@pytest.mark.parametrize("who", ["random", "level:3", "perfect"])
def test_an_engine_hears_nothing_of_the_other_sides_secrets_before_its_reveal(tmp_path, who):
    logger = tmp_path / "logger.py"
    logger.write_text(LOGGER)
    seats = [
        f"engine:{sys.executable} {logger} {tmp_path / name} '{DUELLO} engine --player {who}'" for name in ["one", "two"]
    ]
    games = 60
    ran = play("play", "energy-capture", "--p1", seats[0], "--p2", seats[1], "--best-of", str(games), "--seed", "9")
    assert ran.status == 0 and "forfeits" not in ran.out
    logs = [heard_and_said(tmp_path / name) for name in ["one", "two"]]
    assert len(logs[0]) == len(logs[1]) > games / 2
    for one, two in zip(*logs):
        check_secrecy(one, two)
        check_secrecy(two, one)


def check_secrecy(log, others):
    """Each placement of the other side is a '?' until a reveal line gives it, and is given by exactly one."""
    placed = [words[1] for side, words in others if side == "<" and words[1] != "pass"]
    own = {words[1] for side, words in log if side == "<"}
    revealed = []
    for side, words in log:
        if side == ">" and words[0] == "reveal":
            revealed += words[1:]
            assert revealed == placed[: len(revealed)]
        elif side == ">" and words[0] == "position":
            told = [word for word in words[4:] if word not in ("?", "pass")]
            assert set(told) <= own | set(revealed)
            assert words[4:].count("?") <= len(placed) - len(revealed)
            for move in revealed:
                told.remove(move)
            assert set(told) <= own
        elif side == ">":
            assert words[0] == "go" and re.fullmatch(r"go movetime 3600000 seed \d+", " ".join(words))
    assert revealed == placed
