"""Engines that try to find out what they must not know: the other side's hidden moves, from whatever they are told."""

import re
import sys

import pytest
from table import DUELLO, lines, run

# Plays Energy Capture. It takes the seed that it is told for a number of a SplitMix64 generator, goes back to the seed
# of the game, and lets our own engine make the other side's move from that. Its guesses and the reveals go to a file.
CHEAT = r"""
import subprocess, sys
log, who = open(sys.argv[1], "a"), sys.argv[2]
MASK = 2**64 - 1
STEP = 0x9e3779b97f4a7c15

def unshifted(x, by):
    y = x
    for _ in range(64 // by):
        y = x ^ (y >> by)
    return y

def unmixed(x):
    x = unshifted(x, 31) * pow(0x94d049bb133111eb, -1, 2**64) & MASK
    x = unshifted(x, 27) * pow(0xbf58476d1ce4e5b9, -1, 2**64) & MASK
    return unshifted(x, 30)

def game_seed(told, calls, stream):
    return (unmixed(unmixed(told) - calls * STEP & MASK) - stream * STEP) & MASK

def others_move(seed, stream):
    # Another stream of a seed is the first stream of a seed further on.
    lines = ["game " + " ".join(game), "ready", "position first 1 moves", f"go seed {(seed + stream * STEP) & MASK}"]
    oracle = [*who.split(), "engine", "--player", "perfect"]
    done = subprocess.run(oracle, input="\n".join(lines) + "\n", capture_output=True, text=True)
    return done.stdout.split("bestmove ")[1].strip()

def answer_to(move):
    units = dict.fromkeys(range(1, 6), 0)
    units.update((int(node), int(n)) for node, n in (part.split(":") for part in move.split(",")))
    cheapest = sorted(units, key=units.get)[:3]
    left = 15 - sum(units[node] + 1 for node in cheapest)
    return ",".join(f"{node}:{units[node] + 1 + (left if node == cheapest[2] else 0)}" for node in sorted(cheapest))

for line in sys.stdin:
    words = line.split()
    if words[0] == "duello":
        print("protocol 1\nok")
    if words[0] == "ready":
        print("readyok")
    if words[0] == "game":
        game = words[1:]
    if words[0] == "position":
        moves = words[4:]
    if words[0] == "reveal":
        log.write("reveal " + " ".join(words[1:]) + "\n")
    if words[0] == "go":
        mine = [move for move in moves if move not in ("?", "pass")]
        if len(moves) == 1:
            guess = others_move(game_seed(int(words[words.index("seed") + 1]), 1, 1), 0)
            log.write("guess " + guess + "\n")
            print("bestmove " + answer_to(guess))
        else:
            print("bestmove pass")
    sys.stdout.flush()
    log.flush()
"""

GAMES = 12


@pytest.fixture
def guesses(tmp_path):
    """Lets the cheat play; how often it guessed the other side's first move, of how many times."""
    script, log = tmp_path / "cheat.py", tmp_path / "log"
    script.write_text(CHEAT)

    def play(*command):
        cheat = f"engine:exec {sys.executable} {script} {log} {DUELLO}"
        ran = run(*[cheat if word == "CHEAT" else word for word in command])
        assert ran.status == 0 and "forfeit" not in ran.out, ran
        pairs = re.findall(r"guess (\S+)\nreveal (\S+)", log.read_text())
        assert len(pairs) >= 2
        return sum(guess == reveal for guess, reveal in pairs), len(pairs)

    return play


@pytest.mark.parametrize("seed", [["--seed", "7"], []], ids=["a seed that is given", "a fresh seed"])
def test_an_engine_does_not_learn_the_other_sides_hidden_moves_from_its_seed(guesses, seed):
    right, games = guesses("play", "energy-capture", "--p1", "perfect", "--p2", "CHEAT", "--best-of", str(GAMES), *seed)
    assert right <= games / 4


def test_an_engine_in_the_arena_does_not_either(guesses):
    right, games = guesses(
        "arena", "--game", "energy-capture", "--players", "perfect", "--players", "CHEAT", "--games", str(2 * GAMES),
        "--seed", "7", "--no-record",
    )  # fmt: skip
    assert right <= games / 4


def seeds(file):
    return re.findall(r'\[Seed "(.*)"\]', file.read_text())


def test_a_record_does_not_show_its_seed_before_the_game_is_over(tmp_path):
    file = tmp_path / "game"
    run("play", "energy-capture", "--p2", "perfect", "--seed", "123456789", "--record", str(file), stdin="1:5\nquit\n")
    assert '[Result "*"]' in file.read_text() and "123456789" not in file.read_text()
    assert run("resume", str(file), stdin="resign\n").status == 0
    assert seeds(file) == ["123456789"]


def test_a_series_does_not_show_the_seed_of_its_next_game(tmp_path):
    """Nor one from which it could be counted on, and it is the same whether the series was left in between or not."""
    whole, left = tmp_path / "whole", tmp_path / "left"
    series = ["play", "energy-capture", "--p2", "random", "--best-of", "4", "--seed", "123456789", "--record"]
    run(*series, str(whole), stdin=lines(*["resign"] * 4))
    run(*series, str(left), stdin=lines("resign", "1:1", "quit"))
    assert left.read_text().count("[Game ") == 2 and "123456789" not in left.read_text()
    assert re.fullmatch(r"\d{15,20}", seeds(left)[0]) and seeds(left)[1].startswith("~")
    run("resume", str(left), stdin=lines(*["resign"] * 3))
    assert seeds(left) == seeds(whole)
    assert len(set(seeds(whole))) == 3 and "123456789" not in whole.read_text()


def test_a_game_of_a_series_is_played_again_from_its_own_seed(tmp_path):
    series, alone = tmp_path / "series", tmp_path / "alone"
    run("play", "energy-capture", "--p1", "random", "--p2", "level:3", "--best-of", "3", "--seed", "4", "--record", str(series))
    second = series.read_text().split("\n[Game ")[1]
    run("play", "energy-capture", "--p1", "level:3", "--p2", "random", "--seed", seeds(series)[1], "--record", str(alone))
    assert alone.read_text().split("\n\n")[1].split() == second.split("\n\n")[1].split()
