"""Engines by themselves, without a host: what any of ours answers on a pipe, line by line."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from table import DUELLO, LONG, PATIENCE, ROOT, environment, run

ENGINES = {
    "ours": (f"{DUELLO} engine", "color-bridge"),
    "python": (f"{sys.executable} {shlex.quote(str(ROOT))}/examples/engine.py", "capture-the-flag"),
    "cpp": (str(Path(DUELLO).parent / "example_engine"), "color-capture"),
}


class Talk:
    def __init__(self, command):
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, text=True, env=environment())

    def say(self, *lines):
        self._child.stdin.write("".join(line + "\n" for line in lines))
        self._child.stdin.flush()

    def hear(self, word):
        while line := self._child.stdout.readline():
            if line.split()[0] in (word, "error"):
                return line.rstrip("\n")
        raise AssertionError(f"{word} did not come")

    def end(self):
        rest, _ = self._child.communicate(timeout=PATIENCE)
        return self._child.returncode, rest


@pytest.mark.parametrize("command, game", ENGINES.values(), ids=ENGINES)
class TestConformance:
    def greeted(self, command, game):
        talk = Talk(command)
        talk.say("duello")
        assert talk.hear("protocol") == "protocol 1"
        assert talk.hear("ok") == "ok"
        talk.say(f"game {game}", "ready")
        assert talk.hear("readyok") == "readyok"
        return talk

    def test_it_plays_legal_moves_from_any_position_and_ends_when_told(self, command, game):
        talk = self.greeted(command, game)
        for first in ["1", "2"]:
            moves = []
            while True:
                known = run("analyze", game, "--first", first, "--moves", " ".join(moves), "--json").out
                legal = re.findall(r'"move":"([^"]*)"', known)
                if not legal:
                    break
                talk.say(f"position first {first} moves {' '.join(moves)}", f"go movetime 1000 seed {len(moves)}")
                move = talk.hear("bestmove").removeprefix("bestmove ")
                assert move in legal
                moves.append(move)
            assert moves
        talk.say("quit")
        assert talk.end() == (0, "")

    def test_it_ignores_what_it_does_not_know(self, command, game):
        talk = self.greeted(command, game)
        talk.say("", "  ", "frobnicate 1 2 3", "debug on", "position first 1 moves", "go movetime 9 seed 1 depth 3 ponder")
        assert re.fullmatch(r"bestmove \S+", talk.hear("bestmove"))
        talk.say("quit")
        assert talk.end() == (0, "")

    def test_it_complains_about_a_game_it_does_not_play(self, command, game):
        talk = self.greeted(command, game)
        talk.say("game chess", "ready")
        assert talk.hear("readyok").startswith("error ")
        talk.say("quit")
        assert talk.end()[0] == 0

    def test_it_ends_when_its_input_does(self, command, game):
        assert self.greeted(command, game).end() == (0, "")

    def test_it_plays_whole_games_for_a_host_of_ours(self, command, game):
        ran = run("play", game, "--p1", f"engine:{command}", "--p2", "random", "--best-of", "9", "--seed", "3", *LONG)
        assert ran.status == 0
        assert "forfeits" not in ran.out
        assert re.search(r"\n(?!random|Player|engine:).+ wins the series!", ran.out)


# Our engine on a pipe.


def test_our_engine_answers_many_lines_at_once_and_the_last_without_its_end():
    ran = run("engine", stdin="duello\r\ngame color-bridge\nready\nposition first 1 moves 5-6 7\ngo seed 1")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[2:] == ["protocol 1", "ok", "readyok", "bestmove 4"]


def test_our_engine_hears_nothing_behind_quit():
    assert run("engine", stdin="quit\nduello\n").out == ""


def test_our_engine_survives_rubbish_and_endless_lines():
    rubbish = bytes(range(256)) * 40 + b"\n" + b"position " + b"x" * 2_000_000 + b"\nready\n"
    ran = run("engine", stdin=rubbish)
    assert (ran.out, ran.err, ran.status) == ("error The line is too long\nreadyok\n", "", 0)


@pytest.mark.parametrize("who", ["human", "engine:true", "robot", "level:6"])
def test_our_engine_plays_only_as_a_program(who):
    ran = run("engine", f"--player={who}")
    assert (ran.status, ran.out) == (2, "")
    assert f"--player must be random, perfect or level:1 to level:5, not '{who}'" in ran.err


@pytest.mark.parametrize("who", ["random", "level:1", "perfect"])
def test_our_engine_plays_as_whoever_it_is_told_to(who):
    ran = run("engine", "--player", who, "--seed", "3", stdin="duello\ngame color-clash\nposition first 1 moves\ngo\n")
    assert f"({who})" in ran.out.splitlines()[0]
    assert re.fullmatch(r"bestmove R\d-9", ran.out.splitlines()[-1])
